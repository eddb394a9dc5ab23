"""The cells of boards of rows and columns, their corners and their sides: names, places.

A corner or a side is called by the first cell that it belongs to and the direction in
which it lies from the middle of that cell: `b3-ne`.
"""

import re
from collections.abc import Mapping

Point = tuple[int, int]
"""Steps to the right and down, from the middle of the first cell of a board."""

_POINTED = (
    ("n", (0, -2), "ne"),
    ("ne", (1, -1), "e"),
    ("se", (1, 1), "se"),
    ("s", (0, 2), "sw"),
    ("sw", (-1, 1), "w"),
    ("nw", (-1, -1), "nw"),
)
OUTLINES: Mapping[str, tuple[tuple[str, Point, str], ...]] = {
    "square": (
        ("nw", (-1, -1), "n"),
        ("ne", (1, -1), "e"),
        ("se", (1, 1), "s"),
        ("sw", (-1, 1), "w"),
    ),
    "hex": _POINTED,
    "rhombus": _POINTED,
    "flat hex": (
        ("nw", (-1, -1), "n"),
        ("ne", (1, -1), "ne"),
        ("e", (2, 0), "se"),
        ("se", (1, 1), "s"),
        ("sw", (-1, 1), "sw"),
        ("w", (-2, 0), "nw"),
    ),
}
"""By shape, the corners of a cell clockwise: direction, place, and the side that follows."""


def middle(shape: str, row: int, column: int) -> Point:
    """Where the middle of a cell lies."""
    match shape:
        case "square":
            return 2 * column, 2 * row
        case "flat hex":
            return 3 * column, 2 * row + column % 2
        case _:
            return 2 * column + (row % 2 if shape == "hex" else row), 3 * row


def count_of_parts(part: str, shape: str, rows: int, columns: int) -> int:
    """How many corners or sides a board has."""
    cells = rows * columns
    across, down = rows * (columns - 1), (rows - 1) * columns
    meeting = {
        "square": across + down,
        "flat hex": down + (columns - 1) * (2 * rows - 1),
    }.get(shape, across + (rows - 1) * (2 * columns - 1))
    sides = len(OUTLINES[shape]) * cells - meeting
    return sides if part == "sides" else sides - cells + 1


def has_part(
    part: str, shape: str, naming: str | None, rows: int, columns: int, name: str
) -> bool:
    """Whether a board of that size has a corner or a side of that name."""
    cell, _, direction = name.rpartition("-")
    directions = (side if part == "sides" else end for end, _, side in OUTLINES[shape])
    return direction in directions and has_cell(naming, rows, columns, cell)


def cell_name(naming: str | None, row: int, column: int, rows: int) -> str:
    """What people call a cell; rows and columns count from 0 at the top left."""
    if naming in ("algebraic", "lettered"):
        number = rows - row if naming == "algebraic" else row + 1
        return f"{_letters(column)}{number}"
    return f"{row},{column}"


def has_cell(naming: str | None, rows: int, columns: int, name: str) -> bool:
    """Whether a board of that size has a cell of that name."""
    if naming in ("algebraic", "lettered"):
        match = re.fullmatch("([a-z]{1,9})([0-9]{1,9})", name)
        if match is None:
            return False
        column = _column(match[1])
        number = int(match[2])
        row = rows - number if naming == "algebraic" else number - 1
    else:
        match = re.fullmatch("([0-9]{1,9}),([0-9]{1,9})", name)
        if match is None:
            return False
        row, column = int(match[1]), int(match[2])
    inside = 0 <= row < rows and 0 <= column < columns
    return inside and cell_name(naming, row, column, rows) == name


def _column(letters: str) -> int:
    result = 0
    for letter in letters:
        result = result * 26 + ord(letter) - ord("a") + 1
    return result - 1


def _letters(column: int) -> str:
    """a to z, then aa, ab and so on."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)
