"""By which events components came to where they lie, as far as a seat can tell them apart.

A seat that sees a card leave a hand does not know at which place of the shuffled pack it
had lain: any of those that went into that hand. Which of them it is taken to be must hang on
nothing that the seat does not know, else two games that are the same to it would deal
different worlds. So it is the first of those places, and the card that really lay there is
taken to have come by the way of the one that was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

Way = tuple[int, int]
"""The number of an event, and a place in it."""

LATER = 1 << 62
"""In place of the number of an event, behind all of them."""


class Ways:
    """The events that each component went through, the first one first."""

    def __init__(self) -> None:
        self._of: dict[int, list[Way]] = {}
        self._chances: dict[int, Any] = {}
        self._beside: dict[Way, Set[int]] = {}
        self._whole: dict[Any, Set[int]] = {}

    def __getitem__(self, component: int) -> list[Way]:
        """Those of one component, the last one last."""
        return self._of.get(component, [])

    def add(self, component: int, way: Way, chance: Any, beside: Set[int]) -> None:
        """A component goes through an event.

        `chance` is the same for events in which components could have changed places, as for
        all draws from a bag into which nothing is put between them. `beside` are those that
        nobody could tell from it just before.
        """
        self._of.setdefault(component, []).append(way)
        self._chances[way[0]] = chance
        self._beside[way] = beside
        self._whole.setdefault(chance, beside)

    def before(self, component: int, event: int) -> Way | None:
        """The last event before one that had a component, and the place in it."""
        return max((way for way in self[component] if way[0] < event), default=None)

    def exchange(self, one: int, other: int) -> None:
        """Each is taken to have come by the way of the other one."""
        mine, theirs = self[one], self[other]
        self._of[one], self._of[other] = theirs, mine

    def settle(
        self, component: int, beside: Set[int], is_known: Callable[[Way], bool]
    ) -> tuple[int | None, dict[Way, bool]]:
        """Let one have come by the first of the ways by which those beside it came.

        Going back from event to event, as those beside it were others there. Gives the one
        beside it that has taken its way, if any has, and the ways of which something is said
        if it is known which one it is, with whether others would have done as well. Where
        all that took part in an event came beside it later, nothing is said of its place
        there.
        """
        first: int | None = None
        says: dict[Way, bool] = {}
        top, group, is_last = LATER, beside, True
        while True:
            mine = self._index(component, top)
            if mine < 0 or is_known(self[component][mine]):
                return first, says
            best, chosen, ways = self[component][mine], None, 1
            chance = self._chances[best[0]]
            for other in group - {component}:
                theirs = self._index(other, top)
                if theirs < 0 or is_known(self[other][theirs]):
                    continue
                way = self[other][theirs]
                if self._chances[way[0]] != chance:
                    continue  # what was seen on the way may tell one way from the other
                ways += 1
                if way < best:
                    best, chosen = way, (other, theirs)
            if chosen is not None:
                other, theirs = chosen
                self._of[other][theirs], self._of[component][mine] = (
                    self[component][mine],
                    best,
                )
                first = other if is_last else first
            if is_last or not self._are_all(group, best, is_known):
                says[best] = ways > 1 and not is_last
            top, is_last = best[0], False
            group = self._beside[best]

    def _are_all(
        self, group: Set[int], of: Way, is_known: Callable[[Way], bool]
    ) -> bool:
        """Whether all that took part in an event, and are not known there, are of a group."""
        chance = self._chances[of[0]]
        for component in self._whole[chance] - group:
            ways = (w for w in self[component] if self._chances[w[0]] == chance)
            if not any(map(is_known, ways)):
                return False
        return True

    def _index(self, component: int, top: int) -> int:
        """Which of the ways of a component is the last one before an event; else -1."""
        ways = self[component]
        at = len(ways) - 1
        while at >= 0 and ways[at][0] >= top:
            at -= 1
        return at
