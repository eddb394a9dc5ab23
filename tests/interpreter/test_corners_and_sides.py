"""Corners and sides of boards, and the longest trails over them."""

from collections.abc import Callable
from itertools import combinations, pairwise, permutations
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.semantics.lattice import count_of_parts, has_part
from rulesrun.interpreter.runtime.boards import Board, Shape, lattice_board
from rulesrun.interpreter.runtime.loops import Step
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.interpreter.runtime.tessellation import with_parts
from rulesrun.interpreter.runtime.trails import trail_of_points, trail_of_sides

Ended = Callable[..., dict[str, Any]]
SHAPES: tuple[Shape, ...] = get_args(Shape)
SIZES = [(1, 1), (1, 4), (3, 1), (2, 3), (4, 5)]


def parts(shape: Shape, rows: int, columns: int) -> tuple[Board, Board, Board]:
    board = lattice_board(shape, rows, columns, "algebraic")
    result = with_parts(board, ("corners", "sides"))
    return result["cells"], result["corners"], result["sides"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", SIZES)
class TestBoards:
    def test_as_many_as_the_checker_counts(
        self, shape: Shape, size: tuple[int, int]
    ) -> None:
        cells, corners, sides = parts(shape, *size)
        around = 4 if shape == "square" else 6

        assert count_of_parts("corners", shape, *size) == len(corners.names)
        assert count_of_parts("sides", shape, *size) == len(sides.names)
        for word in ("corners", "sides"):
            assert all(len(set(near)) == around for near in cells.beside(word))

    def test_what_touches_is_touched(self, shape: Shape, size: tuple[int, int]) -> None:
        boards = dict(
            zip(("cells", "corners", "sides"), parts(shape, *size), strict=True)
        )
        for one, other in permutations(boards, 2):
            pairs = {
                (a, b) for a, near in enumerate(boards[one].beside(other)) for b in near
            }
            back = {
                (a, b) for b, near in enumerate(boards[other].beside(one)) for a in near
            }
            assert pairs == back

    def test_neighbours_of_corners_are_the_other_ends_of_their_sides(
        self, shape: Shape, size: tuple[int, int]
    ) -> None:
        _, corners, sides = parts(shape, *size)
        ends = sides.beside("corners")

        assert all(len(two) == 2 for two in ends)
        for corner, near in enumerate(corners.beside("sides")):
            others = {end for side in near for end in ends[side]} - {corner}
            assert tuple(sorted(others)) == corners.neighbours[corner]
        for way, side_of in zip(corners.step, corners.by, strict=True):
            for corner, (there, side) in enumerate(zip(way, side_of, strict=True)):
                if there is not None and side is not None:
                    assert ends[side] == tuple(sorted((corner, there)))

    def test_sides_are_neighbours_where_they_meet(
        self, shape: Shape, size: tuple[int, int]
    ) -> None:
        _, _, sides = parts(shape, *size)
        ends = sides.beside("corners")
        for a, b in permutations(range(len(ends)), 2):
            assert (b in sides.neighbours[a]) == bool(set(ends[a]) & set(ends[b]))

    def test_cells_beside_each_other_share_a_side(
        self, shape: Shape, size: tuple[int, int]
    ) -> None:
        cells, _, sides = parts(shape, *size)
        shared = {tuple(two) for two in sides.beside("cells") if len(two) == 2}
        beside = {
            (a, b) for a, near in enumerate(cells.neighbours) for b in near if a < b
        }
        assert shared == beside
        assert [len(two) == 1 for two in sides.beside("cells")] == [
            side in sides.border for side in range(len(sides.names))
        ]

    def test_every_name_leads_to_one(self, shape: Shape, size: tuple[int, int]) -> None:
        cells, corners, sides = parts(shape, *size)
        for word, board in (("corners", corners), ("sides", sides)):
            assert len(set(board.names)) == len(board.names)
            for number, name in enumerate(board.names):
                assert board.parse_cell(name) == number
            names = {*board.names, *board.also}
            assert all(has_part(word, shape, "algebraic", *size, n) for n in names)
            assert len(names) == sum(map(len, cells.beside(word)))
            for name in names:
                cell = cells.parse_cell(name.rpartition("-")[0])
                result = board.parse_cell(name)
                assert cell is not None
                assert result in cells.beside(word)[cell]
        assert not has_part("sides", shape, "algebraic", *size, "a1-x")
        assert not has_part("corners", shape, "algebraic", *size, "z9-ne")


def test_directions_are_those_of_the_cells() -> None:
    for shape in SHAPES:
        cells, _, sides = parts(shape, 3, 3)
        short = {"north": "n", "south": "s", "east": "e", "west": "w"}
        for at, name in enumerate(cells.sides):
            letters = name
            for word, letter in short.items():
                letters = letters.replace(word, letter)
            for cell, there in enumerate(cells.step[at]):
                side = sides.parse_cell(f"{cells.names[cell]}-{letters}")
                if there is not None and side is not None:
                    assert sides.beside("cells")[side] == tuple(sorted((cell, there)))


# ---- trails --------------------------------------------------------------------------


def longest_by_trying(steps: list[Step]) -> int:
    """How many steps the longest trail makes: all ways to go on are tried."""

    def onward(point: int, left: frozenset[Step]) -> int:
        result = 0
        for step in left:
            if point in step:
                there = step[0] if point == step[1] else step[1]
                result = max(result, 1 + onward(there, left - {step}))
        return result

    points = {point for step in steps for point in step}
    return max((onward(p, frozenset(steps)) for p in points), default=0)


PAIRS = list(combinations(range(6), 2))


@given(st.sets(st.sampled_from(PAIRS), max_size=9))
def test_no_trail_is_longer(steps: set[Step]) -> None:
    result = trail_of_points(range(6), steps)
    made = [tuple(sorted(two)) for two in pairwise(result)]

    assert len(set(made)) == len(made)
    assert set(made) <= steps
    assert longest_by_trying(sorted(steps)) == len(made)


@given(st.data())
def test_no_trail_of_sides_is_longer(data: st.DataObject) -> None:
    _, _, sides = parts(data.draw(st.sampled_from(SHAPES)), 2, 2)
    chosen = data.draw(st.sets(st.integers(0, len(sides.names) - 1), max_size=9))
    closed = data.draw(st.sets(st.integers(0, 9), max_size=2))
    ends = sides.beside("corners")
    result = trail_of_sides(
        sides.step, sides.by, ends, chosen, lambda a, b, corner: corner not in closed
    )

    # A closed corner is as many ends as sides meet there: nobody goes on past it.
    steps = [
        tuple(100 * (side + 1) + end if end in closed else end for end in ends[side])
        for side in sorted(chosen)
    ]
    graph = [(min(two), max(two)) for two in steps]
    assert longest_by_trying(graph) == len(result)
    assert len(set(result)) == len(result)
    assert set(result) <= chosen


def test_too_many_trails_are_an_error() -> None:
    with pytest.raises(RuleFault, match="there are too many"):
        trail_of_points(range(8), combinations(range(8), 2))


# ---- in play -------------------------------------------------------------------------


def test_roads_are_counted_from_end_to_end(ended: Ended) -> None:
    rules = """
board land: hex 2 x 2
board ends: corners of land
board rims: sides of land

state:
    star: int
    round_trip: int
    broken: int

each cell of ends:
    town: player or none

play:
    star = size(longest trail in ends["0,0-se"].sides)
    let one = land["0,0"].sides
    let hexes = one + [r for r in land["0,1"].sides where r not in one]
    round_trip = size(longest trail in hexes)
    ends["0,0-ne"].town = player 2
    ends["0,0-se"].town = player 2
    broken = size(longest trail in hexes
        stepping a to b by k where k.town is none or k.town == player 1)
    nobody wins
"""
    result = ended(rules)

    assert result["star"] == 2  # three sides that meet are no way
    assert result["round_trip"] == 11
    assert result["broken"] == 5
