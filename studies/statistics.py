"""Estimates with their intervals, and tests: all of it SciPy's."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from attrs import evolve, frozen
from scipy import stats

LEVEL = 0.05
"""Of studies in which nothing is there to be found, so many may claim something."""


@frozen
class Estimate:
    """A mean with its interval of 95 %, from so many values."""

    mean: float
    low: float
    high: float
    count: int

    @property
    def half_width(self) -> float:
        """How far the interval reaches to either side, at most."""
        return max(self.high - self.mean, self.mean - self.low)


def mean_of(values: Any) -> Estimate | None:
    """The mean of some values; none where there are none."""
    result = _numbers(values)
    if not len(result):
        return None
    mean = float(result.mean())
    if len(result) == 1 or result.min() == result.max():
        return Estimate(mean, mean, mean, len(result))
    interval = stats.ttest_1samp(result, mean).confidence_interval(1 - LEVEL)
    return Estimate(mean, float(interval.low), float(interval.high), len(result))


def count_of(values: Any) -> Estimate | None:
    """The mean of values that count something: neither they nor their mean are below 0."""
    result = mean_of(values)
    return None if result is None else evolve(result, low=max(0.0, result.low))


def share_of(values: Any) -> Estimate | None:
    """The mean of values from 0 to 1, such as shares of a win; none where there are none.

    Where all are 0 or 1 the interval is Wilson's.
    """
    result = _numbers(values)
    if not len(result):
        return None
    if np.isin(result, (0, 1)).all():
        tested = stats.binomtest(int(result.sum()), len(result))
        interval = tested.proportion_ci(1 - LEVEL, "wilson")
        mean = float(result.mean())
        return Estimate(mean, float(interval.low), float(interval.high), len(result))
    estimate = mean_of(result)
    assert estimate is not None
    low, high = max(0.0, estimate.low), min(1.0, estimate.high)
    return Estimate(estimate.mean, low, high, estimate.count)


def p_of_share(values: Any, expected: float) -> float:
    """How likely values from 0 to 1 as far from what is expected are by chance alone."""
    result = _numbers(values)
    if np.isin(result, (0, 1)).all():
        return float(stats.binomtest(int(result.sum()), len(result), expected).pvalue)
    return p_of_mean(result - expected)


def p_of_mean(differences: Any) -> float:
    """How likely differences with a mean so far from 0 are by chance alone."""
    result = _numbers(differences)
    if len(result) < 2 or not result.any():
        return 1.0
    if result.min() == result.max():  # all alike, as heads in a row
        return float(stats.binomtest(len(result), len(result)).pvalue)
    return float(stats.ttest_1samp(result, 0.0).pvalue)


def from_sums(
    total: float, squares: float, count: int, expected: float
) -> tuple[Estimate, float]:
    """The mean of values less what is expected, from their sums; how likely it is by chance.

    Of many values most of which are 0, only the others need to be at hand.
    """
    mean = total / count
    variance = max(0.0, (squares - count * mean * mean) / (count - 1))
    error = sqrt(variance / count)
    shift = mean - expected
    if error == 0.0:
        return Estimate(shift, shift, shift, count), 1.0
    low, high = stats.t.interval(1 - LEVEL, count - 1, loc=shift, scale=error)
    p = 2 * stats.t.sf(abs(shift) / error, count - 1)
    return Estimate(shift, float(low), float(high), count), float(p)


def corrected(p_values: Sequence[float]) -> list[float]:
    """The same for many tests at once, after Benjamini and Hochberg.

    Where nothing is there to be found, one of them is below LEVEL in so many studies
    only; of all that are below it, that share is expected to be found by chance.
    """
    if not p_values:
        return []
    return [float(p) for p in stats.false_discovery_control(list(p_values))]


def _numbers(values: Any) -> Any:
    result = np.asarray(values, dtype=np.float64)
    return result[~np.isnan(result)]
