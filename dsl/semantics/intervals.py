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
    """The bounds of a product; nothing is known unless both are bounded."""
    corners = [a * b for a in one for b in other if a is not None and b is not None]
    return (min(corners), max(corners)) if len(corners) == 4 else ANY


def any_of(found: Iterable[Bounds]) -> Bounds:
    """The bounds of what is one of several; nothing is known of nothing."""
    each = list(found)
    lows, highs = _known(each)
    return (
        min(lows) if lows and len(lows) == len(each) else None,
        max(highs) if highs and len(highs) == len(each) else None,
    )


def extreme(name: str, found: Sequence[Bounds]) -> Bounds:
    """The bounds of the `min` or `max` of some numbers: on its side one bound will do."""
    lows, highs = _known(found)
    low, high = any_of(found)
    if name == "min":
        return low, min(highs, default=None)
    return max(lows, default=None), high


def _known(found: Sequence[Bounds]) -> tuple[list[int], list[int]]:
    lows = [low for low, _ in found if low is not None]
    return lows, [high for _, high in found if high is not None]
