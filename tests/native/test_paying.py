"""Choices that pay prices, in both engines."""

from alike import play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import run_scenario

RULES = """language 1

game market "Market":
    players 2

enum Good "good": wood, wool, salt, gold

piece ware of Good "ware": 80

state:
    bank "bank": stock of ware = {wood: 20, wool: 20, salt: 20, gold: 20}

each player:
    wares "wares": stock of ware
    basket "basket": bundle of Good
    ship "ship": bool
    points "points": int

substitution exchange(p: player) of Good:
    gold for any
    2 wool for salt, wood when p.ship

action build(p: player) "Build":
    choose n in 1..2
    choose paid from p.wares, paying {wood: n} and n of {salt, wool} with exchange(p)
        "you cannot pay for it"
    move paid from p.wares to bank
    p.points += n

action beg(p: player) "Beg":
    choose g in Good
    move {g: 2} from bank to p.wares
    p.basket += {g: 1}
    p.ship = not p.ship

play:
    repeat 6 times:
        for each p in players:
            p chooses one of:
                build(p)
                beg(p)
            p may choose spent from p.basket, paying 2 of any
            p.basket -= spent
    rank players by most it.points

scenario "gold stands for anything, two of wool for one of some":
    player 1: beg g=wool
    player 2: beg g=gold
    expect refused player 1: build n=1 paid={wool: 1, salt: 1} because "you cannot pay for it"
    expect only offered player 1: beg g=wood | beg g=wool | beg g=salt | beg g=gold
    player 1: beg g=wool
    expect only offered player 1: spent={wool: 2} | pass
    player 1: pass
    player 2: beg g=wood
    player 2: pass
    expect refused player 1: build n=1 paid={wool: 3}
    player 1: beg g=gold
    player 1: spent={wool: 1, gold: 1}
    player 2: build n=1 paid={wood: 1, gold: 1}
    player 2: pass
    expect offered player 1: build n=1 paid={wool: 3}
    expect offered player 1: build n=1 paid={wool: 1, gold: 1}
    expect offered player 1: build n=1 paid={gold: 2}
    expect refused player 1: build n=1 paid={wool: 2}
"""


def test_what_is_offered_is_what_pays() -> None:
    program = program_of(RULES)

    (scenario,) = program.world.scenarios
    outcome = run_scenario(program, scenario, lambda n, o: Game(program, n, o))
    assert outcome.message is None


def test_both_engines_pay_alike() -> None:
    play_alike(RULES, 2, games=20)


MANY = """language 1

game bazaar "Bazaar":
    players 2

enum Good "good": wood, wool, salt, figs, silk, dyes, rice, gold

each player:
    wares "wares": bundle of Good
    points "points": int

constant one_of_each = {wood: 1, wool: 1, salt: 1, figs: 1, silk: 1, dyes: 1, rice: 1}

substitution exchange of Good:
    gold for any
    silk for dyes, rice

action trade(p: player) "Trade":
    choose paid from p.wares, paying one_of_each with exchange
    p.wares -= paid
    p.points += 1

action beg(p: player) "Beg":
    choose one in {wood, silk, gold}
    choose another in {wool, salt, dyes}
    choose last in {figs, rice, gold}
    p.wares += {one: 1} + {another: 1} + {last: 1}

play:
    repeat 9 times:
        for each p in players:
            p chooses one of:
                beg, trade
    rank players by most it.points
"""


def test_prices_of_many_parts() -> None:
    """More than are looked at all together."""
    play_alike(MANY, 2, games=20)
