"""Two checkouts against each other: how fast each plays random games, in one run.

    python tests/bench/compare.py --against DIR [--rules DIR] [--rounds 5] GAME ...

Each of them plays in a process of its own, in turn, and both by one Python; what counts
is processor time. Without `--rules` each plays the rules of its own checkout, and whole
games are what can be compared; with `--rules` both play the rules in that folder, and
choices can be compared too.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[2]


def play(checkout: Path, path: Path) -> None:
    """Random games for as many seconds as each line says; prints games, choices, seconds."""
    sys.path.insert(0, str(checkout / "tests" / "bench"))
    run = __import__("run")
    machine = run.Game(run.load(path), 2).machine
    games = 0
    for line in sys.stdin:
        choices, before, begin = 0, games, time.process_time()
        while time.process_time() - begin < float(line):
            chooser = random.Random(games)
            state, options = machine.start(games)
            while options:
                option = options[int(chooser.random() * len(options))]
                options = machine.resume(state, option)
                choices += 1
            games += 1
        print(games - before, choices, time.process_time() - begin, flush=True)


class Player:
    """A process in which the engine of a checkout plays."""

    def __init__(self, checkout: Path, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--play", checkout, path],
            env={"PYTHONPATH": str(checkout / "src"), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rates(self, seconds: float) -> tuple[float, float]:
        """Games and choices in a second of processor time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(seconds, file=self.process.stdin, flush=True)
        games, choices, spent = map(float, self.process.stdout.readline().split())
        return games / spent, choices / spent


def main() -> None:
    """Read the options and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--against", type=Path, required=True, help="another checkout")
    parser.add_argument("--rules", type=Path, help="rules that both are to play")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"{'game':<20}{'games/s':>10}{'other':>10}{'ratio':>8}", end="")
    print(f"{'choices/s':>12}{'other':>10}{'ratio':>8}")
    for name in given.games:
        players = []
        for checkout in (HERE, given.against.resolve()):
            rules = given.rules or checkout / "rules"
            players.append(Player(checkout, rules.resolve() / f"{name}.rules"))
        for player in players:
            player.rates(given.seconds / 2)  # nothing is timed before it is warm
        rounds = [
            [p.rates(given.seconds) for p in players] for _ in range(given.rounds)
        ]
        line = f"{name:<20}"
        for kind, width in ((0, 10), (1, 12)):
            ours, theirs = (
                statistics.median(r[i][kind] for r in rounds) for i in (0, 1)
            )
            ratio = statistics.median(r[0][kind] / r[1][kind] for r in rounds)
            shown = 1 if kind == 0 else 0
            line += f"{ours:>{width},.{shown}f}{theirs:>10,.{shown}f}{ratio:>8.2f}"
        print(line, flush=True)
        for player in players:
            player.process.communicate()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        main()
