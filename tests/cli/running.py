"""Runs commands as a person would, and shows what they print."""

from __future__ import annotations

import re
from contextlib import chdir
from pathlib import Path

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
