"""Whether rules that are written in a test hold, and mean the same to both engines."""

import pytest
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.testing.scenarios import Games, run_scenario


def play_alike(rules: str, players: int, *, games: int) -> None:
    """Play so many random games with both engines in step; scenarios are left out."""
    try:
        compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))
    program = program_of(rules.partition("\nscenario")[0] + "\n")

    assert compare(Game(program, players), games) > 0


def hold_scenarios(rules: str) -> None:
    """Run the scenarios of the rules."""
    program = program_of(rules)
    assert program.world.scenarios
    games = Games(program)

    for scenario in program.world.scenarios:
        outcome = run_scenario(program, scenario, games)
        assert outcome.message is None, (outcome.title, outcome.details)
