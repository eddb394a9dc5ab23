"""Boards of spaces or cells that links join, and the links as a board of their own."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulesrun.dsl.semantics.networks import link_names
from rulesrun.dsl.semantics.symbols import Link
from rulesrun.interpreter.runtime.boards import Board, beside_masks

Ways = Sequence[Sequence[tuple[int, int]]]
"""By place, where its steps lead, and what each is told apart by."""


def with_links(board: Board, links: Sequence[Link]) -> tuple[Board, Board]:
    """A board of spaces or cells joined by links, and the board of the links.

    A step along a link goes against its direction only if it leads both ways. What it
    leads to is a neighbour. Links are neighbours where they meet, whatever their direction.

    Args:
        board: The spaces or cells.
        links: Between them, in the order of their numbers.
    """
    ways: list[list[tuple[int, int]]] = [[] for _ in board.names]
    touching: list[list[int]] = [[] for _ in board.names]
    for number, link in enumerate(links):
        ways[link.a].append((link.b, number))
        if not link.one_way:
            ways[link.b].append((link.a, number))
        touching[link.a].append(number)
        touching[link.b].append(number)
    ends = [tuple(sorted((link.a, link.b))) for link in links]
    meeting = [
        [(other, end) for end in both for other in touching[end] if other != number]
        for number, both in enumerate(ends)
    ]
    names, also = link_names(board.names, links)
    joined = _with_ways(board, ways) if board.sides else _stepped(board, ways)
    beside = {**board.touching, "links": tuple(map(tuple, touching))}
    spaces = evolve(joined, touching=beside)
    empty = Board(
        shape="links",
        names=names,
        neighbours=(),
        diagonals=((),) * len(names),
        around=(),
        neighbour_mask=(),
        touching={"cells": tuple(ends)},
        also=also,
    )
    return spaces, _stepped(empty, meeting)


def _with_ways(board: Board, ways: Ways) -> Board:
    """A board of rows and columns on which further steps lead, in no direction."""
    along = _stepped(board, ways)
    neighbours, around = (
        tuple(
            tuple(sorted({*near, *there}))
            for near, there in zip(beside, along.neighbours, strict=True)
        )
        for beside in (board.neighbours, board.around)
    )
    nothing = (None,) * len(board.names)
    directions = tuple((side,) * len(board.names) for side in range(len(board.sides)))
    return evolve(
        board,
        neighbours=neighbours,
        around=around,
        neighbour_mask=beside_masks(neighbours),
        step=(*board.step, *along.step),
        by=(*directions, *(nothing for _ in along.step)),
    )


def _stepped(board: Board, ways: Ways) -> Board:
    """The board with its steps, by where they lead and then by what tells them apart."""
    ordered = [sorted(way) for way in ways]
    most = max(map(len, ordered), default=0)
    neighbours = tuple(
        tuple(sorted({there for there, _ in result})) for result in ordered
    )
    step, by = (
        tuple(
            tuple(result[at][part] if at < len(result) else None for result in ordered)
            for at in range(most)
        )
        for part in (0, 1)
    )
    return evolve(
        board,
        neighbours=neighbours,
        around=neighbours,
        neighbour_mask=beside_masks(neighbours),
        step=step,
        by=by,
    )
