"""Compiling with whatever is there, and the folder where compiled games are kept."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulesrun
from rulesrun.interpreter.native.build import (
    LARGE,
    NoCompiler,
    command_for,
    compiler,
)

try:
    compiler()
except NoCompiler as missing:
    pytest.skip(str(missing), allow_module_level=True)

OWN = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache that is empty yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    compiler.cache_clear()
    yield tmp_path / "cache" / "rulesrun" / "native"
    compiler.cache_clear()


def chosen() -> tuple[bool, str]:
    """Whether the compiled game plays, and otherwise why not."""
    engine, why = rulesrun.load("tic_tac_toe", players=2).chosen_engine
    if engine is not None:
        assert engine.random_games(20) == engine.random_games(20)
    return engine is not None, why


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("false", "the C compiler failed: false"),
        ("true", "the C compiler failed: true"),
        ("cat", "the C compiler failed: cat"),
        ("no-such-compiler -m64", "there is no such command"),
        ("/", "there is no such command"),
        ("'cc", "No closing quotation"),
    ],
)
def test_an_odd_compiler(
    command: str, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", command)

    plays, why = chosen()

    assert not plays
    assert said in why
    with pytest.raises(ValueError, match=r"compile|command|quotation"):
        rulesrun.load("tic_tac_toe", players=2, engine="native")


@pytest.mark.skipif(OWN is None, reason="the machine has no compiler of its own")
@pytest.mark.parametrize("form", ["{}", "{} -O1", " env {} ", ""])
def test_a_compiler_with_arguments(
    form: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", form.format(OWN))

    assert chosen() == (True, "")


@pytest.mark.skipif(OWN is None, reason="the machine has no compiler of its own")
def test_how_hard_it_tries(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    levels = []
    for given in (f"{OWN}", f"{OWN} -O1"):
        monkeypatch.setenv("CC", given)
        compiler.cache_clear()
        for lines in (LARGE, LARGE + 1):
            command = command_for("\n" * lines)
            levels.append([word for word in command if word.startswith("-O")])

    assert levels == [["-O3"], ["-O2"], ["-O1"], ["-O1"]]


@pytest.mark.parametrize("damage", ["empty", "of others", "link"])
def test_a_damaged_library_is_made_anew(
    damage: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert chosen() == (True, "")
    (whole,) = folder.glob("*.so")
    # in another place: the system keeps what this process has loaded by its path
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    library = tmp_path / "other" / "rulesrun" / "native" / whole.name
    library.parent.mkdir(parents=True)
    match damage:
        case "empty":
            library.touch()
        case "of others":
            library.write_bytes(b"not looked at")
            library.chmod(0o722)
        case "link":
            library.symlink_to(sys.executable)

    assert chosen() == (True, "")
    assert library.lstat().st_mode & 0o077 == 0
    assert [result.name for result in library.parent.glob("*.so")] == [library.name]


def test_a_folder_that_others_can_write_into(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)

    plays, why = chosen()

    assert not plays
    assert "others can write into" in why


def test_a_folder_that_cannot_be_written_into(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", full)

    plays, why = chosen()

    assert not plays
    assert "No space left" in why


def test_processes_that_compile_at_once(folder: Path) -> None:
    script = (
        "import rulesrun; engine = rulesrun.load('tic_tac_toe', 2, engine='native')"
        ".engine; print(len(engine.random_games(9)))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        for _ in range(2)
    ]

    assert [process.communicate()[0].strip() for process in running] == [b"9"] * 2
    assert len(list(folder.glob("*.so"))) == 1
