"""`rulesrun solve`."""

from pathlib import Path

import pytest
from running import rulesrun

from rulesrun.cli.output.direction import unmarked


def test_a_small_game() -> None:
    lines = rulesrun("solve", "classics/nim").out.splitlines()
    assert lines[0] == "752 positions searched."
    assert lines[1] == "player 1: loses in 15 choices"
    best = [line.split() for line in lines[4:8]]
    assert best == [f"* Take: {n} · 1 loses in 15 choices".split() for n in range(1, 5)]
    assert len(lines) == 4 + 16


def test_in_persian() -> None:
    ran = rulesrun("solve", "classics/nim", "--lang", "fa")
    assert 0 == ran.code
    assert "۷۵۲ وضعیت بررسی شد." in unmarked(ran.out)
    assert "با ۱۵ گزینش می‌بازد" in unmarked(ran.out)


def test_from_a_point_of_a_recorded_game(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    seats = ("--seat", "1=random", "--seat", "2=random")
    rulesrun("play", "tic_tac_toe", "--seed", 4, "--log", log, *seats)
    whole = rulesrun("solve", "tic_tac_toe")
    assert "5478 positions searched." in whole.out
    ran = rulesrun("solve", f"{log}@4")
    assert 0 == ran.code
    assert int(ran.out.split()[0]) < 300
    ran = rulesrun("solve", log)
    assert (1, "the game is over there\n") == (ran.code, ran.err)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("connect_four", "--positions", 500), "there are more than 500 positions"),
        (("classics/pig",), "chance is drawn on the way"),
        (("alhambra",), "only games of two players against each other"),
    ],
)
def test_what_cannot_be_solved(words: tuple[object, ...], message: str) -> None:
    ran = rulesrun("solve", *words)
    assert 1 == ran.code
    assert ran.err.startswith(message)
