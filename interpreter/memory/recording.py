"""The real game, followed behind a seat's veil: its events, and what is known of them.

More than 400 lines: whatever moves, shows or is chosen is noted in one place, for all that is
to be known of it.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import comb
from typing import Any

from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.memory.disclosed import Secrets
from rulesrun.interpreter.memory.origins import Origins, Stocks
from rulesrun.interpreter.memory.tape import MANY, Contradiction, Ears, Pin, Pins
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.memory.ways import Places, Way, Ways
from rulesrun.interpreter.runtime.chance import Seed
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    DRAW,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
)
from rulesrun.interpreter.runtime.layout import ACTOR, DECISION, RawOption, State
from rulesrun.interpreter.runtime.showing import Shown
from rulesrun.interpreter.runtime.watching import LOOSE


class Recorder(Ears):
    """Follows the real game: its events, and by which way each component went.

    Attributes:
        pins: What is known of events, by what the seat has seen, and which way it really came.
        ways: By which ways it may have come.
        inferred: What is known of places in events, though it was not seen.
        followed: Components whose place the seat knows, seen or not.
        values: What it was shown of variables, by their slots, and nothing has changed.
        carried: Components that were followed from one hidden place to another since the
            last stop, or beside which others went away unseen.
        silent: Components that went unseen, since the last stop, to where nobody holds
            them, and at which place of which event each had been.
        is_even: Whether components that were seen to leave a hidden place had come there
            as all others there, so that nothing depends on which way the real one went.
        secrets: Choices in secret, where it is asked which of them all know by now.
        copies: Of open choices, by their numbers, what left a hidden place in which others
            may look the same: the slot, the face, and how many. The guide lays those at the
            places where they really lay; a world in which more there look the same comes up
            as many times too often.
        untold: Pieces that went from one hidden stock to another since the last stop: the
            slots, and how many of each kind. Whether the seat knows is another question.
        together: By which ways those came that lay beside one that was seen, of the same
            origin and by the same chance, and by which stop they had come to lie there.
        is_spent: Whether pieces were seen to leave a stock that had been drawn unseen.
    """

    def __init__(
        self, watched: Watched, eyes: Eyes, seed: Seed, prefix: Sequence[Event] = ()
    ) -> None:
        super().__init__(watched, eyes)
        self.seed, self._given = seed, iter(prefix)
        self._next: Event | None = next(self._given, None)
        self.pins = Pins(epochs=self.epochs)
        self.followed: set[int] = set()
        self.values: dict[int, Any] = {}
        self.secrets: Secrets | None = None
        self.is_even, self.is_spent = True, False
        self._into: dict[int, int] = {}
        self._came_open: dict[int, int] = {}
        """Since the last stop: pieces that were drawn, by their events, into stocks seen."""
        self._mixed = set[int]()
        """Since then: stocks out of which, or into which, pieces of unknown kinds went."""
        self._partly = set[int]()
        self._lies_in: dict[int, int] = {}
        self._chosen: dict[int, tuple[int, ...]] = {}
        """By which secret choices a component was chosen where it lies."""
        self.copies: dict[int, list[tuple[int, int, int]]] = {}
        self._visible: set[int] = set()
        self._ways: dict[int, list[tuple[int, int]]] = {}
        self.ways = Ways(watched.faces)
        self.inferred: Places = {}
        self.together: list[tuple[frozenset[Way], int]] = []
        self._moved_at: dict[int, int] = {}
        """Behind which stop a component was moved last."""
        self._owned = set().union(*watched.owned.values())
        self.carried: set[int] = set()
        self.silent: dict[int, tuple[int, int]] = {}
        self._told: tuple[Any, ...] = ()
        self.untold: list[tuple[int, int, tuple[int, ...]]] = []
        self._puts: dict[int, int] = {}
        self._rows: dict[tuple[int | None, int], list[int]] = {}
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
        possible = tuple(ways) if kind in (VALUE, KIND) else ()
        at = self.noted(Event(kind, slot, value, possible))
        if kind == KIND:
            epoch = self._puts.get(slot, 0) if slot is not None else 0
            self._rows.setdefault((slot, epoch), []).append(at)
        elif kind == SHUFFLE:
            mixed = frozenset(value)
            for place, component in enumerate(value):
                self._comes_by(component, (at, place), at, mixed)
            self._origins.shuffled(value, (at,), self.stop)
            self.followed.difference_update(value)
        elif kind == DRAW:
            assert slot is not None
            self._comes_by(value, (at, 0), self.epoch(slot), frozenset(ways))
            self._origins.shuffled(ways, self.epoch(slot), self.stop)
            self.followed.difference_update(ways)

    def chose(
        self, state: State, option: RawOption, options: Sequence[RawOption]
    ) -> None:
        """Somebody else has chosen in secret."""
        actor, number = state[ACTOR], state[DECISION]
        listed = tuple(options) if len(options) <= MANY else ()
        at = self.noted(Event(CHOICE, actor, (number, option), listed))
        parts = self.watched.components_in
        taken = list(parts(number, option))
        where = self.watched.module.layout.locations
        candidates = {c for other in listed for c in parts(number, other)}
        if not self.watched.is_unique:  # of those that look alike one is listed
            slots = {state[where + c] for c in candidates}
            alike = self.watched.copies_of(candidates)
            candidates |= {c for c in alike if state[where + c] in slots}
        self._chosen_among(candidates, taken, at, state)
        if taken and not listed:
            self.is_even = False
            self.followed.clear()  # any may have been chosen
        unknown = candidates - self.followed
        if self._origins.differ(unknown):
            self.is_even = False
        has_copies = len(self.watched.copies_of(candidates)) > len(candidates)
        if has_copies or len(listed) != comb(len(candidates), len(taken)):
            self._origins.constrained(self.stop)
        self.followed -= candidates

    def _chosen_among(
        self, candidates: set[int], taken: list[int], at: int, state: State
    ) -> None:
        """Some of them have been chosen in secret in an event: any may have been."""
        where = self.watched.module.layout.locations
        around: dict[int, Set[int]] = {}
        for place, component in enumerate(taken):
            slot = state[where + component]
            beside = self._beside(state, component, slot, candidates)
            around |= dict.fromkeys(beside, beside)
            self._comes_by(component, (at, place), at, beside)
        self.ways.choices.add(at)
        for component in around.keys() - set(taken):
            self.ways.waits(component, at, around[component])
        for component in taken:
            self._chosen[component] = *self._chosen.get(component, ()), at

    def chose_openly(self, step: int, option: RawOption, state: State) -> None:
        """Somebody else has chosen, and all are told what."""
        number = state[DECISION]
        self._origins.constrained(self.stop)
        self._told = option[1]
        where = self.watched.module.layout.locations
        copies: dict[tuple[int, int], int] = {}
        for component in self.watched.components_in(number, option):
            source = state[where + component]
            if self._leaves(component, source, state):
                if self._origins.differ(set(held_in(state[source])) - self.followed):
                    self.is_even = False
                place = source, self.watched.faces[component]
                copies[place] = copies.get(place, 0) + 1
            self._sees(component, self._beside(state, component, source))
        if copies:
            self.copies[step] = [(*place, n) for place, n in copies.items()]

    def moved(self, state: State, source: int, slot: int, component: int) -> None:
        """A component goes from one slot to another."""
        super().moved(state, source, slot, component)
        if self.secrets is not None:
            self.secrets.moved(state, slot, component)
        self._origins.moved(component, self.stop, slot)
        is_drawn = self._kinds[source] == "bag"  # an event says which one
        beside = frozenset() if is_drawn else self._beside(state, component, source)
        self._chosen.pop(component, None)
        if self.eyes.sees(source, state) or self.eyes.sees(slot, state):
            if not is_drawn and self._leaves(component, source, state):
                self._partly.add(source)
            self._lies_in[component] = slot
            self._sees(component, beside)
            self._moved_at[component] = self.stop
            return
        self._lies_in[component], self._moved_at[component] = slot, self.stop
        self.carried |= self.followed.intersection(held_in(state[source]))
        if slot not in self._owned and self._ways.get(component):
            self.silent[component] = self._ways[component][-1]

    def moved_kinds(
        self, state: State, source: int, slot: int, numbers: Sequence[int]
    ) -> None:
        """So many pieces of each kind go from one stock to another."""
        sees = self.eyes.sees
        self._puts[slot] = self._puts.get(slot, 0) + 1
        seen_there, seen_here = sees(source, state), sees(slot, state)
        is_told = seen_there or seen_here or tuple(numbers) in self._told
        if not (seen_there and seen_here) and tuple(numbers) not in self._told:
            self._mixed.update((source, slot))
        if is_told:
            self.spent(source, slot, numbers, seen_there, seen_here)
        else:
            self.untold.append((source, slot, tuple(numbers)))

    def spent(
        self,
        source: int,
        slot: int,
        numbers: Sequence[int],
        seen_there: bool = False,
        seen_here: bool = False,
    ) -> None:
        """All know that so many pieces went from one stock to another."""
        if not seen_there and self._stocks.take(source, numbers):
            self.is_spent = True
        if not seen_here:
            self._stocks.put(slot, numbers)

    def drew_into(self, state: State, slot: int) -> None:
        """The piece that was drawn last goes into that stock."""
        at = len(self.events) - 1
        self._into[at] = slot
        if self.eyes.sees(slot, state):
            self._came_open[at] = slot
        else:
            self._stocks.drawn(slot, at)

    def shown(self, what: Shown) -> None:
        """The rules show something to somebody: whoever sees it knows where it lies."""
        if what.is_for(self.eyes.seat):
            for lying in what.components:
                self._sees(lying.component)
            if what.slot is None:
                return
            kind = self._kinds[what.slot]
            if kind is None or kind.startswith("piece"):
                self.values[what.slot] = what.content
            else:
                for component in held_in(what.content):
                    self._sees(component)

    def way_before(self, component: int, event: int) -> tuple[int, int] | None:
        """The last event before one that had a component, and the place in it."""
        ways = (way for way in self._ways.get(component, ()) if way[0] < event)
        return max(ways, default=None)

    def needs(self) -> dict[int, dict[int, int]]:
        """See `Pins`."""
        values = self.pins.values
        needs: dict[int, dict[int, int]] = {}
        for row in self._rows.values():
            later: dict[int, int] = {}
            for at in reversed(row):
                kinds = values.get(at)
                if kinds is None:
                    if later:
                        needs[at] = dict(later)
                elif len(kinds) == 1:
                    (kind,) = kinds
                    later[kind] = later.get(kind, 0) + 1
        return needs

    def in_order(self, first: int) -> None:
        """Let kinds that are known of draws in a row stand in one order, whichever it was.

        Between two stops nobody can tell in which order pieces came into a stock.
        """
        rows: dict[tuple[int | None, int], list[int]] = {}
        for at in range(first, len(self.events)):
            kinds_there = self.pins.values.get(at, ())
            if at in self._into and len(kinds_there) == 1:
                rows.setdefault((self.events[at].where, self._into[at]), []).append(at)
        for row in rows.values():
            kinds = sorted(next(iter(self.pins.values[at])) for at in row)
            for at, kind in zip(row, kinds, strict=True):
                self.pins.values[at] = frozenset((kind,))

    def stops(self, state: State, number: int) -> None:
        """The game has come to a stop, of that number."""
        self.stop = number
        self._told = ()
        if any(set(held_in(state[s])) - self.followed for s in self._partly):
            self.is_even = False
        self._partly.clear()
        for at, slot in self._came_open.items():  # also where no other kind was left
            if slot not in self._mixed and self.eyes.sees(slot, state):
                self.pins.values[at] = frozenset((self.events[at].value,))
        self._came_open.clear()
        self._mixed.clear()
        visible = set(self.eyes.components(state))
        for component in visible - self._visible:
            self._sees(component)
        self._visible = visible
        self.followed |= visible
        for slot in self.eyes.varying:
            kind = self._kinds[slot]
            if kind is None or kind.startswith("piece"):
                if self.eyes.sees(slot, state):
                    self.values[slot] = state[slot]
        self.seen.clear()
        self.carried, self.silent, self.untold = set(), {}, []
        for slot in self.eyes.hidden_zones(state):
            if self._kinds[slot] in LOOSE:
                self._origins.meet(set(state[slot]) - self.followed, slot, number)

    def _leaves(self, component: int, source: int, state: State) -> bool:
        """One is told of that lay beside others in a place that is hidden.

        Gives whether others there may have come by another way, or may look the same: then
        worlds depend on which it was, and how many there are.
        """
        if component in self.followed or self.eyes.sees(source, state):
            return False
        if self._kinds[source] not in LOOSE:
            return False
        held = self._held_in(source, state)
        alike = self.watched.copies_of([component])
        followed_copies = self.followed & held & alike
        if followed_copies:
            self._exchange(component, min(followed_copies))
            return False
        others = held - self.followed
        return self._origins.differ(others) or bool(
            len(others) > 1 and alike - self.followed - {component}
        )

    def _exchange(self, component: int, other: int) -> None:
        """One is seen that looks as another one beside it: nobody can tell which it is.

        It is taken to be the one that was known to be there. So what the seat knows is the
        same whichever it was.
        """
        ways = self._ways
        mine, theirs = ways.get(component, []), ways.get(other, [])
        ways[component], ways[other] = list(theirs), list(mine)
        self.ways.exchange(component, other, len(self.events))
        self.followed.discard(other)
        self._origins.exchange(component, other)

    def _held_in(self, slot: int, state: State) -> set[int]:
        """What lies in a slot, without what is on its way from there together with others."""
        lies_in = self._lies_in
        return {c for c in held_in(state[slot]) if lies_in.get(c, slot) == slot}

    def _beside(
        self,
        state: State,
        component: int,
        slot: int,
        candidates: Set[int] = frozenset(),
    ) -> frozenset[int]:
        """Those in a slot that nobody could tell from one that lies there.

        Of `candidates`, from which is chosen in secret, they may be followed: that says not
        which of them is chosen.
        """
        if self._kinds[slot] not in LOOSE or self.eyes.sees(slot, state):
            return frozenset()
        mine = self._chosen.get(component)
        held = self._held_in(slot, state)
        held = held & candidates if candidates else held - self.followed
        return frozenset(c for c in held if self._chosen.get(c) == mine)

    def _comes_by(
        self, component: int, way: tuple[int, int], chance: Any, beside: Set[int]
    ) -> None:
        """A component goes through an event; see `Ways.add`."""
        self._ways.setdefault(component, []).append(way)
        self.ways.add(component, way, chance, beside)

    def _came_together(self, component: int, beside: Set[int]) -> None:
        """Keep by which ways those came that can have changed places with one when drawn."""
        ways, mine = self._ways, self._ways.get(component)
        if not mine or mine[-1][0] in self.ways.choices:
            return
        chances = self.ways.chances
        alike = self._origins.of_the_same(component, beside)
        came = [ways[c][-1] for c in alike if c in ways]
        there = frozenset(w for w in came if chances[w[0]] == chances[mine[-1][0]])
        # What was seen before is not among them: those before it say more.
        if len(there) > 1 and not any(there <= more for more, _ in self.together):
            self.together.append((there, self._moved_at.get(component, self.stop) + 1))

    def _sees(self, component: int, beside: Set[int] = frozenset()) -> None:
        """The seat knows where a component lies, which lay beside those until now."""
        was_followed = component in self.followed
        self.followed.add(component)
        face = self.watched.faces[component]
        beside_it = None if was_followed else beside
        if beside_it:
            self._came_together(component, beside_it)
        self.ways.seen(component, self.stop, len(self.events), beside_it)
        for at, place in self._ways.get(component, ()):
            pins = self.pins.places.setdefault(at, {})
            pins[place] = Pin(frozenset((face,)), self.stop, component)
        self._origins.seen(component)
