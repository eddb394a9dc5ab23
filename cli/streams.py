"""What is printed, on its way: plain, or from right to left."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from io import TextIOBase
from typing import IO

import click

from rulesrun.cli.direction import (
    MARKS,
    RLM,
    balanced,
    columns_apart,
    direction,
    right_to_left,
    unmarked,
)
from rulesrun.cli.terminal import columns, width

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("─╴╶", "-"),
        **dict.fromkeys("│╵╷", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys(MARKS, ""),
        **dict.fromkeys("╪╡╞╫╨╥", "#"),
        "≈": "~",
        "·": ".",
        "×": "x",
        "−": "-",
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


class _RightToLeft(TextIOBase):
    """An output whose lines run from right to left, each as a whole."""

    def __init__(self, stream: IO[str]) -> None:
        self.stream = stream
        self.size = columns()
        self.begun = ""

    def write(self, text: str) -> int:
        """Write a text; a line is printed when it is whole."""
        *lines, self.begun = (self.begun + text).split("\n")  # bytes must fail
        for line in lines:
            self.stream.write(f"{whole_line(line, self.size)}\n")
        return len(text)

    def flush(self) -> None:
        """Let everything be seen that has been written."""
        if self.begun:
            self.stream.write(right_to_left(balanced([self.begun])[0]))
            self.begun = ""
        self.stream.flush()

    def isatty(self) -> bool:
        """Whether colours help."""
        return self.stream.isatty()


def whole_line(line: str, size: int) -> str:
    """A line from right to left, whatever the direction of the text around it.

    It is filled up, and ends in a letter that cannot be seen: so it begins at the same
    column as every other, also where it stands in a text that runs left to right.
    """
    shown = unmarked(click.unstyle(line))
    if not shown.strip():
        return ""
    fill = " " * (size - width(shown))
    return right_to_left(f"{columns_apart(balanced([line])[0])}{fill}{RLM}")


def in_direction(text: str) -> str:
    """Lines that are printed as they are, but for those in letters from right to left."""
    return "\n".join(
        whole_line(line, columns()) if "R" in map(direction, unmarked(line)) else line
        for line in text.split("\n")
    )


def printed(rightward: bool, *, plain: bool = False) -> AbstractContextManager[object]:
    """Print lines from right to left; plain ones have no drawings, colours or marks."""
    if plain:
        return redirect_stdout(_Plain(sys.stdout))
    return redirect_stdout(_RightToLeft(sys.stdout)) if rightward else nullcontext()
