"""A first world in machine code: components change places until each stop looks as it did.

What others do says something of several hidden things together, at one stop after another:
each hand that is played is worth what was paid. A world is carried out as far as the first
stop that looks otherwise, and on as long as its choices are possible. Two components that were
shuffled together, or came from one bag, change places from then on; that is kept where no more
stops up to there look otherwise than before, and now and then where one more does. So what was
right before is held to as well, and what hangs together is exchanged one by one.

Minton, Johnston, Philips, Laird, Minimizing conflicts (1992).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from attrs import define, field

from rulesrun.interpreter.memory.chain import Chain, Change, exchanged, forget
from rulesrun.interpreter.memory.compiled import (
    FROM_THERE_ON,
    KINDS,
    CompiledReplay,
    Exchange,
)
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.replaying import replay
from rulesrun.interpreter.memory.tape import Pins
from rulesrun.interpreter.runtime.choice_history import DRAW, SHUFFLE, Event

AGAIN = 12
"""So often what lies between two stops is drawn again in the world that it begins with."""

TRIES = 2_500
"""So many exchanges are tried for one stop, before all is begun anew."""

BACK = 0.3
"""How often it is an earlier shuffle, of each of those of one place."""

UPHILL = 0.02
"""How often an exchange is kept with which one more stop looks otherwise."""

OTHERS = 0.1
"""How often something else is changed, as a chain of worlds does it."""


def settled(
    memory: Memory, rng: Random, most: int, is_over: Callable[[], bool]
) -> tuple[CompiledReplay | None, int]:
    """A first world, from what the seat has seen alone, and how many replays it took.

    None where more would be needed than `most`, or something is over, or nothing is mixed.
    """
    replays = 0
    if not any(event.kind in (SHUFFLE, DRAW) for event in memory.events):
        return None, replays
    while replays < most and not is_over():
        pins = memory.guide(rng)
        world = replay(memory, rng, pins=pins, retry=AGAIN)
        replays += 1
        if not isinstance(world, CompiledReplay):
            break
        if world.fits:
            return world, replays
        result, used = _Settling(memory, rng, pins, world).settle(
            most - replays, is_over
        )
        replays += used
        if result is not None:
            return result, replays
    return None, replays


class Mixed(NamedTuple):
    """The number of an event, where its values begin, and at which places anything may lie."""

    event: int
    begin: int
    free: list[int]


@define(eq=False)
class _Settling:
    """One world that is changed."""

    memory: Memory
    rng: Random
    pins: Pins
    world: CompiledReplay
    _used: int = field(default=0, init=False)
    _chain: Chain | None = field(default=None, init=False)
    """Of which only changes are asked."""
    _shuffles: list[list[Mixed]] = field(factory=list, init=False)
    """By zone."""
    _draws: list[list[Mixed]] = field(factory=list, init=False)
    """By bag."""
    _free: list[int] = field(factory=list, init=False)
    """Other events, which can be drawn again."""

    def settle(
        self, most: int, is_over: Callable[[], bool]
    ) -> tuple[CompiledReplay | None, int]:
        """A world that fits, or none, and how many replays it took."""
        while self._used < most and not is_over():
            tries = min(TRIES, most - self._used)
            if not self._looks_right(self.world.reached + 1, tries, is_over):
                break
            world = self._carried_out(self.world.events)
            if world is None:
                break
            self._used += 1
            self.world = world
            if world.fits:
                return world, self._used
        return None, self._used

    def _carried_out(
        self,
        events: Sequence[Event],
        stops: int | None = None,
        *,
        lenient: bool = False,
    ) -> CompiledReplay | None:
        """A world by events, as far as that."""
        world = replay(
            self.memory,
            self.rng,
            events,
            self.pins,
            root=self.world.root,
            stops=stops,
            lenient=lenient,
        )
        return world if isinstance(world, CompiledReplay) else None

    def _looks_right(self, stops: int, tries: int, is_over: Callable[[], bool]) -> bool:
        """Exchange components until so many stops look as they did; whether they do."""
        rng = self.rng
        world = self._carried_out(self.world.events, stops, lenient=True)
        if world is None:
            return False
        self.world = world
        if self._chain is None:
            self._chain = Chain(self.memory, rng, world)
        self._find_mixed()
        for _ in range(tries):
            if not self.world.apart or is_over():
                break
            change: Change | None = self._exchange()
            if change is None:
                change = self._chain.change(self.world, self._free)
            other = None if change is None else self._with(change, stops)
            if other is None:
                continue
            self._used += 1
            more = other.apart - self.world.apart
            if more > 0 and (more > 1 or rng.random() >= UPHILL):
                forget(other)
                continue
            assert isinstance(other, CompiledReplay)
            is_same = other.size == self.world.size
            self.world = other
            if not is_same:
                self._find_mixed()
        return not self.world.apart

    def _with(self, change: Change, stops: int) -> CompiledReplay | None:
        """The world with a change, as far as that."""
        of, pins = self.world, self.pins
        if isinstance(change, Exchange):
            how = self.memory, self.rng, of, change, pins, stops
            other = exchanged(*how, lenient=True)
            return other if isinstance(other, CompiledReplay) else None
        return self._carried_out(change.events, stops, lenient=True)

    def _find_mixed(self) -> None:
        """Find out which components were shuffled or drawn where."""
        shuffles: dict[int, list[Mixed]] = {}
        draws: dict[int, list[Mixed]] = {}
        places, loose = self.pins.places, self.pins.loose
        self._free = []
        for at, (kind, where, begin, size) in enumerate(self.world.rows):
            if KINDS[kind] not in (SHUFFLE, DRAW):
                self._free.append(at)
                continue
            pins = places.get(at, {})
            free = [
                n
                for n in range(size)
                if n not in pins or pins[n].component is None or (at, n) in loose
            ]
            if KINDS[kind] == DRAW:
                draws.setdefault(where, []).append(Mixed(at, begin, free))
            elif len(free) > 1:
                shuffles.setdefault(where, []).append(Mixed(at, begin, free))
        self._shuffles = list(shuffles.values())
        self._draws = [of for of in draws.values() if len(of) > 1]

    def _exchange(self) -> Exchange | None:
        """Two components that change places from where they were mixed on."""
        rng, number = self.rng, len(self._shuffles) + len(self._draws)
        if not number or rng.random() < OTHERS:
            return None
        at = rng.randrange(number)
        faces, values = self.memory.watched.faces, self.world.world.values
        if at < len(self._shuffles):
            of = self._shuffles[at]
            back = len(of) - 1
            while back and rng.random() < BACK:
                back -= 1
            first = of[back]
            free = first.free
            places = [first.begin + free[rng.randrange(len(free))] for _ in range(2)]
        else:
            of = self._draws[at - len(self._shuffles)]
            first, second = sorted(of[rng.randrange(len(of))] for _ in range(2))
            places = [first.begin, second.begin]
        one, other = (values[place] for place in places)
        if faces[one] == faces[other]:
            return None
        return Exchange(one, other, first.event, FROM_THERE_ON)
