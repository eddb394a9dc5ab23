"""Where hidden things came from: pieces into stocks, components to where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any

from rulesrun.interpreter.memory.watched import Watched


class Stocks:
    """Which kinds of pieces must have been drawn into hidden stocks, as some were spent.

    Pieces of a kind are all alike: one that is spent, and was not known to be there, is
    taken to be the first of those drawn that is not spoken for.
    """

    def __init__(self, watched: Watched, pins: dict[int, frozenset[Any]]) -> None:
        self._initial = watched.module.layout.initial
        self._pins = pins
        self._known: dict[int, list[int]] = {}
        self._events: dict[int, list[int]] = {}

    def _numbers(self, slot: int) -> list[int]:
        if slot not in self._known:
            self._known[slot] = list(self._initial[slot])  # type: ignore[call-overload]
        return self._known[slot]

    def put(self, slot: int, numbers: Sequence[int]) -> None:
        """Pieces that all have seen come into a hidden stock."""
        numbers_there = self._numbers(slot)
        for kind, number in enumerate(numbers):
            numbers_there[kind] += number

    def drawn(self, slot: int, event: int) -> None:
        """A piece of which nothing is known comes into it."""
        self._events.setdefault(slot, []).append(event)

    def take(self, slot: int, numbers: Sequence[int]) -> bool:
        """Pieces that all see go out of it; whether this says anything of draws."""
        numbers_there, events = self._numbers(slot), self._events.get(slot, [])
        says = False
        for kind, number in enumerate(numbers):
            there = min(number, max(0, numbers_there[kind]))
            numbers_there[kind] -= there
            for _ in range(number - there):
                at = next((e for e in events if e not in self._pins), None)
                if at is None:
                    break
                events.remove(at)
                self._pins[at] = frozenset((kind,))
                says = True
        return says


class Origins:
    """How components came to where they lie, as far as that tells them apart.

    Two of the same origin have been shuffled together and moved together since: whatever
    can be of the one can be of the other.
    """

    def __init__(self) -> None:
        self._of: dict[int, tuple[Any, ...]] = {}
        self._shuffle: dict[int, tuple[Any, int]] = {}
        self._last = -1

    def shuffled(self, components: Iterable[int], event: Any, stop: int) -> None:
        """They lie in an order of chance now, by an event, or by a bag and its epoch."""
        for component in components:
            last = self._shuffle.get(component)
            if last is None or last[0] != event:
                self._of[component] = (event,)
                self._shuffle[component] = event, stop

    def moved(self, component: int, stop: int, slot: int) -> None:
        """It went to a slot."""
        before = hash(self._of.get(component))
        self._of[component] = before, stop, slot

    def seen(self, component: int) -> None:
        """It is known which one it is."""
        self._of[component] = ("seen", component)

    def exchange(self, one: int, other: int) -> None:
        """Each is taken for the other one."""
        for row in (self._of, self._shuffle):
            by_component: dict[int, Any] = row
            mine, theirs = by_component.pop(one, None), by_component.pop(other, None)
            if theirs is not None:
                by_component[one] = theirs
            if mine is not None:
                by_component[other] = mine

    def constrained(self, stop: int) -> None:
        """Somebody has done what need not be possible with any components."""
        self._last = stop

    def meet(self, components: Set[int], slot: int, stop: int) -> None:
        """They lie together, hidden: one origin, if nothing has told them apart before."""
        if not self.differ(components):
            return
        shuffles = {self._shuffle.get(c) for c in components}
        if len(shuffles) > 1:
            return
        shuffle = shuffles.pop()
        if shuffle is not None and shuffle[1] > self._last:
            for component in components:
                self._of[component] = ("met", shuffle, slot, stop)

    def differ(self, components: Iterable[int]) -> bool:
        """Whether they are of more than one origin."""
        return len({self._of.get(c) for c in components}) > 1

    def of_the_same(self, component: int, others: Iterable[int]) -> list[int]:
        """Those that are of the same origin as one, in order."""
        mine = self._of.get(component)
        return sorted(c for c in others if self._of.get(c) == mine)
