"""What shows by what follows: other values and choices are tried, and what they look like.

Something that was decided in secret is known to a seat as soon as nothing else would have
looked as it did. What else is hidden need not be what it really is: a direction in which
hands were passed on does not show in a hand that came, which might have lain elsewhere. So
what is compared is only what is the same however hidden things lie: they are dealt anew some
times, and the game is carried out again with them.

More than 400 lines: values, choices and components are tried in the same way, one after the
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import define, field, frozen

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.knowledge.dealing import Deal
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.compiled import OPEN, SECRET
from rulesrun.interpreter.memory.renaming import renamed, renamed_option, renamed_state
from rulesrun.interpreter.memory.tape import Contradiction, Pin, Tape
from rulesrun.interpreter.memory.told import Secret, Secrets
from rulesrun.interpreter.runtime.layout import (
    DECISION,
    FORCED,
    HEADER,
    SEED,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.line import (
    COMPONENTS,
    DRAW,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
)

if TYPE_CHECKING:
    from rulesrun.interpreter.memory.memory import Memory

TRIED = 12
"""So many other results of a chance are tried, to find out whether it showed."""

DEALT = 4
"""So many times hidden things are dealt anew, to find out what hangs on them."""

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

MOST_FACES = 40
"""So many components are tried in place of one that went away unseen."""

LISTED_APART = 2
"""So many parts at the beginning of a sight are compared item by item."""

Looks = Callable[[int, State, Sequence[RawOption], Tape], bool]
"""Whether a stop, by its number, looks as it should."""

Others = tuple[tuple[int, RawOption], ...]
"""Other options of choices in secret, each with the number of its event."""


@frozen(eq=False)
class Pending:
    """A choice in secret that may still show: the state and options before it.

    `followed` are the components of which the seat knew where they lay; `written` are the
    hidden variables that were changed by it, and what was put there; `looks` has an item for
    each time that it was looked for later.
    """

    before: State
    options: Sequence[RawOption]
    step: int
    event: int
    followed: frozenset[int]
    written: dict[int, Any] = field(factory=dict)
    looks: list[int] = field(factory=list)


class Beginning(NamedTuple):
    """Where a stretch of the game begins that is carried out again.

    Without a state, with the game itself. `names` says which components have taken the
    places of others there.
    """

    state: State | None
    options: Sequence[RawOption]
    names: dict[int, int]


@define(eq=False)
class Stretch:
    """A part of the game, up to the last stop, that is carried out again.

    Attributes:
        real: Where it begins.
        step: The number of its first step; none where it is the beginning of the game.
        event: The number of its first event.
        followed: The components of which the seat knew there where they lay.
        free: Steps at which whatever may be chosen in any world can be.
        is_chosen: Whether the first choice is taken without looking whether it is offered.
    """

    real: Beginning
    step: int | None
    event: int
    followed: frozenset[int]
    free: frozenset[int] = frozenset()
    is_chosen: bool = False
    dealt: list[Beginning] | None = None
    """The same with hidden things dealt anew, once that has been asked for."""
    steady: dict[int, list[bool]] | None = None
    """By the number of a stop which items of it are so however hidden things lie."""


class Loose(Tape):
    """Events as they are given, but what is shuffled and drawn comes in any order."""

    def draws(self, kind: str, slot: int | None, ways: Sequence[Any]) -> Any:
        """What chance brings."""
        at = len(self.events)
        if kind not in (SHUFFLE, DRAW) or at >= len(self.given):
            return super().draws(kind, slot, ways)
        event = self.given[at]
        if event.kind != kind or event.where != slot:
            raise Contradiction
        order = self.dice.shuffled(sorted(ways))
        value = tuple(order) if kind == SHUFFLE else order[0]
        self.noted(Event(kind, slot, value, ()))
        return value


def items(sight: tuple[Any, ...], moves: Sequence[tuple[int, int, int]]) -> list[Any]:
    """What is seen at a stop, item by item; of collections also how much they hold."""
    flat: list[Any] = []
    for number, part in enumerate(sight):
        if number < LISTED_APART:
            flat.extend(part)
        else:
            flat.append(part)
    flat += tuple(moves), tuple(move[:2] for move in moves)
    return [
        *flat,
        *(len(item) if isinstance(item, tuple | dict) else 0 for item in flat),
    ]


@define(eq=False)
class Trials:
    """Finds out what has shown to the seat of a memory, and pins it."""

    memory: Memory
    _pending: list[Pending] = field(factory=list, init=False)
    _older: list[Pending] = field(factory=list, init=False)

    def add(self, state: State, followed: frozenset[int]) -> None:
        """Another has chosen in secret, in that state; it may show later."""
        memory, watched = self.memory, self.memory.watched
        number = state[DECISION]
        ways = watched.possible(number, memory.options)
        if 1 < len(ways) <= TRIED + 1 and not any(
            any(watched.components_in(number, o)) for o in ways
        ):
            step, event = len(memory.steps) - 1, len(memory.events) - 1
            self._pending.append(Pending(state.copy(), ways, step, event, followed))

    def begun(self) -> None:
        """The game has come to its first stop."""
        stretch = Stretch(Beginning(None, (), {}), None, 0, frozenset())
        self._look_at_values(stretch, 0)

    def stopped(self, before: State, first: int, followed: frozenset[int]) -> None:
        """A choice, the last step, has been carried out in a state.

        `first` is the number of the first event since, `followed` what the seat followed.
        """
        step = len(self.memory.steps) - 1
        begins = Beginning(before, (), {})
        stretch = Stretch(begins, step, first, followed, is_chosen=True)
        self._look_at_values(stretch, first)
        if self._pending:
            self._look_at_choices()
        if self._older:
            self._look_at_older(before)
        if self.memory.secrets is not None:
            self._look_at_secrets(self.memory.secrets)

    # ---- carrying out again ----------------------------------------------------------

    def _carry(
        self,
        of: Stretch,
        begins: Beginning,
        option: RawOption,
        tape: Tape,
        looks: Looks,
    ) -> None:
        """Carry a stretch out; raises Contradiction where a stop does not look as it should.

        `option` is the first choice, where that is no matter of events.
        """
        memory, machine = self.memory, self.memory.watched.machine
        watched = memory.watched
        if begins.state is None or of.step is None:
            state = memory.at_the_beginning()
            state[SEED] = tape
            options = machine.begin(state, machine.module.procedures[PLAY], [])
            if not looks(0, state, options, tape):
                raise Contradiction
            return
        state, options = begins.state.copy(), begins.options
        state[SEED], state[FORCED] = tape, ()
        for step in range(of.step, len(memory.steps)):
            tape.seen.clear()
            kind, chosen = memory.steps[step].kind, memory.steps[step].option
            if of.is_chosen and step == of.step:
                chosen = option
            elif kind == SECRET:
                if step in of.free:
                    options = watched.possible(state[DECISION], options)
                chosen = tape.chooses(state, options)
            elif chosen is None or not watched.listed(state, chosen, options):
                raise Contradiction
            assert chosen is not None
            options = machine.resume(state, chosen)
            if not looks(step + 1, state, options, tape):
                raise Contradiction

    def _is_so(
        self,
        of: Stretch,
        begins: Beginning,
        option: RawOption,
        rows: Iterable[Sequence[Event]],
        looks: Looks,
        tapes: type[Tape] = Tape,
    ) -> bool:
        """Whether a stretch looks as it should with one of these rows of events.

        Where what follows does not go on as it did, it is drawn anew, with another row.
        """
        memory, last = self.memory, len(self.memory.stops) - 1
        for number, given in enumerate(rows):
            dice = Dice(1000 * number + len(given))
            tape = tapes(memory.watched, memory.eyes, dice, given)
            try:
                self._carry(of, begins, option, tape, looks)
            except Differs as differs:
                if not number and differs.stop == last:
                    return False
            except (Contradiction, GameFault):
                continue
            else:
                return True
        return False

    def _shows(
        self,
        of: Stretch,
        row: list[Event],
        fixed: int,
        names: dict[int, int] | None = None,
    ) -> bool:
        """Whether other events would have looked otherwise, however hidden things lie.

        `fixed` of them are given where what follows does not go on as it did. With `names`,
        components have changed places in the state before.
        """
        names, watched = names or {}, self.memory.watched
        option = self._first_option(of)
        if names and of.real.state is not None:
            number = of.real.state[DECISION]
            option = renamed_option(watched, number, option, names)
        begins = self._with_names(of.real, names)
        mine = [renamed(watched, e, names) for e in row] if names else row
        rows = [mine, *[mine[:fixed]] * 4]
        if self._is_so(of, begins, option, rows, self._as_seen):
            return False
        steady = self._steadily(of)
        if self._is_so(of, begins, option, rows, steady):
            return False
        for dealt in self._dealt(of):
            other = self._with_names(dealt, names)
            theirs = [renamed(watched, e, dealt.names) for e in row]
            theirs = [renamed(watched, e, names) for e in theirs] if names else theirs
            rows = [theirs, theirs[:fixed]]
            if self._is_so(of, other, option, rows, steady, Loose):
                return False
        return True

    def _with_names(self, begins: Beginning, names: dict[int, int]) -> Beginning:
        if not names or begins.state is None:
            return begins
        state = renamed_state(self.memory.watched, begins.state, names)
        return begins._replace(state=state)

    def _as_seen(
        self, number: int, state: State, options: Sequence[RawOption], tape: Tape
    ) -> bool:
        """Whether the seat would have seen the very same."""
        if self.memory.looks_as(number, state, options, tape):
            return True
        raise Differs(number)

    def _steadily(self, of: Stretch) -> Looks:
        """Whether all is as the seat saw it that is so however hidden things lie."""
        if of.steady is None:
            of.steady = self._found_steady(of)
        steady, stops, sight = of.steady, self.memory.stops, self.memory.eyes.sight

        def looks(
            number: int, state: State, options: Sequence[RawOption], tape: Tape
        ) -> bool:
            if number not in steady:
                return True
            mine = items(stops[number].sight, stops[number].moves)
            other = items(sight(state, options), tape.seen)
            rows = zip(steady[number], mine, other, strict=False)
            if all(one == two for is_steady, one, two in rows if is_steady):
                return True
            raise Differs(number)

        return looks

    def _found_steady(self, of: Stretch) -> dict[int, list[bool]]:
        memory = self.memory
        steady: dict[int, list[bool]] = {}

        def looks(
            number: int, state: State, options: Sequence[RawOption], tape: Tape
        ) -> bool:
            mine = items(memory.stops[number].sight, memory.stops[number].moves)
            other = items(memory.eyes.sight(state, options), tape.seen)
            now = steady.setdefault(number, [True] * len(mine))
            pairs = zip(mine, other, strict=False)
            same = [one == two for one, two in pairs]
            same += [False] * (len(mine) - len(same))
            steady[number] = [a and b for a, b in zip(now, same, strict=True)]
            return len(mine) == len(other)

        option, watched = self._first_option(of), memory.watched
        for dealt in self._dealt(of):
            row = [renamed(watched, e, dealt.names) for e in memory.events[of.event :]]
            self._is_so(of, dealt, option, [row], looks, Loose)
        return steady

    def _first_option(self, of: Stretch) -> RawOption:
        """What was really chosen first."""
        if of.step is None or not of.is_chosen:
            return 0, ()
        return self.memory.last_choice

    def _dealt(self, of: Stretch) -> list[Beginning]:
        """The beginning of a stretch with hidden things dealt anew, some times."""
        if of.dealt is not None:
            return of.dealt
        memory, begins = self.memory, of.real
        if begins.state is None or of.step is None:
            of.dealt = [begins] * DEALT
            return of.dealt
        machine = memory.watched.machine
        fixed, number = set(of.followed), begins.state[DECISION]
        for step in memory.steps[of.step :]:
            if step.kind == OPEN and step.option is not None:
                parts = memory.watched.components_in(step.decision, step.option)
                fixed.update(parts)
        if of.is_chosen:
            chosen = memory.watched.components_in(number, memory.last_choice)
            fixed.update(chosen)
        of.dealt = []
        for n in range(DEALT):
            deal = Deal(machine.secrecy, begins.state, memory.seat, Dice(n), fixed)
            state = deal.deal()
            try:
                options = () if of.is_chosen else machine.options(state)
            except GameFault:
                continue
            of.dealt.append(Beginning(state, options, deal.meant))
        return of.dealt

    # ---- values ----------------------------------------------------------------------

    def _look_at_values(self, of: Stretch, fixed: int) -> None:
        """Pin the values that the seat saw by what followed: others would look otherwise.

        Events from `fixed` on are looked at.
        """
        events = self.memory.events
        for at in range(len(events) - 1, fixed - 1, -1):
            event = events[at]
            if event.kind in (VALUE, KIND):
                self._look_at_value(of, at, list(dict.fromkeys(event.ways)))
        self.memory.recorder.in_order(fixed)

    def _look_at_value(self, of: Stretch, at: int, ways: list[Any]) -> None:
        """Pin an event, where some other results would have looked otherwise."""
        memory = self.memory
        events, first, event = memory.events, of.event, memory.events[at]
        others = [way for way in ways if way != event.value]
        if not others or len(others) > TRIED:
            return
        alike = {event.value}
        for way in others:
            row = [*events[first:at], event._replace(value=way), *events[at + 1 :]]
            if not self._shows(of, row, at + 1 - first):
                alike.add(way)
        if len(alike) <= len(others):
            if event.where == COMPONENTS:
                alike = set(memory.watched.copies_of(alike))
            memory.recorder.pins.values[at] = frozenset(alike)

    # ---- choices ---------------------------------------------------------------------

    def _look_at_choices(self) -> None:
        """Pin choices in secret of numbers and the like, as soon as they show."""
        last = len(self.memory.steps) - 1
        recent = [one for one in self._pending if last - one.step < LATEST]
        old = self._pending[: len(self._pending) - len(recent)]
        self._older = [*self._older, *old][-OLDEST:]
        self._pending = recent
        if not recent:
            return
        if recent[-1].step == last:
            self._note_written(recent[-1])
        of = self._since(recent)
        looks: dict[Others, bool] = {}
        shown = [
            one
            for one in recent
            if not self._may_differ(one, recent, of, looks, MOST_ROWS)
        ]
        self._pin(shown)
        self._pending = [one for one in recent if one not in shown]

    def _since(self, group: Sequence[Pending]) -> Stretch:
        """All since choices in secret were to be made."""
        first = group[0]
        free = frozenset(one.step for one in group)
        begins = Beginning(first.before, first.options, {})
        return Stretch(begins, first.step, first.event, first.followed, free)

    def _pin(self, shown: list[Pending]) -> None:
        recorder = self.memory.recorder
        for one in shown:
            _, value = recorder.events[one.event].value
            recorder.pins.values[one.event] = frozenset((value,))

    def _note_written(self, one: Pending) -> None:
        """What the last choice in secret put into hidden variables."""
        memory = self.memory
        state, before, layout = memory.state, one.before, memory.watched.module.layout
        for slot in range(HEADER, layout.declared):
            changed = state[slot] != before[slot] and layout.zone_kinds[slot] is None
            if changed and not memory.eyes.sees(slot, state):
                one.written[slot] = state[slot]

    def _look_at_older(self, before: State) -> None:
        """Pin choices in secret that come out long after they were made.

        To try the others costs as much as has happened since. So they are tried where a
        variable that the seat sees, or is shown, has changed to what was written then.
        """
        memory = self.memory
        state, seen = memory.state, memory.recorder.values
        changed: dict[int, Any] = {}
        for slot in memory.watched.variables:
            value = state[slot]
            if value != before[slot] and memory.eyes.sees(slot, state):
                changed[slot] = value
        out = [one for one in self._older if self._comes_out(one, changed, seen)]
        for one in out:
            one.looks.append(len(memory.steps))
            group = self._made_with(one)
            of = self._since(group)
            if not self._may_differ(one, group, of, {}, MOST_LATE_ROWS):
                self._pin([one])
                self._older.remove(one)

    def _comes_out(
        self, one: Pending, changed: dict[int, Any], shown: dict[int, Any]
    ) -> bool:
        """Whether what was written by a choice may have come into the open at this stop."""
        if len(one.looks) >= LATER:
            return False
        if any(slot in shown or slot in changed for slot in one.written):
            return True
        variables = self.memory.watched.variables
        return any(
            value == content and variables[slot].is_like(variables[at])
            for at, value in one.written.items()
            for slot, content in changed.items()
        )

    def _made_with(self, one: Pending) -> list[Pending]:
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
        one: Pending,
        recent: list[Pending],
        of: Stretch,
        looks: dict[Others, bool],
        most: int,
    ) -> bool:
        """Whether all could look the same had another choice been made in secret there.

        The others that have not shown yet may have been other ones at the same time: what
        shows may be how many chose something, and not who. What it hangs on is only what
        the seat knows: nobody is taken to have had no other choice. `looks` keeps what has
        been tried.
        """
        events, first = self.memory.events, recent[0].event
        for others in islice(_with_others(one, recent, events), most):
            if others not in looks:
                row = events[first:]
                for at, option in others:
                    event = events[at]
                    row[at - first] = event._replace(value=(event.value[0], option))
                fixed = recent[-1].event + 1 - first
                looks[others] = not self._shows(of, row, fixed)
            if looks[others]:
                return True
        return False

    def _look_at_secrets(self, secrets: Secrets) -> None:
        """Find out which choices in secret all know by now."""
        memory = self.memory
        state, recorder = memory.state, memory.recorder
        lying_open = set(memory.eyes.components(state))

        def is_known(slot: int) -> bool:
            return memory.eyes.sees(slot, state) or slot in recorder.values

        def tried(one: Secret) -> Callable[[RawOption], bool]:
            begins = Beginning(one.before, one.options, {})
            of, events = (
                Stretch(begins, one.step, one.event, frozenset()),
                recorder.events,
            )

            def is_same(option: RawOption) -> bool:
                changed = events[one.event]._replace(value=(one.number, option))
                row = [changed, *events[one.event + 1 :]]
                rows = [row, *[row[:1]] * 4]
                return self._is_so(of, begins, (0, ()), rows, self._as_seen)

            return is_same

        secrets.look(
            state, is_known, lambda c: c in lying_open or c in recorder.followed, tried
        )

    # ---- components ------------------------------------------------------------------

    def look_at_silent(
        self,
        before: State,
        first: int,
        silent: dict[int, tuple[int, int]],
        followed: frozenset[int],
    ) -> None:
        """Pin what lay nowhere in the open and showed by what it did: which do the same?"""
        memory, watched = self.memory, self.memory.watched
        pins = memory.recorder.pins.places
        hidden = set(memory.eyes.hidden_components(before)) - memory.recorder.followed
        faces, groups = watched.faces, watched.groups
        step, row = len(memory.steps) - 1, memory.events[first:]
        for c, (at, place) in silent.items():
            if place in pins.get(at, {}) or c not in hidden:
                continue
            by_face: dict[int, int] = {}
            for other in sorted(hidden):
                if groups[other] == groups[c] and faces[other] != faces[c]:
                    by_face.setdefault(faces[other], other)
            begins = Beginning(before, (), {})
            of = Stretch(begins, step, first, followed | {c}, is_chosen=True)
            alike, differs = {faces[c]}, 0
            for tried, (face, other) in enumerate(by_face.items()):
                if tried == MOST_FACES or (tried == 3 and not differs):
                    break
                names = {c: other, other: c}
                if self._shows(of, row, len(row), names):
                    differs += 1
                else:
                    alike.add(face)
            if differs:
                memory.recorder.is_even = False
                pin = Pin(frozenset(alike), len(memory.stops) - 1, None)
                pins.setdefault(at, {})[place] = pin


class Differs(Contradiction):
    """A stop, by its number, looks otherwise than it should."""

    def __init__(self, stop: int) -> None:
        super().__init__(stop)
        self.stop = stop


def _with_others(
    one: Pending, recent: list[Pending], events: Sequence[Event]
) -> Iterator[Others]:
    """Other options of a choice in secret, alone and with others of other choices."""

    def changes(of: Pending) -> list[tuple[int, RawOption]]:
        real = events[of.event].value[1]
        return [(of.event, option) for option in of.options if option != real]

    rest = [other for other in recent if other is not one]
    for number in range(len(rest) + 1):
        for group in combinations(rest, number):
            for row in product(changes(one), *map(changes, group)):
                yield tuple(sorted(row, key=itemgetter(0)))
