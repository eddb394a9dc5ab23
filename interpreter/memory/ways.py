"""By which events components came to where they lie, as far as a seat can tell them apart.

A seat that sees a card leave a hand does not know at which place of the shuffled pack it
had lain: any of those that went into that hand. So the way by which it came is drawn among
theirs, each time that a world is guided, and what really came by that way is taken to have
come by the other one. Nothing of it hangs on which one it really was.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.memory.tape import Pin

Way = tuple[int, int]
"""The number of an event, and a place in it."""

Places = dict[int, dict[int, Pin]]
"""What is known to have lain at places of events, by their numbers."""


class Sighting(NamedTuple):
    """It is seen where a component lies, behind so many events.

    It lay beside those until then, and nobody could tell it from them.
    """

    component: int
    events: int
    beside: Set[int]


class Exchange(NamedTuple):
    """Each of two components is taken to have come by the way of the other one."""

    one: int
    other: int
    events: int


@define(eq=False)
class Ways:
    """The events that each component went through, and when it was seen.

    Attributes:
        faces: What each component looks like.
        alternatives: Whether something was seen that may have come by several ways.
    """

    faces: Sequence[int]
    alternatives: bool = field(default=False, init=False)
    _of: dict[int, list[Way]] = field(factory=dict, init=False)
    _log: list[Sighting | Exchange] = field(factory=list, init=False)
    _last: dict[int, int] = field(factory=dict, init=False)
    """At which stop a component was seen last."""
    _chances: dict[int, Any] = field(factory=dict, init=False)
    _beside: dict[Way, Set[int]] = field(factory=dict, init=False)
    _whole: dict[Any, Set[int]] = field(factory=dict, init=False)

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

    def seen(
        self, component: int, stop: int, events: int, beside: Set[int] | None
    ) -> None:
        """The seat knows where a component lies, behind so many events.

        It lay beside those until then; none where it was known where it lay.
        """
        self._last[component] = stop
        if beside is not None:
            self._log.append(Sighting(component, events, beside))
            self.alternatives |= len(beside) > 1

    def exchange(self, one: int, other: int, events: int) -> None:
        """Each is taken to have come by the way of the other one."""
        self._log.append(Exchange(one, other, events))

    def drawn(self, dice: Dice) -> tuple[Places, set[Way], float]:
        """Where what was seen lay, by ways that are drawn.

        With it the ways in place of which others would have done as well, before those by
        which it came last; and of how many rows of ways this is one.
        """
        drawing = _Drawing(dice, self._of, self._chances, self._beside, self._whole)
        for entry in self._log:
            if isinstance(entry, Exchange):
                drawing.exchange(*entry)
            else:
                drawing.sees(*entry)
        faces = [frozenset((face,)) for face in self.faces]
        places: Places = {}
        for (at, place), c in drawing.lying.items():
            places.setdefault(at, {})[place] = Pin(faces[c], self._last[c], c)
        return places, drawing.loose, drawing.number


@define(eq=False)
class _Drawing:
    """Ways that are drawn, from the first event on.

    Attributes:
        real: By which events components really came.
        others: By which a component is taken to have come first, and from which of the real
            ones on these go on.
        lying: What is taken to have lain at places of events.
        loose: Before the last ways those of which there were several.
        number: Of how many rows of ways this is one.
    """

    dice: Dice
    real: dict[int, list[Way]]
    chances: dict[int, Any]
    beside: dict[Way, Set[int]]
    whole: dict[Any, Set[int]]
    others: dict[int, tuple[list[Way], int]] = field(factory=dict, init=False)
    lying: dict[Way, int] = field(factory=dict, init=False)
    loose: set[Way] = field(factory=set, init=False)
    number: float = field(default=1.0, init=False)

    def exchange(self, one: int, other: int, events: int) -> None:
        mine, theirs = self._before(one, events), self._before(other, events)
        for component, ways in ((one, theirs), (other, mine)):
            self._comes(component, ways, events)
            for way in ways:
                if way in self.lying:
                    self.lying[way] = component

    def sees(self, component: int, events: int, beside: Set[int]) -> None:
        """Let one have come by one of the ways by which those beside it came.

        Going back from event to event, as those beside it were others there. Where all that
        took part in an event came beside it later, nothing is said of its place there.
        """
        top, group, is_last = events, beside, True
        lying = self.lying
        while True:
            mine = self._before(component, top)
            if not mine or mine[-1] in lying:
                return
            way, is_loose = mine[-1], False
            if len(group) > 1:
                rows = [(way, component, mine)]
                for other in group:
                    if other != component:
                        theirs = self._before(other, top)
                        if theirs and theirs[-1] not in lying:
                            rows.append((theirs[-1], other, theirs))
                rows.sort()
                way, other, theirs = rows[self.dice.below(len(rows))]
                self.number *= len(rows)
                is_loose = len(rows) > 1 and not is_last
                if other != component:
                    self._comes(component, theirs, top)
                    self._comes(other, mine, top)
            if is_last or not self._are_all(group, way):
                lying[way] = component
                if is_loose:
                    self.loose.add(way)
            top, group, is_last = way[0], self.beside[way], False

    def _before(self, component: int, events: int) -> list[Way]:
        """The ways by which a component came before an event."""
        first, begin = self.others.get(component, ((), 0))
        ways = [*first, *self.real.get(component, ())[begin:]]
        while ways and ways[-1][0] >= events:
            ways.pop()
        return ways

    def _comes(self, component: int, ways: list[Way], events: int) -> None:
        """Let it have come by those ways, in place of those before an event."""
        first, begin = self.others.get(component, ([], 0))
        later = [way for way in first if way[0] >= events]
        real = self.real.get(component, ())
        while not later and begin < len(real) and real[begin][0] < events:
            begin += 1
        self.others[component] = [*ways, *later], begin

    def _are_all(self, group: Set[int], of: Way) -> bool:
        """Whether all that took part in an event, and are not known there, are of a group."""
        chance = self.chances[of[0]]
        rest = self.whole[chance] - group
        if not rest:
            return True
        seen = {c for way, c in self.lying.items() if self.chances[way[0]] == chance}
        return rest <= seen
