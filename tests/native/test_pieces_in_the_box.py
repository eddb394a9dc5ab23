"""Pieces that leave the game, and as many of them as so many players need."""

import pytest
from alike import hold_scenarios, play_alike
from compiling import program_of, small

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.pieces import miscounted

RULES = """language 1

game village "Village":
    players 2..4

enum Good "good": wood, wool

option few "Few": bool = false

board land "land": square 3 x 3

piece worker of Good "worker": 10 * player_count
piece coin "coin": 20 if player_count < 4 else 30
piece hut "hut": 3 if few else 5 for each player

state:
    reserve "reserve": stock of worker = {wood: 5 * player_count, wool: 5 * player_count}
    bank "bank": stock of coin = 20 if player_count < 4 else 30

each player:
    workers "workers": stock of worker
    coins "coins": stock of coin
    huts "huts": stock of hut = 3 if few else 5
    points "points": int, ledger

each cell of land:
    hut "hut": space of hut

names p: player

action build(p) "Build":
    choose c in land
        where c.hut is none
    move 1 from p.huts to c.hut

action raze(p) "Raze":
    choose c in land
        where c.hut is not none
    move 1 from c.hut to box
    p.points += 1

action spend(p) "Spend":
    require p.coins > 0
    move 1 from p.coins to box
    move {wood: 1} from reserve to box

action give_up(p) "Give up":
    move p.huts to box
    move up to {wool: 3} from p.workers to box

play:
    move {wood: player_count} from reserve to box
    for each p in players:
        move 2 from bank to p.coins
        move {wool: 2} from reserve to p.workers
    repeat 4 times:
        for each p in players:
            turn p:
                p chooses one of:
                    build(p) when p.huts > 0
                    raze, spend, give_up
    move reserve to box
    rank players by most it.points

scenario "what is in the box is not lost":
    player 1: build c=1,1
    player 2: raze
    player 1: give_up
    expect player 1.huts == 0 and player 2.huts == 5 and no c in land where c.hut is not none
    expect reserve == {wood: 8, wool: 6}
    random 8
    expect reserve == {wood: 0, wool: 0}

scenario "as many as so many players need":
    players 4
    option few = true
    expect bank == 22 and player 4.huts == 3 and reserve[wool] == 12
"""


def test_scenarios() -> None:
    hold_scenarios(RULES)


@pytest.mark.parametrize("players", [2, 4])
def test_both_engines_put_alike(players: int) -> None:
    play_alike(RULES, players, games=20)


def test_none_is_lost_on_the_way() -> None:
    position = Game(program_of(RULES), 3, {"few": True}).start(4)
    layout = position.game.layout

    while not position.over:
        assert miscounted(layout, position.state) is None
        position.choose(len(position.options) - 1)
    assert miscounted(layout, position.state) is None
    position.state[layout.declared] = 7  # more of one kind than there are
    assert miscounted(layout, position.state) is not None


def test_stocks_that_begin_with_others_are_told_with_the_number_of_players() -> None:
    wrong = RULES.replace("= 20 if player_count < 4 else 30", "= 20", 1)

    (result,) = small(wrong).diagnostics
    assert result.code == "count-mismatch"
    assert result.message == (
        "with 4 players 30 of coin are declared, and the game begins with 20"
    )
