"""What a seat has seen of a game, derived from the line of a position.

The game is carried out again behind the seat's veil. At each stop (a decision, the end) it is
kept what the seat saw, and what it saw move since the stop before; from this follows what is
known of events: where a component is seen, its whole way is known.

What a seat can name of what lies hidden, and which choices in secret all know by now, follows
from this alone. What else may have happened is found out by `Memory`, where worlds are sought.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from attrs import define, field

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.knowledge.recalled import Recalled
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.carried import elsewhere
from rulesrun.interpreter.memory.compiled import OPEN, OWN, SECRET
from rulesrun.interpreter.memory.disclosed import Secret, Secrets
from rulesrun.interpreter.memory.recording import Recorder
from rulesrun.interpreter.memory.stops import Step, Stop
from rulesrun.interpreter.memory.stretches import Beginning, Stretch, Stretches
from rulesrun.interpreter.memory.tape import Contradiction, Tape
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.choice_history import Event, Line, Root
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


class Untrue(ValueError):
    """A line does not lead to the state that it is said to lead to."""


@define(eq=False)
class Sights:
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
    lying: list[dict[int, Any]] = field(factory=list, init=False)
    """For each stop the components that the seat saw, by the slots in which they lay."""
    steps: list[Step] = field(factory=list, init=False)
    secrets: Secrets | None = field(default=None, init=False)
    again: Stretches = field(init=False)

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
        self.again = Stretches(self)
        self._prepare()
        self.line = Line(root)
        if root.state is None:
            self.options = self._carried_out(None)
        else:
            self.options = self.watched.machine.options(self.state)
            where = self.watched.module.layout.locations
            for shown in self.state[NEWS]:
                if isinstance(shown, Shown) and shown.is_still(self.state, where):
                    self.recorder.shown(shown)
        self._stopped()
        if root.state is None:
            self._begun()

    def extend(self, line: Line) -> bool:
        """Go on to the end of a longer line; false where it is no longer one of this.

        Raises Untrue.
        """
        links = line.since(self.line if self.line.length else None)
        if links is None:
            return False
        for link in links:
            self._follow(link)
            self.line = link
        return True

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
                made = option, self.options, state.copy(), number
                self.secrets.chosen(step, event, actor, *made)
            self._chosen(state, followed)
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
        self._came(stretch, silent, untold)
        if self.secrets is not None:
            self._look_at_secrets(self.secrets)

    def _stopped(self) -> None:
        """Keep what is seen, and what is known by it."""
        sight = self.eyes.sight(self.state, self.options)
        self.stops.append(Stop(sight, tuple(self.recorder.seen)))
        seen = self.eyes.open_zones(self.state)
        self.lying.append({slot: self.state[slot] for slot in seen})
        self.recorder.stops(self.state, len(self.stops) - 1)

    # ---- what is found out at each stop, where more is asked than what was seen ---------

    def _prepare(self) -> None:
        """Nothing has been carried out yet."""

    def _begun(self) -> None:
        """The game has come to its first stop."""

    def _chosen(self, before: State, followed: frozenset[int]) -> None:
        """Another has chosen in secret, in that state."""

    def _came(
        self,
        stretch: Stretch,
        silent: dict[int, tuple[int, int]],
        untold: list[tuple[int, int, tuple[int, ...]]],
    ) -> None:
        """A choice, the last step, has been carried out."""

    def _look_at_secrets(self, secrets: Secrets) -> None:
        """Find out which choices in secret all know by now."""
        state, recorder = self.state, self.recorder
        lying_open = set(self.eyes.components(state))

        def is_known(slot: int) -> bool:
            return self.eyes.sees(slot, state) or slot in recorder.values

        def tried(one: Secret) -> Callable[[RawOption], bool]:
            begins = Beginning(one.before, one.options, {})
            of, events = (
                Stretch(begins, one.step, one.event, frozenset(), len(self.steps)),
                recorder.events,
            )

            def is_same(option: RawOption) -> bool:
                changed = events[one.event]._replace(value=(one.number, option))
                row = [changed, *events[one.event + 1 :]]
                rows = [row, *[row[:1]] * 4]
                return self.again.is_so(of, begins, None, rows, self.again.as_seen)

            return is_same

        secrets.look(
            state, is_known, lambda c: c in lying_open or c in recorder.followed, tried
        )


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


def sights_of(watched: Watched, line: Line, seat: int) -> Sights:
    """What a seat has seen up to the end of a line; it goes on from where it was, if it can.

    Where there is a memory of the seat, that is asked. Raises Untrue.
    """
    root = line.root
    with root.lock:
        for of in (root.memories, root.sights):
            before: Sights | None = of.get(seat)
            try:
                if before is not None and before.extend(line):
                    return before
            except Untrue:
                of.pop(seat, None)
                raise
        sights = Sights(watched, seat, line)
        sights.extend(line)
        root.sights[seat] = sights
        return sights


def sights_in(watched: Watched, line: Line | None, state: State, seat: int) -> Sights:
    """What a seat has seen up to a state to which a line is said to lead.

    Where it does not, or there is no line, it begins with the state.
    """
    if line is not None:
        with suppress(Untrue):
            sights = sights_of(watched, line, seat)
            if sights.is_of(state):
                return sights
    return sights_of(watched, Line(Root(state[SEED], state=state.copy())), seat)


def recalled_in(
    watched: Watched, line: Line | None, state: State, seat: int
) -> Recalled:
    """What a seat knows in a state, though it cannot look there now."""
    if line is None:
        return sights_in(watched, None, state, seat).recalled()
    with line.root.lock:
        return sights_in(watched, line, state, seat).recalled()
