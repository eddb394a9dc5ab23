"""Two games that a seat cannot tell apart deal it the same worlds by the same seed.

Many games are begun, and the same is chosen in them. Those in which the seat has seen the
same differ only in what it does not know: nothing that is told to it may depend on that.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from channels import of_looks
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.reports.views import memory_at, resample

GAMES = Path(__file__).parents[1] / "memory/games"

PLANS = 5
"""So many ways to choose."""

MOST_GROUPS, EACH = 8, 3
"""So many groups of games are looked at, and of each so many games."""


@cache
def game(name: str) -> Game:
    """A game of the tests; `copies` is that of fans, with each card in it twice."""
    text = (GAMES / f"{name.replace('copies', 'fans')}.rules").read_text("utf-8")
    if name == "copies":
        text = text.replace("1..7", "1..4").replace("1 of each", "2 of each")
    return Game(program_of(text), 3)


def groups(of: Game, choices: int, games: int) -> list[list[Position]]:
    """Games that are the same to seat 0 after so many choices, two and more together."""
    result: dict[object, list[Position]] = {}
    for seed in range(games):
        position, chance = of.start(seed), Random(seed % PLANS)
        for _ in range(choices):
            position.play(position.raw[chance.randrange(len(position.raw))])
        memory = memory_at(position, 0)
        result.setdefault(repr((memory.stops, memory.steps)), []).append(position)
    return [group for group in result.values() if len(group) > 1]


def worlds_of(position: Position) -> list[object]:
    """What some seeds deal, whichever of copies lies where; none where nothing fits."""
    result: list[object] = []
    for seed in (1, 2):
        try:
            result.append(of_looks(resample(position, 0, seed)))
        except NoWorld:
            result.append(None)
    return result


@pytest.mark.parametrize(
    ("name", "choices", "games"),
    [
        ("fans", 2, 250),  # one of several cards of a hand is laid open
        ("fans", 4, 1000),  # and what was laid open is shuffled in again
        ("copies", 2, 250),
        ("suits", 4, 600),  # some cards of a hand were passed on in secret
        ("equals", 2, 200),
    ],
)
def test_twins_deal_the_same_worlds(name: str, choices: int, games: int) -> None:
    twins = groups(game(name), choices, games)[:MOST_GROUPS]
    others = 0
    for group in twins:
        first, *rest = group[:EACH]
        wanted = worlds_of(first)
        for position in rest:
            assert worlds_of(position) == wanted
            others += position.digest() != first.digest()

    assert others  # they are not the same game
