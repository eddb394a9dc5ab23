import json
import os
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.files.compiling import load_program
from rulesrun.dsl.compile import former_digest
from rulesrun.interpreter.logs import Entry, Log, entry_line, head_line, read_log


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


def test_a_log_of_edition_1() -> None:
    """It was kept before there was an edition 2, with the state after each choice."""
    games = ROOT / "tests/cli/games"
    ran = rulesrun("replay", games / "first_edition.log", "--verify")

    assert 0 == ran.code
    assert "35 choices verified, the game is over\n" in ran.out


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
    "another format": (
        1,
        {"rulesrun": 99},
        "1: this is not the log of a game, or one of",
    ),
}


@pytest.mark.parametrize(
    ("line", "changes", "message"), EDITS.values(), ids=EDITS.keys()
)
def test_edited(line: int, changes: dict[str, object], message: str, log: Path) -> None:
    edit(log, line, **changes)
    ran = rulesrun("replay", log, "--rules", PLOTS, "--verify", "--view", "all")
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


def test_kept_in_another_way(tmp_path: Path) -> None:
    """Where lines end, and what cannot be seen at their ends, makes no other rules."""
    for name in ("plots.rules", "plots.csv", "plots.md"):
        text = (ROOT / "tests/cli/games" / name).read_text("utf-8")
        (tmp_path / name).write_text(text, "utf-8")
    rules, log = tmp_path / "plots.rules", tmp_path / "game.log"
    seats = ("--seat", "1=random", "--seat", "2=random")
    assert rulesrun("play", rules, "--seed", 3, *seats, "--log", log).code == 0
    text = rules.read_text("utf-8")
    for other in (
        text.replace("\n", "\r\n"),
        text + "\n\n",
        text + "   \n",
        "\ufeff" + text,
        text.replace("\n", "  \n"),
    ):
        rules.write_bytes(other.encode())
        assert rulesrun("replay", log, "--verify").code == 0
    (tmp_path / "other.rules").write_text(text, "utf-8")
    ran = rulesrun("replay", log, "--verify", "--rules", tmp_path / "other.rules")
    assert ran.code == 0
    rules.write_text(text.replace("players 2..3", "players 2"), "utf-8")
    assert "under other rules" in rulesrun("replay", log, "--verify").err


def test_logs_of_former_versions(log: Path) -> None:
    """The hash of the rules was one of the texts as they were kept."""
    program = load_program(str(ROOT / PLOTS))
    edit(log, 1, rules=former_digest(program.texts))
    assert program.digest not in log.read_text("utf-8")
    assert rulesrun("replay", log, "--verify", "--rules", ROOT / PLOTS).code == 0


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


DAMAGES = {
    "depth": nested(100_000),
    "depth of a choice": f'{{"player": 1, "choice": "wait", "chance": {nested(50_000)}}}',
    "no text": b'{"player": 1, "choice": "\xff\xfe"}',
    "zero bytes": b"\0\0\0\0",
    "great number": '{"player": %s}' % ("9" * 5000),
    "half a character": '{"player": 1, "choice": "\\ud800", "state": "0"}',
    "chance is no text": '{"player": 1, "choice": "a", "state": "0", "chance": [[]]}',
    "no object": "[]",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_damaged_from_a_line_on(damage: str | bytes, log: Path) -> None:
    """What stands before it is shown, and taken up again; the line is named."""
    lines = log.read_bytes().splitlines(keepends=True)
    bad = damage.encode() if isinstance(damage, str) else damage
    log.write_bytes(b"".join([*lines[:3], bad, b"\n", *lines[4:]]))
    ran = rulesrun("replay", log, "--rules", PLOTS)
    assert ran.code == 1
    assert ran.err.startswith("TMP/game.log:4: ")
    assert len(ran.err) < 200
    choice = json.loads(lines[2])["choice"]
    assert "player 2" in ran.out, choice
    typed = f"load {log}\nlog\nquit\n"
    table = rulesrun("play", PLOTS, "--seed", 3, typed=typed)
    assert table.code == 0
    assert "game.log:4: " in table.out
    assert "Loaded 2 choices from TMP/game.log" in table.out
    assert choice in table.out


@pytest.mark.parametrize(
    "name",
    [
        "../plots",
        "/etc/passwd",
        "sub/plots",
        "a\x1b[31m",
        "plots.rules",
        "",
        "..",
        "x" * 999,
    ],
)
def test_the_name_of_a_game_is_no_path(name: str, tmp_path: Path, log: Path) -> None:
    (tmp_path / "sub").mkdir()
    moved = tmp_path / "sub" / "game.log"
    for folder in (tmp_path, tmp_path / "sub", tmp_path / "sub" / "sub"):
        folder.mkdir(exist_ok=True)
        text = (ROOT / PLOTS).read_text("utf-8")
        (folder / "plots.rules").write_text(text, "utf-8")
    log.rename(moved)
    edit(moved, 1, game=name)
    ran = rulesrun("replay", moved)
    assert (ran.code, ran.out) == (2, "")
    assert "are not found" in ran.err
    assert len(ran.err) < 250


def test_a_log_that_never_ends(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero", "/dev/stdin"):
        ran = rulesrun("replay", path)
        assert ran.code == 2
        assert "is not an ordinary file" in ran.err


def test_signs_that_end_lines_elsewhere(tmp_path: Path) -> None:
    entry = Entry(1, "say text=a\u2028b\x85c\x1b", "0")
    line = entry_line(entry)
    assert line.isprintable() or line[:-1].isprintable()
    head = head_line(Log("g", "0", 2, {}, 1))
    assert read_log(head + line).entries[0].choice == entry.choice


SECRETS = """language 1

game secrets "Secrets":
    players 2

card Coin "coin":
    value: 1..9

supply:
    1 of each Coin

each player:
    hand: hand of Coin

play:
    for each coin in Coin where coin.value < 4:
        move coin to player 1.hand
    player 1 chooses card in player 1.hand
        where it.value <= 3
            "too much beside the rest of the hand"
        require sum(player 1.hand.value) - card.value >= 0
    move card to box
    nobody wins
"""


@pytest.mark.parametrize("command", ["replay", "ledger"])
def test_why_a_choice_of_another_does_not_fit(command: str, tmp_path: Path) -> None:
    rules, log = tmp_path / "secrets.rules", tmp_path / "secrets.log"
    rules.write_text(SECRETS)
    saved = f"1\nsave {log}\nquit\n"
    assert rulesrun("play", rules, "--seed", 1, "--log", log, typed=saved).code == 0
    rules.write_text(SECRETS.replace(">= 0", "< 5"))

    public = rulesrun(command, log, "--view", "public")
    other = rulesrun(command, log, "--view", "2")
    own = rulesrun(command, log, "--view", "1")
    everything = rulesrun(command, log, "--view", "all")

    for ran in (public, other, own, everything):
        assert ran.code == 1
        assert "secrets.log:2: " in ran.text
    for ran in (public, other):
        assert "--view all" in ran.text
        assert "hand.value" not in ran.text
    for ran in (own, everything):
        assert "hand.value" in ran.text
