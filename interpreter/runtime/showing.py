"""What rules have shown to players since the last choice: kept with the news."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rulesrun.interpreter.runtime.layout import NEWS, State
from rulesrun.interpreter.runtime.support import bits
from rulesrun.interpreter.runtime.veils import Unseen, hangs_on_hidden, looked

ORDERED = ("deck", "pile", "row")
"""Kinds of zones in which the place of a component says something."""


class Lying(NamedTuple):
    """A component that was shown: in which slot it lay, and at which place from 0.

    The place is none where there is no order.
    """

    component: int
    slot: int
    place: int | None


class Shown(NamedTuple):
    """Something that was shown to some seats, to all where there are none said.

    It is what lay in a slot, or components, wherever they lay.
    """

    to: frozenset[int] | None
    slot: int | None
    content: Any
    components: tuple[Lying, ...]

    def is_for(self, seat: int | None) -> bool:
        """Whether a seat has been shown it; none sees everything, below 0 what all see."""
        return seat is None or self.to is None or seat in self.to

    def is_still(self, state: State, where: int) -> bool:
        """Whether it is so in a state; `where` is the first slot of the places."""
        if self.slot is not None:
            return bool(state[self.slot] == self.content)
        return all(state[where + one.component] == one.slot for one in self.components)


class Announced(NamedTuple):
    """An announcement with values, or to some seats: all, where there are none said."""

    text: int
    values: tuple[Any, ...]
    to: frozenset[int] | None

    def is_for(self, seat: int | None) -> bool:
        """Whether a seat hears it; none hears everything, below 0 what all hear."""
        return seat is None or self.to is None or seat in self.to


def announced(news: Iterable[Any]) -> int:
    """How many of the news were announced to everybody."""
    return sum(not isinstance(one, Shown) and _is_to_all(one) for one in news)


def _is_to_all(one: int | Announced) -> bool:
    return isinstance(one, int) or one.to is None


def still_shown(state: State, where: int, seat: int) -> list[bool]:
    """Of all that has been shown to a seat since the last choice, whether it is still so."""
    news = (one for one in state[NEWS] if isinstance(one, Shown))
    return [one.is_still(state, where) for one in news if one.is_for(seat)]


def told_text(text: int, values: Sequence[Any], to: Any) -> Announced:
    """An announcement; raises Unseen where it depends on what cannot be known."""
    if any(map(hangs_on_hidden, values)):
        raise Unseen
    return Announced(text, tuple(values), _seats(to))


def shown_slot(slot: int, content: Any, to: Any) -> Shown:
    """What lies in a slot; raises Unseen where that cannot be known."""
    if hangs_on_hidden(content):
        raise Unseen
    return Shown(_seats(to), slot, content, ())


def shown_components(
    state: State, where: int, kinds: Sequence[str | None], items: Any, to: Any
) -> Shown:
    """Components, where they lie in a state; `where` is the first slot of their places."""
    result = []
    for component in _members(items):
        slot = looked(state[where + component])
        place = None
        if kinds[slot] in ORDERED:
            place = state[slot].index(component)
        result.append(Lying(component, slot, place))
    return Shown(_seats(to), None, None, tuple(result))


def _seats(to: Any) -> frozenset[int] | None:
    return None if to is None else frozenset(_members(to))


def _members(items: Any) -> Iterable[int]:
    return bits(items) if isinstance(items, int) else items
