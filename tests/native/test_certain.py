"""Which conditions are certainly no fault, so that they may be asked of all cells at once."""

from functools import cache

import pytest
from compiling import program_of

from rulesrun.dsl.core.expressions import Expr
from rulesrun.dsl.core.statements import Return
from rulesrun.dsl.core.walking import walk
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.certain import safe
from rulesrun.interpreter.native.program import _Compiler
from rulesrun.interpreter.native.writer import Function

RULES = """\
language 2

game certain:
    players 2

enum Good: wood, salt

card Coin "coin":
    worth: 0..30

supply:
    2 of Coin(5)

board land: square 4 x 4

state:
    near: 0..9
    just: -1048575..1048575
    beyond: 0..1048576
    below: -1048576..0
    far: int
    perhaps: int or none
    held[2..4]: 0..9
    stock_[Good]: 0..9
    at_[cell of land]: 0..9
    spot: cell of land or none
    mine: row of Coin

each player:
    points: 0..9

each cell of land:
    stone: player or none

function is_far(a: cell of land) -> bool = a.row > 2

function is_odd(n: int) -> bool = n mod 2 == 1

function below_row(a: cell of land) -> int = a.row + 1

function once(n: int) -> int = n + 1

function d1(a: cell of land) -> bool = a.row > 1
FUNCTIONS
play:
    far = 1
    near = 2
    rank players by most far
"""

DEEP = "\n".join(
    f"\nfunction d{n}(a: cell of land) -> bool = not d{n - 1}(a)" for n in range(2, 12)
)

SAFE = {
    "true": True,
    "near > 3": True,
    "far > 3": True,
    "a.row > 2": True,
    "a.row + 1 > 2": True,
    "near + 1 > 2": True,
    "near - a.row > 2": True,
    "just + 1 > 2": True,
    "beyond + 1 > 2": False,
    "below + 1 > 2": False,
    "far + 1 > 2": False,
    "n + 1 > 2": False,
    "near + 1048575 > 2": True,
    "near + 1048576 > 2": False,
    "near * 2 > 3": False,
    "near mod 2 == 1": False,
    "3 / near rounded down > 1": False,
    "held[3] > 1": True,
    "held[2] + held[4] > 1": True,
    "held[near] > 1": False,
    "stock_[wood] > 1": True,
    "at_[a] > 1": True,
    "at_[a] + 1 > 1": True,
    "p.points > 2": True,
    "p.left.points > 2": True,
    "p.seat + 1 > 2": True,
    "p == p.left": True,
    "a.stone is none": True,
    "a.stone == p": True,
    "spot == a": True,
    "spot is not none and spot.row > 1": True,
    "perhaps == 3": True,
    "first(mine).worth > 3": False,
    "not (near > 3)": True,
    "not (near mod 2 == 1)": False,
    "near > 3 and far > 3": True,
    "near > 3 and near mod 2 == 1": False,
    "near mod 2 == 1 and near > 3": False,
    "near > 3 or near mod 2 == 1": False,
    "(1 if near > 3 else a.row) > 2": True,
    "(1 if near mod 2 == 1 else a.row) > 2": False,
    "(far mod 3 if near > 3 else a.row) > 2": False,
    "(1 if near > 3 else far mod 3) > 2": False,
    "(1 if near > 3 else a.row) + 1 > 2": True,
    "(far if near > 3 else a.row) + 1 > 2": False,
    "(1 if near > 3 else far) + 1 > 2": False,
    "is_far(a)": True,
    "is_odd(near)": False,
    "below_row(a) + 1 > 2": True,
    "once(near) + 1 > 2": False,  # what is not simple is not put in
    "is_far(a) and is_odd(near)": False,
    "d5(a)": True,
    "d11(a)": False,  # through too many functions
    "near + near + near + near > 3": True,
    "near + near + near + near + near + near + near + near + near > 3": False,
}


def rules() -> str:
    """A game with a function for each of them."""
    functions = DEEP + "".join(
        f"\n\nfunction f{number}(a: cell of land, p: player, n: int) -> bool = {text}"
        for number, text in enumerate(SAFE)
    )
    return RULES.replace("FUNCTIONS", functions + "\n")


@cache
def conditions() -> tuple[Function, dict[str, Expr]]:
    game = Game(program_of(rules()), 2)
    compiler = _Compiler(game.module)
    result = {}
    for symbol, routine in compiler.core.routines.items():
        if symbol.name[0] == "f" and symbol.name[1:].isdigit():
            (value,) = (n.value for n in walk(routine.body) if isinstance(n, Return))
            assert value is not None
            result[list(SAFE)[int(symbol.name[1:])]] = value
    return Function(compiler.unit), result


@pytest.mark.parametrize("text", SAFE)
def test_what_is_certainly_no_fault(text: str) -> None:
    function, values = conditions()

    assert safe(function, values[text]) == SAFE[text]
