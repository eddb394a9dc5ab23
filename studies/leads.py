"""Who leads when, and how exciting that is, after Browne's measures of games.

Cameron Browne and Frédéric Maire, "Evolutionary Game Design", 2010. Their measures look
at how a position is valued move by move; here it is what the players would have if the
game ended then.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

from attrs import frozen

TENTHS = 10

Sample = tuple[int, ...]
"""How many choices have been made, then the points of each player."""


@frozen
class Course:
    """How a game went.

    Differences of points are shares of the largest that there was in the game.

    - `lead_changes`: how often somebody else came to lead alone;
    - `drama`: the mean root of how far the winner was behind, over the moments when he
      or she was; 0 if never;
    - `killer`: the most that a player's lead over the best other one grew between two
      moments, and `killer_move` the number of choices made then;
    - `decided`: after which share of the choices the winner led alone to the end; none
      where several won, or nobody leads alone at the end.
    """

    lead_changes: int
    drama: float
    killer: float
    killer_move: int
    decided: float | None


def course(samples: Sequence[Sample], winners: Sequence[int]) -> Course | None:
    """How a game went, from its points and who won (seats, from 0)."""
    if len(samples) < 2 or len(samples[0]) < 3 or not winners:
        return None
    scale = max(max(p) - min(p) for _, *p in samples) or 1
    leaders = [_alone(points) for _, *points in samples]
    definite = [leader for leader in leaders if leader is not None]
    changes = sum(a != b for a, b in pairwise(definite))
    behind = [
        sqrt((max(points) - max(points[w] for w in winners)) / scale)
        for _, *points in samples[:-1]
        if max(points) > max(points[w] for w in winners)
    ]
    killer, move = 0.0, 0
    for (_, *before), (count, *after) in pairwise(samples):
        for seat in range(len(after)):
            gain = (_ahead(after, seat) - _ahead(before, seat)) / scale
            if gain > killer:
                killer, move = gain, count
    drama = sum(behind) / len(behind) if behind else 0.0
    return Course(changes, drama, killer, move, _decided(samples, leaders, winners))


def _alone(points: Sequence[int]) -> int | None:
    """Who leads, if one player does."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _ahead(points: Sequence[int], seat: int) -> int:
    return points[seat] - max(p for other, p in enumerate(points) if other != seat)


def _decided(
    samples: Sequence[Sample], leaders: Sequence[int | None], winners: Sequence[int]
) -> float | None:
    if len(winners) != 1 or leaders[-1] != winners[0] or not samples[-1][0]:
        return None
    first = len(leaders)
    while first and leaders[first - 1] == winners[0]:
        first -= 1
    return samples[first][0] / samples[-1][0]


def at_tenths(samples: Sequence[Sample], choices: int) -> list[Sequence[int]]:
    """The points at each tenth of the choices, from the beginning to the end."""
    result: list[Sequence[int]] = []
    at = 0
    for tenth in range(TENTHS + 1):
        while at + 1 < len(samples) and samples[at + 1][0] * TENTHS <= tenth * choices:
            at += 1
        result.append(samples[at][1:])
    return result
