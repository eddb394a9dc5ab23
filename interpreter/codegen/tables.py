"""The geometry of boards by the directions of the language, worked out beforehand."""

from rulesrun.dsl.symbols import BoardSymbol
from rulesrun.interpreter.layout import Layout


def _sides(layout: Layout, board: str) -> list[int]:
    """The board's own sides in the order of the enum of directions."""
    made = layout.boards[board]
    if not made.sides:
        return []
    symbol = layout.world.get(BoardSymbol, board)
    assert symbol is not None
    enum = "Direction" if symbol.shape == "square" else "HexSide"
    return [made.sides.index(value.name) for value in layout.world.enum(enum).values]


def steps(layout: Layout, board: str) -> tuple[tuple[int | None, ...], ...]:
    """By direction and cell, the cell on that side; none beyond the border."""
    made = layout.boards[board]
    return tuple(tuple(made.step[side]) for side in _sides(layout, board))


def rays(layout: Layout, board: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By direction and cell, the cells from the next one to the border."""
    made = layout.boards[board]
    cells = range(len(made.names))
    return tuple(
        tuple(made.ray(cell, side) for cell in cells) for side in _sides(layout, board)
    )
