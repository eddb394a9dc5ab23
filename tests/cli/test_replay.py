import json
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a finished game of six choices or so."""
    path = tmp_path / "game.log"
    seats = ("--seat", "1=random", "--seat", "2=random")
    assert rulesrun("play", PLOTS, "--seed", 3, *seats, "--log", path).code == 0
    return path


def edit(log: Path, line: int, **changes: object) -> None:
    """Change a line of a log."""
    lines = log.read_text("utf-8").splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | changes)
    log.write_text("\n".join(lines) + "\n", "utf-8")


def test_shown(log: Path, snapshot_txt: SnapshotAssertion) -> None:
    assert rulesrun("replay", log, "--rules", PLOTS).text == snapshot_txt


def test_shown_to_a_point(log: Path, snapshot_txt: SnapshotAssertion) -> None:
    assert rulesrun("replay", log, "--rules", PLOTS, "--to", 2).text == snapshot_txt


def test_shown_in_persian(log: Path) -> None:
    ran = rulesrun("replay", log, "--rules", PLOTS, "--lang", "fa")
    assert "خریدن کرت" in ran.out


def test_verified(log: Path) -> None:
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert (0, "TMP/game.log: 5 choices verified, the game is over\n") == (
        ran.code,
        ran.out,
    )


def test_rules_beside_the_log(tmp_path: Path, log: Path) -> None:
    for name in ("plots.rules", "plots.csv", "plots.md"):
        text = (ROOT / "tests/cli/games" / name).read_text("utf-8")
        (tmp_path / name).write_text(text, "utf-8")
    assert rulesrun("replay", log, "--verify").code == 0


def test_rules_that_are_nowhere(log: Path) -> None:
    ran = rulesrun("replay", log)
    assert ran.code == 2
    assert "TMP/game.log:1: the rules of the game 'plots' are not found" in ran.err


EDITS: dict[str, tuple[int, dict[str, object]]] = {
    "another choice": (2, {"choice": "wait"}),
    "impossible choice": (3, {"choice": "buy tile=wheat-3-s cards={coin 1} c=0,1"}),
    "another player": (4, {"player": 2}),
    "another state": (3, {"state": "000000000000"}),
    "another seed": (1, {"seed": 4}),
    "other players": (1, {"players": 3}),
    "too many players": (1, {"players": 9}),
    "unknown option": (1, {"options": {"poor": True}}),
    "bad option": (1, {"options": {"rich": "wheat"}}),
    "another ranking": (7, {"ranking": [2, 1]}),
    "number for a text": (3, {"choice": 7}),
    "another format": (1, {"rulesrun": 99}),
}


@pytest.mark.parametrize(("line", "changes"), EDITS.values(), ids=EDITS.keys())
def test_edited(
    line: int, changes: dict[str, object], log: Path, snapshot_txt: SnapshotAssertion
) -> None:
    edit(log, line, **changes)
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert ran.code == 1
    assert ran.err == snapshot_txt


def test_other_rules(log: Path, snapshot_txt: SnapshotAssertion) -> None:
    edit(log, 1, rules="0000000000000000")
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert (1, "") == (ran.code, ran.out)
    assert "TMP/game.log:1: this game was played under other rules than" in ran.err


def test_other_rules_are_followed_as_far_as_they_go(log: Path) -> None:
    edit(log, 1, rules="0000000000000000")
    edit(log, 4, choice="wait for rain")
    ran = rulesrun("replay", log, "--rules", PLOTS)
    assert ran.code == 1
    assert "player 2  Wait" in ran.out
    assert "under other rules" in ran.err
    assert "TMP/game.log:4: " in ran.err


@pytest.mark.parametrize("size", [0, 1, 40, 200, 350])
def test_cut_off(size: int, log: Path) -> None:
    log.write_bytes(log.read_bytes()[:size])
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert ran.code == 1
    line = log.read_bytes().count(b"\n") + 1
    assert f"TMP/game.log:{line}: the log is" in ran.err


def test_cut_off_after_a_line_is_an_unfinished_game(log: Path) -> None:
    lines = log.read_text("utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:4]), "utf-8")
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert (0, "TMP/game.log: 3 choices verified, the game is not over\n") == (
        ran.code,
        ran.out,
    )


def test_a_line_left_out(log: Path) -> None:
    lines = log.read_text("utf-8").splitlines(keepends=True)
    del lines[2]
    log.write_text("".join(lines), "utf-8")
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert ran.code == 1
    assert "TMP/game.log:3: " in ran.err


def test_without_its_last_line(log: Path) -> None:
    lines = log.read_text("utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:-1]), "utf-8")
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert ran.code == 1
    assert "the game is over, and its ranking is missing" in ran.err


@pytest.mark.parametrize(
    "text",
    ["[1, 2]", "{}", "nonsense", '{"rulesrun": 1}', "\x07"],
    ids=["list", "empty object", "text", "half a head", "bell"],
)
def test_what_is_no_log(text: str, log: Path) -> None:
    log.write_text(text)
    ran = rulesrun("replay", log, "--rules", PLOTS)
    assert ran.code == 1
    assert ran.err.startswith("TMP/game.log:1: ")
