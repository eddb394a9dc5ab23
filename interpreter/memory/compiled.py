"""Replays of worlds in machine code: the same worlds, by the same seeds, as in Python.

What a seat has seen is kept as digests, one for each stop, made by carrying the real game
out once in machine code (`native/replay.h`).

More than 400 lines: what is written down for machine code is read back beside it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from attrs import define, field

from rulesrun.dsl.core.statements import Place, Show
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.value_types import BundleType, ListType
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.memory.recording import Recorder
from rulesrun.interpreter.memory.tape import Pin, Pins
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.native.engine import announcement_at
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    DRAW,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
    Line,
)
from rulesrun.interpreter.runtime.layout import LEDGER, NEWS, RawOption, State
from rulesrun.interpreter.runtime.showing import ORDERED, Announced, Lying, Shown
from rulesrun.interpreter.runtime.support import bits
from rulesrun.interpreter.runtime.watching import LOOSE

if TYPE_CHECKING:
    from rulesrun.interpreter.native.engine import Engine

KINDS = (SHUFFLE, DRAW, VALUE, KIND, CHOICE)
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
OWN, OPEN, SECRET = "own", "open", "secret"
"""Whose choice it was: the seat's, another's that all were told of, or one in secret."""

STEPS = {OWN: 0, OPEN: 1, SECRET: 2}
FROM_THE_START, FROM_A_STATE, ON = 0, 1, 2
"""As in `replay.h`."""

NOWHERE = -2
"""In place of where an event was, where that is not said."""


FROM_THERE_ON, ONLY_THERE, UP_TO_A_SHUFFLE, ONLY_CHOICES = range(4)
"""In which events components are exchanged: from one on, in that one, up to the next shuffle
of both, in secret choices.
"""


class Exchange(NamedTuple):
    """Two components change places in the events of a world, from one event on."""

    one: int
    other: int
    start: int
    mode: int


class Told(Protocol):
    """What is asked of a memory; see `Memory` for what it means."""

    watched: Watched
    eyes: Eyes
    recorder: Recorder
    line: Line
    stops: list[Any]
    steps: list[Any]

    @property
    def pins(self) -> Pins:
        """What is known of events."""

    @property
    def events(self) -> list[Event]:
        """What really happened in secret."""

    def likeness(self, number: int, state: State) -> float:
        """How much of a stop looks as the seat saw it."""


def shows_values(module: Module) -> bool:
    """Whether the rules show a variable, which machine code does not compare.

    It notes components that are shown, and what lies in a zone.
    """
    return any(
        isinstance(node, Show)
        and isinstance(node.what, Place)
        and not _is_zone(node.what)
        for of in module.core.routines.values()
        for node in walk(of.body)
    )


def _is_zone(place: Place) -> bool:
    zone = place.variable.zone
    return zone is not None and (zone.kind in LOOSE or zone.kind in ORDERED)


class Unwritten(Exception):
    """Something of a memory cannot be written down for machine code."""


@define(eq=False)
class CompiledReplay:
    """How far a world went, in machine code; see `Replay`, which says what all means."""

    compiled: Compiled
    world: Any
    place: Any
    root: State | None
    reached: int
    refused: bool
    fits: bool
    weight: float
    apart: int

    @property
    def ended(self) -> bool:
        """Whether it stands at a stop."""
        return bool(self.world.ended)

    @property
    def size(self) -> int:
        """How many events there are."""
        return int(self.world.count)

    @property
    def rows(self) -> list[tuple[int, int, int, int]]:
        """Of each event the kind, where it was, and where its values begin and how many."""
        count, unpack = self.world.count, self.compiled.engine.ffi.unpack
        rows = unpack(self.world.events, 4 * count) if count else []
        return list(zip(*[iter(rows)] * 4, strict=True))

    @property
    def progress(self) -> float:
        """How far it went, to be compared."""
        return self.reached + (0.5 if self.refused else self.likeness)

    @cached_property
    def likeness(self) -> float:
        """How much of the next stop looked as it did, from 0 to 1."""
        if self.fits or not self.world.ended:
            return 0.0
        return self.compiled.memory.likeness(self.reached, self.state)

    @cached_property
    def events(self) -> list[Event]:
        """What happened in it in secret."""
        return list(self.compiled.events_of(self.world))

    @cached_property
    def state(self) -> State:
        """Where it stands."""
        return self.compiled.state_of(self.world, self.place)

    @cached_property
    def options(self) -> Sequence[RawOption]:
        """The options there."""
        return self.compiled.memory.watched.machine.options(self.state.copy())

    @cached_property
    def choices(self) -> list[RawOption]:
        """The raw options that were chosen."""
        return list(self.compiled.choices_of(self.world))

    @property
    def is_named(self) -> bool:
        """Whether what is seen has the very numbers that it really has."""
        return self.compiled.is_named(self.place)


@define(eq=False)
class Compiled:
    """Replays of one memory in machine code; raises Unwritten where there are none."""

    memory: Told
    engine: Engine
    _seen: Any = field(init=False)
    _world: Any = field(init=False)
    _truth: Any = field(init=False)
    _sights: Any = field(factory=lambda: array("Q"), init=False)
    _moves: Any = field(factory=lambda: array("Q"), init=False)
    _steps: Any = field(factory=lambda: array("i"), init=False)
    _rows: Any = field(init=False)
    _events: Any = field(factory=lambda: array("i"), init=False)
    _values: Any = field(factory=lambda: array("q"), init=False)
    _held: list[Any] = field(factory=list, init=False)
    _named: int | None = field(default=None, init=False)
    _decisions: list[int] = field(factory=list, init=False)
    _guiding: Pins | None = field(default=None, init=False)
    _places: Any = field(default=None, init=False)
    _spare: list[tuple[Any, Any]] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        if not self.engine.shares_memory:
            raise Unwritten
        ffi, lib = self.engine.ffi, self.engine.lib
        if self.memory.eyes.varying or shows_values(self.engine.module):
            raise Unwritten  # who sees what depends on the state: C knows nothing of it
        self._seen = ffi.new("Seen *")
        self._world = ffi.gc(lib.game_world(), lib.game_world_done)
        self._truth = self.engine.new()
        wide = self.engine.program.options_are_wide
        self._rows = array("q" if wide else "i")

    # ---- the memory -----------------------------------------------------------------

    def follow(self) -> None:
        """Come to where the memory is; raises Unwritten."""
        memory, lib = self.memory, self.engine.lib
        written, wanted = len(self._sights), len(memory.stops)
        if written == wanted:
            return
        self._held.clear()
        self._named = None
        missing = wanted - written
        self._sights.extend([0] * missing)
        self._moves.extend([0] * missing)
        for step in memory.steps[len(self._steps) // 4 :]:
            row: list[int] = []
            if step.option is not None:
                row = self.row(step.decision, step.option)
            self._steps.extend(
                (STEPS[step.kind], step.decision, len(self._rows), len(row))
            )
            self._rows.extend(row)
        self._put(memory.events[len(self._events) // 4 :], self._events, self._values)
        self.describe(memory.pins)
        root = memory.line.root.state
        how = ON if written else FROM_THE_START if root is None else FROM_A_STATE
        if how == FROM_A_STATE:
            self._carry(root, self._truth)
        self._give(self._world, self._events, self._values)
        self._seen.exact = 1
        broken = lib.game_replay(self._seen, self._world, self._truth, how, 0, 1)
        self._seen.exact = 0
        if broken or not self._world.fits:
            raise Unwritten

    @property
    def seen(self) -> Any:
        """All that the seat has seen and been told up to here, for machine code."""
        return self._seen

    def describe(self, pins: Pins) -> None:
        """Write down where the memory is to be found, and what is known by it."""
        self._held.clear()
        count = len(self.memory.events)
        values, values_at = array("q"), array("i", [0])
        for at in range(count):
            for value in pins.values.get(at, ()):
                values.extend(self._result(self.memory.events[at], value))
            values_at.append(len(values))
        needs, needs_at = array("i"), array("i", [0])
        for at in range(count):
            for pair in sorted((pins.needs or {}).get(at, {}).items()):
                needs.extend(pair)
            needs_at.append(len(needs))
        copies, copies_at = array("i"), array("i")
        for number in range(len(self.memory.steps)):
            copies_at.append(len(copies))
            for row in self.memory.recorder.copies.get(number, ()):
                copies.extend(row)
        copies_at.append(len(copies))
        epochs = array("i")
        for (slot, number), events in pins.epochs.items():
            epochs.extend((len(events), slot, number, *events))
        seen, eyes = self._seen, self.memory.eyes
        size = self.memory.watched.module.layout.size
        hidden = bytes(slot in eyes.hidden for slot in range(size))
        seen.hidden = self._pointer("uint8_t[]", hidden)
        seen.seat, seen.stops = eyes.seat, len(self._sights)
        seen.sights = self._pointer("uint64_t[]", self._sights)
        seen.moves = self._pointer("uint64_t[]", self._moves)
        seen.steps = self._pointer("int[]", self._steps)
        seen.rows = self._pointer("opt[]", self._rows)
        seen.copies = self._pointer("int[]", copies)
        seen.copies_at = self._pointer("int[]", copies_at)
        seen.pinned = count
        self._guiding = None
        self._guide(pins)
        seen.values_at = self._pointer("int[]", values_at)
        seen.values = self._pointer("int64_t[]", values)
        seen.needs_at = self._pointer("int[]", needs_at)
        seen.needs = self._pointer("int[]", needs)
        seen.epochs, seen.epochs_size = self._pointer("int[]", epochs), len(epochs)

    def _guide(self, pins: Pins) -> None:
        """Write down what is known to have lain where; of pins, only this is ever drawn."""
        if pins is self._guiding:
            return
        self._guiding = pins
        places, places_at = array("i"), array("i", [0])
        for at in range(self._seen.pinned):
            of = pins.places.get(at)
            if of:
                order = sorted(of.items(), key=lambda p: (len(p[1].faces), p[0]))
                for place, pin in order:
                    places.extend(_written(place, pin))
            places_at.append(len(places))
        ffi = self.engine.ffi
        self._places = (
            ffi.from_buffer("int[]", places_at),
            ffi.from_buffer("int[]", places),
        )
        self._seen.places_at, self._seen.places = self._places

    def _pointer(self, kind: str, values: Any) -> Any:
        """A pointer to values that lie where they are as long as it is held."""
        pointer = self.engine.ffi.from_buffer(kind, values)
        self._held.append(pointer)
        return pointer

    def _result(self, event: Event, value: Any) -> list[int]:
        if event.kind == CHOICE:
            row = self.row(event.value[0], value)
            return [len(row), *row]
        return [_number(value)]

    # ---- a replay -------------------------------------------------------------------

    def replay(
        self,
        seed: int,
        prefix: Sequence[Event],
        *,
        pins: Pins | None,
        retry: int,
        root: State | None,
        choices: Sequence[RawOption] = (),
        stops: int | None = None,
        lenient: bool = False,
    ) -> CompiledReplay | None:
        """See `replaying.replay`; none where machine code has no room for it."""
        lib, seen = self.engine.lib, self._seen
        world, place = self._room()
        world.random = seed
        held: Any = None
        if prefix:
            events, values = array("i"), array("q")
            try:
                self._put(prefix, events, values)
            except Unwritten:
                return None
            held = self._give(world, events, values)
        if root is not None:
            self._carry(root, place)
        how = FROM_THE_START if root is None else FROM_A_STATE
        steps, rows = seen.steps, seen.rows
        others = self._other_choices(choices) if choices else None
        seen.exact = bool(choices)
        with self._asking(pins, stops, lenient=lenient):
            broken = lib.game_replay(seen, world, place, how, retry, 0)
        seen.steps, seen.rows, seen.exact = steps, rows, 0
        world.given = 0
        del held, others
        return None if broken else self._replay_result(world, place, root, pins, stops)

    def exchanged(
        self,
        seed: int,
        of: CompiledReplay,
        exchange: Exchange,
        *,
        pins: Pins | None = None,
        stops: int | None = None,
        lenient: bool = False,
    ) -> CompiledReplay | None:
        """The world in which two components are exchanged; none where it is the same.

        Raises Unwritten where machine code has no room for it.
        """
        world, place = self._room()
        world.random = seed
        if of.root is not None:
            self._carry(of.root, place)
        how = FROM_THE_START if of.root is None else FROM_A_STATE
        to = of.world, world, place, how
        with self._asking(pins, stops, lenient=lenient):
            broken = self.engine.lib.game_exchange(self._seen, *to, *exchange)
        if broken > 0:
            raise Unwritten
        if broken < 0:
            self._spare.append((world, place))
            return None
        return self._replay_result(world, place, of.root, pins, stops)

    def done(self, with_it: CompiledReplay) -> None:
        """Nobody asks for a replay any more: its room may be used again."""
        self._spare.append((with_it.world, with_it.place))

    def _room(self) -> tuple[Any, Any]:
        """Room for a world, and for the state that it leads to."""
        if self._spare:
            return self._spare.pop()
        lib = self.engine.lib
        world = self.engine.ffi.gc(lib.game_world(), lib.game_world_done)
        return world, self.engine.new()

    @contextmanager
    def _asking(
        self, pins: Pins | None, stops: int | None, *, lenient: bool
    ) -> Iterator[None]:
        """Let what has been seen be held to so, for one replay."""
        seen = self._seen
        pinned, epochs, all_stops = seen.pinned, seen.epochs_size, seen.stops
        if pins is None:
            seen.pinned = seen.epochs_size = 0
        else:
            self._guide(pins)
        seen.stops, seen.lenient = stops or all_stops, lenient
        yield
        seen.stops, seen.lenient = all_stops, 0
        seen.pinned, seen.epochs_size = pinned, epochs

    def _replay_result(
        self,
        world: Any,
        place: Any,
        root: State | None,
        pins: Pins | None,
        stops: int | None,
    ) -> CompiledReplay:
        weight = world.weight * (1.0 if pins is None else pins.weight)
        apart = world.differing + (stops or self._seen.stops) - world.at
        went = world.reached, bool(world.refused), bool(world.fits)
        return CompiledReplay(self, world, place, root, *went, weight, apart)

    def _other_choices(self, choices: Sequence[RawOption]) -> Any:
        """Let these be taken; they lie where they are as long as what is given is held."""
        ffi, seen, steps = self.engine.ffi, self._seen, array("i")
        rows = array(self._rows.typecode)
        for step, option in zip(self.memory.steps, choices, strict=True):
            row = self.row(step.decision, option)
            steps.extend((STEPS[step.kind], step.decision, len(rows), len(row)))
            rows.extend(row)
        held = ffi.from_buffer("int[]", steps), ffi.from_buffer("opt[]", rows)
        seen.steps, seen.rows = held
        return held

    def _give(self, world: Any, events: Any, values: Any) -> Any:
        ffi = self.engine.ffi
        held = ffi.from_buffer("int[]", events), ffi.from_buffer("int64_t[]", values)
        self_held = self._held if world is self._world else []
        self_held.extend(held)
        world.given = len(events) // 4
        world.given_events, world.given_values = held
        return held

    def _carry(self, state: State | None, to: Any) -> None:
        from rulesrun.interpreter.native.engine import NoRoom

        assert state is not None
        try:
            self.engine.carry_over(state, to)
        except NoRoom as error:
            raise Unwritten from error

    def is_named(self, place: Any) -> bool:
        """Whether a state is, number by number, what the seat sees of the real one."""
        lib = self.engine.lib
        if self._named is None:
            self._named = lib.game_sight(self._seen, self._truth)
        return bool(lib.game_sight(self._seen, place) == self._named)

    # ---- events and options as numbers, and back ------------------------------------

    def row(self, decision: int, option: RawOption) -> list[int]:
        """An option as machine code writes it."""
        item, values = option
        row = [item]
        for write, value in zip(self._writers[decision][item], values, strict=True):
            write(value, row)
        return row

    @cached_property
    def _writers(self) -> list[list[list[Callable[[Any, list[int]], None]]]]:
        states = self.engine.states
        by_decision = []
        for decision in self.engine.module.core.decisions:
            items = []
            for item in decision.items:
                writers = []
                for local in item.chosen:
                    match local.type:
                        case ListType(inner):
                            writers.append(_in_a_row(states.writer_of(inner)))
                        case BundleType():
                            writers.append(_bundle)
                        case _:
                            writers.append(states.writer_of(local.type))
                items.append(writers)
            by_decision.append(items)
        return by_decision

    def _put(self, prefix: Sequence[Event], events: Any, values: Any) -> None:
        row: list[int] = []
        numbers: list[int] = []
        first = len(values)
        for kind, where, value, _ in prefix:
            begin = len(row)
            if kind == SHUFFLE:
                row += value
            elif kind == CHOICE:
                row.append(value[0])
                row += self.row(*value)
            else:
                row.append(_number(value))
            at = NOWHERE if where is None else where
            numbers += (NUMBERS[kind], at, first + begin, len(row) - begin)
        try:
            values.extend(row)
            events.extend(numbers)
        except (TypeError, OverflowError) as error:
            raise Unwritten from error

    def events_of(self, world: Any) -> Iterator[Event]:
        """What happened in a world in secret."""
        ffi = self.engine.ffi
        rows = ffi.unpack(world.events, 4 * world.count) if world.count else []
        values = ffi.unpack(world.values, world.used) if world.used else []
        ways = self._ways
        for n in range(world.count):
            kind, where, begin, size = rows[4 * n : 4 * n + 4]
            of = values[begin : begin + size]
            value: Any = of[0]
            if KINDS[kind] == SHUFFLE:
                value = tuple(of)
            elif KINDS[kind] == CHOICE:
                value = of[0], self.engine.readable(of[0], of[1:])
            at = None if where == NOWHERE else where
            yield Event(KINDS[kind], at, value, ways(n, KINDS[kind], at, value))

    def _ways(self, n: int, kind: str, where: int | None, value: Any) -> Any:
        """The results that there were, where the real game had the same."""
        real = self.memory.events
        if n < len(real) and (real[n].kind, real[n].where) == (kind, where):
            ways = real[n].ways
            if kind == CHOICE and (not ways or value[1] in ways):
                return ways
            if kind in (VALUE, KIND) and value in ways:
                return ways
        return ()

    def choices_of(self, world: Any) -> Iterator[RawOption]:
        """The options that were chosen in a world."""
        ffi = self.engine.ffi
        if not world.made:
            return
        rows = ffi.unpack(world.made_rows, world.rows)
        at = ffi.unpack(world.made_at, world.made + 1)
        for n in range(world.made):
            decision = self.memory.steps[n].decision
            yield self.engine.readable(decision, rows[at[n] : at[n + 1]])

    def state_of(self, world: Any, place: Any) -> State:
        """A state of the other engine."""
        watched: Watched = self.memory.watched
        state = watched.machine.revived(self.engine.to_python(place))
        log = self.engine.ffi.unpack(world.log, world.entries) if world.entries else []
        first = self.memory.line.root.state
        ledger = [] if first is None else list(first[LEDGER])
        news: list[int | Announced | Shown] = []
        for at in range(0, len(log), 4):
            what, a, b, c = log[at : at + 4]
            if what == 1:
                ledger.append((a, b, c))
            elif what == 0 and at >= world.last:
                news.append(a)
            elif what == 4 and at >= world.last:
                news.append(announcement_at(log, at))
            elif what == 2 and at >= world.last:
                news.append(_shown_at(log, at))
        state[LEDGER], state[NEWS] = tuple(ledger), tuple(news)
        return state


def _shown_at(log: Sequence[int], at: int) -> Shown:
    """What is shown, which begins at a place of the log of a compiled game."""
    _, slot, seats, count = log[at : at + 4]
    to = None if seats < 0 else frozenset(bits(seats))
    if slot < 0:
        rows = (log[row : row + 4] for row in range(at + 4, at + 4 + 4 * count, 4))
        lying = (Lying(c, where, None if n < 0 else n) for _, c, where, n in rows)
        return Shown(to, None, None, tuple(lying))
    content = list[int]()
    for row in range(at + 4, len(log), 4):
        if log[row] != 6:
            break
        content.append(log[row + 1])
    return Shown(to, slot, tuple(content), ())


def _written(place: int, pin: Pin) -> tuple[int, ...]:
    component = -1 if pin.component is None else pin.component
    return place, pin.until, component, len(pin.faces), *sorted(pin.faces)


def _number(value: Any) -> int:
    if not isinstance(value, int):
        raise Unwritten
    return int(value)


def _bundle(value: Any, row: list[int]) -> None:
    row.extend(value)


def _in_a_row(
    write: Callable[[Any, list[int]], None],
) -> Callable[[Any, list[int]], None]:
    def write_row(value: Any, row: list[int]) -> None:
        row.append(len(value))
        for item in value:
            write(item, row)

    return write_row
