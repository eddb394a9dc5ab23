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

LATER = 1 << 62
"""In place of the number of an event, behind all of them."""


class Passage(NamedTuple):
    """A component goes through an event; `beside` are those like it just before."""

    component: int
    way: Way


class Sighting(NamedTuple):
    """It is seen where a component lies, at a stop; it lay beside those until then."""

    component: int
    face: int
    stop: int
    beside: Set[int]


class Exchange(NamedTuple):
    """Each of two components is taken to have come by the way of the other one."""

    one: int
    other: int


@define(eq=False)
class Ways:
    """The events that each component went through, and when it was seen.

    Attributes:
        alternatives: Whether something was seen that may have come by several ways.
    """

    alternatives: bool = field(default=False, init=False)
    _log: list[Passage | Sighting | Exchange] = field(factory=list, init=False)
    _chances: dict[int, Any] = field(factory=dict, init=False)
    _beside: dict[Way, Set[int]] = field(factory=dict, init=False)
    _whole: dict[Any, Set[int]] = field(factory=dict, init=False)

    def add(self, component: int, way: Way, chance: Any, beside: Set[int]) -> None:
        """A component goes through an event.

        `chance` is the same for events in which components could have changed places, as for
        all draws from a bag into which nothing is put between them. `beside` are those that
        nobody could tell from it just before.
        """
        self._log.append(Passage(component, way))
        self._chances[way[0]] = chance
        self._beside[way] = beside
        self._whole.setdefault(chance, beside)

    def seen(self, component: int, face: int, stop: int, beside: Set[int]) -> None:
        """The seat knows where a component lies, which lay beside those until now."""
        self._log.append(Sighting(component, face, stop, beside))
        self.alternatives |= len(beside) > 1

    def exchange(self, one: int, other: int) -> None:
        """Each is taken to have come by the way of the other one."""
        self._log.append(Exchange(one, other))

    def drawn(self, dice: Dice) -> tuple[Places, float]:
        """Where what was seen lay, by ways that are drawn, and by how many there were."""
        drawing = _Drawing(dice, self._chances, self._beside, self._whole)
        for entry in self._log:
            match entry:
                case Passage(component, way):
                    drawing.of.setdefault(component, []).append(way)
                case Sighting():
                    drawing.sees(entry)
                case Exchange(one, other):
                    drawing.exchange(one, other)
        return drawing.places, drawing.number


@define(eq=False)
class _Drawing:
    """Ways that are drawn, from the first event on."""

    dice: Dice
    chances: dict[int, Any]
    beside: dict[Way, Set[int]]
    whole: dict[Any, Set[int]]
    of: dict[int, list[Way]] = field(factory=dict, init=False)
    places: Places = field(factory=dict, init=False)
    number: float = field(default=1.0, init=False)

    def exchange(self, one: int, other: int) -> None:
        of = self.of
        of[one], of[other] = of.get(other, []), of.get(one, [])

    def sees(self, sighting: Sighting) -> None:
        component, face, stop, beside = sighting
        says = self._settled(component, beside)
        faces = frozenset((face,))
        for way in self.of.get(component, ()):
            if way in says or self._is_known(way):
                pins = self.places.setdefault(way[0], {})
                pins[way[1]] = Pin(faces, stop, component)

    def _settled(self, component: int, beside: Set[int]) -> list[Way]:
        """Let one have come by one of the ways by which those beside it came.

        Going back from event to event, as those beside it were others there. Gives the ways
        of which something is said if it is known which one it is: where all that took part
        in an event came beside it later, nothing is said of its place there.
        """
        says: list[Way] = []
        top, group, is_last = LATER, beside, True
        while True:
            mine = self._index(component, top)
            if mine < 0 or self._is_known(self.of[component][mine]):
                return says
            rows = [(self.of[component][mine], component, mine)]
            for other in group:
                theirs = -1 if other == component else self._index(other, top)
                if theirs >= 0 and not self._is_known(self.of[other][theirs]):
                    rows.append((self.of[other][theirs], other, theirs))
            rows.sort()
            way, other, theirs = rows[self.dice.below(len(rows))]
            self.number *= len(rows)
            if other != component:
                self._swap(component, mine, other, theirs)
            if is_last or not self._are_all(group, way):
                says.append(way)
            top, group, is_last = way[0], self.beside[way], False

    def _swap(self, one: int, mine: int, other: int, theirs: int) -> None:
        """Let two components have come each by the way of the other one up to there."""
        ours, others = self.of[one], self.of[other]
        self.of[one] = others[: theirs + 1] + ours[mine + 1 :]
        self.of[other] = ours[: mine + 1] + others[theirs + 1 :]

    def _is_known(self, way: Way) -> bool:
        return way[1] in self.places.get(way[0], ())

    def _are_all(self, group: Set[int], of: Way) -> bool:
        """Whether all that took part in an event, and are not known there, are of a group."""
        chance = self.chances[of[0]]
        for component in self.whole[chance] - group:
            ways = (w for w in self.of[component] if self.chances[w[0]] == chance)
            if not any(map(self._is_known, ways)):
                return False
        return True

    def _index(self, component: int, top: int) -> int:
        """Which of the ways of a component is the last one before an event; else -1."""
        ways: Sequence[Way] = self.of.get(component, ())
        at = len(ways) - 1
        while at >= 0 and ways[at][0] >= top:
            at -= 1
        return at
