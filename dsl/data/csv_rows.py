"""The rows of a CSV file, and in which column of it each value stands."""

import csv
import io
from collections.abc import Callable

from attrs import frozen

from rulesrun.dsl.data.paths import Read, beside, shown_path, unreadable
from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.remedies import change
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import counted, lines_of


@frozen
class CsvRow:
    """A row of a file, with the number and the text of the line at which it ends."""

    path: str
    line: int
    cells: list[str]
    text: str

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.path, self.line, 1, self.line, max(2, len(self.text) + 1))

    def cell_span(self, column: int) -> Span:
        """Where one of its cells stands, as far as quotation marks let it be known."""
        start = sum(len(cell) + 1 for cell in self.cells[:column])
        cell = self.cells[column]
        if '"' in self.text:
            start = max(0, self.text.find(cell)) if cell else 0
        end = start + 1 + max(1, len(cell))
        return Span(self.path, self.line, start + 1, self.line, end)


def read_csv(
    world: Declared, source: nodes.Text, read: Read
) -> tuple[list[str], list[CsvRow]] | None:
    """The header and the rows; what cannot be read is reported."""
    text = read(beside(world.file.path, source.span, source.value))
    if text is None:
        world.told.add(unreadable(source.span, source.value))
        return None
    lines = lines_of(text)
    most = world.limits.collection
    if len(lines) > most + 1:
        world.report(
            "too-large",
            source.span,
            f"the file has {len(lines):,} lines, and {most:,} rows are read at most "
            "(the limit `collection`)",
            mark="too many",
        )
        return None
    path = shown_path(source.span, source.value)
    rows: list[CsvRow] = []
    reader = csv.reader(io.StringIO("\n".join(lines)), strict=True)
    try:
        for row in reader:
            if row and any(cell.strip() for cell in row):
                number = reader.line_num
                rows.append(CsvRow(path, number, row, lines[number - 1]))
    except csv.Error as error:
        number = max(1, reader.line_num)
        span = Span(path, number, 1, number, 2)
        world.report(
            "bad-table-row",
            span,
            f"this line cannot be read as CSV ({error})",
            hint="put texts with commas between double quotes, and close the quotes",
        )
        return None
    if not rows:
        world.report(
            "unreadable-table", source.span, f'the file "{source.value}" is empty'
        )
        return None
    return [cell.strip() for cell in rows[0].cells], rows[1:]


def _separated(header: list[str]) -> str | None:
    """What to do about a file whose columns are not separated by commas."""
    for sign, name in ((";", "semicolons"), ("\t", "tabs")):
        if len(header) == 1 and sign in header[0]:
            return f"separate the columns by commas, not by {name}"
    return None


def find_columns(
    world: Declared,
    source: nodes.Text,
    header: list[str],
    wanted: list[str],
    extra: Callable[[str], bool],
) -> dict[str, int] | None:
    """Where each column stands; problems are placed in the header.

    Where columns are missing, those that nobody asked for are not told of as well:
    most likely it is the wrong file.
    """
    path = shown_path(source.span, source.value)
    label = Label(source.span, "read from here")
    line = CsvRow(path, 1, header, ",".join(header))
    result: dict[str, int] = {}
    strange: list[tuple[str, Span]] = []
    good = True
    for position, name in enumerate(header):
        span = line.cell_span(position)
        if name in result:
            world.report("extra-column", span, f"the column `{name}` appears twice")
            good = False
        elif name in wanted or extra(name):
            result[name] = position
        elif not world.excuses(name, wanted, "field"):
            strange.append((name, span))
    missing = [n for n in wanted if n not in result and n not in world.broken]
    good = good and all(name in result for name in wanted)
    for name, span in list(strange):
        close = nearest(name, missing, 1)
        if close:
            hint = change(f'did you mean "{close[0]}"?', span, close[0])
            _extra_column(world, name, span, label, hint)
            missing.remove(close[0])
            strange.remove((name, span))
            good = False
    if missing:
        names = " and ".join(f"`{name}`" for name in missing)
        one = len(missing) == 1
        world.report(
            "missing-column",
            Span(path, 1, 1, 1, 1 + max(1, len(",".join(header)))),
            f"the {'column' if one else 'columns'} {names} {'is' if one else 'are'} "
            "missing",
            labels=[label],
            hint=_separated(header) or f"the file needs the columns {','.join(wanted)}",
        )
        return None
    for name, span in strange:
        _extra_column(world, name, span, label, "remove it, or declare such a field")
    return result if good and not strange else None


def _extra_column(
    world: Declared, name: str, span: Span, label: Label, hint: str | Remedy
) -> None:
    message = f"no field is called `{name}`"
    world.report("extra-column", span, message, labels=[label], hint=hint)


def is_complete(world: Declared, header: list[str], row: CsvRow) -> bool:
    """Whether a row has as many cells as the header; if not, it is reported."""
    if len(row.cells) == len(header):
        return True
    number = counted(len(row.cells), "cell")
    world.report(
        "bad-table-row",
        row.span,
        f"this row has {number}, and the header has {len(header)}",
        hint="put texts with commas between double quotes",
    )
    return False
