"""What is hidden of a game, as a row of events: recorded from a real one, or made up.

A world of a seat is such a row; everything else follows from the rules, from what the
seat chose itself and from what others chose in the open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from math import comb
from random import Random
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.chance import Seed
from rulesrun.interpreter.runtime.layout import RawOption, State
from rulesrun.interpreter.runtime.line import CHOICE, DRAW, KIND, SHUFFLE, VALUE, Event
from rulesrun.interpreter.runtime.watching import LOOSE, Watcher


class Contradiction(Exception):
    """Something cannot be as a world says, or as the seat saw it."""


class Pin(NamedTuple):
    """What is known to have lain at one place of an event.

    One of these faces, until that stop; `component` is the very copy, where it was seen.
    """

    faces: frozenset[int]
    until: int
    component: int | None


Epoch = tuple[int, int]
"""A bag, and how often anything had been put into it."""


@define(eq=False)
class Pins:
    """What a seat's sights say of events: of places in them, of values, of draws in a row."""

    places: dict[int, dict[int, Pin]] = field(factory=dict)
    values: dict[int, frozenset[Any]] = field(factory=dict)
    epochs: dict[Epoch, list[int]] = field(factory=dict)


class Ears(Watcher):
    """Notes what a seat sees move between two stops, and when things are put into bags."""

    def __init__(self, watched: Watched, eyes: Eyes) -> None:
        self.watched, self.eyes = watched, eyes
        self.events: list[Event] = []
        self.seen: list[tuple[int, int, int]] = []
        self.stop = 0
        self.bags: dict[int, int] = {}
        self.epochs: dict[Epoch, list[int]] = {}
        self._hidden = eyes.hidden
        self._kinds = watched.module.layout.zone_kinds

    def moved(self, source: int, slot: int, component: int) -> None:
        """A component goes from one slot to another."""
        seen_there, seen_here = source not in self._hidden, slot not in self._hidden
        if self._kinds[slot] == "bag":
            self.bags[slot] = self.bags.get(slot, 0) + 1
        if seen_there or seen_here:
            face = self.watched.faces[component]
            self.seen.append(
                (source if seen_there else -1, slot if seen_here else -1, face)
            )

    def noted(self, event: Event) -> int:
        """Take an event down; gives its number."""
        self.events.append(event)
        kind, slot = event.kind, event.where
        if slot is not None and kind == SHUFFLE:
            self.bags[slot] = self.bags.get(slot, 0) + 1
        elif slot is not None and kind == DRAW:
            self.epochs.setdefault(self.epoch(slot), []).append(len(self.events) - 1)
        return len(self.events) - 1

    def epoch(self, slot: int) -> Epoch:
        """That of a bag now."""
        return slot, self.bags.get(slot, 0)


class Recorder(Ears):
    """Follows the real game: its events, and by which way each component went.

    Attributes:
        pins: What is known of events, by what the seat has seen.
        followed: Components whose place the seat knows, seen or not.
        silent: Components that went unseen, since the last stop, to where nobody holds
            them, and at which place of which event each had been.
        is_even: Whether components that were seen to leave a hidden place had come there
            as all others there, so that nothing hangs on which way the real one went.
    """

    def __init__(
        self, watched: Watched, eyes: Eyes, seed: Seed, given: Sequence[Event] = ()
    ) -> None:
        super().__init__(watched, eyes)
        self.seed, self._given = seed, iter(given)
        self._next: Event | None = next(self._given, None)
        self.pins = Pins(epochs=self.epochs)
        self.followed: set[int] = set()
        self.is_even = True
        self._visible: set[int] = set()
        self._ways: dict[int, list[tuple[int, int]]] = {}
        self._owned = set().union(*watched.owned.values())
        self.silent: dict[int, tuple[int, int]] = {}
        self._told: tuple[Any, ...] = ()
        self._stocks = Stocks(watched, self.pins.values)
        self._origins = Origins()

    @property
    def is_real(self) -> bool:
        """Whether the next chance comes of the seed."""
        return self._next is None

    @property
    def reality(self) -> Seed:
        """The seed."""
        return self.seed

    def draws(self, kind: str, slot: int | None, ways: Sequence[Any]) -> Any:
        """What the root says that chance brings."""
        event = self._next
        if event is None or (event.kind, event.where) != (kind, slot):
            raise Contradiction
        value = event.value
        fits = sorted(value) == sorted(ways) if kind == SHUFFLE else value in ways
        if not fits:
            raise Contradiction
        self._next = next(self._given, None)
        self.happened(kind, slot, value, ways)
        return value

    def happened(
        self, kind: str, slot: int | None, value: Any, ways: Sequence[Any]
    ) -> None:
        """Chance has brought this."""
        kept = tuple(ways) if kind in (VALUE, KIND) else ()
        at = self.noted(Event(kind, slot, value, kept))
        if kind == SHUFFLE:
            for place, component in enumerate(value):
                self._ways.setdefault(component, []).append((at, place))
            self._origins.shuffled(value, (at,), self.stop)
            self.followed.difference_update(value)
        elif kind == DRAW:
            self._ways.setdefault(value, []).append((at, 0))
            assert slot is not None
            self._origins.shuffled(ways, self.epoch(slot), self.stop)
            self.followed.difference_update(ways)

    def chose(
        self, actor: int, number: int, option: RawOption, options: Sequence[RawOption]
    ) -> None:
        """Somebody else has chosen in secret."""
        listed = tuple(options) if len(options) <= MANY else ()
        at = self.noted(Event(CHOICE, actor, (number, option), listed))
        parts = self.watched.components_in
        taken = list(parts(number, option))
        for place, component in enumerate(taken):
            self._ways.setdefault(component, []).append((at, place))
        candidates = {c for other in listed for c in parts(number, other)}
        if taken and not listed:
            self.is_even = False
            self.followed.clear()  # any may have been chosen
        unknown = candidates - self.followed
        if self._origins.differ(unknown):
            self.is_even = False
        if len(listed) != comb(len(candidates), len(taken)):
            self._origins.constrained(self.stop)
        self.followed -= candidates

    def chose_openly(self, number: int, option: RawOption, state: State) -> None:
        """Somebody else has chosen, and all are told what."""
        self._origins.constrained(self.stop)
        self._told = option[1]
        where = self.watched.module.layout.locations
        for component in self.watched.components_in(number, option):
            self._leaves(component, state[where + component], state)
            self._sees(component)

    def moved(self, source: int, slot: int, component: int) -> None:
        """A component goes from one slot to another."""
        super().moved(source, slot, component)
        self._origins.moved(component, self.stop, slot)
        if source not in self._hidden or slot not in self._hidden:
            self._sees(component)
        elif slot not in self._owned and self._ways.get(component):
            self.silent[component] = self._ways[component][-1]

    def moved_kinds(self, source: int, slot: int, numbers: Sequence[int]) -> None:
        """So many pieces of each kind go from one stock to another."""
        seen_there, seen_here = source not in self._hidden, slot not in self._hidden
        is_told = seen_there or seen_here or tuple(numbers) in self._told
        if is_told and not seen_there and self._stocks.take(source, numbers):
            self.is_even = False
        if is_told and not seen_here:
            self._stocks.put(slot, numbers)

    def drew_into(self, slot: int) -> None:
        """The piece that was drawn last goes into that stock."""
        if slot in self._hidden:
            self._stocks.drawn(slot, len(self.events) - 1)

    def stops(self, state: State, number: int) -> None:
        """The game has come to a stop, of that number."""
        self.stop = number
        self._told = ()
        visible = set(self.eyes.components(state))
        for component in visible - self._visible:
            self._sees(component)
        self._visible = visible
        self.followed |= visible
        self.seen.clear()
        self.silent = {}
        for slot in self.eyes.zones:
            if self._kinds[slot] in LOOSE:
                self._origins.meet(set(state[slot]) - self.followed, slot, number)

    def _leaves(self, component: int, source: int, state: State) -> None:
        """One is told of that lay beside others in a place that is hidden."""
        if component in self.followed or source not in self._hidden:
            return
        if self._kinds[source] in LOOSE:
            if self._origins.differ(set(held_in(state[source])) - self.followed):
                self.is_even = False

    def _sees(self, component: int) -> None:
        """The seat knows where a component lies: its whole way is known from here."""
        self.followed.add(component)
        face = frozenset((self.watched.faces[component],))
        for at, place in self._ways.get(component, ()):
            self.pins.places.setdefault(at, {})[place] = Pin(face, self.stop, component)
        self._origins.seen(component)


class Stocks:
    """Which kinds of pieces must have been drawn into hidden stocks, as some were spent.

    Pieces of a kind are all alike: one that is spent, and was not known to be there, is
    taken to be the first of those drawn that is not spoken for.
    """

    def __init__(self, watched: Watched, pins: dict[int, frozenset[Any]]) -> None:
        self._initial = watched.module.layout.initial
        self._pins = pins
        self._known: dict[int, list[int]] = {}
        self._events: dict[int, list[int]] = {}

    def _numbers(self, slot: int) -> list[int]:
        if slot not in self._known:
            self._known[slot] = list(self._initial[slot])  # type: ignore[call-overload]
        return self._known[slot]

    def put(self, slot: int, numbers: Sequence[int]) -> None:
        """Pieces that all have seen come into a hidden stock."""
        known = self._numbers(slot)
        for kind, number in enumerate(numbers):
            known[kind] += number

    def drawn(self, slot: int, event: int) -> None:
        """A piece of which nothing is known comes into it."""
        self._events.setdefault(slot, []).append(event)

    def take(self, slot: int, numbers: Sequence[int]) -> bool:
        """Pieces that all see go out of it; whether this says anything of draws."""
        known, events = self._numbers(slot), self._events.get(slot, [])
        says = False
        for kind, number in enumerate(numbers):
            there = min(number, max(0, known[kind]))
            known[kind] -= there
            for _ in range(number - there):
                at = next((e for e in events if e not in self._pins), None)
                if at is None:
                    break
                events.remove(at)
                self._pins[at] = frozenset((kind,))
                says = True
        return says


class Origins:
    """How components came to where they lie, as far as that tells them apart.

    Two of the same origin have been shuffled together and moved together since: whatever
    can be of the one can be of the other.
    """

    def __init__(self) -> None:
        self._of: dict[int, tuple[Any, ...]] = {}
        self._shuffle: dict[int, tuple[Any, int]] = {}
        self._last = -1

    def shuffled(self, components: Iterable[int], event: Any, stop: int) -> None:
        """They lie in an order of chance now, by an event, or by a bag and its epoch."""
        for component in components:
            known = self._shuffle.get(component)
            if known is None or known[0] != event:
                self._of[component] = (event,)
                self._shuffle[component] = event, stop

    def moved(self, component: int, stop: int, slot: int) -> None:
        """It went to a slot."""
        before = hash(self._of.get(component))
        self._of[component] = before, stop, slot

    def seen(self, component: int) -> None:
        """It is known which one it is."""
        self._of[component] = ("seen", component)

    def constrained(self, stop: int) -> None:
        """Somebody has done what need not be possible with any components."""
        self._last = stop

    def meet(self, components: Set[int], slot: int, stop: int) -> None:
        """They lie together, hidden: one origin, if nothing has told them apart before."""
        if not self.differ(components):
            return
        shuffles = {self._shuffle.get(c) for c in components}
        if len(shuffles) > 1:
            return
        shuffle = shuffles.pop()
        if shuffle is not None and shuffle[1] > self._last:
            for component in components:
                self._of[component] = ("met", shuffle, slot, stop)

    def differ(self, components: Iterable[int]) -> bool:
        """Whether they are of more than one origin."""
        return len({self._of.get(c) for c in components}) > 1


MANY = 5_000
"""Of more options of a secret choice than that none is kept."""


class Tape(Ears):
    """A world: events as they are given, then as a guide draws them.

    `weight` is by how much such a world is more likely than the guide makes it.
    """

    is_real = False

    def __init__(
        self,
        watched: Watched,
        eyes: Eyes,
        rng: Random,
        given: Sequence[Event] = (),
        pins: Pins | None = None,
    ) -> None:
        super().__init__(watched, eyes)
        self.rng, self.given = rng, given
        self.pins = pins or Pins()
        self.weight = 1.0
        self.reserved: dict[int, int] = {}
        self._order: dict[int, tuple[Epoch, list[int]]] = {}

    def draws(self, kind: str, slot: int | None, ways: Sequence[Any]) -> Any:
        """What chance brings in this world."""
        at = len(self.events)
        if at < len(self.given):
            event = self.given[at]
            if event.kind != kind or event.where != slot:
                raise Contradiction
            value = event.value
            if kind == SHUFFLE:
                if len(value) != len(ways) or set(value) != set(ways):
                    raise Contradiction
            elif value not in ways:
                raise Contradiction
        elif kind == SHUFFLE:
            value = tuple(self._arranged(sorted(ways), self.pins.places.get(at, {})))
        elif kind == DRAW:
            assert slot is not None
            value = self._drawn(slot, ways)
        else:
            value = self._one_of(at, ways)
        kept = tuple(ways) if kind in (VALUE, KIND) else ()
        self.noted(Event(kind, slot, value, kept))
        return value

    def _drawn(self, slot: int, held: Sequence[int]) -> int:
        """The next one of a row in which all is drawn until something is put in."""
        epoch = self.epoch(slot)
        planned = self._order.get(slot)
        if planned is None or planned[0] != epoch:
            at = len(self.events)
            mine = [e for e in self.pins.epochs.get(epoch, ()) if e >= at]
            pins = {
                n: self.pins.places[e][0]
                for n, e in enumerate(mine)
                if e in self.pins.places
            }
            planned = self._order[slot] = epoch, self._arranged(sorted(held), pins)
        if not planned[1] or planned[1][0] not in held:
            raise Contradiction
        return planned[1].pop(0)

    def _arranged(self, cards: list[int], pins: Mapping[int, Pin]) -> list[int]:
        """The cards in an order of chance in which these lie at these places.

        Which copy lies at a place is drawn among all that fit: the first one of a
        shuffled list would leave what is not even. Raises Contradiction.
        """
        rng, faces = self.rng, self.watched.faces
        left, put = list(cards), dict[int, int]()
        for place, pin in sorted(pins.items(), key=lambda p: (len(p[1].faces), p[0])):
            fits = [c for c in left if faces[c] in pin.faces]
            if not fits or place >= len(cards):
                raise Contradiction
            self.weight *= len(fits) / len(left)
            same = pin.component
            put[place] = same if same in fits else fits[rng.randrange(len(fits))]
            left.remove(put[place])
        rng.shuffle(left)
        for place, c in put.items():
            self.reserved[c] = pins[place].until
        rest = iter(left)
        return [put[n] if n in put else next(rest) for n in range(len(cards))]

    def _one_of(self, at: int, ways: Sequence[Any]) -> Any:
        known = self.pins.values.get(at)
        if known is not None:
            fits = [way for way in ways if way in known]
            if not fits:
                raise Contradiction
            self.weight *= len(fits) / len(ways)
            ways = fits
        return ways[self.rng.randrange(len(ways))]

    # ---- what others choose in secret ------------------------------------------------

    def chooses(
        self, actor: int, number: int, options: Sequence[RawOption]
    ) -> RawOption:
        """What somebody else chooses in secret in this world; raises Contradiction."""
        at = len(self.events)
        if at < len(self.given):
            event = self.given[at]
            if event.kind != CHOICE or event.where != actor:
                raise Contradiction
            value: RawOption = event.value[1]
            if event.value[0] != number or value not in options:
                raise Contradiction
        else:
            pool = self._possible(at, number, options)
            self.weight *= len(pool)
            value = pool[self.rng.randrange(len(pool))]
        kept = tuple(options) if len(options) <= MANY else ()
        self.noted(Event(CHOICE, actor, (number, value), kept))
        return value

    def _possible(
        self, at: int, number: int, options: Sequence[RawOption]
    ) -> Sequence[RawOption]:
        """Which options fit what is seen later."""
        if len(options) > MANY:
            return options
        values = self.pins.values.get(at)
        if values is not None:
            fits = [o for o in options if o in values]
            if not fits:
                raise Contradiction
            return fits
        parts, pins = self.watched.components_in, self.pins.places.get(at)
        pool, known = options, set[int]()
        if pins:
            known = {p.component for p in pins.values() if p.component is not None}
            whole = len(known) == len(pins)
            very = [o for o in options if known <= set(parts(number, o))]
            if not (whole and very):
                known = known if very else set()
                very = [
                    o
                    for o in very or options
                    if self._covers(parts(number, o), pins.values())
                ]
            if not very:
                raise Contradiction
            pool = very
        reserved, stop = self.reserved, self.stop
        if not reserved:
            return pool
        free = [
            o
            for o in pool
            if not any(
                reserved.get(c, -1) > stop and c not in known for c in parts(number, o)
            )
        ]
        return free or pool

    def _covers(self, components: Iterator[int], pins: Any) -> bool:
        left = [self.watched.faces[c] for c in components]
        for pin in pins:
            fits = next((f for f in left if f in pin.faces), None)
            if fits is None:
                return False
            left.remove(fits)
        return True

    # ---- drawing again between two stops ---------------------------------------------

    def mark(self) -> tuple[Any, ...]:
        """Where the tape stands, to come back to it."""
        order = {slot: (epoch, list(row)) for slot, (epoch, row) in self._order.items()}
        epochs = {epoch: list(row) for epoch, row in self.epochs.items()}
        kept = dict(self.bags), dict(self.reserved), order, epochs
        return len(self.events), self.weight, *kept

    def back(self, mark: tuple[Any, ...]) -> None:
        """Stand there again."""
        size, self.weight, bags, reserved, order, epochs = mark
        del self.events[size:]
        self.bags, self.reserved = dict(bags), dict(reserved)
        self._order = {slot: (e, list(row)) for slot, (e, row) in order.items()}
        self.epochs = {epoch: list(row) for epoch, row in epochs.items()}
        self.seen.clear()
