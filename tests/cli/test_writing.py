"""What is written, and what is never written over."""

import ast
import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun

from rulesrun.cli.files.writing import GrowingFile, only, write_file
from rulesrun.cli.output.problems import Unusable
from rulesrun.interpreter.logs import read_log

RANDOM = ("--seat", "1=random", "--seat", "2=random")

WRITERS = {
    *("write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "TemporaryFile"),
    *("replace", "rename", "renames", "link", "symlink_to", "hardlink_to", "touch"),
    *(
        "truncate",
        "ftruncate",
        "copy",
        "copy2",
        "copyfile",
        "move",
        "mkdir",
        "makedirs",
    ),
    *("mkdtemp", "chmod", "unlink", "remove", "rmdir", "rmtree", "fdopen"),
}
OF_OTHERS = {"replace", "copy", "remove", "move", "link", "touch"}
"""What texts, positions and boards can do as well."""

MODULES = {"os", "shutil", "Path", "path"}


WRITE = (
    "cli/files/writing.py",
    "interpreter/runtime/caching.py",
    "interpreter/native/build.py",
    "interpreter/native/wasm_build.py",
)
"""What the person names is written by the first; the second makes the folders of the
cache, the others keep there what is compiled."""


def suspicious(tree: ast.Module) -> Iterator[int]:
    """The lines that may open, make, move or remove a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = {alias.name for alias in node.names} | {getattr(node, "module", "")}
            if names & {"tempfile", "mmap"}:
                yield node.lineno
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name("open") | ast.Attribute(attr="open"):
                if opens_to_write(node):
                    yield node.lineno
            case ast.Attribute(attr=name, value=of) if name in WRITERS:
                text = ast.unparse(of)
                if name not in OF_OTHERS or text in MODULES:
                    yield node.lineno


def opens_to_write(call: ast.Call) -> bool:
    """Whether a file is opened for anything but reading, as far as can be seen."""
    function = call.func
    own = isinstance(function, ast.Attribute) and ast.unparse(function.value) != "os"
    named = [k.value for k in call.keywords if k.arg in ("mode", "flags")]
    given = [*(call.args if own else call.args[1:]), *named]
    words = " ".join(ast.unparse(one) for one in given)
    modes = [
        one.value
        for one in given
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    if "O_RDONLY" in words:
        return any(flag in words for flag in ("O_CREAT", "O_TRUNC", "O_RDWR"))
    return any(set("wax+") & set(mode) for mode in modes) or "O_" in words


def test_one_module_writes() -> None:
    result = [
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("cli", "dsl", "interpreter")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in WRITE
        for line in suspicious(ast.parse(path.read_text("utf-8")))
    ]
    assert [] == result


def test_it_would_be_seen() -> None:
    for line in (
        "open('x', 'w')",
        "path.open('ab')",
        "path.write_text('')",
        "os.open(p, os.O_WRONLY)",
        "os.replace(a, b)",
        "import tempfile",
        "open(p, mode='r+')",
    ):
        assert list(suspicious(ast.parse(line))) == [1]
    for line in ("open('x')", "text.replace('a', 'b')", "position.copy()"):
        assert list(suspicious(ast.parse(line))) == []


# ---- at the table --------------------------------------------------------------------


def play(typed: str, *args: object) -> str:
    ran = rulesrun("play", PLOTS, "--seed", 3, *args, typed=typed)
    assert ran.code == 0
    return ran.out


def test_a_save_goes_over_no_game(tmp_path: Path) -> None:
    rules = tmp_path / "gems.rules"
    rules.write_text("language 1\n")
    told = play(f"save {rules}\nquit\n")
    assert "gems.rules is there already, and it is not of a kind that" in told
    assert "--force" not in told, "nobody can type that here"
    assert rules.read_text() == "language 1\n"


def test_a_save_goes_over_a_save(tmp_path: Path) -> None:
    told = play(f"save {tmp_path / 'a'}\n1\nsave {tmp_path / 'a'}\nquit\n")
    assert told.count("Saved as TMP/a") == 2
    assert len(read_log((tmp_path / "a").read_text("utf-8")).entries) == 2


def test_a_save_goes_over_no_log_that_is_being_written(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    told = play(f"1\nsave {log}\nquit\n", "--log", log)
    assert "a.log: a game that is under way is written to it" in told
    assert len(read_log(log.read_text("utf-8")).entries) == 2


@pytest.mark.parametrize("where", ["nowhere/a", ".", "/dev/null", "/dev/full", "a\0b"])
def test_a_save_that_cannot_be(tmp_path: Path, where: str) -> None:
    told = play(f"save {tmp_path / where}\nquit\n")
    assert "cannot write" in told
    assert os.listdir(tmp_path) == []


# ---- pages ---------------------------------------------------------------------------


def test_a_page_goes_over_no_game(tmp_path: Path) -> None:
    assert rulesrun("new", "gems", "-o", tmp_path).code == 0
    rules = tmp_path / "gems.rules"
    before = rules.read_text()
    given = ("test", rules, "--coverage", "--html")
    ran = rulesrun(*given, rules)
    assert (ran.code, ran.out) == (2, "")
    assert "gems.rules is there already" in ran.err
    assert before == rules.read_text()
    for _ in range(2):
        assert rulesrun(*given, tmp_path / "page.html").code == 0
    (tmp_path / "own.html").write_text("<p>mine")
    assert rulesrun(*given, tmp_path / "own.html").code == 2
    assert rulesrun(*given, tmp_path / "own.html", "--force").code == 0


# ---- how -----------------------------------------------------------------------------


def test_a_system_without_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "link")
    write_file(tmp_path / "new", "text")
    assert (tmp_path / "new").read_text("utf-8") == "text"
    assert os.listdir(tmp_path) == ["new"]


def test_links_and_rights_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to("real")
    write_file(link, "new", only("old"))
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link", "real"]


def test_what_was_changed_meanwhile_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("changed")
    with pytest.raises(Unusable):
        write_file(tmp_path / "a", "new", only("old"))
    assert (tmp_path / "a").read_text() == "changed"


def test_a_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Unusable, match="no space left on device"):
        write_file(tmp_path / "a", "new", only("old"))
    assert (tmp_path / "a").read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_full_disk_in_the_middle_of_a_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message; the log holds what was chosen before, and can be taken up again."""
    room = 500
    plain = os.write

    def write(handle: int, data: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = plain(handle, data[:room])
        room -= written
        return written

    log = tmp_path / "a.log"
    monkeypatch.setattr(os, "write", write)
    ran = rulesrun("play", PLOTS, "--seed", 3, *RANDOM, "--log", log)
    monkeypatch.undo()
    assert ran.code == 2
    assert ran.err == (
        "Error: cannot write the log TMP/a.log: no space left on device; it holds all "
        "that was written before\n"
    )
    entries = len(read_log(log.read_text("utf-8")).entries)
    assert entries > 0
    assert f"Loaded {entries} choices" in play(f"load {log}\nquit\n")


def test_a_log_is_written_by_one_game(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    given = [sys.executable, "-m", "rulesrun", "play", PLOTS, "--seed", "3"]
    with subprocess.Popen(
        [*given, "--log", str(log), "--force"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline()  # it has begun
        first.stdin.write("1\n")
        first.stdin.flush()
        while "option" not in first.stdout.readline():
            pass
        ran = rulesrun("play", PLOTS, "--seed", 4, *RANDOM, "--log", log, "--force")
        assert ran.code == 2
        assert "a.log: a game that is under way is written to it" in ran.err
        first.communicate("quit\n", timeout=60)
    assert read_log(log.read_text("utf-8")).seed == 3
    ran = rulesrun("play", PLOTS, "--seed", 4, *RANDOM, "--log", log, "--force")
    assert ran.code == 0
    assert read_log(log.read_text("utf-8")).seed == 4


def test_a_growing_file_can_be_closed_twice(tmp_path: Path) -> None:
    file = GrowingFile.create(tmp_path / "a", "the log", force=False)
    file.add("one")
    file.close()
    file.close()
    assert (tmp_path / "a").read_text() == "one"
