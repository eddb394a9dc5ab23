import json
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.dialogue import Dialogue

RANDOM = ("--seat", "1=random", "--seat", "2=random")


def play(*args: object, typed: str = "") -> str:
    return rulesrun("play", PLOTS, "--seed", 3, *args, typed=typed).text


def test_transcript(snapshot_txt: SnapshotAssertion) -> None:
    assert play(*RANDOM) == snapshot_txt


def test_session(snapshot_txt: SnapshotAssertion) -> None:
    """A person filters, asks why, is refused, chooses by name, takes back, ends."""
    typed = [
        "help",
        "wheat",
        "coin 3 -1,0",
        "",
        "undo",
        "why buy tile=wheat-2-n cards={coin 1} c=0,-1",
        "buy tile=wheat-2-n cards={coin 1} c=0,-1",
        "buuy",
        "wait",
        "quit",
    ]
    assert play(typed="\n".join(typed) + "\n") == snapshot_txt


def test_session_in_persian(snapshot_txt: SnapshotAssertion) -> None:
    typed = "راهنما\nگندم\n۱\nچرا wait\nخروج\n"
    assert play("--lang", "fa", typed=typed) == snapshot_txt


def test_everything_is_seen_if_wanted() -> None:
    hidden = play(typed="quit\n")
    shown = play("--view", "all", typed="quit\n")
    assert "2 hidden" in hidden
    assert "hidden" not in shown


def test_the_end_of_the_input_ends_the_game() -> None:
    ran = rulesrun("play", PLOTS, "--seed", 3, typed="wait\n")
    assert ran.code == 0
    assert "The game has stopped here." in ran.out


def test_control_c_ends_the_game_and_keeps_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Dialogue) -> str:
        if self.session.log.entries:
            raise KeyboardInterrupt
        return "wait"

    monkeypatch.setattr(Dialogue, "_read", interrupted)
    log = tmp_path / "game.log"
    ran = rulesrun("play", PLOTS, "--seed", 3, "--log", log)
    assert ran.code == 0
    assert "The game has stopped here." in ran.out
    assert "The log is kept in TMP/game.log." in ran.out
    head, *entries = map(json.loads, log.read_text().splitlines())
    assert (3, "wait") == (head["seed"], entries[0]["choice"])


def test_the_log_has_each_choice_before_the_next(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    rulesrun("play", PLOTS, "--seed", 3, "--log", log, typed="wait\nundo\nwait\n")
    assert rulesrun("replay", log, "--rules", PLOTS, "--verify").code == 0


def test_undo_takes_the_choice_out_of_the_log(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    seats = ("--seat", "1=human", "--seat", "2=human")
    typed = "1\nundo\nquit\n"
    rulesrun("play", "tic_tac_toe", *seats, "--seed", 3, "--log", log, typed=typed)
    undone = (
        "another player"
        in rulesrun("play", "tic_tac_toe", *seats, "--seed", 3, typed=typed).out
    )
    assert undone
    assert len(log.read_text().splitlines()) == 2


def test_save_and_load(tmp_path: Path) -> None:
    saved = tmp_path / "saved.log"
    first = play(typed=f"wait\nsave {saved}\nwait\nquit\n")
    second = play(typed=f"load {saved}\nwait\nquit\n")
    assert "Saved as TMP/saved.log." in first
    assert "2 choices are loaded from TMP/saved.log." in second
    assert first.split("turn 5")[-1] == second.split("turn 5")[-1]


def test_load_of_another_game_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "saved.log"
    rulesrun("play", "tic_tac_toe", "--seed", 1, typed=f"save {saved}\nquit\n")
    assert "this game was played under other rules" in play(typed=f"load {saved}\n")


def test_the_seed_is_printed_and_gives_the_same_game() -> None:
    first = rulesrun("play", PLOTS, *RANDOM)
    seed = first.out.splitlines()[0].split("seed ")[1]
    assert first == rulesrun("play", PLOTS, *RANDOM, "--seed", seed)


def test_options_and_seats() -> None:
    ran = rulesrun(
        "play",
        PLOTS,
        "--option",
        "rich=yes",
        "--seat",
        "3=human",
        "--seed",
        1,
        typed="",
    )
    assert "3 players" in ran.out
    assert "3 hidden" in ran.out


@pytest.mark.parametrize("name", ["alhambra", "tic_tac_toe", "connect_four"])
def test_shipped_games(name: str, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    seats = ("--seat", "1=random", "--seat", "2=random")
    ran = rulesrun("play", name, "--seed", 7, *seats, "--log", log)
    assert ran.code == 0, ran.err
    assert rulesrun("replay", log, "--verify").code == 0


def test_demo() -> None:
    ran = rulesrun(
        "play", "rules/alhambra.rules", "--script", "docs/demo/alhambra.script"
    )
    assert ran.code == 0, ran.err
    assert "The game is over." in ran.out
    assert len(ran.out.splitlines()) < 100
    assert (ROOT / "docs/demo/alhambra.script").is_file()


def test_plain_output() -> None:
    text = play("--plain", "--lang", "fa", "--view", "all", typed="1\n")
    assert not set(text) & set("─│┌└·×…⁦⁨⁩")
    assert "\x1b" not in text
    assert "کرت‌ها" in text
