"""Grids against plain computations on pairs of coordinates."""

from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulesrun.interpreter.runtime.grids import (
    HEX,
    LIMIT,
    SQUARE,
    Topology,
    cell_at,
    cell_name,
    coordinates,
    enclosed,
    frontier,
    longest_run,
    neighbours,
    outline,
    parse_cell,
    regions,
    toward,
)
from rulesrun.interpreter.runtime.traversal import walk_places

Place = tuple[int, int]

AWAY = {
    SQUARE: [(0, -1), (1, 0), (0, 1), (-1, 0)],
    HEX: [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)],
}
CORNERS = [(1, -1), (1, 1), (-1, 1), (-1, -1)]

topologies = st.sampled_from([SQUARE, HEX])
coordinate = st.integers(-LIMIT, LIMIT)


@st.composite
def shapes(draw: st.DrawFn) -> frozenset[int]:
    """Up to about 40 cells in a small window, dense enough for holes."""
    left, top = draw(st.sampled_from([(0, 0), (-3, -3), (-LIMIT, -LIMIT), (494, 494)]))
    wide, high = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    places = [(left + x, top + y) for y in range(high) for x in range(wide)]
    kept = draw(st.lists(st.booleans(), min_size=len(places), max_size=len(places)))
    return frozenset(
        cell_at(*place) for place, keep in zip(places, kept, strict=True) if keep
    )


def shape(*rows: str) -> frozenset[int]:
    """The cells drawn as #, the first letter at 0,0."""
    return frozenset(
        cell_at(x, y)
        for y, row in enumerate(rows)
        for x, c in enumerate(row)
        if c == "#"
    )


def flood(places: set[Place], away: list[Place], start: Place) -> set[Place]:
    result, stack = {start}, [start]
    while stack:
        x, y = stack.pop()
        near = {(x + dx, y + dy) for dx, dy in away} & places - result
        result |= near
        stack += near
    return result


def groups(places: Iterable[Place], away: list[Place]) -> list[set[Place]]:
    left, result = set(places), []
    while left:
        result.append(flood(left, away, min(left)))
        left -= result[-1]
    return result


def gaps(cells: frozenset[int], away: list[Place]) -> list[set[Place]]:
    """The empty groups in a box round the cells that do not touch its edge."""
    places = set(map(coordinates, cells)) or {(0, 0)}
    xs, ys = zip(*places, strict=True)
    box = {
        (x, y)
        for x in range(min(xs) - 1, max(xs) + 2)
        for y in range(min(ys) - 1, max(ys) + 2)
    }
    outside = (min(xs) - 1, min(ys) - 1)
    empty = box - set(map(coordinates, cells))
    return [group for group in groups(empty, away) if outside not in group]


@given(coordinate, coordinate)
def test_cells_and_names_are_read_back(x: int, y: int) -> None:
    cell = cell_at(x, y)

    assert (x, y) == coordinates(cell)
    assert f"{x},{y}" == cell_name(cell)
    assert cell == parse_cell(f" {x},{y} ")


@pytest.mark.parametrize(
    "text", ["", "1", "1,", "a,b", "1,2,3", "501,0", "0,-501", "9999,0"]
)
def test_other_texts_name_no_cell(text: str) -> None:
    assert None is parse_cell(text)


@pytest.mark.parametrize("place", [(501, 0), (0, -501)])
def test_cells_too_far_away_are_refused(place: Place) -> None:
    with pytest.raises(ValueError, match="must be within"):
        cell_at(*place)


@given(topologies, coordinate, coordinate)
def test_neighbours(top: Topology, x: int, y: int) -> None:
    cell = cell_at(x, y)
    near = neighbours(top, cell)

    assert [(x + dx, y + dy) for dx, dy in AWAY[top]] == [*map(coordinates, near)]
    for side, other in enumerate(near):
        assert side == toward(top, cell, other)
        assert top.opposite[side] == toward(top, other, cell)
    assert None is toward(top, cell, cell)
    assert None is toward(top, cell, cell + 2)


def test_side_names() -> None:
    assert ("north", "east", "south", "west") == SQUARE.sides
    assert "east,northeast,northwest,west,southwest,southeast" == ",".join(HEX.sides)


@given(topologies, shapes())
def test_frontier(top: Topology, cells: frozenset[int]) -> None:
    near = {other for cell in cells for other in neighbours(top, cell)}

    assert (
        tuple(sorted(near - cells)) == frontier(top, cells) == frontier(top, [*cells])
    )


@given(topologies, shapes())
def test_regions(top: Topology, cells: frozenset[int]) -> None:
    expected = [
        tuple(sorted(cell_at(*place) for place in group))
        for group in groups(map(coordinates, cells), AWAY[top])
    ]

    assert tuple(sorted(expected)) == regions(top, cells)


@given(topologies, shapes(), st.none() | st.integers(0, 9), st.data())
def test_walks(
    top: Topology, cells: frozenset[int], limit: int | None, data: st.DataObject
) -> None:
    """Against making every allowed step at once, as often as there are steps."""
    everywhere = sorted(cells.union(frontier(top, cells))) or [0]
    starts = data.draw(st.lists(st.sampled_from(everywhere), max_size=3))
    pairs = [(a, b) for a in cells for b in neighbours(top, a) if b in cells]
    shut = set(data.draw(st.lists(st.sampled_from(sorted(pairs)))) if pairs else [])
    result = dict.fromkeys(cells & set(starts), 0)
    for away in range(1, 1 + (len(cells) if limit is None else limit)):
        here = {b for a, b in pairs if a in result and (a, b) not in shut}
        result |= dict.fromkeys(here - result.keys(), away)

    def step(a: int, b: int, side: int) -> bool:
        assert b == neighbours(top, a)[side]
        return (a, b) not in shut

    assert result == walk_places(top, starts, cells, step, limit)


def test_a_walk_asks_only_about_neighbours_inside() -> None:
    cells = shape("##", "#.")
    asked: set[tuple[int, int]] = set()

    def step(a: int, b: int, side: int) -> bool:
        asked.add((a, b))
        return True

    assert cells == walk_places(SQUARE, [cell_at(1, 0)], cells, step).keys()
    assert asked <= {(a, b) for a in cells for b in cells}


@given(topologies, shapes())
@example(SQUARE, shape(".#.", "#.#", ".#."))
@example(SQUARE, shape("###", "#.#", "#.."))
@example(SQUARE, shape("#####", "#...#", "###.#", "#...#", "#.###", "#####"))
@example(SQUARE, shape("######", "#.#..#", "##.#.#", "#...##", "######"))
@example(HEX, shape(".##", "#.#", "##."))
@example(HEX, shape(".##", "#.#", "#.."))
def test_enclosed(top: Topology, cells: frozenset[int]) -> None:
    expected = [cell_at(*place) for gap in gaps(cells, AWAY[top]) for place in gap]

    assert tuple(sorted(expected)) == enclosed(top, cells)


def test_corners_are_no_way_out() -> None:
    assert (cell_at(1, 1),) == enclosed(SQUARE, shape(".#.", "#.#", ".#."))
    assert () == enclosed(SQUARE, shape(".#.", "#.#"))
    assert (cell_at(1, 1),) == enclosed(HEX, shape(".##", "#.#", "##."))
    assert () == enclosed(HEX, shape(".#.", "#.#", ".#."))


def ends(cell: int, side: int) -> tuple[Place, Place]:
    """The end points of a side, as one walks with the cell on the right."""
    x, y = coordinates(cell)
    round_it = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return round_it[side], round_it[(side + 1) % 4]


@given(shapes())
@example(shape("###", "#.#", "###"))
@example(shape(".#.", "#.#", ".#."))
@example(shape("###", "#.#", "##.", "..#"))
def test_outline(cells: frozenset[int]) -> None:
    outer = {
        (cell, side)
        for cell in cells
        for side in range(4)
        if neighbours(SQUARE, cell)[side] not in cells
    }
    loops = outline(cells)
    walked = [pair for loop in loops for pair in loop]

    assert len(outer) == len(walked)
    assert outer == set(walked)
    for loop in loops:
        assert loop[0] == min(loop)
        for one, following in zip(loop, loop[1:] + loop[:1], strict=True):
            assert ends(*one)[1] == ends(*following)[0]
    assert sorted(loops) == [*loops]


@given(shapes())
def test_outline_stays_with_its_cell_at_corners(cells: frozenset[int]) -> None:
    for loop in outline(cells):
        for (cell, side), following in zip(loop, loop[1:] + loop[:1], strict=True):
            turned = (side + 1) % 4
            if neighbours(SQUARE, cell)[turned] not in cells:
                assert (cell, turned) == following


@given(shapes())
def test_loops_are_as_many_as_regions_and_holes(cells: frozenset[int]) -> None:
    """A hole that is open at a corner belongs to the outline round the region."""
    holes = gaps(cells, AWAY[SQUARE] + CORNERS)

    assert len(regions(SQUARE, cells)) + len(holes) == len(outline(cells))


def walls(drawing: dict[Place, str]) -> list[int]:
    """By loop of the outline, the longest run of sides that have walls."""
    walled = {cell_at(*place): sides for place, sides in drawing.items()}
    return [
        longest_run(["nesw"[side] in walled[cell] for cell, side in loop])
        for loop in outline(frozenset(walled))
    ]


@pytest.mark.parametrize(
    ("drawing", "longest"),
    [
        (
            {
                (0, 0): "",
                (0, -1): "ne",
                (1, 0): "n",
                (2, 0): "ne",
                (0, 1): "",
                (1, 1): "",
                (2, 1): "e",
                (2, 2): "esw",
            },
            [9],
        ),
        ({(0, 0): "", (0, -1): "new", (0, 1): "esw"}, [3]),
        ({(0, 0): "nesw"}, [4]),
        ({(0, 0): "nsw", (1, 0): "nes"}, [6]),
        ({(0, 0): ""}, [0]),
    ],
    ids=["inward", "apart", "closed", "closed-two", "none"],
)
def test_longest_wall(drawing: dict[Place, str], longest: list[int]) -> None:
    assert longest == walls(drawing)


@given(st.lists(st.booleans(), max_size=12))
def test_longest_run(flags: list[bool]) -> None:
    size = len(flags)
    runs = [
        length
        for length in range(size + 1)
        for start in range(max(size, 1))
        if all(flags[(start + i) % size] for i in range(length))
    ]

    assert max(runs) == longest_run(flags)
