"""What may not be there is told, and what a test on the way proves is not."""

import pytest
from compiling import small

GAME = """\
language 2

game market "Market":
    players 2..4

card Order "order":
    value: 1..6
    named "{value}"

supply:
    2 of each Order

enum Good "good": wood, wool, salt

piece ware of Good "ware": 30
piece trader "trader": 8 for each player

table prize (place: 1..3 -> points: int):
    1 | 6
    2 | 3
    3 | 1

state:
    orders "orders": deck of Order, shuffled
    offer "offer": row of Order, at most 4
    discards "discards": pile of Order
    shown_once "shown once": row of Order
    bank "bank": stock of ware = {wood: 10, wool: 10, salt: 10}
    n "number": int
    left "left": 0..9 = 9
    table_of "at the table": player or none

each player:
    hand "hand": hand of Order
    points "points": int
    silver "silver": 0..20 = 20
    wares "wares": stock of ware
    basket "basket": bundle of Good
    traders "traders": stock of trader = 8
    camp "camp": space of trader

condition holds_some(p: player) "the hand is empty" = p.hand is not empty

function best(p: player) -> int = most(c.value for c in p.hand)
function best_if(p: player) -> int = most(c.value for c in p.hand) if holds_some(p) else 0

play:
    draw 3 from orders to shown_once
    repeat 9 times:
        for each p in players:
            p chooses k in 0..9
            n = k
            do test(p)

rule test(p: player):
"""

REST = """
action spend(p: player) "Spend":
    choose good in Good
        where p.wares[good] >= 2
    choose paid from p.wares, paying {wool: 1}
    move paid from p.wares to bank

action put(p: player) "Put":
    require p.traders > 0
    choose card in p.hand
    move 1 from p.traders to p.camp
    move card to discards

rule refill:
    if orders is empty:
        move discards to orders
        shuffle orders

rule nothing_much(p: player): p.points += 1

rule show_best(p: player): p.points += best(p)

rule take_one(p: player):
    if p.hand is not empty: do lay_first(p)

rule lay_first(p: player): move any c in p.hand to discards

rule score(p: player, place: int): p.points += prize[place]
"""

WANTED = {  # the programs of the page on what surprises, and others of their kind
    "most": ("p.points += most(c.value for c in offer)", "may-lack-greatest"),
    "least, some": (
        "p.points += least(c.value for c in offer where c.value > n)",
        "may-lack-greatest",
    ),
    "most of what has been drawn away": (
        "if offer is not empty:\n    move offer to discards\n"
        "    p.points += most(c.value for c in offer)",
        "may-lack-greatest",
    ),
    "most, in a function": ("p.points += best(p)", "may-lack-greatest"),
    "most, through a rule": ("do show_best(p)", "may-lack-greatest"),
    "first": (
        "let items = [c for c in offer]\np.points += first(items).value",
        "may-be-nothing",
    ),
    "top": ("p.points += top(discards).value", "may-be-nothing"),
    "top, another pile": (
        "if orders is not empty: p.points += top(discards).value",
        "may-be-nothing",
    ),
    "random": ("p.points += random(p.hand).value", "may-be-nothing"),
    "any": ("move any c in offer where c.value > 3 to discards", "may-be-nothing"),
    "any, less is known": (
        "if offer is not empty: move any c in offer where c.value > 3 to discards",
        "may-be-nothing",
    ),
    "in a rule that another calls": ("do lay_first(p)", "may-be-nothing"),
    "the": (
        "if offer is not empty:\n    p.points += (the c in offer having most c.value).value",
        "may-be-several",
    ),
    "the, among players": (
        "let q = the q in players having least q.points\nq.points += 1",
        "may-be-several",
    ),
    "the, of two alike": (
        "if some c in offer where c.value == 3:\n"
        "    p.points += (the c in offer where c.value == 3).value",
        "may-be-several",
    ),
    "position": ("p.points += position([1, 2], n)", "may-lack-item"),
    "position, tested otherwise": (
        "if n > 0: p.points += position([1, 2], n)",
        "may-lack-item",
    ),
    "an item": ("p.points += [4, 5, 6][n]", "may-lack-item"),
    "an item of a row": ("p.points += offer[1].value", "may-lack-item"),
    "an item, one too far": (
        "if size(offer) >= 2: p.points += offer[3].value",
        "may-lack-item",
    ),
    "a row": ("p.points += prize[n]", "may-lack-row"),
    "a row, half tested": ("if n < 4: p.points += prize[n]", "may-lack-row"),
    "a row, one further": ("if n in 1..3: p.points += prize[n + 1]", "may-lack-row"),
    "a row, through a rule": ("do score(p, n)", "may-lack-row"),
    "draw": ("draw 1 from orders to discards", "may-be-too-few"),
    "draw, too few tested": (
        "if orders is not empty: draw 2 from orders to discards",
        "may-be-too-few",
    ),
    "draw, a second one": (
        "if orders is not empty:\n    draw 1 from orders to discards\n"
        "    draw 1 from orders to discards",
        "may-be-too-few",
    ),
    "draw so many": ("draw n from orders to discards", "may-be-too-few"),
    "take away": ("p.basket -= {wood: 3}", "may-be-too-few"),
    "take away, another kind": (
        "if p.basket[wool] >= 3: p.basket -= {wood: 3}",
        "may-be-too-few",
    ),
    "move pieces": ("move {wood: 2} from bank to p.wares", "may-be-too-few"),
    "move pieces, in a loop": (
        "if p.traders > 0:\n    repeat 2 times: move 1 from p.traders to box",
        "may-be-too-few",
    ),
    "no piece there": ("move 1 from p.camp to p.traders", "may-be-too-few"),
    "below the range": ("left -= n", "may-leave-range"),
    "above the range": ("if n > 0: p.silver += n", "may-leave-range"),
    "a number that is set": ("left = n + 1", "may-leave-range"),
    "tested, and then less": (
        "if left >= 2:\n    left -= 2\n    left -= 1",
        "may-leave-range",
    ),
    "several that may be none": (
        "p may choose cards from p.hand, exactly 2\n"
        "p.points += first([c for c in cards]).value",
        "may-be-nothing",
    ),
    "a loop that is left halfway": (
        "if offer is not empty:\n    repeat 2 times:\n        move offer to discards\n"
        "        if n > 3: stop\n        draw up to 1 from orders to offer\n"
        "    move any c in offer to discards",
        "may-be-nothing",
    ),
    "shuffled meanwhile": (
        "if discards is not empty and top(discards).value < 4:\n    shuffle discards\n"
        "    p.points += prize[top(discards).value]",
        "may-lack-row",
    ),
    "certainly empty": (
        "if orders is empty: draw 1 from orders to discards",
        "never-there",
    ),
    "more than a row can hold": ("draw 5 from offer to discards", "never-there"),
    "an item that no list has": ("p.points += [1, 2][3]", "never-there"),
    "a row that is not there": (
        "if n > 3: p.points += prize[n]",
        "never-there",
    ),
}

PROVED = {
    "number of players": "p.points += prize[player_count - 1]",
    "otherwise": "p.points += most(c.value for c in offer, otherwise 0)",
    "test": "if offer is not empty: p.points += most(c.value for c in offer)",
    "test of size": "if size(offer) > 0: p.points += most(c.value for c in offer)",
    "test of the same": (
        "if some c in offer where c.value > n:\n"
        "    p.points += least(c.value for c in offer where c.value > n)"
    ),
    "test in the same line": (
        "p.points += most(c.value for c in offer) if offer is not empty else 0"
    ),
    "test by and": (
        "if offer is not empty and most(c.value for c in offer) > 3: p.points += 1"
    ),
    "test by or": (
        "if offer is empty or most(c.value for c in offer) > 3: p.points += 1"
    ),
    "test and return": "if offer is empty: return\np.points += most(c.value for c in offer)",
    "condition": "if holds_some(p): p.points += best(p)",
    "function with a test of its own": "p.points += best_if(p)",
    "rule with a test before": "do take_one(p)",
    "test before the rule": "if p.hand is not empty: do show_best(p)",
    "expect": "expect offer is not empty\np.points += first([c for c in offer]).value",
    "what does not touch it": (
        "if offer is not empty:\n    do nothing_much(p)\n"
        "    p.points += most(c.value for c in offer)"
    ),
    "the top, tested": (
        "if discards is not empty and top(discards).value < 4:\n"
        "    p.points += prize[top(discards).value]"
    ),
    "what is known of all that comes there": "left = n",
    "a deck that is never used up": "p.points += top(orders).value",
    "players": "p.points += most(q.points for q in players)",
    "an enum": "p.points += size({g for g in Good where g == first(Good)})",
    "filled before the first choice": "p.points += most(c.value for c in shown_once)",
    "of a loop": "for each c in offer: p.points += position([c], c)",
    "while": "while p.hand is not empty: move any c in p.hand to discards",
    "one or the other": (
        "if orders is not empty or discards is not empty:\n    do refill\n"
        "    draw 1 from orders to p.hand"
    ),
    "the first of those of some kind": (
        "let rich = all q in players where q.hand is not empty\n"
        "if size(rich) == 1: move any c in first(rich).hand to discards"
    ),
    "the only one of players": (
        "let q = the q in players having most q.points then least q.seat\nq.points += 1"
    ),
    "position of what is there": "if n in [1, 2]: p.points += position([1, 2], n)",
    "position of a value": "for each g in Good: p.points += position(Good, g)",
    "an item that is counted": "if size(offer) >= 3: p.points += offer[3].value",
    "items of a range": "for each i in 1..3: p.points += [4, 5, 6][i]",
    "a row that is tested": "if n >= 1 and n <= 3: p.points += prize[n]",
    "a row within bounds": "p.points += prize[max(1, min(n, 3))]",
    "a row of a choice": "p chooses m in 1..3\np.points += prize[m]",
    "a row, a condition apart": "p.points += 0 if n < 1 or n > 3 else prize[n]",
    "a row, tested before the rule": "if n in [1, 2, 3]: do score(p, 2)",
    "draw after a test": "if orders is not empty: draw 1 from orders to discards",
    "draw two of two": "if size(orders) >= 2: draw 2 from orders to discards",
    "draw one of two, twice": (
        "if size(orders) >= 2:\n    draw 1 from orders to discards\n"
        "    draw 1 from orders to discards"
    ),
    "draw up to": "draw up to 2 from orders to discards",
    "draw as many as there are": "draw size(orders) from orders to discards",
    "draw a part": "draw size(orders) / 2 rounded down from orders to discards",
    "take away after a test": "if p.basket[wood] >= 3: p.basket -= {wood: 3}",
    "take away all of it": "if p.basket >= {wood: 3}: p.basket -= {wood: 3}",
    "pieces of a choice": "p chooses paid from p.wares, at least 0\n"
    "move paid from p.wares to bank",
    "an action that asks": "p may choose one of:\n    spend(p)\n    put(p)",
    "pieces that are counted": ("if p.traders > 1:\n    move 1 from p.traders to box"),
    "a piece that stands there": "if p.camp == p: move 1 from p.camp to p.traders",
    "within the range": "if n <= left and n >= 0: left -= n",
    "a smaller number": "if n >= 0: left -= min(n, left)",
    "not at the end": "if left != 0: left -= 1",
    "a number between": "left = max(0, min(n, 9))",
    "a name for a number": ("let m = min(n, left)\nif m >= 0:\n    left -= m"),
}


def codes(body: str) -> set[str]:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    compilation = small(GAME + lines + REST)
    result = (*compilation.diagnostics, *compilation.notes)
    kept = {"unused-name", "never-offered", "never-changed", "may-be-empty"}
    return {d.code for d in result} - kept


@pytest.mark.parametrize(("body", "code"), WANTED.values(), ids=WANTED)
def test_what_nothing_proves_is_told(body: str, code: str) -> None:
    assert {code} == codes(body)


@pytest.mark.parametrize("body", PROVED.values(), ids=PROVED)
def test_what_is_proved_is_not_told(body: str) -> None:
    assert set() == codes(body)
