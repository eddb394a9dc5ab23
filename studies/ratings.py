"""Ratings of players from their matches: Bradley and Terry's model, on Elo's scale.

A rating says how often one player comes before another: 400 points more are ten times the
odds (Bradley and Terry, *Rank analysis of incomplete block designs*, Biometrika 39, 1952;
Elo, *The Rating of Chessplayers*, 1978).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import numpy as np
from attrs import frozen
from scipy import stats

from rulesrun.studies.statistics import LEVEL

POINTS = 400 / log(10)
"""So many points of a rating are a factor e of the odds."""

PRIOR = 0.5
"""So many wins and as many losses are added for each pair that has met.

Without them a player who has lost no game would have no finite rating.
"""

STEPS = 100
"""Newton's method takes far fewer steps; more would not help."""


@frozen
class Difference:
    """By how many points one player is ahead of another, with its interval of 95 %."""

    points: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether one of the two is better beyond chance."""
        return self.low > 0 or self.high < 0

    @property
    def half_width(self) -> float:
        """Half the width of the interval, in points."""
        return (self.high - self.low) / 2


@frozen(eq=False)
class Ratings:
    """The most likely ratings in points, the first player's 0, and their covariances."""

    points: np.ndarray
    covariance: np.ndarray

    def difference(self, one: int, other: int) -> Difference:
        """By how much the player with the number `one` is ahead of the `other`."""
        gap = float(self.points[one] - self.points[other])
        v = self.covariance
        variance = v[one, one] + v[other, other] - 2 * v[one, other]
        half = float(stats.norm.ppf(1 - LEVEL / 2) * np.sqrt(max(0.0, variance)))
        return Difference(gap, gap - half, gap + half)


def rated(players: int, shares: Mapping[tuple[int, int], Sequence[float]]) -> Ratings:
    """The ratings of so many players.

    The covariances are those of estimating equations ("sandwich"), so that games which end
    alike, such as draws, count for more than a coin would.

    Args:
        players: How many there are.
        shares: For two players, the lower number first, what the first of them had of each
            game: 1, 0, or between for a draw. Each player must be joined to all others by
            pairs that have met.
    """
    won = np.zeros((players, players))
    squares = np.zeros((players, players))
    for (one, other), had in shares.items():
        values = np.asarray(had, dtype=np.float64)
        for i, j, of_one in ((one, other, values), (other, one, 1 - values)):
            won[i, j] = of_one.sum() + PRIOR
            squares[i, j] = (of_one**2).sum() + PRIOR
    met = won + won.T
    ratings = np.zeros(players)
    free = slice(1, None)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        slope = (won - met * expected).sum(axis=1)
        information = _laplacian(met * expected * (1 - expected))
        step = np.linalg.solve(information[free, free], slope[free])
        ratings[free] += np.clip(step, -1, 1)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    spread = _laplacian(squares - 2 * expected * won + met * expected**2)
    bread = np.linalg.inv(information[free, free])
    covariance = np.zeros((players, players))
    covariance[free, free] = bread @ spread[free, free] @ bread
    return Ratings(ratings * POINTS, covariance * POINTS**2)


def _laplacian(weights: np.ndarray) -> np.ndarray:
    """The sums of rows on the diagonal, less the weights."""
    result: np.ndarray = np.diag(weights.sum(axis=1)) - weights
    return result
