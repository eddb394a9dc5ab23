"""Bounds hold whatever the numbers within them are."""

from collections.abc import Callable
from itertools import product as pairs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.semantics.intervals import (
    ANY,
    Bounds,
    absolute,
    any_of,
    extreme,
    negative,
    product,
    quotient,
    remainder,
    total,
)

NUMBERS = st.integers(-50, 50)


@st.composite
def within(draw: st.DrawFn) -> tuple[int, Bounds]:
    """A number, and bounds that it lies between."""
    number = draw(NUMBERS)
    low = draw(st.none() | st.integers(-60, number))
    return number, (low, draw(st.none() | st.integers(number, 60)))


def holds(number: int, bounds: Bounds) -> bool:
    low, high = bounds
    return (low is None or low <= number) and (high is None or number <= high)


@given(within(), within())
def test_what_is_worked_out_lies_within_its_bounds(
    one: tuple[int, Bounds], other: tuple[int, Bounds]
) -> None:
    (a, left), (b, right) = one, other
    assert holds(-a, negative(left))
    assert holds(a + b, total(left, right))
    assert holds(a * b, product(left, right))
    assert holds(min(a, b), extreme("min", [left, right]))
    assert holds(max(a, b), extreme("max", [left, right]))
    either = any_of([left, right])
    assert holds(a, either)
    assert holds(b, either)


def test_as_much_is_known_as_can_be() -> None:
    assert negative((1, None)) == (None, -1)
    assert total((1, 2), (3, None)) == (4, None)
    assert product((-2, 3), (4, 5)) == (-10, 15)
    assert product((0, 3), (4, None)) == (0, None)
    assert product((-1, 3), (4, None)) == ANY
    assert any_of([(1, 4), (0, None)]) == (0, None)
    assert any_of([]) == ANY
    assert extreme("min", [(1, 4), (0, None)]) == (0, 4)
    assert extreme("max", [(1, 4), (None, 9)]) == (1, 9)


SMALL = [None, -3, -2, -1, 0, 1, 2, 3]
GREAT = [
    None,
    *(s * (n + d) for n in (2**31, 2**63) for s in (1, -1) for d in (-1, 0, 1)),
]

OPERATIONS: dict[
    str, tuple[Callable[[int, int], int], Callable[[Bounds, Bounds], Bounds]]
] = {
    "+": (lambda a, b: a + b, total),
    "-": (lambda a, b: a - b, lambda a, b: total(a, negative(b))),
    "*": (lambda a, b: a * b, product),
    "/": (lambda a, b: a // b, quotient),
    "/up": (lambda a, b: -(-a // b), lambda a, b: quotient(a, b, up=True)),
    "mod": (lambda a, b: a % b, remainder),
    "min": (min, lambda a, b: extreme("min", [a, b])),
    "max": (max, lambda a, b: extreme("max", [a, b])),
    "abs": (lambda a, _: abs(a), lambda a, _: absolute(a)),
    "negative": (lambda a, _: -a, lambda a, _: negative(a)),
}


def members(bounds: Bounds, near: int) -> list[int]:
    """Numbers within bounds: all of them, or those near an end that there is."""
    low, high = bounds
    if low is None:
        low = (near if high is None else high) - 5
    if high is None:
        high = max(low, near) + 5
    return sorted(
        {*range(low, min(low + 6, high) + 1), *range(max(high - 5, low), high + 1)}
    )


@pytest.mark.parametrize("name", list(OPERATIONS))
def test_every_small_interval_holds_what_its_members_give(name: str) -> None:
    work, bounds_of = OPERATIONS[name]
    ends = [e for e in pairs(SMALL, SMALL) if None in e or e[0] <= e[1]]  # type: ignore[operator]
    for one, other in pairs(ends, ends):
        bounds = bounds_of(one, other)
        for a, b in pairs(members(one, 0), members(other, 0)):
            if b or name not in ("/", "/up", "mod"):
                assert holds(work(a, b), bounds), (one, other, a, b, bounds)


@pytest.mark.parametrize("name", list(OPERATIONS))
def test_intervals_near_the_ends_of_words_hold_too(name: str) -> None:
    work, bounds_of = OPERATIONS[name]
    great = [e for e in pairs(GREAT, GREAT) if None in e or e[0] <= e[1]]  # type: ignore[operator]
    for one, other in pairs(great[::3], [*great[::5], (2, 3), (-3, -2), (-1, 1)]):
        bounds = bounds_of(one, other)
        for a, b in pairs(members(one, 2**31)[::3], members(other, 2**31)[::3]):
            if b or name not in ("/", "/up", "mod"):
                assert holds(work(a, b), bounds), (one, other, a, b, bounds)


def test_divisions_are_known_as_well_as_can_be() -> None:
    assert quotient((-3, 3), (2, 2)) == (-2, 1)
    assert quotient((-3, 3), (2, 2), up=True) == (-1, 2)
    assert quotient((1, 9), (-3, 3)) == (-9, 9)
    assert quotient((0, None), (2, None)) == (0, None)
    assert quotient((1, 2), (0, 0)) == ANY
    assert remainder((0, 2), (5, 9)) == (0, 2)
    assert remainder((-1, 2), (5, 9)) == (0, 8)
    assert remainder((0, 9), (-4, 3)) == (-3, 2)
    assert absolute((-5, 3)) == (0, 5)
    assert absolute((-5, -3)) == (3, 5)
