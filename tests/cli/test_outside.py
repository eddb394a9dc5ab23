"""Odd input and output: one line that says what is wrong, and no hang."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner
from running import ROOT, rulesrun

from rulesrun.cli.main import main
from rulesrun.cli.output.harmless import harmless, ours, styled

RULESRUN = [sys.executable, "-m", "rulesrun"]


def run(
    *args: object, shell: str = "", **kwargs: Any
) -> subprocess.CompletedProcess[str]:
    """Run a command by itself; `shell` says where its input and output go."""
    command = ["bash", "-c", f'exec "$@" {shell}', "-", *RULESRUN, *map(str, args)]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=kwargs.pop("cwd", ROOT),
        **kwargs,
    )
    assert "fault of rulesrun" not in ran.stderr
    assert "Traceback" not in ran.stderr
    return ran


ODD: dict[str, tuple[tuple[str, ...], str, str]] = {
    "no output": (("list",), ">&-", "cannot write the output: it is closed"),
    "full": (("list",), "> /dev/full", "cannot write the output: no space left"),
    "full in a game": (
        ("play", "nim", "--seat", "1=random"),
        "> /dev/full",
        "cannot write the output: no space left on device",
    ),
    "full for help": (("--help",), "> /dev/full", "cannot write the output"),
    "no input": (("play", "nim"), "<&-", "cannot read choices: the input is closed"),
    "no text": (("play", "nim"), "<<< $'\\xff'", "it holds the byte 0xff"),
    "no end": (("play", "nim"), "< /dev/zero", "that is not a choice"),
    "no problems": (("validate", "nosuch"), "2>/dev/full", ""),
    "nothing at all": (("list",), ">&- 2>&-", ""),
}


@pytest.mark.parametrize(("args", "shell", "said"), ODD.values(), ids=ODD.keys())
def test_odd_input_and_output(args: tuple[str, ...], shell: str, said: str) -> None:
    ran = run(*args, shell=shell, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stderr.count("\n") == bool(said)


UNREAD = 141
"""What a shell says of a command whose reader has gone away."""


def test_a_reader_that_goes_away() -> None:
    with subprocess.Popen(
        [*RULESRUN, "play", "alhambra", "--seat", "1=random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.readline()
        ran.stdout.close()
        assert ran.stderr.read() == b""
        assert ran.wait(60) == UNREAD


TOLD: dict[str, tuple[str, ...]] = {
    "help": ("--help",),
    "version": ("--version",),
    "help of a command": ("simulate", "--help"),
    "new": ("new", "duel"),
    "validate": ("validate", "nim"),
    "play": ("play", "nim", "--seat", "1=random", "--seat", "2=random"),
    "replay": ("replay", "game.log"),
    "why": ("why", "game.log"),
    "ledger": ("ledger", "game.log"),
    "test": ("test", "nim"),
    "simulate": ("simulate", "nim", "--games", "2"),
    "simulate in parts": ("simulate", "nim", "--games", "20", "--jobs", "2"),
    "trace": ("trace", "auction"),
    "translate": ("translate", "nim", "--to", "fa"),
    "docs": ("docs", "--language"),
    "fmt": ("fmt", "--diff", "untidy.rules"),
    "list": ("list",),
    "explain": ("explain", "unknown-name"),
    "debug": ("debug", "core", "nim"),
    "in Persian": ("list", "--lang", "fa"),
    "plain": ("play", "nim", "--plain", "--seat", "1=random", "--seat", "2=random"),
}


BY_THEMSELVES = {"list", "play", "simulate in parts"}
"""Of these a whole process is looked at, to its very end."""


@pytest.mark.parametrize("name", TOLD)
def test_nobody_reads_what_is_printed(name: str, tmp_path: Path) -> None:
    (tmp_path / "untidy.rules").write_text("language  2\n")
    if "game.log" in TOLD[name]:
        players = ("--seat", "1=random", "--seat", "2=random", "--seed", "1")
        rulesrun("play", "auction", *players, "--log", tmp_path / "game.log")
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as nowhere:
        if name in BY_THEMSELVES:
            code, said = _alone(TOLD[name], tmp_path, nowhere)
        else:
            code, said = _here(TOLD[name], tmp_path, nowhere)
    assert said == ""
    assert code == UNREAD


def _alone(args: tuple[str, ...], folder: Path, out: IO[bytes]) -> tuple[int, str]:
    """The exit status of a command in a process of its own, and what it says."""
    ran = subprocess.run(
        [*RULESRUN, *args],
        stdout=out,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stderr.decode()


def _here(args: tuple[str, ...], folder: Path, out: IO[bytes]) -> tuple[int, str]:
    """The same in this process."""
    output = io.TextIOWrapper(io.FileIO(out.fileno(), "w", closefd=False))
    said = io.StringIO()
    with chdir(folder), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        patch.setattr(sys, "stdout", output)
        patch.setattr(sys, "stderr", said)
        with pytest.raises(SystemExit) as ended:
            main(args, prog_name="rulesrun")
    if not output.closed:
        output.flush()  # as every process does at its end, whoever has forgotten to
    assert isinstance(ended.value.code, int)
    return ended.value.code, said.getvalue()


def test_nowhere_to_keep_anything() -> None:
    env = {**os.environ, "HOME": "/proc", "XDG_CACHE_HOME": "/proc/none"}
    assert run("validate", "nim", env=env).returncode == 0


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = (
        "rmdir ../gone; for given in 'list' 'play nim --seat 1=random --seat 2=random "
        "--log a.log'; do $0 -m rulesrun $given > /dev/null; echo $?; done"
    )
    ran = subprocess.run(
        ["bash", "-c", script, sys.executable],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=gone,
    )
    assert "fault" not in ran.stderr
    assert ran.stdout.split() == ["0", "2"]
    gone.mkdir()
    ended = {}
    with chdir(gone):
        gone.rmdir()
        for given in (
            *("validate nim", "new x", "fmt nim --check", "docs nim -o x"),
            "watch nim --once",
        ):
            here = CliRunner().invoke(main, given.split())
            assert "fault" not in here.output
            ended[given] = here.exit_code
    assert list(ended.values()) == [0, 2, 0, 2, 0], ended


def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.rules"
    os.mkfifo(pipe)
    os.mkfifo(tmp_path / "table.csv")
    for args in (
        ("validate", pipe),
        ("play", "nim", "--script", pipe),
        ("replay", pipe),
        ("test", tmp_path),
        ("trace", pipe),
        ("fmt", pipe),
    ):
        ran = rulesrun(*args)
        assert ran.code == 2
        assert "is not an ordinary file" in ran.err
    rules = tmp_path / "a.rules"
    rules.write_text(
        'language 1\ninclude "pipe.rules"\ntable t(n: 1..2 -> m: int) from "table.csv"\n'
    )
    ran = rulesrun("validate", rules)
    assert ran.code == 1
    assert ran.err.count("is not an ordinary file") == 2


# ---- what acts on a terminal ---------------------------------------------------------

EVIL = "\x1b[2J\x07\x9b31m\x08\x7f"
ACTING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")

EVIL_GAME = """\
language 1

game gems "Gems":
    players 2
    rulebook "book.md"

card Gem "gem":
    worth: int

state:
    row: row of Gem
    gone: pile of Gem

supply:
    2 Gem from "gems.csv"

action take(p: player) "Take":
    choose gem in row                                                       @R-1
        where gem.name != "a" "not that"                                    @R-2
    move gem to gone

play:
    for each gem in Gem:
        move gem to row
    player 1 must take(player 1)
    rank players by most 0
"""


def test_nothing_from_outside_acts_on_the_terminal(tmp_path: Path) -> None:
    rules, log, script = (
        tmp_path / f"evil.{end}" for end in ("rules", "log", "script")
    )
    rules.write_text(EVIL_GAME, "utf-8")
    (tmp_path / "gems.csv").write_text(f"worth,name\n1,r{EVIL}ed\n2,a\n", "utf-8")
    (tmp_path / "book.md").write_text(f"R-1. Ta{EVIL}ke.\n\nR-2. No{EVIL}t.\n", "utf-8")
    head = {"rulesrun": 1, "game": EVIL, "rules": EVIL, "players": 2, "seed": 1}
    log.write_text(json.dumps({**head, "options": {}}) + "\n", "utf-8")
    entry = {"player": 1, "choice": EVIL, "state": ""}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
    odd = tmp_path / f"a{EVIL}.rules"
    odd.write_text(f"language 1\ngame x {EVIL}\n", "utf-8")
    script.write_text(f"note {EVIL}\nta{EVIL}ke\n", "utf-8")
    typed = f"{EVIL}\nwhy {EVIL}\nload {EVIL}\nshow\nlog\n1\n"
    ran = [
        rulesrun("validate", rules),
        rulesrun("validate", odd),
        rulesrun("validate", f"nosuch{EVIL}"),
        rulesrun(f"nosuch{EVIL}"),
        rulesrun("list", f"--{EVIL}"),
        rulesrun("explain", EVIL),
        rulesrun("play", rules, "--seed", 1, typed=typed),
        rulesrun("play", rules, "--script", script),
        rulesrun("replay", log),
        rulesrun("replay", log, "--rules", rules),
        rulesrun("why", f"{log}@0", "take", "a", "--rules", rules),
        rulesrun("trace", rules, "--all"),
        rulesrun("debug", "tokens", odd),
        rulesrun("debug", "tree", rules),
        rulesrun("debug", "plan", rules),
        rulesrun("test", tmp_path),
        rulesrun("docs", rules, "-o", tmp_path),
    ]
    for one in ran:
        print(one.text)
        assert ACTING.search(one.out + one.err) is None, one
        assert len(one.out + one.err) > 3
    page = (tmp_path / "gems.html").read_text("utf-8")
    assert ACTING.search(page) is None


def test_pictures_of_signs() -> None:
    assert harmless("a\x1b[2Jb\r\x7f\x9b\ud800\u202ec\td\n\u200cپ") == (
        "a␛[2Jb␍␡\ufffd\ufffd\ufffdc\td\n\u200cپ"
    )


def test_only_our_own_colours_go_through(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from rulesrun.cli.output.outside import shown_streams

    with shown_streams():
        print(styled("a\x1b[31mb", bold=True) + ours("\x1b[1mc\x1b[0m"))
    assert capsys.readouterr().out == "\x1b[1ma␛[31mb\x1b[0m\x1b[1mc\x1b[0m\n"


# ---- Ctrl-C --------------------------------------------------------------------------

LONG: dict[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "simulate": (
        ("simulate", "alhambra", "--games", "900000", "--players", "2", "--jobs", "2"),
        lambda told: "stopped: 900000 were to be played" in told,
    ),
    "test": (("test", "rules/tests"), lambda told: "stopped before the end" in told),
}


@pytest.mark.parametrize(("args", "told"), LONG.values(), ids=LONG.keys())
def test_interrupted(args: tuple[str, ...], told: Callable[[str], bool]) -> None:
    with subprocess.Popen(
        [*RULESRUN, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as ran:
        try:
            assert ran.stdout is not None
            assert ran.stdout.read(1)  # it is under way
            time.sleep(0.5)
            started = time.monotonic()
            os.killpg(ran.pid, signal.SIGINT)
            out, err = ran.communicate(timeout=60)
        except BaseException:
            os.killpg(ran.pid, signal.SIGKILL)
            raise
    assert time.monotonic() - started < 15
    assert ran.returncode == 1
    assert told(err), (out, err)
    assert "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(ran.pid, 0)
