"""Which questions about a choice can be read: a slip of the pen is refused by no rule."""

import pytest
from compiling import program_of
from test_refusals import FILES, FIRST, RULES, TEXTS, position_after

from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.explain.reading import how_many
from rulesrun.interpreter.testing.questions import unreadable
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RENT = "`rent` chooses stall, coins"

MENU = {
    "rent": None,
    "rent wood stall coin 1": None,
    "rent stall=wood stall coins={coin 1, coin 2}": None,
    "rent coin 1": None,  # without the stall
    "rent coins={coin 9}": None,  # that is a coin, though none to be taken
    "rent wood stall gold": f'{RENT}, and "wood stall gold" is no such value',
    "rent coin 1 wood stall": f'{RENT}, and "coin 1 wood stall" is no such value',
    "rent price=3": f"{RENT}, not `price`",
    "rent stall=gold stall": 'there is no stall called "gold stall"',
    "rent stall=wood stall stall=wool stall": "`stall` is given two values",
    "trade good=gold": '"gold" is no good',
    "trade_in wood 2": None,
    "trade_in 2": None,
    "trade_in goods={wood, wool, red_salt, wood} n=9": None,  # more than can be chosen
    "trade_in wood 2 2": '`trade_in` chooses goods, n, and "wood 2 2" is no such value',
    "reckon 1 2 3": None,
    "reckon 2 3": None,
    "reckon 1 2 3 4": '`reckon` chooses n, m, k, and "1 2 3 4" is no such value',
    "rest now": '`rest` chooses nothing, and "now" is no such value',
    "rest n=1": "`rest` chooses nothing, not `n`",
    "pass": None,
    " pass ": None,
    "PASS": 'the game lets nobody choose "PASS"; did you mean "pass"?',
    "rset": 'the game lets nobody choose "rset"; did you mean "rest"?',
    "frobnicate": 'the game lets nobody choose "frobnicate"',
    "3": 'the game lets nobody choose "3"',
    "m=2": "nobody is to choose `m` now",  # later, once somebody trades in
    "first_=wood": "nobody is to choose `first_` now",
    "{wood}": 'the game lets nobody choose "{wood}"',
    "": "it names no choice",
    "  ": "it names no choice",
}

NUMBER = {
    "2": None,
    "9": None,
    "m=9": None,
    "m=x": '"x" is not a number',
    "x": '"x" is not a number',
    "2 3": '"2 3" is not a number',
    "m=2 n=1": "`m` chooses m, not `n`",
    "n=2": "`m` chooses m, not `n`",
    "rent stall=wood stall": None,  # an action that the game has, elsewhere
    "rent stall=gold stall": 'there is no stall called "gold stall"',
    "pass": None,
}

OVER = {
    "rent": None,
    "rent wood stall": None,
    "which={wool}": "nobody is to choose `which` now",
    "wool": 'the game lets nobody choose "wool"',
    "rset": 'the game lets nobody choose "rset"; did you mean "rest"?',
    "pass": None,
}

ASKED = {
    "in a menu": (FIRST, MENU),
    "for a number": ([*FIRST, "trade_in goods={wood} n=1"], NUMBER),
    "after the end": ([*TEXTS["several"][0], "which={wool}"], OVER),
}


@pytest.mark.parametrize("place", ASKED)
def test_what_can_be_asked(place: str) -> None:
    choices, texts = ASKED[place]
    position = position_after(choices)

    assert {text: unreadable(position, text) for text in texts} == texts


GOOD, COINS = t.EnumType("Good"), t.ListType(t.ComponentType(("Coin",)))

NUMBERS: list[tuple[t.Type, dict[str, int]]] = [
    (GOOD, {"wood": 1, "wood, wool": 2, "{wood, wool}": 2, "gold": 0, "": 0}),
    (t.INT, {"3": 1, "3, 4, 5": 3, "wood": 0, "3, wood": 0}),
    (t.OptionalType(t.INT), {"3": 1, "3, 4": 2, "x": 0}),
    (t.PLAYER, {"2": 1, "player 1": 1, "1, 2": 2, "3": 0}),
    (COINS, {"coin 1": 1, "{coin 1, coin 2}": 2, "coin 1, gold": 0, "{}": 0}),
    (t.SetType(GOOD), {"wood": 1, "wood, wool": 2, "wood, x": 0, "{}": 0}),
    (t.BundleType("Good"), {"{wood: 2}": 1, "{}": 1, "x": 0}),
]


@pytest.mark.parametrize(("kind", "texts"), NUMBERS, ids=[str(k) for k, _ in NUMBERS])
def test_how_many_values_a_text_names(kind: t.Type, texts: dict[str, int]) -> None:
    """Of what holds several, its members; it may be more than can be chosen."""
    names = position_after([]).game.names

    assert {text: how_many(names, kind, text) for text in texts} == texts


OFFERED = """
scenario "what a value can be":
    expect options of first_ == {wood, wool, red_salt}
    player 1: wood
    expect options of bonus == {2, 3, 4}
    player 1: 3
    expect options n of borrow == {2, 3}
    player 1: trade_in goods={wood} n=1
    expect options of m == {2, 3}

scenario "in a menu nothing is asked for by itself":
    player 1: wood
    player 1: 3
    expect options of m == {2, 3}
"""


def test_the_options_of_a_value_are_asked_for_where_it_is_chosen() -> None:
    program = program_of(RULES + OFFERED, FILES)
    one, other = program.world.scenarios

    assert run_scenario(program, one, Games(program)).message is None
    assert (
        run_scenario(program, other, Games(program)).message
        == "nobody is to choose `m` now"
    )
