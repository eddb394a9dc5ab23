"""The tables of a game as sheets: cells with their types, changed one by one in the file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from rulesrun.cli.files.sources import find_source, read_file
from rulesrun.cli.files.writing import only, write_file
from rulesrun.cli.messages.translating import lines_in
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.compile import Program
from rulesrun.dsl.data.paths import beside, shown_path
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import ComponentSymbol, TableSymbol
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import ENDS, lines_of
from rulesrun.table.record import NotNow
from rulesrun.table.values import Plain, shown


@frozen
class Sheet:
    """A table: its file, from the folder of the rules; how messages call it; its columns."""

    name: str
    shown: str
    types: Mapping[str, t.Type]


def sheets_of(program: Program) -> list[Sheet]:
    """The tables that rules read cards, tiles and rows from, in the order of the rules."""
    sheets: dict[str, Sheet] = {}
    for source, columns in _read(program):
        name = beside(program.path, source.span, source.value)
        types = sheets[name].types if name in sheets else {}
        path = shown_path(source.span, source.value)
        sheets[name] = Sheet(name, path, {**types, **columns})
    return list(sheets.values())


def _read(program: Program) -> Iterator[tuple[nodes.Text, Mapping[str, t.Type]]]:
    world = program.world
    for decl in world.file.declarations:
        match decl:
            case nodes.Supply(lines=lines):
                for line in lines:
                    component = world.names.get(line.component.text)
                    if line.csv is not None and isinstance(component, ComponentSymbol):
                        fields = component.fields.items()
                        yield line.csv, {name: f.type for name, f in fields}
            case nodes.TableDecl(csv=source) if source is not None:
                symbol = world.names.get(decl.name)
                if isinstance(symbol, TableSymbol):
                    yield source, dict((*symbol.keys, *symbol.values))


def sheet_data(
    program: Program,
    file: str,
    name: str,
    problems: Iterable[Diagnostic],
    words: Words,
) -> dict[str, Plain]:
    """A table with its types and what is wrong in each line; raises NotNow."""
    sheet = _sheet(program, name)
    rows = list(_rows(_text(file, name)))
    if not rows:
        raise NotNow("stale")
    (_, header), *others = rows
    return {
        "kind": "sheet",
        "name": name,
        "columns": [
            _column(program, head.strip(), sheet.types.get(head.strip()))
            for head in header
        ],
        "rows": [[line, cells] for line, cells in others],
        "problems": [
            [one.span.line, shown(lines_in(one.message, words))]
            for one in problems
            if one.span.path == sheet.shown
        ],
    }


def _column(program: Program, name: str, kind: t.Type | None) -> dict[str, Plain]:
    data: dict[str, Plain] = {"name": name, "type": "" if kind is None else str(kind)}
    match kind and t.without_none(kind):
        case t.EnumType(enum):
            values = program.world.enum(enum).values
            data["values"] = [one.name for one in values]
    return data


def change_cell(
    program: Program, file: str, name: str, line: int, column: int, was: str, text: str
) -> None:
    """Write another text into a cell of a table's file.

    All else stays as it is written. Raises NotNow where the cell is not what it `was`, or
    cannot be written so.
    """
    _sheet(program, name)
    if any(not sign.isprintable() for sign in text):
        raise NotNow("stale")
    before = _text(file, name)
    cells, lines = _row(before, line)
    if column >= len(cells) or cells[column] != was:
        raise NotNow("stale")
    cells[column] = text
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    lines[2 * (line - 1)] = out.getvalue()
    _write(file, name, "".join(lines), before)


def change_rows(
    program: Program, file: str, name: str, line: int, was: list[str], *, adds: bool
) -> None:
    """Write a row of a table once more below itself, or take it away.

    All else stays as it is written. Raises NotNow where the row is not what it `was`, or
    is the only one.
    """
    _sheet(program, name)
    before = _text(file, name)
    cells, lines = _row(before, line)
    (header, _), *others = _rows(before)
    if cells != was or line == header or (not adds and len(others) == 1):
        raise NotNow("stale")
    at = 2 * (line - 1)
    if adds:
        ends = [*lines[1::2], "\n"]
        lines[at + 1 : at + 1] = [ends[0], lines[at]]
    elif at + 1 < len(lines):
        del lines[at : at + 2]
    else:  # the last line, without an end
        del lines[at - 1 :]
    _write(file, name, "".join(lines), before)


def _row(text: str, line: int) -> tuple[list[str], list[str]]:
    """The cells of the row on a line, and all lines with their ends between them.

    Raises NotNow where there is no row, and for one of several lines.
    """
    cells = dict(_rows(text)).get(line)
    lines = re.split(f"({ENDS.pattern})", text)
    if cells is None or next(csv.reader([lines[2 * (line - 1)]])) != cells:
        raise NotNow("stale")
    return cells, lines


def _write(file: str, name: str, text: str, before: str) -> None:
    try:
        write_file(_path(file, name), text.encode(), only(before))
    except Unusable as error:
        raise NotNow("unkept", error.message) from error


def _sheet(program: Program, name: str) -> Sheet:
    sheet = next((one for one in sheets_of(program) if one.name == name), None)
    if sheet is None:
        raise NotNow("stale")
    return sheet


def _path(file: str, name: str) -> Path:
    return find_source(file).folder / name


def _text(file: str, name: str) -> str:
    try:
        return read_file(_path(file, name))
    except Unusable as error:
        raise NotNow("stale", error.message) from error


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a text with the numbers of the lines at which they end."""
    reader = csv.reader(io.StringIO("\n".join(lines_of(text))))
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, row
