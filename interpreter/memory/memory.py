"""What a seat has seen of a game, derived from the line of a position.

The game is carried out again behind the seat's veil. At each stop (a decision, the end)
the memory keeps what the seat saw, and what it saw move since the stop before; from this
follows what is known of events: where a component is seen, its whole way is known.

More than 400 lines: what is seen is kept, and looked at for what it says, in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product
from operator import eq, itemgetter
from time import perf_counter
from typing import Any, Literal, NamedTuple

from attrs import define, field, frozen

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.knowledge.recalled import Recalled
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.carried import elsewhere
from rulesrun.interpreter.memory.compiled import OPEN, OWN, SECRET, Compiled, Unwritten
from rulesrun.interpreter.memory.recording import Recorder
from rulesrun.interpreter.memory.renaming import renamed, renamed_state
from rulesrun.interpreter.memory.tape import Contradiction, Pin, Tape
from rulesrun.interpreter.memory.told import Secret, Secrets
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    COUNTER,
    DECISION,
    FORCED,
    FRAMES,
    HEADER,
    NEWS,
    SEED,
    Frames,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.line import (
    CHOICE,
    COMPONENTS,
    KIND,
    VALUE,
    Event,
    Line,
    Root,
)
from rulesrun.interpreter.runtime.showing import Shown

TRIED = 12
"""So many other results of a chance are tried, to find out whether it showed."""

LATEST = 8
"""A choice in secret is looked for in so many stops after it,"""

LATER = 4
"""and so often later, where something comes into the open that is like what was written."""

MOST_LATE_ROWS = 64
"""So many rows of other choices in secret are tried then."""

OLDEST = 24
"""Of so many choices in secret it is asked whether they come out later."""

MOST_ROWS = 256
"""So many rows of other choices in secret are tried, those with few others first."""

NUMBERS = 2
"""So much is known of what lies in a hidden place: how much, and perhaps the kinds."""

MOST_FACES = 40
"""So many components are tried in place of one that went away unseen."""


class Step(NamedTuple):
    """A choice, as the seat knows it: of one in secret of another nothing is known.

    `key` is the option as people tell it apart, `option` the very one.
    """

    kind: str
    decision: int
    key: RawOption | None
    option: RawOption | None


class Stop(NamedTuple):
    """What the seat saw: then, and between the stop before and this one."""

    sight: tuple[Any, ...]
    moves: tuple[tuple[int, int, int], ...]


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


Run = Callable[[Tape], tuple[State, Sequence[RawOption]]]
"""Carries the game out again from somewhere up to the last stop, with other events."""


@frozen(eq=False)
class _Pending:
    """A choice in secret that may still show: the state and options before it.

    `written` are the hidden variables that were changed by it, and what was put there;
    `looks` has an item for each time that it was looked for later.
    """

    before: State
    options: Sequence[RawOption]
    step: int
    event: int
    written: dict[int, Any] = field(factory=dict)
    looks: list[int] = field(factory=list)


_Others = tuple[tuple[int, RawOption], ...]
"""Other options of choices in secret, each with the number of its event."""


@define(eq=False)
class Memory:
    """What a seat has seen of a game, from the root of `line` on up to where that ends.

    `state` and `options` are the real ones there. Only the root of the first line counts:
    `extend` goes on.
    """

    watched: Watched
    seat: int
    line: Line
    eyes: Eyes = field(init=False)
    recorder: Recorder = field(init=False)
    state: State = field(init=False)
    options: Sequence[RawOption] = field(init=False)
    stops: list[Stop] = field(factory=list, init=False)
    steps: list[Step] = field(factory=list, init=False)
    _compiled: Compiled | Literal[False] | None = field(default=None, init=False)
    _pending: list[_Pending] = field(factory=list, init=False)
    _older: list[_Pending] = field(factory=list, init=False)
    secrets: Secrets | None = field(default=None, init=False)
    likeliest: float | None = field(default=None, init=False)
    """The greatest weight of guided worlds, once it has been looked for."""

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
        self.line = Line(root)
        if root.state is None:
            self.options = self._carried_out(None)
        else:
            self.options = self.watched.machine.options(self.state)
            for shown in self.state[NEWS]:
                if isinstance(shown, Shown) and self._is_still(shown):
                    self.recorder.shown(shown)
        self._stopped()
        if root.state is None:
            self._look_at_values(self._anew, 0, 0)

    def extend(self, line: Line, until: float | None = None) -> bool:
        """Go on to the end of a longer line; false where it is no longer one of this.

        Raises Untrue, and NoWorld where a time is over, by the clock `perf_counter`: it
        goes on from there the next time.
        """
        links = line.since(self.line if self.line.length else None)
        if links is None:
            return False
        for link in links:
            if until is not None and perf_counter() > until:
                raise NoWorld(0)
            self.likeliest = None
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

    def is_of(self, state: State) -> bool:
        """Whether it has come to that state."""
        mine, other = self.state[:NEWS], state[:NEWS]
        mine[SEED], mine[FORCED] = state[SEED], state[FORCED]
        frames, others = mine[FRAMES], other[FRAMES]
        mine[FRAMES] = other[FRAMES] = ()
        return mine == other and alike(frames, others)

    def _is_still(self, shown: Shown) -> bool:
        """Whether what was shown before the root is so there."""
        where = self.watched.module.layout.locations
        if shown.slot is not None:
            return bool(self.state[shown.slot] == shown.content)
        return all(self.state[where + c] == slot for c, slot, _ in shown.components)

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
            recorder.chose(state, option, self.options)
            if self.secrets is not None:
                step, event = len(self.steps) - 1, len(recorder.events) - 1
                made = option, self.options, state.copy(), number
                self.secrets.chosen(step, event, actor, *made)
            ways = self.watched.possible(number, self.options)
            if 1 < len(ways) <= TRIED + 1 and not any(
                any(self.watched.components_in(number, o)) for o in ways
            ):
                at = len(recorder.events) - 1
                kept = state.copy(), ways, len(self.steps) - 1, at
                self._pending.append(_Pending(*kept))
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
        self._stopped()
        carried = carried & followed & recorder.followed
        carried -= set(self.eyes.components(state))
        if carried and self.seat != ONLOOKER:
            told = self.watched, self.eyes, before, option, state
            recorder.followed -= elsewhere(*told, followed, carried)
        again = self._again(before, option)
        self._look_at_values(again, first, first)
        if self._pending:
            self._look_at_choices()
        if self._older:
            self._look_at_older(before)
        if self.secrets is not None:
            self._look_at_secrets(self.secrets)
        if silent:
            self._look_at_silent(before, option, first, silent)

    def _stopped(self) -> None:
        """Keep what is seen, and what is known by it."""
        sight = self.eyes.sight(self.state, self.options)
        self.stops.append(Stop(sight, tuple(self.recorder.seen)))
        self.recorder.stops(self.state, len(self.stops) - 1)

    # ---- what shows by what follows ---------------------------------------------------

    def _look_at_values(self, run: Run, first: int, fixed: int) -> None:
        """Pin the values that the seat saw by what followed: others would look otherwise.

        `run` carries the game out from before event `first`; those from `fixed` on are
        looked at.
        """
        events = self.recorder.events
        for at in range(len(events) - 1, fixed - 1, -1):
            event = events[at]
            if event.kind in (VALUE, KIND):
                self._look_at_value(run, at, first, list(dict.fromkeys(event.ways)))
        self.recorder.in_order(fixed)

    def _look_at_value(self, run: Run, at: int, first: int, ways: list[Any]) -> None:
        """Pin an event, where some other results would have looked otherwise."""
        events = self.recorder.events
        event = events[at]
        others = [way for way in ways if way != event.value]
        if not others or len(others) > TRIED:
            return
        alike = {event.value}
        for way in others:
            row = [*events[first:at], event._replace(value=way), *events[at + 1 :]]
            if self._looks_the_same(run, row, at + 1 - first):
                alike.add(way)
        if len(alike) <= len(others):
            if event.where == COMPONENTS:
                alike = set(self.watched.copies_of(alike))
            self.recorder.pins.values[at] = frozenset(alike)

    def _looks_the_same(self, run: Run, row: list[Event], fixed: int) -> bool:
        """Whether this stop would look the same had an event been another one.

        Where what follows does not go on as it did, it is drawn anew, some times.
        """
        for given in (row, *[row[:fixed]] * 4):
            tape = Tape(self.watched, self.eyes, Dice(len(row)), given)
            try:
                state, options = run(tape)
            except (Contradiction, GameFault):
                continue
            if self.looks_as(len(self.stops) - 1, state, options, tape):
                return True
            if given is row:
                return False
        return False

    def _anew(self, tape: Tape) -> tuple[State, Sequence[RawOption]]:
        """The game from its beginning to the first stop."""
        machine = self.watched.machine
        state = begun(self.watched, self.line.root, None)
        state[SEED] = tape
        return state, machine.begin(state, machine.module.procedures[PLAY], [])

    def _again(self, before: State, option: RawOption) -> Run:
        """What carries one choice out again."""

        def run(tape: Tape) -> tuple[State, Sequence[RawOption]]:
            state = before.copy()
            state[SEED], state[FORCED] = tape, ()
            return state, self.watched.machine.resume(state, option)

        return run

    def _look_at_choices(self) -> None:
        """Pin choices in secret of numbers and the like, as soon as they show."""
        last = len(self.steps) - 1
        recent = [one for one in self._pending if last - one.step < LATEST]
        old = self._pending[: len(self._pending) - len(recent)]
        self._older = [*self._older, *old][-OLDEST:]
        self._pending = recent
        if not recent:
            return
        if recent[-1].step == last:
            self._note_written(recent[-1])
        run = self._since(recent[0], frozenset(one.step for one in recent))
        looks: dict[_Others, bool] = {}
        shown = [
            one
            for one in recent
            if not self._may_differ(one, recent, run, looks, MOST_ROWS)
        ]
        self._pin(shown)
        self._pending = [one for one in recent if one not in shown]

    def _pin(self, shown: list[_Pending]) -> None:
        for one in shown:
            _, value = self.recorder.events[one.event].value
            self.recorder.pins.values[one.event] = frozenset((value,))

    def _note_written(self, one: _Pending) -> None:
        """What the last choice in secret put into hidden variables."""
        state, before, layout = self.state, one.before, self.watched.module.layout
        for slot in range(HEADER, layout.declared):
            changed = state[slot] != before[slot] and layout.zone_kinds[slot] is None
            if changed and not self.eyes.sees(slot, state):
                one.written[slot] = state[slot]

    def _look_at_older(self, before: State) -> None:
        """Pin choices in secret that come out long after they were made.

        To try the others costs as much as has happened since. So they are tried where a
        variable that the seat sees, or is shown, has changed to what was written then.
        """
        state, seen = self.state, self.recorder.values
        variables = self.watched.variables
        changed: dict[int, Any] = {}
        for slot in variables:
            value = state[slot]
            if value != before[slot] and self.eyes.sees(slot, state):
                changed[slot] = value
        out = [one for one in self._older if self._comes_out(one, changed, seen)]
        for one in out:
            one.looks.append(len(self.steps))
            group = self._made_with(one)
            run = self._since(group[0], frozenset(other.step for other in group))
            if not self._may_differ(one, group, run, {}, MOST_LATE_ROWS):
                self._pin([one])
                self._older.remove(one)

    def _comes_out(
        self, one: _Pending, changed: dict[int, Any], shown: dict[int, Any]
    ) -> bool:
        """Whether what was written by a choice may have come into the open at this stop."""
        if len(one.looks) >= LATER:
            return False
        if any(slot in shown or slot in changed for slot in one.written):
            return True
        variables = self.watched.variables
        return any(
            value == content and variables[slot].is_like(variables[at])
            for at, value in one.written.items()
            for slot, content in changed.items()
        )

    def _made_with(self, one: _Pending) -> list[_Pending]:
        """The choices in secret that were made in a row with one, it among them."""
        by_step = {other.step: other for other in [*self._older, *self._pending]}
        first = last = one.step
        while first - 1 in by_step and one.step - first < LATEST:
            first -= 1
        while last + 1 in by_step and last - one.step < LATEST:
            last += 1
        return [by_step[step] for step in range(first, last + 1)]

    def _may_differ(
        self,
        one: _Pending,
        recent: list[_Pending],
        run: Run,
        looks: dict[_Others, bool],
        most: int,
    ) -> bool:
        """Whether all could look the same had another choice been made in secret there.

        The others that have not shown yet may have been other ones at the same time: what
        shows may be how many chose something, and not who. What it hangs on is only what
        the seat knows: nobody is taken to have had no other choice. `looks` keeps what has
        been tried.
        """
        events, first = self.recorder.events, recent[0].event
        for others in islice(_with_others(one, recent, events), most):
            if others not in looks:
                row = events[first:]
                for at, option in others:
                    event = events[at]
                    row[at - first] = event._replace(value=(event.value[0], option))
                fixed = recent[-1].event + 1 - first
                looks[others] = self._looks_the_same(run, row, fixed)
            if looks[others]:
                return True
        return False

    def _look_at_secrets(self, secrets: Secrets) -> None:
        """Find out which choices in secret all know by now."""
        state, followed = self.state, self.recorder.followed
        open_ = set(self.eyes.components(state))

        def known(slot: int) -> bool:
            return self.eyes.sees(slot, state) or slot in self.recorder.values

        def tried(one: Secret) -> Callable[[RawOption], bool]:
            pending = _Pending(one.before, one.options, one.step, one.event)
            run, events = self._since(pending, frozenset()), self.recorder.events

            def same(option: RawOption) -> bool:
                changed = events[one.event]._replace(value=(one.number, option))
                return self._looks_the_same(run, [changed, *events[one.event + 1 :]], 1)

            return same

        secrets.look(state, known, lambda c: c in open_ or c in followed, tried)

    def _since(self, pending: _Pending, free: frozenset[int]) -> Run:
        """What carries out again all since a choice in secret was to be made.

        At the `free` steps whatever may be chosen in any world can be.
        """

        def run(tape: Tape) -> tuple[State, Sequence[RawOption]]:
            state = pending.before.copy()
            state[SEED], state[FORCED] = tape, ()
            options = pending.options
            for step in range(pending.step, len(self.steps)):
                tape.seen.clear()
                option, number = self.steps[step].option, state[DECISION]
                if self.steps[step].kind == SECRET:
                    if step in free:
                        options = self.watched.possible(number, options)
                    option = tape.chooses(state, options)
                elif option is None or not self.watched.listed(state, option, options):
                    raise Contradiction
                options = self.watched.machine.resume(state, option)
                last = step == len(self.steps) - 1
                if not last and not self.looks_as(step + 1, state, options, tape):
                    raise Contradiction
            return state, options

        return run

    def _look_at_silent(
        self,
        before: State,
        option: RawOption,
        first: int,
        silent: dict[int, tuple[int, int]],
    ) -> None:
        """Pin what lay nowhere in the open and showed by what it did: which do the same?"""
        watched, pins = self.watched, self.recorder.pins.places
        hidden = set(self.eyes.hidden_components(before)) - self.recorder.followed
        faces, groups = watched.faces, watched.groups
        chosen = Event(CHOICE, before[ACTOR], (before[DECISION], option))
        for c, (at, place) in silent.items():
            if place in pins.get(at, {}) or c not in hidden:
                continue
            by_face: dict[int, int] = {}
            for other in sorted(hidden):
                if groups[other] == groups[c] and faces[other] != faces[c]:
                    by_face.setdefault(faces[other], other)
            alike, differs = {faces[c]}, 0
            for tried, (face, other) in enumerate(by_face.items()):
                if tried == MOST_FACES or (tried == 3 and not differs):
                    break
                names = {c: other, other: c}
                state = renamed_state(watched, before, names)
                row = [renamed(watched, e, names) for e in self.events[first:]]
                _, other_option = renamed(watched, chosen, names).value
                run = self._again(state, other_option)
                if self._looks_the_same(run, row, len(row)):
                    alike.add(face)
                else:
                    differs += 1
            if differs:
                self.recorder.is_even = False
                pin = Pin(frozenset(alike), len(self.stops) - 1, None)
                pins.setdefault(at, {})[place] = pin

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
        found = self.eyes.sight(state, ())
        same, size, begins_so = 0, 1, True
        for one, other in zip(wanted, found, strict=False):
            parts = isinstance(one, tuple) and isinstance(other, tuple)
            size += 1 + (len(one) if parts else 1)
            same += sum(map(eq, one, other)) if parts else one == other
            if parts and len(one) == NUMBERS:  # what comes first is to be right first
                begins_so &= one == other
                same += begins_so
        return same / size


def _with_others(
    one: _Pending, recent: list[_Pending], events: Sequence[Event]
) -> Iterator[_Others]:
    """Other options of a choice in secret, alone and with others of other choices."""

    def changes(of: _Pending) -> list[tuple[int, RawOption]]:
        real = events[of.event].value[1]
        return [(of.event, option) for option in of.options if option != real]

    rest = [other for other in recent if other is not one]
    for number in range(len(rest) + 1):
        for group in combinations(rest, number):
            for row in product(changes(one), *map(changes, group)):
                yield tuple(sorted(row, key=itemgetter(0)))


class Noted(list[Any]):
    """A state that forgets what was known of a slot as soon as anything is put there."""

    def __init__(
        self, state: State, known: dict[int, Any], secrets: Secrets | None
    ) -> None:
        super().__init__(state)
        self._known, self._secrets = known, secrets

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
    found = watched.machine.revived(watched.module.layout.initial)
    found[SEED] = root.seed
    return found


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
