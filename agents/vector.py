"""Many games at once in machine code, with arrays in and out: for programs that learn.

    from rulesrun.agents.vector import VectorGames

    games = VectorGames(rulesrun.load("connect_four", players=2), 1024)
    batch = games.reset(seed=7)
    batch = games.step(actions)

Needs the extras `rulesrun[agents]` (NumPy) and `rulesrun[native]`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from itertools import pairwise
from types import TracebackType
from typing import Any

import numpy as np
from attrs import define, field, frozen
from numpy.typing import NDArray

from rulesrun.agents.actions import Actions
from rulesrun.agents.observation import Observer
from rulesrun.agents.observing import actions_in_c, observation_in_c
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.described import Program
from rulesrun.interpreter.native.engine import Added, Engine, NoRoom
from rulesrun.interpreter.native.seeded import no_room

LONGEST = 20_000
"""After so many choices a game is cut off."""

REMEMBERED = 256
"""So many actions of a mask are cleared one by one (`vector.h`)."""

HOLD = -1
"""Instead of an action: the game waits as it is."""

CHANCES = 0x9E3779B97F4A7C15
"""Spreads seeds, for the chances by which actions are drawn."""

_DECLARED = """
int vector_step(void *states, int first, int last, const int64_t *actions, uint64_t *seeds,
                uint64_t further, int most, int32_t *made, float *seen, uint8_t *masks,
                int32_t *marked, int64_t *drawn, uint64_t *chances, int32_t *players,
                float *rewards, uint8_t *done, uint8_t *cut, float *finals,
                const int32_t *eyes);
"""


@frozen(eq=False)
class Batch:
    """What is to be seen of all games after a step; the next step writes into it.

    Attributes:
        observations: Of each game what its player to choose may know: `float32`, as
            `Observer.row` has it. Without `observe` rows are empty.
        masks: Of each game which actions are possible, by their numbers: `bool`. Without
            `mask` rows are empty.
        drawn: Of each game one of its possible actions, each with equal chance: `int64`.
        players: The seats of those who are to choose: `int32`.
        rewards: Of each game what its players have got, where it has ended: from -1 for
            being beaten by all to 1 for beating all others, `float32`.
        done: Which games have ended by the last action: `bool`.
        cut: Which were cut off, since they took too long: `bool`.
        finals: Of games that are done or cut, with `finals`, what the seat `eyes` saw at
            their ends: `float32`.
        eyes: Of each game whose eyes these are: seats, `int32`, which may be changed.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    drawn: NDArray[np.int64]
    players: NDArray[np.int32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    finals: NDArray[np.float32]
    eyes: NDArray[np.int32]


@define(eq=False)
class VectorGames:
    """A number of games of the same rules that are carried on together.

    A game that ends begins anew at once: game `i` has the seeds `seed + i`,
    `seed + i + count` and so on. What nobody looks at need not be written: without `observe`
    there are no observations, without `mask` no masks, and then only the actions of
    `batch.drawn` can be carried out. Raises what `Engine` raises: NoCompiler, Unsupported.
    """

    game: Game
    count: int
    threads: int = 1
    longest: int = LONGEST
    observe: bool = True
    mask: bool = True
    finals: bool = False
    actions: Actions = field(init=False)
    observed: int = field(init=False)
    batch: Batch = field(init=False)
    _engine: Engine = field(init=False)
    _states: Any = field(init=False)
    _seeds: NDArray[np.uint64] = field(init=False)
    _made: NDArray[np.int32] = field(init=False)
    _marked: NDArray[np.int32] = field(init=False)
    _chances: NDArray[np.uint64] = field(init=False)
    _pool: ThreadPoolExecutor | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        observer = Observer(self.game)
        self.actions = Actions(self.game)
        self.observed = observer.size

        def added(program: Program) -> str:
            loop = files("rulesrun.agents").joinpath("vector.h").read_text("utf-8")
            seen = observation_in_c(observer, program)
            return "\n".join((actions_in_c(self.actions), seen, loop))

        self._engine = Engine(self.game.module, added=Added(added, _DECLARED))
        n, players = self.count, self.game.players
        size = int(self._engine.lib.game_size())
        self._states = self._engine.ffi.new("char[]", size * n)
        self._seeds = np.zeros(n, np.uint64)
        self._made = np.zeros(n, np.int32)
        self._marked = np.zeros((n, REMEMBERED + 1), np.int32)
        self._chances = np.zeros(n, np.uint64)
        threads = max(1, min(self.threads, n))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.batch = Batch(
            np.zeros((n, observer.size if self.observe else 0), np.float32),
            np.zeros((n, self.actions.size if self.mask else 0), np.bool_),
            np.zeros(n, np.int64),
            np.zeros(n, np.int32),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
            np.zeros((n, observer.size if self.finals else 0), np.float32),
            np.zeros(n, np.int32),
        )

    def reset(self, seed: int = 0) -> Batch:
        """Begin all games anew."""
        self._seeds[:] = np.arange(self.count, dtype=np.uint64) + np.uint64(seed)
        self._chances[:] = self._seeds * np.uint64(CHANCES) + np.uint64(1)
        return self._step(None)

    def step(self, actions: NDArray[Any]) -> Batch:
        """Carry out one action in each game, given by its number; with HOLD a game waits.

        Raises ValueError where one of them is not possible (then nothing happens), and
        GameFault where the rules go wrong; NoRoom where a compiled game cannot go on.
        """
        if actions is self.batch.drawn:  # they are possible
            return self._step(self.batch.drawn)
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise ValueError(f"one action for each of {self.count} games is wanted")
        if not self.mask:
            if not ((chosen == self.batch.drawn) | (chosen == HOLD)).all():
                raise ValueError(
                    "without masks only the actions of `batch.drawn` are taken"
                )
            return self._step(chosen)
        inside = (chosen >= 0) & (chosen < self.actions.size)
        possible = self.batch.masks[np.arange(self.count), np.where(inside, chosen, 0)]
        wrong = np.flatnonzero(~(inside & possible) & (chosen != HOLD))
        if len(wrong):
            at = int(wrong[0])
            raise ValueError(f"game {at} cannot do action {int(chosen[at])} now")
        return self._step(chosen)

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> VectorGames:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _step(self, actions: NDArray[np.int64] | None) -> Batch:
        ffi, batch = self._engine.ffi, self.batch

        def pointer(kind: str, values: NDArray[Any] | None) -> Any:
            return ffi.NULL if values is None else ffi.from_buffer(kind, values)

        given = (
            pointer("int64_t[]", actions),
            pointer("uint64_t[]", self._seeds),
            self.count,
            self.longest,
            pointer("int32_t[]", self._made),
            pointer("float[]", batch.observations if self.observe else None),
            pointer("uint8_t[]", batch.masks if self.mask else None),
            pointer("int32_t[]", self._marked),
            pointer("int64_t[]", batch.drawn),
            pointer("uint64_t[]", self._chances),
            pointer("int32_t[]", batch.players),
            pointer("float[]", batch.rewards),
            pointer("uint8_t[]", batch.done),
            pointer("uint8_t[]", batch.cut),
            pointer("float[]", batch.finals if self.finals else None),
            pointer("int32_t[]", batch.eyes),
        )

        def part(first: int, last: int) -> Exception | None:
            wrong = self._engine.lib.vector_step(self._states, first, last, *given)
            if wrong < 0:
                return None
            message = f"game {wrong}: {self._engine.message()}"
            if no_room(self._engine):
                return NoRoom(f"a compiled game has no more room: {message}")
            return GameFault(message, None, ())

        if self._pool is None:
            fault = part(0, self.count)
            if fault is not None:
                raise fault
            return batch
        threads = min(self.threads, self.count)
        ends = [self.count * number // threads for number in range(threads + 1)]
        found = [self._pool.submit(part, *ends_) for ends_ in pairwise(ends)]
        for fault in [each.result() for each in found]:
            if fault is not None:
                raise fault
        return batch
