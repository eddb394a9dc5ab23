from pathlib import Path

import pytest
from running import PLOTS, rulesrun
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.files.sources import load_program
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
