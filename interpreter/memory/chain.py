"""From one world to others, by small changes that the whole memory goes on fitting.

A Markov chain (Metropolis): a change is proposed as often as the one back, and taken by
how likely the two worlds are. Where single changes lead from any world to any other, all
come up as often as they should in the end. A chain never begins with the real world:
for very long it would lean to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import exp, inf, log
from random import Random

from attrs import define, field

from rulesrun.interpreter.memory.compiled import (
    ONLY_CHOICES,
    ONLY_THERE,
    UP_TO_A_SHUFFLE,
    CompiledReplay,
    Exchange,
    Unwritten,
)
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.mending import Mended, Mender
from rulesrun.interpreter.memory.renaming import renamed
from rulesrun.interpreter.memory.replaying import AnyReplay, replay
from rulesrun.interpreter.memory.tape import Pins
from rulesrun.interpreter.memory.watched import Watched
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
)

REDRAWN = (VALUE, KIND, CHOICE)
"""Kinds of events that can be drawn again."""

MODES = 4
"""Of so many an exchange has one."""

AGAIN = 0.25
"""How often one value or secret choice is drawn again, where there are any."""

MENDED = 0.5
"""How often a change that does not fit is mended, where that can help."""

HIDDEN = 0.5
"""How often only components that lie hidden now change places, where it is not always."""


@define(eq=False)
class Proposal:
    """Other events.

    Attributes:
        events: They.
        drawn: Which one of them was drawn again.
        changed: The numbers of those that are others.
        names: Which components have changed places in these, if any have.
    """

    events: list[Event]
    drawn: int | None
    changed: list[int]
    names: dict[int, int]

    def back(
        self, watched: Watched, before: Sequence[Event], events: Sequence[Event]
    ) -> list[Event]:
        """Events with the same change made back: `before` are those without it."""
        row = list(events)
        for at in self.changed:
            if self.names:
                row[at] = renamed(watched, row[at], self.names)
            else:
                row[at] = row[at]._replace(value=before[at].value)
        return row


Change = Exchange | Proposal
"""Two components that change places, or other events."""


@define(eq=False)
class Chain:
    """Walks from world to world; `world` is where it stands."""

    memory: Memory
    rng: Random
    world: AnyReplay
    mends: bool = False
    """Whether others can have come before the seat than it saw."""
    proposed: int = 0
    accepted: int = 0
    _hidden: list[int] = field(init=False)
    _others: dict[tuple[bool, int], list[int]] = field(factory=dict, init=False)
    """Those that one of a group can change places with, all or of those that lie hidden."""
    _free: list[int] | None = field(default=None, init=False)
    """The events that can be drawn again: the same in all worlds that it comes to."""
    _values: bool = field(default=False, init=False)
    """Whether some of them are likelier to come out in one way than in another."""

    _weighs: bool = field(default=False, init=False)
    """Whether it counts how many copies there were where others chose openly: what they chose
    stays at its place where only what is hidden changes places.
    """
    _weight: float = field(default=1.0, init=False)
    """By how much the world is more likely for that."""

    def __attrs_post_init__(self) -> None:
        self._hidden = self.memory.eyes.hidden_components(self.memory.state)

    def step(self) -> None:
        """Propose one change, and take it where it fits."""
        self.proposed += 1
        if self._free is None:
            kinds = [event.kind for event in self.world.events]
            self._free = [n for n, kind in enumerate(kinds) if kind in REDRAWN]
            self._values = any(kinds[n] != CHOICE for n in self._free)
            recorder = self.memory.recorder
            self._weighs = bool(self.memory.is_even and recorder.copies)
            if self._weighs:
                of = self.world
                again = replay(self.memory, self.rng, of.events, root=of.root)
                self._weight = again.weight
        change = self._change(None, self._free)
        if change is None:
            return
        before, likelihood = self.world, 0.0
        if isinstance(change, Exchange):
            world = exchanged(self.memory, self.rng, before, change)
        else:
            root = before.root
            world = replay(self.memory, self.rng, change.events, root=root)
        if world is None:
            return
        if not world.fits:
            mended = self._mended(change)
            if mended is None:
                forget(world)
                return
            world, likelihood = mended.world, mended.likelihood
        gain = self._gain(world, change) - likelihood
        if gain == -inf or (gain < 0 and self.rng.random() >= exp(gain)):
            forget(world)
            return
        self.world, self._weight = world, world.weight
        self.accepted += 1

    def _gain(self, world: AnyReplay, change: Change) -> float:
        """How much likelier chance brings a world than the one that it stands at.

        Minus infinity where other things happen in it.
        """
        if size_of(world) != size_of(self.world):
            return -inf
        gain = 0.0
        if self._weighs:
            gain = log(world.weight) - log(self._weight)
        if self._values:
            drawn = None if isinstance(change, Exchange) else change.drawn
            gain += _likelihood(world.events, drawn)
            gain -= _likelihood(self.world.events, drawn)
        return gain

    def _mended(self, change: Change) -> Mended | None:
        """A world as proposed, in which components lie otherwise too; with what it gains.

        The way back must be as possible: else it would be taken more often than that one.
        """
        if not self.mends or self.rng.random() >= MENDED:
            return None
        before, root = self.world.events, self.world.root
        proposal = self._proposed(change, before)
        if proposal is None:
            return None
        mender = Mender(self.memory, self.rng)
        there = mender.there(proposal.events, root)
        if there is None:
            return None
        events = there.world.events
        if any(
            one.kind != other.kind or len(one.ways) != len(other.ways)
            for one, other in zip(events, before, strict=False)
        ):
            return None
        reverse = proposal.back(self.memory.watched, before, events)
        back = mender.back(reverse, root, before)
        if back is None:
            return None
        return Mended(there.world, there.likelihood - back)

    def proposal(self, events: Sequence[Event]) -> Proposal | None:
        """Other events than some; none where nothing changes."""
        free = [n for n, event in enumerate(events) if event.kind in REDRAWN]
        change = self._change(events, free)
        return self._proposed(change, events) if change else None

    def change(self, of: AnyReplay, free: Sequence[int]) -> Change | None:
        """A change of a world, of which these events can be drawn again."""
        self.world = of
        return self._change(None, free)

    def _proposed(self, change: Change, events: Sequence[Event]) -> Proposal | None:
        if isinstance(change, Proposal):
            return change
        return exchanged_events(self.memory.watched, events, change)

    def _change(
        self, events: Sequence[Event] | None, free: Sequence[int]
    ) -> Change | None:
        """A change of events, those of the world where there are none."""
        rng, groups = self.rng, self.memory.watched.groups
        if free and rng.random() < AGAIN:
            events = self.world.events if events is None else events
            return self._drawn_again(events, free)
        count = size_of(self.world) if events is None else len(events)
        is_hidden = self.memory.is_even or rng.random() < HIDDEN
        pool = self._hidden if is_hidden else range(len(groups))
        if len(pool) < 2 or not count:
            return None
        a = pool[rng.randrange(len(pool))]
        others = self._others.get((is_hidden, groups[a]))
        if others is None:
            others = [c for c in pool if groups[c] == groups[a]]
            self._others[is_hidden, groups[a]] = others
        b = others[rng.randrange(len(others))]
        if a == b:
            return None
        start = 0 if rng.random() < 0.6 else rng.randrange(count)
        return Exchange(a, b, start, rng.randrange(MODES))

    def _drawn_again(
        self, events: Sequence[Event], free: Sequence[int]
    ) -> Proposal | None:
        rng, new = self.rng, list(events)
        at = free[rng.randrange(len(free))]
        event = events[at]
        if event.kind == KIND and rng.random() < 0.7:
            other = free[rng.randrange(len(free))]
            if events[other].kind != KIND or events[other].value == event.value:
                return None
            new[at] = event._replace(value=events[other].value)
            new[other] = events[other]._replace(value=event.value)
            return Proposal(new, None, [at, other], {})
        if not event.ways:
            return None
        way = event.ways[rng.randrange(len(event.ways))]
        value = (event.value[0], way) if event.kind == CHOICE else way
        if value == event.value:
            return None
        new[at] = event._replace(value=value)
        return Proposal(new, at, [at], {})


def exchanged(
    memory: Memory,
    rng: Random,
    of: AnyReplay,
    exchange: Exchange,
    pins: Pins | None = None,
    stops: int | None = None,
    *,
    lenient: bool = False,
) -> AnyReplay | None:
    """The world in which two components are exchanged; none where it is the same.

    What happens behind its events is drawn, by `pins` where there are any.
    """
    if isinstance(of, CompiledReplay):
        with suppress(Unwritten):
            return of.compiled.exchanged(
                rng.getrandbits(62),
                of,
                exchange,
                pins=pins,
                stops=stops,
                lenient=lenient,
            )
    proposal = exchanged_events(memory.watched, of.events, exchange)
    if proposal is None:
        rng.getrandbits(62)  # as machine code does before it knows
        return None
    return replay(
        memory,
        rng,
        proposal.events,
        pins,
        root=of.root,
        stops=stops,
        lenient=lenient,
    )


def forget(world: AnyReplay) -> None:
    """Nobody asks for a replay any more."""
    if isinstance(world, CompiledReplay):
        world.compiled.done(world)


def size_of(world: AnyReplay) -> int:
    """How many events there are in a world."""
    return world.size if isinstance(world, CompiledReplay) else len(world.events)


def exchanged_events(
    watched: Watched, events: Sequence[Event], exchange: Exchange
) -> Proposal | None:
    """Events in which two components are exchanged; none where that changes nothing."""
    a, b, start, mode = exchange
    end = len(events)
    if mode == ONLY_THERE:
        end = start + 1
    elif mode == UP_TO_A_SHUFFLE:
        end = _next_shuffle_of(events, start, a, b)
    names, new, changed = {a: b, b: a}, list(events), list[int]()
    for n in range(start, end):
        if mode != ONLY_CHOICES or events[n].kind == CHOICE:
            new[n] = renamed(watched, events[n], names)
            if new[n].value != events[n].value:
                changed.append(n)
    return Proposal(new, None, changed, names) if changed else None


def _next_shuffle_of(events: Sequence[Event], start: int, a: int, b: int) -> int:
    """The next shuffle behind an event in which both components are."""
    for n in range(start + 1, len(events)):
        if events[n].kind == SHUFFLE and a in events[n].value and b in events[n].value:
            return n
    return len(events)


def _likelihood(events: Sequence[Event], drawn: int | None) -> float:
    """The logarithm of how likely chance is to bring these, but for the one drawn again.

    That one was proposed as often as chance brings it.
    """
    total = 0.0
    for n, event in enumerate(events):
        if event.kind in (VALUE, KIND) and n != drawn and event.ways:
            total += log(event.ways.count(event.value) / len(event.ways))
    return total
