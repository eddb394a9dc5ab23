"""Whether it makes a difference in which order hidden things were drawn that lie together now.

Players who draw until they hold enough have drawn the last one when they held too little:
what they hold says something of the order, and the order of what they hold. Then none of the
ways by which a component that is seen may have come stands for all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.replaying import replay
from rulesrun.interpreter.memory.ways import Way
from rulesrun.interpreter.runtime.choice_history import SHUFFLE, Event

TRIES = 48
"""So many worlds are tried with two that have changed places."""


def order_matters(memory: Memory, rng: Random) -> bool:
    """Whether worlds go otherwise where two that came to lie together have changed places.

    Tried in worlds of the guide, whether they fit or not: it depends on nothing that the seat
    cannot know.
    """
    recorder, last = memory.recorder, len(memory.stops)
    if not (recorder.together and recorder.is_even):
        return False
    groups = [(sorted(ways), min(n + 1, last)) for ways, n in recorder.together]
    for number in range(TRIES):
        ways, stops = groups[number % len(groups)]
        world = replay(memory, rng, pins=memory.pins, stops=stops)
        one, other = rng.sample(range(len(ways)), 2)
        row = _exchanged(memory, world.events, ways[one], ways[other])
        if row is None:
            continue
        again = replay(memory, rng, row, memory.pins, root=world.root, stops=stops)
        if again.reached != world.reached:
            return True
    return False


def _exchanged(
    memory: Memory, events: Sequence[Event], one: Way, other: Way
) -> list[Event] | None:
    """Events in which what lay at two places lies at the other one; none if nothing changes."""
    row, faces = list(events), memory.watched.faces
    if max(one[0], other[0]) >= len(row):
        return None
    here, there = _lying(row, one), _lying(row, other)
    if here is None or there is None or faces[here] == faces[there]:
        return None
    for (at, place), component in ((one, there), (other, here)):
        value = row[at].value
        if row[at].kind == SHUFFLE:
            value = (*value[:place], component, *value[place + 1 :])
        else:
            value = component
        row[at] = row[at]._replace(value=value)
    return row


def _lying(events: Sequence[Event], way: Way) -> int | None:
    at, place = way
    value = events[at].value
    if events[at].kind != SHUFFLE:
        return int(value)
    return int(value[place]) if place < len(value) else None
