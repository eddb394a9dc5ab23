"""Boards with their corners and sides as lines of text.

Hexes become bricks, as on growing grids: one that stands on a corner has two sides above
and two below, each half as long as the brick; one that lies flat has two at its left and
two at its right. What lies on a side stands in the middle of it, what lies on a corner
where its lines meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from rulesrun.cli.output.terminal import width
from rulesrun.cli.screen.maps import CORNERS, Called, Paint, centred
from rulesrun.dsl.semantics.lattice import OUTLINES, middle
from rulesrun.interpreter.runtime.boards import Board

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""The lines that meet in a corner."""

NARROWEST = 4
"""A side that is half as long as a brick has room for one sign between two lines."""


Canvas = dict[tuple[int, int], str]
"""By line and column, what stands there."""


@frozen
class Layer:
    """Cells, corners, sides or links of a board: short texts, and their colours."""

    board: Board
    texts: Sequence[str]
    paint: Paint


def mosaic_lines(
    cells: Layer, corners: Layer | None, sides: Layer | None, called: Called = str
) -> list[str]:
    """The lines of a board; nothing is drawn where a text is empty.

    Args:
        cells: What stands in the cells, above their names.
        corners: What stands on the corners, if they are places.
        sides: What lies on the sides, if they are places.
        called: Gives the digits in which people read the name of a cell.
    """
    board = cells.board
    names = [called(name) for name in board.names]
    half = max(NARROWEST, (room(cells, sides, called) + 3) // 2)
    place = _placer(board.shape, half)
    canvas: dict[tuple[int, int], str] = {}
    met: dict[tuple[int, int], int] = {}
    outlines = _outlines(board, place)
    for one, other in sorted({pair for pairs in outlines for pair in pairs}):
        _join(met, one, other)
    canvas |= {at: CORNERS[mask] for at, mask in met.items()}
    for cell, pairs in enumerate(outlines):
        tops = [at for pair in pairs for at in pair]
        top, bottom = min(tops)[0], max(tops)[0]
        left = min(column for _, column in tops)
        right = max(column for _, column in tops)
        lines = [cells.texts[cell], names[cell]]
        start = (top + bottom - len(lines) + 1) // 2
        for row, text in enumerate(lines, start):
            inner = centred(text, right - left - 1)
            painted = cells.paint(cell, text) if row == start else text
            indent = len(inner) - len(inner.lstrip())
            write(canvas, row, left + 1 + indent, text, painted)
    if sides is not None:
        for side, (x, y, u, v) in enumerate(sides.board.points):
            _lay(canvas, sides, side, place(x, y), place(u, v))
    if corners is not None:
        for corner, (x, y) in enumerate(corners.board.points):
            text = corners.texts[corner]
            if text:
                row, column = place(x, y)
                start = column - (width(text) - 1) // 2
                write(canvas, row, start, text, corners.paint(corner, text))
    return lines_of(canvas)


def room(cells: Layer, sides: Layer | None, called: Called = str) -> int:
    """The columns that a cell takes: its text, and half of what lies on its sides."""
    names = [called(name) for name in cells.board.names]
    widest = max(map(width, sides.texts), default=0) if sides is not None else 0
    return max(map(width, [*cells.texts, *names])) + 2 * max(0, widest // 2 - 1)


def mosaic_width(board: Board, size: int) -> int:
    """How wide the lines are, if no cell takes more columns."""
    half = max(NARROWEST, (size + 3) // 2)
    shift = {"square": 0, "rhombus": board.rows - 1}.get(board.shape, 1)
    return (2 * board.columns + shift) * half + 1


def _placer(shape: str, half: int) -> Callable[[int, int], tuple[int, int]]:
    """Where a point of a board stands: its line and its column."""
    match shape:
        case "square":
            return lambda x, y: (3 * ((y + 1) // 2), half * (x + 1))
        case "flat hex":
            return lambda x, y: (2 * (y + 1), 2 * half * ((x + 2) // 3))
        case _:
            return lambda x, y: (3 * ((y + 2) // 3), half * (x + 1))


Way = tuple[tuple[int, int], tuple[int, int]]


def _outlines(
    board: Board, place: Callable[[int, int], tuple[int, int]]
) -> list[list[Way]]:
    """By cell, its sides: where each begins and ends."""
    result = []
    for row, column in zip(board.row_of, board.column_of, strict=True):
        x, y = middle(board.shape, row, column)
        ends = [place(x + dx, y + dy) for _, (dx, dy), _ in OUTLINES[board.shape]]
        pairs = zip(ends, (*ends[1:], ends[0]), strict=True)
        result.append([(min(a, b), max(a, b)) for a, b in pairs])
    return result


def _join(
    met: dict[tuple[int, int], int], one: tuple[int, int], other: tuple[int, int]
) -> None:
    """A line between two places in a row or a column."""
    (row, column), (last_row, last_column) = one, other
    while (row, column) != (last_row, last_column):
        down = row < last_row
        met[row, column] = met.get((row, column), 0) | (DOWN if down else RIGHT)
        row, column = (row + 1, column) if down else (row, column + 1)
        met[row, column] = met.get((row, column), 0) | (UP if down else LEFT)


def _lay(
    canvas: dict[tuple[int, int], str],
    layer: Layer,
    side: int,
    one: tuple[int, int],
    other: tuple[int, int],
) -> None:
    """What lies on a side: its text between heavy lines."""
    text = layer.texts[side]
    if not text:
        return
    (row, column), (last_row, last_column) = min(one, other), max(one, other)
    upright = column == last_column
    if text.strip("+"):
        for at in range(row + 1, last_row):
            canvas[at, column] = "┃"
        for at in range(column + 1, last_column):
            canvas[row, at] = "━"
    middle_row = (row + last_row + upright) // 2 if upright else row
    start = (column + last_column) // 2 - (width(text) - 1) // 2
    write(canvas, middle_row, start, text, layer.paint(side, text))


def write(canvas: Canvas, row: int, column: int, text: str, painted: str) -> None:
    """Put a text down at once, however it is shown: nothing else takes up its room."""
    for at in range(column, column + width(text)):
        canvas[row, at] = ""
    if width(text):
        canvas[row, column] = painted


def lines_of(canvas: Mapping[tuple[int, int], str]) -> list[str]:
    """The lines of what has been put down."""
    rows = 1 + max(row for row, _ in canvas)
    ends = 1 + max(column for _, column in canvas)
    return [
        "".join(canvas.get((row, column), " ") for column in range(ends)).rstrip()
        for row in range(rows)
    ]
