"""From one world to others, by small changes that the whole memory goes on fitting.

A Markov chain (Metropolis): a change is proposed as often as the one back, and taken by
how likely the two worlds are. Where single changes lead from any world to any other, all
come up as often as they should in the end. A chain never begins with the real world:
for very long it would lean to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from random import Random

from attrs import define, field

from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.mending import Mended, Mender
from rulesrun.interpreter.memory.renaming import renamed
from rulesrun.interpreter.memory.replaying import AnyReplay, replay
from rulesrun.interpreter.memory.watched import Watched
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
)

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


@define(eq=False)
class Chain:
    """Walks from world to world; `world` is where it stands."""

    memory: Memory
    rng: Random
    world: AnyReplay
    proposed: int = 0
    accepted: int = 0
    _hidden: list[int] = field(init=False)
    _events: Sequence[Event] | None = field(default=None, init=False)
    _free: list[int] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._hidden = self.memory.eyes.hidden_components(self.memory.state)

    def step(self) -> None:
        """Propose one change, and take it where it fits."""
        self.proposed += 1
        proposal = self.proposal(self.world.events)
        if proposal is None:
            return
        new, drawn = proposal.events, proposal.drawn
        world, likelihood = (
            replay(self.memory, self.rng, new, root=self.world.root),
            0.0,
        )
        if not world.fits:
            mended = self._mended(proposal)
            if mended is None:
                return
            world, likelihood = mended.world, mended.likelihood
        if len(world.events) != len(new):
            return
        gain = _likelihood(world.events, drawn) - _likelihood(self.world.events, drawn)
        gain -= likelihood
        if gain < 0 and self.rng.random() >= exp(gain):
            return
        self.world = world
        self.accepted += 1

    def _mended(self, proposal: Proposal) -> Mended | None:
        """A world as proposed, in which components lie otherwise too; with what it gains.

        The way back must be as possible: else it would be taken more often than that one.
        """
        if not self.memory.strays or self.rng.random() >= MENDED:
            return None
        before, root = self.world.events, self.world.root
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
        """Other events; none where nothing changes."""
        rng = self.rng
        if events is not self._events:
            self._events = events
            self._free = [
                n for n, e in enumerate(events) if e.kind in (VALUE, KIND, CHOICE)
            ]
        free = self._free
        if free and rng.random() < AGAIN:
            return self._drawn_again(events, free)
        pool = (
            self._hidden
            if self.memory.recorder.is_even or rng.random() < HIDDEN
            else range(len(self.memory.watched.faces))
        )
        groups = self.memory.watched.groups
        if len(pool) < 2 or not events:
            return None
        a = pool[rng.randrange(len(pool))]
        others = [c for c in pool if groups[c] == groups[a]]
        b = others[rng.randrange(len(others))]
        if a == b:
            return None
        start = 0 if rng.random() < 0.6 else rng.randrange(len(events))
        mode, end = rng.randrange(4), len(events)
        if mode == 1:
            end = start + 1
        elif mode == 2:
            end = _next_shuffle_of(events, start, a, b)
        names = {a: b, b: a}
        new, changed = list(events), list[int]()
        for n in range(start, end):
            if mode != 3 or events[n].kind == CHOICE:
                new[n] = renamed(self.memory.watched, events[n], names)
                if new[n].value != events[n].value:
                    changed.append(n)
        return Proposal(new, None, changed, names) if changed else None

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
