"""Text on a terminal: its width and its colours, lines that are folded, tables."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import IO, Any

import click

from rulesrun.cli.output.direction import balanced
from rulesrun.cli.output.harmless import styled
from rulesrun.dsl.text import width as width


def coloured(stream: IO[Any]) -> bool:
    """Whether colours help on that stream: a terminal, and nobody objects."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(getattr(stream, "isatty", lambda: False)())


def bold(text: str) -> str:
    """The text as a heading, where the output is a terminal."""
    return styled(text, bold=True) if coloured(sys.stdout) else text


def faint(text: str) -> str:
    """The text as an aside, where the output is a terminal."""
    return styled(text, dim=True) if coloured(sys.stdout) else text


def has_edge() -> bool:
    """Whether the output is read where wider lines would be cut or broken anywhere."""
    return sys.stdout.isatty() or bool(os.environ.get("COLUMNS"))


def columns() -> int:
    """How wide the output may be."""
    if not has_edge():
        return 100
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, 160))


def visible_width(text: str) -> int:
    """How many columns a text takes up, of which colours take none."""
    return width(click.unstyle(text))


def pad(text: str, size: int) -> str:
    """The text, filled up with blanks."""
    return text + " " * (size - width(text))


def right(text: str, size: int) -> str:
    """The text at the right end of a column."""
    return " " * (size - width(text)) + text


def cut(text: str, size: int) -> str:
    """The text, shortened to some columns."""
    if width(text) <= size:
        return text
    return balanced([f"{_start(text, size - 1)}…"])[0]


def _start(text: str, size: int) -> str:
    """The beginning of a text, as much as there are columns for."""
    taken = 0
    for at, character in enumerate(text):
        taken += width(character)
        if taken > size:
            return text[:at]
    return text


def folded(
    text: str, size: int, *, first: str = "", indent: str = "", cut_words: bool = True
) -> list[str]:
    """The text in lines of whole words, as wide as there are columns.

    Both sides of a ` / ` stay on one line. `first` stands before the first line and
    `indent` before the others. A word that is wider than a line is cut, or left as it is.
    What a piece of another direction is cut into are pieces of that direction.
    """
    lines = [""]
    gap = ""
    for part in re.findall(r" +|[^ ]+(?: / [^ ]+)*", text):
        if part.startswith(" "):
            gap = part
            continue
        room = size - width(indent if len(lines) > 1 else first)
        if (
            lines[-1]
            and visible_width(lines[-1]) + len(gap) + visible_width(part) > room
        ):
            lines.append("")
            gap = ""
            room = size - width(indent)
        word = gap + part
        gap = ""
        while cut_words and not lines[-1] and visible_width(word) > max(room, 1):
            lines[-1] = _start(word, max(room, 1))
            word = word[len(lines[-1]) :]
            lines.append("")
            room = size - width(indent)
        lines[-1] += word
    result = balanced(line for line in lines if line)
    return [f"{indent if at else first}{line}" for at, line in enumerate(result)]


def beside(blocks: list[list[str]], limit: int, gap: int = 4) -> list[str]:
    """Blocks of lines next to each other, as many as there is room for."""
    result: list[str] = []
    row: list[list[str]] = []

    def size(block: list[str]) -> int:
        return max(map(width, block), default=0)

    def flush() -> None:
        if not row:
            return
        if result:
            result.append("")
        for at in range(max(map(len, row))):
            parts = [pad(b[at] if at < len(b) else "", size(b)) for b in row]
            result.append((" " * gap).join(parts).rstrip())
        row.clear()

    for block in blocks:
        if row and sum(map(size, row)) + gap * len(row) + size(block) > limit:
            flush()
        row.append(block)
    flush()
    return result


NARROW = 12
"""A first column is not made narrower than that."""


def table(rows: list[list[str]], *, gap: int = 2, flush: bool = False) -> list[str]:
    """Rows of cells under each other; all but the first column are right-aligned.

    In lines from right to left the beginning of a cell is there: all are `flush`.
    """
    return [line for row in table_rows(rows, gap=gap, flush=flush) for line in row]


def table_rows(
    rows: list[list[str]],
    *,
    gap: int = 2,
    flush: bool = False,
    limit: int | None = None,
) -> list[list[str]]:
    """The lines of each row of a table; what is too long in the first column is folded."""
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    if limit is not None:
        others = sum(sizes[1:]) + gap * (len(sizes) - 1)
        sizes[0] = min(sizes[0], max(NARROW, limit - others))
    result = []
    for first, *rest in rows:
        start = " " * (len(first) - len(first.lstrip(" ")))
        lines = [first]
        if width(first) > sizes[0] and width(click.unstyle(first)) > sizes[0]:
            lines = folded(
                click.unstyle(first).lstrip(" "), sizes[0], first=start, indent=start
            )
        cells = [
            pad(cell, size) if flush else right(cell, size)
            for cell, size in zip(rest, sizes[1:], strict=True)
        ]
        whole = (" " * gap).join([pad(lines[-1], sizes[0]), *cells]).rstrip()
        result.append([*lines[:-1], whole])
    return result
