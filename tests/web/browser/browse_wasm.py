"""The C of games as WebAssembly: the same games and thoughts as in machine code."""

from __future__ import annotations

from random import Random

import pytest
from compiling import shipped

from rulesrun.agents.players import ThinkingPlayer
from rulesrun.agents.search import NativeSearch
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.sandbox import Bounds

GAMES = ("tic_tac_toe", "kingdom_builder", "alhambra", "keyflower", "architects")


@pytest.mark.parametrize("name", GAMES)
def test_games_and_thoughts_are_the_same(name: str) -> None:
    game = Game(shipped(name), 2)
    try:
        native = Engine(game.module)
        wasm = Engine(game.module, bounds=Bounds.of(DEFAULT))
    except NoCompiler as error:
        pytest.skip(str(error))
    assert wasm.random_games(50, seed=7) == native.random_games(50, seed=7)

    thoughts = []
    for engine in (native, wasm):
        position = game.start(3)
        player = ThinkingPlayer(game, Random(3), 60)
        player._search = NativeSearch(game, engine)
        result: list[int] = []
        while not position.over and len(result) < 12:
            result.append(player.choose(position))
            position.choose(result[-1])
        thoughts.append(result)
    assert thoughts[0] == thoughts[1]
