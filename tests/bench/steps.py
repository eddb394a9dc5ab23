"""How many steps `VectorGames` makes in a second of a processor, by what is written.

    python tests/bench/steps.py [--lanes 64,1024] [--seconds 1] [GAME ...]

Actions are drawn inside. With observations and masks, with masks alone, and with
neither.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.vector import VectorGames
from rulesrun.interpreter.game import Game

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "kingdom_builder",
    "alhambra",
    "keyflower",
    "architects",
)


def rate(game: Game, lanes: int, seconds: float, *, observe: bool, mask: bool) -> float:
    """Steps in a second of processor time."""
    with VectorGames(game, lanes, observe=observe, mask=mask) as games:
        games.reset(seed=1)
        for _ in range(20):
            games.step()
        begin, steps = time.process_time(), 0
        while time.process_time() - begin < seconds:
            for _ in range(20):
                games.step()
            steps += 20 * lanes
        return steps / (time.process_time() - begin)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--lanes", default="64,1024")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    print(
        f"{'steps a second':22} {'lanes':>6} {'all':>12} {'masks':>12} {'neither':>12}"
    )
    for name in given.names or GAMES:
        game = Game(shipped(name), 2)
        for lanes in map(int, given.lanes.split(",")):
            rates = [
                rate(game, lanes, given.seconds, observe=observe, mask=mask)
                for observe, mask in ((True, True), (False, True), (False, False))
            ]
            told = " ".join(f"{one:12,.0f}" for one in rates)
            print(f"{name:22} {lanes:6} {told}", flush=True)


if __name__ == "__main__":
    main()
