"""Worlds that fit all that a seat has seen: found, and called what they are.

Three steps, and every world says which one it came of. A guided replay, in which what
was seen later lies where it must, and a world that fits nevertheless is taken with the
weight that it should have: `exact`. Where the guide could prefer some, or finds none, a
first world is repaired and changed, until enough changes have been taken: `near`. Else
there is no world: NoWorld.

To find one is intractable in general: Solinas, Rebstock, Sturtevant, Buro, History
Filtering in Imperfect Information Games: Algorithms and Complexity (2023).

More than 400 lines: the three steps share what they know of a position.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

from attrs import define, frozen

from rulesrun.interpreter.memory.chain import Chain
from rulesrun.interpreter.memory.compiled import CompiledReplay
from rulesrun.interpreter.memory.memory import Memory, NoWorld
from rulesrun.interpreter.memory.mending import misplaced
from rulesrun.interpreter.memory.orders import order_matters
from rulesrun.interpreter.memory.renaming import (
    renamed,
    renamed_option,
    renamed_state,
)
from rulesrun.interpreter.memory.repair import AGAIN, climbed
from rulesrun.interpreter.memory.replaying import AnyReplay, replay
from rulesrun.interpreter.memory.settling import settled
from rulesrun.interpreter.memory.tape import Pins
from rulesrun.interpreter.runtime.choice_history import CHOICE, Line, Root
from rulesrun.interpreter.runtime.layout import ACTOR, FORCED, SEED, RawOption, State
from rulesrun.interpreter.runtime.watching import LOOSE

EXACT, NEAR, DEALT = "exact", "near", "dealt"
"""How a world was found; `dealt` fits only what lies open now."""

PILOTS, PILOT_TRIES, LEAST_TRIES = 4, 12, 8
"""So many guided worlds are weighed first, in so many tries, and at least in these."""

NARROWED = 12
"""So often it is found out more of hidden components, where too few of these fit."""

DRAWN = 6
"""So often other ways by which things can have come are taken first, where none fit."""

SAME_WAYS = 8
"""So many guided worlds are tried with the same ways, which take long to be drawn."""

MOST_STRAYS = 24
"""Of so many guided worlds that do not fit it is asked whether others were seen in them."""

FIRST_STOPS, MOST_OFTEN = 100, 6
"""In short games in which others chose one of several copies the first world is changed more
often: by so many stops in all, and so many times as often at most.
"""

TOLERANCE = 1e-9
"""So little makes no difference between weights."""


@frozen
class Effort:
    """How much is done for a world before there is none.

    Attributes:
        guided: Guided replays, and as many in which chance between stops is drawn again,
        short: and more of them as long as they end so early that they come to no more
            choices than these.
        settled: Replays in machine code for a first world, if there is any,
        repaired: and of repairs and changes.
        accepted: So many changes are taken before a world is `near`; of a short game more
            before the first one.
        proposed: So many are proposed at most.
        choices: So many choices are replayed for all worlds of a Finder.
        until: No later than that, by the clock `time.perf_counter`.
    """

    guided: int = 48
    short: int = 1500
    settled: int = 80_000
    repaired: int = 400
    accepted: int = 16
    proposed: int = 60
    choices: int | None = None
    until: float | None = None


EFFORT = Effort()
"""What is done where nothing else is said."""


@define(eq=False)
class World:
    """A state in which all is as the seat saw it, and how it was found.

    Attributes:
        kind: `exact` or `near`.
        replays: So many were tried.
        proposed: So many changes were proposed,
        accepted: and so many of them taken.
        replayed: The replay that led there.
        memory: What it fits.
        seed: Its chance to come.
    """

    kind: str
    replays: int
    proposed: int
    accepted: int
    replayed: AnyReplay
    memory: Memory
    seed: int

    @cached_property
    def state(self) -> State:
        """Where the game stands in it; its chance to come is its own."""
        state = self.replayed.state.copy()
        state[SEED], state[FORCED] = self.seed, ()
        return state

    @cached_property
    def options(self) -> Sequence[RawOption]:
        """What may be chosen there."""
        memory = self.memory
        is_asked = memory.state[ACTOR] == memory.seat
        return memory.options if is_asked else self.replayed.options

    @cached_property
    def line(self) -> Line:
        """The choices in it, and the chance that led there."""
        events, seed = self.replayed.events, self.seed
        chances = tuple(e._replace(ways=()) for e in events if e.kind != CHOICE)
        line = Line(Root(seed, chances, self.replayed.root))
        for choice in self.replayed.choices:
            line = Line(line.root, line, choice, (), seed)
        return line


@define(eq=False)
class Finder:
    """Finds worlds of one memory, one after the other.

    Of worlds that need changes, one is changed on to the next.
    """

    memory: Memory
    rng: Random
    effort: Effort = EFFORT
    _chain: Chain | None = None
    _spent: int = 0
    _choices: int = 0
    _missed: int = 0
    _strays: bool = False
    _guide: Pins | None = None

    @property
    def is_over(self) -> bool:
        """Whether no more is to be tried."""
        most, until = self.effort.choices, self.effort.until
        if most is not None and self._choices >= most:
            return True
        return until is not None and time.perf_counter() > until

    def find(self) -> World:
        """The next world; raises NoWorld."""
        self._spent = 0
        if self._chain is None:
            start, is_fair = self._guided()
            recorder = self.memory.recorder
            is_fair &= self.memory.is_even and not recorder.is_spent
            is_fair &= not self._has_strays  # the guide knows one way of many
            if start is not None and is_fair:
                named = self._named(start)
                if named is not None:
                    return self._world(named, EXACT)
            start = start or self._repaired()
            if start is None:
                raise NoWorld(self._spent)
            self._chain = Chain(self.memory, self.rng, start, self._has_strays)
        return self._changed(self._chain)

    def _guided(self) -> tuple[AnyReplay | None, bool]:
        """A world of the guide, and whether it was taken as often as it should be."""
        rng, likeliest, last = self.rng, self._likeliest(), None
        begun = self._choices
        while not self.is_over and (
            self._spent < self.effort.guided
            or self._choices - begun < self.effort.short
        ):
            world = self._replayed()
            if not world.fits:
                continue
            last = world
            weight = world.weight
            if (
                weight >= likeliest * (1 - TOLERANCE)
                or rng.random() * likeliest < weight
            ):
                if self._named(world) is not None:
                    return world, True
        return last, False

    def _replayed(self, retry: int = 0) -> AnyReplay:
        if self._guide is None or self._spent % SAME_WAYS == 0:
            self._guide = self.memory.guide(self.rng)
        world = replay(self.memory, self.rng, pins=self._guide, retry=retry)
        self._spent += 1
        self._choices += world.reached + 1
        if not retry:
            self._looked_at(world)
        return world

    @property
    def _has_strays(self) -> bool:
        """Whether others came before the seat in a guided world: by more ways than one."""
        return bool(self.memory.strays or self._strays)

    def _looked_at(self, world: AnyReplay) -> None:
        """Note whether there are strays, for this Finder: not what another one came upon."""
        if world.fits or self._missed == MOST_STRAYS or self._has_strays:
            return
        self._missed += 1
        self._strays = bool(misplaced(self.memory, world))

    def _likeliest(self) -> float:
        """The greatest weight of some guided worlds, the same whoever asks.

        Where too few fit, what can be found out at the stops at which they fail is found
        out first.
        """
        memory = self.memory
        if memory.likeliest is None:
            rng, weights, strays = Random(0), list[float](), 0
            memory.is_in_order = order_matters(memory, Random(0))
            for turn in range(NARROWED):
                weights, failed = self._piloted(rng)
                strays = strays if turn else memory.strays
                enough = len(weights) >= PILOTS or memory.strays
                if not weights and turn < DRAWN and memory.draw_ways(rng):
                    continue
                if enough or not memory.narrow(failed):
                    break
            if not weights:  # it does not help, and depends on where things really lie
                memory.widen()
                memory.strays = strays
                memory.is_in_order |= bool(memory.recorder.together)  # others may fit
            memory.likeliest = max(weights, default=0.0)
        return memory.likeliest

    def _piloted(self, rng: Random) -> tuple[list[float], set[int]]:
        """Weights of some guided worlds, and the stops at which others did not fit."""
        memory, weights, failed = self.memory, list[float](), set[int]()
        more = 4 if memory.recorder.copies else 1  # weights differ more then
        pins = memory.guide(rng)
        for number in range(more * PILOT_TRIES):
            if number and number % PILOTS == 0:
                pins = memory.guide(rng)
            world = replay(memory, rng, pins=pins)
            if not (world.fits or memory.strays or number >= MOST_STRAYS):
                memory.strays += bool(misplaced(memory, world))
            if world.fits:
                weights.append(world.weight)
            elif world.ended:
                failed.add(world.reached)
            if len(weights) >= more * PILOTS and number >= LEAST_TRIES - 1:
                break
        return weights, failed

    def _repaired(self) -> AnyReplay | None:
        for _ in range(self.effort.guided):
            if self.is_over:
                return None
            retried = self._replayed(AGAIN)
            if retried.fits:
                return retried
        memory, rng, effort = self.memory, self.rng, self.effort
        ways, each = [(climbed, effort.repaired)], len(memory.stops)
        if memory.compiled is not None:
            ways.insert(0, (settled, effort.settled))
        for way, most in ways:
            if effort.choices is not None:
                most = min(most, (effort.choices - self._choices) // each)
            world, used = way(memory, rng, most, lambda: self.is_over)
            self._spent += used
            self._choices += used * each
            if world is not None:
                return world
        return None

    def _changed(self, chain: Chain) -> World:
        """The next world of a chain, after changes that were taken."""
        effort, before, taken = self.effort, chain.proposed, chain.accepted
        often = 1
        if not before and self.memory.recorder.copies:  # it leans to what it began with
            often = max(1, min(MOST_OFTEN, FIRST_STOPS // len(self.memory.stops)))
        least, most = often * effort.accepted, often * effort.proposed
        named, last = None, chain.world
        for wanted in range(least, least + effort.accepted):
            while (
                chain.accepted - taken < wanted
                and chain.proposed - before < 2 * most
                and (wanted > least or chain.proposed - before < most)
                and not self.is_over
            ):
                chain.step()
                self._choices += len(self.memory.stops)
            if named is None or chain.world is not last:
                named, last = self._named(chain.world), chain.world
            if named is not None or chain.proposed - before >= 2 * most:
                break
        self._spent += chain.proposed - before
        if named is None:
            raise NoWorld(self._spent)
        proposed, accepted = chain.proposed - before, chain.accepted - taken
        return self._world(named, NEAR, proposed, accepted)

    # ---- what comes of it ------------------------------------------------------------

    def _named(self, world: AnyReplay) -> AnyReplay | None:
        """The world in which what is seen has the very numbers that it really has.

        Worlds are told apart by faces; here copies that look alike change names.
        """
        memory = self.memory
        if memory.watched.is_unique or self._is_named(world):
            return world
        watched, names, root = memory.watched, _names(memory, world), world.root
        events = [renamed(watched, event, names) for event in world.events]
        if root is not None:
            root = renamed_state(watched, root, names)
        choices = [
            renamed_option(watched, step.decision, option, names)
            for step, option in zip(memory.steps, world.choices, strict=True)
        ]
        again = replay(memory, self.rng, events, root=root, choices=choices)
        self._spent += 1
        return again if again.fits and self._is_named(again) else None

    def _is_named(self, world: AnyReplay) -> bool:
        memory = self.memory
        if isinstance(world, CompiledReplay):
            return world.is_named
        if not memory.eyes.is_same(world.state, memory.state):
            return False
        is_asked = memory.state[ACTOR] == memory.seat
        return not is_asked or list(world.options) == list(memory.options)

    def _world(
        self, replayed: AnyReplay, kind: str, proposed: int = 0, accepted: int = 0
    ) -> World:
        seed, memory = self.rng.getrandbits(62), self.memory
        return World(kind, self._spent, proposed, accepted, replayed, memory, seed)


def _names(memory: Memory, world: AnyReplay) -> dict[int, int]:
    """By what copy each component is to go that is seen under another number."""
    watched = memory.watched
    names: dict[int, int] = {}
    taken = set[int]()
    real = _places(memory, memory.state)
    here: dict[tuple[Any, ...], list[int]] = {}
    for c, place in _places(memory, world.state).items():
        here.setdefault(place, []).append(c)
    for c, place in real.items():  # those that stay first
        group = here.get(place, [])
        if c in group:
            group.remove(c)
            names[c] = c
            taken.add(c)
    for c, place in real.items():
        group = here.get(place, [])
        if c not in taken and group:
            names[group.pop(0)] = c
            taken.add(c)
    rest: dict[int, list[int]] = {}
    for c in range(len(watched.faces)):
        if c not in taken:
            rest.setdefault(watched.faces[c], []).append(c)
    for c in range(len(watched.faces)):
        if c not in names:
            names[c] = rest[watched.faces[c]].pop(0)
    return names


def _places(memory: Memory, state: State) -> dict[int, tuple[Any, ...]]:
    """Where components lie that the seat sees, their faces, and what is said of them."""
    watched, facts_of = memory.watched, memory.eyes.said_of
    layout = watched.module.layout
    orders: dict[int, dict[int, Any]] = {}
    places: dict[int, tuple[Any, ...]] = {}
    for c in memory.eyes.components(state):
        slot = state[layout.locations + c]
        if slot not in orders:
            content, is_loose = state[slot], layout.zone_kinds[slot] in LOOSE
            rows: Any = () if is_loose or not isinstance(content, tuple) else content
            items = content.items() if isinstance(content, dict) else enumerate(rows)
            orders[slot] = {item: at for at, item in items}
        places[c] = slot, orders[slot].get(c), watched.faces[c], facts_of(state, c)
    return places
