"""Compiled games are the same games: a short form of `make lockstep`."""

import pytest
from compiling import program_of, shipped
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


MAYBE = """language 1

game maybe "Maybe":
    players 2

action pay(p: player) "Pay":
    require n >= 2
    n -= 2

state:
    n "n": 0..30

play:
    for each k in 1..9:
        player 1 may choose one of:
            pay(player 1)
            option two "Two" when n > 6:
                n -= 1
        player 2 may choose m in 1..3
            where n + m <= 5
        n += m if m is not none else 1
    nobody wins
"""


def test_passing_goes_unasked_in_both() -> None:
    game = Game(program_of(MAYBE), 2)

    assert game.start().player == 1  # player 1 has nothing to choose yet
    assert compare(game, 20) > 0
