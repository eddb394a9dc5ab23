"""What is printed, on its way: plain, or from right to left."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from typing import TextIO

import click

from rulesrun.cli.output.around import Around
from rulesrun.cli.output.direction import (
    MARKS,
    RLM,
    balanced,
    columns_apart,
    direction,
    right_to_left,
    unmarked,
)
from rulesrun.cli.output.terminal import columns, folded, has_edge, width

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("─╴╶", "-"),
        **dict.fromkeys("│╵╷", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys(MARKS, ""),
        **dict.fromkeys("╪╡╞╫╨╥", "#"),
        "≈": "~",
        "·": ".",
        "∴": "3",
        "×": "x",
        "−": "-",
        "✓": "ok:",
        "…": "...",
    }
)

_ARROWS = str.maketrans(
    {
        "↑": "N ",
        "↗": "NE ",
        "→": "E ",
        "↘": "SE ",
        "↓": "S ",
        "↙": "SW ",
        "←": "W ",
        "↖": "NW ",
    }
)

_BETWEEN_NAMES = re.compile(r"(?<=\w) → (?=\w)")
"""An arrow that is no direction: a link that leads one way."""


class Lines(Around):
    """An output whose lines are shown one by one, once they are whole, by `shown`.

    Each is printed only if `room` says so, which may wait before it does.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self.room: Callable[[], bool] = lambda: True
        self.size = columns()
        self.folds = has_edge()
        self.begun = ""

    def write(self, text: str) -> int:
        """Write a text; a line is printed when it is whole."""
        *lines, self.begun = (self.begun + text).split("\n")  # bytes must fail
        for line in lines:
            for part in self.fit(line):
                if self.room():
                    self.stream.write(f"{part}\n")
        return len(text)

    def fit(self, line: str) -> list[str]:
        """The lines that are printed for one: no wider than there is room for."""
        return fitted(line, self.size) if self.folds else [line]

    def part(self, text: str) -> str:
        """What is printed of a line that is not whole yet."""
        return text

    def flush(self) -> None:
        """Let everything be seen that has been written."""
        if self.begun:
            self.stream.write(self.part(self.begun))
            self.begun = ""
        self.stream.flush()


class _Plain(Lines):
    """An output that shows lines and signs by characters that every terminal has.

    One that has letters from right to left has arrows, too.
    """

    def fit(self, line: str) -> list[str]:
        """The lines that are printed for one."""
        return super().fit(self.part(line))

    def part(self, text: str) -> str:
        """What is printed of a line that is not whole yet."""
        return click.unstyle(text).translate(_PLAIN)


class _PlainLatin(_Plain):
    """The same, where letters of ours say what an arrow says."""

    def part(self, text: str) -> str:
        """What is printed of a line that is not whole yet."""
        between = _BETWEEN_NAMES.sub(" -> ", super().part(text))
        return between.translate(_ARROWS)


class _RightToLeft(Lines):
    """An output whose lines run from right to left, each as a whole."""

    def fit(self, line: str) -> list[str]:
        """The lines that are printed for one."""
        return [whole_line(part, self.size) for part in super().fit(line)]

    def part(self, text: str) -> str:
        """What is printed of a line that is not whole yet."""
        return right_to_left(balanced([text])[0])


def fitted(line: str, size: int) -> list[str]:
    """A line, in as many lines as its width asks for; what is folded stands further in."""
    if width(line) <= size:
        return [line]
    plain = click.unstyle(line)
    if width(plain) <= size:
        return [line]
    start = " " * min(len(plain) - len(plain.lstrip(" ")), size // 2)
    return folded(plain.lstrip(" "), size, first=start, indent=f"{start}    ")


def whole_line(line: str, size: int) -> str:
    """A line from right to left, whatever the direction of the text around it.

    It is filled up, and ends in a letter that cannot be seen: so it begins at the same
    column as every other, also where it stands in a text that runs left to right.
    """
    plain = unmarked(click.unstyle(line))
    if not plain.strip():
        return ""
    fill = " " * (size - width(plain))
    return right_to_left(f"{columns_apart(balanced([line])[0])}{fill}{RLM}")


def along(line: str, rightward: bool) -> str:
    """A line of a text that runs from right to left, whatever letters the line has."""
    return whole_line(line, columns()) if rightward and line else line


def in_direction(text: str) -> str:
    """Lines that are printed as they are, but for those in letters from right to left."""
    return "\n".join(
        whole_line(line, columns()) if "R" in map(direction, unmarked(line)) else line
        for line in text.split("\n")
    )


def printed(rightward: bool, *, plain: bool = False) -> AbstractContextManager[object]:
    """Print lines as wide as there is room for, perhaps from right to left.

    Plain ones have no drawings, colours or marks.
    """
    if plain:
        kind: type[Lines] = _Plain if rightward else _PlainLatin
    else:
        kind = _RightToLeft if rightward else Lines
    return redirect_stdout(kind(sys.stdout))
