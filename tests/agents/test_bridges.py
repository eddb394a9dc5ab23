"""Rules files where researchers are at home: OpenSpiel's and PettingZoo's own tests."""

import warnings
from typing import Any

import pytest
from compiling import shipped

from rulesrun.agents.actions import Actions
from rulesrun.interpreter.game import Game

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
openspiel: Any = pytest.importorskip("rulesrun.agents.openspiel")
pettingzoo_test: Any = pytest.importorskip("pettingzoo.test", reason="no PettingZoo")
pettingzoo: Any = pytest.importorskip("rulesrun.agents.pettingzoo")

SMALL = """
    tic_tac_toe connect_four classics/kuhn_poker classics/leduc_poker classics/goofspiel
    classics/liars_dice classics/nim classics/pig classics/oware
""".split()


@pytest.mark.parametrize("name", SMALL)
def test_openspiel_plays_it(name: str) -> None:
    pyspiel.random_sim_test(openspiel.make(name, 2), 1, False, False)


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
