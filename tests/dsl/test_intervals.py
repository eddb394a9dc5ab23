"""Bounds hold whatever the numbers within them are."""

from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.semantics.intervals import (
    ANY,
    Bounds,
    any_of,
    extreme,
    negative,
    product,
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
    assert product((0, 3), (4, None)) == ANY
    assert any_of([(1, 4), (0, None)]) == (0, None)
    assert any_of([]) == ANY
    assert extreme("min", [(1, 4), (0, None)]) == (0, 4)
    assert extreme("max", [(1, 4), (None, 9)]) == (1, 9)
