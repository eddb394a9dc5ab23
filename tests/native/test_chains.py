"""Rules that carry themselves out to a depth that they say: all engines go alike."""

import random

import pytest
from alike import NEEDS_COMPILER, ends_alike
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

pytestmark = NEEDS_COMPILER

RULES = """language 2

game chain "Chain":
    players 2..3

constant most = 8

card Effect "effect":
    worth "worth": 1..4
    again "once more": 0..2
    named "{worth} {again}"

board land "land": square 4 x 4

supply:
    2 of each Effect

state:
    heap "heap": 0..9 = 9
    lines "lines": int
    marks[0..5] "marks": int
    deck "deck": deck of Effect, shuffled
    burst: set of cell of land

each player:
    hand "hand": hand of Effect
    played "played": row of Effect
    points "points": int

each cell of land:
    cubes "cubes": 0..3

event done(p: player, n: int)

when done(p, n) and n > 1 order 1:
    p.points += n

when done(p, n) and n == 5 order 2:
    do carry_out(p.left, 6)

rule take(n: int), at most 10 deep:
    if heap > 0:
        heap -= 1
        let k = n * 10 + heap
        do take(n + 1)
        lines = (lines * 2 + k) mod 10007
        if n < 2: do take(n + 1)

rule infect(c: cell of land), at most 17 deep:
    if c in burst: return
    if c.cubes < 3:
        c.cubes += 1
    else:
        burst += {c}
        for each n in c.neighbours: do infect(n)

rule best_of(p: player, n: int) -> int, at most 5 deep:
    if n > 3: return p.points mod 7
    p chooses k in 0..2 "How much"
    let inner = do best_of(p.left, n + 1 + k)
    return inner * 3 + k + n

rule carry_out(p: player, n: int), at most most deep:
    for each i in 1..2:
        p chooses k in 0..5 "A number"
        marks[k] += n
        if k > 3 and n < 5: do carry_out(p.left, n + 1)
        marks[k] += n * i * k
    p may choose one of:
        again(p, n)
        play_one(p, n)
        pass: p.points += 1
    raise done(p, n)

action again(p: player, n: int) "Again":
    choose k in 0..2
        where n + k < 6
    do carry_out(p, n + k + 1)
    marks[k] += n * 5

action play_one(p: player, n: int) "Play a card":
    choose card in p.hand
        where n < 6
    move card to p.played
    for each x in p.played where x.again > 0:
        do carry_out(p, n + x.again)
        lines = (lines + x.worth * n) mod 10007

play:
    for each p in players: draw 2 from deck to p.hand
    do take(0)
    repeat 2 times:
        for each p in players:
            turn p:
                do carry_out(p, 3)
                let n = do best_of(p, 0)
                p.points += n
                burst = {}
                do infect(random(land))
    rank players by most it.points

scenario "what spreads stops where it has been":
    given:
        for each c in land: c.cubes = 3
    start infect(land["1,1"])
    expect size(burst) == 16

scenario "one after another, inside one another":
    given:
        heap = 3
        lines = 0
    start take(0)
    expect heap == 0
    expect lines == 2 * (2 * (2 * 0 + 20) + 11) + 2

scenario "an effect that has the effect of another card":
    given:
        player 1.hand = {"2 1", "3 0"}
    start carry_out(player 1, 3)
    player 1: k=0
    player 1: k=5
    player 2: k=1
    player 2: k=1
    player 2: pass
    player 1: play_one card="2 1"
    player 1: k=2
    player 1: k=2
    player 1: pass
    expect marks[2] == 2 * 4 + 4 * 2 + 4 * 2 * 2
    expect player 1.points == 1 + 4 + 3
    expect player 2.points == 1 + 4
    expect rule over
"""


def test_all_engines_carry_rules_out_inside_themselves_alike() -> None:
    program = program_of(RULES)

    games = Games(program)
    failed = [run_scenario(program, s, games).message for s in program.world.scenarios]

    assert failed == [None] * 3
    assert compare(Game(program, 3), 12) > 400


TOO_DEEP = """language 2

game deep "Deep":
    players 1

state:
    n: int

play:
    player 1 chooses k in 1..9 "How deep"
    do down(k)
    if k > 3: do asking(k)
    nobody wins

rule down(k: int), at most 5 deep:
    n += 1
    if k > 1: do down(k - 1)

rule asking(k: int), at most 3 deep:
    player 1 chooses j in 1..2 "On"
    if k > 1: do asking(k - j)

scenario "what is started begins at the top":
    player 1: k=4
    player 1: j=1
    player 1: j=1
    start asking(4)
    player 1: j=2
    player 1: j=1
    player 1: j=2
    expect rule over
"""


def test_one_level_more_is_a_fault_at_that_line_in_all_engines() -> None:
    program = program_of(TOO_DEEP)
    game = Game(program, 1)
    engine = Engine(game.module)

    games = Games(program)

    assert run_scenario(program, program.world.scenarios[0], games).message is None
    assert ends_alike(game, engine, [4, 1, 1]) == ""
    assert ends_alike(game, engine, [3, 0, 0]) == ""
    result = [ends_alike(game, engine, way) for way in ([5], [4, 0, 0, 0])]

    assert [text.partition(":")[2] for text in result] == [
        "17:15: `down` would go more than 5 deep here",
        "21:15: `asking` would go more than 3 deep here",
    ]


def random_chain(seed: int) -> str:
    """A game whose rules and actions carry one another out, in random ways."""
    x = random.Random(seed)
    names = [f"r{n}" for n in range(x.randint(2, 4))]
    deep = {name: x.randint(2, 9) for name in names}
    asks = {name for name in names if x.random() < 0.6} | {names[0]}
    lines = ["language 2", "", 'game g "G":', "    players 2", "", "state:"]
    lines += ["    a[0..3]: int", "    fuel: int", "", "play:"]
    lines += ["    repeat 3 times:", "        for each p in players:"]
    lines += ["            fuel = 12", f"            do {names[0]}(p, 0)"]
    lines += ["    nobody wins", ""]
    for name in names:
        lines.append(f"rule {name}(p: player, n: int), at most {deep[name]} deep:")
        lines += ["    fuel -= 1", "    let m = (a[n mod 4] * 3 + n) mod 11"]
        for at in range(x.randint(2, 4)):
            called = x.choice(names)
            room = f"fuel > 0 and n < {deep[called] - 2}"
            who = x.choice(["p", "p.left"])
            if name in asks and x.random() < 0.5:
                lines.append(f"    {who} chooses k{at} in 0..{x.randint(1, 3)}")
                lines.append(f"    a[k{at}] += m + n")
                room += f" and k{at} != {x.randint(0, 3)}"
            kind = x.choice(["call", "loop", "menu", "sum"])
            if kind == "call":
                lines.append(f"    if {room}: do {called}({who}, n + 1)")
            elif kind == "loop":
                lines.append(f"    for each i{at} in 0..m mod 3 where fuel > 0:")
                lines.append(f"        if {room}: do {called}({who}, n + 1)")
                lines.append(f"        a[i{at}] += n * m")
            elif kind == "menu" and name in asks:
                lines.append(f"    {who} may choose one of:")
                lines.append(f"        go_{called}(p, n)")
                lines.append("        pass: a[0] += m")
            else:
                lines.append(f"    a[n mod 4] += m * {x.randint(1, 5)} + fuel")
        lines += ["    a[n mod 4] = (a[n mod 4] + m * 7) mod 1009", ""]
    for name in names:
        lines.append(f'action go_{name}(p: player, n: int) "Go {name}":')
        lines += [
            "    choose k in 0..2",
            f"        where fuel > 0 and n < {deep[name]} - 3",
        ]
        lines += [f"    do {name}(p, n + 1)", "    a[k] += n + 1", ""]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(2))
def test_random_chains_go_alike(seed: int) -> None:
    compare(Game(program_of(random_chain(seed)), 2), 4, seed)
