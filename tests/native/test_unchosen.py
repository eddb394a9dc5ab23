"""`otherwise:` and `pass:` may stand below every choice for which they can come."""

from __future__ import annotations

import pytest
from alike import hold_scenarios, play_alike
from compiling import small

RULES = """language 2

game fair "Fair":
    players 3

card Order "order":
    value: 1..4
    named "order {value}"

supply:
    3 of each Order

names p: player

state:
    orders: deck of Order
    offer: row of Order
    done: 0..90

each player:
    taken: area of Order
    points "points": int

action rest(p) "Rest":
    require p.points < 9
    p.points += 1

action buy(p) "Buy":
    choose card in offer
        where card.value > p.points
    move card to p.taken

rule look(p):
    p may choose card in offer
        otherwise: p.points += 100
        pass: p.points += 10
    if card is not none: move card to p.taken

rule look_on(p):
    p may choose card in offer
        pass:
            p.points += 10
            return
    p.points += card.value

rule several(p):
    p may choose cards from offer, at least 1, at most 2
        pass: p.points += 10
    move cards to p.taken

rule may_rest(p):
    p may rest(p) "Rest?"
        pass: p.points += 10
        otherwise: p.points += 100

rule must_rest(p):
    p must rest(p)
        otherwise: p.points += 100

rule some(p):
    anybody q in clockwise(p) where q.points < 20 may buy(q) "Buy?"
        pass: q.points += 10
        otherwise: p.points += 100
    if q is not none: q.points += 1

rule menu(p):
    p may choose one of:
        rest, buy
        pass: p.points += 10
        otherwise: p.points += 100

play:
    move Order to orders
    shuffle orders
    repeat 3 times:
        for each p in players:
            draw up to 2 from orders to offer
            do look(p)
            do look_on(p)
            do several(p)
            do may_rest(p)
            do must_rest(p)
            do some(p)
            do menu(p)
            p.points = 4
            done += 1
    if done > 3: nobody wins

position "two cards":
    given:
        offer = {"order 1", "order 3"}

scenario "one may pass a choice" from "two cards":
    start look(player 1)
    player 1: pass
    expect player 1.points == 10

scenario "nothing is there":
    given:
        offer = {}
    start look(player 1)
    expect player 1.points == 100
    expect rule over

scenario "what is passed by may leave the rule" from "two cards":
    start look_on(player 1)
    player 1: order 3
    expect player 1.points == 3

scenario "it left" from "two cards":
    start look_on(player 1)
    player 1: pass
    expect player 1.points == 10
    expect rule over

scenario "with nothing there one passes, too":
    given:
        offer = {}
    start look_on(player 1)
    expect player 1.points == 10
    expect rule over

scenario "none of several" from "two cards":
    start several(player 1)
    player 1: pass
    expect player 1.points == 10 and player 1.taken is empty

scenario "an action":
    start may_rest(player 1)
    player 1: pass
    expect player 1.points == 10

scenario "an action that cannot be done":
    given:
        player 1.points = 9
    start may_rest(player 1)
    expect player 1.points == 109
    expect rule over

scenario "some pass, and nobody does it" from "two cards":
    given:
        player 2.points = 7
    start some(player 1)
    player 1: pass
    player 3: pass
    expect player 1.points == 10 and player 2.points == 7 and player 3.points == 10

scenario "one passes, and the next does it" from "two cards":
    start some(player 1)
    player 1: pass
    player 2: buy order 3
    expect player 1.points == 10 and player 2.points == 1

scenario "nobody can":
    given:
        offer = {}
    start some(player 1)
    expect player 1.points == 100
    expect rule over

scenario "a menu" from "two cards":
    start menu(player 1)
    player 1: pass
    expect player 1.points == 10
"""


def test_scenarios() -> None:
    hold_scenarios(RULES)


def test_both_engines_ask_alike() -> None:
    play_alike(RULES, 3, games=20)


@pytest.mark.parametrize("line", ["p chooses n in 1..3", "p must rest(p)"])
def test_whoever_has_to_choose_cannot_pass(line: str) -> None:
    text = RULES.partition("rule look(p)")[0] + (
        f"rule look(p):\n    {line}\n        pass: p.points += 1\n\n"
        "play:\n    do look(player 1)\n"
    )
    codes = [(d.code, d.message) for d in small(text).diagnostics]

    assert ("syntax", "whoever has to choose cannot pass") in codes


def test_what_never_happens_is_told() -> None:
    text = RULES.replace("in offer\n        otherwise", "in players\n        otherwise")
    text = text.replace(
        "if card is not none: move card to p.taken", "if card == p: return"
    )
    matching = [d for d in small(text).diagnostics if d.code == "unreachable"]

    assert 1 == len(matching)
    assert [] == [d for d in small(RULES).diagnostics if d.code == "unreachable"]


@pytest.mark.parametrize(
    "line",
    [
        "p must rest(p)\n        where p.points > 1",
        "p may rest(p)\n        require p.points > 1",
        "anybody q in players may rest(q)\n        where q.points > 1",
        "p chooses one of:\n        rest(p)\n        where p.points > 1",
    ],
)
def test_actions_have_no_candidates(line: str) -> None:
    text = RULES.partition("rule look(p)")[0] + (
        f"rule look(p):\n    {line}\n\nplay:\n    do look(player 1)\n"
    )
    (result,) = (d for d in small(text).diagnostics if d.code == "syntax")

    assert "actions have none" in result.message
    assert "`require`" in str(result.hint)
