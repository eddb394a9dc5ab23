"""Any rules file as an environment of PettingZoo: agents take turns, options are masked.

    from rulesrun.agents import pettingzoo

    env = pettingzoo.env("kingdom_builder", players=3)
    env.reset(seed=7)

Terry et al., PettingZoo: Gym for Multi-Agent Reinforcement Learning (2021). Needs the
extra `rulesrun[agents]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import rulesrun
from rulesrun.agents.actions import Actions
from rulesrun.agents.gymnasium import RENDER_MODES, check_render_mode, space_of
from rulesrun.agents.observation import Observer
from rulesrun.agents.rewards import PLACES, Rewards
from rulesrun.interpreter.game import Position

LONGEST = 20_000
"""After so many decisions a game counts as cut off."""


def env(
    rules: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    *,
    reward: str = PLACES,
    structured: bool = False,
    memory: bool = False,
    render_mode: str | None = None,
) -> RulesEnv:
    """An environment of a rules file, by path or by a shipped game's name.

    With `structured` an observation is a dictionary of arrays by the names of their blocks
    (`Observer`) and not one row; with `memory` it tells what the agent knows from before, too.

    Raises what `rulesrun.load` raises, WrongReward (`Rewards.of`), and ValueError for another
    `render_mode` than `ansi`, `rgb_array` and `human`, which prints what `ansi` gives.
    """
    return RulesEnv(
        rules,
        players,
        options,
        reward=reward,
        structured=structured,
        memory=memory,
        render_mode=render_mode,
    )


class RulesEnv(AECEnv):  # type: ignore[misc]  # it says nothing of types
    """A game for agents `player_1`, `player_2` ... that act one after another.

    An observation holds `observation`, what the agent may know as an array of 32-bit
    floats from 0 to 1, and `action_mask`, 1 for each action that is possible now (0 for
    all while others choose). Without more a reward comes at the end: +1 for beating all
    others, -1 for being beaten by all, and what lies between for places between; `reward` names
    others (`Rewards`). An agent whose player has left is terminated with what its place brings,
    where that is certain (`Rewards.settled`), else at the end. A game longer than `LONGEST`
    decisions is cut off.
    """

    metadata = {  # noqa: RUF012 - PettingZoo reads it as an attribute of the class
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str,
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        reward: str = PLACES,
        structured: bool = False,
        memory: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if (
            render_mode != "human"
        ):  # PettingZoo's own tests ask for it in every environment
            check_render_mode(render_mode)
        self.game = rulesrun.load(rules, players, options)
        self.metadata = {**self.metadata, "name": self.game.program.name}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat + 1}" for seat in range(players)]
        self._rewards = Rewards.of(self.game, reward)
        self._actions = Actions(self.game)
        self._observer = Observer(self.game, memory=memory)
        self._structured = structured
        box = space_of(self._observer, structured=structured)
        mask = spaces.Box(0, 1, (self._actions.size,), np.int8)
        seen = spaces.Dict({"observation": box, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        size = (self._observer.size * players,)
        self.state_space = spaces.Box(0, 1, size, np.float32)
        self.action_spaces = {
            agent: spaces.Discrete(self._actions.size) for agent in self.possible_agents
        }
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a new game; the same seed gives the same chance."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.position: Position = self.game.start(int(self._chance.integers(2**62)))
        self.decisions = 0
        self._skip_agent_selection = None
        self._worth = self._rewards.worth(self.position)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to(self.position.player or 0)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now, and which actions it has."""
        seat = self.possible_agents.index(agent)
        row = self._observer.array(self.position, seat)
        seen = self._observer.split(row) if self._structured else row
        return {"observation": seen, "action_mask": self.action_mask(agent)}

    def action_masks(self) -> Any:
        """True for each action of the agent who is to choose, as MaskablePPO asks for it."""
        return self.action_mask(self.agent_selection).astype(np.bool_)

    def action_mask(self, agent: str) -> Any:
        """1 for each action that an agent can do now, else 0: 8-bit integers."""
        mask = np.zeros(self._actions.size, np.int8)
        if self.possible_agents.index(agent) == self.position.player:
            mask[list(self._actions.options(self.position))] = 1
        return mask

    def state(self) -> Any:
        """What all agents may know together, row after row, as 32-bit floats."""
        seats = range(len(self.possible_agents))
        return np.concatenate(
            [self._observer.array(self.position, seat) for seat in seats]
        )

    def step(self, action: int | None) -> None:
        """Carry out the chosen action; raises ValueError where it is not possible."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        options = self._actions.options(self.position)
        if action is None or int(action) not in options:
            raise ValueError(f"{agent} cannot do action {action} now")
        self._cumulative_rewards[agent] = 0.0
        self.position.play(self.position.raw[options[int(action)]])
        self.decisions += 1
        before, self._worth = self._worth, self._rewards.worth(self.position)
        brought = self._rewards.between(before, self._worth)
        self._note_who_left(before, brought)
        playing = zip(self.possible_agents, brought, strict=True)
        self.rewards = {each: came for each, came in playing if each in self.agents}
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.decisions >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._turn_to(self.position.player or 0)
        self._accumulate_rewards()
        if not self.position.over:
            self._deads_step_first()

    def _note_who_left(self, before: Sequence[float], brought: list[float]) -> None:
        """Whose player has left is terminated, where it is certain what it comes to."""
        for seat in self.position.left:
            agent = self.possible_agents[seat]
            if agent not in self.agents:
                continue
            self.infos[agent]["left"] = True
            settled = self._rewards.settled(self.position, seat)
            if settled is not None and not self.position.over:
                self.terminations[agent] = True
                brought[seat] = settled - before[seat]

    def _turn_to(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]

    def render(self) -> Any:
        """The position as the player who chooses sees it: a line, which `human` prints, or
        pixels (`pictures`).
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            from rulesrun.agents.pictures import picture

            return picture(self.position, self.position.player)
        text = self._observer.text(self.position, self.position.player or 0)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""
