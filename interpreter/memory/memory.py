"""What a seat has seen of a game, derived from the line of a position.

The game is carried out again behind the seat's veil. At each stop (a decision, the end)
the memory keeps what the seat saw, and what it saw move since the stop before; from this
follows what is known of events: where a component is seen, its whole way is known.

More than 400 lines: what is seen is kept, and looked at for what it says, in one place.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from operator import eq
from random import Random
from typing import Any, ClassVar, Literal

from attrs import define, evolve, field

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.knowledge.recalled import Recalled
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.carried import elsewhere
from rulesrun.interpreter.memory.compiled import OPEN, OWN, SECRET, Compiled, Unwritten
from rulesrun.interpreter.memory.disclosed import Secrets
from rulesrun.interpreter.memory.narrowing import Narrowing
from rulesrun.interpreter.memory.recording import Recorder
from rulesrun.interpreter.memory.stops import Step, Stop
from rulesrun.interpreter.memory.stretches import Beginning, Stretch
from rulesrun.interpreter.memory.tape import Contradiction, Pins, Tape
from rulesrun.interpreter.memory.trials import Trials
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.choice_history import (
    Event,
    Line,
    Root,
)
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    COUNTER,
    DECISION,
    FORCED,
    FRAMES,
    NEWS,
    SEED,
    Frames,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.showing import Shown

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


class Untrue(ValueError):
    """A line does not lead to the state that it is said to lead to."""


@define(eq=False)
class Memory:
    """What a seat has seen of a game, from the root of `line` on up to where that ends.

    `state` and `options` are the real ones there. Only the root of the first line counts:
    `extend` goes on.
    """

    tries: ClassVar[type[Trials]] = Trials
    """What finds out what has shown to the seat; what it saw at the stops depends not on it."""

    watched: Watched
    seat: int
    line: Line
    eyes: Eyes = field(init=False)
    recorder: Recorder = field(init=False)
    state: State = field(init=False)
    options: Sequence[RawOption] = field(init=False)
    stops: list[Stop] = field(factory=list, init=False)
    lying: list[dict[int, Any]] = field(factory=list, init=False)
    """For each stop the components that the seat saw, by the slots in which they lay."""
    steps: list[Step] = field(factory=list, init=False)
    _pins: Pins | None = field(default=None, init=False)
    _drawn: Pins | None = field(default=None, init=False)
    """What is known of events, by one of several ways."""
    _compiled: Compiled | Literal[False] | None = field(default=None, init=False)
    trials: Trials = field(init=False)
    stretches: list[Stretch] = field(factory=list, init=False)
    """What happened from each stop to the next one, to be carried out again."""
    secrets: Secrets | None = field(default=None, init=False)
    likeliest: float | None = field(default=None, init=False)
    """The greatest weight of guided worlds, once it has been looked for."""
    narrowing: Narrowing = field(init=False)
    strays: int = field(default=0, init=False)
    """How many guided worlds brought others before the seat than it saw."""
    is_in_order: bool = field(default=False, init=False)
    """Whether it makes a difference in which order hidden things were drawn, by trials."""

    def __attrs_post_init__(self) -> None:
        """Raises Untrue."""
        root = self.line.root
        self.eyes = self.watched.eyes(self.seat)
        self.recorder = Recorder(self.watched, self.eyes, root.seed, root.events)
        begins = begun(self.watched, root, root.state)
        secrets = self.seat == ONLOOKER
        self.secrets = Secrets(self.watched, self.eyes) if secrets else None
        self.recorder.secrets = self.secrets
        self.state = Noted(begins, self.recorder.values, self.secrets)
        self.state[SEED] = self.recorder
        self.trials, self.narrowing = self.tries(self), Narrowing(self)
        self.line = Line(root)
        if root.state is None:
            self.options = self._carried_out(None)
        else:
            self.options = self.watched.machine.options(self.state)
            where = self.watched.module.layout.locations
            for item in self.state[NEWS]:
                if isinstance(item, Shown) and item.is_still(self.state, where):
                    self.recorder.shown(item)
        self._stopped()
        if root.state is None:
            self.trials.begun()

    def extend(self, line: Line, until: float | None = None) -> bool:
        """Go on to the end of a longer line; false where it is no longer one of this.

        Raises Untrue, and NoWorld where a time is over, by the clock `time.perf_counter`: it
        goes on from there the next time.
        """
        links = line.since(self.line if self.line.length else None)
        if links is None:
            return False
        for link in links:
            if until is not None and time.perf_counter() > until:
                raise NoWorld(0)
            self.likeliest, self.strays, self.is_in_order = None, 0, False
            self._drawn = None
            self.narrowing.asked.clear()
            self._pins = self.recorder.pins.needs = None
            self._follow(link)
            self.line = link
        return True

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

    def is_of(self, state: State) -> bool:
        """Whether it has come to that state."""
        mine, other = self.state[:NEWS], state[:NEWS]
        mine[SEED], mine[FORCED] = state[SEED], state[FORCED]
        frames, others = mine[FRAMES], other[FRAMES]
        mine[FRAMES] = other[FRAMES] = ()
        return mine == other and alike(frames, others)

    @property
    def events(self) -> list[Event]:
        """What really happened in secret."""
        return self.recorder.events

    def recalled(self) -> Recalled:
        """What the seat knows here of what it cannot look into."""
        recorder, kinds = self.recorder, self.watched.module.layout.zone_kinds
        return Recalled(frozenset(recorder.followed), frozenset(recorder.values), kinds)

    # ---- carrying out again ----------------------------------------------------------

    def _carried_out(self, option: RawOption | None) -> Sequence[RawOption]:
        machine = self.watched.machine
        try:
            if option is not None:
                return machine.resume(self.state, option)
            return machine.begin(self.state, machine.module.procedures[PLAY], [])
        except (Contradiction, GameFault) as error:
            raise Untrue from error

    def _follow(self, link: Line) -> None:
        state, recorder, option = self.state, self.recorder, link.choice
        number, actor = state[DECISION], state[ACTOR]
        if number is None or option is None:
            raise Untrue
        if self.watched.listed(self.state, option, self.options) is None:
            raise Untrue
        key = self.watched.key(number, option)
        if actor == self.seat:
            self.steps.append(Step(OWN, number, key, option))
        elif self.watched.is_secret[number]:
            self.steps.append(Step(SECRET, number, None, None))
            followed = frozenset(recorder.followed)
            recorder.chose(state, option, self.options)
            if self.secrets is not None:
                step, event = len(self.steps) - 1, len(recorder.events) - 1
                choice = option, self.options, state.copy(), number
                self.secrets.chosen(step, event, actor, *choice)
            self.trials.add(state, followed)
        else:
            self.steps.append(Step(OPEN, number, key, option))
            recorder.chose_openly(len(self.steps) - 1, option, state)
        before, first = state.copy(), len(recorder.events)
        followed = frozenset(recorder.followed)
        recorder.seed = link.seed
        state[FORCED] = link.scripted
        if isinstance(link.seed, tuple):  # settled results, counted from each choice on
            state[COUNTER] = 0
        self.options = self._carried_out(option)
        silent, carried = dict(recorder.silent), recorder.carried
        untold = list(recorder.untold)
        self._stopped()
        carried = carried & followed & recorder.followed
        carried -= set(self.eyes.components(state))
        if carried and self.seat != ONLOOKER:
            as_it_was = self.watched, self.eyes, before, option, state
            recorder.followed -= elsewhere(*as_it_was, followed, carried)
        step = len(self.steps)
        begins = Beginning(before, (), {})
        stretch = Stretch(begins, step - 1, first, followed, step, option=option)
        self.stretches.append(stretch)
        if untold and self.steps[-1].kind != SECRET:
            for move in self.trials.known_moves(stretch, untold):
                recorder.spent(*move)
        self.trials.stopped(stretch)
        if silent:
            self.trials.look_at_silent(stretch, silent)

    def _stopped(self) -> None:
        """Keep what is seen, and what is known by it."""
        sight = self.eyes.sight(self.state, self.options)
        self.stops.append(Stop(sight, tuple(self.recorder.seen)))
        seen = self.eyes.open_zones(self.state)
        self.lying.append({slot: self.state[slot] for slot in seen})
        self.recorder.stops(self.state, len(self.stops) - 1)

    def at_the_beginning(self) -> State:
        """The state before anything has happened, where the line begins with a seed."""
        return begun(self.watched, self.line.root, None)

    def looks_as(
        self, number: int, state: State, options: Sequence[RawOption], tape: Tape
    ) -> bool:
        """Whether the seat would have seen the same at that stop."""
        stop = self.stops[number]
        if tuple(tape.seen) != stop.moves:
            return False
        return self.eyes.sight(state, options) == stop.sight

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


class Noted(list[Any]):
    """A state that forgets what was known of a slot as soon as anything is put there."""

    def __init__(
        self, state: State, values: dict[int, Any], secrets: Secrets | None
    ) -> None:
        super().__init__(state)
        self._known, self._secrets = values, secrets

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, slice):
            self._known.clear()
        else:
            self._known.pop(at, None)
            if self._secrets is not None:
                self._secrets.written_to(at)
        super().__setitem__(at, value)


def alike(frames: Frames, others: Frames) -> bool:
    """Whether two games stand at the same place, but for locals that one does not keep.

    Machine code keeps none that nobody reads any more, and Python none before it is set.
    """
    if [frame[:2] for frame in frames] != [frame[:2] for frame in others]:
        return False
    pairs = zip(frames, others, strict=True)
    return all(
        one == other or one is None or other is None
        for ours, theirs in pairs
        for one, other in zip(ours[2], theirs[2], strict=False)
    )


def begun(watched: Watched, root: Root, state: State | None) -> State:
    """A state before the first choice: a new one, or a copy."""
    if state is not None:
        return state.copy()
    first = watched.machine.revived(watched.module.layout.initial)
    first[SEED] = root.seed
    return first


def memory_of(
    watched: Watched, line: Line, seat: int, until: float | None = None
) -> Memory:
    """The memory of a seat; it goes on from where it was, if that is before.

    Raises Untrue, and NoWorld where a time is over.
    """
    root = line.root
    with root.lock:
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


def recalled_in(
    watched: Watched, line: Line | None, state: State, seat: int
) -> Recalled:
    """What a seat knows in a state, though it cannot look there now."""
    if line is None:
        return memory_in(watched, None, state, seat).recalled()
    with line.root.lock:
        return memory_in(watched, line, state, seat).recalled()
