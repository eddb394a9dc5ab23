"""What shows by what follows: other values and choices are tried, and what they look like.

Something that was decided in secret is known to a seat as soon as nothing else would have
looked as it did. What else is hidden need not be what it really is (`stretches.py`): the way
in which hands were passed on does not show in a hand that came, which might have lain
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice, product
from operator import itemgetter
from typing import Any

from attrs import define, field, frozen

from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.narrowing import fitting
from rulesrun.interpreter.memory.stops import Remembered
from rulesrun.interpreter.memory.stretches import (
    DEALT,
    Beginning,
    Stretch,
    Stretches,
)
from rulesrun.interpreter.memory.tape import Contradiction, Pin, Tape
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.choice_history import (
    COMPONENTS,
    KIND,
    VALUE,
    Event,
)
from rulesrun.interpreter.runtime.layout import (
    DECISION,
    HEADER,
    RawOption,
    State,
)

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

PLENTY = 9
"""So many more pieces of each kind lie in stocks, where it is tried what depends on them."""

Others = tuple[tuple[int, RawOption], ...]
"""Other options of choices in secret, each with the number of its event."""


Move = tuple[int, int, tuple[int, ...]]
"""Pieces that go from one slot to another: how many of each kind."""


class _Moves(Tape):
    """Notes which pieces go from one stock to another."""

    def __init__(
        self, watched: Watched, eyes: Eyes, dice: Dice, prefix: Sequence[Event]
    ) -> None:
        super().__init__(watched, eyes, dice, prefix)
        self.moves: list[Move] = []

    def moved_kinds(
        self, state: State, source: int, slot: int, numbers: Sequence[int]
    ) -> None:
        """So many pieces of each kind go from one stock to another."""
        self.moves.append((source, slot, tuple(numbers)))


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


@define(eq=False)
class Trials:
    """Finds out what has shown to the seat of a memory, and pins it."""

    memory: Remembered
    again: Stretches = field(init=False)
    _pending: list[Pending] = field(factory=list, init=False)
    _older: list[Pending] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.again = Stretches(self.memory)

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
        stretch = Stretch(Beginning(None, (), {}), None, 0, frozenset(), 0)
        self._look_at_values(stretch, 0)

    def stopped(self, of: Stretch) -> None:
        """A choice, the last step, has been carried out."""
        self._look_at_values(of, of.event)
        if self._pending:
            self._look_at_choices()
        if self._older:
            assert of.real.state is not None
            self._look_at_older(of.real.state)

    # ---- pieces ----------------------------------------------------------------------

    def known_moves(self, of: Stretch, moves: Sequence[Move]) -> list[Move]:
        """Those moves of pieces between hidden stocks that all know by what was chosen.

        They are the same however much lies there: it is tried with more of each kind.
        """
        before = of.real.state
        assert before is not None
        state = before.copy()
        for slot in {slot for move in moves for slot in move[:2]}:
            if not isinstance(state[slot], tuple):
                return []
            state[slot] = tuple(number + PLENTY for number in state[slot])
        tape = _Moves(
            self.memory.watched,
            self.memory.eyes,
            Dice(0),
            self.memory.events[of.event :],
        )
        begins = of.real._replace(state=state)
        with suppress(Contradiction, GameFault):
            self.again.carry(of, begins, of.option, tape, lambda *_: True)
        others = list(tape.moves)
        sure = []
        for move in moves:
            if move in others:
                others.remove(move)
                sure.append(move)
        return sure

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
            if not self.again.shows(of, row, at + 1 - first, 1):
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
        revealed = [
            one
            for one in recent
            if not self._may_differ(one, recent, of, looks, MOST_ROWS)
        ]
        self._pin(revealed)
        self._pending = [one for one in recent if one not in revealed]

    def _since(self, group: Sequence[Pending]) -> Stretch:
        """All since choices in secret were to be made."""
        first = group[0]
        free = frozenset(one.step for one in group)
        begins = Beginning(first.before, first.options, {})
        end = len(self.memory.steps)
        return Stretch(begins, first.step, first.event, first.followed, end, free)

    def _pin(self, revealed: list[Pending]) -> None:
        recorder = self.memory.recorder
        for one in revealed:
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
        self, one: Pending, changed: dict[int, Any], revealed: dict[int, Any]
    ) -> bool:
        """Whether what was written by a choice may have come into the open at this stop."""
        if len(one.looks) >= LATER:
            return False
        if any(slot in revealed or slot in changed for slot in one.written):
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
        shows may be how many chose something, and not who. What it depends on is only what
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
                looks[others] = not self.again.shows(of, row, fixed, DEALT)
            if looks[others]:
                return True
        return False

    # ---- components ------------------------------------------------------------------

    def look_at_silent(self, of: Stretch, silent: dict[int, tuple[int, int]]) -> None:
        """Pin what lay nowhere in the open and showed by what it did: which do the same?"""
        memory = self.memory
        pins = memory.recorder.pins.places
        before = of.real.state
        assert before is not None
        hidden = set(memory.eyes.hidden_components(before)) - memory.recorder.followed
        for c, (at, place) in silent.items():
            if place in pins.get(at, {}) or c not in hidden:
                continue
            alike = fitting(self.again, of, c, hidden)
            if alike is not None:
                memory.recorder.is_even = False
                pin = Pin(alike, len(memory.stops) - 1, None)
                pins.setdefault(at, {})[place] = pin
                memory.recorder.inferred.setdefault(at, {})[place] = pin


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
