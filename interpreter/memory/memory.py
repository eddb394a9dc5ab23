"""What a seat knows of a game by what it has seen: what worlds are sought by."""

from __future__ import annotations

import time
from collections.abc import Iterable
from operator import eq
from random import Random
from typing import Literal

from attrs import define, evolve, field

from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.memory.compiled import SECRET, Compiled, Unwritten
from rulesrun.interpreter.memory.narrowing import Narrowing
from rulesrun.interpreter.memory.sights import Sights, Untrue
from rulesrun.interpreter.memory.stretches import Stretch
from rulesrun.interpreter.memory.tape import Pins
from rulesrun.interpreter.memory.trials import Trials
from rulesrun.interpreter.memory.watched import Watched
from rulesrun.interpreter.runtime.choice_history import (
    Line,
    Root,
)
from rulesrun.interpreter.runtime.layout import (
    SEED,
    State,
)

NUMBERS = 2
"""So much is known of what lies in a hidden place: how much, and perhaps the kinds."""


class NoWorld(Exception):
    """No world was found that fits what a seat has seen; `replays` is how many were tried."""

    def __init__(self, replays: int) -> None:
        super().__init__(
            f"no world was found in {replays} tries that fits what the seat has seen"
        )
        self.replays = replays

    def __reduce__(self) -> tuple[type[NoWorld], tuple[int]]:
        return NoWorld, (self.replays,)


@define(eq=False)
class Memory(Sights):
    """What a seat has seen, and what it knows by that of all that happened out of its sight.

    Other events are tried at each stop, to find out which would have looked the same.
    """

    _pins: Pins | None = field(default=None, init=False)
    _drawn: Pins | None = field(default=None, init=False)
    """What is known of events, by one of several ways."""
    _compiled: Compiled | Literal[False] | None = field(default=None, init=False)
    trials: Trials = field(init=False)
    stretches: list[Stretch] = field(factory=list, init=False)
    """What happened from each stop to the next one, to be carried out again."""
    likeliest: float | None = field(default=None, init=False)
    """The greatest weight of guided worlds, once it has been looked for."""
    narrowing: Narrowing = field(init=False)
    strays: int = field(default=0, init=False)
    """How many guided worlds brought others before the seat than it saw."""
    is_in_order: bool = field(default=False, init=False)
    """Whether it makes a difference in which order hidden things were drawn, by trials."""
    _until: float | None = field(default=None, init=False)

    def extend(self, line: Line, until: float | None = None) -> bool:
        """Go on to the end of a longer line; false where it is no longer one of this.

        Raises Untrue, and NoWorld where a time is over, by the clock `time.perf_counter`: it
        goes on from there the next time.
        """
        self._until = until
        return super().extend(line)

    def _prepare(self) -> None:
        self.trials, self.narrowing = Trials(self), Narrowing(self)

    def _begun(self) -> None:
        self.trials.begun()

    def _follow(self, link: Line) -> None:
        if self._until is not None and time.perf_counter() > self._until:
            raise NoWorld(0)
        self.likeliest, self.strays, self.is_in_order = None, 0, False
        self._drawn = None
        self.narrowing.asked.clear()
        self._pins = self.recorder.pins.needs = None
        super()._follow(link)

    def _chosen(self, before: State, followed: frozenset[int]) -> None:
        self.trials.add(before, followed)

    def _came(
        self,
        stretch: Stretch,
        silent: dict[int, tuple[int, int]],
        untold: list[tuple[int, int, tuple[int, ...]]],
    ) -> None:
        self.stretches.append(stretch)
        if untold and self.steps[-1].kind != SECRET:
            for move in self.trials.known_moves(stretch, untold):
                self.recorder.spent(*move)
        self.trials.stopped(stretch)
        if silent:
            self.trials.look_at_silent(stretch, silent)

    @property
    def compiled(self) -> Compiled | None:
        """Replays of it in machine code; none where the game is not compiled."""
        if self._compiled is None:
            if self.watched.engine() is None:
                return None  # it may be compiled later
        elif self._compiled is False:
            return None
        try:
            if self._compiled is None:
                self._compiled = Compiled(self, self.watched.engine())
            self._compiled.follow()
        except Unwritten:
            self._compiled = False
            return None
        return self._compiled

    @property
    def pins(self) -> Pins:
        """What is known of events, with what has been found out of hidden components.

        Of several ways that something can have come by one is taken, the same each time.
        """
        if self._pins is None:
            if self._drawn is None:
                self._drawn = self._by_ways(Random(0))
            self._pins = self.narrowing.pins(self._drawn)
        return self._pins

    def guide(self, rng: Random) -> Pins:
        """The same, with ways drawn anew where it makes a difference which one it was."""
        if not self.draws_ways:
            return self.pins
        return self.narrowing.pins(self._by_ways(rng))

    @property
    def draws_ways(self) -> bool:
        """Whether it makes a difference by which of several ways something came."""
        return self.recorder.ways.alternatives and not self.is_even

    @property
    def is_even(self) -> bool:
        """Whether whichever way something came stands for all others by which it may have."""
        return self.recorder.is_even and not self.is_in_order

    def draw_ways(self, rng: Random) -> bool:
        """Take others of several ways for good, if there are any, and not each time anyway."""
        if not (self.recorder.ways.alternatives and self.is_even):
            return False
        self._drawn, self._pins = self._by_ways(rng), None
        return True

    def _by_ways(self, rng: Random) -> Pins:
        recorder = self.recorder
        seen = recorder.pins
        if seen.needs is None:
            seen.needs = recorder.needs()
        if not recorder.ways.alternatives:
            return seen
        places, loose, number = recorder.ways.drawn(Dice(rng.getrandbits(62)))
        for at, pins in recorder.inferred.items():
            places[at] = {**pins, **places.get(at, {})}
        return evolve(seen, places=places, weight=number, loose=loose)

    def narrow(self, stops: Iterable[int]) -> bool:
        """Find out more at these stops; whether there was anything."""
        self._pins = None
        return self.narrowing.ask(stops, self.stretches)

    def widen(self) -> None:
        """Leave out what has been found out at stops."""
        self._pins = None
        self.narrowing.asked.clear()

    def likeness(self, number: int, state: State) -> float:
        """How much of that stop looks as the seat saw it, from 0 up to, not quite, 1."""
        wanted = self.stops[number].sight
        sight = self.eyes.sight(state, ())
        same, size, begins_so = 0, 1, True
        for one, other in zip(wanted, sight, strict=False):
            parts = isinstance(one, tuple) and isinstance(other, tuple)
            size += 1 + (len(one) if parts else 1)
            same += sum(map(eq, one, other)) if parts else one == other
            if parts and len(one) == NUMBERS:  # what comes first is to be right first
                begins_so &= one == other
                same += begins_so
        return same / size


def memory_of(
    watched: Watched, line: Line, seat: int, until: float | None = None
) -> Memory:
    """The memory of a seat; it goes on from where it was, if that is before.

    Raises Untrue, and NoWorld where a time is over.
    """
    root = line.root
    with root.lock:
        root.sights.pop(seat, None)  # from now on memory says what has been seen
        memory: Memory | None = root.memories.get(seat)
        try:
            if memory is not None and memory.extend(line, until):
                return memory
            memory = root.memories[seat] = Memory(watched, seat, line)
            memory.extend(line, until)
        except Untrue:
            root.memories.pop(seat, None)
            raise
        return memory


def memory_in(
    watched: Watched,
    line: Line | None,
    state: State,
    seat: int,
    until: float | None = None,
) -> Memory:
    """The memory of a seat in a state to which a line is said to lead.

    Where it does not, or there is no line, memory begins with the state. Raises NoWorld
    where a time is over, by the clock `time.perf_counter`.
    """
    if line is not None:
        try:
            memory = memory_of(watched, line, seat, until)
            if memory.is_of(state):
                return memory
        except Untrue:
            pass
    root = Root(state[SEED], state=state.copy())
    return memory_of(watched, Line(root), seat)
