"""Walks through games and types every choice in the words of a language.

As a command, it looks at many positions of each game: `make typed`. The tests look at a
few (`test_typed_words.py`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.compile import Program, compile_rules
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.runtime.keyboard import spelling

ROOT = Path(__file__).parents[2]
GAMES = ("alhambra", "architects", "keyflower", "kingdom_builder")


@frozen
class Typed:
    """A choice typed in the words shown for it: `kind` is its decision, and which item.

    `wrong` is empty where it was understood as that very choice, or as one that is shown
    in the same words.
    """

    kind: tuple[int, int]
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
        kind = (position.decision_plan.number, option.raw[0])
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

    Of each position at most so many options are typed. What is chosen is mostly of a kind
    that has been chosen least, so that rare kinds come up, too.
    """
    chance = random.Random(seed)
    made: Counter[tuple[int, int]] = Counter()
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
                    position.choose(_rare(position, made, chance))
        players = players + 1 if players < most else least


def _rare(
    position: Position, made: Counter[tuple[int, int]], chance: random.Random
) -> Option:
    number = position.decision_plan.number
    by_item: dict[int, list[Option]] = {}
    for option in position.options:
        by_item.setdefault(option.raw[0], []).append(option)
    items = list(by_item)
    chance.shuffle(items)
    if chance.random() < 0.7:
        items.sort(key=lambda item: made[number, item])
    made[number, items[0]] += 1
    return chance.choice(by_item[items[0]])


def kinds_of(program: Program) -> dict[tuple[int, int], str]:
    """All kinds of choices of a game, with their names."""
    least = program.world.game.players[0] if program.world.game else 2
    decisions = Game(program, least).machine.module.core.decisions
    return {
        (plan.number, at): f"line {plan.span.line}: {item.name}"
        for plan in decisions
        for at, item in enumerate(plan.items)
    }


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
        program = _program(name)
        choices, wrong = 0, []
        kinds: set[tuple[int, int]] = set()
        walked = walk(program, asked.lang, asked.positions, asked.seed, asked.most)
        for position in walked:
            choices += len(position)
            kinds |= {one.kind for one in position}
            wrong += [one for one in position if one.wrong]
        print(
            f"{name}: {asked.positions} positions, {choices} choices typed, "
            f"{len(kinds)} kinds of {len(named := kinds_of(program))}; "
            f"{len(wrong)} not understood",
            flush=True,
        )
        for kind in sorted(named.keys() - kinds):
            print(f"  not met: {named[kind]}")
        for one in wrong[:20]:
            print(f"  {named[one.kind]}: {one.text}: {one.wrong}")
        bad += len(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
