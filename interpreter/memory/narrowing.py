"""Which faces what lies hidden can have, by what it did at a stop.

A hint, a sum, a claim that was called true: what is seen may say something of a component
that nobody has shown. Others are tried in its place, each by itself, with the others dealt
anew. That takes time, so it is done only for stops at which worlds of the guide fail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from attrs import define, evolve, field

from rulesrun.interpreter.memory.stops import Remembered
from rulesrun.interpreter.memory.stretches import DEALT, Stretch, Stretches
from rulesrun.interpreter.memory.tape import Pin, Pins
from rulesrun.interpreter.runtime.layout import State

MOST_FACES = 40
"""So many components are tried in place of one: of others nothing is known."""

FEW_FACES = 3
"""If none of so many makes a difference, no others are tried."""

MOST_HELD = 60
"""Of so many hidden components of players it is asked what they can be."""

Places = dict[tuple[int, int], frozenset[int]]
"""The faces that fit, by the number of an event and a place in it."""


def fitting(
    again: Stretches, of: Stretch, component: int, hidden: Collection[int]
) -> frozenset[int] | None:
    """The faces with which a stretch could have looked as it did; none if all are.

    `hidden` are the components that may lie in its place.
    """
    memory = again.memory
    faces, groups = memory.watched.faces, memory.watched.groups
    by_face: dict[int, int] = {}
    for other in sorted({component, *hidden}):
        if groups[other] == groups[component]:
            by_face.setdefault(faces[other], other)
    begins, end = of.real, of.end
    row = memory.events[of.event :]
    apart = Stretch(
        begins, of.step, of.event, of.followed | {component}, end, option=of.option
    )
    alike = set(by_face)  # also those that are not tried
    for tried, (face, other) in enumerate(by_face.items()):
        if tried == MOST_FACES or (tried == FEW_FACES and len(alike) == len(by_face)):
            break
        if face == faces[component]:
            continue
        names = {component: other, other: component}
        if again.shows(apart, row, len(row), DEALT, names):
            alike.remove(face)
    return frozenset(alike) if len(alike) < len(by_face) else None


@define(eq=False)
class Narrowing:
    """What is known of the faces of hidden components, for the stops it was asked of.

    What is known of a stop is worked out once; where worlds begin to be sought, nothing is
    asked yet, so that they depend on nothing that was asked before.
    """

    memory: Remembered
    _by_stop: dict[int, Places] = field(factory=dict)
    asked: set[int] = field(factory=set)

    def ask(self, stops: Iterable[int], stretches: list[Stretch]) -> bool:
        """Look at these stops, too; whether that says anything new."""
        is_new = False
        for stop in sorted(set(stops) - self.asked):
            if stop < 1:
                continue
            self.asked.add(stop)
            if stop not in self._by_stop:
                self._by_stop[stop] = self._looked_at(stretches[stop - 1])
            is_new |= bool(self._by_stop[stop])
        return is_new

    def pins(self, seen: Pins) -> Pins:
        """What is known of events, and this."""
        if not self.asked:
            return seen
        places = {at: dict(pins) for at, pins in seen.places.items()}
        for stop in sorted(self.asked):
            for (at, place), faces in self._by_stop[stop].items():
                pins = places.setdefault(at, {})
                before = pins.get(place)
                if before is None:
                    pins[place] = Pin(faces, stop, None)
                elif before.component is None and before.faces & faces:
                    pins[place] = Pin(before.faces & faces, stop, None)
        return evolve(seen, places=places)

    def _looked_at(self, of: Stretch) -> Places:
        memory, before = self.memory, of.real.state
        assert before is not None
        hidden = set(memory.eyes.hidden_components(before)) - of.followed
        again = Stretches(memory)
        places: Places = {}
        for component in self._held(hidden, before)[:MOST_HELD]:
            way = memory.recorder.way_before(component, of.event)
            if way is None or way[1] in memory.recorder.pins.places.get(way[0], {}):
                continue
            faces = fitting(again, of, component, hidden)
            if faces is not None:
                places[way] = faces
        return places

    def _held(self, hidden: Collection[int], before: State) -> list[int]:
        """Those of the components that players hold."""
        watched = self.memory.watched
        owned = set[int]().union(*watched.owned.values())
        where = watched.module.layout.locations
        return [c for c in sorted(hidden) if before[where + c] in owned]
