"""`best for`: the choices of a block, made so that a value comes out greatest.

Every way through the block is followed. Two ways that lead to the same situation go on
in the same way, so each situation is looked at once; nothing is left out, and where
there are too many situations an error says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from operator import is_not
from typing import Any, Protocol

from attrs import define, field

from rulesrun.interpreter.codegen.module import Exploration, Module
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    DECISION,
    FORCED,
    FRAMES,
    LEDGER,
    NEWS,
    REVEALS,
    Frames,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.metering import Meter, TooMuch
from rulesrun.interpreter.runtime.support import RuleFault

SITUATIONS = 500_000
"""More situations than this are not looked at: then an error says so."""

_STANDS = (FRAMES, DECISION, ACTOR, LEDGER, NEWS)
_IGNORED = frozenset({*_STANDS, REVEALS, FORCED})


class Runner(Protocol):
    """What carries a game on from one decision to the next."""

    module: Module
    meter: Meter

    def run(
        self,
        state: State,
        rest: Frames,
        procedure: int,
        frame: list[Any],
        step: Any,
        floor: int = -1,
        *,
        unlisted: bool = False,
    ) -> Sequence[RawOption]:
        """Run on from a block."""

    def carry_on(
        self, state: State, option: RawOption, *, unlisted: bool = False
    ) -> Sequence[RawOption]:
        """Carry on with an option."""

    def list_options(self, state: State) -> Sequence[RawOption]:
        """The options of a decision where there are any; else the state goes on."""


@define(eq=False)
class Explorer:
    """Finds the best way through one block from one state.

    `depth` is how many frames lie below that of the block.
    """

    machine: Runner
    exploration: Exploration
    base: State
    player: int
    slot: int | None
    depth: int
    known: dict[Any, tuple[int, Any]] = field(factory=dict)
    slots: tuple[int, ...] | None = None

    def __attrs_post_init__(self) -> None:
        if self.exploration.slots is not None:
            self.slots = tuple(s for s in self.exploration.slots if s != self.slot)

    def way(self, trial: State) -> list[RawOption]:
        """The options to choose, one after another; the first way among equals.

        The trial holds neither chance nor what the player cannot know, and its last
        frame is that of the block; raises Unforeseeable where it comes to them.
        """
        *rest, (procedure, _, values) = trial[FRAMES]
        trial[LEDGER] = ()
        inside = self.exploration.inside
        try:
            self.machine.run(
                trial, tuple(rest), procedure, list(values), inside, unlisted=True
            )
            _, way = self._best(trial)
        except RecursionError:
            raise RuleFault(
                "what is best cannot be found out here: there are too many choices, "
                "one after another"
            ) from None
        except MemoryError:
            self.known.clear()
            raise TooMuch(
                "what is best cannot be found out here: there are more situations to "
                "look at than there is memory for"
            ) from None
        result = []
        while way is not None:
            option, way = way
            result.append(option)
        return result

    def _best(self, state: State) -> tuple[int, Any]:
        """The greatest value from a decision on, and the way there.

        The state may be changed. The options of a decision are listed only where its
        situation is a new one.
        """
        if state[DECISION] is None:
            return self.exploration.worth(state, list(state[FRAMES][-1][2])), None
        self.machine.meter.tick()
        before = 0 if self.slot is None else state[self.slot]
        key = self._situation(state)
        result = self.known.get(key)
        if result is not None:
            return before + result[0], result[1]
        if len(self.known) >= SITUATIONS:
            raise RuleFault(
                f"what is best cannot be found out here: there are more than "
                f"{SITUATIONS} situations to look at"
            )
        if state[ACTOR] != self.player:
            raise RuleFault("somebody else is to choose inside of `best for`")
        best: tuple[int, Any] | None = None
        options = self.machine.list_options(state)
        if not options:
            best = self._best(state)
        for option, trial in zip(options, self._trials(state), strict=False):
            self.machine.carry_on(trial, option, unlisted=True)
            value, way = self._best(trial)
            if best is None or value > best[0]:
                best = value, (option, way)
        assert best is not None
        self.known[key] = best[0] - before, best[1]
        return best

    def _trials(self, state: State) -> Iterator[State]:
        """The state again and again, each time as it is now."""
        if self.slots is None:
            while True:
                yield state.copy()
        slots = [*_STANDS, *self.slots]
        if self.slot is not None:
            slots.append(self.slot)
        before = [(slot, state[slot]) for slot in slots]
        while True:
            yield state
            for slot, value in before:
                state[slot] = value

    def _situation(self, state: State) -> Any:
        """What makes a situation: all that differs from the beginning and matters."""
        live = self.machine.module.live
        *outer, (procedure, _, values) = state[FRAMES][self.depth :]
        stands = [
            state[DECISION],
            *[values[i] for i in live.at_decision[state[DECISION]]],
        ]
        for procedure, block, values in outer:
            stands += [
                procedure,
                block,
                *[values[i] for i in live.at_block[procedure][block]],
            ]
        if self.slots is not None:
            key = (*stands, *[state[i] for i in self.slots])
        else:
            changed = compress(range(len(state) - 1), map(is_not, state, self.base))
            mine = self.slot
            key = (
                *stands,
                *[(i, state[i]) for i in changed if i not in _IGNORED and i != mine],
            )
        try:
            hash(key)
        except TypeError:
            return _hashable(key)
        return key


def _hashable(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    if isinstance(value, tuple | list):
        return tuple([_hashable(part) for part in value])
    return value
