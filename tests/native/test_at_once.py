"""Loops whose rounds happen at once: what they come to, the same in every engine."""

import pytest
from alike import NEEDS_COMPILER, ends_alike, hold_scenarios, play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import FLAGS
from rulesrun.interpreter.native.engine import Engine

pytestmark = NEEDS_COMPILER

HEAD = """\
language 2

game passing "Passing":
    players 2..4

enum Good "good": wood, wool

card Card "card":
    value "value": 1..9
    named "{value}"

supply:
    4 of each Card

piece ware of Good "ware": 20
piece coin "coin": 3 for each player

state:
    deck "deck": deck of Card, shuffled
    bank "bank": stock of ware = {wood: 10, wool: 10}
    total "total": int
    leader "leader": player or none

each player:
    hand "hand": hand of Card
    display "display": row of Card, at most 2
    heap "heap": pile of Card
    place "place": space of Card
    silver "silver": 0..9 = 5
    rival "rival": player or none
    met "met": list of int
    marks "marks": set of Good
    wares "wares": stock of ware
    purse "purse": stock of coin = 3
    spent "spent": stock of coin
    points "points": int, ledger
    goods "goods": bundle of Good = {wood: 1}
"""

GAME = (
    HEAD
    + """
play:
    for each p in players:
        draw 2 from deck to p.hand
        draw 2 from deck to p.display
        draw 1 from deck to p.place
        draw 2 from deck to p.heap
    repeat 3 times:
        player 1 chooses n in 1..2
        for each p in players at once:
            let q = p.left if n == 1 else p.right
            move p.hand to q.hand
            move p.display to q.display
            move up to 1 from p.purse to p.spent
            if p.place is not none: move p.place to q.place
            if p.seat == n and p.heap is not empty: move top(p.heap) to bottom of p.left.heap
            else: move p.heap to p.right.heap
            p.silver -= 5
            q.silver += 5
            if p.seat mod 2 == 0: p.rival = q
            else: p.rival = p.right.rival
            p.met += [q.seat, n]
            p.marks += {wood} if n == 1 else {wool}
            total += p.seat
            p.points += n
            move {wood: 1} from bank to p.wares
            for each g in p.goods: q.goods += {g: n}
            p.goods -= {wood: 1}
    rank players by most it.points
"""
)

RULINGS = (
    HEAD
    + """
play:
    player 1 chooses n in 1..2
    rank players by most n

rule pass_on:
    for each p in players where p.hand is not empty at once:
        move p.hand to p.left.hand
        p.left.silver += size(p.hand)
        p.silver -= size(p.hand)
        p.left.rival = p

rule rotate:
    for each p in players at once:
        move p.display to p.left.display
        move p.heap to p.left.heap
        if p.place is not none: move p.place to p.left.place

rule trade:
    for each p in players at once:
        move p.wares to p.left.wares
        move 2 from p.purse to p.spent

scenario "hands go round, and each pays for what it had":
    players 3
    given:
        player 1.hand = {"1", "2"}
        player 2.hand = {"3", "4"}
        player 3.hand = {"9"}
        player 2.silver = 9
        player 3.silver = 0
    start pass_on
    expect player 1.hand == {"9"} and player 2.hand == {"1", "2"}
    expect player 3.hand == {"3", "4"}
    expect player 1.silver == 4 and player 2.silver == 9 and player 3.silver == 1
    expect player 1.rival == player 3 and player 2.rival == player 1

scenario "room is counted when all is taken up":
    given:
        player 1.display = ["1", "2"]
        player 2.display = ["3", "4"]
        player 1.place = "5"
        player 2.place = "6"
        player 1.heap = ["7", "8"]
        player 2.heap = ["9", "8"]
    start rotate
    expect player 1.display == ["3", "4"] and player 2.display == ["1", "2"]
    expect player 1.place == "6" and player 2.place == "5"
    expect player 2.heap == ["7", "8"] and player 1.heap == ["9", "8"]

scenario "pieces go round":
    given:
        move {wood: 2} from bank to player 1.wares
        move {wool: 3} from bank to player 2.wares
    start trade
    expect player 1.wares == {wool: 3} and player 2.wares == {wood: 2}
    expect player 1.spent == 2 and player 1.purse == 1
"""
)

FAULTS = {
    "a variable": (
        "p.rival = p\n        p.rival = p.left",
        "`rival` is set twice at once",
    ),
    "one variable": ("if p.seat > 0: leader = p", "`leader` is set twice at once"),
    "set and changed": (
        "p.silver = 3\n        if p.seat == 2: p.left.silver += 1",
        "`silver` is set and changed at once",
    ),
    "a card": ("move top(deck) to p.hand", "is moved twice at once"),
    "a full zone": ("move p.hand to player 1.display", "holds at most 2"),
    "a space": (
        "move any c in p.hand having least c.value to player 1.place",
        "holds",
    ),
    "too much in all": ("p.silver += 3 * p.seat", "`silver` would be 11"),
    "pieces for all": (
        "move {wood: 6} from bank to p.wares",
        "more is to be taken from the bank than lies there",
    ),
    "no card": ("move top(p.heap) to p.hand", "the collection is empty"),
    "less than none": ("p.goods -= {wool: 1}", "more is taken from `goods`"),
}


@pytest.mark.parametrize("players", [2, 3])
def test_engines_agree(players: int) -> None:
    play_alike(GAME, players, games=4)


def test_rounds_see_the_state_as_it_was() -> None:
    hold_scenarios(RULINGS)


def test_what_contradicts_itself_stops_the_game() -> None:
    cases = "".join(
        f"    if n == {number}:\n        for each p in players at once:\n"
        f"            {line.replace(chr(10), chr(10) + '    ')}\n"
        for number, (line, _) in enumerate(FAULTS.values(), start=1)
    )
    text = f"""{HEAD}
play:
    for each p in players: draw 2 from deck to p.hand
    player 1 chooses n in 1..{len(FAULTS)}
{cases}    rank players by most n
"""
    game = Game(program_of(text), 2)
    engine = Engine(game.module, (*FLAGS, "-O0"))

    told = {name: ends_alike(game, engine, [n]) for n, name in enumerate(FAULTS)}
    assert {
        name: FAULTS[name][1] in said for name, said in told.items()
    } == dict.fromkeys(FAULTS, True), told
