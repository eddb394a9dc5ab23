"""Plays many games of the classics in step with OpenSpiel; the first difference is an error.

python tests/differential/many.py [--games 1000] [NAME ...]
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
import pyspiel
from lockstep import play_in_step
from test_openspiel import PAIRINGS


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", default=list(PAIRINGS))
    parser.add_argument("--games", type=int, default=1_000)
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in PAIRINGS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(PAIRINGS)}")
    for name in given.names:
        begin = time.perf_counter()
        play_in_step(PAIRINGS[name], pyspiel.load_game(name), given.games)
        spent = time.perf_counter() - begin
        print(f"{name:14} {given.games} games are the same, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
