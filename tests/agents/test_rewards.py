"""What players are rewarded with: many games at once as one alone, and who leaves the game."""

import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest
from compiling import program_of, shipped
from rescue import rescue

from rulesrun.interpreter.game import Game

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed")
from rulesrun.agents.actions import Actions  # noqa: E402
from rulesrun.agents.rewards import Rewards  # noqa: E402

RESCUE = rescue(3, "    if player 1.payoff >= 1: everybody wins\n    everybody loses\n")

LEAVING = """\
language 2

game lives "Lives":
    players 3

each player:
    coins "coins": 0..99

play:
    turns of p from player 1 until size(players) <= {stay}:
        p chooses one of "Your turn":
            stay(p)
            go(p)
    {end}

action stay(p: player): p.coins += 1
action go(p: player): p leaves
"""
ENDS = {
    "ranked": (1, "rank players by most it.coins"),
    "beaten": (1, "first(players) wins"),
    "unknown": (1, "nobody wins"),
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("alhambra", "points"),
        ("alhambra", "potential"),
        ("classics/kuhn_poker", "payoff"),
        ("rescue", "places"),
        ("rescue", "payoff"),
    ],
)
def test_many_games_are_rewarded_as_one_alone(name: str, kind: str) -> None:
    vector: Any = pytest.importorskip("rulesrun.agents.vector")
    pytest.importorskip("cffi", reason="nothing that loads compiled games")
    program = program_of(RESCUE) if name == "rescue" else shipped(name)
    game = Game(program, 2 if "poker" in name else 3)
    alone, actions = Rewards.of(game, kind), Actions(game)
    seeds, ended, brought = [7, 8], 0, set[float]()
    positions = [game.start(seed) for seed in seeds]
    with vector.VectorGames(game, 2, reward=kind) as games:
        batch = games.reset(seed=7)
        for _ in range(700 if name == "alhambra" else 60):
            drawn = batch.drawn.copy()
            batch = games.step(drawn)
            for number, position in enumerate(positions):
                before = alone.worth(position)
                position.play(actions.raw(position, int(drawn[number])))
                came = alone.between(before, alone.worth(position))
                assert batch.rewards[number].tolist() == pytest.approx(came, abs=1e-6)
                brought |= set(came)
                if position.over:
                    ended += 1
                    seeds[number] += 2
                    positions[number] = game.start(seeds[number])
    assert ended > 1
    assert len(brought) > 2


def test_rewards_of_an_agent_add_up_over_the_choices_of_others() -> None:
    faces: Any = pytest.importorskip("rulesrun.agents.gymnasium_vector")
    pytest.importorskip("cffi", reason="nothing that loads compiled games")
    envs = faces.RulesVectorEnv("alhambra", 4, reward="points", seat=1)
    _, info = envs.reset(seed=2)
    sums, final = np.zeros(4), {}
    for _ in range(400):
        masks = info["action_mask"].astype(bool)
        _, rewards, done, _, info = envs.step(masks.argmax(axis=1))
        sums += rewards
        for n in np.flatnonzero(done):
            final[int(n)] = sums[n]
            sums[n] = 0
    assert len(final) == 4
    assert all(points == int(points) >= 0 for points in final.values())
    assert any(final.values())
    envs.close()


@pytest.mark.parametrize("end", list(ENDS))
def test_who_leaves_is_terminated_where_it_is_certain_what_comes(
    end: str, tmp_path: Path
) -> None:
    pettingzoo: Any = pytest.importorskip("rulesrun.agents.pettingzoo")
    stay, line = ENDS[end]
    rules = tmp_path / "lives.rules"
    rules.write_text(LEAVING.format(stay=stay, end=line), "utf-8")
    env = pettingzoo.env(str(rules), 3)
    env.reset(seed=1)
    got: dict[str, float] = {}
    order = []
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last()
        got[agent] = got.get(agent, 0.0) + reward
        assert not cut
        if over:
            order.append((agent, info.get("left", False), env.position.over))
            env.step(None)
            continue
        mask = env.action_mask(agent)
        env.step(int(np.flatnonzero(mask)[-1 if agent != "player_1" else 0]))
    expected = {
        "ranked": {"player_1": 1.0, "player_2": -1.0, "player_3": 0.0},
        "beaten": {"player_1": 1.0, "player_2": -0.5, "player_3": -0.5},
        "unknown": {"player_1": 0.0, "player_2": 0.0, "player_3": 0.0},
    }
    assert got == expected[end]
    left_at_once = ("player_2", True, False) in order
    assert left_at_once == (end != "unknown")
    assert not env.agents


def test_games_with_players_who_leave_pass_the_test_of_pettingzoo() -> None:
    testing: Any = pytest.importorskip("pettingzoo.test", reason="no PettingZoo")
    pettingzoo: Any = pytest.importorskip("rulesrun.agents.pettingzoo")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like observations without a mask
        testing.api_test(pettingzoo.env("gallery/vizier", 3), num_cycles=200)


SECRET = """\
language 2

game duel "Duel":
    players 3

each player:
    bet "bet": 0..3, secret
    last "last": 0..3

play:
    repeat 9 times:
        if size(players) > 1:
            for each p in players:
                p secretly chooses n in 0..3
                p.bet = n
            for each p in players: p.last = p.bet
            let low = least(players.last)
            for each p in players where p.last == low and size(players) > 1: p leaves
    rank players by most it.last
"""


def test_who_leaves_a_game_in_parallel_acts_no_more(tmp_path: Path) -> None:
    parallel: Any = pytest.importorskip("rulesrun.agents.pettingzoo_parallel")
    rules = tmp_path / "duel.rules"
    rules.write_text(SECRET, "utf-8")
    early = 0
    for seed in range(4):
        env, chance = parallel.parallel_env(str(rules), 3), Random(seed)
        env.reset(seed=seed)
        sums, gone = dict.fromkeys(env.possible_agents, 0.0), list[str]()
        while env.agents:
            masks = env.action_masks()
            acting = list(env.agents)
            actions = {
                agent: chance.choice(np.flatnonzero(masks[agent]).tolist())
                for agent in acting
            }
            _, rewards, over, _, _ = env.step(actions)
            assert set(rewards) == set(over) == set(acting)
            for agent in acting:
                sums[agent] += rewards[agent]
            gone += [agent for agent in acting if over[agent] and env.agents]
            assert not set(gone) & set(env.agents)
        assert sorted(sums.values()) == [-1.0, 0.0, 1.0]
        assert all(sums[agent] == -1.0 for agent in gone[:1])
        early += len(gone)
    assert early > 1
