"""How the cells of a board of rows and columns are called."""

import re


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
    found = 0
    for letter in letters:
        found = found * 26 + ord(letter) - ord("a") + 1
    return found - 1


def _letters(column: int) -> str:
    """a to z, then aa, ab and so on."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)
