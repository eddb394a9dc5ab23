"""Rules files in Gymnasium: its own checks, what is rewarded, what is not possible."""

import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from compiling import program_of, shipped

from rulesrun.agents.players import UnknownPlayer
from rulesrun.interpreter.game import Game

gymnasium: Any = pytest.importorskip("gymnasium", reason="no Gymnasium")
checker: Any = pytest.importorskip("gymnasium.utils.env_checker")
faces: Any = pytest.importorskip("rulesrun.agents.gymnasium")
from rulesrun.agents.rewards import Rewards, WrongReward  # noqa: E402

HIDDEN = Path(__file__).parents[1] / "cli/games/ledgers.rules"
"""Its players are ranked by gold that only its owner sees."""

NAME = "rulesrun.agents.gymnasium:rulesrun/{}-v0"


def played(env: Any, seed: int) -> tuple[list[float], list[int]]:
    """The rewards of a game by chance, and what was chosen."""
    chance = Random(seed)
    _, info = env.reset(seed=seed)
    rewards, made, over = list[float](), list[int](), False
    while not over:
        action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, ended, cut, info = env.step(action)
        rewards.append(reward)
        made.append(action)
        over = ended or cut
    return rewards, made


@pytest.mark.parametrize("name", ["tic_tac_toe", "liars_dice", "pig"])
def test_its_own_check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # boxes without bounds, and no human to render for
        checker.check_env(gymnasium.make(NAME.format(name)).unwrapped)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_same_seed_gives_the_same_game(seat: int | None) -> None:
    env = faces.RulesEnv("connect_four", seat=seat)
    other = faces.RulesEnv("connect_four", seat=seat)
    games = [played(env, seed) for seed in range(4)]
    assert games == [played(other, seed) for seed in range(4)]
    assert all(sum(rewards) in {-1.0, 0.0, 1.0} for rewards, _ in games)


def test_what_is_not_possible_ends_the_game() -> None:
    env = faces.RulesEnv("tic_tac_toe", seat=0)
    env.reset(seed=1)
    _, reward, over, cut, info = env.step(0)
    assert (over, cut) == (False, False)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, True)


def test_opponents_are_players_of_any_kind() -> None:
    weak = faces.RulesEnv("tic_tac_toe", seat=1, opponent="random")
    strong = faces.RulesEnv("tic_tac_toe", seat=1, opponent="thinker:50")
    ends = [
        sum(sum(played(env, seed)[0]) for seed in range(12)) for env in (weak, strong)
    ]
    assert ends[1] < ends[0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seat": 2}, "there is no seat 2: the game has 2 players"),
        ({"opponent": ["random", "greedy"]}, "1 opponents are wanted, not 2"),
        ({"reward": "plces"}, "no player of tic_tac_toe has a number `plces`"),
        ({"render_mode": "rgb"}, "there is no render_mode 'rgb'; there are ansi"),
        ({"reward": "points"}, "tic_tac_toe does not rank its players by a number"),
    ],
)
def test_what_is_not_there_is_told(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        faces.RulesEnv("tic_tac_toe", **given)
    with pytest.raises(UnknownPlayer, match="there is no player `thnker`"):
        faces.RulesEnv("tic_tac_toe", opponent="thnker")


@pytest.mark.parametrize("name", ["alhambra", "island"])
def test_points_add_up_and_potentials_cancel(name: str) -> None:
    game, seed = Game(shipped(name), 3), 5
    kinds = {kind: Rewards.of(game, kind) for kind in ("points", "potential", "places")}
    chance, position = Random(seed), game.start(seed)
    first = {kind: rewards.worth(position) for kind, rewards in kinds.items()}
    worth, sums = dict(first), {kind: [0.0] * 3 for kind in kinds}
    while not position.over:
        position.play(chance.choice(position.raw))
        for kind, rewards in kinds.items():
            before, worth[kind] = worth[kind], rewards.worth(position)
            brought = rewards.between(before, worth[kind])
            sums[kind] = [a + b for a, b in zip(sums[kind], brought, strict=True)]
    places = position.ranking
    assert places is not None
    order = sorted(range(3), key=places.__getitem__)
    assert sorted(sums["points"], reverse=True) == [sums["points"][p] for p in order]
    assert max(sums["points"]) > 0
    assert sums["places"] == worth["places"]
    begun = first["potential"]
    expected = [place - b for place, b in zip(sums["places"], begun, strict=True)]
    assert sums["potential"] == pytest.approx(expected)


def test_points_do_not_tell_of_what_is_hidden() -> None:
    """Hearts has no rule that ranks by one number; its players' cards are hidden."""
    with pytest.raises(WrongReward, match="name a number that each player has"):
        Rewards.of(Game(shipped("classics/hearts"), 4), "points")
    hidden = program_of(HIDDEN.read_text("utf-8"))
    with pytest.raises(WrongReward, match="a number of theirs that all may see"):
        Rewards.of(Game(hidden, 2), "points")


def test_a_payoff_comes_at_the_end() -> None:
    rewards, _ = played(
        faces.RulesEnv("classics/kuhn_poker", seat=0, reward="payoff"), 3
    )
    assert [r for r in rewards[:-1] if r] == []
    assert rewards[-1] in {-2.0, -1.0, 1.0, 2.0}


VECTOR = "rulesrun.agents.gymnasium:rulesrun/{}-v0"


def many(name: str, count: int, **given: Any) -> Any:
    """Many games at once; skips where there is no compiler."""
    pytest.importorskip("cffi", reason="nothing that loads compiled games")
    return gymnasium.make_vec(
        VECTOR.format(name),
        num_envs=count,
        vectorization_mode="vector_entry_point",
        **given,
    )


def test_many_games_at_once() -> None:
    envs = many("connect_four", 16)
    seen, info = envs.reset(seed=4)
    again = many("connect_four", 16)
    assert np.array_equal(again.reset(seed=4)[0], seen)
    assert seen in envs.observation_space
    ended, wins = 0, 0.0
    for _ in range(40):
        masks = info["action_mask"].astype(bool)
        chosen = masks.argmax(axis=1)
        seen, rewards, done, cut, info = envs.step(chosen)
        assert set(rewards[~done]) <= {0.0}
        assert not cut.any()
        if done.any():
            assert np.array_equal(info["_final_obs"], done)
            rows = info["final_obs"][done]
            own = rows[:, :2].argmax(axis=1)
            assert (rows[:, :2].sum(axis=1) == 1).all()
            assert set(own) <= {0, 1}
        ended += int(done.sum())
        wins += float(rewards.sum())
    assert ended > 20
    assert -ended < wins < ended
    envs.close()


def test_the_agent_is_asked_only_at_its_seat_and_others_by_a_function() -> None:
    asked = []

    def first(batch: Any) -> Any:
        asked.append(set(batch.players.tolist()))
        return batch.masks.argmax(axis=1)

    envs = many("tic_tac_toe", 4, seat=1, opponent=first)
    _, info = envs.reset(seed=1)
    for _ in range(12):
        assert (info["seat"] == 1).all()
        masks = info["action_mask"].astype(bool)
        assert (masks.sum(axis=1) % 2 == 0).all()  # the other one begins
        _, _, _, _, info = envs.step(masks.argmax(axis=1))
    assert all(0 in players for players in asked)
    with pytest.raises(ValueError, match="game 0 cannot do action 99 now"):
        envs.step(np.full(4, 99))
    with pytest.raises(ValueError, match="against `random` or a function"):
        many("tic_tac_toe", 4, opponent="greedy")
