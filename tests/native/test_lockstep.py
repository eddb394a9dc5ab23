"""Compiled games are the same games: a short form of `make lockstep`."""

import pytest
from compiling import shipped
from engines import compare, names

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler

try:
    compiler()
except NoCompiler as missing:
    pytest.skip(str(missing), allow_module_level=True)

GAMES = {"architects": 1, "keyflower": 1}
"""How many games are compared of those that take long; of the others it is two."""


@pytest.mark.parametrize("name", list(names()))
def test_both_engines_play_the_same_game(name: str) -> None:
    program = shipped(name)
    declared = program.world.game
    assert declared is not None

    choices = compare(Game(program, declared.players[0]), GAMES.get(name, 2))

    assert choices > 0
