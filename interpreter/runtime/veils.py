"""What stands in a state for what somebody cannot know: to look at it raises Unseen.

How many components lie somewhere is known to all, so a veiled zone has a length; and
what lies in hiding is known not to lie in the open. Of pieces it may be known whether there
are any, though not how many.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from rulesrun.interpreter.runtime.support import Unforeseeable


class Unseen(Unforeseeable):
    """Raised where it comes to what the player who looks ahead cannot know."""


class Veil:
    """What stands for a value that cannot be known."""

    __slots__ = ()


def looked(value: Any) -> Any:
    """A value that is looked at; raises Unseen where it cannot be known."""
    if isinstance(value, Veil):
        raise Unseen
    return value


def _unseen(*_: object) -> NoReturn:
    raise Unseen


class Veiled(Veil):
    """A value that cannot be known."""

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)


class VeiledPlace(Veil):
    """Where a component lies of which only that it lies in one of some zones is known."""

    __slots__ = ("slots",)

    def __init__(self, slots: frozenset[int]) -> None:
        self.slots = slots

    def __eq__(self, slot: object) -> bool:
        if slot.__class__ is int and slot not in self.slots:
            return False
        raise Unseen

    def __ne__(self, slot: object) -> bool:
        return not self == slot

    def __hash__(self) -> int:
        return id(self)


class VeiledZone(tuple[Any, ...]):
    """The components in a zone of which only the number is known."""

    __slots__ = ()

    def __add__(self, other: tuple[Any, ...]) -> VeiledZone:
        return veiled_zone(len(self) + len(other))

    __radd__ = __add__

    def __hash__(self) -> int:
        return id(self)


class Some(Veil):
    """How many pieces there are, where only that there are any is known."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return True

    def __gt__(self, other: object) -> bool:
        if isinstance(other, int) and other < 1:
            return True
        raise Unseen

    def __ge__(self, other: object) -> bool:
        if isinstance(other, int) and other < 2:
            return True
        raise Unseen

    def __ne__(self, other: object) -> bool:
        return self > other

    def __eq__(self, other: object) -> bool:
        return not self > other

    def __lt__(self, other: object) -> bool:
        return not self >= other

    def __le__(self, other: object) -> bool:
        return not self > other

    def __hash__(self) -> int:
        return id(self)


_LOOKS = """
    lt le gt ge bool index int float len iter next getitem contains reversed call
    add sub mul mod floordiv truediv divmod pow lshift rshift and or xor neg pos abs
    invert round radd rsub rmul rmod rfloordiv rtruediv rpow rlshift rrshift rand ror
    rxor str format
    """.split()
for _name in _LOOKS:
    setattr(Veil, f"__{_name}__", _unseen)
for _name in ("eq", "ne"):
    setattr(Veiled, f"__{_name}__", _unseen)
for _name in "eq ne lt le gt ge iter getitem contains reversed mul rmul str".split():
    setattr(VeiledZone, f"__{_name}__", _unseen)
for _name in ("index", "count"):
    setattr(VeiledZone, _name, _unseen)

VEIL = Veiled()
SOME = Some()


def veiled_numbers(content: Any) -> Any:
    """The numbers of pieces of which only whether there are any is known."""
    if isinstance(content, tuple):
        return tuple(SOME if number else 0 for number in content)
    return SOME if content else 0


def hangs_on_hidden(value: object) -> bool:
    """Whether a value, or anything in it, stands for what cannot be known."""
    if isinstance(value, Veil | VeiledZone):
        return True
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, tuple | list | set | frozenset):
        inner = value
    return any(map(hangs_on_hidden, inner))


def veiled_zone(size: int) -> VeiledZone:
    """A zone with so many components that cannot be known."""
    result = _ZONES.get(size)
    if result is None:
        result = _ZONES[size] = VeiledZone((None,) * size)
    return result


_ZONES: dict[int, VeiledZone] = {}
"""By size: all veiled zones of a size are alike."""
