"""`replay --review`: the choices after which a thinking player would have expected less."""

import re
from pathlib import Path

import pytest
from running import rulesrun

BLUNDER = """
players 2
seed 1

player 1: put c=0,0
player 2: put c=1,1
player 1: put c=0,1
player 2: put c=2,0
player 1: put c=0,2
"""
"""Player 2 does not close the row of player 1."""


def record(folder: Path, name: str, *args: object) -> Path:
    path = folder / "game.log"
    assert rulesrun("play", name, *args, "--log", path).code == 0
    return path


@pytest.fixture(name="lost")
def _lost(tmp_path: Path) -> Path:
    script = tmp_path / "lost.script"
    script.write_text(BLUNDER, "utf-8")
    return record(tmp_path, "tic_tac_toe", "--script", script)


def test_a_blunder_is_told_with_what_was_better(lost: Path) -> None:
    ran = rulesrun("replay", lost, "--review")

    lines = ran.out.splitlines()
    head = lines.index("These choices cost most; 100 is a sure win:")
    worst = lines[head + 1]
    assert re.fullmatch(
        r"  4\. player 2: .*2,0 \(\d+\), better .*0,2 \(\d+\)", worst
    ), worst


def test_up_to_a_choice(lost: Path) -> None:
    assert "  4. player 2" not in rulesrun("replay", lost, "--review", "--to", 3).out


def test_in_persian(lost: Path) -> None:
    assert "بهتر بود" in rulesrun("replay", lost, "--review", "--lang", "fa").out


def test_only_ones_own_choices_where_anything_is_hidden(tmp_path: Path) -> None:
    seats = ("--seat", "1=random", "--seat", "2=random")
    log = record(tmp_path, "classics/goofspiel", "--seed", 5, *seats)

    public = rulesrun("replay", log, "--review").out
    one = rulesrun("replay", log, "--review", "--view", 1).out

    assert "tells what somebody held" in public
    assert "better" not in public
    reviewed = one[one.rindex("\n\n") :]
    assert "better" in reviewed
    assert not re.search(r"^ +\d+\. player 2", reviewed, re.MULTILINE)


def test_it_is_no_verification(lost: Path) -> None:
    ran = rulesrun("replay", lost, "--review", "--verify")
    assert (2, "") == (ran.code, ran.out)
    assert "--verify tells only whether all is as recorded" in ran.err
