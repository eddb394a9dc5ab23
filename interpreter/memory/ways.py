"""By which events components came to where they lie, as far as a seat can tell them apart.

A seat that sees a card leave a hand does not know at which place of the shuffled pack it
had lain: any of those that went into that hand. So the way by which it came is drawn among
theirs, each time that a world is guided, and what really came by that way is taken to have
come by the other one. Nothing of it hangs on which one it really was.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.memory.tape import Pin

ATTEMPTS = 12
"""So many rows of ways are drawn for what is seen; then it came as it is taken to have."""

MOST_STEPS = 60
"""So many events back one of them goes at most, with those that it displaces."""

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
    chances: dict[int, Any] = field(factory=dict, init=False)
    beside: dict[Way, Set[int]] = field(factory=dict, init=False)
    whole: dict[Any, Set[int]] = field(factory=dict, init=False)
    _waited: dict[int, list[int]] = field(factory=dict, init=False)
    """Choices in secret at which a component may have been chosen, and was not."""

    def add(self, component: int, way: Way, chance: Any, beside: Set[int]) -> None:
        """A component goes through an event.

        `chance` is the same for events in which components could have changed places, as for
        all draws from a bag into which nothing is put between them. `beside` are those that
        nobody could tell from it just before.
        """
        self._of.setdefault(component, []).append(way)
        self.chances[way[0]] = chance
        self.beside[way] = beside
        self.whole.setdefault(chance, beside)

    def waits(self, component: int, event: int) -> None:
        """A component may have been chosen in an event, and was not."""
        self._waited.setdefault(component, []).append(event)

    def last(self, component: int, events: int) -> Way | None:
        """By which event, before so many, a component really came."""
        ways = self._of.get(component, ())
        at = bisect_left(ways, (events, -1))
        return ways[at - 1] if at else None

    def waited(self, component: int, events: int) -> int:
        """In which event, before so many, it may have been chosen and was not; or -1."""
        row = self._waited.get(component, ())
        at = bisect_left(row, events)
        return row[at - 1] if at else -1

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
        drawing = _Drawing(dice, self)
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

    Each component is called what it really is; before an event each plays the part of one of
    them. Who plays which changes at events, among those that nobody could tell apart there.

    Attributes:
        lying: What is taken to have lain at places of events.
        loose: Before the last ways those of which there were several.
        number: Of how many rows of ways this is one.
    """

    dice: Dice
    of: Ways
    lying: dict[Way, int] = field(factory=dict, init=False)
    loose: set[Way] = field(factory=set, init=False)
    number: float = field(default=1.0, init=False)
    _swaps: list[tuple[int, int, int]] = field(factory=list, init=False)
    """Before so many events, each of two plays the part of the other one."""
    _settled: dict[int, tuple[int, int]] = field(factory=dict, init=False)
    """Behind how many events it is known which part a component plays, and which."""

    def exchange(self, one: int, other: int, events: int) -> None:
        """Let each of two that look alike have been the other one until now."""
        self._swaps.append((events, one, other))
        for way, component in self.lying.items():
            if way[0] < events and component in (one, other):
                self.lying[way] = other if component == one else one
        parts = {one: self._settled.pop(other, None)}
        parts[other] = self._settled.pop(one, None)
        self._settled.update({c: part for c, part in parts.items() if part})

    def sees(self, component: int, events: int, beside: Set[int]) -> None:
        """Let one have come by one of the ways by which those beside it came.

        Going back from event to event, as those beside it were others there. Where all that
        took part in an event came beside it later, nothing is said of its place there. What
        was known of a component before stays: a row of ways that cannot be is drawn again.
        """
        swaps = len(self._swaps)
        for attempt in range(ATTEMPTS):
            walk = _Walk(self, component, events, attempt < ATTEMPTS - 1)
            if walk.goes(beside):
                self.lying.update(walk.lying)
                self.loose |= walk.loose
                self.number *= walk.number
                break
            del self._swaps[swaps:]
        self._settled[component] = events, component

    def parts(self, event: int) -> dict[int, int]:
        """The parts of components just before an event; of others it is their own."""
        parts: dict[int, int] = {}
        for until, one, other in self._swaps:
            if until >= event:
                mine, theirs = parts.get(one, one), parts.get(other, other)
                parts[one], parts[other] = theirs, mine
        return parts

    def swap(self, one: int, other: int, event: int) -> None:
        """Let each of two play the part of the other one before an event."""
        self._swaps.append((event, one, other))

    def settled(self, component: int) -> tuple[int, int] | None:
        """Behind how many events it is known which part it plays, and which; or none."""
        return self._settled.get(component)

    def are_all(self, group: Set[int], of: Way, lying: dict[Way, int]) -> bool:
        """Whether all that took part in an event, and are not known there, are of a group."""
        ways = self.of
        chance = ways.chances[of[0]]
        rest = ways.whole[chance] - group
        if not rest:
            return True
        there = (*self.lying.items(), *lying.items())
        return rest <= {c for way, c in there if ways.chances[way[0]] == chance}


class _Blocked(Exception):
    """No row of ways goes on from here."""


@define(eq=False)
class _Walk:
    """One row of ways by which a component may have come, from where it is seen back."""

    drawing: _Drawing
    component: int
    events: int
    is_free: bool
    """Whether it may go another way than it is taken to have gone."""
    lying: dict[Way, int] = field(factory=dict, init=False)
    loose: set[Way] = field(factory=set, init=False)
    number: float = field(default=1.0, init=False)
    _displaced: list[tuple[int, int]] = field(factory=list, init=False)
    """What plays another part than before, and before which event."""
    _steps: int = field(default=0, init=False)

    def goes(self, beside: Set[int]) -> bool:
        """Whether it leads to what was known before."""
        try:
            self._back(self.component, self.events, beside, is_seen=True)
            while self._displaced:
                self._back(*self._displaced.pop(), frozenset(), is_seen=False)
        except _Blocked:
            return False
        return True

    def _back(
        self, component: int, event: int, group: Set[int], *, is_seen: bool
    ) -> None:
        """From event to event back; what is seen lies at the places that it comes by."""
        of, settled = self.drawing.of, self.drawing.settled(component)
        since, wanted = settled or (0, None)
        is_last = True
        while True:
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise _Blocked
            parts = self.drawing.parts(event)
            rows = 1
            if is_seen and self.is_free and len(group) > 1:
                rows = self._draws(component, event, group, parts)
            elif wanted is not None and wanted in group:
                self._plays(component, wanted, event, parts)
            part = self.drawing.parts(event).get(component, component)
            way = of.last(part, event)
            waited = of.waited(part, event)
            at = max(-1 if way is None else way[0], waited)
            if at < since:  # it was seen behind all that went before
                if wanted is not None and part != wanted:
                    raise _Blocked
                return
            if at < 0:
                return
            if way is None or waited > way[0]:
                around = of.beside[waited, 0]
                group = around & {wanted}
                event = waited
                continue
            if is_seen:
                lies_there = self.lying.get(way, self.drawing.lying.get(way))
                if lies_there is not None and lies_there != component:
                    raise _Blocked
                if is_last or not self.drawing.are_all(group, way, self.lying):
                    self.lying[way] = component
                    if rows > 1 and not is_last:
                        self.loose.add(way)
            event, group, is_last = way[0], of.beside[way], False

    def _draws(
        self, component: int, event: int, group: Set[int], parts: dict[int, int]
    ) -> int:
        """Let it play one of the parts in a group; of how many that can be."""
        of, lying = self.drawing.of, self.drawing.lying
        since, wanted = self.drawing.settled(component) or (0, None)
        players = {part: c for c, part in parts.items()}
        rows = []
        for part in group:
            player, way = players.get(part, part), of.last(part, event)
            if way is None:
                continue
            if player != component:
                settled = self.drawing.settled(player)
                if settled is not None and settled[0] > event:
                    continue
                if lying.get(way, component) != component or way in self.lying:
                    continue
            if part != wanted and max(way[0], of.waited(part, event)) < since:
                continue
            rows.append((way, part))
        if not rows:
            return 1
        rows.sort()
        _, part = rows[self.drawing.dice.below(len(rows))]
        self.number *= len(rows)
        self._plays(component, part, event, parts)
        return len(rows)

    def _plays(
        self, component: int, part: int, event: int, parts: dict[int, int]
    ) -> None:
        """Let it play a part before an event, and who does so its own."""
        if parts.get(component, component) == part:
            return
        players = {p: c for c, p in parts.items()}
        other = players.get(part, part)
        settled = self.drawing.settled(other)
        if settled is not None:
            if settled[0] > event:
                raise _Blocked
            self._displaced.append((other, event))
        self.drawing.swap(component, other, event)
