"""A line that says how far something has come, and when it will be done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
from attrs import Factory, define

from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.harmless import BACK
from rulesrun.cli.output.terminal import columns, cut, pad, width

T = TypeVar("T")

OFTEN = 0.2
"""Seconds between two changes of the line."""


def on_a_terminal() -> bool:
    """Whether a person sees what is said of problems at once."""
    return sys.stderr.isatty()


@define
class Progress:
    """Shown at a terminal only; `known` is whether it will go on to the total.

    `what` is counted: games, choices, files or scenarios.
    """

    total: int
    what: str = "games"
    done: int = 0
    known: bool = True
    shown: bool = Factory(lambda: on_a_terminal())
    words: Words = Factory(lambda: Words(spoken()))
    _began: float = Factory(time.monotonic)
    _last: float = 0.0
    _on_screen: bool = False

    def add(self, count: int = 1) -> None:
        """So many more are done."""
        self.done += count
        now = time.monotonic()
        if self.shown and now - self._last > OFTEN:
            self._last = now
            self._line(self._text(now))

    def _text(self, now: float) -> str:
        say = self.words.say
        if not self.known:
            return say(self.what, n=self.done)
        text = say(f"progress: {self.what}", done=self.done, total=self.total)
        if now - self._began < 1 or not self.done:
            return text
        left = (self.total - self.done) * (now - self._began) / self.done
        return say("progress: left", text=text, time=self.words.duration(left))

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """The items, counted as they are done."""
        try:
            for item in items:
                yield item
                self.add()
        finally:
            self.hide()

    def hide(self) -> None:
        """Take the line away, so that something else can be printed."""
        if self._on_screen:
            self._line("")
            click.echo(BACK, nl=False, err=True)
            self._on_screen = False

    def _line(self, text: str) -> None:
        size = columns() - 1
        line = self.words.line(pad(cut(text, size), size))
        click.echo(f"{BACK}{line}", nl=False, err=True)
        self._on_screen = True


def counting(items: Iterable[T], of: int, what: str) -> Iterator[T]:
    """The items, with a line that counts those that are done, while nothing is printed."""
    return Progress(of, what).over(items)


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """A line that says what is being done, while nobody can know how far it has come."""
    visible = on_a_terminal()
    if visible:
        click.echo(text, nl=False, err=True)
    try:
        yield
    finally:
        if visible:
            click.echo(f"{BACK}{' ' * width(text)}{BACK}", nl=False, err=True)
