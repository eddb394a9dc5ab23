"""Between which numbers a number lies, and what is worked out of several."""

from collections.abc import Iterable, Sequence

from rulesrun.dsl.semantics.value_types import IntType

Bounds = tuple[int | None, int | None]
"""The least and the greatest; none where there is no bound."""

ANY: Bounds = (None, None)


def declared(kind: object) -> Bounds:
    """The bounds of a type."""
    return (kind.low, kind.high) if isinstance(kind, IntType) else ANY


def negative(one: Bounds) -> Bounds:
    """The bounds of a number with the other sign."""
    low, high = one
    return None if high is None else -high, None if low is None else -low


def total(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of a sum."""
    low, high = (
        None if a is None or b is None else a + b
        for a, b in zip(one, other, strict=True)
    )
    return low, high


def product(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of a product; where one has no bound, only of what is not negative."""
    corners = [a * b for a in one for b in other if a is not None and b is not None]
    if len(corners) == 4:
        return min(corners), max(corners)
    natural = all(low is not None and low >= 0 for low, _ in (one, other))
    return (min(corners), None) if natural else ANY


def quotient(one: Bounds, other: Bounds, *, up: bool = False) -> Bounds:
    """The bounds of a division rounded down, or up; by 0 nothing is divided."""
    if up:
        return negative(quotient(negative(one), other))
    parts = [_shared(one, part) for part in _positive(other)]
    parts += [_shared(negative(one), part) for part in _positive(negative(other))]
    return any_of(parts)


def _positive(one: Bounds) -> list[Bounds]:
    """The part of an interval above 0, if there is one."""
    low, high = one
    if high is not None and high < 1:
        return []
    return [(1 if low is None else max(low, 1), high)]


def _shared(one: Bounds, by: Bounds) -> Bounds:
    """The bounds of a division, rounded down, by numbers above 0."""
    least, most = by
    assert least is not None

    def end(value: int | None, *, upwards: bool) -> int | None:
        if value is None:
            return None
        if (value >= 0) == upwards:  # the smallest divisor leads furthest from 0
            return value // least
        if most is None:
            return 0 if value >= 0 else -1
        return value // most

    return end(one[0], upwards=False), end(one[1], upwards=True)


def remainder(one: Bounds, other: Bounds) -> Bounds:
    """The bounds of what a division leaves: it has the sign of the divisor."""
    low, high = one
    parts: list[Bounds] = []
    for least, most in _positive(other):
        assert least is not None
        is_less = low is not None and high is not None and 0 <= low <= high < least
        parts.append(one if is_less else (0, None if most is None else most - 1))
    for _, most in _positive(negative(other)):
        parts.append((None if most is None else 1 - most, 0))
    return any_of(parts)


def absolute(one: Bounds) -> Bounds:
    """The bounds of how far a number is from 0."""
    low, high = one
    if low is not None and low >= 0:
        return one
    if high is not None and high <= 0:
        return negative(one)
    return 0, None if low is None or high is None else max(-low, high)


def any_of(bounds: Iterable[Bounds]) -> Bounds:
    """The bounds of what is one of several; nothing is known of nothing."""
    each = list(bounds)
    lows, highs = _finite(each)
    return (
        min(lows) if lows and len(lows) == len(each) else None,
        max(highs) if highs and len(highs) == len(each) else None,
    )


def extreme(name: str, bounds: Sequence[Bounds]) -> Bounds:
    """The bounds of the `min` or `max` of some numbers: on its side one bound will do."""
    lows, highs = _finite(bounds)
    low, high = any_of(bounds)
    if name == "min":
        return low, min(highs, default=None)
    return max(lows, default=None), high


def _finite(bounds: Sequence[Bounds]) -> tuple[list[int], list[int]]:
    lows = [low for low, _ in bounds if low is not None]
    return lows, [high for _, high in bounds if high is not None]
