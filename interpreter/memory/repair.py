"""A first world where the guide finds none: what stood against a choice goes elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import define, field

from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.chain import Chain
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.redealing import Redealing
from rulesrun.interpreter.memory.renaming import renamed
from rulesrun.interpreter.memory.replaying import AnyReplay, replay
from rulesrun.interpreter.memory.tape import Pins
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    KIND,
    SHUFFLE,
    VALUE,
    Event,
)
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    DECISION,
    FORCED,
    FRAMES,
    PROBE,
    RawOption,
)
from rulesrun.interpreter.runtime.support import (
    FAULTS,
    GameOver,
    RuleFault,
    Unforeseeable,
)

AGAIN = 12
"""So often what lies between two stops is drawn again."""

TAILS = 0.5
"""How often what lies further on is drawn anew, where no choice was refused."""

FAR, LONG = 0.8, 48
"""Behind that part of the game one is not begun anew so soon, and changes are small."""

DEALT, VAIN = 0.85, 3
"""How often what was drawn last is dealt anew where a stop looks otherwise, unless that has
led nowhere so many times at that stop.
"""

DEALT_MOST = 40
"""So many replays at least lead no further where that can be done, before one is begun anew."""

REPAIRS = 0.7
"""How often a refused choice is repaired, where it can be, and no change by chance made."""


def climbed(
    memory: Memory, rng: Random, most: int, is_over: Callable[[], bool]
) -> tuple[AnyReplay | None, int]:
    """A first world, from what the seat has seen alone, and how many replays it took.

    Begun anew after 8, 8, 16, 8, 8, 16, 32, ... replays that lead no further, as long as
    those were not more than `most` in all, and nothing is over: Luby, Sinclair, Zuckerman,
    Optimal speedup of Las Vegas algorithms (1993).
    """
    replays, turn = 0, 0
    while replays < most and not is_over():
        turn += 1
        replays += 1
        pins = memory.pins
        first = replay(memory, rng, pins=pins, retry=AGAIN)
        if first.fits:
            return first, replays
        far = first.reached > FAR * len(memory.stops)
        budget = min((LONG if far else 8) * luby(turn), most - replays)
        world, used = _Climb(memory, rng, first, pins).climb(budget, is_over)
        replays += used
        if world is not None:
            return world, replays
    return None, replays


def luby(n: int) -> int:
    """The number at place n, from 1, of 1, 1, 2, 1, 1, 2, 4, ..."""
    k = n.bit_length()
    return 1 << (k - 1) if n == (1 << k) - 1 else luby(n - (1 << (k - 1)) + 1)


@define(eq=False)
class _Climb:
    """Changes a world as long as its first contradiction does not come sooner."""

    memory: Memory
    rng: Random
    world: AnyReplay
    pins: Pins
    _chain: Chain = field(init=False)
    _forbidden: dict[int, set[int]] = field(factory=dict, init=False)
    _vain: dict[int, int] = field(factory=dict, init=False)
    """How often dealing again led nowhere, by the number of the stop."""

    def __attrs_post_init__(self) -> None:
        self._chain = Chain(self.memory, self.rng, self.world)

    def climb(
        self, most: int, is_over: Callable[[], bool]
    ) -> tuple[AnyReplay | None, int]:
        """A world that fits, or none, after `most` replays that lead no further."""
        used, idle, turns = 0, 0, 0
        while idle < most and turns < 4 * most and not is_over():
            turns += 1
            new = self._dealt_again()
            if new is not None:
                most = max(most, DEALT_MOST)
            else:
                new = self._otherwise()
            if new is None:
                continue
            used, idle = used + 1, idle + 1
            root = self.world.root
            world = replay(self.memory, self.rng, new, self.pins, root=root)
            if world.fits:
                return world, used
            if world.reached > self.world.reached:
                idle, turns = 0, 0
            if world.progress >= self.world.progress:
                self.world = world
        return None, used

    def _dealt_again(self) -> list[Event] | None:
        """Events in which what was drawn last lies so that the next stop looks as it did."""
        number = self.world.reached
        if self._vain.get(number, 0) >= VAIN or self.rng.random() >= DEALT:
            return None
        events = Redealing(self.memory, self.rng, self.world, self.pins).events()
        if events is None:
            self._vain[number] = self._vain.get(number, 0) + 1
        return events

    def _otherwise(self) -> list[Event] | None:
        """Events in which something is otherwise, by chance or as a refused choice demands."""
        rng, world = self.rng, self.world
        new: list[Event] | None = None
        small = world.ended and world.reached > FAR * len(self.memory.stops)
        if world.refused and rng.random() < REPAIRS:
            new = self._repaired()
        elif not small and rng.random() < TAILS:
            new = self._later_anew()
        elif not small and rng.random() < TAILS:
            new = self._another_value()
        if new is None:
            proposal = self._chain.proposal(world.events)
            new = None if proposal is None else proposal.events
        return new

    def _another_value(self) -> list[Event] | None:
        """Events in which one value is another one, of those of which nothing is known."""
        events, rng, pinned = (
            self.world.events,
            self.rng,
            self.memory.recorder.pins.values,
        )
        free = [
            n
            for n, event in enumerate(events)
            if event.kind in (VALUE, KIND, CHOICE) and n not in pinned
        ]
        if not free:
            return None
        at = free[rng.randrange(len(free))]
        value, is_choice = events[at].value, events[at].kind == CHOICE
        now = value[1] if is_choice else value
        others = [way for way in events[at].ways if way != now]
        if not others:
            return None
        other = others[rng.randrange(len(others))]
        changed = events[at]._replace(value=(value[0], other) if is_choice else other)
        return [*events[:at], changed, *events[at + 1 :]]

    def _later_anew(self) -> list[Event] | None:
        """Events in which what lies further on after a shuffle lies otherwise.

        So what comes first stays, where that looked as it did.
        """
        events, rng = self.world.events, self.rng
        shuffles = [n for n, event in enumerate(events) if event.kind == SHUFFLE]
        if not shuffles:
            return None
        at = shuffles[rng.randrange(len(shuffles))]
        order = list(events[at].value)
        start = int(len(order) * rng.random() ** 2)
        pinned = self.pins.places.get(at, {})
        free = [n for n in range(start, len(order)) if n not in pinned]
        cards = [order[n] for n in free]
        rng.shuffle(cards)
        for n, card in zip(free, cards, strict=True):
            order[n] = card
        changed = events[at]._replace(value=tuple(order))
        return [*events[:at], changed, *events[at + 1 :]]

    def _repaired(self) -> list[Event] | None:
        """Events in which what stood against the refused choice has gone elsewhere."""
        memory, rng, state = self.memory, self.rng, self.world.state
        watched = memory.watched
        step = memory.steps[self.world.reached - 1]
        assert step.key is not None
        mine = self._zones(state[ACTOR])
        if not mine:
            return None
        here = {c for s in mine for c in held_in(state[s])}
        bad = self._culprits(mine[0], mine, here, step.key)
        if not bad:
            return None
        faces, where = watched.faces, watched.module.layout.locations
        for slot in mine:
            self._forbidden.setdefault(slot, set()).update(faces[c] for c in bad)
        free = set(memory.eyes.hidden_components(memory.state))
        others = [c for c in sorted(free) if c not in here and c not in bad]
        rng.shuffle(others)
        names: dict[int, int] = {}
        for c in sorted(bad & here & free):
            at = next(
                (
                    n
                    for n, other in enumerate(others)
                    if watched.groups[other] == watched.groups[c]
                    and faces[c] not in self._forbidden.get(state[where + other], ())
                ),
                None,
            )
            if at is None:
                return None
            other = others.pop(at)
            names[c], names[other] = other, c
        if not names:
            return None
        return [renamed(watched, event, names) for event in self.world.events]

    def _zones(self, actor: int) -> list[int]:
        """The zones of whoever chose that the seat cannot look into."""
        owned = self.memory.watched.owned.get(actor, set())
        zones = self.memory.eyes.hidden_zones(self.world.state)
        return [slot for slot in zones if slot in owned]

    def _culprits(
        self, slot: int, mine: list[int], here: set[int], key: RawOption
    ) -> set[int]:
        """The hidden components with which alone the choice was not possible.

        Each is tried by itself, beside what was chosen; none where it is no matter of
        single components.
        """
        memory, state = self.memory, self.world.state
        watched = memory.watched
        number = state[DECISION]
        option = memory.steps[self.world.reached - 1].option
        chosen = set(watched.components_in(number, option) if option else ())
        keep = sorted(chosen & here)
        if not self._is_possible(slot, mine, keep, key):
            return set()
        zones = memory.eyes.hidden_zones(state)
        every = (c for s in zones for c in held_in(state[s]))
        return {
            c
            for c in every
            if c not in keep and not self._is_possible(slot, mine, [*keep, c], key)
        }

    def _is_possible(
        self, slot: int, mine: list[int], cards: list[int], key: RawOption
    ) -> bool:
        """Whether a choice would be possible, held whoever chooses these alone."""
        watched, state = self.memory.watched, self.world.state
        layout, number = watched.module.layout, state[DECISION]
        trial = state.copy()
        trial[FORCED] = PROBE
        for other in mine:
            if layout.zone_kinds[other] != "space":
                trial[other] = ()
        trial[slot] = tuple(sorted(cards))
        for c in cards:
            trial[layout.locations + c] = slot
        _, _, values = state[FRAMES][-1]
        decision = watched.machine.decisions[number]
        try:
            options = decision.options(trial, list(values))
        except (RuleFault, GameOver, Unforeseeable, GameFault, *FAULTS):
            return False
        return any(watched.key(number, option) == key for option in options)
