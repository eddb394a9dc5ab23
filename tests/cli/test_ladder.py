"""`rulesrun ladder`."""

from pathlib import Path

import pytest
from running import rulesrun

from rulesrun.cli.output.direction import unmarked

OWN = """
def choose(turn):
    return turn.options[0]

def broken(turn):
    raise ValueError("lost")
"""


def test_the_better_stands_above() -> None:
    ran = rulesrun(
        "ladder",
        "classics/nim",
        "--kind",
        "random",
        "--kind",
        "thinker:1000",
        "--jobs",
        1,
        "--games",
        16,
    )
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert lines[0].startswith("Nim, 2 players: ")
    assert [line.split()[0] for line in lines[3:5]] == ["thinker:1000", "random"]
    assert lines[-1].startswith("From random to thinker:1000 it is ")


def test_thinkers_say_whether_more_pays() -> None:
    kinds = ("--kind", "thinker:500", "--kind", "thinker:1000")
    ran = rulesrun(
        "ladder", "classics/nim", *kinds, "--games", 2, "--jobs", 1, "--lang", "fa"
    )
    assert ran.code == 0
    assert "بیش از thinker:500 فکر کردن سود روشنی ندارد" in unmarked(ran.out)


def test_so_many_games_as_are_asked_for() -> None:
    kinds = [
        part for kind in ("random", "greedy", "thinker:20") for part in ("--kind", kind)
    ]
    many = ("--games", 10, "--fixed", "--jobs", 1)
    ran = rulesrun("ladder", "tic_tac_toe", *kinds, *many)
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Tic-tac-toe, 2 players: 30 games"
    played = [
        line.split("%")[-1].split()[0] for line in ran.out.splitlines() if " : " in line
    ]
    assert played == ["10", "10"]


def test_a_player_who_goes_wrong_is_told(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(OWN, encoding="utf-8")
    kinds = ("--kind", f"{own}:choose", "--kind", f"{own}:broken")
    ran = rulesrun("ladder", "tic_tac_toe", *kinds, "--games", 2, "--jobs", 1)
    assert ran.code == 1
    assert "2 games did not finish and count as draws:" in ran.err
    assert "own.py:6: the player" in ran.err
    assert "lost" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--kind", "random"), "a ladder needs two kinds of players or more"),
        (("--kind", "random", "--kind", "random"), "the kind 'random' is given twice"),
        (
            ("--kind", "randm", "--kind", "greedy"),
            "nobody of the kind 'randm' can take",
        ),
        (("--players", "9"), "Tic-tac-toe is for 2 players, not for 9"),
    ],
)
def test_what_cannot_be_a_ladder(words: tuple[str, ...], message: str) -> None:
    ran = rulesrun("ladder", "tic_tac_toe", *words)
    assert ran.code == 2
    assert message in ran.err
