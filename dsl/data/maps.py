"""Maps: tables whose rows are drawn, a letter for each place."""

import re
from collections.abc import Iterator
from itertools import product

from attrs import define

from rulesrun.dsl.data.cells import BAD, literal
from rulesrun.dsl.data.paths import Read, beside, shown_path, unreadable
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import TableSymbol
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import counted, lines_of


def read_maps(world: Declared, read: Read) -> None:
    """Fill every map; what is wrong is reported where it is drawn."""
    for table in world.each(TableSymbol):
        if isinstance(table.decl, nodes.MapDecl):
            _read_map(world, table, table.decl, read)


@define
class _Size:
    """The numbers of the rows and of the columns."""

    rows: range
    columns: range


def _read_map(
    world: Declared, table: TableSymbol, decl: nodes.MapDecl, read: Read
) -> None:
    size = _size(world, table, decl)
    letters = _letters(world, table, decl)
    if size is None or not _one_drawing(world, decl):
        return
    drawn: set[str] = set()
    for keys, name in _files(world, table, decl):
        if name is None:
            rows = [(text.value, text.span, 1) for text in decl.drawn]
            whole = decl.drawn[0].span.to(decl.drawn[-1].span)
        else:
            assert decl.file is not None
            text = read(beside(world.file.path, decl.file.span, name))
            path = shown_path(decl.file.span, name)
            if text is None:
                world.told.add(unreadable(decl.file.span, name))
                continue
            lines = lines_of(text.rstrip())
            rows = [
                (line, Span(path, number, 1, number, 1 + max(1, len(line))), 0)
                for number, line in enumerate(lines, 1)
            ]
            whole = rows[-1][1] if rows else Span(path, 1, 1, 1, 2)
        for row, (line, span, quote) in zip(size.rows, rows, strict=False):
            drawn.update(line)
            _row(world, table, decl, letters, size, (*keys, row), line, span, quote)
        if len(rows) != len(size.rows):
            world.report(
                "bad-table-row",
                whole,
                f"this map has {counted(len(rows), 'row')}, and `{decl.name}` has "
                f"{len(size.rows)}",
                labels=[Label(decl.keys[-2].span, "declared here")],
                hint="draw one line for each row",
            )
    for letter in decl.letters:
        if drawn and letter.letter in letters and letter.letter not in drawn:
            world.report(
                "unused-name",
                letter.span,
                f"the letter `{letter.letter}` is never drawn",
                hint="remove it",
            )


def _size(world: Declared, table: TableSymbol, decl: nodes.MapDecl) -> _Size | None:
    """How large a map is, from its last two keys."""
    if len(table.keys) < 2 or len(table.values) != 1:
        world.report(
            "wrong-count",
            decl.name_span,
            "a map is asked for a row and a column, and gives one value",
            hint=f"write  map {decl.name} (row: 0..9, column: 0..9 -> ground: Ground)",
        )
        return None
    ranges: list[range] = []
    for param, (name, kind) in zip(decl.keys[-2:], table.keys[-2:], strict=True):
        match kind:
            case t.IntType(int() as low, int() as high):
                ranges.append(range(low, high + 1))
            case t.UnknownType():
                pass
            case _:
                world.report(
                    "needs-range",
                    param.span,
                    f"`{name}` counts the {'columns' if ranges else 'rows'} of the "
                    "map, so it needs the first and the last number",
                    hint=f"write  {name}: 0..9",
                )
    return _Size(ranges[0], ranges[1]) if len(ranges) == 2 else None


def _letters(
    world: Declared, table: TableSymbol, decl: nodes.MapDecl
) -> dict[str, object]:
    """What each letter stands for."""
    result: dict[str, object] = {}
    spans: dict[str, Span] = {}
    for line in decl.letters:
        if len(line.letter) != 1:
            world.report(
                "bad-cell",
                line.span,
                f"a map is drawn with single letters, and `{line.letter}` is longer",
                hint='take one letter, or a sign in quotes, such as  "." = none',
            )
        elif line.letter in result:
            world.report(
                "duplicate-name",
                line.span,
                f"the letter `{line.letter}` appears twice",
                labels=[Label(spans[line.letter], "first here")],
                hint="keep one of the two",
            )
        else:
            kind = table.values[0][1] if table.values else t.UnknownType()
            result[line.letter] = literal(world, line.value, kind)
            spans[line.letter] = line.span
    return result


def _one_drawing(world: Declared, decl: nodes.MapDecl) -> bool:
    if (decl.file is None) == bool(decl.drawn):
        return True
    world.report(
        "unreadable-table",
        decl.drawn[0].span if decl.drawn else decl.name_span,
        f"`{decl.name}` is drawn twice, in a file and here"
        if decl.drawn
        else f"`{decl.name}` is drawn nowhere",
        hint='draw it in a file,  from "map.txt",  or row by row under the letters',
    )
    return False


def _files(
    world: Declared, table: TableSymbol, decl: nodes.MapDecl
) -> Iterator[tuple[tuple[int, ...], str | None]]:
    """The keys before row and column with the file that each map is drawn in."""
    more = table.keys[:-2]
    holes = set(re.findall(r"{(\w+)}", decl.file.value)) if decl.file else set()
    good = True
    for param, (name, kind) in zip(decl.keys, more, strict=False):
        if isinstance(kind, t.UnknownType):
            good = False
        elif not isinstance(kind, t.EnumType):
            good = False
            world.report(
                "wrong-type",
                param.span,
                f"there is one map for each value of an enum, and this is a {kind}",
                hint="let the key be of an enum",
            )
        elif name not in holes:
            good = False
            world.report(
                "unreadable-table",
                decl.file.span if decl.file else param.span,
                f"there is one map for each `{name}`, and all would be the same",
                hint=f'name a file for each:  from "maps/{{{name}}}.txt"',
            )
    for hole in sorted(holes - {name for name, _ in more}):
        good = False
        world.report(
            "unknown-name",
            decl.file.span if decl.file else decl.name_span,
            f"`{{{hole}}}` is not one of the keys before row and column",
            mark="unknown",
        )
    if not good:
        return
    enums = [world.enum(kind.name) for _, kind in more if isinstance(kind, t.EnumType)]
    for enum in enums:
        enum.used = True
    for values in product(*(enum.values for enum in enums)):
        file = "" if decl.file is None else decl.file.value
        for (key, _), value in zip(more, values, strict=True):
            value.used = True
            file = file.replace(f"{{{key}}}", value.name)
        yield tuple(value.index for value in values), file or None


def _row(
    world: Declared,
    table: TableSymbol,
    decl: nodes.MapDecl,
    letters: dict[str, object],
    size: _Size,
    keys: tuple[int, ...],
    line: str,
    span: Span,
    quote: int,
) -> None:
    """One row of a map; a `quote` stands before it where it is drawn in the rules."""
    if len(line) != len(size.columns):
        world.report(
            "bad-table-row",
            span,
            f"this row has {counted(len(line), 'letter')}, and `{decl.name}` has "
            f"{counted(len(size.columns), 'column')}",
            labels=[Label(decl.keys[-1].span, "declared here")],
            hint="let all rows be equally long, without blanks",
        )
        return
    for column, letter in zip(size.columns, line, strict=True):
        if letter in letters:
            if letters[letter] is not BAD:
                table.rows.append(((*keys, column), (letters[letter],)))
            continue
        start = span.column + quote + column - size.columns.start
        world.report(
            "bad-cell",
            Span(span.path, span.line, start, span.line, start + 1),
            f"nothing says what the letter `{letter}` stands for",
            mark="unknown",
            labels=[Label(decl.name_span, "the letters of this map")],
            hint=f"one of: {', '.join(letters)}",
        )
