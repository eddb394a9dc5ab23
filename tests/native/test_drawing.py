"""What random games draw is what can be chosen: each option, and nothing else."""

import random

import pytest
from compiling import program_of, shipped
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import ASK, Engine

try:
    compiler()
except NoCompiler as missing:
    pytest.skip(str(missing), allow_module_level=True)


def steps(beside: str, board: str) -> str:
    """A game of stones that step to a cell beside theirs, and lines of them."""
    return f"""language 1

game steps "Steps":
    players 2

board field: {board}

each cell of field:
    stone "stone": player or none

play:
    for each c in field:
        let n = random(1..4)
        if n < 3:
            c.stone = player 1 if n == 1 else player 2
    let here = random(field)
    repeat 12 times:
        for each p in players:
            p may step_beside(p)
            if every line in lines(field, 3) has some x in line where x.stone == p:
                p wins
            if some line in lines_through(here, 2) where every x in line has x.stone is none:
                nobody wins
    nobody wins

action step_beside(p: player) "Step":
    choose c in field
        where c.stone == p
    choose to in c.{beside}
        where to.stone != p
        where to.row >= c.row or to.column == c.column + (1 if p == player 1 else 2)
    c.stone = none
    to.stone = p
"""


def followed(engine: Engine, state: object) -> list[tuple[int, object]]:
    """How the game goes on after each choice, and the state then."""
    found = []
    for number in range(engine.list_options(state)):
        after = engine.new()
        engine.lib.game_copy(after, state)
        engine.list_options(state)
        found.append((engine.choose(after, number), after))
    return found


def after_two(engine: Engine, state: object) -> set[tuple[int, ...]]:
    """The states that can follow on two choices, as numbers."""
    return {
        tuple(engine.exported(last))
        for status, after in followed(engine, state)
        if status == ASK
        for _, last in followed(engine, after)
    }


def drawn(engine: Engine, state: object, draws: int) -> set[tuple[int, ...]]:
    """What follows on two choices by chance, of which the second is drawn."""
    found = set()
    for number in range(draws):
        after = engine.new()
        engine.lib.game_copy(after, state)
        assert engine.lib.game_playout(after, number * 7919, 2) == 2
        found.add(tuple(engine.exported(after)))
    return found


@pytest.mark.parametrize(
    ("beside", "board"),
    [
        ("around", "square 3 x 3"),
        ("neighbours", "square 2 x 4"),
        ("diagonals", "square 4 x 3"),
        ("around", "square 5 x 2"),
        ("neighbours", "hex 3 x 3"),
        ("neighbours", "rhombus 3 x 3"),
    ],
)
def test_every_step_is_drawn_and_no_other(beside: str, board: str) -> None:
    game = Game(program_of(steps(beside, board)), 2)
    engine = Engine(game.module)
    state = engine.new()
    met = 0

    assert compare(game, 6) > 0
    for seed in range(5):
        assert engine.start(state, seed) == ASK
        if all(status == ASK for status, _ in followed(engine, state)):
            possible = after_two(engine, state)
            assert drawn(engine, state, 20 * len(possible)) == possible
            met += len(possible) > 4
    assert met


@pytest.mark.parametrize(
    "name", ["connect_four", "classics/breakthrough", "classics/othello"]
)
def test_shipped_games_draw_what_they_list(name: str) -> None:
    engine = Engine(Game(shipped(name), 2).module)
    chooser = random.Random(1)
    state = engine.new()
    engine.start(state, 1)

    for _ in range(12):
        assert drawn(engine, state, 100) <= after_two(engine, state)
        options = engine.list_options(state)
        assert engine.choose(state, chooser.randrange(options)) == ASK
