"""How often players keep what a position is worth, and how fast games are solved.

    python tests/strength/proofs.py [--seeds 3] [KIND ...]

Nim: positions of classics/nim in which choices differ in value, against the solved game.
Connect Four: 150 positions after 10 to 26 random choices in which choices differ in value,
with the values that a solver of Connect Four gave for them (`connect_four.json`: columns
chosen, then the value of each column to whoever is to choose). Times are of the processor.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.players import player_of
from rulesrun.agents.solving import Unsolvable, solve
from rulesrun.interpreter.game import Game, Position

KINDS = ("thinker:100", "thinker:1000", "thinker:10000")
SOLVED = ("tic_tac_toe", "classics/nim")
POSITIONS = 2_000_000
LATE = "dccdgbbabddagfagcefbgc"
"""A game of Connect Four up to where it can be solved."""

Case = tuple[Position, list[int]]
"""A position, and the value of each of its options to whoever is to choose."""


def nim() -> Iterator[Case]:
    """Positions of nim on the way of random games."""
    game, chance, result = Game(shipped("classics/nim"), 2), Random(2), 0
    while result < 150:
        position = game.start(1)
        for _ in range(chance.randint(0, 5)):
            if not position.over:
                position.choose(chance.randrange(len(position.raw)))
        if position.over:
            continue
        values = [value.value for value in solve(position).options]
        if len(set(values)) > 1:
            result += 1
            yield position, values


def connect_four() -> Iterator[Case]:
    """The positions of the file."""
    game = Game(shipped("connect_four"), 2)
    text = Path(__file__).with_name("connect_four.json").read_text("utf-8")
    for moves, values in json.loads(text):
        position = game.start(1)
        for column in moves:
            position.choose(
                next(n for n, c in enumerate(columns(position)) if c == column)
            )
        yield position, [values[column] for column in columns(position)]


def columns(position: Position) -> list[str]:
    """The column of each option."""
    return [option.name.partition("=")[2][0] for option in position.options]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=KINDS, metavar="KIND")
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    for name, cases in (("nim", list(nim())), ("connect four", list(connect_four()))):
        for kind in given.kinds or KINDS:
            kept, begin = 0, time.process_time()
            for seed in range(given.seeds):
                player = player_of(kind, cases[0][0].game, seed)
                for position, values in cases:
                    kept += values[player.choose(position.copy())] == max(values)
            count = len(cases) * given.seeds
            spent = (time.process_time() - begin) / count
            print(
                f"{name:14} {kind:14} keeps the value in {kept} of {count} "
                f"({kept / count:.1%}), {spent * 1000:.1f} ms a choice",
                flush=True,
            )
    for name in SOLVED:
        told(name, Game(shipped(name), 2).start(1))
    late = Game(shipped("connect_four"), 2).start(1)
    for column in LATE:
        late.choose(next(n for n, c in enumerate(columns(late)) if c == column))
    told("connect four after 24 choices", late)


def told(name: str, position: Position) -> None:
    """Solve a position, and print how long it takes."""
    begin = time.process_time()
    try:
        result = solve(position, POSITIONS)
    except Unsolvable as error:
        print(f"{name}: {error}")
        return
    spent = max(1e-9, time.process_time() - begin)
    print(
        f"{name}: value {result.value.value} within {result.value.distance} choices, "
        f"{result.positions} positions, {result.positions / spent:.0f} a second"
    )


if __name__ == "__main__":
    main()
