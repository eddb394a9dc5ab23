"""What lies on the cells that may be chosen, beside their coordinates."""

from __future__ import annotations

from collections.abc import Mapping

from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.views import view

Cell = tuple[str, int]
"""A board, and the number of a cell of it."""


def lying_on(position: Position, labels: Labels) -> Mapping[int, str]:
    """What lies on the one cell that an option chooses, by the number of the option from 1.

    It is what whoever chooses may know. Nothing where that is the same for all options: then
    it tells none from another.
    """
    cells: dict[int, Cell] = {}
    for number, option in enumerate(position.options, 1):
        chosen = position.decision_plan.items[option.raw[0]].chosen
        match [(c.type, v) for c, v in zip(chosen, option.raw[1], strict=True)]:
            case [(t.CellType(board), int(cell))]:
                cells[number] = board, cell
    if len(cells) < 2:
        return {}
    there = _cell_texts(position, labels)
    lying = {n: labels.words.listed(there.get(c, ())) for n, c in cells.items()}
    return lying if len(set(lying.values())) > 1 else {}


def _cell_texts(position: Position, labels: Labels) -> Mapping[Cell, list[str]]:
    """What is said of each cell: values of enums, and players."""
    boards = {
        symbol.name: symbol.owner.board
        for symbol in position.game.layout.told
        if isinstance(symbol.owner, t.CellType) and not labels.is_inner(symbol)
    }
    lying: dict[Cell, list[str]] = {}
    for one in view(position, position.player).seen:
        board = boards.get(one.name)
        if board is None or one.hidden or one.value is None or one.keys:
            continue
        if isinstance(t.without_none(one.type), t.EnumType | t.PlayerType):
            text = labels.brief(one.type, one.value)
            lying.setdefault((board, one.owner), []).append(text)
    return lying
