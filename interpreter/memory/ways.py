"""By which events components came to where they lie, as far as a seat can tell them apart.

A seat that sees a card leave a hand does not know at which place of the shuffled pack it
had lain: any of those that went into that hand. So the way by which it came is drawn among
theirs, each time that a world is guided, and what really came by that way is taken to have
come by the other one. Nothing of it depends on which one it really was.

More than 400 lines: what is noted of ways stands beside how rows of them are drawn.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from operator import itemgetter
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


class Came(NamedTuple):
    """By which way a component came last, if by any, and in which event it waited or came.

    `waited` are those from which was chosen in that event where it waited, itself among them.
    """

    way: Way | None
    at: int
    waited: Set[int] | None

    def apart(self, of: Ways) -> tuple[int, int]:
        """What tells it from others that came: those that one choice left are all the same.

        So are those that were chosen together.
        """
        if self.waited is not None or self.way is None:
            return self.at, -1
        return self.at, 0 if self.at in of.choices else self.way[1]


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
    choices: set[int] = field(factory=set, init=False)
    """The events that are choices in secret."""
    left: dict[Way, Set[int]] = field(factory=dict, init=False)
    """Of such an event, and a component that waited in it: from which was chosen."""
    whole: dict[Any, Set[int]] = field(factory=dict, init=False)
    _waited: dict[int, list[int]] = field(factory=dict, init=False)
    """Choices in secret at which a component may have been chosen, and was not."""
    _came: dict[tuple[Set[int], int], Sequence[int]] = field(factory=dict, init=False)

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

    def waits(self, component: int, event: int, beside: Set[int]) -> None:
        """A component may have been chosen in an event, as those beside it, and was not."""
        self._waited.setdefault(component, []).append(event)
        self.left[event, component] = beside

    def last(self, component: int, events: int) -> Way | None:
        """By which event, before so many, a component really came."""
        ways = self._of.get(component, ())
        at = bisect_left(ways, (events, -1))
        return ways[at - 1] if at else None

    def came(self, group: Set[int], events: int) -> Sequence[int]:
        """Those of a group that really came by an event, or waited in one, before so many.

        What is said of past events stays as it is.
        """
        came = self._came.get((group, events))
        if came is None:
            came = [
                c
                for c in group
                if self.last(c, events) is not None or self.waited(c, events) >= 0
            ]
            self._came[group, events] = came
        return came

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
    _plays: dict[int, Parts] = field(factory=dict, init=False)
    """Up to which times each plays which part; where none is said, its own."""
    _before: list[tuple[int, Parts | None]] = field(factory=list, init=False)
    """What has changed since the last component was seen, as it was."""
    _settled: dict[int, tuple[int, int]] = field(factory=dict, init=False)
    """At which time it was known which part a component plays, and which."""

    def exchange(self, one: int, other: int, events: int) -> None:
        """Let each of two that look alike have been the other one until now."""
        self.swap(one, other, 2 * events - 1)
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
        self._before.clear()
        for attempt in range(ATTEMPTS):
            free = attempt < ATTEMPTS - 1
            walk = _Walk(self, component, 2 * events - 1, free)
            if walk.goes(beside):
                self.lying.update(walk.lying)
                self.loose |= walk.loose
                self.number *= walk.number
                break
            self._back()
        self._settled[component] = 2 * events - 1, component

    def _back(self) -> None:
        """Let all play the parts that they did before the last one was seen."""
        while self._before:
            component, parts = self._before.pop()
            if parts is None:
                del self._plays[component]
            else:
                self._plays[component] = parts

    def part(self, component: int, time: int) -> int:
        """The part that a component plays at a time."""
        parts = self._plays.get(component)
        if parts is None:
            return component
        return parts[1][bisect_left(parts[0], time)]

    def players(self, time: int) -> dict[int, int]:
        """By which components parts are played at a time, if not their own."""
        return {self.part(c, time): c for c in self._plays}

    def came(self, component: int, time: int) -> Came:
        """By which way a component came last before a time, in the parts that it plays."""
        of = self.of
        ends, parts = self._plays.get(component, ((NEVER,), (component,)))
        number = bisect_left(ends, time)
        last: tuple[int, Set[int] | None] | None = None
        while True:
            since = ends[number - 1] if number else NEVER_YET
            part, events = parts[number], (time + 1) // 2
            way = of.last(part, events)
            at = max(-1 if way is None else way[0], of.waited(part, events))
            here = at, None if way and way[0] == at else of.left.get((at, part))
            if last is None and 2 * at >= since:
                last = here
            if not number or (way is not None and 2 * way[0] >= since):
                return Came(way, *(last or here))
            number, time = number - 1, since

    def swap(self, one: int, other: int, time: int) -> None:
        """Let each of two play the part of the other one up to a time."""
        (mine, my_rest), (theirs, their_rest) = (
            self._split(c, time) for c in (one, other)
        )
        for c, first, rest in ((one, theirs, my_rest), (other, mine, their_rest)):
            self._before.append((c, self._plays.get(c)))
            self._plays[c] = first[0] + rest[0], first[1] + rest[1]

    def _split(self, component: int, time: int) -> tuple[Parts, Parts]:
        """The parts that a component plays up to a time, and later."""
        ends, parts = self._plays.get(component, ((NEVER,), (component,)))
        at = bisect_left(ends, time)
        rest = at + (ends[at] == time)
        return ((*ends[:at], time), parts[: at + 1]), (ends[rest:], parts[rest:])

    def settled(self, component: int) -> tuple[int, int] | None:
        """At which time it was known which part a component plays, and which; or none."""
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


NEVER_YET = -2
"""A time before all events."""

NEVER = 1 << 60
"""A time behind all events. Just before event n it is 2 n, and between two it is odd."""

Parts = tuple[tuple[int, ...], tuple[int, ...]]
"""Rising times, and which part is played up to each of them."""


class _Blocked(Exception):
    """No row of ways goes on from here."""


@define(eq=False)
class _Walk:
    """One row of ways by which a component may have come, from where it is seen back."""

    drawing: _Drawing
    component: int
    time: int
    is_free: bool
    """Whether it may go another way than it is taken to have gone."""
    lying: dict[Way, int] = field(factory=dict, init=False)
    loose: set[Way] = field(factory=set, init=False)
    number: float = field(default=1.0, init=False)
    _displaced: list[tuple[int, int]] = field(factory=list, init=False)
    """What plays another part than before, and up to which time."""
    _steps: int = field(default=0, init=False)

    def goes(self, beside: Set[int]) -> bool:
        """Whether it leads to what was known before."""
        try:
            self._back(self.component, self.time, beside, is_seen=True)
            while (
                self._displaced
            ):  # the latest first: it may put the earlier ones right
                latest = max(self._displaced, key=itemgetter(1))
                self._displaced.remove(latest)
                self._back(*latest, frozenset(), is_seen=False)
        except _Blocked:
            return False
        return True

    def _back(
        self, component: int, time: int, group: Set[int], *, is_seen: bool
    ) -> None:
        """From event to event back; what is seen lies at the places that it comes by."""
        of, drawing = self.drawing.of, self.drawing
        since, wanted = drawing.settled(component) or (0, None)
        # What was seen at the same time has changed the parts of those beside it.
        group = frozenset(drawing.part(c, time) for c in group)
        is_last, several = True, False
        while True:
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise _Blocked
            if wanted is not None and 2 * drawing.came(component, time).at < since:
                if drawing.part(component, since + 1) == wanted:
                    return  # nothing has happened since
            if is_seen and self.is_free and len(group) > 1:
                several |= self._draws(component, time, group)
            elif wanted is not None and wanted in group:
                self._plays(component, wanted, time)
            came = drawing.came(component, time)
            if 2 * came.at < since:  # it was seen behind all that went before
                if wanted is not None and drawing.part(component, since + 1) != wanted:
                    raise _Blocked
                return
            way, time = came.way, 2 * came.at
            if came.waited is not None:
                group = came.waited
                continue
            if way is None:
                return
            if is_seen:
                lies_there = self.lying.get(way, drawing.lying.get(way))
                if lies_there is not None and lies_there != component:
                    raise _Blocked
                if is_last or not drawing.are_all(group, way, self.lying):
                    self.lying[way] = component
                    if several and not is_last:
                        self.loose.add(way)
            group, is_last, several = of.beside[way], False, False

    def _draws(self, component: int, time: int, group: Set[int]) -> bool:
        """Let it play one of the parts in a group; whether there are several."""
        of, lying, settled = self.drawing.of, self.drawing.lying, self.drawing.settled
        came = of.came(group, (time + 1) // 2)
        if not came:
            return False
        since, wanted = settled(component) or (0, None)
        own = component if wanted is None else wanted
        if own in group and own not in came:
            self._plays(component, own, time)  # it lay there from the beginning
            return False
        players = self.drawing.players(time)
        rows = list[tuple[tuple[int, int], int]]()
        for part in came:
            player = players.get(part, part)
            last = self.drawing.came(player, time)
            way = None if last.waited is not None else last.way
            if way is None and last.waited is None:
                continue
            if player != component:
                if (settled(player) or (0, None))[0] >= time:
                    continue
                if way is not None and (
                    lying.get(way, component) != component or way in self.lying
                ):
                    continue
            if part == wanted or 2 * last.at >= since:
                rows.append((last.apart(of), part))
        if not rows:
            return False
        rows.sort()
        # One that can only go back to its own part draws as little as one that plays it.
        apart, part = rows[self.drawing.dice.below(len(rows)) if len(rows) > 1 else 0]
        same = [other for there, other in rows if there == apart]
        self.number *= len(rows) / len(same)
        self._plays(component, own if own in same else part, time)
        return len(rows) > len(same)

    def _plays(self, component: int, part: int, time: int) -> None:
        """Let it play a part until then, and who does so its own."""
        if self.drawing.part(component, time) == part:
            return
        other = self.drawing.players(time).get(part, part)
        settled = self.drawing.settled(other)
        if settled is not None:
            if settled[0] >= time:
                raise _Blocked
            self._displaced.append((other, time))
        self.drawing.swap(component, other, time)
