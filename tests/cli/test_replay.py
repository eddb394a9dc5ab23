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


EDITS: dict[str, tuple[int, dict[str, object], str]] = {
    "another choice": (2, {"choice": "wait"}, "2: the state after this choice is not"),
    "impossible choice": (
        3,
        {"choice": "buy tile=wheat-3-s cards={coin 1} c=0,1"},
        '3: "buy tile=wheat-3-s cards={coin 1} c=0,1" is not possible: ',
    ),
    "another player": (4, {"player": 2}, "4: player 1 is to choose, not player 2"),
    "another state": (
        3,
        {"state": "000000000000"},
        "3: the state after this choice is",
    ),
    "another seed": (1, {"seed": 4}, '2: "buy tile=wheat-2-n cards={coin 1, coin 3}'),
    "other players": (1, {"players": 3}, "2: the state after this choice is not"),
    "too many players": (
        1,
        {"players": 9},
        "1: Plots is for 2 to 3 players, not for 9",
    ),
    "unknown option": (
        1,
        {"options": {"poor": True}},
        "1: the game has no option `poor`",
    ),
    "bad option": (1, {"options": {"rich": 7}}, "1: the option `rich` is True or"),
    "another ranking": (
        7,
        {"ranking": [2, 1]},
        "7: the ranking is not the recorded one",
    ),
    "number for a text": (3, {"choice": 7}, "3: `choice` is missing or is no text"),
    "another format": (1, {"rulesrun": 99}, "1: this is no log of a game, or one of"),
}


@pytest.mark.parametrize(
    ("line", "changes", "message"), EDITS.values(), ids=EDITS.keys()
)
def test_edited(line: int, changes: dict[str, object], message: str, log: Path) -> None:
    edit(log, line, **changes)
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify")
    assert (1, "") == (ran.code, ran.out)
    assert ran.err.startswith(f"TMP/game.log:{message}")


def test_other_rules(log: Path) -> None:
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
