"""How well thinkers keep their time: choices of one game, from its first one on.

    python tests/strength/clock.py [--kind thinker:500ms] [--choices 8] [GAME ...]

Printed is the time of the first choice, the shortest, the longest and the mean by the clock,
then the longest by the processor, and how many choices took at most 20 % more than wanted. What
a player measures of a game is thrown away before, as for a player's very first game. A choice
ends sooner where all is proved. Other work on the machine counts by the clock: where there is
much of it, begin the command with `nice -n -20`.
"""

import argparse
import sys
import tempfile
import time
from os import environ
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.kinds import budget_of
from rulesrun.agents.players import player_of
from rulesrun.interpreter.game import Game

GAMES = (
    "keyflower",
    "alhambra",
    "kingdom_builder",
    "architects",
    "connect_four",
    "classics/othello",
    "classics/leduc_poker",
)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--kind", default="thinker:500ms")
    parser.add_argument("--choices", type=int, default=8)
    given = parser.parse_args()
    for name in given.names or GAMES:
        program = shipped(name)
        declared = program.world.game
        assert declared is not None
        game = Game(program, max(2, declared.players[0]))
        _ = game.engine  # compiled before, as by every command
        kept = environ.get("XDG_CACHE_HOME")
        with tempfile.TemporaryDirectory() as empty:
            environ["XDG_CACHE_HOME"] = empty
            player = player_of(given.kind, game, 1)
            position, times, worked = game.start(1), list[float](), list[float]()
            while not position.over and len(times) < given.choices:
                if len(position.raw) == 1:
                    position.choose(0)
                    continue
                begin, before = time.perf_counter(), time.process_time()
                number = player.choose(position)
                times.append(time.perf_counter() - begin)
                worked.append(time.process_time() - before)
                position.choose(number)
        if kept is None:
            del environ["XDG_CACHE_HOME"]
        else:
            environ["XDG_CACHE_HOME"] = kept
        _, wanted = budget_of(given.kind.partition(":")[2])
        assert wanted is not None
        late = sum(time > 1.2 * wanted for time in times)
        print(
            f"{name:22} {given.kind} first {times[0]:.2f} s, {min(times):.2f} to "
            f"{max(times):.2f} s, mean {sum(times) / len(times):.2f} s; processor at most "
            f"{max(worked):.2f} s; {len(times) - late} of {len(times)} in time",
            flush=True,
        )


if __name__ == "__main__":
    main()
