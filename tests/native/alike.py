"""Whether rules that are written in a test hold, and mean the same to both engines."""

from collections.abc import Sequence

import pytest
from compiling import program_of
from engines import Difference, compare, same_state

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import ASK, OVER, Engine
from rulesrun.interpreter.runtime.layout import DECISION
from rulesrun.interpreter.testing.scenarios import Games, run_scenario


def _missing() -> str:
    """Why no game can be compiled here, or an empty text."""
    try:
        compiler()
    except NoCompiler as missing:
        return str(missing)
    return ""


NEEDS_COMPILER = pytest.mark.skipif(bool(_missing()), reason=_missing())
"""Marks tests that compare with a compiled game."""


def play_alike(rules: str, players: int, *, games: int) -> None:
    """Play so many random games with both engines in step; scenarios are left out."""
    missing = _missing()
    if missing:
        pytest.skip(missing)
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


def ends_alike(game: Game, engine: Engine, choices: Sequence[int]) -> str:
    """Make choices by their numbers in both engines, then compare how that ends.

    Gives the fault with its place, or an empty text. Raises Difference where a state, an
    option or a fault is another one.
    """
    compiled = engine.new()
    status = engine.start(compiled, 1)
    try:
        state, options = game.machine.start(1)
        for number in choices:
            option = options[number]
            options = game.machine.resume(state, option)
            engine.list_options(compiled)
            status = engine.choose(compiled, number)
    except GameFault as fault:
        if status not in (ASK, OVER):
            return _same_fault(fault, engine)
        engine.list_options(compiled)
        status = engine.choose(compiled, choices[-1])
        if status in (ASK, OVER):
            raise Difference(f"only Python says: {fault.span}: {fault}") from None
        return _same_fault(fault, engine)
    if status not in (ASK, OVER):
        raise Difference(f"only the compiled game says: {engine.message()}")
    if options and engine.readable_options(state[DECISION]) != list(options):
        raise Difference(f"options {options} and {engine.readable_options(0)}")
    same_state("at the end", game, state, engine.to_python(compiled))
    again = engine.to_python(engine.from_state(state))
    same_state("at the end, brought over", game, state, again)
    return ""


def _same_fault(fault: GameFault, engine: Engine) -> str:
    said = fault.message if fault.span is None else f"{fault.span}: {fault.message}"
    if said != engine.message():
        raise Difference(f"{said} and {engine.message()}")
    return said
