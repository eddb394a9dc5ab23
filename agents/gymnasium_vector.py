"""Many games of a rules file at once, in machine code, as Gymnasium has them.

    envs = gymnasium.make_vec(
        "rulesrun.agents.gymnasium:rulesrun/connect_four-v0",
        num_envs=256,
        vectorization_mode="vector_entry_point",
    )

Needs the extras `rulesrun[agents]` and `rulesrun[native]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import rulesrun
from rulesrun.agents.features import WHOLE
from rulesrun.agents.gymnasium import space_of
from rulesrun.agents.rewards import PLACES
from rulesrun.agents.vector import HOLD, LONGEST, Batch, VectorGames

Opponent = Callable[[Batch], NDArray[Any]]
"""What plays the other seats: of a batch, an action for each game (only those of games in
which somebody else is to choose are taken)."""


class RulesVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]  # it has no types
    """Games for one agent each; the other seats are played by chance, or by a function.

    Observations, possible actions (`info["action_mask"]`) and rewards are those of the
    agent's seat; what the choices of others bring comes with the next step. A game that
    has ended begins anew in the same step; what was to be seen at its end is in
    `info["final_obs"]`, where `info["_final_obs"]` is true.

    Args:
        rules: Path of the rules, or the name of a shipped game.
        num_envs: How many games are played at once.
        players: How many play each of them.
        options: The options of the game, as `rulesrun.load` takes them.
        opponent: `random`, or a function: the agent itself, say, as it was before.
        seat: The agent's seat, from 0; without it each game gives it another one by chance.
        threads: So many threads play.
        longest: After so many choices a game is cut off.
        reward: Places, points or another reward (`Rewards`).
        structured: Whether an observation is a dictionary of arrays by the names of their
            blocks and not one row.
        memory: Whether an observation tells what the agent knows from before, too; then each
            game is carried on in Python beside, which takes many times as long.

    Raises what `rulesrun.load` and `VectorGames` raise.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - read so

    def __init__(
        self,
        rules: str,
        num_envs: int = 1,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        *,
        opponent: str | Opponent = "random",
        seat: int | None = None,
        threads: int = 1,
        longest: int = LONGEST,
        reward: str = PLACES,
        structured: bool = False,
        memory: bool = False,
    ) -> None:
        self.game = rulesrun.load(rules, players, options)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}: the game has {players} players")
        if isinstance(opponent, str) and opponent != "random":
            raise ValueError(
                f"many games at once are played against `random` or a function, not "
                f"against {opponent!r}; `rulesrun.agents.gymnasium` takes any player"
            )
        self._opponent = opponent if callable(opponent) else None
        self._wanted = seat
        self._games = VectorGames(
            self.game,
            num_envs,
            threads=threads,
            longest=longest,
            finals=True,
            reward=reward,
            memory=memory,
        )
        self.num_envs = num_envs
        self._structured = structured
        space = space_of(self._games.observer, structured=structured)
        self.single_observation_space = space
        self.single_action_space = spaces.Discrete(self._games.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def seats(self) -> NDArray[np.int32]:
        """The agent's seat in each game."""
        return self._games.batch.eyes

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew; the same seed gives the same games."""
        super().reset(seed=seed)
        self._games.reset(int(self.np_random.integers(2**62)))
        self._sit_down(np.ones(self.num_envs, np.bool_))
        self._brought = np.zeros(self.num_envs)
        begun = _Ended(self._brought)
        self._others_play(begun)
        self._brought = np.where(begun.over, self._brought, begun.rewards)
        return self._seen(self._games.batch.observations), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[
        Any,
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Carry out an action in each game, and let the others play.

        Raises ValueError where one is not possible (then nothing happens).
        """
        batch = self._games.step(actions)
        ended = _Ended(self._brought)
        self._brought = np.zeros(self.num_envs)
        self._take(ended)
        self._others_play(ended)
        info = self._info()
        over = ended.over
        if over.any():
            info |= {"final_obs": self._seen(ended.finals), "_final_obs": over}
        seen = self._seen(batch.observations)
        return seen, ended.rewards, ended.done, ended.cut, info

    def _seen(self, observed: Any) -> Any:
        """Observations as numbers from 0 to 1."""
        rows = observed.astype(np.float32) / np.float32(WHOLE)
        return self._games.observer.split(rows) if self._structured else rows

    def action_masks(self) -> NDArray[np.bool_]:
        """Of each game which actions are possible now."""
        return self._games.batch.masks

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self._games.close()

    def _others_play(self, ended: _Ended) -> None:
        batch = self._games.batch
        while (others := batch.players != self.seats).any():
            chosen = batch.drawn if self._opponent is None else self._opponent(batch)
            self._games.step(np.where(others, chosen, HOLD))
            self._take(ended)

    def _take(self, ended: _Ended) -> None:
        """Note what a step has brought and which games have ended.

        Of two that end in the same step only the first counts; what comes after that
        belongs to the next step.
        """
        batch, before = self._games.batch, ended.over
        over = batch.done | batch.cut
        brought = batch.rewards[np.arange(self.num_envs), self.seats]
        ended.rewards[~before] += brought[~before]
        self._brought[before] += brought[before]
        if not over.any():
            return
        self._brought[over] = 0
        new = over & ~before
        rows = np.flatnonzero(new)
        ended.done |= new & batch.done
        ended.cut |= new & batch.cut
        if ended.finals is None:
            ended.finals = np.zeros_like(batch.finals)
        ended.finals[rows] = batch.finals[rows]
        self._sit_down(over)

    def _sit_down(self, where: NDArray[np.bool_]) -> None:
        if self._wanted is not None:
            self.seats[:] = self._wanted
            return
        count = int(where.sum())
        self.seats[where] = self.np_random.integers(self.game.players, size=count)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._games.batch.masks.astype(np.int8),
            "seat": self.seats.copy(),
        }


class _Ended:
    """The games that ended in a step, and with what."""

    def __init__(self, rewards: NDArray[np.float64]) -> None:
        self.done = np.zeros(len(rewards), np.bool_)
        self.cut = np.zeros(len(rewards), np.bool_)
        self.rewards = rewards.copy()
        self.finals: NDArray[np.uint8] | None = None

    @property
    def over(self) -> NDArray[np.bool_]:
        """The games that have ended, or were cut off."""
        return self.done | self.cut
