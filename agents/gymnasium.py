"""Any rules file as an environment of Gymnasium: one agent against players of fixed kinds.

    import gymnasium

    env = gymnasium.make("rulesrun.agents.gymnasium:rulesrun/connect_four-v0")
    env = gymnasium.make(
        "rulesrun.agents.gymnasium:rulesrun/Rules-v0", rules="mine.rules", players=3
    )

Every shipped game has a name of its own. `gymnasium.make_vec` gives many games at once, in
machine code (`gymnasium_vector`). Towers et al., *Gymnasium: A Standard Interface for
Reinforcement Learning Environments* (2024). Needs the extra `rulesrun[agents]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import rulesrun
from rulesrun.agents.actions import Actions
from rulesrun.agents.observation import Observer
from rulesrun.agents.players import Player, player_of
from rulesrun.agents.rewards import PLACES, Rewards
from rulesrun.interpreter.game import Game, Position

LONGEST = 20_000
"""After so many decisions a game is cut off."""

TRIES = 1_000
"""So many games are begun at most until the agent has something to choose."""

ILLEGAL = -1.0
"""The reward of an action that is not possible; the game is over by it."""


RENDER_MODES = ("ansi", "rgb_array")
"""How a position can be shown."""


def check_render_mode(mode: str | None) -> None:
    """Raises ValueError where an environment cannot show positions so."""
    if mode not in (None, *RENDER_MODES):
        modes = " and ".join(RENDER_MODES)
        raise ValueError(f"there is no render_mode {mode!r}; there are {modes}")


class RulesEnv(gymnasium.Env):  # type: ignore[misc]  # it says nothing of types
    """A game for one agent; the other seats are played by players of fixed kinds.

    An observation is what the agent's seat may know, as 32-bit floats from 0 to 1. Which
    actions are possible is in `info["action_mask"]` and given by `action_masks()`, as
    MaskablePPO asks for it. An action that is not possible ends the game with the reward -1 and
    `info["illegal"]`.

    Args:
        rules: Path of the rules, or the name of a shipped game.
        players: How many play.
        options: The options of the game, as `rulesrun.load` takes them.
        opponent: The kind of all other players, or one kind for each other seat: `random`,
            `greedy`, `thinker:100`, or `file.py:choose`.
        seat: The agent's seat, from 0; without it each game gives it another one by chance.
        reward: Places, points or another reward (`Rewards`).
        structured: Whether an observation is a dictionary of arrays by the names of their
            blocks (`Observer`) and not one row.
        memory: Whether an observation tells what the agent knows from before, too.
        render_mode: `ansi`, `rgb_array`, or none.

    Raises what `rulesrun.load` raises, UnknownPlayer and OwnFault (`player_of`) and
    WrongReward (`Rewards.of`).
    """

    metadata = {  # noqa: RUF012 - Gymnasium reads it so
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        *,
        opponent: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = PLACES,
        structured: bool = False,
        memory: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        count = players
        self.game: Game = rulesrun.load(rules, count, options)
        self.render_mode = render_mode
        if seat is not None and not 0 <= seat < count:
            raise ValueError(f"there is no seat {seat}: the game has {count} players")
        others = (
            (opponent,) * (count - 1) if isinstance(opponent, str) else tuple(opponent)
        )
        if len(others) != count - 1:
            raise ValueError(f"{count - 1} opponents are wanted, not {len(others)}")
        self._wanted = seat
        self._others = [player_of(kind, self.game, 0) for kind in others]
        self._rewards = Rewards.of(self.game, reward)
        self._actions = Actions(self.game)
        self._observer = Observer(self.game, memory=memory)
        self._structured = structured
        self.observation_space = space_of(self._observer, structured=structured)
        self.action_space = spaces.Discrete(self._actions.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the same seed gives the same games."""
        super().reset(seed=seed)
        chance = self.np_random
        count = self.game.players
        for _ in range(TRIES):  # a game in which the agent is never asked is none
            seat = self._wanted
            self.seat = int(chance.integers(count)) if seat is None else seat
            self.position: Position = self.game.start(int(chance.integers(2**62)))
            for other in self._others:
                other.chance.seed(int(chance.integers(2**62)))
            self._worth = self._rewards.worth(self.position)
            self._others_play()
            if self.position.player == self.seat:
                return self._seen(), self._info()
        raise ValueError(f"seat {self.seat} chose nothing in {TRIES} games")

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the others play until the agent chooses again."""
        options = self._actions.options(self.position)
        if int(action) not in options:
            info = {**self._info(), "illegal": True}
            return self._seen(), ILLEGAL, True, False, info
        before = self._worth
        self.position.play(self.position.raw[options[int(action)]])
        self._others_play()
        self._worth = self._rewards.worth(self.position)
        reward = self._rewards.between(before, self._worth)[self.seat]
        over = self.position.over
        cut = not over and self.position.choices_made >= LONGEST
        return self._seen(), reward, over, cut, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each action that is possible now."""
        mask = np.zeros(self._actions.size, np.bool_)
        if self.position.player == self.seat:
            mask[list(self._actions.options(self.position))] = True
        return mask

    def render(self) -> Any:
        """The position as the agent sees it: a line, or pixels (`pictures`)."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            from rulesrun.agents.pictures import picture

            return picture(self.position, self.seat)
        return self._observer.text(self.position, self.seat)

    def _others_play(self) -> None:
        position = self.position
        while not position.over and position.choices_made < LONGEST:
            actor = position.player
            assert actor is not None
            if actor == self.seat:
                return
            position.play(position.raw[self._player(actor).choose(position)])

    def _player(self, seat: int) -> Player:
        return self._others[seat - (seat > self.seat)]

    def _seen(self) -> Any:
        row = self._observer.array(self.position, self.seat)
        return self._observer.split(row) if self._structured else row

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}


def space_of(observer: Observer, *, structured: bool) -> Any:
    """The space of observations: one row, or a dictionary of arrays by their names."""
    if not structured:
        return spaces.Box(0, 1, (observer.size,), np.float32)
    blocks = {b.name: spaces.Box(0, 1, b.shape, np.float32) for b in observer.blocks}
    return spaces.Dict(blocks)


def _register() -> None:
    """Give each shipped game a name, and all others one together."""
    one, many = f"{__name__}:RulesEnv", f"{__name__}_vector:RulesVectorEnv"
    rules = {"rulesrun/Rules-v0": dict[str, str]()}
    for name in rulesrun.shipped():
        rules[f"rulesrun/{name.rpartition('/')[2]}-v0"] = {"rules": name}
    for identifier, kwargs in rules.items():
        gymnasium.register(identifier, one, vector_entry_point=many, kwargs=kwargs)


_register()
