"""Boards that never change, with their geometry worked out beforehand.

More than 400 lines: all geometry of fixed boards in one place.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal

import attrs

from rulesrun.dsl.semantics.lattice import cell_name
from rulesrun.interpreter.runtime.support import RuleFault

Naming = Literal["row,column", "algebraic", "lettered"]
Shape = Literal["square", "hex", "rhombus", "flat hex"]
Line = tuple[int, ...]

# By side: its name, the change of row, and the change of column from an even row and
# from an odd one. Clockwise, so that every second side is a diagonal one.
_SQUARE = (
    ("north", -1, 0, 0),
    ("northeast", -1, 1, 1),
    ("east", 0, 1, 1),
    ("southeast", 1, 1, 1),
    ("south", 1, 0, 0),
    ("southwest", 1, -1, -1),
    ("west", 0, -1, -1),
    ("northwest", -1, -1, -1),
)
_HEX = (
    ("west", 0, -1, -1),
    ("east", 0, 1, 1),
    ("northwest", -1, -1, 0),
    ("northeast", -1, 0, 1),
    ("southwest", 1, -1, 0),
    ("southeast", 1, 0, 1),
)
_RHOMBUS = (
    ("west", 0, -1, -1),
    ("east", 0, 1, 1),
    ("northwest", -1, 0, 0),
    ("northeast", -1, 1, 1),
    ("southwest", 1, -1, -1),
    ("southeast", 1, 0, 0),
)
_MOVES = {"square": _SQUARE, "hex": _HEX, "rhombus": _RHOMBUS}
# Of hexes that lie flat, the change of column, and of row from an even column and from
# an odd one.
_FLAT_HEX = (
    ("north", 0, -1, -1),
    ("northeast", 1, -1, 0),
    ("southeast", 1, 0, 1),
    ("south", 0, 1, 1),
    ("southwest", -1, 0, 1),
    ("northwest", -1, -1, 0),
)
# One direction of every axis: those in which cells follow in reading order.
_ONWARD = ("east", "southeast", "south", "southwest")
_ONWARD_FLAT = ("southeast", "south", "southwest")


class NoWay(RuleFault):
    """No way leads from a cell to another one."""


class NoLine(RuleFault, ValueError):
    """A line cannot have that length."""


@attrs.frozen(kw_only=True, cache_hash=True)
class Board:
    """A fixed set of spaces and how they lie; a cell is an index from 0.

    Cells of square and hex boards count row by row: row * columns + column. On a hex
    board the odd rows are shifted half a hex to the right, on a rhombus of hexes each
    row lies half a hex further to the right than the one above. Where hexes lie flat,
    the odd columns are shifted half a hex down. A graph has no rows, no sides and no
    border: what speaks of them is empty. Corners, sides and links have no rows and no
    directions either; how they are told apart, `by` says.

    Attributes:
        shape: What kind of board it is.
        rows: How many rows there are.
        columns: How many cells there are in each row.
        names: By cell, what people call it; each name occurs once.
        neighbours: By cell, the cells that share a side with it, sorted.
        diagonals: By cell, the cells that touch it at a corner only, sorted.
        around: By cell, neighbours and diagonals together, sorted.
        neighbour_mask: By cell, its neighbours as a set of bits, 1 << neighbour.
        sides: The names of the directions, the diagonal ones of squares included.
        step: By index of the side and by cell, the next cell there, or None. Of corners,
            sides, links and spaces, those that a step leads to: the first of each, the
            second, and so on; one stands there for each link between two spaces. Where
            links join cells, those they lead to stand so behind the directions.
        by: Of a board of corners, the sides that those steps go along; of one of sides,
            the corners that they pass. So of spaces their links, of links their spaces.
            Of cells that links join the direction, in the order of its enum, and none
            along a link. Else empty.
        row_of: By cell, the index of its row, from 0.
        column_of: By cell, the index of its column, from 0.
        border: The cells of the outermost rows and columns, sorted; the corners and
            sides that are not surrounded by cells.
        touching: By `cells`, `corners`, `sides` or `links`, where there are such boards, which
            of them touch each of this one, sorted.
        also: Other names of corners and sides: each has one by every cell it belongs to.
        points: Where corners lie, and of sides where both of their ends do: to the right,
            down, as `dsl.lattice` counts. Of spaces where they lie, if a file says so.
    """

    shape: Literal[
        "square", "hex", "rhombus", "flat hex", "graph", "corners", "sides", "links"
    ]
    rows: int = 0
    columns: int = 0
    names: tuple[str, ...] = attrs.field(repr=False)
    neighbours: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    diagonals: tuple[tuple[int, ...], ...] = attrs.field(repr=False, eq=False)
    around: tuple[tuple[int, ...], ...] = attrs.field(repr=False, eq=False)
    neighbour_mask: tuple[int, ...] = attrs.field(repr=False, eq=False)
    sides: tuple[str, ...] = attrs.field(default=(), repr=False, eq=False)
    step: tuple[tuple[int | None, ...], ...] = attrs.field(
        default=(), repr=False, eq=False
    )
    row_of: tuple[int, ...] = attrs.field(default=(), repr=False, eq=False)
    column_of: tuple[int, ...] = attrs.field(default=(), repr=False, eq=False)
    border: tuple[int, ...] = attrs.field(default=(), repr=False, eq=False)
    by: tuple[tuple[int | None, ...], ...] = attrs.field(
        default=(), repr=False, eq=False
    )
    touching: Mapping[str, tuple[tuple[int, ...], ...]] = attrs.field(
        factory=dict, repr=False, eq=False
    )
    also: Mapping[str, int] = attrs.field(factory=dict, repr=False, eq=False)
    points: tuple[tuple[int, ...], ...] = attrs.field(default=(), repr=False, eq=False)
    # Filled in when they are first asked for.
    _distances: dict[int, tuple[int | None, ...]] = attrs.field(
        factory=dict, init=False, repr=False, eq=False
    )
    _lines: dict[int, tuple[Line, ...]] = attrs.field(
        factory=dict, init=False, repr=False, eq=False
    )
    _lines_through: dict[int, tuple[tuple[Line, ...], ...]] = attrs.field(
        factory=dict, init=False, repr=False, eq=False
    )
    _lines_from: dict[int, tuple[tuple[Line, ...], ...]] = attrs.field(
        factory=dict, init=False, repr=False, eq=False
    )

    def cell_name(self, cell: int) -> str:
        """What people call a cell."""
        return self.names[cell]

    def parse_cell(self, text: str) -> int | None:
        """The cell that a text names, or None if it names none."""
        return self._cell_of.get(text.strip())

    def beside(self, word: str) -> tuple[tuple[int, ...], ...]:
        """By cell, what is beside it: `neighbours`, `around`, `diagonals`, `corners`..."""
        entry = self.touching.get(word)
        lists: tuple[tuple[int, ...], ...] = (
            getattr(self, word) if entry is None else entry
        )
        return lists

    def ray(self, cell: int, side: int) -> Line:
        """The cells in a direction, from the next one on to the border.

        Args:
            cell: Where the ray comes from; it is not part of it.
            side: The index of the direction in `sides`.
        """
        return self._rays[side][cell]

    def lines(self, length: int) -> tuple[Line, ...]:
        """All straight lines of a length, each once.

        Args:
            length: How many cells a line has, at least 1.

        Returns:
            Lines of cells in reading order, in the order of their first cells.

        Raises:
            ValueError: The length is below 1.
        """
        if length < 1:
            raise NoLine(f"a line has at least one cell, not {length}")
        if length not in self._lines:
            # A single cell lies on every axis, but is one line.
            onward: tuple[str, ...] = _ONWARD
            if self.shape == "flat hex":
                onward = _ONWARD_FLAT
            onward = onward if length > 1 else onward[:1]
            sides = [i for i, name in enumerate(self.sides) if name in onward]
            self._lines[length] = tuple(
                (cell, *self._rays[side][cell][: length - 1])
                for cell in range(len(self.names))
                for side in sides
                if len(self._rays[side][cell]) >= length - 1
            )
        return self._lines[length]

    def lines_through(self, length: int) -> tuple[tuple[Line, ...], ...]:
        """By cell, the lines of a length that it is part of.

        Args:
            length: How many cells a line has, as for `lines`.

        Raises:
            ValueError: The length is below 1.
        """
        if length not in self._lines_through:
            lines: list[list[Line]] = [[] for _ in self.names]
            for line in self.lines(length):
                for cell in line:
                    lines[cell].append(line)
            self._lines_through[length] = tuple(map(tuple, lines))
        return self._lines_through[length]

    def lines_from(self, length: int) -> tuple[tuple[Line, ...], ...]:
        """By cell, the straight lines of a length that begin at it, in any direction.

        Args:
            length: How many cells a line has, as for `lines`.

        Raises:
            ValueError: The length is below 1.
        """
        if length < 1:
            raise NoLine(f"a line has at least one cell, not {length}")
        if length not in self._lines_from:
            rays = self._rays if length > 1 else self._rays[:1]
            self._lines_from[length] = tuple(
                tuple(
                    (cell, *ray[cell][: length - 1])
                    for ray in rays
                    if len(ray[cell]) >= length - 1
                )
                for cell in range(len(self.names))
            )
        return self._lines_from[length]

    def distance(self, a: int, b: int) -> int | None:
        """How many steps from neighbour to neighbour lead from cell a to cell b.

        Returns:
            The fewest steps; None if no way leads there, which only a graph allows.
        """
        if a not in self._distances:
            steps: dict[int, int] = {a: 0}
            queue = [a]
            for here in queue:  # grows while it is walked through
                for there in self.neighbours[here]:
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        queue.append(there)
            self._distances[a] = tuple(map(steps.get, range(len(self.names))))
        return self._distances[a][b]

    def distance_to(self, a: int, b: int) -> int:
        """The distance from cell a to cell b; raises NoWay if there is none."""
        result = self.distance(a, b)
        if result is None:
            raise NoWay("no way leads there, so there is no distance")
        return result

    def regions(self, cells: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """The connected groups of cells, each sorted, in the order of their first."""
        left = set(cells)
        groups = []
        while left:
            groups.append(self._spread([left.pop()], left, self.mutual))
        return tuple(sorted(groups))

    def reach(self, starts: Iterable[int], within: Iterable[int]) -> tuple[int, ...]:
        """The cells that can be walked to, from neighbour to neighbour, sorted.

        Args:
            starts: Where the walk may begin; those outside `within` do not count.
            within: The cells that may be walked on.

        Returns:
            The reachable cells of `within`, the starts among them.
        """
        left = set(within)
        result = left.intersection(starts)
        left -= result
        return self._spread(list(result), left, self.neighbours)

    def quarter(self, cell: int, rows: int, columns: int) -> int:
        """The index of the section that a cell lies in, counted row by row from 0.

        Args:
            cell: A cell of a square or hex board.
            rows: How many rows a section has; the lowest ones may have fewer.
            columns: How many columns a section has; the last ones may have fewer.
        """
        if rows < 1 or columns < 1:
            raise RuleFault("a section has at least one row and one column")
        across = -(-self.columns // columns)
        return self.row_of[cell] // rows * across + self.column_of[cell] // columns

    @cached_property
    def one_way(self) -> bool:
        """Whether a cell has a neighbour of which it is none."""
        return self.mutual != self.neighbours

    @cached_property
    def mutual(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the neighbours of which it is one, too."""
        return tuple(
            tuple(there for there in near if here in self.neighbours[there])
            for here, near in enumerate(self.neighbours)
        )

    @property
    def ends(self) -> str | None:
        """What a way over these leads from and to: the corners of sides, cells of links."""
        return {"sides": "corners", "links": "cells"}.get(self.shape)

    @staticmethod
    def _spread(
        result: list[int], left: set[int], near: Sequence[Sequence[int]]
    ) -> tuple[int, ...]:
        """Move what can be reached from `left` to `found`, and return that sorted."""
        for here in result:  # grows while it is walked through
            for there in near[here]:
                if there in left:
                    left.remove(there)
                    result.append(there)
        return tuple(sorted(result))

    @cached_property
    def _cell_of(self) -> dict[str, int]:
        return {**self.also, **{name: cell for cell, name in enumerate(self.names)}}

    @cached_property
    def _rays(self) -> tuple[tuple[Line, ...], ...]:
        return tuple(
            tuple(_follow(step, cell) for cell in range(len(step)))
            for step in self.step[: len(self.sides)]
        )


def spaces_board(
    names: Sequence[str], points: tuple[tuple[int, ...], ...] = ()
) -> Board:
    """A board of named spaces that nothing joins.

    Args:
        names: The names of the spaces, each once, in the order of their cells.
        points: Where they lie, to the right and down, if that is known.
    """
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(names)
    return Board(
        shape="graph",
        names=tuple(names),
        neighbours=nothing,
        diagonals=nothing,
        around=nothing,
        neighbour_mask=beside_masks(nothing),
        points=points,
    )


def lattice_board(
    shape: Shape, rows: int, columns: int, naming: Naming = "row,column"
) -> Board:
    """A board of rows and columns.

    Args:
        shape: `square`; `hex`, in horizontal rows, the odd ones half a hex to the right;
            `rhombus`, each row half a hex further to the right than the one above; `flat
            hex`, hexes that lie flat in columns, the odd ones half a hex further down.
        rows: How many rows (of flat hexes, how many in a column), at least 1.
        columns: How many cells in a row, at least 1.
        naming: `row,column` counts both from 0 at the top left (`0,0`); `algebraic`
            gives the column a letter and counts rows from the bottom (`a1`);
            `lettered` does the same from the top.

    Raises:
        ValueError: There is no row or no column.
    """
    if rows < 1 or columns < 1:
        raise ValueError(f"a board cannot have {rows} rows and {columns} columns")
    places = [(row, column) for row in range(rows) for column in range(columns)]
    flat = shape == "flat hex"
    moves = _FLAT_HEX if flat else _MOVES[shape]
    step: list[tuple[int | None, ...]] = []
    for _, by, from_even, from_odd in moves:
        result: list[int | None] = []
        for row, column in places:
            if flat:
                to_row = row + (from_odd if column % 2 else from_even)
                to_column = column + by
            else:
                to_row = row + by
                to_column = column + (from_odd if row % 2 else from_even)
            inside = 0 <= to_row < rows and 0 <= to_column < columns
            result.append(to_row * columns + to_column if inside else None)
        step.append(tuple(result))
    straight, slanting = (step[::2], step[1::2]) if shape == "square" else (step, [])
    neighbours = _beside(straight, len(places))
    return Board(
        shape=shape,
        rows=rows,
        columns=columns,
        names=tuple(cell_name(naming, row, column, rows) for row, column in places),
        neighbours=neighbours,
        diagonals=_beside(slanting, len(places)),
        around=_beside(step, len(places)),
        neighbour_mask=beside_masks(neighbours),
        sides=tuple(name for name, *_ in moves),
        step=tuple(step),
        row_of=tuple(row for row, _ in places),
        column_of=tuple(column for _, column in places),
        border=tuple(
            cell
            for cell, (row, column) in enumerate(places)
            if row in (0, rows - 1) or column in (0, columns - 1)
        ),
    )


def _follow(step: Sequence[int | None], cell: int) -> Line:
    result = []
    following = step[cell]
    while following is not None:
        result.append(following)
        following = step[following]
    return tuple(result)


def _beside(
    step: Sequence[tuple[int | None, ...]], size: int
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted(there for to in step if (there := to[cell]) is not None))
        for cell in range(size)
    )


def beside_masks(neighbours: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """By cell, its neighbours as a set of bits."""
    return tuple(sum(1 << there for there in near) for near in neighbours)
