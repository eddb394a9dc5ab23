"""Decks that are shuffled before the game begins."""

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import view

RULES = """\
language 1

game test "Test":
    players 2

card Coin "coin":
    worth "worth": 1..9
    named "coin {worth}"

card Note "note":
    worth "worth": 1..2
    named "note {worth}"

supply:
    1 of each Coin
    1 of each Note

state:
    money "money": deck of Coin or Note, shuffled
    open "open": row of Coin or Note

each player:
    coins "coins": area of Coin

play:
    draw 2 from money to open
"""


def lying(seed: int) -> list[int]:
    position = Game(program_of(RULES), 2).start(seed)
    return next(list(s.value) for s in view(position, None).seen if s.name == "open")


def test_a_shuffled_deck_holds_all_of_its_kinds() -> None:
    position = Game(program_of(RULES), 2).start(1)
    decks = [s.value for s in view(position, None).seen if s.name == "money"]

    assert [9 + 2 - 2] == [len(deck) for deck in decks]


def test_chance_decides_in_which_order_they_lie() -> None:
    result = [lying(seed) for seed in range(8)]

    assert len(set(map(tuple, result))) > 4
    assert result == [lying(seed) for seed in range(8)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("open: row of Coin or Note", "open: row of Coin or Note, shuffled"),
        ("coins: area of Coin", "coins: deck of Coin, shuffled"),
        ("open: row of Coin or Note", "open[1..2]: deck of Coin, shuffled"),
    ],
)
def test_only_a_deck_of_its_own_is_shuffled(before: str, after: str) -> None:
    rules = RULES.replace('open "open"', "open").replace('coins "coins"', "coins")
    assert before in rules
    diagnostics = small(rules.replace(before, after)).diagnostics

    assert ["only a deck of its own is shuffled before the game"] == [
        d.message.partition(",")[0] for d in diagnostics if d.code == "not-a-zone"
    ]
