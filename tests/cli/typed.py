"""Walks through games and types every choice in the words of a language.

As a command, it looks at many positions of each game: `make typed`. The tests look at a
few (`test_typed_words.py`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.compile import Program, compile_rules
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.runtime.keyboard import spelling

ROOT = Path(__file__).parents[2]
GAMES = ("alhambra", "architects", "keyflower", "kingdom_builder")


@frozen
class Typed:
    """A choice typed in the words shown for it: `kind` is its action or decision.

    `wrong` is empty where it was understood as that very choice, or as one that is shown
    in the same words.
    """

    kind: str
    text: str
    wrong: str


def typed(
    position: Position, labels: Labels, chance: random.Random, most: int
) -> Iterator[Typed]:
    """What becomes of each option of a position, typed as it is shown.

    Of more than `most` options, so many are drawn.
    """
    options = list(position.options)
    if len(options) > most:
        options = chance.sample(options, most)
    for option in options:
        text = labels.option(position, option)
        kind = f"{position.decision}: {option.name.split(maxsplit=1)[0]}"
        found = find_choice(position, text)
        wrong = ""
        if isinstance(found, Refusal):
            wrong = f"refused: {found.message}"
        elif found != option.raw:
            meant = next(o for o in position.options if o.raw == found)
            told = labels.option(position, meant)
            if spelling(told) != spelling(text):
                wrong = f"taken for {meant.name}"
        yield Typed(kind, f"{option.name} as {text}", wrong)


def walk(
    program: Program, language: str, positions: int, seed: int, most: int = 400
) -> Iterator[list[Typed]]:
    """So many positions of games by chance, with each number of players in turn.

    Of each position at most so many options are typed.
    """
    chance = random.Random(seed)
    least, most = program.world.game.players if program.world.game else (2, 2)
    number, players = 0, least
    while number < positions:
        game = Game(program, players)
        labels = Labels(game, Words(language))
        position = game.start(chance.randrange(10**6))
        while not position.over and number < positions:
            yield list(typed(position, labels, chance, most))
            number += 1
            for _ in range(chance.randrange(1, 4)):
                if not position.over:
                    position.choose(chance.choice(position.options))
        players = players + 1 if players < most else least


def _program(name: str) -> Program:
    path = ROOT / "rules" / f"{name}.rules"

    def read(file: str) -> str | None:
        found = path.parent / file
        return found.read_text("utf-8") if found.is_file() else None

    program = compile_rules(path.read_text("utf-8"), str(path), read).program
    assert program is not None
    return program


def main() -> int:
    """Walk and tell; 1 if any choice was not understood."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=400, help="Options of a position.")
    parser.add_argument("--lang", default="fa")
    asked = parser.parse_args()
    bad = 0
    for name in asked.games:
        choices, kinds, wrong = 0, set(), []
        walked = walk(
            _program(name), asked.lang, asked.positions, asked.seed, asked.most
        )
        for position in walked:
            choices += len(position)
            kinds |= {one.kind for one in position}
            wrong += [one for one in position if one.wrong]
        print(
            f"{name}: {asked.positions} positions, {choices} choices of {len(kinds)} "
            f"kinds typed, {len(wrong)} not understood",
            flush=True,
        )
        for one in wrong[:20]:
            print(f"  {one.kind}: {one.text}: {one.wrong}")
        bad += len(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
