"""Runs commands as a person would, and shows what they print."""

from __future__ import annotations

import os
import re
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from typing import NoReturn

from attrs import frozen
from click.testing import CliRunner

from rulesrun.cli.main import main
from rulesrun.cli.output.problems import OUR_FAULT

ROOT = Path(__file__).parents[2]

PLOTS = "tests/cli/games/plots.rules"
"""A small game with a little of everything."""

_TEMPORARY = re.compile(
    r"[^\s'\"\u2066-\u2069]*/pytest-of-[^/\s]+/pytest-\d+/(popen-gw\d+/)?[^/\s]+?\d+"
    r"(?=[/\s'\":]|$)"
)
_SPEED = re.compile(r"[\d.]+ games and \d+ decisions a second")


@frozen
class Ran:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All of it, as a snapshot keeps it."""
        parts = [f"exit status {self.code}"]
        if self.out.strip():
            parts.append(f"--- output ---\n{self.out.rstrip()}")
        if self.err.strip():
            parts.append(f"--- problems ---\n{self.err.rstrip()}")
        return "\n".join(parts) + "\n"


def rulesrun(*args: object, typed: str | None = None) -> Ran:
    """Run a command in the checkout; a test's own folder is shown as TMP."""
    with chdir(ROOT):
        result = CliRunner().invoke(
            main, list(map(str, args)), input=typed, prog_name="rulesrun"
        )
    assert "Traceback" not in result.stderr
    assert result.exit_code != OUR_FAULT, result.stderr
    if result.exception is not None:
        assert isinstance(result.exception, SystemExit), result.exception
    out, err = (
        _SPEED.sub("(speed)", _TEMPORARY.sub("TMP", text))
        for text in (result.stdout, result.stderr)
    )
    return Ran(result.exit_code, out, err)


def become(args: Sequence[str], *, after_a_line: bool = False) -> NoReturn:
    """Be a command in the child of a fork, which need not import all that it takes.

    Only for commands that start no processes of their own. It may wait for a line first.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code: object = None
    try:
        sys.stdin = os.fdopen(0)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        if after_a_line:
            os.read(0, 1)  # a terminal gives a whole line; this one is empty
        main(args, prog_name="rulesrun")
    except SystemExit as ended:
        code = ended.code
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:  # nothing of the tests may go on here
        os._exit(code if isinstance(code, int) else 98)
