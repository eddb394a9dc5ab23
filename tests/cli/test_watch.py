import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from running import ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.commands.watch import Watch


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of four scenarios, in the folder that one works in."""
    assert rulesrun("new", "gems", "-o", tmp_path).code == 0
    (tmp_path / "short.script").write_text(
        "players 2\nseed 5\nplayer 1: take gem=red 3\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path / "gems.rules"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    later = path.stat().st_mtime_ns + 5_000_000_000
    os.utime(path, ns=(later, later))


def test_what_is_different(
    game: Path, capsys: pytest.CaptureFixture[str], snapshot_txt: SnapshotAssertion
) -> None:
    watch = Watch("gems.rules", "short.script")
    told = []

    def step(title: str) -> None:
        told.append(f"--- {title}: {[p.name for p in watch.changed()]}")
        watch.report()
        told.append(capsys.readouterr().out)

    watch.report()
    told.append(capsys.readouterr().out)
    assert watch.changed() == []
    change(game, "p.points += 3 ", "p.points += 4 ")
    step("more points")
    change(game, "move gem to p.gems", "move gm to p.gems")
    step("a misspelled name")
    change(game, "move gm to p.gems", "move gem to p.gems")
    step("mended")
    change(game, "p.points += 4 ", "p.points += 3 ")
    step("as before")
    change(game, "<= 3 + size", "<= 2 + size")
    step("another condition")
    tests = game.parent / "tests" / "gems.rules"
    text = tests.read_text("utf-8")
    tests.write_text(text[: text.index('scenario "the last gem')], "utf-8")
    step("a scenario less")
    change(game.parent / "gems" / "rulebook.md", "R-3. ", "R-33. ")
    step("a paragraph less")
    assert "\n".join(told) == snapshot_txt


def test_a_new_file_of_tests_is_seen(game: Path) -> None:
    watch = Watch("gems.rules", None)
    watch.report()
    more = game.parent / "tests" / "gems_more.rules"
    shutil.copy(game.parent / "tests" / "gems.rules", more)
    assert watch.changed() == [more]
    watch.report()
    assert watch.before is not None
    assert len(watch.before.scenarios) == 8


def test_a_file_that_goes_and_comes(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    watch = Watch("gems.rules", None)
    watch.report()
    book = game.parent / "gems" / "rulebook.md"
    text = book.read_text("utf-8")
    book.unlink()
    assert watch.changed() == [book]
    watch.report()
    assert "unreadable-rulebook" in capsys.readouterr().out
    book.write_text(text, "utf-8")
    watch.report()
    out = capsys.readouterr().out
    assert "gone: " in out
    assert "valid, 4 passed" in out


@pytest.mark.parametrize("name", ["alhambra", "island"])
def test_once(name: str) -> None:
    ran = rulesrun("watch", f"rules/{name}.rules", "--once")
    assert ran.code == 0
    assert ran.out.startswith("valid, ")


@pytest.mark.parametrize(
    "args",
    [("nowhere",), ("alhambra", "--script", "nowhere.script"), ("rules",)],
    ids=["no rules", "no script", "folder"],
)
def test_bad_input(args: tuple[str, ...]) -> None:
    ran = rulesrun("watch", *args, "--once")
    assert (ran.code, ran.out) == (2, "")


def _can_be_interrupted() -> None:
    """Also where the tests run in the background, which passes on that it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_it_ends_when_it_is_interrupted(game: Path) -> None:
    command = [sys.executable, "-m", "rulesrun", "watch", "gems.rules"]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONUNBUFFERED": "1",
    }
    with subprocess.Popen(
        command,
        cwd=game.parent,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_can_be_interrupted,
    ) as watching:
        assert watching.stdout is not None
        guard = threading.Timer(600, watching.kill)  # rather fail than wait for ever
        guard.start()
        assert watching.stdout.readline() == "valid, 4 passed\n"
        change(game, "p.points += 3 ", "p.points += 4 ")
        assert watching.stdout.readline() == "\n"
        assert watching.stdout.readline() == "gems.rules\n"
        assert watching.stdout.readline()  # what is different: it waits again
        watching.send_signal(signal.SIGINT)
        _, problems = watching.communicate()
        guard.cancel()
        assert (watching.returncode, problems) == (0, "")
