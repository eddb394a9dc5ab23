"""The tools of generated code that walk over boards and growing grids."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any

from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.support import RuleFault

# ---- growing grids -------------------------------------------------------


def frontier(top: grids.Topology, grid: dict[int, int]) -> tuple[int, ...]:
    """The empty places beside a grid, remembered by its cells."""
    cells = frozenset(grid)
    result = _FRONTIERS.get((top.sides, cells))
    if result is None:
        result = grids.frontier(top, cells)
        if len(_FRONTIERS) < 100_000:
            _FRONTIERS[top.sides, cells] = result
    return result


_FRONTIERS: dict[Any, tuple[int, ...]] = {}


def walk_places(
    top: grids.Topology,
    starts: Iterable[int],
    within: Any,
    step: Callable[[int, int, int], bool],
    limit: int | None = None,
) -> dict[int, int]:
    """By place of a growing grid that can be reached, the fewest steps to it."""
    result = {s: 0 for s in starts if s in within}
    pending = list(result)
    sides = tuple(enumerate(top.steps))
    for a in pending:  # grows while it is gone through
        away = result[a] + 1
        if limit is not None and away > limit:
            break
        for side, delta in sides:
            b = a + delta
            if b in within and b not in result and step(a, b, side):
                result[b] = away
                pending.append(b)
    return result


def cheapest_places(
    top: grids.Topology,
    starts: Iterable[int],
    within: Any,
    step: Callable[[int, int, int], bool],
    cost: Callable[[int, int, int], int],
    limit: int | None = None,
) -> dict[int, int]:
    """By place of a growing grid that can be reached, what the cheapest way costs.

    Raises RuleFault where a step costs less than nothing.
    """
    sides = tuple(enumerate(top.steps))

    def beside(a: int) -> Iterator[tuple[int, int]]:
        return ((a + delta, side) for side, delta in sides)

    return _cheapest(beside, starts, within, step, cost, limit)


def place_steps(
    top: grids.Topology, within: Iterable[int], step: Callable[[int, int, int], bool]
) -> frozenset[tuple[int, int]]:
    """The pairs of places of a growing grid between which one can step both ways."""
    inside = set(within)
    opposite = top.opposite
    return frozenset(
        (a, a + delta)
        for a in inside
        for side, delta in enumerate(top.steps)
        if delta > 0 and a + delta in inside
        if step(a, a + delta, side) and step(a + delta, a, opposite[side])
    )


def place_distance(a: int, b: int) -> int:
    """Steps from one place of a square grid to another."""
    (x, y), (u, v) = grids.coordinates(a), grids.coordinates(b)
    return abs(x - u) + abs(y - v)


# ---- boards --------------------------------------------------------------


def board_cell(board: Any, row: int, column: int) -> int | None:
    """The cell in that row and column, counted from 0; none beyond the border."""
    if 0 <= row < board.rows and 0 <= column < board.columns:
        return int(row * board.columns + column)
    return None


def place_at(x: int, y: int) -> int:
    """The place of a growing grid at a pair of coordinates."""
    if abs(x) > grids.LIMIT or abs(y) > grids.LIMIT:
        raise RuleFault(
            f"there is no place {x},{y}: a grid grows to {grids.LIMIT} places from its "
            "origin in each direction"
        )
    return grids.cell_at(x, y)


def place_step(top: grids.Topology, place: int, side: int) -> int:
    """The place next to one on that side."""
    return place_at(*grids.coordinates(place + top.steps[side]))


class Beside(dict[int, int]):
    """The places on one side of others, each worked out when it is first asked for."""

    def __init__(self, top: grids.Topology, side: int) -> None:
        super().__init__()
        self.top, self.side = top, side

    def __missing__(self, place: int) -> int:
        result = place_step(self.top, place, self.side)
        if len(self) < 10_000:
            self[place] = result
        return result


BESIDE = {
    top: tuple(Beside(top, side) for side in range(len(top.sides)))
    for top in (grids.SQUARE, grids.HEX)
}
"""By the shape of a grid and the side, the places next to others."""


def ray(
    step_table: Sequence[Sequence[int | None]], cell: int, side: int
) -> tuple[int, ...]:
    """The cells from the next one in a direction to the border."""
    result = []
    at = step_table[side][cell]
    while at is not None:
        result.append(at)
        at = step_table[side][at]
    return tuple(result)


def cell_toward(
    step_table: Sequence[Sequence[int | None]],
    a: int,
    b: int,
    by: Sequence[Sequence[int | None]] = (),
) -> int | None:
    """The direction of a neighbouring cell, or what lies between."""
    for side, table in enumerate(step_table):
        if table[a] == b:
            return by[side][a] if by else side
    return None


def walk_cells(
    step_table: Sequence[Sequence[int | None]],
    starts: Iterable[int],
    within: Any,
    step: Callable[[int, int, int], bool],
    limit: int | None = None,
    by: Sequence[Sequence[int | None]] = (),
) -> dict[int, int]:
    """By cell of a board that can be reached, the fewest steps to it.

    `by` says what tells the steps apart where it is not their direction.
    """
    inside = set(within)
    result = {s: 0 for s in starts if s in inside}
    pending = list(result)
    for a in pending:  # grows while it is gone through
        away = result[a] + 1
        if limit is not None and away > limit:
            break
        for side, table in enumerate(step_table):
            b = table[a]
            if b is not None and b in inside and b not in result:
                if step(a, b, by[side][a] if by else side):  # type: ignore[arg-type]
                    result[b] = away
                    pending.append(b)
    return result


def cheapest_cells(
    step_table: Sequence[Sequence[int | None]],
    starts: Iterable[int],
    within: Any,
    step: Callable[[int, int, int], bool],
    cost: Callable[[int, int, int], int],
    limit: int | None = None,
    by: Sequence[Sequence[int | None]] = (),
) -> dict[int, int]:
    """By cell of a board that can be reached, what the cheapest way to it costs.

    Raises RuleFault where a step costs less than nothing.
    """

    def beside(a: int) -> Iterator[tuple[int, Any]]:
        for side, table in enumerate(step_table):
            b = table[a]
            if b is not None:
                yield b, by[side][a] if by else side

    return _cheapest(beside, starts, within, step, cost, limit)


def _cheapest(
    beside: Callable[[int], Iterable[tuple[int, int]]],
    starts: Iterable[int],
    within: Iterable[int],
    step: Callable[[int, int, int], bool],
    cost: Callable[[int, int, int], int],
    limit: int | None,
) -> dict[int, int]:
    """What the cheapest way to each item costs (Dijkstra's algorithm).

    `beside` gives the items that a step may lead to, each with the way it goes.
    """
    inside = set(within)
    costs: dict[int, int] = {}
    pending = [(0, s) for s in sorted(inside.intersection(starts))]
    while pending:
        paid, a = heappop(pending)
        if a in costs:
            continue
        costs[a] = paid
        for b, way in beside(a):
            if b in inside and b not in costs and step(a, b, way):
                price = paid + priced(cost(a, b, way))
                if limit is None or price <= limit:
                    heappush(pending, (price, b))
    return costs


def priced(cost: int) -> int:
    """What a step costs; raises RuleFault where it is less than nothing."""
    if cost < 0:
        raise RuleFault("a step cannot cost less than nothing")
    return cost


def cell_steps(
    step_table: Sequence[Sequence[int | None]],
    within: Iterable[int],
    step: Callable[[int, int, int], bool],
    by: Sequence[Sequence[int | None]] = (),
) -> frozenset[tuple[int, int]]:
    """The pairs of cells of a board between which one can step both ways."""
    inside = set(within)
    steps = {
        (a, b)
        for a in inside
        for side, table in enumerate(step_table)
        if (b := table[a]) is not None and b in inside
        if step(a, b, by[side][a] if by else side)  # type: ignore[arg-type]
    }
    return frozenset((a, b) for a, b in steps if a < b and (b, a) in steps)


def walk_items(
    starts: Iterable[int],
    within: Iterable[int],
    among: Callable[[int], Iterable[int]] | None,
    step: Callable[[int, int, int], bool],
    limit: int | None = None,
    cost: Callable[[int, int, int], int] | None = None,
) -> dict[int, int]:
    """By item that can be reached, the fewest steps to it, or what the cheapest way costs.

    A step leads to those `among` which it says, else to any item. Raises RuleFault where
    a step costs less than nothing.
    """
    inside = sorted(set(within))

    def beside(a: int) -> Iterator[tuple[int, int]]:
        return ((b, 0) for b in (inside if among is None else among(a)))

    return _cheapest(beside, starts, inside, step, cost or _one, limit)


def _one(a: int, b: int, way: int) -> int:
    """What a step costs where nothing is said of it."""
    return 1


def item_steps(
    within: Iterable[int],
    among: Callable[[int], Iterable[int]] | None,
    step: Callable[[int, int, int], bool],
) -> frozenset[tuple[int, int]]:
    """The pairs of items between which one can step both ways."""
    inside = dict.fromkeys(sorted(set(within)))
    steps = {
        (a, b)
        for a in inside
        for b in (inside if among is None else among(a))
        if b != a and b in inside and step(a, b, 0)
    }
    return frozenset((a, b) for a, b in steps if a < b and (b, a) in steps)


def groups_joined(
    points: Iterable[int], steps: Iterable[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    """The groups of points that steps join, each sorted, in the order of their first."""
    group = {point: [point] for point in sorted(points)}
    for a, b in steps:
        one, other = group[a], group[b]
        if one is not other:
            one += other
            for point in other:
                group[point] = one
    result = {id(points): points for points in group.values()}
    return tuple(sorted(tuple(sorted(points)) for points in result.values()))
