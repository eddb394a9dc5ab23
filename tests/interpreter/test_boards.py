"""Boards against plain geometry, worked out anew from rows and columns."""

import pickle
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.semantics.symbols import Link
from rulesrun.interpreter.runtime.boards import Board, lattice_board, spaces_board
from rulesrun.interpreter.runtime.linking import with_links
from rulesrun.interpreter.runtime.traversal import walk_cells

square_board = partial(lattice_board, "square")
hex_board = partial(lattice_board, "hex")
rhombus_board = partial(lattice_board, "rhombus")

sizes = st.integers(1, 7)
squares = st.builds(square_board, sizes, sizes)
hexes = st.builds(hex_board, sizes, sizes)
rectangles = squares | hexes


def graph_board(names: Sequence[str], links: Iterable[tuple[str, str]]) -> Board:
    """The spaces of a board that links join both ways."""
    pairs = [Link(names.index(a), names.index(b)) for a, b in links]
    return with_links(spaces_board(tuple(names)), pairs)[0]


@st.composite
def graphs(draw: st.DrawFn) -> Board:
    names = [f"n{i}" for i in range(draw(st.integers(1, 8)))]
    pairs = [(a, b) for a in names for b in names if a < b]
    links = draw(st.lists(st.sampled_from(pairs))) if pairs else []
    return graph_board(names, links)


def cells_of(board: Board) -> range:
    return range(len(board.names))


def plain_distances(board: Board) -> dict[tuple[int, int], int]:
    """Floyd and Warshall's table, from the neighbours alone."""
    far = {(a, a): 0 for a in cells_of(board)}
    far |= {(a, b): 1 for a in cells_of(board) for b in board.neighbours[a]}
    for middle in cells_of(board):
        for a in cells_of(board):
            for b in cells_of(board):
                if (a, middle) in far and (middle, b) in far:
                    way = far[a, middle] + far[middle, b]
                    far[a, b] = min(far.get((a, b), way), way)
    return far


def plain_groups(board: Board, cells: Iterable[int]) -> list[set[int]]:
    """Connected groups, by merging what touches."""
    groups: list[set[int]] = []
    for cell in cells:
        near = {cell, *board.neighbours[cell]}
        touched = [group for group in groups if group & near]
        groups = [group for group in groups if not group & near]
        groups.append({cell}.union(*touched))
    return groups


def centre(board: Board, cell: int) -> tuple[int, int]:
    """Where a hex stands, in halves of a hex and rows."""
    row, column = divmod(cell, board.columns)
    return 2 * column + row % 2, row


@given(squares)
def test_square_neighbours(board: Board) -> None:
    for a in cells_of(board):
        row, column = divmod(a, board.columns)
        offset = {
            b: tuple(
                sorted((abs(b // board.columns - row), abs(b % board.columns - column)))
            )
            for b in cells_of(board)
        }
        near = tuple(b for b in offset if offset[b] == (0, 1))
        corner = tuple(b for b in offset if offset[b] == (1, 1))

        assert near == board.neighbours[a]
        assert corner == board.diagonals[a]
        assert tuple(sorted(near + corner)) == board.around[a]


@given(hexes)
def test_hex_neighbours(board: Board) -> None:
    for a in cells_of(board):
        x, y = centre(board, a)
        near = tuple(
            b
            for b in cells_of(board)
            for to_x, to_y in [centre(board, b)]
            if (abs(to_x - x), abs(to_y - y)) in {(2, 0), (1, 1)}
        )

        assert near == board.neighbours[a] == board.around[a]
        assert () == board.diagonals[a]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (2, [(2, 1), (2, 3), (1, 1), (1, 2), (3, 1), (3, 2)]),
        (3, [(3, 1), (3, 3), (2, 2), (2, 3), (4, 2), (4, 3)]),
    ],
    ids=["even", "odd"],
)
def test_hex_directions(row: int, expected: list[tuple[int, int]]) -> None:
    board = hex_board(6, 5)
    there = [board.step[side][row * 5 + 2] for side in range(6)]

    assert (
        "west",
        "east",
        "northwest",
        "northeast",
        "southwest",
        "southeast",
    ) == board.sides
    assert [to_row * 5 + to_column for to_row, to_column in expected] == there


def test_square_directions() -> None:
    board = square_board(3, 3)
    there = {name: board.step[side][4] for side, name in enumerate(board.sides)}

    assert {
        "north": 1,
        "northeast": 2,
        "east": 5,
        "southeast": 8,
        "south": 7,
        "southwest": 6,
        "west": 3,
        "northwest": 0,
    } == there


@given(rectangles | graphs())
def test_neighbours_are_mutual(board: Board) -> None:
    for a in cells_of(board):
        assert a not in board.neighbours[a]
        assert all(a in board.neighbours[b] for b in board.neighbours[a])
        assert set(board.neighbours[a]) == {
            b for b in cells_of(board) if board.neighbour_mask[a] >> b & 1
        }


@given(rectangles)
def test_steps_lead_around(board: Board) -> None:
    for cell in cells_of(board):
        there = [to for step in board.step if (to := step[cell]) is not None]

        assert board.around[cell] == tuple(sorted(there))
        assert (cell in board.border) == (len(there) < len(board.sides))
        assert cell == board.row_of[cell] * board.columns + board.column_of[cell]


@given(rectangles | graphs())
def test_distances(board: Board) -> None:
    far = plain_distances(board)

    for a in cells_of(board):
        for b in cells_of(board):
            assert far.get((a, b)) == board.distance(a, b)


@pytest.mark.parametrize("board", [square_board(6, 9), hex_board(9, 6)])
def test_distances_by_formula(board: Board) -> None:
    for a in cells_of(board):
        for b in cells_of(board):
            down = abs(board.row_of[a] - board.row_of[b])
            if board.shape == "square":
                aside = abs(board.column_of[a] - board.column_of[b])
            else:
                halves = abs(centre(board, a)[0] - centre(board, b)[0])
                aside = max(0, halves - down) // 2

            assert down + aside == board.distance(a, b)


@given(rectangles)
def test_rays_are_straight(board: Board) -> None:
    """Each step of a ray looks like its first, and nothing lies beyond its end."""
    for side in range(len(board.sides)):
        for cell in cells_of(board):
            way = (cell, *board.ray(cell, side))
            points = [
                centre(board, c) if board.shape == "hex" else divmod(c, board.columns)
                for c in way
            ]
            moves = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(points)}

            assert len(moves) <= 1
            assert board.step[side][way[-1]] is None


@given(rectangles, st.integers(1, 5))
def test_lines(board: Board, length: int) -> None:
    """Lines are the runs of all rays in all directions, as sets of cells."""
    expected = {
        frozenset((cell, *board.ray(cell, side)[: length - 1]))
        for cell in cells_of(board)
        for side in range(len(board.sides))
        if len(board.ray(cell, side)) >= length - 1
    }
    lines = board.lines(length)

    assert expected == set(map(frozenset, lines))
    assert len(expected) == len(lines)
    assert all(list(line) == sorted(line) for line in lines)
    for cell, through in enumerate(board.lines_through(length)):
        assert tuple(line for line in lines if cell in line) == through


@given(rectangles, st.integers(1, 5))
def test_lines_from_a_cell(board: Board, length: int) -> None:
    """They are the lines that have the cell at one of their ends, seen from there."""
    for cell, begun in enumerate(board.lines_from(length)):
        ends = [way for way in board.lines(length) if cell in (way[0], way[-1])]

        assert {frozenset(way) for way in ends} == {frozenset(way) for way in begun}
        assert len(ends) == len(begun)
        assert all(way[0] == cell for way in begun)


def test_lines_of_known_boards() -> None:
    assert 8 == len(square_board(3, 3).lines(3))
    assert 69 == len(square_board(6, 7).lines(4))
    assert ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3)) == hex_board(2, 2).lines(2)
    assert () == graph_board("ab", [("a", "b")]).lines(2)
    with pytest.raises(ValueError, match="at least one cell"):
        square_board(3, 3).lines(0)


@given(rectangles | graphs(), st.data())
def test_regions(board: Board, data: st.DataObject) -> None:
    cells = data.draw(st.sets(st.sampled_from(cells_of(board))))

    expected = sorted(tuple(sorted(group)) for group in plain_groups(board, cells))
    assert tuple(expected) == board.regions(cells)


@given(rectangles | graphs(), st.data())
def test_reach(board: Board, data: st.DataObject) -> None:
    some = st.sets(st.sampled_from(cells_of(board)))
    starts, within = data.draw(some), data.draw(some)

    groups = plain_groups(board, within)
    expected = set().union(*(group for group in groups if group & starts))
    assert tuple(sorted(expected)) == board.reach(starts, within)


@given(rectangles, st.none() | st.integers(0, 9), st.data())
def test_walks(board: Board, limit: int | None, data: st.DataObject) -> None:
    some = st.sets(st.sampled_from(cells_of(board)))
    starts, shut = data.draw(some), data.draw(some)
    open_cells = [c for c in cells_of(board) if c not in shut]
    result = dict.fromkeys(starts - shut, 0)
    for away in range(1, 1 + (len(open_cells) if limit is None else limit)):
        near = {b for a in result for b in board.neighbours[a]} - shut - result.keys()
        result |= dict.fromkeys(near, away)

    def step(a: int, b: int, side: int) -> bool:
        assert b == board.step[side][a]
        return b in board.neighbours[a]

    assert result == walk_cells(board.step, starts, open_cells, step, limit)


def test_quarters() -> None:
    board = hex_board(4, 6)
    drawing = ["000111", "000111", "222333", "222333"]

    assert [int(c) for row in drawing for c in row] == [
        board.quarter(cell, 2, 3) for cell in cells_of(board)
    ]
    assert 5 == square_board(3, 5).quarter(14, 2, 2)  # the last sections are smaller


def test_names() -> None:
    board = square_board(8, 8, "algebraic")
    wide = square_board(2, 30, "algebraic")

    assert ("a8", "h8", "a1", "h1") == tuple(
        board.cell_name(cell) for cell in (0, 7, 56, 63)
    )
    assert ("z2", "aa2", "ad1") == tuple(wide.cell_name(c) for c in (25, 26, 59))
    assert "2,3" == hex_board(3, 4).cell_name(11)
    assert "sea" == graph_board(["land", "sea"], []).cell_name(1)


def test_letters_from_the_top() -> None:
    board = square_board(8, 8, "lettered")

    assert ("a1", "h1", "a8", "h8") == tuple(map(board.cell_name, (0, 7, 56, 63)))
    assert 11 == board.parse_cell("d2")


def test_a_rhombus_leans_to_the_right() -> None:
    board = rhombus_board(3, 3)
    named = {side: i for i, side in enumerate(board.sides)}

    assert (1, 2, 3, 5, 6, 7) == board.neighbours[4]
    assert (1, 3) == board.neighbours[0]
    assert 2 == board.step[named["northeast"]][4]
    assert None is board.step[named["southwest"]][3]
    assert 8 == board.step[named["southeast"]][5]


@pytest.mark.parametrize(
    "board",
    [
        square_board(3, 30, "algebraic"),
        square_board(12, 11),
        hex_board(3, 3, "algebraic"),
        graph_board(["old town", "harbour"], [("harbour", "old town")]),
    ],
    ids=lambda board: board.names[0],
)
def test_names_are_read_back(board: Board) -> None:
    for cell in cells_of(board):
        assert cell == board.parse_cell(f" {board.cell_name(cell)} ")
    assert None is board.parse_cell("nowhere")
    assert None is board.parse_cell("99,0")


def test_graphs() -> None:
    board = graph_board(["a", "b", "c", "d"], [("c", "a"), ("a", "b"), ("b", "a")])

    assert ((1, 2), (0,), (0,), ()) == board.neighbours
    assert 2 == board.distance(1, 2)
    assert None is board.distance(1, 3)
    assert ((), (), ()) == (board.sides, board.border, board.row_of)


@pytest.mark.parametrize("size", [(0, 3), (3, 0), (-1, -1)])
def test_empty_boards_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="cannot have"):
        hex_board(*size)


def test_boards_are_values() -> None:
    board = square_board(3, 3)
    board.lines(2)

    assert board == square_board(3, 3) == pickle.loads(pickle.dumps(board))
    assert hash(board) == hash(square_board(3, 3))
    assert board != square_board(3, 3, "algebraic")
    assert board != hex_board(3, 3)


def test_turning_a_hex_map_keeps_its_neighbours() -> None:
    board = hex_board(10, 10)
    turned = dict(enumerate(reversed(cells_of(board))))

    for cell in cells_of(board):
        there = {turned[near] for near in board.neighbours[cell]}
        assert set(board.neighbours[turned[cell]]) == there
