"""Tables: their rows, from the rules themselves or from CSV, and the cases they are for."""

from math import prod

from rulesrun.dsl.data.cards import component_cards
from rulesrun.dsl.data.cells import BAD, read_cell, written_cell
from rulesrun.dsl.data.columns import LABEL, POINT
from rulesrun.dsl.data.csv_rows import find_columns, is_complete, read_csv
from rulesrun.dsl.data.domains import combinations, number_of, values_of
from rulesrun.dsl.data.fillable import refused
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.symbols import ComponentSymbol, TableSymbol
from rulesrun.dsl.semantics.value_types import EnumType, Type
from rulesrun.dsl.semantics.world import Declared, Supplying
from rulesrun.dsl.syntax import nodes


def read_tables(world: Supplying, read: Read) -> None:
    """Fill every table and list every component; problems go to the report."""
    unfilled = _unfilled_components(world)
    for line in world.supply:
        reported = line.component.text in unfilled
        world.cards[id(line)] = [] if reported else component_cards(world, line, read)
    for table in world.each(TableSymbol):
        if isinstance(table.decl, nodes.MapDecl):
            continue  # read_maps
        params = (*table.decl.keys, *table.decl.values)
        columns = zip((*table.keys, *table.values), params, strict=True)
        if refused(
            world, ((name, kind, param.span) for (name, kind), param in columns)
        ):
            continue
        before = len(world.told)
        if table.decl.csv is not None:
            _csv_table(world, table, table.decl.csv, read)
        else:
            _inline_table(world, table)
        whole = len(world.told) == before and table.name not in world.broken
        _check_rows(world, table, whole=whole)


def _unfilled_components(world: Declared) -> set[str]:
    """The kinds with fields that a line of the supply would have to fill in, and cannot."""
    filled = {line.component.text for line in world.supply if not line.each}
    return {
        symbol.name
        for symbol in world.each(ComponentSymbol)
        if symbol.name in filled
        and refused(
            world,
            (
                (f.name, f.type, f.span)
                for f in symbol.fields.values()
                if f.span is not None
            ),
        )
    }


def _inline_table(world: Declared, table: TableSymbol) -> None:
    columns = (*table.keys, *table.values)
    for row in table.decl.rows:
        if len(row.cells) != len(columns):
            names = " | ".join(name for name, _ in columns)
            world.report(
                "bad-table-row",
                row.span,
                f"`{table.name}` has {len(columns)} columns, and this row has "
                f"{len(row.cells)}",
                labels=[Label(table.span, f"the columns are {names}")]
                if table.span
                else [],
                hint="separate the cells with |",
            )
            continue
        values: list[object] = []
        spans = row.cell_spans
        for cell, (name, kind), span in zip(row.cells, columns, spans, strict=True):
            values.append(written_cell(world, cell, kind, span, name))
        if BAD in values:
            continue
        _add(table, values, row.span)


def _csv_table(
    world: Declared, table: TableSymbol, source: nodes.Text, read: Read
) -> None:
    data = read_csv(world, source, read)
    if data is None:
        return
    header, rows = data
    columns = (*table.keys, *table.values)
    wanted = [name for name, _ in columns]
    of_enum = any(
        isinstance(d, nodes.EnumDecl)
        and d.csv is not None
        and d.csv.value == source.value
        for d in world.file.declarations
    )

    def extra(name: str) -> bool:
        return of_enum and (name.startswith(LABEL) or name in POINT)

    places = find_columns(world, source, header, wanted, extra)
    if places is None:
        return
    for row in rows:
        if not is_complete(world, header, row):
            continue
        values = []
        for name, kind in columns:
            place = places[name]
            span = row.cell_span(place)
            values.append(read_cell(world, row.cells[place], kind, span))
        if BAD not in values:
            _add(table, values, row.span)


def _add(table: TableSymbol, values: list[object], place: Span) -> None:
    cut = len(table.keys)
    table.rows.append((tuple(values[:cut]), tuple(values[cut:])))
    table.places.append(place)


def _check_rows(world: Declared, table: TableSymbol, *, whole: bool) -> None:
    """Two rows for one case, and, if every row could be read, a case without a row."""
    seen: dict[tuple[object, ...], Span] = {}
    for (key, _), place in zip(table.rows, table.places, strict=True):
        if key in seen:
            world.report(
                "duplicate-row",
                place,
                f"`{table.name}` has two rows for {_case(world, table, key)}",
                mark="again",
                labels=[Label(seen[key], "the first one")],
                hint="remove one of them",
            )
        seen.setdefault(key, place)
    domains = [values_of(world, kind) for _, kind in table.keys]
    if table.decl.default is not None or not whole or any(d is None for d in domains):
        return
    every = [domain for domain in domains if domain is not None]
    number = prod(map(number_of, every)) - len(seen)
    if number > 0:
        missing = next(key for key in combinations(every) if key not in seen)
        more = f" and {number - 1:,} more" if number > 1 else ""
        world.report(
            "missing-row",
            table.span or table.decl.span,
            f"`{table.name}` has no row for {_case(world, table, missing)}{more}",
            mark="incomplete",
            hint="add it, or say what else counts:  , otherwise 0",
        )


def _case(world: Declared, table: TableSymbol, key: tuple[object, ...]) -> str:
    """What a row is about, such as `scoring 1, kind tower`."""
    return ", ".join(
        f"{name} {_cell_text(world, value, kind)}"
        for value, (name, kind) in zip(key, table.keys, strict=True)
    )


def _cell_text(world: Declared, value: object, kind: Type) -> str:
    if isinstance(kind, EnumType) and isinstance(value, int):
        return world.enum(kind.name).values[value].name
    return "none" if value is None else str(value)
