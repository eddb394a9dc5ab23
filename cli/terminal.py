"""Text on a terminal: its width, its colours, and lines of two directions."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from io import TextIOBase
from typing import IO, Any

import click

FSI, LRI, PDI = "\u2068", "\u2066", "\u2069"
"""They keep a piece of text, or one that runs left to right, apart from the rest."""

_DIGITS = {"fa": "۰۱۲۳۴۵۶۷۸۹"}
_TO_LATIN = {
    ord(digit): str(value)
    for digits in ("۰۱۲۳۴۵۶۷۸۹", "٠١٢٣٤٥٦٧٨٩")
    for value, digit in enumerate(digits)
}


def coloured(stream: IO[Any]) -> bool:
    """Whether colours help on that stream: a terminal, and nobody objects."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(getattr(stream, "isatty", lambda: False)())


def bold(text: str) -> str:
    """The text as a heading, where the output is a terminal."""
    return click.style(text, bold=True) if coloured(sys.stdout) else text


def faint(text: str) -> str:
    """The text as an aside, where the output is a terminal."""
    return click.style(text, dim=True) if coloured(sys.stdout) else text


def columns() -> int:
    """How wide the output may be."""
    if not sys.stdout.isatty() and not os.environ.get("COLUMNS"):
        return 100
    return max(40, min(shutil.get_terminal_size((100, 24)).columns, 160))


def width(text: str) -> int:
    """How many columns a text takes up."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, size: int) -> str:
    """The text, filled up with blanks."""
    return text + " " * (size - width(text))


def right(text: str, size: int) -> str:
    """The text at the right end of a column."""
    return " " * (size - width(text)) + text


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("─╴╶", "-"),
        **dict.fromkeys("│╵╷", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys((FSI, LRI, PDI), ""),
        **dict.fromkeys("╪╡╞╫╨╥", "#"),
        "≈": "~",
        "·": ".",
        "×": "x",
        "✓": "ok:",
        "…": "...",
    }
)


class _Plain(TextIOBase):
    """An output that shows lines and signs by characters that every terminal has."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        self.stream.write(text.translate(_PLAIN))
        return len(text)

    def flush(self) -> None:
        """Let everything be seen that has been written."""
        self.stream.flush()


def plain_output(wanted: bool) -> AbstractContextManager[object]:
    """Where that is wanted, print no line drawings, no colours, no marks of direction."""
    return redirect_stdout(_Plain(sys.stdout)) if wanted else nullcontext()


def counted(number: int, thing: str) -> str:
    """So many things, in English."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def cut(text: str, size: int) -> str:
    """The text, shortened to some columns."""
    if width(text) <= size:
        return text
    found = ""
    for character in text:
        if width(found + character) > size - 1:
            break
        found += character
    return found + "…"


def isolated(text: str) -> str:
    """A piece of text that must not disturb the direction of the line around it."""
    return f"{FSI}{text}{PDI}" if text else text


def unmarked(text: str) -> str:
    """The text without marks of direction."""
    return text.translate(dict.fromkeys(map(ord, (FSI, LRI, PDI)), ""))


def left_to_right(line: str) -> str:
    """A line, such as one of a map, that always runs from left to right."""
    return f"{LRI}{line}{PDI}" if line.strip() else line


def folded(text: str, size: int) -> list[str]:
    """The text in lines of whole words, as wide as there are columns if words allow."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(lines[-1]) + 1 + width(word) <= size:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def in_digits(text: str, language: str | None) -> str:
    """The text with the digits of that language."""
    digits = _DIGITS.get(language or "")
    if digits is None:
        return text
    return text.translate(
        {ord("0") + value: digit for value, digit in enumerate(digits)}
    )


def in_latin_digits(text: str) -> str:
    """What a person typed, with the digits that names are written in."""
    return text.translate(_TO_LATIN)


def beside(blocks: list[list[str]], limit: int, gap: int = 4) -> list[str]:
    """Blocks of lines next to each other, as many as there is room for."""
    found: list[str] = []
    row: list[list[str]] = []

    def size(block: list[str]) -> int:
        return max(map(width, block), default=0)

    def flush() -> None:
        if not row:
            return
        if found:
            found.append("")
        for at in range(max(map(len, row))):
            parts = [pad(b[at] if at < len(b) else "", size(b)) for b in row]
            found.append((" " * gap).join(parts).rstrip())
        row.clear()

    for block in blocks:
        if row and sum(map(size, row)) + gap * len(row) + size(block) > limit:
            flush()
        row.append(block)
    flush()
    return found


def table(rows: list[list[str]], *, gap: int = 2) -> list[str]:
    """Rows of cells under each other; all but the first column are right-aligned."""
    sizes = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        (" " * gap)
        .join(
            pad(cell, size) if at == 0 else right(cell, size)
            for at, (cell, size) in enumerate(zip(row, sizes, strict=True))
        )
        .rstrip()
        for row in rows
    ]
