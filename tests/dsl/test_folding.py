"""Expressions worked out beforehand come to what they would come to in a game."""

from typing import Any

import pytest
from compiling import program_of

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax.vocabulary import LARGEST
from rulesrun.interpreter.game import Game

HERE = Span("x.rules", 1, 1, 1, 1)
P, Q = (
    core.Get(Local(i, name, t.BOOL), type=t.BOOL, span=HERE)
    for i, name in enumerate("pq")
)
X = core.Get(
    Local(7, "x", t.OptionalType(t.INT)), type=t.OptionalType(t.INT), span=HERE
)


def known(value: Any) -> core.Const:
    kind = t.BOOL if isinstance(value, bool) else t.INT
    return core.Const(value, type=kind, span=HERE)


def worth(result: core.Expr) -> object:
    assert isinstance(result, core.Const)
    return result.value


def of(op: str, a: int, b: int) -> core.Expr:
    return folding.arithmetic(op, known(a), known(b), t.INT, HERE)


@pytest.mark.parametrize(
    ("op", "a", "b", "result"),
    [
        ("+", 7, 3, 10),
        ("-", 7, 3, 4),
        ("*", 7, 3, 21),
        *(("/", a, 3, r) for a, r in ((6, 2), (7, 2), (-7, -3), (-6, -2))),
        *(("/up", a, 3, r) for a, r in ((6, 2), (7, 3), (-7, -2), (-6, -2))),
        *(("/", a, -3, r) for a, r in ((6, -2), (7, -3), (-7, 2))),
        *(("/up", a, -3, r) for a, r in ((6, -2), (7, -2), (-7, 3))),
        *(("mod", a, 3, r) for a, r in ((6, 0), (7, 1), (-7, 2))),
        ("mod", 7, -3, -2),
    ],
)
def test_arithmetic(op: str, a: int, b: int, result: int) -> None:
    assert worth(of(op, a, b)) == result


def test_the_largest_number_is_none_too_many() -> None:
    assert worth(of("+", LARGEST - 1, 1)) == LARGEST
    assert worth(of("-", 1 - LARGEST, 1)) == -LARGEST
    assert isinstance(of("+", LARGEST, 1), core.Fail)
    assert isinstance(of("-", -LARGEST, 1), core.Fail)
    assert not isinstance(of("/", 1, 0), core.Const)
    assert not isinstance(of("mod", 1, 0), core.Const)
    assert worth(of("*", 5, 0)) == 0
    assert worth(folding.negative(known(4), HERE)) == -4


@pytest.mark.parametrize("a", [1, 2, 3])
def test_comparisons(a: int) -> None:
    result = {
        op: worth(folding.compare(op, known(a), known(2), HERE))
        for op in ("==", "!=", "<", "<=", ">", ">=")
    }
    assert result == {
        "==": a == 2,
        "!=": a != 2,
        "<": a < 2,
        "<=": a <= 2,
        ">": a > 2,
        ">=": a >= 2,
    }


def test_comparisons_with_none() -> None:
    none = core.Const(None, type=t.OptionalType(t.INT), span=HERE)
    for left, right in ((X, none), (none, X)):
        same = folding.compare("==", left, right, HERE)
        other = folding.compare("!=", left, right, HERE)
        assert isinstance(same, core.IsNone)
        assert isinstance(other, core.Not)
        assert isinstance(other.of, core.IsNone)
    assert worth(folding.compare("==", none, none, HERE)) is True
    assert worth(folding.is_none(known(3), HERE)) is False
    assert worth(folding.is_none(none, HERE)) is True


def test_conditions() -> None:
    yes, no = known(True), known(False)
    both, either = folding.both, folding.either
    assert both(yes, P, HERE) is P
    assert both(P, yes, HERE) is P
    assert worth(both(no, P, HERE)) is False
    assert not isinstance(both(P, no, HERE), core.Const)  # P may be a fault
    assert either(no, P, HERE) is P
    assert either(P, no, HERE) is P
    assert worth(either(yes, P, HERE)) is True
    assert not isinstance(either(P, yes, HERE), core.Const)
    assert folding.negation(folding.negation(P, HERE), HERE) is P
    assert worth(folding.negation(yes, HERE)) is False
    assert folding.conditional(yes, P, Q, t.BOOL, HERE) is P
    assert folding.conditional(no, P, Q, t.BOOL, HERE) is Q
    assert not isinstance(folding.conditional(P, yes, no, t.BOOL, HERE), core.Const)


@pytest.mark.parametrize(("low", "high"), [(3, 3), (4, 3), (3, 4)])
def test_ranges(low: int, high: int) -> None:
    items = core.Range(known(low), known(high), type=t.INT, span=HERE)
    assert worth(folding.nothing(items, HERE)) is (high < low)
    assert worth(folding.anything(items, HERE)) is (high >= low)


RULES = """language 1

game worked "Worked out":
    players 1

state:
    a: int
    b: int
    same: bool
    other: bool
    held: 1..3 or none

play:
    player 1 chooses n in 1..9
    a = n / 3 rounded up
    b = 0 - (n / 3 rounded up) + 7 / 2 rounded up
    same = held == none
    held = 2 if n > 3 else none
    other = held != none
    nobody wins
"""


@pytest.mark.parametrize("number", range(1, 10))
def test_they_mean_the_same_in_a_game(number: int) -> None:
    position = Game(program_of(RULES.replace("    b: ", '    b "b": ')), 1).start()
    position.choose(str(number))
    seen = position.seen_by(None)
    up = -(-number // 3)

    assert (seen["a"], seen["b"]) == (up, 4 - up)
    assert (seen["same"], seen["other"]) == (True, number > 3)
