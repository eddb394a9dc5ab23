"""What the nodes of trees have in common: those with the same parts are equal.

attrs would write these methods for every class, each time that a program begins. For
some two hundred classes that takes longer than to read the rules of a game.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from attrs import fields


class Alike:
    """A value that is what its fields are; those with `eq=False` do not count."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        kind: Any = self.__class__
        parts = _compared(kind)
        return bool(parts(self) == parts(other))

    def __hash__(self) -> int:
        kind: Any = self.__class__
        return hash((kind, _compared(kind)(self)))

    def __repr__(self) -> str:
        kind: Any = self.__class__
        names = [a.name for a in fields(kind) if a.repr]
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{kind.__name__}({parts})"


@cache
def _compared(kind: Any) -> Callable[[object], object]:
    names = [a.name for a in fields(kind) if a.eq]
    return attrgetter(*names) if names else _nothing


def _nothing(_: object) -> None:
    return None
