"""What a person at the keyboard reads and may type: widths, words, games to go on with."""

import io
import os
import random
import re
import select
import sys
import time
from pathlib import Path

import click
import pytest
from compiling import program_of
from compiling import shipped as program_named
from running import PLOTS, become, rulesrun

from rulesrun.cli.files.shipped import as_typed, shipped, shipped_folder, short
from rulesrun.cli.messages.words import COMMAND_WORDS, Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.cli.output.streams import fitted, printed
from rulesrun.cli.output.terminal import folded, table_rows, width
from rulesrun.cli.playing.dialogue import Dialogue
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.screen.cards import Cards
from rulesrun.cli.screen.choices import Choices
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.maps import board_lines
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.transcript import end_lines
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.languages.spoken import languages
from rulesrun.interpreter.native.build import compiler
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.boards import lattice_board

# ---- eighty columns ------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", [None, "fa"])
def test_no_line_of_a_game_is_wider_than_the_terminal(
    name: str, language: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    program = program_named(name)
    game = make_game(program, player_counts(program.world)[-1], {})
    position, labels, chance = (
        game.start(2),
        Labels(game, Words(language)),
        random.Random(2),
    )
    before = None
    for step in range(24):
        if position.over:
            break
        if step % 6 == 0:
            player = position.player
            drawn = Picture(position, player, labels, 80, before)
            choices = Choices(position, labels)
            short = choices.listed(80, rows=4)
            assert not any("and -" in line for line in short)
            for line in (*drawn.lines(), *choices.listed(80), *short):
                assert width(click.unstyle(line)) <= 80, line
            before = view(position, player) if before is None else None
        position.choose(chance.choice(position.options))
    while name == "auction" and not position.over:
        position.choose(chance.choice(position.options))
    for line in end_lines(position, labels, None) if position.over else ():
        assert width(line) <= 80, line


@pytest.mark.parametrize("language", [None, *languages()])
def test_no_line_of_the_help_is_wider_than_the_terminal(language: str | None) -> None:
    told = Words(language).say("help", example="x")
    assert max(map(width, told.splitlines())) <= 80


def test_a_line_that_is_too_wide_goes_on_further_in() -> None:
    assert ["  ab cd", "      ef"] == fitted("  ab cd ef", 8)
    assert ["ab"] == fitted("ab", 8)


@pytest.mark.parametrize("plain", [False, True])
def test_lines_are_as_wide_as_the_terminal_is(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    with printed(False, plain=plain):
        print("word… " * 30)
    lines = out.getvalue().splitlines()
    assert len(lines) > 3
    assert max(map(width, lines)) <= 50


def test_plain_arrows_are_directions_but_for_those_of_links(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)

    with printed(False, plain=True):
        print("→ ↙  i2 → i4: 3")

    assert out.getvalue() == "E  SW   i2 -> i4: 3\n"


def test_the_first_column_of_a_table_is_folded() -> None:
    rows = [["", "one", "two"], ["  a long name of a row", "1", "22"]]
    assert [
        ["               one  two"],
        ["  a long name", "  of a row       1   22"],
    ] == (table_rows(rows, limit=23))


def test_rhombus_boards_slant_and_wide_boards_stand_in_parts() -> None:
    cells = list("abcdef")
    assert ["   0 1 2", "0  a b c", " 1  d e f"] == board_lines(
        lattice_board("rhombus", 2, 3), cells
    )
    assert [
        *("   0 1", "0  a b", "1   d e", ""),
        *("   2", "0  c", "1   f"),
    ] == board_lines(lattice_board("hex", 2, 3), cells, limit=8)


def test_a_board_is_drawn_whenever_one_of_its_cells_is_chosen() -> None:
    game = make_game(program_named("classics/hex"), 2, {})
    position = game.start(1)
    same = view(position, 0)
    assert any(
        ". . . ." in line
        for line in Picture(position, 0, Labels(game, Words()), 80, same).lines()
    )


# ---- words ---------------------------------------------------------------------------


def asked(*typed: str, game: str = "keyflower", seed: int = 5) -> list[str]:
    """What is answered to each line that is typed."""
    ran = rulesrun(
        *("play", game, "--players", 2, "--seed", seed, "--lang", "en"),
        typed="\n".join(typed) + "\n",
    )
    return re.split(r"player \d> .*\n", ran.out)[1:]


def test_a_label_may_begin_with_the_word_for_a_command() -> None:
    game = make_game(program_named("keyflower"), 2, {})
    words = Words("fa")
    bid = Labels(game, words).option(game.start(5), game.start(5).options[0])
    first = bid.split(":")[0]
    assert COMMAND_WORDS[first.split()[0]] == "hint"
    ran = rulesrun(
        *("play", "keyflower", "--players", 2, "--seed", 5, "--lang", "fa"),
        typed=f"{first}\nundo 3\n",
    )
    fits, thought = (
        unmarked(said).split(" ", 1)[1].strip()
        for said in (words.say("these fit", n=9), words.say("hint", n=9, text=""))
    )
    assert fits in unmarked(ran.out)
    assert thought not in unmarked(ran.out)


def test_the_value_that_fails_is_named() -> None:
    nine, purple, misspelt, label = asked(
        "why bid Keywood red 9",
        "bid Keywood purple 3",
        "bid Kaywood red 1",
        "Bid: Keywood · red · - · 7",
    )[:4]
    assert "9 is not among the choices for `workers`" in nine
    assert '"purple" is no colour' in purple
    assert 'called "Kaywood"' in misspelt
    assert 'did you mean "Keywood"?' in misspelt
    assert "7 is not among the choices for `workers`" in label


def test_words_in_the_name_of_one_value_go_together() -> None:
    """`6 1` may be a home and a number of workers, `Home 6` is one tile."""
    whole, absent, crossed = asked("use home 6", "use home 1", "home 6 red 7")[:3]
    assert "Home 6 · red · none · 1" in whole
    assert "Home 2" not in whole
    assert "Home 1 is not among the choices" in absent
    assert "Not possible" in crossed  # and not a home 7 with 6 workers
    game = make_game(program_named("keyflower"), 2, {})
    position = game.start(5)
    choices = Choices(position, Labels(game, Words()))
    for number in choices.fitting("home 2"):
        assert "tile=Home 2 " in position.options[number - 1].name


ARCHITECTS = ("1", "1", "1", "1")
"""Cards are kept, and the first worker may be placed."""


def test_the_beginning_of_several_actions_tells_why_each_is_not_possible() -> None:
    for language, word in (("en", "guildhall"), ("fa", "اتاق صنف")):
        ran = rulesrun(
            *("play", "architects", "--players", 2, "--seed", 5, "--lang", language),
            typed="\n".join((*ARCHITECTS, f"why {word}", word)) + "\n",
        )
        told = ran.out.rpartition(f"why {word}")[2]
        for cite in ("@AR-113", "@AR-118"):
            assert told.count(cite) == 2, told


CHOOSING = """language 1

game small "Small":
    players 2
    languages en, fa

action gain(p: player) "Gain" fa "گرفتن":
    choose n "points to gain" fa "چند امتیاز" in 1..3
    p.points += n

each player:
    points "points" fa "امتیاز": int = 0
    door "the door is open" fa "درِ باز": bool = true

play:
    player 1 chooses one of:
        gain(player 1)
    player 1 chooses more "still more" fa "باز هم" in 1..2 "How many?" fa "چند تا؟"
    player 1.points += more
    nobody wins
"""


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", ("[gain n=<points to gain>]", "[more=<still more>]")),
        ("fa", ("[چند امتیاز]", "[باز هم]")),
    ],
)
def test_parts_of_choices_have_labels(
    language: str, labels: tuple[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "small.rules"
    path.write_text(CHOOSING, "utf-8")
    ran = rulesrun("play", path, "--lang", language, typed="gain 7\n1\n1\n")
    told = unmarked(ran.out)
    for label in labels:
        assert label in told
    assert ("the door is open" in told) == (language == "en")
    assert "is open yes" not in told
    fails = "«۷» برای «چند امتیاز»" if language == "fa" else "7 is not among"
    assert fails in told
    assert language == "fa" or "for `points to gain`" in told


@pytest.mark.parametrize("name", shipped())
def test_what_shipped_games_let_one_choose_can_be_told_apart(name: str) -> None:
    """No head of a list shows a letter alone, nor the same word for two of its parts."""
    program = program_named(name)
    game = make_game(program, player_counts(program.world)[0], {})
    named = Choices(game.start(1), Labels(game, Words()))._named
    spoken = [code for code in program.world.languages if code != "en"]
    for decision in game.lowered.core.decisions:
        for item in decision.items:
            assert not [s for s in item.chosen if re.match("[a-z]=…", named(s))]
            for language in spoken:
                labels = Labels(game, Words(language))
                told = [labels.parameter(symbol) for symbol in item.chosen]
                assert len({*told}) == len(told), item.name


def test_a_value_that_may_not_be_chosen_is_no_reason_where_others_fit() -> None:
    assert "16 options match" in asked("why miner")[0]


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("architects", "why guildhall", '"guildhall" cannot be chosen now'),
        ("architects", "why Mines: gold", '"Mines: gold" cannot be chosen now'),
        ("architects", "why guldhall", 'did you mean "guildhall"?'),
        ("kingdom_builder", "Forest", '"Forest" cannot be chosen now'),
        ("kingdom_builder", "forst", 'did you mean "Forest"?'),
        ("kingdom_builder", "why forst", 'did you mean "Forest"?'),
        ("keyflower", "why bid farr", 'did you mean "Farrier"?'),
        ("keyflower", "farr", 'did you mean "Farrier"?'),
        ("keyflower", "bid home", '"Home 1" or "Home 2"?'),
        ("alhambra", "seragl", "did you mean"),
        ("keyflower", "why use castle", 'there is no tile called "castle"'),
        ("keyflower", "done", '"done" cannot be chosen now'),
        ("keyflower", "build Keywood 0,1", '"build" cannot be chosen now'),
        ("keyflower", "move resources gold", '"move resources" cannot be chosen now'),
    ],
)
def test_words_of_the_screen_are_known_where_they_are_no_choice(
    game: str, typed: str, told: str
) -> None:
    assert told in asked(typed, game=game)[0]


def test_what_is_no_choice_but_can_be_looked_at_says_how() -> None:
    assert "`show market` shows it." in asked("market", game="alhambra")[0]


def test_what_a_price_is_stands_in_the_reason_that_it_cannot_be_paid() -> None:
    told = asked(*ARCHITECTS, "why Guildhall: construct", game="architects")[-2]
    assert "building.cost is " in told
    assert "with exchange(p is" not in told


def test_refusals_name_shipped_rules_without_our_folders() -> None:
    assert "classics/hex.rules:3:5" == short(
        f"{shipped_folder().as_posix()}/classics/hex.rules:3:5"
    )
    assert "mine/hex.rules:3:5" == short("mine/hex.rules:3:5")


def test_that_players_think_without_a_compiler_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    compiler.cache_clear()
    try:
        ran = rulesrun(
            *("play", "tic_tac_toe", "--seed", 3, "--lang", "en"),
            *("--seat", "1=thinker:2", "--seat", "2=thinker:2"),
        )
    finally:
        compiler.cache_clear()
    assert ran.code == 0
    assert ran.err.count("thinking in Python") == 1
    assert "no-such-compiler" in ran.err
    assert not rulesrun("play", "tic_tac_toe", "--seed", 3, typed="quit\n").err


def test_what_is_half_typed_is_helped() -> None:
    half, nothing = asked("Keywod", "qqqqqq")[:2]
    assert 'did you mean "Keywood"?' in half
    assert "`help` tells more" in nothing


def test_an_exact_label_needs_no_second_enter() -> None:
    answers = asked("beans-1 · coin 1 · 1,0", game=PLOTS, seed=3)
    assert "press Enter" not in answers[0]
    assert "Buy a plot: beans-1 · coin 1 · 1,0" in answers[0]


def test_a_number_that_is_typed_twice_occurs_twice() -> None:
    game = make_game(program_named("keyflower"), 2, {})
    position = game.start(5)
    choices = Choices(position, Labels(game, Words()))
    result = [position.options[n - 1].name for n in choices.fitting("home 2 red 2")]
    assert result == ["use tile=Home 2 colour=red moved={} n=2"]


def test_all_options_are_told_one_by_one() -> None:
    few, all_ = asked("", "options")[:2]
    assert "e.g." in few
    assert "e.g." not in all_
    numbers = re.findall(r"(\d+)  (?=[A-Z])", all_)
    assert sorted(map(int, numbers)) == list(range(1, len(numbers) + 1))
    assert len(numbers) > 100


def test_what_was_chosen_is_told_with_what_its_numbers_mean() -> None:
    """And without what is nothing: no worker was moved."""
    game = make_game(program_named("keyflower"), 2, {})
    position = game.start(5)
    option = next(o for o in position.options if o.name.startswith("bid"))
    told = [
        Labels(game, Words(one)).choice_text(position, option) for one in (None, "fa")
    ]
    assert "Bid: Alehouse · red · workers: 1" == told[0]
    assert "پیشنهاد قیمت: مهمان‌خانه؛ قرمز؛ ۱ کارگر" == unmarked(told[1])


def test_between_uses_of_a_tile_nothing_is_left_of_them() -> None:
    told = asked("use Home 2 red 1", "done", "show")
    assert "units of transport left" in told[0]
    assert "units of transport left" not in told[2]


def test_things_with_commas_in_them_stand_between_semicolons() -> None:
    told = " ".join(asked("show Sea Bastion")[0].split())
    assert "water ↘↖; workers by season 6, 6, 6; skill tiles by season 2, 2, 2" in told


def test_what_counts_on_either_side_of_a_tile_stands_side_by_side() -> None:
    told = " ".join(asked("show Home 2")[0].split())
    assert "can be used, transport 1 / 2, upgrades 1 / 1, points 0 / 5" in told


def test_the_ends_of_what_may_be_chosen_stand_in_the_reason() -> None:
    told = asked("why bid Keywood green 1")[0]
    assert "    p.screen[colour] is 0\n" in told


def test_why_alone_lists_what_is_not_possible() -> None:
    assert asked("why")[0].splitlines() == [
        "Not possible now:",
        "  Use a tile with workers of any colours: only the owner of summer boat 4b may"
        "  @KF-152",
    ]


def test_rules_of_a_word() -> None:
    miner, nothing, missing = asked("rules miner", "rules qqqq", "rules")[:3]
    assert "Miner (spring; roads" in miner
    assert "@KF-164 Miner (spring)" in miner
    assert nothing == 'The rules say nothing about "qqqq".\n'
    assert missing == "Name the word:  rules WORD\n"


def test_what_is_alike_in_several_cards_is_told_of_each() -> None:
    told = asked("rules home")[0]
    assert [f"Home {n}" for n in range(1, 7)] == re.findall(r"^  (Home \d)", told, re.M)
    assert 6 == told.count("upgrade cost 1 ")


# ---- games to go on with -------------------------------------------------------------


def play(*args: object, typed: str = "") -> str:
    return rulesrun("play", *args, typed=typed).out


def test_a_game_that_is_quit_goes_on() -> None:
    first = play(PLOTS, "--seed", 77, typed="1\nlog\nquit\n")
    assert f"rulesrun play {PLOTS} --resume" in first
    again = play(PLOTS, "--resume", typed="log\n")
    lines = [line for line in first.splitlines() if re.match(r" +\d+  player", line)]
    assert lines[-1] in again
    assert "seed 77" in again


def test_a_log_goes_on_under_the_rules_that_it_names(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    play("tic_tac_toe", "--seed", 1, "--log", log, typed="1\nquit\n")
    assert "turn 3" in play("--resume", log, typed="quit\n")
    assert "turn 3" in play("tic_tac_toe", "--resume", log, typed="quit\n")


@pytest.mark.parametrize(
    "args",
    [
        ("--resume",),
        ("nim", "--resume", "--seed", 3),
        ("classics/kuhn_poker", "--resume"),
        ("nim", "--resume", "nowhere.log"),
    ],
)
def test_nothing_to_go_on_with(args: tuple[object, ...]) -> None:
    ran = rulesrun("play", *args)
    assert ran.code == 2
    assert ran.err.startswith("Error: ")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a terminal of Unix")
def test_between_two_people_the_screen_is_cleared() -> None:
    import pty

    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover
        arguments = ["--seat", "2=human", "--seed", "3", "--lang", "en"]
        os.environ.pop("NO_COLOR", None)
        os.environ |= {"TERM": "xterm", "LC_ALL": "C.UTF-8"}
        become(["play", "classics/kuhn_poker", *arguments])
    shown = b""

    def until(text: bytes) -> None:
        nonlocal shown
        end = time.monotonic() + 60
        while text not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 65536)
        assert text in shown, shown.decode()

    try:
        until(b"Next: player 1. Press Enter")
        os.write(terminal, b"\n")
        until(b"player 1> ")
        mine = re.findall(rb"card +(\w+)", shown)
        shown = b""
        os.write(terminal, b"1\n")
        until(b"Next: player 2. Press Enter")
        assert b"\x1b[2J" in shown
        after = shown.rpartition(b"\x1b[H")[2]
        assert not any(card in after for card in mine)
        os.write(terminal, b"\n")
        until(b"player 2> ")
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


@pytest.mark.parametrize(("rows", "times"), [(40, 2), (400, 1)])
def test_what_is_asked_is_in_sight_above_a_long_position(
    rows: int,
    times: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Dialogue, "_rows", property(lambda self: rows))
    monkeypatch.setattr(Dialogue, "_pause", lambda self: None)
    monkeypatch.setattr(Dialogue, "_read", lambda self: "1")
    session = Session.begin(make_game(program_named("keyflower"), 2, {}), 3)
    labels = Labels(session.game, Words("en"))
    Dialogue(session, labels, lambda name: session, 0).ask()
    lines = click.unstyle(capsys.readouterr().out).splitlines()
    result = [
        at for at, line in enumerate(lines) if "Bid, use a tile or pass (" in line
    ]
    assert len(result) == times
    assert (result[0] < 6) == (times == 2)


LAND = """\
language 2

game land "Land":
    players 2

enum Ground: sand "sand", wood "wood", lake "lake"

board map: square 2 x 2

each cell of map:
    ground "ground": Ground = sand
    mark "mark": player or none

play:
    for each c in map where c.row == 0 and c.column == 0:
        c.ground = {ground}
    for each c in map where c.row == 0 and c.column == 1:
        c.mark = {mark}
    player 1 chooses c in map "Where?"
    c.mark = player 1
    player 2 wins
"""


@pytest.mark.parametrize(
    ("ground", "mark", "told"),
    [
        (
            "wood",
            "player 2",
            ["0,0 wood", "0,1 sand, player 2", "1,0 sand", "1,1 sand"],
        ),
        ("sand", "none", ["0,0", "0,1", "1,0", "1,1"]),
    ],
)
def test_what_lies_on_a_cell_stands_beside_its_coordinates(
    ground: str, mark: str, told: list[str]
) -> None:
    game = make_game(program_of(LAND.format(ground=ground, mark=mark)), 2, {})
    choices = Choices(game.start(1), Labels(game, Words("en")))
    lines = click.unstyle("\n".join(choices.every(12)))
    assert sorted(re.findall(r"\d  (\S.*?)(?:   .*)?$", lines, re.M)) == told


RESTING = """\
language 1

game resting "Resting":
    players 2

each player:
    points "points": int

action dig(p: player) "Dig":
    choose depth "depth" in 3..5
    choose width "width" in 1..2
    p.points += depth * width

play:
    for each p in players:
        p chooses one of:
            dig(p)
            option rest "Rest":
                pass
    rank players by most it.points
"""


def test_what_chooses_nothing_stands_below_no_heading() -> None:
    game = make_game(program_of(RESTING), 2, {})
    choices = Choices(game.start(3), Labels(game, Words("en")))
    for lines in (choices.listed(20), choices.every(20)):
        head, first, *_, last = map(click.unstyle, lines)
        assert head.startswith("  Dig")
        assert re.match(r"    1  \S", first) or re.match(r" {6}\[", first)
        assert last == "  7  Rest"


# ---- what is drawn -------------------------------------------------------------------


def drawn(name: str, language: str | None = None, players: int = 2) -> str:
    """The first position of a game, as wide as eighty columns."""
    game = make_game(program_named(name), players, {})
    labels = Labels(game, Words(language))
    return "\n".join(Picture(game.start(5), 0, labels, 80).lines())


def test_heavy_tiles_are_a_table() -> None:
    lines = drawn("keyflower").splitlines()
    start = lines.index("  auction")
    assert lines[start + 1] == "        on each: spring, can be used"
    assert (
        "      Keywood          ↗↘↙↖   1 wood / 3 wood                      0 / 3"
        in lines
    )
    assert all(line.startswith("      ") for line in lines[start + 1 : start + 10])


def test_known_cards_are_told_again_beside_new_ones() -> None:
    game = make_game(program_named("architects"), 2, {})
    numbers = {c.name: c.number for c in game.layout.components}
    known, new = numbers["fountain"], numbers["wood_market"]
    labels = Labels(game, Words())
    mixed = Cards(labels, {}, frozenset([known])).table([known, new], 76)
    assert "3 stone + 1 marble" in "\n".join(mixed)
    both = Cards(labels, {}, frozenset([known, new])).table([known, new], 76)
    assert "stone" not in "\n".join(both)


def test_tracks_look_like_tracks() -> None:
    assert "  house   0  1  2  3  4  5  6  7  8  9 10 11" in drawn("classics/oware")
    track = "  player 1       .  .  .  .  .  .  5  .  3  .  .  .  ."
    assert track in drawn("classics/backgammon").splitlines()


def test_both_sides_of_a_tile_stay_on_one_line() -> None:
    assert ["points", "  0 / 3", "  next"] == folded(
        "points 0 / 3 next", 8, indent="  "
    )


def test_a_game_is_gone_on_with_by_what_may_be_typed() -> None:
    assert "classics/nim" == as_typed(shipped()["classics/nim"].as_posix())
    assert "games/mine.rules" == as_typed("games/mine.rules")


def test_a_number_that_is_not_there_is_told_in_the_digits_of_the_language() -> None:
    told = unmarked(rulesrun("play", "nim", "--lang", "fa", typed="۹۹۹\n").out)
    assert "شماره‌ی ۹۹۹ وجود ندارد" in told
    told = rulesrun("play", "hearts", "--seed", 4, typed="5\n").out
    assert "There is no number 5; there is only 1.\n" in told


def test_where_only_numbers_are_chosen_they_are_what_is_listed_and_typed() -> None:
    ran = rulesrun("play", "oware", "--seed", 4, typed="why 3\n9\n3\n")
    _, possible, refused, rest = ran.out.split("player 1> ")[:4]
    assert "    0     1     2     3     4     5\n" in ran.out
    assert "This is possible: it is number 3.\n" in possible
    assert "9 is not among the choices for `house`" in refused
    assert "player 1  Sow: 3\n" in rest


def test_how_tiles_lie_turned_is_shown_by_the_map_alone() -> None:
    game = make_game(program_named("keyflower"), 2, {})
    position, labels, chance = game.start(3), Labels(game, Words()), random.Random(1)
    while position.phase is None or labels.words.label(position.phase, "") != "Summer":
        before = view(position, position.player)
        position.choose(chance.choice(position.options))
        picture = Picture(position, position.player, labels, 80, before)
        assert "turns of 60°" not in "\n".join(picture.lines())


def test_what_was_perhaps_meant_is_asked_once() -> None:
    told = asked("bid Keywood yelow 2")[0]
    assert 1 == told.count('did you mean "yellow"?')


def test_what_is_only_for_the_rules_is_not_shown() -> None:
    assert "passed" not in drawn("keyflower")
    assert "earlier" not in drawn("classics/oware")
    assert "turns" not in drawn("classics/backgammon")


FACE_DOWN = """language 1

game tiles "Tiles":
    players 2

tile Tile "tile":
    number "number": 1..9
    named "tile {number}"

card Rank "rank":
    number "number": 1..2
    named "rank {number}"

supply:
    1 of each Tile
    1 of each Rank

state:
    stack "stack": deck of Tile
    heap "heap": pile of Tile
    done: 0..9

each player:
    hand "hand": hand of Tile

each Tile:
    worth "worth": 0..9 = 2

each Rank:
    bonus "bonus": 0..9 = 3

play:
    move all t in Tile where t.number < 9 to stack
    shuffle stack
    for each p in players: draw 1 from stack to p.hand
    draw 2 from stack to heap
    player 1 chooses n in 1..2
    for each t in Tile: t.worth = n
    done = n + first(Rank).bonus
    nobody wins
"""


@pytest.mark.parametrize("viewer", [0, 1])
def test_what_lies_face_down_or_in_the_box_is_not_listed(viewer: int) -> None:
    """And nothing tells a stack from another's hand; what lies nowhere is listed."""
    game = make_game(program_of(FACE_DOWN), 2, {})
    labels = Labels(game, Words())
    for seed in range(4):
        position = game.start(seed)
        shown = "\\n".join(Picture(position, viewer, labels, 80).lines())
        worth = shown.partition("  worth\\n")[2].partition("\\n  player")[0]
        assert worth.count("tile") == 2, shown
        assert "bonus\\n    rank 1  3\\n    rank 2  3" in shown
