"""Players of one's own take seats in every command."""

from pathlib import Path

import pytest
from running import rulesrun

FILE = """
def first(turn):
    return 0

class Last:
    def choose(self, turn):
        return turn.options[-1]

def broken(turn):
    return {}["queen of spades"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text(FILE, "utf-8")
    return path


def test_a_fault_loses_nothing(file: Path) -> None:
    log = file.parent / "game.log"
    seats = ("--seat", f"1={file}:first", "--seat", f"2={file}:broken")
    done = rulesrun("play", "tic_tac_toe", "--seed", 1, "--log", log, *seats)
    assert 1 == done.code
    fault = "TMP/own.py:10: the player TMP/own.py:broken went wrong: KeyError: 'queen"
    assert fault in done.err
    assert "The log is in TMP/game.log." in done.out
    file.write_text(FILE.replace('{}["queen of spades"]', "0"))
    done = rulesrun("play", "--resume", log, *seats)
    assert (0, "") == (done.code, done.err)
    assert "wins" in done.out


def test_a_hint(file: Path) -> None:
    words = ("play", "tic_tac_toe", "--seed", 1, "--seat", "1=human")
    done = rulesrun(*words, typed=f"hint {file}:first\nhint {file}:broken\nquit\n")
    assert "TMP/own.py:first would choose: Put a mark: 0,0" in done.out
    assert "TMP/own.py:broken went wrong: KeyError" in done.out


def test_a_hint_of_somebody_who_does_not_exist() -> None:
    words = ("play", "tic_tac_toe", "--seed", 1, "--seat", "1=human")
    done = rulesrun(*words, typed="hint thinkr:100\nhint elephants\nquit\n")
    assert 'There is no player "thinkr:100" who could be asked.' in done.out
    assert 'did you mean "thinker:500"?' in done.out
    assert 'No option matches "hint elephants".' in done.out


def test_in_a_study(file: Path) -> None:
    words: tuple[object, ...] = ("simulate", "tic_tac_toe", "--games", 4, "--jobs", 1)
    words += ("-o", file.parent / "out")
    seats = ("--seat", f"1={file}:first", "--seat", f"others={file}:Last")
    done = rulesrun(*words, *seats)
    assert (0, "") == (done.code, done.err)
    assert "own.py:first" in done.out
    file.write_text(FILE.replace("return 0", "return 1"))
    done = rulesrun(*words, *seats, "--resume")
    assert 2 == done.code
    assert "the study in TMP/out is another one: own is" in done.err
    done = rulesrun(*words, "--seat", f"1={file}:broken", "--force")
    assert 1 == done.code
    assert "4 games went wrong" in done.err


@pytest.mark.parametrize("command", ["play", "simulate", "serve"])
def test_where_there_is_no_such_file(command: str) -> None:
    done = rulesrun(
        command, "tic_tac_toe", "--seat", "1=nobody.py:choose", "--players", 2
    )
    assert 2 == done.code
    assert "cannot read nobody.py: no such file or directory" in done.err
