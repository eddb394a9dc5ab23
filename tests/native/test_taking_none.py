"""Who can only take none of several is not asked."""

from __future__ import annotations

from alike import hold_scenarios, play_alike

RULES = """language 2

game sale "Sale":
    players 2

enum Good "good": wood, wool

card Order "order":
    value: 1..4
    named "order {value}"

supply:
    2 of each Order

piece ware of Good "ware": 40

state:
    orders: deck of Order
    discards: pile of Order
    bank: stock of ware = {wood: 20, wool: 20}
    asked: int

each player:
    hand: hand of Order
    open: area of Order
    wares: stock of ware
    points "points": int

names p: player

rule discard(p):
    p chooses cards from p.open, at most 2 "Discard"
        otherwise:
            p.points += 100
    p.points += size(cards)
    move cards to discards

rule discard_high(p):
    p chooses cards from p.open, at most 2 "Discard"
        where it.value > 3
    p.points += 1 + size(cards)
    move cards to discards

rule discard_sum(p):
    p chooses cards from p.open
        require sum(cards.value) > 3 or size(cards) == 0
    p.points += 1
    move cards to discards

rule must_sum(p):
    p chooses cards from p.open
        require sum(cards.value) > 3
        otherwise:
            p.points += 50
    move cards to discards

rule discard_some(p, n: 0..3):
    p chooses cards from p.open, exactly n
    p.points += 1
    move cards to discards

rule give_up(p, n: 0..3):
    p chooses cards from p.open, at most n
    p.points += 1
    move cards to discards

rule give(p):
    p chooses given from p.wares, at most 2
        otherwise: p.points += 10
    move given from p.wares to bank

rule give_from_hand(p):
    p chooses cards from p.hand, at most 1
    p.points += 1
    move cards to discards

play:
    move Order to orders
    shuffle orders
    for each p in players:
        draw p.seat from orders to p.open
        draw p.seat from orders to p.hand
        move {wood: p.seat - 1} from bank to p.wares
    repeat 3 times:
        for each p in players:
            do discard(p)
            do discard_high(p)
            do discard_sum(p)
            do must_sum(p)
            if size(p.open) > 1: do discard_some(p, asked mod 3)
            do give_up(p, asked mod 2)
            do give(p)
            do give_from_hand(p)
            draw up to asked mod 3 from orders to p.open
            asked += 1
    nobody wins

scenario "an empty hand is not asked, and what else is done":
    given:
        player 1.open = {}
    start discard(player 1)
    expect player 1.points == 100
    expect rule over

scenario "no card fits":
    given:
        player 1.open = {"order 1", "order 2"}
    start discard_high(player 1)
    expect player 1.points == 1
    expect rule over

scenario "one does":
    given:
        player 1.open = {"order 1", "order 4"}
    start discard_high(player 1)
    expect only offered player 1: none | order 4
    player 1: order 4
    expect player 1.points == 2

scenario "only none meets what is required":
    given:
        player 1.open = {"order 1", "order 2"}
    start discard_sum(player 1)
    expect player 1.points == 1
    expect rule over

scenario "not even none meets it":
    given:
        player 1.open = {"order 1"}
    start must_sum(player 1)
    expect player 1.points == 50
    expect rule over

scenario "none of exactly none":
    given:
        player 1.open = {"order 1"}
    start discard_some(player 1, 0)
    expect player 1.points == 1
    expect rule over

scenario "at most none":
    given:
        player 1.open = {"order 1"}
    start give_up(player 1, 0)
    expect player 1.points == 1
    expect rule over

scenario "no wares":
    given:
        move player 1.wares to bank
    start give(player 1)
    expect player 1.points == 10
    expect rule over

scenario "a hand that the others do not see tells nothing":
    given:
        player 1.hand = {}
    start give_from_hand(player 1)
    expect player 1 to act
"""


def test_scenarios() -> None:
    hold_scenarios(RULES)


def test_both_engines_ask_alike() -> None:
    play_alike(RULES, 2, games=20)


def test_in_edition_1_one_is_asked() -> None:
    begin = RULES.index('scenario "an empty hand')
    text = RULES[:begin] + RULES[begin:].partition("\n\n")[0] + "\n"
    old = text.replace("language 2", "language 1").replace(
        "expect player 1.points == 100\n    expect rule over", "expect player 1 to act"
    )

    hold_scenarios(old)
