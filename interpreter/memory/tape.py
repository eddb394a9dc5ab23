"""What is hidden of a game, as a row of events: recorded from a real one, or made up.

A world of a seat is such a row; everything else follows from the rules, from what the
seat chose itself and from what others chose in the open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    DRAW,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
)
from rulesrun.interpreter.runtime.layout import ACTOR, DECISION, RawOption, State
from rulesrun.interpreter.runtime.watching import Watcher


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
    """What a seat's sights say of events: of places in them, of values, of draws in a row.

    `needs` says, for a piece that is drawn and of which nothing is known, how many of each
    kind are known to be drawn after it before any is put back; none where that is not
    worked out yet. A world that they guide is likelier by `weight` than they make it.
    `loose` are the events and places at which something else may have lain, if it came where
    that came: of several ways one was drawn.
    """

    places: dict[int, dict[int, Pin]] = field(factory=dict)
    values: dict[int, frozenset[Any]] = field(factory=dict)
    epochs: dict[Epoch, list[int]] = field(factory=dict)
    needs: dict[int, dict[int, int]] | None = None
    weight: float = 1.0
    loose: set[tuple[int, int]] = field(factory=set)


MANY = 5_000
"""Of more options of a secret choice than that none is kept."""


class Ears(Watcher):
    """Notes what a seat sees move between two stops, and when things are put into bags."""

    def __init__(self, watched: Watched, eyes: Eyes) -> None:
        self.watched, self.eyes = watched, eyes
        self.events: list[Event] = []
        self.seen: list[tuple[int, int, int]] = []
        self.stop = 0
        self.bags: dict[int, int] = {}
        self.epochs: dict[Epoch, list[int]] = {}
        self._kinds = watched.module.layout.zone_kinds

    def moved(self, state: State, source: int, slot: int, component: int) -> None:
        """A component goes from one slot to another."""
        sees = self.eyes.sees
        seen_there, seen_here = sees(source, state), sees(slot, state)
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


def _itself(
    _state: State, option: RawOption, options: Sequence[RawOption]
) -> RawOption | None:
    return option if option in options else None


class Tape(Ears):
    """A world: events as they are given, then as a guide draws them.

    `weight` is by how much such a world is more likely than the guide makes it. If it
    `takes_copies`, a choice in secret that is given may be of a copy that is not listed,
    as another one is that looks alike. If it `is_lenient`, what cannot lie where it is
    taken to have lain lies anywhere.
    """

    is_real = False

    def __init__(
        self,
        watched: Watched,
        eyes: Eyes,
        dice: Dice,
        prefix: Sequence[Event] = (),
        pins: Pins | None = None,
    ) -> None:
        super().__init__(watched, eyes)
        self.dice, self.given = dice, prefix
        self.pins = pins or Pins()
        self.weight = self.pins.weight
        self.takes_copies = self.is_lenient = False
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
            value = self._one_of(at, ways, kind)
        possible = tuple(ways) if kind in (VALUE, KIND) else ()
        self.noted(Event(kind, slot, value, possible))
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
        dice, faces = self.dice, self.watched.faces
        left, put = list(cards), dict[int, int]()
        for place, pin in sorted(pins.items(), key=lambda p: (len(p[1].faces), p[0])):
            fits = [c for c in left if faces[c] in pin.faces]
            if not fits or place >= len(cards):
                if self.is_lenient:
                    continue
                raise Contradiction
            self.weight *= len(fits) / len(left)
            same = pin.component
            put[place] = same if same in fits else fits[dice.below(len(fits))]
            left.remove(put[place])
        left = dice.shuffled(left)
        for place, c in put.items():
            self.reserved[c] = pins[place].until
        rest = iter(left)
        return [put[n] if n in put else next(rest) for n in range(len(cards))]

    def _one_of(self, at: int, ways: Sequence[Any], kind: str) -> Any:
        needs = (self.pins.needs or {}).get(at) if kind == KIND else None
        pinned = self.pins.values.get(at)
        if needs and pinned is None:
            return self._leaving(ways, needs)
        if pinned is not None:
            fits = [way for way in ways if way in pinned]
            if not fits:
                raise Contradiction
            self.weight *= len(fits) / len(ways)
            ways = fits
        return ways[self.dice.below(len(ways))]

    def _leaving(self, ways: Sequence[int], needs: Mapping[int, int]) -> int:
        """A kind of which enough are left for those that are drawn later."""
        numbers = {way: ways.count(way) for way in sorted(set(ways))}
        free = {k: max(0, n - needs.get(k, 0)) for k, n in numbers.items()}
        total = sum(free.values())
        if not total:
            raise Contradiction
        left = self.dice.below(total)
        for kind, number in free.items():
            if left < number:
                self.weight *= numbers[kind] * total / (len(ways) * number)
                return kind
            left -= number
        raise Contradiction

    # ---- what others choose in secret ------------------------------------------------

    def chooses(self, state: State, options: Sequence[RawOption]) -> RawOption:
        """What somebody else chooses in secret in this world; raises Contradiction."""
        at, actor, number = len(self.events), state[ACTOR], state[DECISION]
        if at < len(self.given):
            event = self.given[at]
            if event.kind != CHOICE or event.where != actor:
                raise Contradiction
            value: RawOption = event.value[1]
            if event.value[0] != number:
                raise Contradiction
            listed = self.watched.listed if self.takes_copies else _itself
            if listed(state, value, options) is None:
                raise Contradiction
        else:
            pool = self._possible(at, number, options)
            self.weight *= len(pool)
            value = pool[self.dice.below(len(pool))]
        possible = tuple(options) if len(options) <= MANY else ()
        self.noted(Event(CHOICE, actor, (number, value), possible))
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
        pool, components = options, set[int]()
        if pins:
            components = {p.component for p in pins.values() if p.component is not None}
            whole = len(components) == len(pins)
            very = [o for o in options if components <= set(parts(number, o))]
            if not (whole and very):
                components = components if very else set()
                very = [
                    o
                    for o in very or options
                    if self._covers(parts(number, o), pins.values())
                ]
            if not very:
                if not self.is_lenient:
                    raise Contradiction
                very, components = list(options), set()
            pool = very
        reserved, stop = self.reserved, self.stop
        if not reserved:
            return pool
        free = [
            o
            for o in pool
            if not any(
                reserved.get(c, -1) > stop and c not in components
                for c in parts(number, o)
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
        chance = dict(self.bags), dict(self.reserved), order, epochs
        return len(self.events), self.weight, *chance

    def back(self, mark: tuple[Any, ...]) -> None:
        """Stand there again."""
        size, self.weight, bags, reserved, order, epochs = mark
        del self.events[size:]
        self.bags, self.reserved = dict(bags), dict(reserved)
        self._order = {slot: (e, list(row)) for slot, (e, row) in order.items()}
        self.epochs = {epoch: list(row) for epoch, row in epochs.items()}
        self.seen.clear()
