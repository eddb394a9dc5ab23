"""What a player sees ahead: continuations counted, in machine code or in Python.

Both search in the same way; see `native/search.h`. A look ahead values the options of one
decision by some continuations; a tree search over information sets (Cowling, Powley,
Whitehouse 2012) follows the better ones more often. Where a game can be scored at any time,
whoever plays on in a continuation looks at a few options one choice ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, Protocol, TypeVar

from attrs import define, field

from rulesrun.agents.plain_search import EXPLORE, PythonSearch, kept_of
from rulesrun.agents.proving import Proof, can_be_proved, proofs
from rulesrun.agents.scoring import scoring_of
from rulesrun.agents.tree import Found
from rulesrun.agents.worlds import carried
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.interpreter.native.sandbox import OutOfBounds
from rulesrun.interpreter.runtime.layout import State

LEAST_TRIED = 64
"""So many continuations are worth a thread of their own."""

SEEDS = 0x9E3779B97F4A7C15
"""How far the seeds of threads lie apart (the golden ratio of 64 bits)."""


class Search(Protocol):
    """Looks ahead from decisions of one game.

    Options are told by their numbers among those of the decision. Where these are too many
    to list, some `candidates` of them are looked at.
    """

    @property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""

    @property
    def is_slow(self) -> bool:
        """Whether some hundred continuations take seconds."""

    @property
    def full(self) -> str:
        """Why Python has looked ahead at some decisions for a compiled game, if it has."""

    def candidates(self, states: Sequence[State], seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""

    def proofs(
        self, state: State, numbers: Sequence[int], most: int
    ) -> list[Proof] | None:
        """What is proved of these options, trying `most` choices at most.

        None where nothing can be proved in the game.
        """

    def look_ahead(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        tries: int,
        horizon: int,
        seed: int,
    ) -> list[float]:
        """The mean worth of each of these options to whoever chooses, from 0 to 1."""

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
        seconds: float = 0.0,
    ) -> list[Found]:
        """What was found of each of these options, in so many seconds if they are given.

        With a `prior`, what is expected of each of them, only the best are followed:
        `kept_of` says how many.
        """


def search_of(game: Game, *, native: bool = True) -> Search:
    """The fastest search that there is for a game."""
    if native:
        engine = game.engine
        if engine is not None:
            return RoomySearch(NativeSearch(game, engine))
    return PythonSearch(game)


@define(eq=False, slots=False)
class NativeSearch:
    """A search in machine code; raises NoRoom where a position does not fit into it.

    Where the game lets several threads look ahead, each of them searches a tree of its own,
    and what they found counts together (root parallelisation; Chaslot, Winands, van den Herik
    2008). The same seed, number of continuations and number of threads find the same.
    """

    is_slow = False
    full = ""
    game: Game
    engine: Engine
    _dealt: Sequence[State] | None = field(default=None, init=False)
    _carried: Any = field(default=None, init=False)

    @cached_property
    def can_be_proved(self) -> bool:
        """Whether there can be proofs in the game."""
        return can_be_proved(self.game)

    @cached_property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""
        return scoring_of(self.engine.module.core, early=True) is not None

    def proofs(
        self, state: State, numbers: Sequence[int], most: int
    ) -> list[Proof] | None:
        """What is proved of these options, trying `most` choices at most."""
        if not self.can_be_proved:
            return None
        return proofs(self.engine, self.game, state, numbers, most)

    def candidates(self, states: Sequence[State], seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""
        ffi, world, room = self.engine.ffi, self._worlds(states), 256
        while True:
            numbers = ffi.new("int64_t[]", room)
            result = int(self.engine.lib.game_candidates(world, seed, numbers, room))
            if result <= room:
                return list(ffi.unpack(numbers, result)) if result else []
            room = result

    def look_ahead(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        tries: int,
        horizon: int,
        seed: int,
    ) -> list[float]:
        """The mean worth of each of these options to whoever chooses, from 0 to 1."""
        worlds, count = self._worlds(states), len(states)

        def look(part: Sequence[int]) -> list[float]:
            ffi, values = self.engine.ffi, self.engine.ffi.new("double[]", len(part))
            chosen = ffi.new("int64_t[]", list(part))
            self.engine.lib.game_look_ahead(
                worlds, count, tries, horizon, seed, chosen, len(part), values
            )
            return list(ffi.unpack(values, len(part)))

        threads = min(self._threads(tries * len(numbers)), len(numbers))
        if threads <= 1:
            return look(numbers)
        parts = [numbers[n::threads] for n in range(threads)]
        result = [0.0] * len(numbers)
        for n, row in enumerate(self._pool.map(look, parts)):
            result[n::threads] = row
        return result

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
        seconds: float = 0.0,
    ) -> list[Found]:
        """What was found of each of these options."""
        worlds, proves = self._worlds(states), self.can_be_proved

        def search(many: int, seed: int) -> list[Found]:
            ffi, count = self.engine.ffi, len(numbers)
            visits, values = ffi.new("int[]", count), ffi.new("double[]", count)
            lows, highs = ffi.new("int8_t[]", count), ffi.new("int8_t[]", count)
            self.engine.lib.game_search(
                worlds,
                len(states),
                many,
                EXPLORE,
                horizon,
                seed,
                ffi.new("int64_t[]", list(numbers)),
                ffi.NULL if prior is None else ffi.new("double[]", list(prior)),
                count,
                kept_of(iterations),
                proves,
                seconds,
                visits,
                values,
                lows,
                highs,
            )
            rows = (ffi.unpack(array, count) for array in (visits, values, lows, highs))
            return [Found(*row) for row in zip(*rows, strict=True)]

        threads = self._threads(iterations)
        if threads == 1:
            return search(iterations, seed)
        many = [(iterations + n) // threads for n in range(threads)]
        seeds = [(seed + n * SEEDS) % (1 << 62) for n in range(threads)]
        first, *others = self._pool.map(search, many, seeds)
        for other in others:
            first = [a.with_(b) for a, b in zip(first, other, strict=True)]
        return first

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.game.threads)

    def _threads(self, continuations: int) -> int:
        """How many threads share so many continuations; in a sandbox it is one."""
        if self.engine.bounds is not None:
            return 1
        return max(1, min(self.game.threads, continuations // LEAST_TRIED))

    def _worlds(self, states: Sequence[State]) -> Any:
        if states is not self._dealt:
            self._dealt, self._carried = states, carried(self.engine, states)
        return self._carried


Answer = TypeVar("Answer")


@define(eq=False, slots=False)
class RoomySearch:
    """A search in machine code, and in Python from positions that do not fit into it.

    Where the next position fits again, it is machine code again; where a sandbox was
    ended, it is Python from there on.
    """

    is_slow = False
    compiled: NativeSearch
    full: str = field(default="", init=False)

    @cached_property
    def plain(self) -> PythonSearch:
        """The search in Python."""
        return PythonSearch(self.compiled.game)

    @property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""
        return self.compiled.scores

    def candidates(self, states: Sequence[State], seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""
        return self._answer(lambda search: search.candidates(states, seed))

    def proofs(
        self, state: State, numbers: Sequence[int], most: int
    ) -> list[Proof] | None:
        """What is proved of these options, trying `most` choices at most."""
        return self._answer(lambda search: search.proofs(state, numbers, most))

    def look_ahead(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        tries: int,
        horizon: int,
        seed: int,
    ) -> list[float]:
        """The mean worth of each of these options to whoever chooses, from 0 to 1."""
        return self._answer(
            lambda search: search.look_ahead(states, numbers, tries, horizon, seed)
        )

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
        seconds: float = 0.0,
    ) -> list[Found]:
        """What was found of each of these options."""
        return self._answer(
            lambda search: search.tree(
                states, numbers, iterations, horizon, seed, prior, seconds
            )
        )

    def _answer(self, ask: Callable[[Search], Answer]) -> Answer:
        engine = self.compiled.engine
        if engine.bounds is None:
            return self._in_machine_code(ask)
        with engine.alone:
            if not engine.ended:
                try:
                    return self._in_machine_code(ask)
                except OutOfBounds as why:
                    engine.ended = True
                    self.full = f"the compiled game was ended in its sandbox ({why})"
        return ask(self.plain)

    def _in_machine_code(self, ask: Callable[[Search], Answer]) -> Answer:
        try:
            return ask(self.compiled)
        except NoRoom as full:
            self.full = f"the compiled game has no more room ({full})"
            return ask(self.plain)
