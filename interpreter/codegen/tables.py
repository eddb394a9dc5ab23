"""The geometry of boards by the directions of the language, worked out beforehand."""

from rulesrun.dsl.semantics.value_types import CellType
from rulesrun.interpreter.evaluator.primitives import steps_of
from rulesrun.interpreter.runtime.layout import Layout


def steps(
    layout: Layout, board: str, straight: bool = False
) -> tuple[tuple[int | None, ...], ...]:
    """By direction and cell, the cell on that side; none beyond the border."""
    return steps_of(layout, CellType(board), straight)


def rays(layout: Layout, board: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By direction and cell, the cells from the next one to the border."""
    geometry = layout.boards[board]
    cells = range(len(geometry.names))
    return tuple(
        tuple(geometry.ray(cell, geometry.step.index(row)) for cell in cells)
        for row in steps(layout, board)[: len(geometry.sides)]
    )
