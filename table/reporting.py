"""What the server says at the terminal: a line for each thing, and none twice a minute."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

import click
from attrs import Factory, define

from rulesrun.cli.output.problems import our_fault, reason

SECONDS = 60.0
"""The same is said again only after so long."""

MOST_KINDS = 1000
"""Of more things that have been said, the oldest are forgotten."""

LOG = logging.getLogger("rulesrun.table")
"""What tables have to say to whoever runs the server."""

HEARD = ("uvicorn", "asyncio", "websockets", LOG.name)
"""Whoever says something while the server runs."""


_NUMBER = re.compile(r"[0-9]+")


@define
class Said:
    """When something was said last, and how often it has come up since."""

    at: float
    more: int = 0


@define(eq=False)
class Sparing:
    """Says each thing once a minute at most; `clock` says how late it is, in seconds."""

    clock: Callable[[], float] = time.monotonic
    say: Callable[[str], None] = lambda text: click.echo(text, err=True)
    _said: dict[str, Said] = Factory(dict)

    def tell(self, text: str, kind: str | None = None) -> None:
        """Say a text, unless something of its kind was said just before."""
        kind, now = text if kind is None else kind, self.clock()
        previous = self._said.get(kind)
        if previous is not None and now - previous.at < SECONDS:
            previous.more += 1
            return
        if previous is not None and previous.more:
            text += f" ({previous.more:,} more times since it was said last)"
        self._said.pop(kind, None)
        self._said[kind] = Said(now)
        if len(self._said) > MOST_KINDS:
            del self._said[next(iter(self._said))]
        self.say(text)


class Handler(logging.Handler):
    """Hands on what loggers are told; a fault becomes a few lines, never a traceback."""

    def __init__(self, sparing: Sparing) -> None:
        super().__init__(logging.WARNING)
        self.sparing = sparing

    def emit(self, record: logging.LogRecord) -> None:
        """Say a line for a message, whatever numbers of the system are in it."""
        error = record.exc_info[1] if record.exc_info else None
        while isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        text = record.getMessage()
        if error is not None and error.__traceback__ is None:
            error = None
        if isinstance(error, OSError):
            text = f"{text}: {reason(error)}"
        elif isinstance(error, Exception):
            text = our_fault(error)
        own = record.name == LOG.name
        self.sparing.tell(text, text if own else _NUMBER.sub("0", text))


def report_sparingly() -> None:
    """Let everything that the server says go through one Sparing."""
    handler = Handler(Sparing())
    for name in HEARD:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
