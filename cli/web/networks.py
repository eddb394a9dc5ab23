"""Where named spaces, and the links between spaces or cells, are drawn on pages."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.semantics.geometry import parts_of
from rulesrun.dsl.semantics.lattice import middle
from rulesrun.dsl.semantics.symbols import BoardSymbol
from rulesrun.interpreter.runtime.boards import Board
from rulesrun.interpreter.runtime.placing import Point, laid_out, scaled

RADIUS = 100
"""A space that nothing joins is a circle of that size."""

APART, WIDEST = 3.2 * RADIUS, 24 * RADIUS
"""How far apart the nearest spaces of a map lie, if it becomes no wider than that."""

BESIDE = 46
"""How far apart links between the same spaces are drawn."""

Line = tuple[float, float, float, float]
"""Where a link begins and where it ends."""


def spaces_at(labels: Labels, board: BoardSymbol) -> tuple[Point, ...]:
    """Where the spaces of a board of named spaces are drawn."""
    geometry = labels.game.layout.boards[board.name]
    linked = parts_of(labels.game.program.world, board.name, "links") is not None
    points = laid_out(geometry, linked=linked)
    if linked or geometry.points:
        return scaled(points, APART, WIDEST)
    radius = max(2.2, len(points) * 2.6 / (2 * math.pi)) * RADIUS
    return tuple((x * radius, y * radius) for x, y in points)


def links_at(labels: Labels, board: BoardSymbol) -> list[Line]:
    """Where the links of a board are drawn, several between the same places side by side.

    Between cells of a board of rows and columns they count as corners do (`dsl.lattice`).
    """
    world = labels.game.program.world
    whole = world.get(BoardSymbol, board.whole or "")
    assert whole is not None
    geometry = labels.game.layout.boards[whole.name]
    if geometry.columns:
        return joined(board, _middles(geometry), BESIDE / RADIUS)
    return joined(board, spaces_at(labels, whole), BESIDE)


def _middles(board: Board) -> list[Point]:
    return [
        middle(board.shape, *divmod(at, board.columns))
        for at in range(len(board.names))
    ]


def joined(
    board: BoardSymbol, points: Sequence[Point], apart: float = BESIDE
) -> list[Line]:
    """The lines of links between points, several between the same two so far apart."""
    alike: dict[tuple[int, int], list[int]] = {}
    for number, link in enumerate(board.links):
        alike.setdefault((min(link.a, link.b), max(link.a, link.b)), []).append(number)
    result: dict[int, Line] = {}
    for (a, b), numbers in alike.items():
        for copy, number in enumerate(numbers):
            aside = apart * (copy - (len(numbers) - 1) / 2)
            line = _aside(points[a], points[b], aside)
            turned = board.links[number].a != a
            result[number] = (*line[2:], *line[:2]) if turned else line
    return [result[number] for number in range(len(result))]


def _aside(one: Point, other: Point, by: float) -> Line:
    """The line between two points, so far to one side of it."""
    (x, y), (u, v) = one, other
    size = math.dist(one, other) or 1.0
    right, down = -(v - y) / size * by, (u - x) / size * by
    return x + right, y + down, u + right, v + down
