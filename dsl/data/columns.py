"""Enums whose values are what a column of a file names.

They are put into the tree before anything is declared: later passes see an enum.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from rulesrun.dsl.data.files import Files
from rulesrun.dsl.data.paths import Read, beside, shown_path, unreadable
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Readings
from rulesrun.dsl.text import lines_of

LABEL = "label_"
"""What the name of a column of labels begins with; a language stands behind it."""

POINT = ("x", "y")
"""The columns that say where a space of a board is drawn, to the right and down."""

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def with_columns(parsed: Files, read: Read, readings: Readings | None = None) -> Files:
    """The files with the values of such enums; where they cannot be read, it is told."""
    file = parsed.file
    assert file is not None
    problems: list[Diagnostic] = []
    supplied = {
        line.csv.value
        for decl in file.declarations
        if isinstance(decl, nodes.Supply)
        for line in decl.lines
        if line.csv is not None
    }
    texts: list[str | None] = []
    whole: dict[int, nodes.Decl] = {}
    for decl in file.declarations:
        if isinstance(decl, nodes.EnumDecl) and decl.csv is not None:
            text = read(beside(file.path, decl.csv.span, decl.csv.value))
            own = decl.csv.value not in supplied  # else they are those of components
            values = tuple(_values(decl, text, problems, labelled=own))
            texts.append(text)
            whole[id(decl)] = evolve(decl, values=values)
    if not whole:
        return parsed

    def listed(decl: nodes.Decl) -> nodes.Decl:
        return whole.get(id(decl), decl)

    if readings is None:
        declarations = tuple(map(listed, file.declarations))
    else:  # the same tree as before, if nothing has changed
        path = f"{file.path} columns"
        declarations = readings.labelled(path, file.declarations, texts, listed)
    lost = parsed.lost | {"value"} if problems else parsed.lost
    return evolve(
        parsed,
        file=evolve(file, declarations=declarations),
        diagnostics=(*parsed.diagnostics, *problems),
        lost=lost,
    )


def _values(
    decl: nodes.EnumDecl,
    text: str | None,
    problems: list[Diagnostic],
    *,
    labelled: bool,
) -> Iterator[nodes.EnumValue]:
    """What the column names, each once, in the order of the lines.

    What stands beside it in columns such as `label_en` are its labels, if it is
    `labelled` by them.
    """
    source, column = decl.csv, decl.column
    assert source is not None
    assert column is not None
    if text is None:
        problems.append(unreadable(source.span, source.value))
        return
    lines = lines_of(text)
    rows = [*csv.reader(io.StringIO("\n".join(lines)))]
    header = rows[0] if rows else []
    if column.text not in header:
        problems.append(
            problem(
                "missing-column",
                column.span,
                f'"{source.value}" has no column `{column.text}`',
                mark="unknown",
                hint=near(column.text, header, column.span),
            )
        )
        return
    place = header.index(column.text)
    path = shown_path(source.span, source.value)
    label_columns = {
        at: name.removeprefix(LABEL)
        for at, name in enumerate(header)
        if labelled and name.startswith(LABEL)
    }
    labels: dict[str, dict[str, str]] = {}
    cells: dict[str, list[Span]] = {}
    for number, row in enumerate(rows[1:], 2):
        for word in row[place].split() if place < len(row) else ():
            if word != "none":
                cells.setdefault(word, []).append(_place(path, lines, number, word))
                for at, language in label_columns.items():
                    if at < len(row) and row[at].strip():
                        texts = labels.setdefault(word, {})
                        texts.setdefault(language, row[at].strip())
    for word, spans in cells.items():
        if NAME.fullmatch(word):
            yield nodes.EnumValue(
                span=source.span,
                name=word,
                labels=_labels(labels.get(word, {})),
                cells=tuple(spans),
            )
            continue
        problems.append(
            problem(
                "bad-cell",
                spans[0],
                f"`{word}` cannot be the name of a value",
                labels=(Label(column.span, "the column is read for its names"),),
                hint="names are Latin letters, digits and `_`",
            )
        )


def _labels(texts: dict[str, str]) -> nodes.Labels:
    """The labels of a value: the English one counts where there is no other."""
    others = tuple((one, text) for one, text in texts.items() if one != "en")
    return nodes.Labels(text=texts.get("en"), translations=others)


def _place(path: str, lines: Sequence[str], number: int, word: str) -> Span:
    """Where a word stands in a line; if it does so more than once, where the line begins."""
    line = lines[number - 1] if number <= len(lines) else ""
    result = [m.start() + 1 for m in re.finditer(rf"\b{re.escape(word)}\b", line)]
    if len(result) != 1:
        return Span(path, number, 1, number, 2)
    return Span(path, number, result[0], number, result[0] + len(word))
