"""What every test can ask for."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulesrun.dsl.compile import Program, compile_rules

RULES = Path(__file__).parents[1] / "rules"


class TextSnapshot(SingleFileSnapshotExtension):
    """One readable text file for each snapshot."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def snapshot_txt(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compares a text with the file that is kept of it."""
    return snapshot.use_extension(TextSnapshot)


@cache
def _program(name: str) -> Program:
    path = RULES / f"{name}.rules"

    def read(file: str) -> str | None:
        found = path.parent / file
        return found.read_text("utf-8") if found.is_file() else None

    compiled = compile_rules(path.read_text("utf-8"), str(path), read)
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


@pytest.fixture(scope="session")
def shipped() -> Callable[[str], Program]:
    """Gives the program of a shipped game by its name."""
    return _program
