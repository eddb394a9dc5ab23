"""How large a number can become: where that is beyond all measure it is looked at in play."""

from functools import cache

import pytest
from compiling import program_of

from rulesrun.dsl.core.expressions import Expr, InRange, Prim, Sized
from rulesrun.dsl.core.magnitude import FEW, KEPT, MANY, grows, is_beyond, magnitude
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Return
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import INT
from rulesrun.interpreter.game import Game

SPAN = Span("", 1, 1, 1, 1)

RULES = """\
language 2

game great:
    players 2

enum Good: wood, salt

card Coin "coin":
    worth: 0..30

supply:
    1 of Coin(5)

state:
    far: int
    near: -7..6
    many: list of 1..9
    kept[-3..2]: 0..9
    held: bundle of Good

FUNCTIONS
play:
    far = f0(far, 1)
    kept[far] = 1
    near = 3
    far += random(2..300) + random(-400..3)
    many += [2]
    held = {wood: 1}
    rank players by most far
"""

SIZES: dict[str, int] = {
    "-12": 12,
    "a": KEPT,
    "b": KEPT,  # what an argument may be does not hold of the local
    "near": 7,
    "far": KEPT,
    "first(Coin).worth": 30,
    "-near": 7,
    "near + near": 14,
    "near - 100": 107,
    "near * near": 49,
    "near * -10": 70,
    "far / 3 rounded down": KEPT,
    "far mod 5": 5,
    "min(near, 90)": 90,
    "max(near, 3)": 7,
    "abs(near)": 7,
    "near if far > 3 else 50": 50,
    "50 if far > 3 else near": 50,
    "size(many)": MANY,
    "size(held)": FEW * KEPT,
    "count n in many where n > 2": MANY,
    "sum(n for n in many)": MANY * KEPT,
    "sum(near for _n in 1..far)": MANY * 7,
    "most([near, 80])": KEPT,  # of each in turn nothing is known any more
    "[3, 500][near]": 500,
    "held[wood]": KEPT,
    "most(near for _n in many, otherwise 900)": 900,
}


LOOKED_AT = {
    "far": False,
    "far + 1000000000": False,
    "far + 4000000000": False,
    "far + 4000000001": True,
    "far - 4000000001": True,
    "far * 2": True,
    "near * 1000000000": False,
    "999999999999999999 + near": True,
    "999999999999999992 + near": False,
    "sum(near for _n in many)": False,
    "sum(far for _n in many)": True,
}

ON_ITS_WAY = {"far * 4": False, "far * 5": True}

TEXTS = [*SIZES, *LOOKED_AT, *ON_ITS_WAY]


@cache
def core() -> Core:
    functions = "".join(
        f"function f{number}(a: int, b: -3..2) -> int = {text}\n\n"
        for number, text in enumerate(TEXTS)
    )
    return Game(program_of(RULES.replace("FUNCTIONS\n", functions)), 2).lowered.core


def value_of(text: str) -> Expr:
    """What the function gives that was written with a text."""
    name = f"f{TEXTS.index(text)}"
    (routine,) = (r for symbol, r in core().routines.items() if symbol.name == name)
    (value,) = (node.value for node in walk(routine.body) if isinstance(node, Return))
    assert value is not None
    return value


def bare(value: Expr) -> Expr:
    return value.of if isinstance(value, Sized) else value


@pytest.mark.parametrize("text", SIZES)
def test_no_number_is_larger(text: str) -> None:
    assert magnitude(bare(value_of(text))) == SIZES[text]


def test_what_is_drawn_is_no_larger_than_what_it_is_drawn_from() -> None:
    play = walk(core().routines[core().play].body)
    drawn = [n for n in play if isinstance(n, Prim) and n.name == "random"]

    assert [magnitude(node) for node in drawn] == [300, 400]


@pytest.mark.parametrize("text", LOOKED_AT)
def test_what_may_grow_is_looked_at(text: str) -> None:
    """Small numbers added to what is kept bring it beyond the limit in no game."""
    result = any(isinstance(node, Sized) for node in walk(value_of(text)))

    assert result == LOOKED_AT[text]
    assert grows(bare(value_of(text))) == LOOKED_AT[text]
    assert not grows(Sized(value_of(text), type=INT, span=SPAN))


@pytest.mark.parametrize("text", ON_ITS_WAY)
def test_what_has_no_room_in_64_bits_is_looked_at_on_its_way(text: str) -> None:
    assert is_beyond(bare(value_of(text))) == ON_ITS_WAY[text]


def test_a_key_is_no_larger_than_the_ends_of_its_range() -> None:
    play = walk(core().routines[core().play].body)
    keys = [magnitude(node) for node in play if isinstance(node, InRange)]

    assert keys == [3]
