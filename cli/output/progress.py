"""A line that says how far something has come, and when it will be done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from attrs import Factory, define

from rulesrun.cli.output.terminal import columns, cut, pad, width

T = TypeVar("T")

OFTEN = 0.2
"""Seconds between two changes of the line."""


@define
class Progress:
    """Shown at a terminal only; `known` is whether it will go on to the total."""

    total: int
    what: str = "games"
    done: int = 0
    known: bool = True
    shown: bool = Factory(lambda: sys.stderr.isatty())
    _began: float = Factory(time.monotonic)
    _last: float = 0.0

    def add(self, count: int) -> None:
        """So many more are done."""
        self.done += count
        now = time.monotonic()
        if self.shown and now - self._last > OFTEN:
            self._last = now
            of = f" of {self.total}" if self.known else ""
            self._line(f"{self.done}{of} {self.what}{self._left(now)}")

    def _left(self, now: float) -> str:
        if now - self._began < 1 or not self.known:
            return ""
        left = (self.total - self.done) * (now - self._began) / self.done
        return f", {duration(left)} left"

    def end(self) -> None:
        """Take the line away."""
        if self.shown and self._last:
            self._line("")
            click.echo("\r", nl=False, err=True)

    def _line(self, text: str) -> None:
        size = columns() - 1
        click.echo(f"\r{pad(cut(text, size), size)}", nl=False, err=True)


def counting(items: Iterable[T], of: int, what: str) -> Iterator[T]:
    """The items, with a line that counts those that are done."""
    progress = Progress(of, what)
    try:
        for item in items:
            yield item
            progress.add(1)
    finally:
        progress.end()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """A line that says what is being done, while nobody can know how far it has come."""
    shown = sys.stderr.isatty()
    if shown:
        click.echo(text, nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            click.echo(f"\r{' ' * width(text)}\r", nl=False, err=True)


def duration(seconds: float) -> str:
    """A time as people say it."""
    whole = max(1, round(seconds))
    if whole < 100:
        return f"{whole} s"
    if whole < 6000:
        return f"{round(whole / 60)} min"
    return f"{whole / 3600:.1f} h"
