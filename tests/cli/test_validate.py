import json
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

BROKEN = """\
language 2

game small "Small":
    players 2..3

state:
    coins: 0..5
    unsued: bool

play:
    coins = coin + 1
    coins = 7
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN)
    return path


@pytest.mark.parametrize("style", ["full", "short", "json"])
def test_formats(broken: Path, style: str, snapshot_txt: SnapshotAssertion) -> None:
    assert rulesrun("validate", broken, "--format", style).text == snapshot_txt


def test_what_cannot_be_read_is_told_to_programs(broken: Path) -> None:
    ran = rulesrun("validate", broken.parent / "missing.rules", "--format", "json")
    (result,) = json.loads(ran.out)

    assert ran.code == 2
    assert (result["code"], result["severity"]) == ("unreadable", "error")
    assert result["path"].endswith("missing.rules")
    assert result["message"] in ran.err.replace("\n", " ")


def test_json_is_json(broken: Path) -> None:
    ran = rulesrun("validate", broken, "--format", "json")
    result = json.loads(ran.out)
    assert {"unknown-name", "out-of-range"} <= {problem["code"] for problem in result}
    assert "1 file checked" in ran.err


FILES = sorted((ROOT / "tests").glob("[bg]*d/*.rules"))


@pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_every_small_file(path: Path) -> None:
    """Also where a file has no errors, and is set up: nothing is our fault."""
    few = ("--limit", "seconds=2")  # one plays without end
    ran = rulesrun("validate", path, "--format", "short", *few)
    wrong = ": error[" in ran.err
    assert ran.code == wrong
    of_note = "# note: " in path.read_bytes().decode("utf-8", "replace")
    assert wrong or of_note or path.parent.name == "good" or ": warning[" in ran.err


def test_notes_are_told_if_asked_for_and_fail_nothing() -> None:
    path = ROOT / "tests" / "bad" / "may-be-too-few.rules"
    assert "no problems" in rulesrun("validate", path).out
    ran = rulesrun("validate", path, "--strict", "--format", "short")
    assert (0, "1 file checked: 1 note\n") == (ran.code, ran.out)
    assert "note[may-be-too-few]: perhaps `deck` is empty" in ran.err
    persian = rulesrun("validate", path, "--strict", "--lang", "fa")
    assert "یادداشت" in persian.out
    assert "شاید" in persian.err


def test_notes_of_an_included_file_are_told_where_that_is_checked(
    tmp_path: Path,
) -> None:
    note = (ROOT / "tests" / "bad" / "may-be-too-few.rules").read_text("utf-8")
    (tmp_path / "nim.rules").write_text(note, "utf-8")
    (tmp_path / "more.rules").write_text('language 2\ninclude "nim.rules"\n', "utf-8")
    ran = rulesrun("validate", tmp_path, "--strict")
    assert "2 files checked: 1 note" in ran.out


def test_clean() -> None:
    ran = rulesrun("validate", PLOTS)
    assert (0, "1 file checked: no problems\n", "") == (ran.code, ran.out, ran.err)


def test_scenarios_that_include_a_game() -> None:
    assert rulesrun("validate", "tests/cli/games/tests/plots.rules").code == 0


def test_shipped_game_by_name() -> None:
    assert rulesrun("validate", "tic_tac_toe").code == 0


def test_warnings_count_only_if_strict(tmp_path: Path) -> None:
    path = tmp_path / "unused.rules"
    path.write_text(
        "language 2\n\ngame small:\n    players 2\n\nstate:\n    a: bool\n\n"
        "play:\n    let b = 1\n    a = true\n"
    )
    assert rulesrun("validate", path).code == 0
    assert rulesrun("validate", path, "--strict").code == 1


def test_several_files(broken: Path) -> None:
    ran = rulesrun("validate", PLOTS, broken, PLOTS)
    assert ran.code == 1
    assert ran.out.startswith("2 files checked")


def test_unreadable_file_beside_a_good_one() -> None:
    ran = rulesrun("validate", PLOTS, "nowhere.rules")
    assert (2, "1 file checked: no problems\n") == (ran.code, ran.out)
    assert "there is no file nowhere.rules" in ran.err


def test_setup_that_fails(tmp_path: Path, snapshot_txt: SnapshotAssertion) -> None:
    path = tmp_path / "short.rules"
    path.write_text(
        """\
language 2

game short:
    players 2..4

card Thing:
    value: 1..5

supply:
    1 of each Thing

state:
    deck: deck of Thing

each player:
    hand: hand of Thing

play:
    move Thing to deck
    for each p in players:
        do deal(p)
    rank players by most size(it.hand)

rule deal(p: player):
    draw 2 from deck to p.hand
"""
    )
    assert rulesrun("validate", path).text == snapshot_txt
