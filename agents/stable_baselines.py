"""Many games of a rules file as Stable-Baselines3 has them: for its learners, and MaskablePPO.

    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", Games("connect_four", 64))

Raffin et al., *Stable-Baselines3: Reliable Reinforcement Learning Implementations* (JMLR 2021).
Needs the extras `rulesrun[agents]`, `rulesrun[native]` and `rulesrun[train]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from rulesrun.agents.gymnasium_vector import RulesVectorEnv


class Games(VecEnv):  # type: ignore[misc]  # it may be missing
    """Games for one agent each, in machine code; takes what `RulesVectorEnv` takes.

    The possible actions are asked for by `env_method("action_masks")`, as MaskablePPO does.
    Raises what `RulesVectorEnv` raises.
    """

    def __init__(
        self, rules: str, num_envs: int, players: int = 2, **settings: Any
    ) -> None:
        self.envs = RulesVectorEnv(rules, num_envs, players, **settings)
        self.render_mode = None
        super().__init__(
            num_envs,
            self.envs.single_observation_space,
            self.envs.single_action_space,
        )
        self._rewards = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)

    def reset(self) -> Any:
        """Begin all games anew."""
        seed = self._seeds[0]
        self._reset_seeds()
        self._rewards[:] = self._lengths[:] = 0
        return self.envs.reset(seed=seed)[0]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
        """Carry the actions out, and let the others play."""
        seen, rewards, done, cut, info = self.envs.step(self._actions)
        over = done | cut
        self._rewards += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for n in np.flatnonzero(over):
            final = info["final_obs"]
            last = (
                {name: part[n] for name, part in final.items()}
                if isinstance(final, dict)
                else final[n]
            )
            infos[n] = {
                "terminal_observation": last,
                "TimeLimit.truncated": bool(cut[n] and not done[n]),
                "episode": {"r": self._rewards[n], "l": int(self._lengths[n])},
            }
        self._rewards[over] = 0
        self._lengths[over] = 0
        return seen, rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """End the threads."""
        self.envs.close()

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """The possible actions of games (`action_masks`); there is no other method."""
        if method_name != "action_masks":
            raise AttributeError(f"games have no method {method_name}")
        masks = self.envs.action_masks()
        return [masks[n] for n in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether games have an attribute: the method `action_masks`."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of games: there is none but `render_mode`."""
        if attr_name != "render_mode":
            raise AttributeError(f"games have no attribute {attr_name}")
        return [None for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set: raises AttributeError."""
        raise AttributeError(f"games have no attribute {attr_name} that can be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> Sequence[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
