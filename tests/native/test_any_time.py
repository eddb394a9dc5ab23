"""`at any time anybody q in S may act(q)`: in all engines before each menu of a turn."""

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of, small
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = """language 2

game charms "Charms":
    players 2..3

enum Herb "herb": sage, mint, rue

piece charm "charm": 2 * player_count

state:
    pot "pot": int
    round "round": int
    rested "rested": bool

each player:
    charms "charms": stock of charm = 2
    points "points": int
    barred "barred": bool

names p, q: player

at any time anybody q in participants where q.charms > 0 and not q.barred may use_charm(q)

play:
    turns of p from player 1 until round >= 3:
        do take_turn(p)
    rank players by most it.points

rule take_turn(p):
    round += 1
    repeat 2 times:
        rested = false
        p chooses one of "Your turn":
            brew
            option bar "Bar the others":
                for each q in others(p): q.barred = true
            option skip "Skip": next
            option rest "Rest": stop
        p.points += 10
    p chooses n in 1..2 "How many points?"
    p.points += n

action brew(p) "Brew":
    choose n in 1..2
    pot += n
    do stir(p)

rule stir(p):
    p chooses one of "And then?":
        option more "More": pot += 10
        option done "Done": nothing

action use_charm(q) "Use a charm":
    choose h in Herb
    move 1 from q.charms to box
    q.points += 2 if h == sage else 3

scenario "the others are asked first, whose menu it is finds it there, and it comes again":
    player 2: use_charm h=sage
    expect offered player 2: use_charm h=mint
    player 2: pass
    expect offered player 1: use_charm h=rue
    player 1: use_charm h=rue
    expect player 1.points == 3 and player 2.points == 2
    player 2: pass
    player 1: use_charm h=mint
    expect refused player 2: brew n=1
    player 2: pass
    expect refused player 1: use_charm h=mint
    player 1: brew n=2

scenario "inside an action nobody is asked":
    player 2: pass
    player 1: brew n=1
    player 1: more
    expect pot == 11 and player 1.points == 10

scenario "stop and next mean the loop around the menu":
    player 2: pass
    player 1: skip
    expect player 1.points == 0
    player 2: pass
    player 1: rest
    player 1: n=2
    expect player 1.points == 2
    player 1: pass
    player 2: bar
    expect player 2.points == 10
    player 2: rest
"""


def test_scenarios() -> None:
    program = program_of(RULES)

    for scenario in program.world.scenarios:
        assert run_scenario(program, scenario, Games(program)).message is None


@NEEDS_COMPILER
@pytest.mark.parametrize("players", [2, 3])
def test_all_engines_play_the_same_games(players: int) -> None:
    assert compare(Game(program_of(RULES), players), 20) > 100


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("charms > 0", "charms > sage", "a number is needed here"),
        ("use_charm(q)\n\nplay", "use_charms(q)\n\nplay", "no action is called"),
        (" may use_charm", " must use_charm", "at any time somebody may do something"),
        (
            "use_charm(q)\n\n",
            "use_charm(q)\n    pass: nothing\n\n",
            "at any time somebody",
        ),
        ("turns of p from player 1 until round >= 3:", "for each p in players:", ""),
    ],
)
def test_what_is_wrong_is_told_once(old: str, new: str, message: str) -> None:
    assert old in RULES

    told = [d.message for d in small(RULES.replace(old, new)).diagnostics]

    assert sum(text.startswith(message) for text in told) == 1, told
