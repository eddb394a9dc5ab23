"""Players who leave the game: what passes over them, the same in every engine."""

import pytest
from alike import NEEDS_COMPILER, ends_alike, hold_scenarios, play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import FLAGS
from rulesrun.interpreter.native.engine import Engine

pytestmark = NEEDS_COMPILER

GAME = """\
language 2

game last_one "The last one":
    players 2..4

card Card "card":
    value "value": 1..9

supply:
    4 of each Card

state:
    deck "deck": deck of Card, shuffled
    asked "asked": 0..999

each player:
    hand "hand": hand of Card
    party "party": 0..1

rule lose(q: player):
    if q.hand is empty:
        q leaves
        return
    q chooses card in q.hand
    move card to box

action pick(p: player) "Pick":
    choose victim in others(p)
    do lose(victim)
    if victim in players: victim must groan(victim)

action groan(q: player) "Groan": asked += 1

action suicide(p: player) "Leave":
    p leaves

play:
    for each p in players:
        draw 2 from deck to p.hand
        p.party = p.seat mod 2
    turns of p from player 1 until all pass:
        p may choose one of "Your turn":
            pick
            suicide
        p chooses one of "Again", up to 2 times:
            pick
            option rest: nothing
        for each r in players:
            r may choose extra in r.hand
            if extra is not none: move extra to box
            if extra is not none and size(r.hand) == 0: r leaves
        p chooses n in 1..2
            otherwise: asked += 1
        if n is not none: asked += n
        if size(players) <= 1: stop
        if asked > 100: stop
    if asked mod 2 == 0: rank players by most size(it.hand) then least it.seat
    else: rank participants by most size(it.hand)
"""

RULINGS = """\
language 2

game court "Court":
    players 3..4
    teams by it.party

each player:
    lives "lives": 0..3 = 1
    points "points": 0..9
    party "party": 1..4

state:
    asked "asked": list of player

action cheer(q: player) "Cheer": asked += [q]

play:
    for each p in players: p.party = p.seat
    turns of p from player 1 until size(players) == 1:
        p chooses n in 0..3
            otherwise: nothing
        if n is not none and n > 0 and n <= player_count:
            let gone = first q in participants where q.seat == n
            if gone is not none: gone leaves
        if size(players) == 1: stop
    rank teams by most sum(it.points)

rule ask_all:
    for each p in players:
        asked += [p]
        if p == player 1: player 2 leaves
    anybody q in participants may cheer(q)

rule round_the_table:
    player 2 leaves
    asked = clockwise(player 2) + others(player 1)
    asked += [player 1.left, player 4.left, player 1.right]

rule leave_all:
    player 2 leaves
    player 3 leaves
    player 2 leaves
    player 1.party = 2
    player 3.points = 9
    rank teams by most sum(it.points)

scenario "a loop passes over who has left meanwhile, and nobody asks them":
    players 3
    start ask_all
    expect asked == [player 1, player 3]
    player 1: pass
    player 3: cheer
    expect asked == [player 1, player 3, player 3]

scenario "who sits beside somebody":
    players 4
    start round_the_table
    let round = [player 3, player 4, player 1, player 3, player 4]
    expect asked == round + [player 3, player 1, player 4]
    expect size(players) == 3 and player_count == 4 and size(participants) == 4
    expect every q in players has q != player 2

scenario "who has left comes behind who stays, the later before the earlier":
    players 4
    start leave_all
    expect winners == [player 1, player 2, player 4]

scenario "the turn of who leaves goes on, and nobody else is asked":
    players 3
    player 1: 1
    expect player 2 to act
    player 2: 3
    expect game over
    expect winners == [player 2]
"""


@pytest.mark.parametrize("players", [2, 4])
def test_engines_agree(players: int) -> None:
    play_alike(GAME, players, games=6)


def test_rulings() -> None:
    hold_scenarios(RULINGS)


def test_who_has_left_is_told_in_their_order() -> None:
    game = Game(program_of(RULINGS), 4)
    position = game.start(1)
    for choice in ("3", "1"):
        position.choose(next(o for o in position.options if choice in str(o)))

    assert position.left == (2, 0)
    assert Game(program_of(RULINGS), 3).start(1).left == ()


def test_whoever_has_left_cannot_choose() -> None:
    text = """\
language 2

game alone "Alone":
    players 2

state:
    chosen "chosen": 0..2

play:
    player 1 chooses n in 1..2
    if n == 1: player 2 leaves
    player 2 chooses m in 1..2
    chosen = m
    rank players by most it.seat
"""
    game = Game(program_of(text), 2)
    engine = Engine(game.module, (*FLAGS, "-O0"))

    assert "has left the game" in ends_alike(game, engine, [0])
    assert not ends_alike(game, engine, [1])
