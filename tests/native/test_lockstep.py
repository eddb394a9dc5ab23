"""Compiled games are the same games: a short form of `make lockstep`."""

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of, shipped
from engines import compare, names

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import Engine

pytestmark = NEEDS_COMPILER

GAMES = {"architects": 1, "keyflower": 1}
"""How many games are compared of those that take long; of the others it is two."""


@pytest.mark.parametrize("name", list(names()))
def test_both_engines_play_the_same_game(name: str) -> None:
    program = shipped(name)
    declared = program.world.game
    assert declared is not None

    choices = compare(Game(program, declared.players[0]), GAMES.get(name, 2))

    assert choices > 0


def test_what_follows_an_action_of_a_menu_is_where_both_engines_go_on() -> None:
    """Of a favour of one's own something is asked, and then the menu comes again."""
    game = Game(shipped("gallery/keepers"), 2)

    assert compare(game, 1, seed=2) > 20


@pytest.mark.usefixtures("optimised")
@pytest.mark.parametrize("name", ["alhambra", "classics/hearts"])
def test_a_game_is_the_same_as_users_have_it(name: str) -> None:
    """Other tests compile quickly; here the compiler tries as hard as it does for users."""
    program = shipped(name)
    declared = program.world.game
    assert declared is not None

    assert compare(Game(program, declared.players[-1]), 2) > 0


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


FEWER = """language 1

game fewer "Fewer":
    players 2

card Coin "coin":
    value "value": 1..2

supply:
    2 of each Coin

state:
    pool "pool": deck of Coin

each player:
    purse "purse": hand of Coin

play:
    move Coin to pool
    for each p in players:
        draw 2 from pool to p.purse
    for each _k in 1..3:
        for each p in players:
            p may secretly choose given in p.purse
            if given is not none:
                move given to pool
    nobody wins
"""


def test_what_could_be_chosen_is_not_kept_as_chosen() -> None:
    game = Game(program_of(FEWER), 2)

    assert compare(game, 20) > 0


def test_passing_goes_unasked_in_both() -> None:
    game = Game(program_of(MAYBE), 2)

    assert game.start().player == 1  # player 1 has nothing to choose yet
    assert compare(game, 20) > 0


RAYS = """language 1

game rays "Rays":
    players 2

board field: square 5 x 9

each cell of field:
    disc "disc": player or none

play:
    for each c in field:
        let n = random(1..3)
        if n < 3:
            c.disc = player 1 if n == 1 else player 2
    repeat 12 times:
        for each p in players:
            p may take(p)
    nobody wins

action take(p: player) "Take":
    choose c in field
        where some way in Direction where closed(p, c, way)
        where every way in Direction has not alone(c, way)
    c.disc = p.left

function closed(p: player, c: cell, way: Direction) -> bool:
    let beside = step(c, way)
    if beside is none or beside.disc == p:
        return false
    let far = first x in ray(c, way) where x.disc == p
    return far is not none and far.disc != p.left

function alone(c: cell, way: Direction) -> bool:
    let far = first x in ray(c, way) where x.disc is not none
    if far is none:
        return false
    return far.disc == player 2 and c.disc == player 1
"""


def test_rays_of_all_cells_at_once() -> None:
    game = Game(program_of(RAYS), 2)

    assert "first_along" in Engine(game.module).program.text
    assert compare(game, 6) > 60


def test_random_games_are_the_same_on_several_threads() -> None:
    engine = Engine(Game(program_of(FEWER), 2).module)

    assert engine.random_games(7, 3, seed=5) == engine.random_games(7, 1, seed=5)
    assert engine.random_games(2, 9) == engine.random_games(2)
    assert engine.random_games(0, 3) == []
