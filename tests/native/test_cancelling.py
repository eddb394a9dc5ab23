"""Events that handlers prevent: all engines go alike, and what is missing is told."""

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of, small
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = """language 2

game duel "Duel":
    players 2

state:
    seen "seen": list of int

each player:
    shields "shields": 0..9 = 2
    points "points": int

event hit(p: player, q: player, n: int) "hit"

when hit(p, q, n) for each k in 1..3 order 1:
    seen += [k]
    for each j in 1..2:
        if k == n and j == 2: cancel

when hit(p, q, n) and q.shields > 0 order 2:
    q may choose k in 1..2 "With which shield?"
    if k is none: return
    q.shields -= 1
    if k == 2: cancel
    seen += [9]

when hit(p, q, n) order 3:
    seen += [7]

rule guard(q: player, n: int), at most 4 deep:
    if n > 2: return
    raise met(q, n)
        otherwise: q.points += 50

event met(q: player, n: int) "met"

when met(q, n):
    do guard(q, n + 1)
    q.points += n
    if n == 1: cancel

action strike(p: player) "Strike":
    choose n in 1..6
    raise hit(p, p.left, n)
        otherwise: return
    p.points += n

play:
    repeat 4 times:
        for each p in players:
            turn p:
                p must strike
                raise hit(p, p, 5)
                    otherwise:
                        p.points += 100
                do guard(p, 0)
                seen = all x in seen where x > 6
    rank players by most it.points

scenario "what is prevented":
    player 1: strike n=2
    expect seen == [1, 2, 1, 2, 3] and player 1.points == 0
    player 1: k=2
    expect player 1.points == 100 + 50 + 3
    player 2: strike n=4
    player 1: k=1
    expect player 2.points == 4
    expect seen == [1, 2, 3, 9, 7, 1, 2, 3]
    player 2: pass
    expect player 2.points == 4 + 50 + 3
"""


@NEEDS_COMPILER
def test_all_engines_prevent_events_alike() -> None:
    program = program_of(RULES)

    outcome = run_scenario(program, program.world.scenarios[0], Games(program))

    assert outcome.message is None
    assert compare(Game(program, 2), 20) > 200


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("        otherwise: return\n", "", "`hit` may be cancelled, and nothing says"),
        ("    if k == 2: cancel\n    seen += [9]\n", "    seen += [9]\n", ""),
        ("    p.points += n\n\nplay", "    cancel\n\nplay", "`cancel` belongs in what"),
    ],
)
def test_what_is_missing_is_told(old: str, new: str, message: str) -> None:
    assert old in RULES

    told = [d.message for d in small(RULES.replace(old, new)).diagnostics]

    assert any(text.startswith(message) for text in told) == bool(message)


def test_what_nothing_cancels_is_told() -> None:
    text = RULES.replace("    if n == 1: cancel\n", "")

    (told,) = small(text).diagnostics

    assert told.code == "unreachable"
    assert told.message == "this never happens: nothing cancels `met`"
