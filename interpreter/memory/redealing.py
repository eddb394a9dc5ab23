"""A world that does not fit at a stop, with other hidden things from the stop before on.

What others do says something of several hidden things together: what they pay, of the sum of
what they hold. So those that lie where others may lie change places with these, some at a
time, in the state before the stop that does not look as it did, until it does. Only what was
drawn last of them changes: what was seen before goes on being so.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any

from attrs import define, field

from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.renaming import renamed, renamed_state
from rulesrun.interpreter.memory.replaying import AnyReplay, choice_of, replay
from rulesrun.interpreter.memory.tape import Contradiction, Pins, Tape
from rulesrun.interpreter.runtime.choice_history import CHOICE, DRAW, SHUFFLE, Event
from rulesrun.interpreter.runtime.layout import FORCED, SEED, State

TRIES = 240
"""So often some components change places."""

MOST_PAIRS = 5
"""So many pairs of them at most at a time."""

ASIDE = 0.1
"""How often a change is taken that leads neither further nor back."""

OTHERWISE = 1000
"""So far apart are two stops at which others choose, or something else."""

Chance = tuple[str, int]
"""A shuffle, by its number, or the draws from a bag, by its slot."""


@define(eq=False)
class Redealing:
    """Other hidden things for one world, from the stop before its first contradiction on."""

    memory: Memory
    rng: Random
    world: AnyReplay
    pins: Pins
    _before: AnyReplay = field(init=False)
    _begins: dict[Chance, int] = field(factory=dict, init=False)
    _drawn: dict[int, tuple[Chance, int, int]] = field(factory=dict, init=False)

    def events(self) -> list[Event] | None:
        """Events with which the stop looks as it did, as far as is tried; else none."""
        memory, world = self.memory, self.world
        if not world.reached:
            return None
        self._before = before = replay(
            memory, self.rng, world.events, root=world.root, stops=world.reached
        )
        if not before.fits:
            return None
        state, size = before.state, len(before.events)
        self._look_back(before.events)
        free = self._free(state)
        classes: dict[Any, list[int]] = {}
        for c in free:
            classes.setdefault(self._class(c), []).append(c)
        row, done = list(world.events), list[dict[int, int]]()
        best = self._distance(state, row, size)
        for _ in range(TRIES):
            names = self._names(free, classes, state)
            if not names:
                continue
            trial, other = self._renamed(state, row, names)
            distance = self._distance(trial, other, size)
            if distance < best or (distance == best and self.rng.random() < ASIDE):
                state, row, best = trial, other, distance
                done += ({c: d, d: c} for c, d in names.items() if c < d)
            if best == 0:
                return self._fewest(before.state, done, size)
        return None

    def _fewest(
        self, state: State, done: list[dict[int, int]], size: int
    ) -> list[Event]:
        """The events with only those changes that are needed: others may do harm before."""
        needed = list(done)
        for change in done:
            fewer = [other for other in needed if other is not change]
            if self._distance(*self._changed(state, fewer), size) == 0:
                needed = fewer
        return self._changed(state, needed)[1]

    def _changed(
        self, state: State, changes: Sequence[dict[int, int]]
    ) -> tuple[State, list[Event]]:
        row = list(self.world.events)
        for change in changes:
            state, row = self._renamed(state, row, change)
        return state, row

    def _look_back(self, events: Sequence[Event]) -> None:
        """Find out in which shuffle each component was last, or from which bag it came."""
        for at, event in enumerate(events):
            if event.kind == SHUFFLE:
                self._begins["shuffle", at] = at
                for place, c in enumerate(event.value):
                    self._drawn[c] = ("shuffle", at), at, place
            elif event.kind == DRAW and event.where is not None:
                chance = "draw", event.where
                self._begins.setdefault(chance, at)
                self._drawn[event.value] = chance, at, 0

    def _class(self, component: int) -> Any:
        """Those of one class can have changed places when they were drawn last."""
        group, drawn = (
            self.memory.watched.groups[component],
            self._drawn.get(component),
        )
        if drawn is not None:
            return group, drawn[0]
        where = self.memory.watched.module.layout.locations
        slot = self._before.state[where + component]
        chance = "draw", slot
        return group, chance if chance in self._begins else None

    def _free(self, state: State) -> list[int]:
        """The hidden components of which it is not known where they were drawn last.

        In an order that depends on nothing that only tells copies apart that look alike.
        """
        watched, drawn = self.memory.watched, self._drawn
        places, loose = self.pins.places, self.pins.loose
        where = watched.module.layout.locations
        nowhere = None, -1, -1

        def is_known(component: int) -> bool:
            _, at, place = drawn.get(component, nowhere)
            pin = places.get(at, {}).get(place)
            if pin is None or pin.component is None or (at, place) in loose:
                return False
            return watched.faces[component] in pin.faces  # else it lies there wrongly

        def order(component: int) -> tuple[int, ...]:
            _, at, place = drawn.get(component, nowhere)
            return at, place, watched.faces[component], state[where + component]

        hidden = self.memory.eyes.hidden_components(state)
        return sorted((c for c in hidden if not is_known(c)), key=order)

    def _names(
        self, free: Sequence[int], classes: dict[Any, list[int]], state: State
    ) -> dict[int, int]:
        """Some components of one place that change places with others elsewhere."""
        rng, watched = self.rng, self.memory.watched
        faces, where = watched.faces, watched.module.layout.locations
        names: dict[int, int] = {}
        if not free:
            return names
        slot = state[where + free[rng.randrange(len(free))]]
        mine = [c for c in free if state[where + c] == slot]
        for one in rng.sample(mine, 1 + rng.randrange(min(len(mine), MOST_PAIRS))):
            others = classes[self._class(one)]
            other = others[rng.randrange(len(others))]
            alike = faces[one] == faces[other]
            if not alike and one not in names and other not in names:
                names[one], names[other] = other, one
        return names

    def _distance(self, state: State, row: Sequence[Event], size: int) -> float:
        """How far the stop behind a state is from how it looked; 0 where it is the same."""
        memory, number = self.memory, self.world.reached
        watched = memory.watched
        dice = Dice(self.rng.getrandbits(62))
        tape = Tape(watched, memory.eyes, dice, row, self.pins)
        tape.events, tape.stop = list(row[:size]), number - 1
        trial = state.copy()
        trial[SEED], trial[FORCED] = tape, ()
        machine, step = watched.machine, memory.steps[number - 1]
        try:
            options = machine.options(trial)
            option = choice_of(memory, trial, options, tape, step)
            if option is None:
                return inf
            options = machine.resume(trial, option)
        except (Contradiction, GameFault):
            return inf
        if memory.looks_as(number, trial, options, tape):
            return 0
        wanted, sight = memory.stops[number].sight, memory.eyes.sight(trial, options)
        return 1 + sum(
            OTHERWISE * (one != other) if not at else apart(one, other)
            for at, (one, other) in enumerate(zip(wanted, sight, strict=False))
        )

    def _renamed(
        self, state: State, events: Sequence[Event], names: dict[int, int]
    ) -> tuple[State, list[Event]]:
        """A state and the events, with names from where each pair was drawn on."""
        watched, row = self.memory.watched, list(events)
        for one, other in names.items():
            if one > other:
                continue
            chance = self._class(one)[1]
            first = 0 if chance is None else self._begins[chance]
            pair = {one: other, other: one}
            for at in range(first, len(row)):
                if row[at].kind in (SHUFFLE, DRAW, CHOICE):
                    row[at] = renamed(watched, row[at], pair)
        return renamed_state(watched, state, names), row


def apart(one: Any, other: Any) -> float:
    """How far two values are from each other, of which rows are compared item by item."""
    if one == other:
        return 0
    if isinstance(one, int) and isinstance(other, int):
        return min(abs(one - other), OTHERWISE)
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return sum(map(apart, one, other))
    return 1
