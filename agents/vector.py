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
from rulesrun.agents.numbering import actions_in_c
from rulesrun.agents.observation import Observer
from rulesrun.agents.observing import observation_in_c
from rulesrun.agents.rewards import PLACES, Rewards, rewards_in_c
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.description import Program
from rulesrun.interpreter.native.engine import Added, Engine, NoRoom
from rulesrun.interpreter.native.seeded import no_room
from rulesrun.interpreter.setup import whole_seed

LONGEST = 20_000
"""After so many choices a game is cut off."""

REMEMBERED = 256
"""So many actions of a mask are cleared one by one (`vector.h`)."""

HOLD = -1
"""Instead of an action: the game waits as it is."""

CHANCES = 0x9E3779B97F4A7C15
"""Spreads seeds, for the chances by which actions are drawn."""

_DECLARED = """
int64_t vector_before(void);
int vector_step(void *states, int first, int last, const int64_t *actions, uint64_t *seeds,
                uint64_t further, int most, int32_t *made, uint8_t *seen, void *before,
                int32_t *eyes, uint8_t *masks, int32_t *marked, int64_t *drawn,
                uint64_t *chances, int32_t *players, float *rewards, uint8_t *done,
                uint8_t *cut, uint8_t *finals, const int32_t *viewers);
int vector_play(void *states, int first, int last, uint64_t *seeds, uint64_t further, int most,
                int32_t *made, uint64_t *chances, int32_t *players, float *rewards,
                uint8_t *done, uint8_t *cut);
"""


def cleared(shape: int | tuple[int, int], kind: Any) -> NDArray[Any]:
    """An array of zeros, for which NumPy asks for large pages of memory, as it does not in
    `zeros`: thousands of games lie far apart."""
    array = np.empty(shape, kind)
    array.fill(0)
    return array


@frozen(eq=False)
class Batch:
    """What is to be seen of all games after a step; the next step writes into it.

    Attributes:
        observations: Of each game what its player to choose may know: `uint8`, as
            `Observer.bytes` has it; divided by 255 they are from 0 to 1. Without `observe`
            rows are empty.
        masks: Of each game which actions are possible, by their numbers: `bool`. Without
            `mask` rows are empty.
        drawn: Of each game one of its possible actions, each with equal chance: `int64`.
            With neither observations nor masks it is HOLD.
        players: The seats of those who are to choose: `int32`.
        rewards: Of each game what the step has brought its players, `float32`: without
            more, where it has ended, from -1 for being beaten by all to 1 for beating
            all others.
        done: Which games have ended by the last action: `bool`.
        cut: Which were cut off, since they took too long: `bool`.
        finals: Of games that are done or cut, with `finals`, what the seat `eyes` saw at
            their ends: `uint8`.
        eyes: Of each game whose eyes these are: seats, `int32`, which may be changed.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    drawn: NDArray[np.int64]
    players: NDArray[np.int32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    finals: NDArray[np.uint8]
    eyes: NDArray[np.int32]


@define(eq=False)
class VectorGames:
    """A number of games of the same rules that are carried on together.

    A game that ends begins anew at once: game `i` has the seeds `seed + i`,
    `seed + i + count` and so on. What nobody looks at need not be written: without `observe`
    there are no observations, without `mask` no masks, and then only actions that are drawn
    inside can be carried out. `reward` is a kind of reward (`Rewards.of`). With `memory`
    observations tell what a player knows from before, too: machine code keeps no memory, so
    each game is carried on in Python beside. Raises what `Engine` raises, NoCompiler and
    Unsupported, and WrongReward; ValueError for a memory without observations, and for no
    games or threads.
    """

    game: Game
    count: int
    threads: int = 1
    longest: int = LONGEST
    observe: bool = True
    mask: bool = True
    finals: bool = False
    reward: str = PLACES
    memory: bool = False
    actions: Actions = field(init=False)
    observer: Observer = field(init=False)
    batch: Batch = field(init=False)
    _engine: Engine = field(init=False)
    _states: Any = field(init=False)
    _before: Any = field(init=False)
    _eyes: NDArray[np.int32] = field(init=False)
    _seeds: NDArray[np.uint64] = field(init=False)
    _made: NDArray[np.int32] = field(init=False)
    _marked: NDArray[np.int32] = field(init=False)
    _chances: NDArray[np.uint64] = field(init=False)
    _pool: ThreadPoolExecutor | None = field(init=False)
    _positions: list[Position] = field(factory=list, init=False)
    """With a memory, each game as Python has it."""
    _pointers: dict[int, Any] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        if self.count < 1 or self.threads < 1:
            raise ValueError("at least one game and one thread are wanted")
        if self.memory and not self.observe:
            raise ValueError("what is remembered is told in observations")
        observer = self.observer = Observer(self.game, memory=self.memory)
        self.actions = Actions(self.game)
        rewards = Rewards.of(self.game, self.reward)

        def added(program: Program) -> str:
            loop = files("rulesrun.agents").joinpath("vector.h").read_text("utf-8")
            seen = observation_in_c(observer, program)
            rewarded = rewards_in_c(rewards, program)
            return "\n".join((actions_in_c(self.actions), seen, rewarded, loop))

        self._engine = Engine(self.game.module, added=Added(added, _DECLARED))
        n, players = self.count, self.game.players
        size = int(self._engine.lib.game_size())
        seen = int(self._engine.lib.vector_before()) if self.observe else 0
        room = self._engine.ffi.from_buffer
        self._states = room("char[]", cleared(size * n, np.uint8))
        self._before = room("char[]", cleared(seen * n + 1, np.uint8))
        self._eyes = np.full(n, -1, np.int32)
        self._seeds = np.zeros(n, np.uint64)
        self._made = np.zeros(n, np.int32)
        self._marked = np.zeros((n, REMEMBERED + 1), np.int32)
        self._chances = np.zeros(n, np.uint64)
        threads = max(1, min(self.threads, n))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.batch = Batch(
            cleared((n, observer.size if self.observe else 0), np.uint8),
            cleared((n, self.actions.size if self.mask else 0), np.bool_),
            np.zeros(n, np.int64),
            np.zeros(n, np.int32),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
            np.zeros((n, observer.size if self.finals else 0), np.uint8),
            np.zeros(n, np.int32),
        )

    @property
    def observed(self) -> int:
        """How many bytes an observation has."""
        return self.observer.size

    @property
    def views(self) -> dict[str, NDArray[np.uint8]]:
        """The observations by the names of their blocks, in their shapes; no copies."""
        return self.observer.split(self.batch.observations)

    def reset(self, seed: int = 0) -> Batch:
        """Begin all games anew; raises WrongSetup for a seed below 0, or none."""
        seed = whole_seed(seed)
        self._seeds[:] = np.arange(self.count, dtype=np.uint64) + np.uint64(seed)
        self._chances[:] = self._seeds * np.uint64(CHANCES) + np.uint64(1)
        return self._step(None)

    def step(self, actions: NDArray[Any] | None = None) -> Batch:
        """Carry out one action in each game, given by its number; with HOLD a game waits.

        Without actions it is one of the possible ones of each game, drawn by chance.

        Raises ValueError where one of them is not possible (then nothing happens), and
        GameFault where the rules go wrong; NoRoom where a compiled game cannot go on.
        """
        if not self.observe and not self.mask:
            if actions is not None:
                raise ValueError("nothing is looked at: all actions are drawn inside")
            return self._play()
        if actions is None or actions is self.batch.drawn:  # they are possible
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
        batch = self.batch
        numbers = None if actions is None else actions.tolist()
        self._carry_out(
            self._engine.lib.vector_step,
            self._pointer("int64_t[]", actions),
            self._pointer("uint64_t[]", self._seeds),
            self.count,
            self.longest,
            self._pointer("int32_t[]", self._made),
            self._pointer("uint8_t[]", batch.observations if self.observe else None),
            self._before,
            self._pointer("int32_t[]", self._eyes),
            self._pointer("uint8_t[]", batch.masks if self.mask else None),
            self._pointer("int32_t[]", self._marked),
            self._pointer("int64_t[]", batch.drawn),
            self._pointer("uint64_t[]", self._chances),
            self._pointer("int32_t[]", batch.players),
            self._pointer("float[]", batch.rewards),
            self._pointer("uint8_t[]", batch.done),
            self._pointer("uint8_t[]", batch.cut),
            self._pointer("uint8_t[]", batch.finals if self.finals else None),
            self._pointer("int32_t[]", batch.eyes),
        )
        if not self.observe and not self.mask:
            batch.drawn[:] = HOLD
        if self.observer.size > self.observer.now:
            self._recall(numbers)
        return batch

    def _recall(self, actions: list[int] | None) -> None:
        """Carry the games on in Python, and add what is remembered to the observations."""
        batch, observer, now = self.batch, self.observer, self.observer.now
        if actions is None:
            self._positions = [self.game.start(int(seed)) for seed in self._seeds]
        for number, position in enumerate(self._positions):
            if actions is not None and actions[number] == HOLD:
                continue
            if actions is not None:
                position.play(self.actions.raw(position, actions[number]))
                if batch.done[number] or batch.cut[number]:
                    if self.finals:
                        eyes = int(batch.eyes[number])
                        seen = observer.recalled(position, eyes)
                        batch.finals[number, now:] = np.frombuffer(seen, np.uint8)
                    position = self.game.start(int(self._seeds[number]))
                    self._positions[number] = position
            seen = observer.recalled(position, int(batch.players[number]))
            batch.observations[number, now:] = np.frombuffer(seen, np.uint8)

    def _play(self) -> Batch:
        batch = self.batch
        self._carry_out(
            self._engine.lib.vector_play,
            self._pointer("uint64_t[]", self._seeds),
            self.count,
            self.longest,
            self._pointer("int32_t[]", self._made),
            self._pointer("uint64_t[]", self._chances),
            self._pointer("int32_t[]", batch.players),
            self._pointer("float[]", batch.rewards),
            self._pointer("uint8_t[]", batch.done),
            self._pointer("uint8_t[]", batch.cut),
        )
        return batch

    def _pointer(self, kind: str, values: NDArray[Any] | None) -> Any:
        """Where an array begins: it stays there, so that is looked up once."""
        ffi = self._engine.ffi
        if values is None:
            return ffi.NULL
        result = self._pointers.get(id(values))
        if result is None:
            result = ffi.from_buffer(kind, values)
            if values is self.batch.drawn or kind != "int64_t[]":
                self._pointers[id(values)] = result
        return result

    def _carry_out(self, function: Any, *arguments: Any) -> None:
        """Call a function of the engine for all games, on each thread for some of them."""

        def part(first: int, last: int) -> Exception | None:
            wrong = function(self._states, first, last, *arguments)
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
            return
        threads = min(self.threads, self.count)
        ends = [self.count * number // threads for number in range(threads + 1)]
        result = [self._pool.submit(part, *ends_) for ends_ in pairwise(ends)]
        for fault in [each.result() for each in result]:
            if fault is not None:
                raise fault
