"""What random games draw is what can be chosen: each option, and nothing else."""

import random
from collections.abc import Iterator

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of, shipped
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import ASK, Added, Engine

pytestmark = NEEDS_COMPILER


BOARDS = (
    ("around", "square 3 x 3"),
    ("neighbours", "square 2 x 4"),
    ("diagonals", "square 4 x 3"),
    ("around", "square 5 x 2"),
    ("neighbours", "hex 3 x 3"),
    ("neighbours", "rhombus 3 x 3"),
)
"""What stands beside a cell, and where."""


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


DRAWN = """
int game_drawn(void *state, uint64_t random, opt *out) {
    jmp_buf here;
    uint64_t x = random;
    this_run()->leave = &here;
    if (setjmp(here)) return -2;
    int found = draw_option(state, &x);
    if (found > 0) {
        out[0] = run->item;
        memcpy(out + 1, run->values, sizeof(opt) * 63);
    }
    return found;
}
"""


def with_draws(game: Game) -> Engine:
    """The compiled game, with a function that draws an option as random games do."""
    declared = "int game_drawn(void *state, uint64_t random, opt *out);"
    return Engine(game.module, added=Added(lambda program: DRAWN, declared))


def draws(engine: Engine, state: object, times: int) -> list[int]:
    """How often each of the options that are listed is drawn; nothing else may be."""
    out = engine.ffi.new("opt[64]")
    engine.list_options(state)
    options = engine.options()
    result = [0] * len(options)
    for number in range(times):
        count = engine.lib.game_drawn(state, 7919 * number + 1, out)
        assert count >= -1, engine.message()
        if count == -1:  # all are listed this time
            continue
        assert count, options
        values = list(out)
        which = [
            i for i, option in enumerate(options) if values[: len(option)] == option
        ]
        assert which, (values, options)
        result[max(which, key=lambda i: len(options[i]))] += 1
    return result


def evenly(result: list[int]) -> bool:
    """Whether that is what chance brings where each is as likely: within five sigma."""
    mean = sum(result) / len(result)
    return all(abs(count - mean) <= 5 * (mean + 1) ** 0.5 for count in result)


def walked(engine: Engine, seed: int, choices: int) -> Iterator[object]:
    """The states of a random game."""
    chooser = random.Random(seed)
    state = engine.new()
    status = engine.start(state, seed)
    for _ in range(choices):
        if status != ASK:
            return
        yield state
        count = engine.list_options(state)
        status = engine.choose(state, chooser.randrange(count))


@pytest.mark.parametrize(("beside", "board"), BOARDS)
def test_every_step_is_drawn_and_no_other(beside: str, board: str) -> None:
    game = Game(program_of(steps(beside, board)), 2)
    engine = with_draws(game)

    assert compare(game, 6) > 0
    for state in walked(engine, 1, 9):
        result = draws(engine, state, 400)
        assert sum(result) > 380  # all were listed a few times
        assert evenly(result), result


@pytest.mark.parametrize("name", ["alhambra", "keyflower", "classics/breakthrough"])
def test_shipped_games_draw_what_they_list(name: str) -> None:
    declared = shipped(name).world.game
    assert declared is not None
    engine = with_draws(Game(shipped(name), declared.players[0]))

    for number, state in enumerate(walked(engine, 1, 120)):
        if number % 12 == 3:
            assert evenly(draws(engine, state, 300))
