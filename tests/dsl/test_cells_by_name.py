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


def places(index: str) -> list[tuple[str, str]]:
    """What is said of a cell of a board of three rows that is used without a test."""
    text = f"""language 2

game small:
    players 2

constant last = 2
option size "Size": 3..5 = 3
card Plot "plot":
    row "row": 0..2
    far "far": 0..3
supply:
    1 of each Plot
board field: square 3 x 3
board other: square size x 3

state:
    kept: 0..2
    free: int
    plots: deck of Plot, shuffled

each cell of field:
    stones: int
each cell of other:
    stones: int

function at(row: 0..2) = field[row, 0]

play:
    expect plots is not empty
    let plot = top(plots)
    for each n in 0..2: free += n
    kept = 2 - plot.row
    free = plot.far
    {index}.stones += 1
    if at(1) is not none and field[1, 1] is not none and other[1, 1] is not none: nobody wins
"""
    problems = small(text).diagnostics
    return [(d.code, d.message) for d in problems if d.code != "unused-name"]


@pytest.mark.parametrize(
    "index", ["field[0, last]", "field[kept, plot.row]", "field[2, kept]"]
)
def test_a_place_that_certainly_is_on_the_board_needs_no_test(index: str) -> None:
    assert [] == places(index)


@pytest.mark.parametrize(
    "index",
    [
        "field[3, 0]",
        "field[kept, plot.far]",
        "field[0, free]",
        "field[-1, 0]",
        "other[2, 0]",
    ],
)
def test_a_place_that_may_lie_beyond_the_border_needs_one(index: str) -> None:
    message = f"`{index}` may be none here, and none has no `stones`"
    assert places(index) == [("not-tested-for-none", message)]
