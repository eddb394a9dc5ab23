"""What ends a command early: each kind with its own exit status and one clear message.

0  all is well
1  there are problems: faulty rules, a refused choice, a failed scenario
2  wrong usage, or a file that cannot be read or written
3  a fault of rulesrun itself
141  the reader of the output has gone away, as a shell says of every command
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from typing import IO, Any

import click

from rulesrun.cli.output.streams import in_direction

PROBLEMS, UNUSABLE, OUR_FAULT, UNREAD = 1, 2, 3, 141

ASKED: ContextVar[str | None] = ContextVar("asked", default=None)
"""The language that was asked for; none where that of the locale is meant."""


class Problem(click.ClickException):
    """Something is wrong with the rules, a script, a log or a choice."""

    exit_code = PROBLEMS

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message to standard error."""
        text = TELLER.get()(self.format_message(), False)
        click.echo(text, file=file, err=True, color=True)


class Unusable(click.ClickException):
    """The command was called wrongly, or a file cannot be read or written."""

    exit_code = UNUSABLE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message to standard error."""
        text = TELLER.get()(self.format_message(), True)
        click.echo(text, file=file, err=True, color=True)


def in_english(message: str, of_use: bool) -> str:
    """A problem as it is printed, if nobody tells it in another language."""
    return in_direction(f"Error: {message}" if of_use else message)


TELLER: ContextVar[Callable[[str, bool], str]] = ContextVar(
    "teller", default=in_english
)
"""How problems are told: the command sets it, which knows of languages."""


def reason(error: OSError) -> str:
    """Why a file cannot be used, in words without numbers of the system."""
    return (error.strerror or str(error)).lower()


def our_fault(error: Exception) -> str:
    """What to say where rulesrun itself has gone wrong."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    file = os.path.basename(place.filename)
    lines = [
        "This is a fault of rulesrun, not of your rules or of you.",
        f"    {type(error).__name__}: {error}".rstrip(": ")[:300],
        f"    in {file}, line {place.lineno}",
        "Please report it with these lines, the command, and the files that it reads.",
        "(RULESRUN_TRACEBACK=1 in the environment shows more.)",
    ]
    if os.environ.get("RULESRUN_TRACEBACK"):
        lines.insert(0, "".join(traceback.format_exception(error)))
    return "\n".join(lines)
