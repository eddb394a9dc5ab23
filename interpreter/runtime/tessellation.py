"""The corners and the sides of boards, as boards of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import evolve

from rulesrun.dsl.semantics.lattice import OUTLINES, Point, middle
from rulesrun.interpreter.runtime.boards import Board, beside_masks

PARTS: tuple[Literal["corners"], Literal["sides"]] = ("corners", "sides")
Lists = tuple[tuple[int, ...], ...]


def with_parts(board: Board, wanted: Sequence[str]) -> dict[str, Board]:
    """A board of rows and columns, and the boards of its corners and sides.

    Corners and sides are numbered in reading order. Corners are neighbours where a side
    joins them, sides where they meet in a corner.

    Args:
        board: The board.
        wanted: Which of `corners` and `sides` there are to be.

    Returns:
        The board by the name `cells`, and those wanted by theirs. Each knows of all
        others what touches what.
    """
    shape = board.shape
    outline = OUTLINES[shape]
    turns: list[tuple[Point, ...]] = []
    for row, column in zip(board.row_of, board.column_of, strict=True):
        x, y = middle(shape, row, column)
        turns.append(tuple((x + right, y + down) for _, (right, down), _ in outline))
    rims = [
        tuple(_between(a, b) for a, b in zip(ends, (*ends[1:], ends[0]), strict=True))
        for ends in turns
    ]
    corners = _numbered({end for ends in turns for end in ends})
    sides = _numbered({side for rim in rims for side in rim})
    touching = {
        ("cells", "corners"): [[corners[end] for end in ends] for ends in turns],
        ("cells", "sides"): [[sides[side] for side in rim] for rim in rims],
    }
    joined: list[list[int]] = [[] for _ in sides]
    for ends, rim in zip(turns, rims, strict=True):
        for at, side in enumerate(rim):
            joined[sides[side]] = [corners[ends[at]], corners[ends[at - len(ends) + 1]]]
    touching["sides", "corners"] = joined
    for one, other, count in (
        ("corners", "cells", len(corners)),
        ("sides", "cells", len(sides)),
        ("corners", "sides", len(corners)),
    ):
        touching[one, other] = _turned(touching[other, one], count)
    places = list(corners)
    lines = [(*places[a], *places[b]) for a, b in _sorted(joined)]
    result: dict[str, Board] = {}
    for part, numbers, points, word in (
        (PARTS[0], corners, turns, 0),
        (PARTS[1], sides, rims, 2),
    ):
        if part not in wanted:
            continue
        names = [""] * len(numbers)
        also = {}
        for cell in reversed(range(len(turns))):
            for place, direction in zip(points[cell], outline, strict=True):
                name = f"{board.names[cell]}-{direction[word]}"
                also[name] = numbers[place]
                names[numbers[place]] = name
        other = "sides" if part == "corners" else "corners"
        by = touching[part, other]
        across = _turned(by, len(sides if part == "corners" else corners))
        ways = [
            sorted((b, way) for way in found_by for b in across[way] if b != a)
            for a, found_by in enumerate(by)
        ]
        most = max(map(len, ways))
        neighbours = tuple(tuple(b for b, _ in near) for near in ways)
        cells = _sorted(touching[part, "cells"])
        inner = 2 if part == "sides" else 4 if shape == "square" else 3
        result[part] = Board(
            shape=part,
            names=tuple(names),
            neighbours=neighbours,
            diagonals=((),) * len(names),
            around=neighbours,
            neighbour_mask=beside_masks(neighbours),
            step=_columns([[b for b, _ in near] for near in ways], most),
            by=_columns([[way for _, way in near] for near in ways], most),
            border=tuple(c for c, near in enumerate(cells) if len(near) < inner),
            also=also,
            points=tuple(numbers) if part == "corners" else tuple(lines),
        )
    return {
        name: evolve(
            made,
            touching={
                other: _sorted(lists)
                for (one, other), lists in touching.items()
                if one == name
            },
        )
        for name, made in {"cells": board, **result}.items()
    }


def _between(a: Point, b: Point) -> Point:
    """What tells a side from all others: twice its middle."""
    return a[0] + b[0], a[1] + b[1]


def _numbered(points: set[Point]) -> dict[Point, int]:
    """Points in reading order."""
    ordered = sorted(points, key=lambda point: (point[1], point[0]))
    return {point: number for number, point in enumerate(ordered)}


def _turned(lists: Sequence[Sequence[int]], count: int) -> list[list[int]]:
    """Who names each of so many."""
    result: list[list[int]] = [[] for _ in range(count)]
    for one, others in enumerate(lists):
        for other in others:
            result[other].append(one)
    return result


def _sorted(lists: Sequence[Sequence[int]]) -> Lists:
    return tuple(tuple(sorted(items)) for items in lists)


def _columns(
    lists: Sequence[Sequence[int]], most: int
) -> tuple[tuple[int | None, ...], ...]:
    """The first item of each, the second, and so on."""
    return tuple(
        tuple(items[at] if at < len(items) else None for items in lists)
        for at in range(most)
    )
