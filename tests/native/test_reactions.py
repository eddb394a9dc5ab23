"""Whoever wants to may react: one after another is asked, until one has done it."""

import pytest
from alike import hold_scenarios, play_alike

RULES = """language 1

game market "Market":
    players 3..4

enum Good "good": wood, wool

piece ware of Good "ware": 40
piece coin "coin": 30

state:
    bank "bank": stock of ware = {wood: 20, wool: 20}
    till "till": stock of coin = 30

each player:
    wares "wares": stock of ware
    coins "coins": stock of coin
    secret_limit "limit": 0..3, seen by owner
    points "points": int, ledger

names p, q: player

action take_offer(q, p, give: Good, want: Good) "Take it":
    require q.wares[want] > 0  "you have none of that"
    move {give: 1} from p.wares to q.wares
    move {want: 1} from q.wares to p.wares

action offer(p) "Offer":
    choose give in Good
        where p.wares[give] > 0
    choose want in Good
        where want != give
    anybody q in others(p) may take_offer(q, p, give, want) "Do you take it?"
    if q is none: p.points -= 1
    else: q.points += 2

action save(p) "Save": p.points += 1

action overbid(q, n: int) "Pay more":
    choose more in n + 1..3
        where more <= q.secret_limit
    q.points -= more

rule auction(p):
    anybody q in clockwise(p) where q.points < 5 may overbid(q, 1)
    if q is not none: q.points += 3

play:
    for each p in players:
        move {wood: p.seat, wool: 1} from bank to p.wares
        move 2 from till to p.coins
        p.secret_limit = random(0..3)
    repeat 3 times:
        for each p in players:
            turn p:
                p chooses one of:
                    offer, save
                do auction(p)
    rank players by most it.points

scenario "the first in order who wants to does it":
    given:
        for each q in players:
            q.secret_limit = 0
    player 1: offer give=wood want=wool
    expect player 2 to act
    expect only offered player 2: take_offer | pass
    player 2: pass
    expect player 3 to act
    player 3: take_offer
    expect player 3.points == 2 and player 1.points == 0
    expect player 1.wares == {wool: 2} and player 3.wares == {wood: 4}

scenario "nobody is asked who cannot":
    given:
        move {wool: 1} from player 2.wares to bank
        move {wool: 1} from player 3.wares to bank
        for each q in players:
            q.secret_limit = 0
    player 1: offer give=wood want=wool
    expect player 1.points == -1
    expect player 1 to act
"""


def test_scenarios() -> None:
    hold_scenarios(RULES)


@pytest.mark.parametrize("players", [3, 4])
def test_both_engines_ask_alike(players: int) -> None:
    play_alike(RULES, players, games=20)
