"""The form that values of a type have in the states of a game.

Lists are tuples (or ranges, while they are passed on), sets of enum values, players and
cells are bits, sets of components ascending tuples, other sets frozen sets; bundles are
tuples of amounts, growing grids dicts from places to components.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.runtime.support import bits, mask


def is_bits(kind: t.Type) -> bool:
    """Whether values of that type are sets kept as bits."""
    return isinstance(kind, t.SetType) and isinstance(
        kind.item, t.EnumType | t.PlayerType | t.CellType
    )


def items(kind: t.Type, value: Any) -> Sequence[Any]:
    """The items of a collection of that type, in its order."""
    match t.without_none(kind):
        case t.SetType(t.ComponentType()):
            return tuple(value)
        case t.SetType() if is_bits(t.without_none(kind)):
            return bits(value)
        case t.SetType():
            return sorted(value, key=_upwards)
        case t.BundleType():
            return [at for at, amount in enumerate(value) if amount]
        case t.GridType():
            return sorted(value)
        case _:
            return value if isinstance(value, range) else tuple(value)


def number_of(kind: t.Type, value: Any) -> int:
    """How many items a collection has; that can be known without knowing them."""
    counted = is_bits(t.without_none(kind)) or isinstance(
        t.without_none(kind), t.BundleType
    )
    return len(items(kind, value) if counted else value)


def is_empty(kind: t.Type, value: Any) -> bool:
    """Whether there is nothing in a collection."""
    return number_of(kind, value) == 0


def collected(kind: t.Type, result: Iterable[Any]) -> Any:
    """A list, set or tuple of these items."""
    match t.without_none(kind):
        case t.SetType(t.ComponentType()):
            return tuple(sorted(set(result)))
        case t.SetType() if is_bits(t.without_none(kind)):
            return mask(result)
        case t.SetType():
            return frozenset(result)
        case _:
            return tuple(result)


def settled(kind: t.Type, value: Any) -> Any:
    """A value to be kept: a range becomes a list."""
    if isinstance(value, range) and isinstance(t.without_none(kind), t.ListType):
        return tuple(value)
    return value


def _upwards(item: Any) -> Any:
    """What is not there comes first."""
    if isinstance(item, tuple):
        return tuple(map(_upwards, item))
    return (item is not None, item if item is not None else 0)
