"""The links of a board, and where its named spaces lie: rows of CSV files."""

import re
from collections.abc import Mapping

from rulesrun.dsl.data.cells import BAD, read_cell
from rulesrun.dsl.data.columns import POINT
from rulesrun.dsl.data.csv_rows import CsvRow, find_columns, is_complete, read_csv
from rulesrun.dsl.data.fillable import refused
from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.networks import space_names
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.syntax import nodes

FROM, TO, ONE_WAY = "from", "to", "one_way"
"""The columns of every file of links."""

NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)

FINE = 100
"""Places are kept in hundredths of what the file counts in."""


def read_links(world: Declared, read: Read) -> None:
    """Fill every board of links; problems go to the report."""
    for board in world.each(sym.BoardSymbol):
        whole = world.get(sym.BoardSymbol, board.whole or "")
        if board.shape == "links" and whole is not None and whole.whole is None:
            _links(world, board, whole, read)
        elif board.shape == "graph":
            board.points = _points(world, board, read)


def _links(
    world: Declared, board: sym.BoardSymbol, whole: sym.BoardSymbol, read: Read
) -> None:
    source, spaces = board.decl.csv, whole.decl.spaces
    if source is None:
        return
    if spaces is not None and world.get(sym.EnumSymbol, spaces.text) is None:
        return
    cells = {name: at for at, name in enumerate(space_names(world, whole))}
    if not cells and spaces is None:
        _without_size(world, board, whole)
        return
    data = read_csv(world, source, read)
    if data is None:
        return
    header, rows = data
    members = world.members.get(t.CellType(board.name), {})
    columns = {n: members[n] for n in header if n in members}
    named = (
        (name, variable.type, variable.decl.name_span)
        for name, variable in columns.items()
        if not _begins_empty(world, variable, source)
    )
    expected = {FROM, TO, ONE_WAY, *members}
    places = find_columns(world, source, header, [FROM, TO], expected.__contains__)
    if places is None or refused(world, named):
        return
    for variable in columns.values():
        if variable.keys or variable.decl.initial is not None:
            _said_twice(world, variable, source)
            return
    town = t.EnumType(spaces.text) if spaces is not None else None
    begun: dict[str, list[object]] = {name: [] for name in columns}
    first: dict[tuple[int, int], CsvRow] = {}
    whole_file = True
    for row in rows:
        if not is_complete(world, header, row):
            whole_file = False
            continue

        def cell(name: str, kind: t.Type, row: CsvRow = row) -> object:
            place = places[name]
            return read_cell(world, row.cells[place], kind, row.cell_span(place))

        def end(name: str, row: CsvRow = row) -> object:
            if town is not None:
                return cell(name, town, row)
            place = places[name]
            return _cell(world, whole, cells, row.cells[place], row.cell_span(place))

        a, b = end(FROM), end(TO)
        one_way = cell(ONE_WAY, t.BOOL) if ONE_WAY in places else False
        values = {name: cell(name, v.type) for name, v in columns.items()}
        if not isinstance(a, int) or not isinstance(b, int) or one_way is BAD:
            whole_file = False
            continue
        if BAD in values.values():
            whole_file = False
            continue
        if a == b:
            world.report(
                "bad-cell",
                row.cell_span(places[TO]),
                "this link leads back to where it begins",
                hint="name the other end of it",
            )
            whole_file = False
            continue
        _told_once(world, row, (a, b), bool(one_way), first)
        board.links.append(sym.Link(a, b, bool(one_way)))
        for name, value in values.items():
            begun[name].append(value)
    if whole_file:
        board.begun = begun
        if spaces is not None:
            _all_reached(world, board, whole)


def _without_size(
    world: Declared, board: sym.BoardSymbol, whole: sym.BoardSymbol
) -> None:
    named = board.decl.whole
    assert named is not None
    world.report(
        "wrong-type",
        named.span,
        "links need a board whose size is the same in every game",
        labels=[Label(whole.span, "declared here")] if whole.span else [],
        hint="write the number of its rows and columns as numbers or constants",
    )


def _cell(
    world: Declared,
    whole: sym.BoardSymbol,
    cells: Mapping[str, int],
    text: str,
    span: Span,
) -> object:
    """The number of the cell that a file names."""
    name = text.strip()
    if name in cells:
        return cells[name]
    first, *_, last = (*cells, *cells)
    world.report(
        "bad-cell",
        span,
        f"`{whole.name}` has no cell `{name}`",
        hint=f"its corners are {first} and {last}",
    )
    return BAD


def _begins_empty(
    world: Declared, variable: sym.VariableSymbol, source: nodes.Text
) -> bool:
    """Whether a column would fill a place for components or pieces, which is told."""
    kind = variable.type
    if not isinstance(kind, t.ZoneType | t.GridType):
        return False
    world.report(
        "bad-cell",
        variable.decl.name_span,
        f"a file of links cannot say what lies in `{variable.name}`",
        labels=[Label(source.span, "read from here")],
        hint="move something there in the set-up, and take the column away",
    )
    return True


def _said_twice(
    world: Declared, variable: sym.VariableSymbol, source: nodes.Text
) -> None:
    world.report(
        "bad-cell",
        variable.decl.name_span,
        f"the file says what `{variable.name}` begins with, and so must nothing else",
        labels=[Label(source.span, "read from here")],
        hint="take the column away, or what stands behind the type here",
    )


def _told_once(
    world: Declared,
    row: CsvRow,
    ends: tuple[int, int],
    one_way: bool,
    first: dict[tuple[int, int], CsvRow],
) -> None:
    """Tell of a link that is written once in each direction."""
    back = first.get(ends[::-1])
    if back is not None and not one_way:
        world.report(
            "link-both-ways",
            row.span,
            "this link has been written already, from its other end",
            mark="the same way back",
            labels=[Label(back.span, "the first one")],
            hint="a link leads both ways: remove one of the two; for a double track "
            "write both in the same direction",
        )
    if not one_way:
        first.setdefault(ends, row)


def _all_reached(
    world: Declared, board: sym.BoardSymbol, whole: sym.BoardSymbol
) -> None:
    """Note spaces that no link leads to."""
    ends = {end for link in board.links for end in (link.a, link.b)}
    names = space_names(world, whole)
    alone = [name for number, name in enumerate(names) if number not in ends]
    source = board.decl.csv
    if alone and source is not None:
        listed = ", ".join(alone[:6]) + (" and more" if len(alone) > 6 else "")
        world.report(
            "space-alone",
            source.span,
            f"no link leads to {listed}",
            mark="not joined",
            hint=f"add a row for it, or take it out of `{whole.name}`",
        )


# ---- where spaces lie ---------------------------------------------------------------


def _points(
    world: Declared, board: sym.BoardSymbol, read: Read
) -> tuple[tuple[int, int], ...]:
    """The columns `x` and `y` of the file of the enum, if it has both."""
    spaces = board.decl.spaces
    decl = next(
        (
            d
            for d in world.file.declarations
            if isinstance(d, nodes.EnumDecl) and spaces and d.name == spaces.text
        ),
        None,
    )
    if decl is None or decl.csv is None or decl.column is None:
        return ()
    text = read(beside(world.file.path, decl.csv.span, decl.csv.value))
    if text is None or any(name not in text for name in POINT):
        return ()  # that it cannot be read is told already
    data = read_csv(world, decl.csv, read)
    if data is None:
        return ()
    header, rows = data
    if not {*POINT, decl.column.text} <= set(header):
        return ()
    at = {name: header.index(name) for name in (*POINT, decl.column.text)}
    result: dict[str, tuple[int, int]] = {}
    for row in rows:
        if len(row.cells) != len(header):
            continue
        x, y = (_number(world, row, at[name]) for name in POINT)
        if x is not None and y is not None:
            result.setdefault(row.cells[at[decl.column.text]].strip(), (x, y))
    names = space_names(world, board)
    return tuple(result[n] for n in names) if set(names) <= set(result) else ()


def _number(world: Declared, row: CsvRow, column: int) -> int | None:
    text = row.cells[column].strip()
    if NUMBER.fullmatch(text):
        return round(float(text) * FINE)
    span: Span = row.cell_span(column)
    world.report(
        "bad-cell",
        span,
        f"a number belongs here, and this is `{text}`"
        if text
        else "a number belongs here, and this is an empty cell",
        hint="say how far to the right (x) and how far down (y) it lies",
    )
    return None
