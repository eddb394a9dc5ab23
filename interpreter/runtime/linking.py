"""Boards of named spaces that links join, and the links as a board of their own."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulesrun.dsl.semantics.networks import link_names
from rulesrun.dsl.semantics.symbols import Link
from rulesrun.interpreter.runtime.boards import Board, beside_masks

Ways = Sequence[Sequence[tuple[int, int]]]
"""By place, where its steps lead, and what each is told apart by."""


def with_links(board: Board, links: Sequence[Link]) -> tuple[Board, Board]:
    """A board of named spaces joined by links, and the board of the links.

    A step from space to space goes along a link, against its direction only if it leads
    both ways. Links are neighbours where they meet, whatever their direction.

    Args:
        board: The spaces.
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
    spaces = evolve(
        _stepped(board, ways), touching={"links": tuple(map(tuple, touching))}
    )
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
