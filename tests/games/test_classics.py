"""The classics: nothing wrong with their rules, and their scenarios hold.

That every move is right is shown in `tests/differential`, by another engine.
"""

from functools import cache
from pathlib import Path

import pytest

from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.constants import Fixed
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.scenarios import run_scenario

RULES = Path(__file__).parents[2] / "rules"
CLASSICS = [
    RULES / "tic_tac_toe.rules",
    RULES / "connect_four.rules",
    *sorted((RULES / "classics").glob("*.rules")),
]


@cache
def compiled(path: Path) -> Compilation:
    def read(file: str) -> str | None:
        found = path.parent / file
        return found.read_text("utf-8") if found.is_file() else None

    return compile_rules(path.read_text("utf-8"), str(path), read)


def scenario_file(path: Path) -> Path:
    return path.parent / "tests" / path.name


def scenarios() -> list[tuple[Path, nodes.ScenarioDecl]]:
    found = []
    for path in map(scenario_file, CLASSICS):
        program = compiled(path).program
        assert program is not None, compiled(path).diagnostics
        found += [(path, scenario) for scenario in program.world.scenarios]
    return found


@pytest.mark.parametrize("path", CLASSICS, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_the_rules(path: Path) -> None:
    assert () == compiled(path).diagnostics
    assert () == compiled(scenario_file(path)).diagnostics


@pytest.mark.parametrize(
    ("path", "scenario"),
    scenarios(),
    ids=lambda part: part.stem if isinstance(part, Path) else part.title,
)
def test_scenario(path: Path, scenario: nodes.ScenarioDecl) -> None:
    program = compiled(path).program
    assert program is not None

    def game_for(players: int, options: dict[str, Fixed]) -> Game:
        return Game(program, players, options)

    outcome = run_scenario(program, scenario, game_for)

    assert None is outcome.message, "\n".join(
        [f"{outcome.where}: {outcome.message}", *outcome.details]
    )
