"""Work that takes long says how far it has come, and ends when somebody presses Ctrl-C."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from running import ROOT, become, rulesrun

from rulesrun.cli.messages import progress
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.cli.output.outside import shown_streams
from rulesrun.cli.output.terminal import columns


@pytest.mark.parametrize(
    ("language", "counted"),
    [(None, "1 of 2 files"), ("fa", "۱ فایل از ۲ فایل")],
)
def test_long_work_is_counted(
    language: str | None, counted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line goes back to its beginning, and away before anything else is printed."""

    def work() -> list[int]:
        counter = progress.Progress(2, "files", words=Words(language))
        done = []
        for number in counter.over([1, 2]):
            done.append(number)
            counter.hide()
        return done

    with shown_streams():
        assert [1, 2] == work()
    assert capsys.readouterr().err == ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "OFTEN", -1)
        patch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        with shown_streams():
            assert [1, 2] == work()
    told = unmarked(capsys.readouterr().err).split("\r")
    assert counted == told[1].strip()
    assert ["", ""] == [told[2].strip(), told[-1]]
    assert {0, columns() - 1} == {len(line) for line in told}


@pytest.mark.parametrize(
    ("seconds", "english", "persian"),
    [(0.2, "1 s", "۱ ثانیه"), (150, "2 min", "۲ دقیقه"), (9000, "2.5 h", "۲٫۵ ساعت")],
)
def test_times(seconds: float, english: str, persian: str) -> None:
    assert english == Words().duration(seconds)
    assert persian == unmarked(Words("fa").duration(seconds))


COUNTED = {
    "validate": ("validate", "FOLDER"),
    "fmt": ("fmt", "--check", "FOLDER"),
    "test": ("test", "FOLDER", "-j", "2"),
    "trace": ("trace", "auction"),
    "watch": ("watch", "auction", "--once"),
    "simulate": ("simulate", "auction", "--games", "9", "--players", "3"),
    "replay": ("replay", "LOG", "--verify"),
    "review": ("replay", "LOG", "--review"),
}


@pytest.mark.parametrize("args", COUNTED.values(), ids=COUNTED)
def test_every_long_work_shows_how_far_it_is(
    args: tuple[str, ...], tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    if "LOG" in args:
        rulesrun("play", "tic_tac_toe", "--seat", "1=random", "--log", log)
    if "FOLDER" in args:
        for name in ("a", "b"):
            rulesrun("new", name, "-o", tmp_path)
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "OFTEN", -1)
        patch.setattr(progress.Progress, "_line", lambda _, text: told.append(text))
        patch.setattr(progress, "on_a_terminal", lambda: True)
        given = {"LOG": log, "FOLDER": tmp_path}
        rulesrun(*(given.get(one, one) for one in args), "--lang", "en")
    assert re.match(r"\d+ of \d+ (files|games|choices|scenarios)\b", told[0]), told


# ---- Ctrl-C --------------------------------------------------------------------------


def begin(args: tuple[str, ...]) -> NoReturn:
    """Become the command, in the child of a fork that has the terminal to itself."""
    os.chdir(ROOT)
    os.environ |= {"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    if {"-j", "--seat"} & {*args}:  # these have processes of their own
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored in the background
        command = "from rulesrun.cli.main import main; main(prog_name='rulesrun')"
        os.execv(sys.executable, [sys.executable, "-c", command, *args])
    become(args)


def interrupted(args: tuple[str, ...], shown: str) -> tuple[str, int]:
    """Press Ctrl-C as soon as a text is shown; what is said then, and the exit status."""
    pty = pytest.importorskip("pty")
    child, number = pty.fork()
    if child == 0:  # pragma: no cover
        begin(args)
    seen = ""

    def read() -> Iterator[str]:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if select.select([number], [], [], 1)[0]:
                try:
                    data = os.read(number, 65536)
                except OSError:  # the command has ended
                    return
                if not data:
                    return
                yield data.decode("utf-8", "replace")
        os.kill(child, signal.SIGKILL)

    try:
        for text in read():
            seen += text
            if re.search(shown, seen):
                break
        assert re.search(shown, seen), seen
        os.write(number, b"\x03")
        said = "".join(read())
        _, status = os.waitpid(child, 0)
    finally:
        os.close(number)
    return said, os.waitstatus_to_exitcode(status)


GAMES = "900000"
STOPPED: dict[str, tuple[tuple[str, ...], str, str]] = {
    "validate": (("validate", "rules"), r"\d+ of \d+ files", "stopped"),
    "fmt": (("fmt", "--check", "rules"), r"\d+ of \d+ files", "stopped"),
    "test": (("test", "rules/tests"), r"\w+\.rules \.", "stopped before the end"),
    "test -j": (
        ("test", "rules", "-j", "2"),
        r"\d+ of \d+ files",
        "stopped before the end",
    ),
    "trace": (
        ("trace", "auction", "--games", GAMES),
        r"\d+ of \d+ games",
        f"stopped: {GAMES} random games were to be played",
    ),
    "simulate": (
        ("simulate", "classics/nim", "--games", GAMES),
        r"\d+ of \d+ games",
        f"stopped: {GAMES} were to be played",
    ),
    "a study": (
        ("simulate", "classics/nim", "--games", GAMES, "--seat", "1=greedy"),
        r"\d+ of \d+ games",
        "stopped",
    ),
    "review": (
        ("replay", "LOG", "--review", "--view", "all"),
        r"\d+ of \d+ choices",
        "stopped",
    ),
    "thinking": (
        ("play", "alhambra", "--seat", "1=thinker:100000000"),
        "thinking …",
        "The game has stopped here.",
    ),
    "watch": (("watch", "auction"), "passed", "\n"),
}


@pytest.mark.parametrize(("args", "shown", "told"), STOPPED.values(), ids=STOPPED)
def test_ctrl_c_ends_long_work(
    args: tuple[str, ...], shown: str, told: str, tmp_path: Path
) -> None:
    if "LOG" in args:
        log = str(tmp_path / "a.log")
        rulesrun("play", "alhambra", "--seat", "1=random", "--log", log)
        args = tuple(log if one == "LOG" else one for one in args)
    said, code = interrupted(args, shown)
    assert told in said
    assert "Traceback" not in said
    assert code == (0 if args[0] in ("play", "watch") else 1)
