"""Architects of the West Kingdom: whole games, and a card that is added."""

from functools import cache

import pytest
from compiling import RULES, shipped
from playing import golden, steps, told, values
from syrupy.assertion import SnapshotAssertion

from rulesrun.agents.worlds import A_WORLD
from rulesrun.cli.trials import broken_invariant
from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import dealt, resample, view
from rulesrun.interpreter.testing.scenarios import run_scenario

SETUPS: dict[str, dict[str, Fixed]] = {
    "standard": {},
    "variable": {"variable_setup": True},
    "chosen": {"variable_setup": True, "chosen_boards": True},
    "generous": {"conspirator_each_capture": True},
}


@cache
def game(players: int, setup: str) -> Game:
    return Game(shipped("architects"), players, SETUPS[setup])


# --- whole games -------------------------------------------------------------


@pytest.mark.parametrize(("players", "setup"), [(2, "variable"), (4, "standard")])
def test_golden_game(players: int, setup: str, snapshot_txt: SnapshotAssertion) -> None:
    position = game(players, setup).start(7)
    title = f"{players} players, {setup} setup, seed 7"
    lines = told(position, steps(position, 7))

    assert snapshot_txt == golden(title, lines, position, "points")


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("setup", list(SETUPS))
def test_nothing_is_lost_and_the_game_ends(players: int, setup: str) -> None:
    position = game(players, setup).start(players)
    for _ in steps(position, players):
        assert None is broken_invariant(position)

    assert None is broken_invariant(position)
    assert sum(values(position, "guildhall")) >= {2: 12, 3: 16, 4: 20, 5: 24}[players]
    assert all(len(hand) <= 6 for hand in values(position, "hand"))
    places = position.ranking
    assert places is not None
    assert 1 in places


@pytest.mark.parametrize("players", [2, 5])
def test_nobody_is_told_what_is_hidden(players: int) -> None:
    position = game(players, "variable").start(3)
    for number, _ in enumerate(steps(position, 3)):
        if number % 9:
            continue
        for player in range(players):
            other = dealt(position, player, number)
            if number == 45 and player == 0:
                other = resample(position, player, number, A_WORLD)

            assert view(other, player) == view(position, player)
            if player == position.player:
                names = [option.name for option in position.options]
                assert [option.name for option in other.options] == names


# --- adding a card -----------------------------------------------------------

PEDDLER = "peddler,peddler,1,carpentry,-1,,,2 silver,Peddler,دوره‌گرد\n"
MORE = {
    "apprentices.csv": PEDDLER,
    "fa.po": '\nmsgid "peddler"\nmsgstr "دوره‌گرد"\n',
}
EFFECT = """
adjust reset_use(p, apprentice) when apprentice.kind == peddler: 1

when acts_at_reset(p, apprentice) and apprentice.kind == peddler:
    do gain(p, apprentice.gain)
"""
TEST = """
scenario "the Peddler":
    players 3
    given:
        player 1.apprentices = {"peddler", "squire-gold"}
    start reset(player 2)
    player 1: use apprentice=peddler
    player 1: use apprentice=squire-gold
    expect player 1.goods == {silver: 2, gold: 1}
"""


def test_a_new_apprentice_takes_a_row_and_an_effect() -> None:
    path = RULES / "architects.rules"
    text = path.read_text("utf-8")
    text = text.replace("    40 Apprentice from", "    41 Apprentice from")

    def read(file: str) -> str | None:
        if not (path.parent / file).is_file():
            return None
        result = (path.parent / file).read_text("utf-8")
        return result + MORE.get(file.rpartition("/")[2], "")

    result = compile_rules(text + EFFECT + TEST, str(path), read)

    assert () == result.diagnostics
    assert result.program is not None

    made = result.program
    (scenario,) = made.world.scenarios
    outcome = run_scenario(made, scenario, lambda players, _: Game(made, players))

    assert None is outcome.message
