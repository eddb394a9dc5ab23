"""Rules that give a value to whoever carries them out, in both engines."""

import pytest
from alike import hold_scenarios, play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.tracing import Tracer

RULES = """language 1

game tryout "Try":
    players 2..3

enum Good "good": wood, wool

card Order "order":
    good "good": Good
    number "number": 1..6
    named "{good} {number}"

supply:
    1 of each Order

board land "land": square 3 x 3

state:
    stack "orders": deck of Order, shuffled

each player:
    hand "hand": hand of Order
    points "points": int, ledger
    word "word": text
    numbers "numbers": list of int

names p: player

rule drawn(p) -> Order or none:
    if stack is empty: return none
    draw 1 from stack to p.hand
    for each c in p.hand where c.number > 3:
        return c
    return none

rule bid(p) -> 0..9 "Bid":
    p chooses n in 1..3
    if n == 2:
        p chooses m in 1..2
        return n + m
    let more = do bonus(p)
    return n + more

rule bonus(p) -> int:
    turn p: return size(p.hand)

rule colour(p) -> Good:
    p chooses one of:
        option left "Left": return wood
        option right "Right": return wool

rule counted -> bundle of Good:
    let b = {wood: 1}
    return b

rule noted(p, n: int) -> list of int:
    return p.numbers + [n]

rule place(p) -> cell of land:
    p chooses c in land
        where c.row == 0
    return c

rule said(good: Good) -> text:
    if good == wood: return "wood"
    else: return "wool"

play:
    for each p in players:
        draw 1 from stack to p.hand
    repeat 2 times:
        for each p in players:
            let c = do drawn(p)
            if c is not none: p.points += c.number
            let n = do bid(p)
            let k = do bid(p)
            let g = do colour(p)
            let b = do counted
            do colour(p)
            let numbers = do noted(p, k)
            let at = do place(p)
            let word = do said(g)
            p.points += n + k + b[g] + at.column
            p.numbers = numbers
            p.word = word
    rank players by most it.points

scenario "what was bid is counted":
    start bid(player 1)
    player 1: n=2
    player 1: m=2
    expect rule over

scenario "a value is named at once":
    player 1: n=3
    player 1: n=2
    player 1: m=1
    player 1: left
    player 1: right
    player 1: c=0,2
    expect player 1.points >= 4 + 3 + 1 + 2 and player 1.word == "wood"
    expect size(player 1.numbers) == 1
"""


@pytest.mark.parametrize("players", [2, 3])
def test_both_engines_give_the_same(players: int) -> None:
    play_alike(RULES, players, games=5)


def test_scenarios() -> None:
    hold_scenarios(RULES)


def test_nothing_is_left_of_a_value_where_somebody_chooses() -> None:
    position = Game(program_of(RULES), 2).start(3)
    layout = position.game.layout
    kept = range(layout.declared, layout.locations)

    assert len(kept) == 8
    while not position.over:
        assert [position.state[slot] for slot in kept] == layout.initial[
            layout.declared : layout.locations
        ]
        position.choose(0)


def test_nobody_is_told_of_where_it_lies() -> None:
    game = Game(program_of(RULES), 2, trace=True)
    tracer = Tracer(game, watching=True)
    position = game.start(3)

    position.choose("n=1")
    changes = tracer.take(position)
    assert "bid_result" not in position.seen_by(None)
    assert all("result" not in change.name for change in changes)
