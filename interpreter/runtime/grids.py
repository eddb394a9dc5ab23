"""Grids that grow without limits, whose cells are single whole numbers."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import attrs

# A cell is y * STRIDE + x, with x growing to the east and y to the south: going to a
# neighbour is one addition, and cells sort in reading order. Coordinates stay within
# -LIMIT..LIMIT, so that a walk round the outermost cells still finds its own row.
STRIDE = 1024
LIMIT = 500

_HALF = STRIDE // 2
_NAME = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")


@attrs.frozen(kw_only=True, cache_hash=True)
class Topology:
    """Which cells lie next to each other, the same way at every cell.

    Attributes:
        sides: The name of every side of a cell, in order round the cell.
        steps: By side, what to add to a cell to get to the cell on that side.
        opposite: By side, the index of the side that lies across the cell.
    """

    sides: tuple[str, ...]
    steps: tuple[int, ...]
    opposite: tuple[int, ...]


SQUARE = Topology(
    sides=("north", "east", "south", "west"),
    steps=(-STRIDE, 1, STRIDE, -1),
    opposite=(2, 3, 0, 1),
)

# Axial coordinates: x runs along a row, y along the south-east diagonal.
HEX = Topology(
    sides=("east", "northeast", "northwest", "west", "southwest", "southeast"),
    steps=(1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE),
    opposite=(3, 4, 5, 0, 1, 2),
)


def cell_at(x: int, y: int) -> int:
    """The cell at a pair of coordinates.

    Raises:
        ValueError: A coordinate lies outside -LIMIT..LIMIT.
    """
    if not (-LIMIT <= x <= LIMIT and -LIMIT <= y <= LIMIT):
        raise ValueError(f"coordinates must be within {-LIMIT}..{LIMIT}: {x},{y}")
    return y * STRIDE + x


def coordinates(cell: int) -> tuple[int, int]:
    """The coordinates (x, y) of a cell."""
    shifted = cell + _HALF
    return shifted % STRIDE - _HALF, shifted // STRIDE


def cell_name(cell: int) -> str:
    """The name of a cell that people read and type: `x,y`, as in `2,-1`."""
    x, y = coordinates(cell)
    return f"{x},{y}"


def parse_cell(text: str) -> int | None:
    """The cell that a text names, or None if it names none."""
    match = _NAME.fullmatch(text.strip())
    if match is None:
        return None
    x, y = int(match[1]), int(match[2])
    return cell_at(x, y) if abs(x) <= LIMIT and abs(y) <= LIMIT else None


def neighbours(top: Topology, cell: int) -> tuple[int, ...]:
    """The cells around a cell, one for each side, in the order of the sides."""
    return tuple([cell + step for step in top.steps])


def frontier(top: Topology, cells: Collection[int]) -> tuple[int, ...]:
    """The empty cells that lie next to an occupied one, sorted.

    Args:
        top: Which cells lie next to each other.
        cells: The occupied cells.
    """
    steps = top.steps
    return tuple(sorted({c + s for c in cells for s in steps}.difference(cells)))


def toward(top: Topology, a: int, b: int) -> int | None:
    """The side of cell a on which cell b lies, or None if they are not neighbours."""
    step = b - a
    return top.steps.index(step) if step in top.steps else None


def regions(top: Topology, cells: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The connected groups of cells, each sorted, in the order of their first cells."""
    left = set(cells)
    steps = top.steps
    groups = []
    while left:
        group = [left.pop()]
        for here in group:  # grows while it is walked through
            for delta in steps:
                there = here + delta
                if there in left:
                    left.remove(there)
                    group.append(there)
        groups.append(tuple(sorted(group)))
    return tuple(sorted(groups))


_DOWNWARD = {top.steps: tuple(sorted(top.steps, reverse=True)) for top in (SQUARE, HEX)}
"""By the steps of a shape, the same ones, those to higher cells first."""


@lru_cache(maxsize=65536)
def enclosed(top: Topology, cells: frozenset[int]) -> tuple[int, ...]:
    """The empty cells from which no way leads to the open outside, sorted.

    A way goes from an empty cell to an empty neighbour; a gap at a corner, where two
    occupied cells only touch, is no way out.

    Args:
        top: Which cells lie next to each other.
        cells: The occupied cells.
    """
    if len(cells) < len(top.steps):
        return ()
    # The lowest cell of a hole has only occupied cells as lower neighbours; most
    # shapes leave few empty cells like that, or none.
    steps = _DOWNWARD[top.steps]
    corners = {c - steps[-1] for c in cells}.difference(cells)
    for delta in steps[len(steps) // 2 : -1]:
        corners = {c for c in corners if c + delta in cells}
    if not corners:
        return ()

    # Cells below the lowest or above the highest occupied one are outside. The
    # largest step down is tried first, so that a walk beside the shape soon is.
    lowest, highest = min(cells), max(cells)
    holes: set[int] = set()
    for corner in corners:
        if corner in holes:
            continue
        seen: set[int] = set()
        stack = [corner]
        while stack:
            here = stack.pop()
            if here in seen:
                continue
            if not lowest < here < highest:
                break
            seen.add(here)
            for delta in steps:
                there = here + delta
                if there not in cells and there not in seen:
                    stack.append(there)
        else:
            holes |= seen
    return tuple(sorted(holes))


@lru_cache(maxsize=65536)
def outline(cells: frozenset[int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The outer sides of a shape of squares, as loops in walking order.

    A side is outer when the cell across it is empty. Each side of a loop meets the
    next at an end point, straight on or round a corner, and the last meets the
    first. The shape lies on the right of the walker. Where two cells only touch at a
    corner, the loop stays with the cell that it came along. A shape with holes has
    further loops.

    Args:
        cells: The occupied cells, neighbours as in `SQUARE`.

    Returns:
        Loops of pairs (cell, index of its side in `SQUARE`), each beginning at its
        smallest pair, in the order of those.
    """
    steps = SQUARE.steps
    seen: set[tuple[int, int]] = set()
    loops = []
    for first in sorted(cells):
        for start, step in enumerate(steps):
            if first + step in cells or (first, start) in seen:
                continue
            loop = []
            cell, side = first, start
            while (cell, side) not in seen:
                seen.add((cell, side))
                loop.append((cell, side))
                turned = (side + 1) % 4
                ahead = cell + steps[turned]
                if ahead not in cells:
                    side = turned
                elif ahead + steps[side] in cells:
                    cell, side = ahead + steps[side], (side + 3) % 4
                else:
                    cell = ahead
            loops.append(tuple(loop))
    return tuple(loops)


def longest_run(flags: Sequence[bool]) -> int:
    """The length of the longest run of true values in a ring.

    Args:
        flags: The values in order; the first follows the last.
    """
    # Written twice over, a run across the seam is in one piece.
    runs = (bytes(flags) * 2).split(b"\0")
    return min(len(flags), max(map(len, runs)))
