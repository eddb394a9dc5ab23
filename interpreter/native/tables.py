"""Constant tables: fields of components, rows of tables, geometry of boards."""

from collections.abc import Callable, Sequence

from attrs import frozen

from rulesrun.dsl.core.expressions import Const, Make
from rulesrun.dsl.core.symbols import Table
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.tables import rays, steps
from rulesrun.interpreter.native.types import Kind
from rulesrun.interpreter.native.writer import Function, jagged

Constant = Callable[..., str]
"""A known value as C: of a function, a type and a value; `bare` where it is in an array."""

DENSE = 100_000
"""A table of so many combinations of keys is looked up by one index."""


def column_table(
    f: Function, name: str, kind: t.Type, values: Sequence[object], constant: Constant
) -> Kind:
    """A constant array of values of a type, one for each number."""
    result = f.kind(kind)
    if name in f.unit.tables or f"{name}_v" in f.unit.tables:
        return result
    match result.name:
        case "int":
            codes = [constant(f, kind, value, bare=True) for value in values]
            wide = result.wide and not all(
                isinstance(value, int) and abs(value) < 2**31 for value in values
            )
            f.unit.table(name, "num" if wide else "int", codes)
        case "bits" | "bundle":
            empty = 0 if result.name == "bits" else (0,) * result.size
            codes = [
                constant(f, t.without_none(kind), empty if v is None else v, bare=True)
                for v in values
            ]
            f.unit.table(name, result.c, codes)
        case "list":
            rows = [() if v is None else tuple(v) for v in values]  # type: ignore[arg-type]
            jagged(f.unit, name, rows, result.item)
        case _:
            raise f.unsupported(f"tables with {kind}")
    return result


def item(kind: Kind, name: str, index: str) -> str:
    """One value of such an array."""
    if kind.name == "list":
        lists = "WW" if kind.wide else "VV"
        return f"{kind.call('at')}(({lists}){{{name}_v, {name}_at, 0}}, {index})"
    return f"{name}[{index}]"


def field_table(
    f: Function, name: str, kind: t.Type, component: str, constant: Constant
) -> str:
    """A field of a component."""
    values = [c.fields.get(name) for c in f.unit.layout.components]
    result = f.kind(kind)
    table = f"FIELD_{name}"
    if result.name == "int":
        if isinstance(kind, t.OptionalType):
            table = f"MAYBE_{name}"
        else:  # of other kinds of components it is not asked
            values = [0 if value is None else value for value in values]
        table += "_n" if result.wide else ""
    return item(column_table(f, table, kind, values, constant), table, component)


def cell_numbers(f: Function, board: str, name: str) -> str:
    """Rows or columns of the cells of a board."""
    geometry = f.unit.layout.boards[board]
    values = geometry.row_of if name == "row" else geometry.column_of
    return f.unit.table(f"{name.upper()}_{board}", "int16_t", values)


def cell_lists(f: Function, board: str, name: str) -> tuple[str, str]:
    """For each cell of a board the cells beside it, in some sense."""
    geometry = f.unit.layout.boards[board]
    return jagged(f.unit, f"{name.upper()}_{board}", geometry.beside(name))


def step_table(f: Function, board: str, straight: bool = False) -> str:
    """By direction and cell, the cell on that side, or none.

    Of a board that links join, `straight` leaves out the diagonal steps.
    """
    geometry = f.unit.layout.boards[board]
    straight = straight and bool(geometry.sides and geometry.by)
    name = f"STRAIGHT_{board}" if straight else f"STEP_{board}"
    return _by_way(f, name, board, steps(f.unit.layout, board, straight))


def by_table(f: Function, board: str) -> str | None:
    """By way and place, what tells a step apart where it is not its direction."""
    table = f.unit.layout.boards[board].by
    return _by_way(f, f"BY_{board}", board, table) if table else None


def _by_way(
    f: Function, name: str, board: str, table: Sequence[Sequence[int | None]]
) -> str:
    cells = f.unit.core.cells[board]
    flat = ["NONE" if cell is None else cell for way in table for cell in way]
    f.unit.table(name, "int16_t", flat)
    return f"({name} + {cells} * (%s))[%s]"


def side_count(f: Function, board: str) -> int:
    """How many directions a board has."""
    return len(steps(f.unit.layout, board))


def stride(f: Function, board: str, straight: bool) -> int:
    """Every how many-th direction is asked: diagonals lie between the others."""
    geometry = f.unit.layout.boards[board]
    return 2 if straight and geometry.shape == "square" and not geometry.by else 1


def ray_table(f: Function, board: str) -> tuple[str, str]:
    """By direction and cell, the cells to the border."""
    rows = [row for side in rays(f.unit.layout, board) for row in side]
    return jagged(f.unit, f"RAY_{board}", rows)


@frozen
class Rows:
    """A table of the rules: which row belongs to some keys, and what is in it."""

    table: Table
    name: str
    lows: tuple[int, ...]
    sizes: tuple[int, ...]

    def row(self, codes: Sequence[str]) -> str:
        """The number of the row, or less than 0."""
        checks, parts, stride = [], [], 1
        names = [f"k{i}_" for i in range(len(codes))]
        for code, low, size in list(zip(names, self.lows, self.sizes, strict=True))[
            ::-1
        ]:
            checks.append(f"{code} >= {low} && {code} < {low + size}")
            parts.append(
                f"({code} - {low}) * {stride}" if stride > 1 else f"({code} - {low})"
            )
            stride *= size
        declarations = " ".join(
            f"num {n} = {c};" for n, c in zip(names, codes, strict=True)
        )
        index = " + ".join(parts)
        return f"({{ {declarations} {' && '.join(checks)} ? ROWS_{self.name}[{index}] : -1; }})"

    def column(self, f: Function, column: str, row: str, constant: Constant) -> str:
        """A value of a row."""
        position = [n for n, _ in self.table.values].index(column)
        kind = self.table.values[position][1]
        values = [row[position] for row in rows_of(f, self.table)]
        table = f"COLUMN_{self.name}_{column}"
        return item(column_table(f, table, kind, values, constant), table, row)


def rows_of(f: Function, table: Table) -> list[tuple[object, ...]]:
    """The rows of a table; the last counts where there is none, if that is said."""
    rows = list(table.rows.values())
    instead = f.unit.instead.get(table)
    if instead is None or len(table.values) == 1:
        return rows
    assert isinstance(instead, Make)
    values = [item.value for item in instead.items if isinstance(item, Const)]
    if len(values) < len(instead.items):
        raise f.unsupported("a row of several values that are worked out in play")
    return [*rows, tuple(values)]


def lookup(f: Function, name: str) -> Rows:
    """The rows of a table of the rules."""
    table = next(each for each in f.unit.core.tables if each.name == name)
    lows, sizes = [], []
    for position, (_, kind) in enumerate(table.keys):
        low, size = _span(f, kind, [key[position] for key in table.rows])
        lows.append(low)
        sizes.append(size)
    total = 1
    for size in sizes:
        total *= size
    if total > DENSE:
        raise f.unsupported(
            f"the table {name}, which has too many combinations of keys"
        )
    index = [-1] * total
    for number, key in enumerate(table.rows):
        at = 0
        for value, low, size in zip(key, lows, sizes, strict=True):
            assert isinstance(value, int)
            at = at * size + int(value) - low
        index[at] = number
    f.unit.table(f"ROWS_{name}", "int16_t", index)
    return Rows(table, name, tuple(lows), tuple(sizes))


def _span(f: Function, kind: t.Type, values: Sequence[object]) -> tuple[int, int]:
    match kind:
        case t.EnumType() | t.PlayerType() | t.CellType() | t.BoolType():
            return 0, f.unit.sizes.domain(kind) or 1
        case t.ComponentType() | t.IntType():
            numbers = [int(v) for v in values if isinstance(v, int)]
            low, high = min(numbers, default=0), max(numbers, default=0)
            return low, high - low + 1
        case t.OptionalType():
            pass
    raise f.unsupported(f"tables by {kind}")
