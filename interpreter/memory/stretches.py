"""Parts of a game that are carried out again, with other events and other hidden things.

What a seat saw may depend on what it does not know: which cards lay where. So what is compared
with what it saw is only what is the same however hidden things lie: they are dealt anew some
times, and the same is carried out with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from attrs import define

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.knowledge.dealing import Deal
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.compiled import OPEN, SECRET
from rulesrun.interpreter.memory.renaming import renamed, renamed_option, renamed_state
from rulesrun.interpreter.memory.stops import Remembered, Stop
from rulesrun.interpreter.memory.tape import Contradiction, Tape
from rulesrun.interpreter.runtime.choice_history import DRAW, SHUFFLE, Event
from rulesrun.interpreter.runtime.layout import DECISION, FORCED, SEED, RawOption, State

DEALT = 3
"""So many times hidden things are dealt anew, to find out what depends on them."""

ENDS, MOVES, SIZE = -1, -2, -3
"""In place of the number of an item: where sights end, what moved, how much there is."""

LISTED_APART = 2
"""So many parts at the beginning of a sight are compared item by item."""

Looks = Callable[[int, State, Sequence[RawOption], Tape], bool]
"""Whether a stop, by its number, looks as it should."""


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
        end: The number of the step behind its last one.
        option: What was really chosen first, to be taken without looking whether it is
            offered; none where that is a matter of events.
    """

    real: Beginning
    step: int | None
    event: int
    followed: frozenset[int]
    end: int
    free: frozenset[int] = frozenset()
    option: RawOption | None = None
    dealt: list[Beginning] | None = None
    """The same with hidden things dealt anew, once that has been asked for."""
    unsteady: dict[int, set[tuple[int, ...]]] | None = None
    """By the number of a stop which items of it depend on how hidden things lie."""


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


def differences(one: Stop, other: Stop) -> Iterator[tuple[int, ...]]:
    """The items in which two stops differ; of collections apart whether their sizes do."""
    for number, (mine, theirs) in enumerate(zip(one.sight, other.sight, strict=False)):
        if mine == theirs:
            continue
        if number >= LISTED_APART:
            yield from _differ(mine, theirs, number)
            continue
        for at, pair in enumerate(zip(mine, theirs, strict=True)):
            yield from _differ(*pair, number, at)
    if len(one.sight) != len(other.sight):
        yield (ENDS,)
    if one.moves != other.moves:
        yield (MOVES,)
        ways = ([move[:2] for move in stop.moves] for stop in (one, other))
        yield from _differ(tuple(next(ways)), tuple(next(ways)), MOVES, 0)


def _differ(mine: Any, theirs: Any, *at: int) -> Iterator[tuple[int, ...]]:
    if mine == theirs:
        return
    yield at
    kinds = (tuple, dict, list)
    if isinstance(mine, kinds) and isinstance(theirs, kinds):
        if len(mine) != len(theirs):
            yield (*at, SIZE)
    elif isinstance(mine, kinds) or isinstance(theirs, kinds):
        yield (*at, SIZE)


@define(eq=False)
class Stretches:
    """Carries parts of the game of a memory out again."""

    memory: Remembered

    def carry(
        self,
        of: Stretch,
        begins: Beginning,
        option: RawOption | None,
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
        for step in range(of.step, of.end):
            tape.seen.clear()
            kind, chosen = memory.steps[step].kind, memory.steps[step].option
            if state[DECISION] != memory.steps[step].decision:
                raise Contradiction  # something else is asked, or the game is over
            if option is not None and step == of.step:
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

    def is_so(
        self,
        of: Stretch,
        begins: Beginning,
        option: RawOption | None,
        rows: Iterable[Sequence[Event]],
        looks: Looks,
        tapes: type[Tape] = Tape,
    ) -> bool:
        """Whether a stretch looks as it should with one of these rows of events.

        Where what follows does not go on as it did, it is drawn anew, with another row.
        """
        memory, last = self.memory, of.end
        for number, events in enumerate(rows):
            dice = Dice(1000 * number + len(events))
            tape = tapes(memory.watched, memory.eyes, dice, events)
            try:
                self.carry(of, begins, option, tape, looks)
            except Differs as differs:
                if not number and differs.stop == last:
                    return False
            except (Contradiction, GameFault):
                continue
            else:
                return True
        return False

    def shows(
        self,
        of: Stretch,
        row: list[Event],
        fixed: int,
        again: int,
        names: dict[int, int] | None = None,
    ) -> bool:
        """Whether other events would have looked otherwise, however hidden things lie.

        `fixed` of them are given where what follows does not go on as it did. With `names`,
        components have changed places in the state before. It is tried in the real state, and
        `again` so often with hidden things dealt anew.
        """
        names, watched = names or {}, self.memory.watched
        option = of.option
        if names and option is not None and of.real.state is not None:
            number = of.real.state[DECISION]
            option = renamed_option(watched, number, option, names)
        begins = self._with_names(of.real, names)
        mine = [renamed(watched, e, names) for e in row] if names else row
        rows = [mine, *[mine[:fixed]] * 4]
        looks = self._steadily(of)
        if self.is_so(of, begins, option, rows, looks):
            return False
        for dealt in self._dealt(of)[:again]:
            other = self._with_names(dealt, names)
            theirs = [renamed(watched, e, dealt.names) for e in row]
            theirs = [renamed(watched, e, names) for e in theirs] if names else theirs
            if self.is_so(of, other, option, [theirs], looks, Loose):
                return False
        return True

    def _with_names(self, begins: Beginning, names: dict[int, int]) -> Beginning:
        if not names or begins.state is None:
            return begins
        state = renamed_state(self.memory.watched, begins.state, names)
        return begins._replace(state=state)

    def as_seen(
        self, number: int, state: State, options: Sequence[RawOption], tape: Tape
    ) -> bool:
        """Whether the seat would have seen the very same."""
        if self.memory.looks_as(number, state, options, tape):
            return True
        raise Differs(number)

    def _steadily(self, of: Stretch) -> Looks:
        """Whether all is as the seat saw it that is so however hidden things lie."""
        stops, sight = self.memory.stops, self.memory.eyes.sight

        def looks(
            number: int, state: State, options: Sequence[RawOption], tape: Tape
        ) -> bool:
            wanted = stops[number]
            other = wanted._replace(sight=sight(state, options), moves=tuple(tape.seen))
            if wanted == other:
                return True
            if of.unsteady is None:
                of.unsteady = self._found_unsteady(of)
            unsteady = of.unsteady.get(number)
            if unsteady is None:  # nobody knows
                return True
            if all(at in unsteady for at in differences(wanted, other)):
                return True
            raise Differs(number)

        return looks

    def _found_unsteady(self, of: Stretch) -> dict[int, set[tuple[int, ...]]]:
        memory = self.memory
        unsteady: dict[int, set[tuple[int, ...]]] = {}

        def looks(
            number: int, state: State, options: Sequence[RawOption], tape: Tape
        ) -> bool:
            real, sight = memory.stops[number], memory.eyes.sight(state, options)
            other = real._replace(sight=sight, moves=tuple(tape.seen))
            differ = unsteady.setdefault(number, set())
            differ.update(differences(real, other))
            return (ENDS,) not in differ

        option, watched = of.option, memory.watched
        for dealt in self._dealt(of):
            row = [renamed(watched, e, dealt.names) for e in memory.events[of.event :]]
            self.is_so(of, dealt, option, [row], looks, Loose)
        return unsteady

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
        for step in memory.steps[of.step : of.end]:
            if step.kind == OPEN and step.option is not None:
                parts = memory.watched.components_in(step.decision, step.option)
                fixed.update(parts)
        if of.option is not None:
            chosen = memory.watched.components_in(number, of.option)
            fixed.update(chosen)
        of.dealt = []
        for n in range(DEALT):
            deal = Deal(machine.secrecy, begins.state, memory.seat, Dice(n), fixed)
            state = deal.deal()
            try:
                options = () if of.option is not None else machine.options(state)
            except GameFault:
                continue
            of.dealt.append(Beginning(state, options, deal.meant))
        return of.dealt


class Differs(Contradiction):
    """A stop, by its number, looks otherwise than it should."""

    def __init__(self, stop: int) -> None:
        super().__init__(stop)
        self.stop = stop
