from pathlib import Path

import pytest
from running import PLOTS, Ran, rulesrun
from syrupy.assertion import SnapshotAssertion

GOOD = """\
# A comment, and then the head.
players 2
seed 3

note The first player buys the first plot.
expect player 1 to act
expect offered player 1: wait
player 1: buy tile=wheat-2-n cards={coin 3} c=0,-1   # a comment
expect player 1.points == 2
expect refused player 1: buy tile=beans-2-sw cards={coin 1} c=0,1 because "that is too \
little money"
show
random 2
random to end
expect game over
"""


def script(folder: Path, text: str, *args: object) -> Ran:
    path = folder / "game.script"
    path.write_text(text)
    return rulesrun("play", PLOTS, "--script", path, *args)


def test_good_script(tmp_path: Path, snapshot_txt: SnapshotAssertion) -> None:
    ran = script(tmp_path, GOOD)
    assert ran.code == 0, ran.err
    assert ran.text == snapshot_txt


def test_full_transcript(tmp_path: Path) -> None:
    ran = script(tmp_path, GOOD, "--full")
    assert "by chance" not in ran.out
    assert ran.code == 0


def test_a_script_that_ends_early(
    tmp_path: Path, snapshot_txt: SnapshotAssertion
) -> None:
    text = "seed 3\nplayer 1: wait\n"
    assert script(tmp_path, text).text == snapshot_txt


def test_log_of_a_script(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    assert script(tmp_path, GOOD, "--log", log).code == 0
    assert rulesrun("replay", log, "--verify", "--rules", PLOTS).code == 0


def test_choices_without_a_player(tmp_path: Path) -> None:
    ran = script(tmp_path, "seed 3\nwait\nwait\nexpect player 1 to act\n")
    assert ran.code == 0, ran.err
    assert "player 2  Wait" in ran.out


def test_seats_said_to_be_random(tmp_path: Path) -> None:
    text = "seed 3\nseat 2=random\nwait\nexpect player 1 to act\nwait\n"
    ran = script(tmp_path, text)
    assert ran.code == 0, ran.err
    assert "turn 2: 1 choice by chance" in ran.out


WRONG = {
    "illegal choice": "player 1: buy tile=wheat-2-n cards={coin 1} c=0,1",
    "unknown choice": "player 1: sell",
    "misspelt word": "nte hello",
    "another player": "player 1: wait\nplayer 1: wait\nplayer 2: wait",
    "no such player": "player 3: wait",
    "too many players": "players 5\nplayer 1: wait",
    "players said twice": "players 2\nplayers 3\nwait",
    "head after a choice": "wait\nplayers 2",
    "seed that is none": "seed x\nwait",
    "unknown option": "option poor=yes\nwait",
    "bad value of an option": "option rich=3\nwait",
    "unknown seat": "seat 7=random\nwait",
    "unknown kind of seat": "seat 1=robot\nwait",
    "random what": "random forever",
    "expectation fails": "expect player 1.points == 3",
    "wrong player expected": "expect player 2 to act",
    "not over": "wait\nexpect game over",
    "not refused": "expect refused player 1: wait",
    "refused for another reason": (
        "expect refused player 1: buy tile=wheat-2-n cards={coin 1} c=0,1"
        ' because "no reason"'
    ),
    "misspelt expectation": "expect player 1.pionts == 3",
    "expectation that is none": "expect the best",
    "after the end": "random to end\nplayer 1: wait",
    "empty": "# nothing\n",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG.keys())
def test_wrong_scripts(
    text: str, tmp_path: Path, snapshot_txt: SnapshotAssertion
) -> None:
    head = "" if "seed" in text else "seed 3\n"
    ran = script(tmp_path, f"{head}{text}\n")
    assert ran.code == 1
    assert ran.err == snapshot_txt


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", 3), "the script says players 2 in line 2, and --players says 3"),
        (("--seed", 4), "the script says seed 3 in line 3, and --seed says 4"),
        (("--seat", "2=human"), "no person takes part in a script"),
        (("--option", "x=1"), "the game has no option 'x'"),
    ],
    ids=["players", "seed", "human", "option"],
)
def test_what_does_not_go_with_a_script(
    args: tuple[object, ...], message: str, tmp_path: Path
) -> None:
    ran = script(tmp_path, GOOD, *args)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""


TOGETHER = ("first_game=true", "top_left=tavern")


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    path = tmp_path / "game.script"
    options = "\n".join(f"option {option}" for option in TOGETHER)
    path.write_text(f"players 2\n{options}\nrandom\n")
    ran = rulesrun("play", "kingdom_builder", "--script", path)

    assert 1 == ran.code
    assert ":2: the suggested first game has its own quadrants" in ran.err


def test_options_that_do_not_go_together_in_persian() -> None:
    ran = rulesrun(
        *("play", "kingdom_builder", "--players", 2, "--lang", "fa"),
        *(word for option in TOGETHER for word in ("--option", option)),
    )

    assert 2 == ran.code
    assert "چیدمان پیشنهادی قطعه‌های خودش را دارد" in ran.err


def test_what_chance_brings_is_in_the_log(tmp_path: Path) -> None:
    path, log = tmp_path / "pig.script", tmp_path / "pig.log"
    path.write_text("chance: 6, 1\nroll\nroll\nexpect player 1.score == 0\n")
    ran = rulesrun("play", "rules/classics/pig.rules", "--script", path, "--log", log)

    assert 0 == ran.code, ran.err
    assert '"chance": ["6", "1"]' in log.read_text()
    assert 0 == rulesrun("replay", log, "--verify").code


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chance: 6, 2\nroll\n", ":1: never drawn: 2"),
        ("chance:\nroll\n", ":1: name what the next draws bring, in order"),
        ("roll\nchance: 8\nroll\n", ":2: `8` was to be drawn next, and what can be"),
    ],
)
def test_chance_that_cannot_be(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pig.script"
    path.write_text(text)
    ran = rulesrun("play", "rules/classics/pig.rules", "--script", path)

    assert 1 == ran.code
    assert message in ran.err
