import json
import re
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.playing.dialogue import Dialogue

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
    assert "The log is in TMP/game.log." in ran.out
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
    assert "Loaded 2 choices from TMP/saved.log." in second
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


@pytest.mark.parametrize(("language", "letters"), [("en", True), ("fa", False)])
def test_directions_in_plain_output(language: str, letters: bool) -> None:
    """They are letters where a word is in the same ones, and arrows elsewhere."""
    typed = ("show\nquit\n", "نمایش\nخروج\n")[language == "fa"]
    ran = rulesrun(
        *("play", "keyflower", "--players", 2, "--seed", 5),
        *("--lang", language, "--plain"),
        typed=typed,
    )
    assert ran.code == 0, ran.err
    assert bool(re.search(r"\b[NSEW]{1,2}\b", ran.out)) is letters
    assert bool(re.search("[←↑→↓]", ran.out)) is not letters


def typed_in(game: str, *lines: str, players: int = 2) -> str:
    """What is printed after the first thing that is typed."""
    ran = rulesrun(
        *("play", game, "--seed", 1, "--players", players),
        typed="\n".join([*lines, "quit"]) + "\n",
    )
    assert 0 == ran.code, ran.err
    return ran.out.partition("\nplayer 1> ")[2]


@pytest.mark.parametrize("typed", ["0,19", "why 0,19"])
def test_a_value_alone_is_answered_by_the_rule_against_it(typed: str) -> None:
    assert "Not possible: not the terrain of your card" in typed_in(
        "kingdom_builder", typed
    )


def test_why_of_half_a_choice_lists_what_it_means() -> None:
    told = typed_in("keyflower", "why use tile=Home 3").partition("\nplayer 1> ")[0]

    assert "options match:" in told
    assert "Home 3 · " in told
    assert "Home 2" not in told
    assert "Home 1" not in told


def test_what_is_printed_on_a_tile_is_shown_once_and_whenever_asked_for() -> None:
    first = "upgrade cost"
    told = typed_in("keyflower", "1", "show Stable", "show")
    turn, stable, whole = told.split("\nplayer 1> ")[:3]

    assert first not in turn.partition("───")[2]
    assert "transport 2 / 4" in stable
    assert first in whole


def test_something_that_is_not_there_is_said_to_be_so() -> None:
    told = typed_in("keyflower", "show Stabel")

    assert 'Nothing in the game is called "Stabel".\n  did you mean "Stable"?' in told


def test_a_draw() -> None:
    ran = rulesrun(
        *(
            "play",
            "tic_tac_toe",
            "--seed",
            2,
            "--seat",
            "1=random",
            "--seat",
            "2=random",
        )
    )

    assert "A draw." in ran.out


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("dealt", "player 2  3 hidden"),
        ("supply", "supply  24 wood"),
        ("behind the screen", "player 2  ?"),
        ("village", "  player 1\n  ┌─"),
        ("put_away", "winter tiles put away unseen  6 hidden"),
    ],
)
def test_what_lies_in_a_zone(name: str, told: str) -> None:
    assert told in typed_in("keyflower", f"show {name}").partition("\nplayer 1> ")[0]


def test_an_option_that_is_a_player(tmp_path: Path) -> None:
    rules = tmp_path / "youngest.rules"
    rules.write_text(YOUNGEST)
    for option, code, said in (
        ("youngest=player 2", 0, "1 game played, none went wrong"),
        ("youngest=none", 0, "1 game played, none went wrong"),
        ("youngest=player 4", 2, "a player, from player 1 to player 2 or none"),
        ("youngest=bob", 2, "a player, from player 1 to player 2 or none"),
    ):
        ran = rulesrun(
            "simulate", rules, "--games", 1, "--players", 2, "--option", option
        )
        assert code == ran.code
        assert said in ran.out + ran.err


YOUNGEST = """\
language 1

game g "G":
    players 2..3

option youngest "Youngest": player or none = none

each player:
    n: int

action go(p: player) "Go":
    p.n += 1

play:
    let s = player 1
    if youngest is not none:
        s = youngest
    turn s: s must go(s)
    rank players by most it.n
"""
