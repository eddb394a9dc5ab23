"""How the cells of a board of rows and columns are called."""


def cell_name(naming: str | None, row: int, column: int, rows: int) -> str:
    """What people call a cell; rows and columns count from 0 at the top left."""
    if naming in ("algebraic", "lettered"):
        number = rows - row if naming == "algebraic" else row + 1
        return f"{_letters(column)}{number}"
    return f"{row},{column}"


def has_cell(naming: str | None, rows: int, columns: int, name: str) -> bool:
    """Whether a board of that size has a cell of that name."""
    return any(
        name == cell_name(naming, row, column, rows)
        for row in range(rows)
        for column in range(columns)
    )


def _letters(column: int) -> str:
    """a to z, then aa, ab and so on."""
    before, last = divmod(column, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)
