"""Rules in which all choose at once, as PettingZoo's parallel form has them.

    from rulesrun.agents import pettingzoo_parallel

    env = pettingzoo_parallel.parallel_env("classics/goofspiel", players=2)

Needs the extra `rulesrun[agents]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from rulesrun.agents.pettingzoo import RulesEnv
from rulesrun.agents.rewards import PLACES


class InTheOpen(ValueError):
    """A game in which players choose one after another, in the open, has no parallel form."""


def parallel_env(
    rules: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    *,
    reward: str = PLACES,
    structured: bool = False,
    memory: bool = False,
    render_mode: str | None = None,
) -> RulesParallelEnv:
    """An environment in which all agents act in each step.

    Raises what `pettingzoo.env` raises, and InTheOpen where a decision of the game is not
    made in secret.
    """
    return RulesParallelEnv(
        RulesEnv(
            rules,
            players,
            options,
            reward=reward,
            structured=structured,
            memory=memory,
            render_mode=render_mode,
        )
    )


class RulesParallelEnv(ParallelEnv):  # type: ignore[misc]  # it says nothing of types
    """A game in which nobody knows what others choose until all have chosen.

    Spaces, observations and rewards are those of `RulesEnv`; who is not asked in a step has
    an empty mask, and its action counts for nothing.
    """

    metadata: dict[str, Any]

    def __init__(self, one: RulesEnv) -> None:
        for decision in one.game.module.core.decisions:
            if not decision.secret:
                items = " or ".join(item.name for item in decision.items)
                raise InTheOpen(
                    f"players of {one.game.program.name} choose `{items}` in the open, one "
                    "after another; take pettingzoo.env"
                )
        self._one = one
        self._masks: dict[str, Any] = {}
        self.metadata = {**one.metadata, "is_parallelizable": True}
        self.render_mode = one.render_mode
        self.possible_agents = one.possible_agents
        self.observation_spaces = one.observation_spaces
        self.action_spaces = one.action_spaces
        self.state_space = one.state_space

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; the same seed gives the same chance."""
        self._one.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._ask()
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Carry out the actions of all who are asked.

        Raises ValueError where one of them is not possible; then nothing happens.
        """
        for agent, mask in self._masks.items():
            action = int(actions[agent])
            if not (0 <= action < len(mask) and mask[action]):
                raise ValueError(f"{agent} cannot do action {action} now")
        agents, one, ended = self.agents, self._one, set[str]()
        rewards = dict.fromkeys(agents, 0.0)
        for agent in self._masks:
            one.step(int(actions[agent]))
            for other, reward in one.rewards.items():
                rewards[other] += reward
            ended |= {other for other, over in one.terminations.items() if over}
            while not one.position.over and one.terminations[one.agent_selection]:
                one.step(None)
        terminations = {agent: agent in ended for agent in agents}
        truncations = {agent: one.truncations.get(agent, False) for agent in agents}
        if one.position.over or any(truncations.values()):
            self._masks = {}
            seen, self.agents = self._seen(), []
        else:
            self._ask()
            seen = self._seen()
            self.agents = [agent for agent in agents if agent not in ended]
        return seen, rewards, terminations, truncations, {agent: {} for agent in agents}

    def action_masks(self) -> dict[str, Any]:
        """For each agent 1 for each action that it can do now: 8-bit integers."""
        none = np.zeros(self.action_spaces[self.possible_agents[0]].n, np.int8)
        return {agent: self._masks.get(agent, none) for agent in self.possible_agents}

    def state(self) -> Any:
        """What all agents may know together, row after row, as 32-bit floats."""
        return self._one.state()

    def render(self) -> Any:
        """The position, as `RulesEnv` shows it."""
        return self._one.render()

    def close(self) -> None:
        """Nothing is held open."""

    def _ask(self) -> None:
        """Find out who is asked in this step, and what each of them can do.

        What one chooses in secret changes nothing for the others, so any choice will do
        to see what they are asked.
        """
        one, start = self._one, self._one.position
        self._masks = {}
        position = start.copy()
        while not position.over and position.player is not None:
            agent = self.possible_agents[position.player]
            if agent in self._masks:
                break
            one.position = position
            self._masks[agent] = one.action_mask(agent)
            position.play(position.raw[0])
        one.position = start

    def _seen(self) -> dict[str, Any]:
        masks = self.action_masks()
        return {
            agent: {**self._one.observe(agent), "action_mask": masks[agent]}
            for agent in self.agents
        }
