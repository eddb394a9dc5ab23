"""A program learns a game from what many games at once give it, with NumPy alone."""

from typing import Any

import pytest
from compiling import shipped

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed")
vector: Any = pytest.importorskip("rulesrun.agents.vector")

try:
    compiler()
except NoCompiler as error:
    pytest.skip(str(error), allow_module_level=True)

LANES = 256


def chances(weights: Any, batch: Any) -> Any:
    """How likely each action is, by a linear policy."""
    scores = batch.observations / 255 @ weights
    scores = np.where(batch.masks, scores, -np.inf)
    sizes = np.exp(scores - scores.max(axis=1, keepdims=True))
    return sizes / sizes.sum(axis=1, keepdims=True)


def play(game: Game, weights: Any, steps: int, rate: float) -> tuple[Any, float]:
    """Play one seat against chance, and learn (Williams's REINFORCE); the share of wins."""
    rng, mine = np.random.default_rng(1), np.arange(LANES) % 2
    share, ended = 0.0, 0
    with vector.VectorGames(game, LANES) as games:
        batch = games.reset(seed=3)
        traces = np.zeros((LANES, *weights.shape))
        for _ in range(steps):
            likely, seen = chances(weights, batch), batch.observations / 255
            drawn = (likely.cumsum(axis=1) > rng.random((LANES, 1))).argmax(axis=1)
            own = batch.players == mine
            off = np.eye(weights.shape[1])[drawn] - likely
            traces[own] += seen[own, :, None] * off[own, None, :]
            batch = games.step(np.where(own, drawn, batch.drawn))
            over = batch.done
            rewards = batch.rewards[np.arange(LANES), mine][over]
            share += float(((rewards + 1) / 2).sum())
            ended += int(over.sum())
            if over.any() and rate:
                weights = (
                    weights + rate * np.tensordot(rewards, traces[over], 1) / LANES
                )
            traces[over] = 0
    return weights, share / ended


def test_a_linear_policy_learns_tic_tac_toe() -> None:
    game = Game(shipped("tic_tac_toe"), 2)
    with vector.VectorGames(game, 1) as games:
        nothing = np.zeros((games.observed, games.actions.size))
    _, before = play(game, nothing, 40, 0)
    learned, _ = play(game, nothing, 500, 0.5)
    _, after = play(game, learned, 40, 0)
    assert 0.4 < before < 0.6
    assert after > before + 0.2
