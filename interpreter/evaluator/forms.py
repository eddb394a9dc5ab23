"""The form that values of a type have in the states of a game.

Lists are tuples (or ranges, while they are passed on), sets of enum values, players and
cells are bits, sets of components ascending tuples, other sets frozen sets; bundles are
tuples of amounts, growing grids dicts from places to components.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rulesrun.dsl.semantics.value_types import (
    BundleType,
    CellType,
    ComponentType,
    EnumType,
    GridType,
    ListType,
    PlayerType,
    SetType,
    Type,
    without_none,
)
from rulesrun.interpreter.runtime.support import bits, mask


def is_bits(kind: Type) -> bool:
    """Whether values of that type are sets kept as bits."""
    return isinstance(kind, SetType) and isinstance(
        kind.item, EnumType | PlayerType | CellType
    )


def items(kind: Type, value: Any) -> Sequence[Any]:
    """The items of a collection of that type, in its order."""
    match without_none(kind):
        case SetType(ComponentType()):
            return tuple(value)
        case SetType() if is_bits(without_none(kind)):
            return bits(value)
        case SetType():
            return sorted(value, key=_upwards)
        case BundleType():
            return [at for at, amount in enumerate(value) if amount]
        case GridType():
            return sorted(value)
        case _:
            return value if isinstance(value, range) else tuple(value)


def number_of(kind: Type, value: Any) -> int:
    """How many items a collection has; that can be known without knowing them."""
    counted = is_bits(without_none(kind)) or isinstance(without_none(kind), BundleType)
    return len(items(kind, value) if counted else value)


def is_empty(kind: Type, value: Any) -> bool:
    """Whether there is nothing in a collection."""
    return number_of(kind, value) == 0


def collected(kind: Type, result: Iterable[Any]) -> Any:
    """A list, set or tuple of these items."""
    match without_none(kind):
        case SetType(ComponentType()):
            return tuple(sorted(set(result)))
        case SetType() if is_bits(without_none(kind)):
            return mask(result)
        case SetType():
            return frozenset(result)
        case _:
            return tuple(result)


def settled(kind: Type, value: Any) -> Any:
    """A value to be kept: a range becomes a list."""
    if isinstance(value, range) and isinstance(without_none(kind), ListType):
        return tuple(value)
    return value


def _upwards(item: Any) -> Any:
    """What is not there comes first."""
    if isinstance(item, tuple):
        return tuple(map(_upwards, item))
    return (item is not None, item if item is not None else 0)
