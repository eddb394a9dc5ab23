"""The worlds that a player holds possible: all is as they saw it, else as it may be."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, overload

from attrs import frozen

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.compiled import CompiledReplay
from rulesrun.interpreter.memory.memory import Memory, NoWorld
from rulesrun.interpreter.memory.worlds import DEALT, Effort, World
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.reports.views import Sampled, dealt, memory_at, worlds
from rulesrun.interpreter.runtime.layout import State

WORLDS = 24
"""So many are sought for a decision: that takes longer than playing on from them."""

REPLAYED = 10
"""So many choices of the game are replayed for each continuation, to find worlds."""

COMPILED = 100
"""The same in machine code, where a choice takes some microseconds."""

FEW = 50
"""Fewer continuations are not worth a memory: to replay the game takes longer."""

LEAST = 4
"""Fewer worlds than these say too little of what may be: others are dealt beside them."""

MIXED = 4
"""So many changes are taken from one world that is `near` to the next."""


A_WORLD = Effort(accepted=MIXED, proposed=6 * MIXED)
"""What is done for one world."""


@frozen(eq=False)
class Believed:
    """What a player holds possible: states, and how many of them are of which kind.

    The kinds are `exact` and `near`, where all is as the player saw it, and `dealt`; there
    are none in games that hide nothing.
    """

    states: Sequence[State]
    kinds: Counter[str]
    worlds: Sequence[Sampled] = ()

    @classmethod
    def of(cls, worlds: Sequence[Sampled]) -> Believed:
        """Those worlds."""
        return cls(States(worlds), Counter(one.kind for one in worlds), worlds)


@frozen(eq=False)
class States(Sequence[State]):
    """The states of worlds, made when they are looked at.

    Those that were found in machine code go to machine code without being looked at.
    """

    worlds: Sequence[Sampled]

    def __len__(self) -> int:
        return len(self.worlds)

    @overload
    def __getitem__(self, at: int) -> State: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[State]: ...
    def __getitem__(self, at: int | slice) -> State | Sequence[State]:
        if isinstance(at, slice):
            return States(self.worlds[at])
        return self.worlds[at].state

    def carry_over(self, engine: Engine, at: int, to: Any) -> None:
        """Bring one to some room of a compiled game; raises NoRoom."""
        source = self.worlds[at].made
        replayed = source.replayed if isinstance(source, World) else None
        if isinstance(replayed, CompiledReplay) and replayed.compiled.engine is engine:
            engine.lib.game_copy(to, replayed.place)
        else:
            engine.carry_over(self.worlds[at].state, to)


def carried(engine: Engine, states: Sequence[State]) -> Any:
    """States in some room of a compiled game, one behind the other; raises NoRoom."""
    size = int(engine.lib.game_size())
    buffer = engine.ffi.new("char[]", size * len(states))
    for number in range(len(states)):
        if isinstance(states, States):
            states.carry_over(engine, number, buffer + number * size)
        else:
            engine.carry_over(states[number], buffer + number * size)
    return buffer


def believed(
    position: Position,
    chance: Random,
    count: int = WORLDS,
    continuations: int | None = None,
    until: float | None = None,
    *,
    remembers: bool = True,
) -> Believed:
    """Worlds of whoever is to choose: up to `count`, and one at least.

    Chance to come is not the real one in any of them. Not much more is done to find them
    than the continuations that are looked at in them take, where their number is given, and
    nothing after a time by the clock `time.perf_counter`, where one is given. Where none
    is found so, what lies hidden is dealt; for few continuations, and where that is wanted,
    without a memory.
    """
    player = position.player
    if player is None or not position.game.hides:
        return Believed([position.state.copy()], Counter())
    each = REPLAYED if position.game.watched.engine() is None else COMPILED
    choices = None if continuations is None else each * continuations
    seed, result = chance.getrandbits(62), list[Sampled]()
    remembers &= continuations is None or continuations >= FEW
    if remembers and (choices is None or choices >= LEAST * position.remembers):
        effort = Effort(
            accepted=MIXED, proposed=6 * MIXED, choices=choices, until=until
        )
        with suppress(NoWorld):
            for one in worlds(position, player, count, seed, effort):
                result.append(one)
    memory: Memory | None = None
    with suppress(NoWorld):
        if remembers and len(result) < LEAST:
            memory = memory_at(position, player, until)
    wanted = min(count, LEAST) if result else count
    while len(result) < wanted:
        if until is not None and result and time.perf_counter() > until:
            break
        other = dealt(position, player, chance.getrandbits(62), memory)
        result.append(Sampled(other, DEALT))
    return Believed.of(result)
