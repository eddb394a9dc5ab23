"""Boards and their cells by name: what is known, and what is refused."""

import pytest
from compiling import small

from rulesrun.dsl.semantics.lattice import cell_name, has_cell


def problems(board: str, cell: str) -> list[tuple[str, str]]:
    text = f"""language 1

game small:
    players 2

board field: {board}

each cell of field:
    stones: int

play:
    field["{cell}"].stones += 1
    rank players by most field["{cell}"].stones
"""
    result = small(text).diagnostics
    return [(d.code, d.message) for d in result]


@pytest.mark.parametrize(
    ("board", "cell"),
    [
        ("square 3 x 3 named algebraic", "a1"),
        ("square 3 x 3 named lettered", "c3"),
        ("hex 2 x 4 named lettered", "d2"),
        ("rhombus 11 x 11 named algebraic", "k11"),
        ("square 3 x 3", "2,0"),
    ],
)
def test_cells_that_there_are(board: str, cell: str) -> None:
    assert [] == problems(board, cell)


@pytest.mark.parametrize(
    ("board", "cell", "message"),
    [
        ("square 3 x 3 named algebraic", "d1", "`field` has no cell `d1`"),
        ("square 3 x 3", "a1", "`field` has no cell `a1`"),
        (
            "square 3 x 3 named backwards",
            "0,0",
            "no way to name cells is called `backwards`",
        ),
    ],
)
def test_names_that_there_are_not(board: str, cell: str, message: str) -> None:
    assert [("unknown-name", message)] == problems(board, cell)


def test_rows_count_from_the_bottom_or_from_the_top() -> None:
    assert "a8" == cell_name("algebraic", 0, 0, 8)
    assert "a1" == cell_name("lettered", 0, 0, 8)
    assert "0,0" == cell_name(None, 0, 0, 8)
    assert has_cell("lettered", 2, 28, "ab2")
    assert not has_cell("lettered", 2, 27, "ab2")
