"""Types every choice in the words of a language, wherever a game can stand.

As a command, it looks at many positions of each game: `make typed`. It stands where the
scenarios of the game stand, line by line, since these reach whatever the rules can ask;
from there on, and from the beginning of games, choices are made by chance. The tests look
at a few positions of games, and at the first of each kind in scenarios
(`test_typed_words.py`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path

from attrs import frozen

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics.constants import Fixed, evaluate
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.dsl.semantics.value_types import BOOL
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game, Option, Position, WrongSetup
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.keyboard import spelling
from rulesrun.interpreter.testing.scenarios import Failed, Games, positions_of

GAMES = ("alhambra", "architects", "keyflower", "kingdom_builder")


Kind = tuple[int, str]
"""A kind of choice: the line of its decision, and the name of the item."""


@frozen
class Typed:
    """A choice typed in the words shown for it.

    `wrong` is empty where it was understood as that very choice, or as one that is shown
    in the same words.
    """

    kind: Kind
    text: str
    wrong: str


def kind_of(position: Position, option: Option) -> Kind:
    """What kind of choice an option is."""
    plan = position.decision_plan
    return plan.span.line, plan.items[option.raw[0]].name


def typed(
    position: Position, labels: Labels, chance: random.Random, most: int
) -> Iterator[Typed]:
    """What becomes of each option of a position, typed as it is shown.

    Of more than `most` options, so many are drawn, and one of each kind.
    """
    options = list(position.options)
    if len(options) > most:
        drawn = chance.sample(options, most)
        others = {kind_of(position, one): one for one in options}
        options = [*drawn, *(one for one in others.values() if one not in drawn)]
    for option in options:
        text = labels.option(position, option)
        kind = kind_of(position, option)
        result = find_choice(position, text)
        wrong = ""
        if isinstance(result, Refusal):
            wrong = f"refused: {result.message}"
        elif result != option.raw:
            meant = next(o for o in position.options if o.raw == result)
            told = labels.option(position, meant)
            if spelling(told) != spelling(text):
                wrong = f"taken for {meant.name}"
        yield Typed(kind, f"{option.name} as {text}", wrong)


def standing(program: Program) -> Iterator[Position]:
    """Every position in which its scenarios let somebody choose, each a copy.

    Each scenario is carried out twice, as it is written, and with all other options the
    other way round, as far as it goes then.
    """
    games = Games(program)
    turned = turned_options(program)

    def other_games(players: int, options: dict[str, Fixed]) -> Game:
        return games(players, {**turned, **options})

    for decl in program.world.scenarios:
        for game_for in (games, other_games) if turned else (games,):
            with suppress(WrongSetup, GameFault, Failed):
                for position in positions_of(program, decl, game_for):
                    if not position.over and position.options:
                        yield position.copy()


def turned_options(program: Program) -> dict[str, Fixed]:
    """All options of yes or no, each as it is not to begin with."""
    return {
        option.name: not evaluate(program.world, option.decl.default, {})
        for option in program.world.each(OptionSymbol)
        if option.type == BOOL
    }


def walked(program: Program, chance: random.Random, made: Made) -> Iterator[Position]:
    """Positions of games by chance, with each number of players in turn, without end."""
    least, most = program.world.game.players if program.world.game else (2, 2)
    while True:
        for players in range(least, most + 1):
            position = Game(program, players).start(chance.randrange(10**6))
            while not position.over:
                yield position
                go_on(position, made, chance)


def walk(
    program: Program, language: str, positions: int, seed: int, most: int = 400
) -> Iterator[list[Typed]]:
    """What becomes of the options of so many positions of games by chance."""
    chance = random.Random(seed)
    result = walked(program, chance, Counter())
    yield from types(islice(result, positions), language, chance, most)


def types(
    positions: Iterable[Position], language: str, chance: random.Random, most: int
) -> Iterator[list[Typed]]:
    """What becomes of the options of each position, at most so many of one."""
    for position in positions:
        labels = Labels(position.game, Words(language))
        yield list(typed(position, labels, chance, most))


def first_of_each_kind(program: Program) -> Iterator[Position]:
    """The positions of scenarios in which something can be chosen for the first time."""
    missing = kinds_of(program)
    for position in standing(program):
        kinds = {kind_of(position, one) for one in position.options}
        if kinds & missing:
            missing -= kinds
            yield position
        if not missing:
            return


def onward(
    begun: Iterable[Position], chance: random.Random, made: Made, most: int
) -> Iterator[Position]:
    """Those positions, and so many more of the games that go on from each by chance."""
    for position in begun:
        yield position
        for _ in range(most):
            if not position.over:
                with suppress(GameFault):  # a scenario may give what no game leads to
                    go_on(position, made, chance)
            if position.over or not position.options:
                break
            yield position


Made = Counter[Kind]
"""How often each kind of choice has been made."""


def go_on(position: Position, made: Made, chance: random.Random) -> None:
    """Choose up to three times, mostly of a kind that has been chosen least.

    So rare kinds come up, too.
    """
    for _ in range(chance.randrange(1, 4)):
        if position.over:
            return
        by_kind: dict[Kind, list[Option]] = {}
        for option in position.options:
            by_kind.setdefault(kind_of(position, option), []).append(option)
        kinds = list(by_kind)
        chance.shuffle(kinds)
        if chance.random() < 0.7:
            kinds.sort(key=lambda kind: made[kind])
        made[kinds[0]] += 1
        position.choose(chance.choice(by_kind[kinds[0]]))


def kinds_of(program: Program) -> set[Kind]:
    """All kinds of choices of a game, with every number of players."""
    least, most = program.world.game.players if program.world.game else (2, 2)
    return {
        (plan.span.line, item.name)
        for players in range(least, most + 1)
        for plan in Game(program, players).machine.module.core.decisions
        for item in plan.items
    }


def main() -> int:
    """Type and tell; 1 if any choice was not understood, or any kind of them not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument(
        "--positions", type=int, default=300, help="Of games by chance."
    )
    parser.add_argument(
        "--onward", type=int, default=3, help="After each of a scenario."
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=400, help="Options of a position.")
    parser.add_argument("--lang", default="fa")
    asked = parser.parse_args()
    bad = 0
    for name in asked.games:
        program, chance = shipped(f"tests/{name}"), random.Random(asked.seed)
        made: Made = Counter()
        by_chance = islice(walked(program, chance, made), asked.positions)
        begun = standing(program)
        positions = chain(onward(begun, chance, made, asked.onward), by_chance)
        number, choices, wrong = 0, 0, []
        met: set[Kind] = set()
        for result in types(positions, asked.lang, chance, asked.most):
            number += 1
            choices += len(result)
            met |= {one.kind for one in result}
            wrong += [one for one in result if one.wrong]
        missing = sorted((wanted := kinds_of(program)) - met)
        print(
            f"{name}: {number} positions, {choices} choices typed, "
            f"{len(wanted) - len(missing)} kinds of {len(wanted)}; "
            f"{len(wrong)} not understood",
            flush=True,
        )
        for line, item in missing:
            print(f"  not met: line {line}: {item}")
        for one in wrong[:20]:
            print(f"  line {one.kind[0]}: {one.text}: {one.wrong}")
        bad += len(wrong) + len(missing)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
