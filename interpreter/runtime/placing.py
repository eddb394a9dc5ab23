"""Where named spaces are drawn: where a file says they lie, else by what joins them.

What is not said is found by majorization of stress (Gansner, Koren, North: Graph Drawing
by Stress Majorization, 2004): spaces come to lie about as far apart as ways between them are
long. Nothing of the rules depends on it.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

from rulesrun.interpreter.runtime.boards import Board

Point = tuple[float, float]
"""To the right and down."""

ROUNDS = 120
"""So often all spaces are moved."""

APART = 2
"""Spaces that no way joins lie by so many steps further apart than any others."""


@lru_cache(maxsize=64)
def laid_out(board: Board, *, linked: bool) -> tuple[Point, ...]:
    """Where the spaces of a board lie, in units of their own.

    Args:
        board: A board of named spaces.
        linked: Whether links join them; else they lie in a ring.
    """
    if len(board.points) == len(board.names):
        return tuple((float(point[0]), float(point[1])) for point in board.points)
    count = len(board.names)
    ring = [_on_ring(count, at) for at in range(count)]
    if not linked or count < 3:
        return tuple(ring)
    return _majorized(ring, _far_apart(board))


def _on_ring(count: int, at: int) -> Point:
    angle = at / max(count, 1) * 2 * math.pi - math.pi / 2
    return math.cos(angle), math.sin(angle)


def _far_apart(board: Board) -> list[list[float]]:
    """How many steps lead from each to each, whichever way round."""
    count = len(board.names)
    near: list[set[int]] = [set() for _ in range(count)]
    for a, others in enumerate(board.neighbours):
        for b in others:
            near[a].add(b)
            near[b].add(a)
    result = []
    for start in range(count):
        steps = {start: 0}
        queue = [start]
        for here in queue:  # grows while it is gone through
            for there in sorted(near[here] - steps.keys()):
                steps[there] = steps[here] + 1
                queue.append(there)
        most = max(steps.values()) + APART
        result.append([float(steps.get(other, most)) for other in range(count)])
    return result


def _majorized(points: Sequence[Point], far: list[list[float]]) -> tuple[Point, ...]:
    """The points moved until their distances fit, and the whole turned to lie flat."""
    count = len(points)
    size = max(map(max, far)) / 2
    # A ring alone may leave the way over the middle closed, so it is bent a little.
    at = [
        (x * size * (1 + 0.01 * n / count), y * size) for n, (x, y) in enumerate(points)
    ]
    for _ in range(ROUNDS):
        moved = []
        for a, (x, y) in enumerate(at):
            right = down = weight = 0.0
            for b, (u, v) in enumerate(at):
                if a == b:
                    continue
                wanted = max(far[a][b], far[b][a])
                pull = 1 / wanted**2
                apart = math.hypot(x - u, y - v) or 1e-9
                right += pull * (u + wanted * (x - u) / apart)
                down += pull * (v + wanted * (y - v) / apart)
                weight += pull
            moved.append((right / weight, down / weight))
        at = moved
    return _flat(at)


def _flat(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points turned so that they take more room across than down."""
    mid_x = sum(x for x, _ in points) / len(points)
    mid_y = sum(y for _, y in points) / len(points)
    xx = sum((x - mid_x) ** 2 for x, _ in points)
    yy = sum((y - mid_y) ** 2 for _, y in points)
    xy = sum((x - mid_x) * (y - mid_y) for x, y in points)
    angle = math.atan2(2 * xy, xx - yy) / 2
    cos, sin = math.cos(angle), math.sin(angle)
    return tuple(
        (
            round((x - mid_x) * cos + (y - mid_y) * sin, 6),
            round((y - mid_y) * cos - (x - mid_x) * sin, 6),
        )
        for x, y in points
    )


def scaled(points: Sequence[Point], least: float, most: float) -> tuple[Point, ...]:
    """Points that lie at least so far apart, if the whole stays below a size.

    Args:
        points: What is scaled, in the same measure to the right and down.
        least: How far from each other the two that are nearest are to lie.
        most: How wide and how high the whole may become.
    """
    if len(points) < 2:
        return tuple((0.0, 0.0) for _ in points)
    nearest = min(
        math.dist(a, b) for n, a in enumerate(points) for b in points[n + 1 :]
    )
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    factor = min(least / nearest if nearest else math.inf, most / wide)
    return tuple(((x - min(xs)) * factor, (y - min(ys)) * factor) for x, y in points)
