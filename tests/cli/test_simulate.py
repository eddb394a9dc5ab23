from pathlib import Path

import pytest
from compiling import RULES
from running import PLOTS, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.commands import simulate
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.trials import broken_invariant
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.layout import BOX


def test_figures(snapshot_txt: SnapshotAssertion) -> None:
    ran = rulesrun("simulate", PLOTS, "--games", 20, "--check", "--option", "rich=yes")
    assert ran.text == snapshot_txt


def test_a_number_of_players_that_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(
        """\
language 1

game shop "Shop":
    players 2..4
    require player_count != 3  "not for three"

play:
    nobody wins
"""
    )
    ran = rulesrun("simulate", path, "--games", 1)
    assert (0, "not with 3 players: not for three\n") == (ran.code, ran.err)
    assert "2 players\n" in ran.out
    assert "3 players\n" not in ran.out
    assert rulesrun("simulate", path, "--players", 3).code == 2


def test_several_processes_find_the_same() -> None:
    alone = rulesrun("simulate", PLOTS, "--games", 30, "--players", 2)
    together = rulesrun("simulate", PLOTS, "--games", 30, "--players", 2, "--jobs", 2)
    assert alone == together


def test_faults(tmp_path: Path, snapshot_txt: SnapshotAssertion) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text(
        """\
language 1

game faulty "Faulty":
    players 2

state:
    total: 0..5

play:
    let p = player 1
    repeat:
        p chooses n in 0..2
        total += n
        p = p.left
    until total == 5
"""
    )
    ran = rulesrun("simulate", path, "--games", 40)
    assert ran.code == 1
    assert ran.text == snapshot_txt


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "9"), "Plots is for 2 to 3 players, not for 9"),
        (("--players", "x"), "--players is a number or `all`, not 'x'"),
        (("--option", "x=1"), "the game has no option 'x'; it has rich"),
        (("--option", "rich"), "write an option as name=value, not 'rich'"),
        (("--games", "0"), "--games takes a whole number from 1 to 10000000"),
        (("--jobs", "0"), "--jobs takes a whole number from 1 to 256"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_usage(args: tuple[str, ...], message: str) -> None:
    ran = rulesrun("simulate", PLOTS, *args)
    assert (2, "") == (ran.code, ran.out)
    assert message in ran.err


@pytest.fixture
def game() -> Game:
    return make_game(load_program("tests/cli/games/plots.rules"), 2, {})


def test_a_lost_component_is_noticed(game: Game) -> None:
    position = game.start(1)
    assert broken_invariant(position) is None
    offer = next(f.base for s, f in game.layout.families.items() if s.name == "offer")
    first, *rest = position.state[offer]
    position.state[offer] = tuple(rest)
    assert broken_invariant(position) == (
        f"{game.layout.components[first].name} is nowhere"
    )
    position.state[BOX] = (*position.state[BOX], *rest)
    assert broken_invariant(position) is not None


# ---- what is always so ---------------------------------------------------------------

SHOP = """\
language 1

game shop "Shop":
    players 2

each player:
    coins "coins": int = 10

action pay(p: player) "Pay":
    choose n in 1..3
        where n <= p.coins
    p.coins -= n
    p.left.coins += n

action rest(p: player) "Rest": pass

play:
    let p = player 1
    repeat 20 times:
        turn p:
            p chooses one of:
                pay, rest
        p = p.left
    rank players by most it.coins
"""

ALWAYS = """\
language 1
include "shop.rules"

always sum(p.coins for p in players) == 20
always every p in players has p.coins > 3
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.rules").write_text(SHOP)
    path = tmp_path / "always.rules"
    path.write_text(ALWAYS)
    return path


def test_what_is_always_so(shop: Path, snapshot_txt: SnapshotAssertion) -> None:
    ran = rulesrun("simulate", shop, "--games", 50)
    assert ran.text == snapshot_txt


def test_the_game_that_breaks_it_is_found_again(shop: Path, tmp_path: Path) -> None:
    log = tmp_path / "broken.log"
    ran = rulesrun("simulate", shop, "--games", 50, "--log", log)
    assert ran.code == 1
    assert "--players 2 --seed 6 --games 1\n" in ran.err
    again = rulesrun("simulate", shop, "--players", 2, "--seed", 6, "--games", 1)
    assert "in 1 game, soonest with 2 players and seed 6, after 6 dec" in again.err
    replayed = rulesrun("replay", log, "--rules", shop)
    assert replayed.code == 0
    assert "player 2 · coins 3\n" in replayed.out
    assert "after 6 choices" in replayed.out


def test_no_log_is_kept_of_games_that_go_well(shop: Path, tmp_path: Path) -> None:
    log = tmp_path / "none.log"
    shop.write_text(ALWAYS.replace("> 3", "> -1"))
    ran = rulesrun("simulate", shop, "--games", 20, "--log", log)
    assert (ran.code, log.exists()) == (0, False)


def test_no_log_is_written_over(shop: Path, tmp_path: Path) -> None:
    log = tmp_path / "kept.log"
    log.write_text("mine")
    ran = rulesrun("simulate", shop, "--games", 50, "--log", log)
    assert ran.code == 2
    assert log.read_text() == "mine"


def test_what_is_always_so_is_asked_in_every_process(shop: Path) -> None:
    alone = rulesrun("simulate", shop, "--games", 30)
    assert alone.code == 1
    assert alone == rulesrun("simulate", shop, "--games", 30, "--jobs", 2)


def test_what_is_always_so_is_not_asked_of_compiled_games(shop: Path) -> None:
    ran = rulesrun("simulate", shop, "--games", 50, "--engine", "native")
    assert ran.code == 1
    assert "50 random games, seeds 1 to 50, in Python\n" in ran.out
    assert "played in Python: compiled games cannot be checked" in ran.err


def test_an_always_line_that_takes_the_time_is_told(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "LONG", 0.0)
    shop.write_text(
        f"{SHOP}\nalways no n in 1..30 where some m in 1..n where m * m == -n\n"
    )
    told = rulesrun("simulate", shop, "--games", 1).err
    again = rulesrun("simulate", shop, "--games", 4, "--jobs", 2).err
    monkeypatch.setattr(simulate, "LONG", 100.0)
    quiet = rulesrun("simulate", shop, "--games", 1).err

    assert "% of the time goes into the `always` at " in told
    assert "always.rules:26:" in told
    assert "always.rules:26:" in again
    assert quiet == ""


def test_what_cannot_be_worked_out_is_no_invariant(shop: Path) -> None:
    shop.write_text(f"{ALWAYS}always 20 / (player 1.coins - 8) rounded down < 99\n")
    ran = rulesrun("simulate", shop, "--games", 50)
    assert ran.code == 1
    assert "always.rules:6:8: this cannot be evaluated: " in ran.err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("always 1 < 2", "expects-nothing"),
        ("always player 1.coin > 2", "unknown-field"),
        ("always player 1.coins", "wrong-type"),
        ("always random(1..6) < 7", "cannot-change"),
        ("always options n of pay is empty", "scenario-choice"),
    ],
)
def test_what_cannot_always_be_so(shop: Path, line: str, code: str) -> None:
    shop.write_text(f"{ALWAYS}{line}\n")
    assert f"[{code}]" in rulesrun("validate", shop).err


def test_the_island_keeps_its_laws() -> None:
    path = RULES / "tests" / "island.rules"
    assert rulesrun("simulate", path, "--games", 2, "--players", 2).code == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("everybody wins", "won 100.0 % [56.6, 100.0]"),
        ("everybody loses", "won 0.0 % [0.0, 43.4]"),
        ("player 1 wins", "won by seat 1 100.0 %, seat 2 0.0 %"),
    ],
)
def test_a_report_says_how_often_a_game_is_won(
    line: str, told: str, tmp_path: Path
) -> None:
    rules = tmp_path / "small.rules"
    rules.write_text(f"language 2\n\ngame small:\n    players 2\n\nplay:\n    {line}\n")

    assert told in rulesrun("simulate", str(rules), "--games", "5").out
