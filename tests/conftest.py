"""What every test can ask for."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulesrun.dsl.compile import Program, compile_rules
from rulesrun.interpreter.game import Game

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


def _ended(
    rules: str, files: Mapping[str, str] | None = None, players: int = 2
) -> dict[str, Any]:
    text = f"language 1\n\ngame small:\n    players {players}\n\n{rules}"
    compiled = compile_rules(text, "small.rules", (files or {}).get)
    assert compiled.program is not None, compiled.diagnostics
    position = Game(compiled.program, players).start(0)
    while not position.over:
        position.choose(0)
    found = {}
    for symbol, family in position.game.layout.families.items():
        values = position.state[family.base : family.base + family.size]
        found[symbol.name] = values if symbol.all_keys else values[0]
    return found


@pytest.fixture
def ended() -> Callable[..., dict[str, Any]]:
    """Plays a small game by its rules, the first option always chosen.

    Gives its variables, with a list where there are several of one name.
    """
    return _ended
