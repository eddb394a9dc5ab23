"""Rules files where researchers are at home: OpenSpiel's and PettingZoo's own tests."""

import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from compiling import shipped
from rescue import rescue

from rulesrun.agents.actions import Actions
from rulesrun.interpreter.game import Game

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
openspiel: Any = pytest.importorskip("rulesrun.agents.openspiel")
pettingzoo_test: Any = pytest.importorskip("pettingzoo.test", reason="no PettingZoo")
pettingzoo: Any = pytest.importorskip("rulesrun.agents.pettingzoo")

GAMES_OF_TESTS = Path(__file__).parents[1] / "memory" / "games"

SMALL = """
    tic_tac_toe connect_four classics/kuhn_poker classics/leduc_poker classics/goofspiel
    classics/liars_dice classics/nim classics/pig classics/oware
""".split()


@pytest.mark.parametrize("name", SMALL)
def test_openspiel_plays_it(name: str) -> None:
    pyspiel.random_sim_test(openspiel.make(name, 2), 1, True, False)


CHOICE = """language 1

game choice "Choice":
    players 2

option most "Most": 1..9 = 3

play:
    player 1 chooses x in 1..most
    if x == 2: player 1 wins
    nobody wins
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "a choice, (of) 100 % = all.rules"
    path.write_text(CHOICE, "utf-8")
    return path


def test_the_string_of_a_game_makes_it_again(rules: Path) -> None:
    games = [openspiel.make(str(rules), 2, {"most": most}) for most in (5, 9)]
    for game, count in zip(games, (5, 9), strict=True):
        for same in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
            assert str(same) == str(game)
            assert len(same.new_initial_state().legal_actions()) == count
    state = games[1].new_initial_state()
    state.apply_action(8)
    kept = pyspiel.serialize_game_and_state(games[1], state)
    game, again = pyspiel.deserialize_game_and_state(kept)
    assert (str(games[1]), [8]) == (str(game), again.history())


def test_another_process_makes_it_again(rules: Path) -> None:
    game = openspiel.make(str(rules), 2, {"most": 7})
    program = (
        "import pyspiel, rulesrun.agents.openspiel\n"
        f"game = pyspiel.load_game({str(game)!r})\n"
        "print(len(game.new_initial_state().legal_actions()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "7" == done.stdout.strip()


def test_other_rules_are_refused(rules: Path) -> None:
    game = openspiel.make(str(rules), 2)
    kept = pyspiel.serialize_game_and_state(game, game.new_initial_state())
    rules.write_text(CHOICE.replace("x == 2", "x == 3"), "utf-8")
    for load, text in (
        (pyspiel.load_game, str(game)),
        (pyspiel.deserialize_game_and_state, kept),
    ):
        with pytest.raises(openspiel.OtherRules, match="are not those that this game"):
            load(text)
    with pytest.raises(ValueError, match=r"openspiel.make\(rules, players\)"):
        pyspiel.load_game("rulesrun")


def test_a_state_of_another_game_is_refused(rules: Path) -> None:
    game, same, more, other = (
        openspiel.make(str(rules), 2, {"most": 7}),
        openspiel.make(str(rules), 2, {"most": 7}),
        openspiel.make(str(rules), 2, {"most": 9}),
        openspiel.make("classics/kuhn_poker", 2),
    )
    state = game.new_initial_state()
    state.apply_action(1)
    assert [1] == same.deserialize_state(state.serialize()).history()
    for wrong in (more, other):
        with pytest.raises(openspiel.OtherRules, match="this is a state of"):
            wrong.deserialize_state(state.serialize())


def test_what_cannot_be_done_is_said() -> None:
    game = openspiel.make("tic_tac_toe", 2)
    with pytest.raises(ValueError, match="player 0 cannot do 99 now"):
        game.new_initial_state().apply_action(99)
    with pytest.raises(KeyError, match='`payof`; did you mean "payoff"'):
        openspiel.make("classics/kuhn_poker", 2, payoff="payof")


def reached(game: Any, actions: int, seed: int = 1) -> Any:
    """A state after so many actions by chance, where somebody is to choose."""
    state, chance = game.new_initial_state(), np.random.RandomState(seed)
    while actions > 0 or state.is_chance_node():
        actions -= not state.is_chance_node()
        legal = state.legal_actions()
        state.apply_action(legal[chance.randint(len(legal))])
    return state


def test_tensors_of_information_states() -> None:
    """What was seen last, and where the cards lie that the player has followed."""
    game = openspiel.make(str(GAMES_OF_TESTS / "suits.rules"), 3)
    assert game.get_type().provides_information_state_tensor
    state = reached(game, 4)
    player = state.current_player()
    tensor = state.information_state_tensor(player)
    width = len(state.observation_tensor(player))
    assert tensor[:width] == state.observation_tensor(player)
    before = reached(game, 3)
    assert tensor[width : 2 * width] == before.observation_tensor(player)
    zones = game.bridge.zones
    known = np.reshape(tensor[openspiel.RECENT * width :], (-1, len(zones)))
    followed = game.bridge.followed(state.point.position, player)
    assert known.sum() == len(followed) > 4  # the own hand, what was laid and passed on
    dealt = state.resample_from_infostate(
        player, np.random.RandomState(1).random_sample
    )
    assert dealt.information_state_tensor(player) == tensor


@pytest.mark.parametrize(
    ("name", "players"),
    [("classics/leduc_poker", 2), (str(GAMES_OF_TESTS / "suits.rules"), 3)],
)
def test_search_over_information_sets(name: str, players: int) -> None:
    """Every world is the same to its player, and a game with a history to the others."""
    ismcts: Any = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = openspiel.make(name, players)
    chance = np.random.RandomState(1)
    state = reached(game, 3)
    player = state.current_player()
    before = [state.information_state_string(seat) for seat in range(players)]
    others = set()
    for _ in range(20):
        dealt = state.resample_from_infostate(player, chance.random_sample)
        assert before[player] == dealt.information_state_string(player)
        others.add(dealt.information_state_string((player + 1) % players))
    assert len(others) > 1
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=20,
        evaluator=evaluator,
        random_state=chance,
    )
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(legal[0])
        else:
            state.apply_action(bot.step(state))


def test_information_states_do_not_tell_copies_apart() -> None:
    """In another world other copies of a card may have come by: nobody can see which."""
    game, chance = openspiel.make("gallery/spread", 3), np.random.RandomState(1)
    state = game.new_initial_state()
    for choices in range(9):
        player = state.current_player()
        if choices > 4 and player >= 0:
            before = state.information_state_string(player)
            dealt = state.resample_from_infostate(player, chance.random_sample)
            assert before == dealt.information_state_string(player)
        state.apply_action(chance.choice(state.legal_actions()))


def test_as_many_information_states_as_kuhn_poker_has() -> None:
    """Those of OpenSpiel's own game; `make worlds ARGS=--openspiel` does so for Leduc."""
    policy: Any = pytest.importorskip("open_spiel.python.policy")
    ours = policy.TabularPolicy(openspiel.make("classics/kuhn_poker", 2))
    theirs = policy.TabularPolicy(pyspiel.load_game("kuhn_poker"))
    assert len(ours.states) == len(theirs.states) == 12


def test_games_are_about_as_long_as_is_said() -> None:
    assert 42 <= openspiel.make("connect_four", 2).max_game_length() <= 200
    assert 60 == openspiel.make("connect_four", 2, longest=60).max_game_length()


def test_the_value_of_kuhn_poker() -> None:
    """-1/18 for whoever begins, as Kuhn found in 1950."""
    cfr: Any = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability: Any = pytest.importorskip(
        "open_spiel.python.algorithms.exploitability"
    )
    expected: Any = pytest.importorskip(
        "open_spiel.python.algorithms.expected_game_score"
    )
    game = openspiel.make("classics/kuhn_poker", 2, payoff="payoff", most=2)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()

    assert exploitability.exploitability(game, policy) < 0.001
    values = expected.policy_value(game.new_initial_state(), [policy, policy])
    assert abs(values[0] - -1 / 18) < 0.001


@pytest.mark.parametrize("name", ["tic_tac_toe", "classics/kuhn_poker", "alhambra"])
def test_pettingzoo_plays_it(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would like observations without a mask
        pettingzoo_test.api_test(pettingzoo.env(name, 2), num_cycles=30)
        pettingzoo_test.seed_test(lambda: pettingzoo.env(name, 2), num_cycles=10)


def test_pettingzoo_draws_it() -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_test.render_test(
            lambda render_mode: pettingzoo.env(
                "connect_four", 2, render_mode=render_mode
            )
        )
    env = pettingzoo.env("connect_four", 2, render_mode="rgb_array", structured=True)
    env.reset(seed=1)
    empty = env.render()
    env.step(env.action_masks().argmax())
    assert env.render().shape == empty.shape
    assert (env.render() != empty).any()
    assert env.last()[0] in env.observation_space(env.agent_selection)


@pytest.mark.parametrize("mode", ["humane", "ANSI"])
def test_a_way_to_show_positions_that_there_is_not(mode: str) -> None:
    with pytest.raises(ValueError, match="there are ansi and rgb_array"):
        pettingzoo.env("connect_four", 2, render_mode=mode)


def test_a_position_is_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    shown, line = (
        pettingzoo.env("tic_tac_toe", 2, render_mode=mode) for mode in ("human", "ansi")
    )
    for env in (shown, line):
        env.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out == f"{line.render()}\n"


def test_pettingzoo_in_parallel() -> None:
    parallel: Any = pytest.importorskip("rulesrun.agents.pettingzoo_parallel")
    name = "classics/goofspiel"
    pettingzoo_test.parallel_api_test(parallel.parallel_env(name, 2), num_cycles=30)
    env, other = (parallel.parallel_env(name, 2, structured=True) for _ in range(2))
    for each in (env, other):
        each.reset(seed=3)
    while env.agents:
        masks = env.action_masks()
        actions = {agent: int(masks[agent].argmax()) for agent in env.agents}
        wrong = {agent: env.action_space(agent).n for agent in env.agents}
        with pytest.raises(ValueError, match="cannot do action"):
            env.step(wrong)
        seen, rewards, over, _, _ = env.step(actions)
        assert rewards == other.step(actions)[1]
    assert all(over.values())
    assert abs(sum(rewards.values())) < 1e-9
    assert set(seen) == set(env.possible_agents)
    with pytest.raises(parallel.InTheOpen, match="choose `drop` in the open"):
        parallel.parallel_env("connect_four", 2)


def test_an_action_that_is_not_possible() -> None:
    env = pettingzoo.env("connect_four", 2)
    env.reset(seed=1)

    with pytest.raises(ValueError, match="cannot do action 0 now"):
        env.step(0)


@pytest.mark.parametrize("name", ["connect_four", "alhambra", "kingdom_builder"])
def test_options_have_numbers_of_their_own(name: str) -> None:
    game = Game(shipped(name), 2)
    actions = Actions(game)
    position = game.start(2)
    for _ in range(40):
        if position.over:
            break
        numbers = actions.options(position)
        assert sorted(numbers.values()) == list(range(len(position.raw)))
        assert all(0 <= number < actions.size for number in numbers)
        position.play(position.raw[-1])


RESCUE = rescue(2, "    if player 1.payoff == 2: everybody loses\n    everybody wins\n")


def test_what_is_won_together_adds_up_to_nothing_only_as_a_payoff(
    tmp_path: Path,
) -> None:
    """By places all win the same; a payoff is what the rules say."""
    rules = tmp_path / "rescue.rules"
    rules.write_text(RESCUE)
    places = openspiel.make(str(rules), 2)
    payoff = openspiel.make(str(rules), 2, payoff="payoff", most=9)
    kinds = pyspiel.GameType.Utility

    assert places.get_type().utility == kinds.IDENTICAL
    assert payoff.get_type().utility == kinds.ZERO_SUM
    for game, returns in ((places, [1.0, 1.0]), (payoff, [1.0, -1.0])):
        state = game.new_initial_state()
        for name in ("2", "1"):
            state.apply_action(
                next(
                    a
                    for a in state.legal_actions()
                    if name in state.action_to_string(a)
                )
            )
        assert state.returns() == returns
