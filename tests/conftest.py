"""What every test can ask for."""

import gc
import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from compiling import compile_once, make_once, program_of, shipped
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulesrun.cli.files import compiling
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler

gc.set_threshold(20_000, 20, 100)  # games that are kept live as long as the run

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # how long an example takes is no matter of a test

with suppress(NoCompiler):  # what is compiled here is tried a few times
    if "-O0" not in compiler():
        os.environ["CC"] = shlex.join([*compiler(), "-O0"])
        compiler.cache_clear()

vars(compiling)["compile_rules"] = (
    compile_once  # a hundred commands ask for the same games
)
make_once()

LONGEST = "tests/secrecy/test_indistinguishable.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The file that takes longest comes first, so that no process waits for it at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


class TextSnapshot(SingleFileSnapshotExtension):
    """One readable text file for each snapshot."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture(autouse=True)
def _no_terminal_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever terminal and locale run the tests, what they print is the same."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(autouse=True)
def _no_games_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Games that are stopped are not kept among those of whoever runs the tests."""
    folder = tmp_path_factory.getbasetemp() / "kept"
    folder.mkdir(exist_ok=True)
    monkeypatch.setattr("rulesrun.cli.playing.kept.cache_folder", lambda _: folder)


@pytest.fixture(autouse=True)
def _checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is checked, whatever whoever runs the tests has checked before."""
    monkeypatch.setattr("rulesrun.cli.files.unchanged.keeper", lambda name: None)


@pytest.fixture
def optimised(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games are compiled as they are for users."""
    words = [word for word in compiler() if word != "-O0"]
    monkeypatch.setenv("CC", shlex.join(words))
    compiler.cache_clear()
    yield
    compiler.cache_clear()


@pytest.fixture
def snapshot_txt(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compares a text with the file that is kept of it."""
    return snapshot.use_extension(TextSnapshot)


@pytest.fixture(scope="session", name="shipped")
def _shipped() -> Callable[[str], Program]:
    """Gives the program of a shipped game by its name."""
    return shipped


def _ended(
    rules: str, files: Mapping[str, str] | None = None, players: int = 2
) -> dict[str, Any]:
    text = f"language 1\n\ngame small:\n    players {players}\n\n{rules}"
    position = Game(program_of(text, files), players).start(0)
    while not position.over:
        position.choose(0)
    result = {}
    for symbol, family in position.game.layout.families.items():
        values = position.state[family.base : family.base + family.size]
        result[symbol.name] = values if symbol.all_keys else values[0]
    return result


@pytest.fixture
def ended() -> Callable[..., dict[str, Any]]:
    """Plays a small game by its rules, the first option always chosen.

    Gives its variables, with a list where there are several of one name.
    """
    return _ended
