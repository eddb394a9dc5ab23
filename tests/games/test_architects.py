"""Architects of the West Kingdom: its scenarios, whole games, and a card that is added."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.trials import broken_invariant
from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Compilation, Program, compile_rules
from rulesrun.dsl.constants import Fixed
from rulesrun.dsl.narrowing import walk
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.machine import RawOption
from rulesrun.interpreter.scenarios import run_scenario
from rulesrun.interpreter.views import resample, view

RULES = Path(__file__).parents[2] / "rules"
RULEBOOK = (RULES / "architects" / "rulebook.md").read_text("utf-8")
SETUPS: dict[str, dict[str, Fixed]] = {
    "standard": {},
    "variable": {"variable_setup": True},
    "chosen": {"variable_setup": True, "chosen_boards": True},
    "generous": {"conspirator_each_capture": True},
}


@cache
def compiled(name: str) -> Compilation:
    path = RULES / f"{name}.rules"

    def read(file: str) -> str | None:
        found = path.parent / file
        return found.read_text("utf-8") if found.is_file() else None

    return compile_rules(path.read_text("utf-8"), str(path), read)


@cache
def program(name: str = "architects") -> Program:
    found = compiled(name).program
    assert found is not None, compiled(name).diagnostics
    return found


@cache
def game(players: int, setup: str) -> Game:
    return Game(program(), players, SETUPS[setup])


def test_nothing_is_wrong_with_the_rules_and_every_label_is_there() -> None:
    assert () == compiled("architects").diagnostics
    assert () == compiled("tests/architects").diagnostics


def test_every_paragraph_that_states_a_rule_is_cited() -> None:
    stated = re.findall(r"^(AR-E?\d+)\.(.*)$", RULEBOOK, re.MULTILINE)
    wanted = [number for number, text in stated if not text.endswith("{no rule}")]
    tree = program().world.file.declarations
    cited = {n.paragraph for n in walk(tree) if isinstance(n, nodes.Cite)}

    assert 230 == len(stated)
    assert [] == [number for number in wanted if number not in cited]


# --- scenarios ---------------------------------------------------------------

SCENARIOS = program("tests/architects").world.scenarios


@cache
def scenario_game(players: int, options: tuple[tuple[str, Fixed], ...]) -> Game:
    return Game(program("tests/architects"), players, dict(options))


def game_for(players: int, options: dict[str, Fixed]) -> Game:
    return scenario_game(players, tuple(options.items()))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_scenario(scenario: nodes.ScenarioDecl) -> None:
    outcome = run_scenario(program("tests/architects"), scenario, game_for)

    assert None is outcome.message, "\n".join(
        [f"{outcome.where}: {outcome.message}", *outcome.details]
    )


def test_scenario_titles_tell_them_apart() -> None:
    assert len(SCENARIOS) == len({scenario.title for scenario in SCENARIOS})


# --- whole games -------------------------------------------------------------


def steps(position: Position, seed: int) -> Iterator[tuple[int, str]]:
    """A game in which every kind of move is equally likely, whatever its options."""
    chooser = random.Random(seed)
    for _ in range(20_000):
        if position.over:
            return
        player = position.player
        assert player is not None
        kinds: dict[int, list[RawOption]] = {}
        for raw in position.raw:
            kinds.setdefault(raw[0], []).append(raw)
        chosen = chooser.choice(kinds[chooser.choice(list(kinds))])
        item = position.decision_plan.items[chosen[0]]
        name = position.game.names.choice(item, chosen[1])
        yield player, name
        position.choose(Option(name, chosen))
    raise AssertionError("the game does not end")


def counters(position: Position, name: str) -> list[int]:
    found = [s for s in view(position, None).seen if s.name == name]
    return [int(seen.value) for seen in found]


@pytest.mark.parametrize(("players", "setup"), [(2, "variable"), (4, "standard")])
def test_golden_game(players: int, setup: str, snapshot_txt: SnapshotAssertion) -> None:
    position = game(players, setup).start(7)
    lines = [f"{players} players, {setup} setup, seed 7"]
    for player, choice in steps(position, 7):
        lines += [f"* {labels.text}" for labels in position.announcements]
        lines.append(f"{player + 1}: {choice}")
    lines += [f"* {labels.text}" for labels in position.announcements]
    lines.append(f"points {', '.join(map(str, counters(position, 'points')))}")
    lines.append(f"places {', '.join(map(str, position.ranking or ()))}")

    assert snapshot_txt == "\n".join(lines) + "\n"


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("setup", list(SETUPS))
def test_nothing_is_lost_and_the_game_ends(players: int, setup: str) -> None:
    position = game(players, setup).start(players)
    for _ in steps(position, players):
        assert None is broken_invariant(position)

    assert None is broken_invariant(position)
    assert sum(counters(position, "guildhall")) >= {2: 12, 3: 16, 4: 20, 5: 24}[players]
    assert all(size <= 6 for size in hand_sizes(position))
    places = position.ranking
    assert places is not None
    assert 1 in places


def hand_sizes(position: Position) -> list[int]:
    return [len(s.value) for s in view(position, None).seen if s.name == "hand"]


@pytest.mark.parametrize("players", [2, 5])
def test_nobody_is_told_what_is_hidden(players: int) -> None:
    position = game(players, "variable").start(3)
    for number, _ in enumerate(steps(position, 3)):
        if number % 9:
            continue
        for player in range(players):
            other = resample(position, player, number)

            assert view(other, player) == view(position, player)
            if player == position.player:
                names = [option.name for option in position.options]
                assert [option.name for option in other.options] == names


# --- adding a card -----------------------------------------------------------

PEDDLER = "peddler,peddler,1,carpentry,-1,,2 silver,Peddler,دوره‌گرد\n"
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
    text = text.replace(
        '    woodcutter "Woodcutter"',
        '    peddler "Peddler" fa "دوره‌گرد"\n    woodcutter "Woodcutter"',
    )
    text = text.replace("    40 Apprentice from", "    41 Apprentice from")

    def read(file: str) -> str | None:
        found = (path.parent / file).read_text("utf-8")
        return found + PEDDLER if file.endswith("apprentices.csv") else found

    found = compile_rules(text + EFFECT + TEST, str(path), read)

    assert () == found.diagnostics
    assert found.program is not None

    made = found.program
    (scenario,) = made.world.scenarios
    outcome = run_scenario(made, scenario, lambda players, _: Game(made, players))

    assert None is outcome.message
