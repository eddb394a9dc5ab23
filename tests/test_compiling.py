"""What tests share is the same, and what differs in anything is not shared."""

from attrs import evolve
from compiling import compile_once, program_of

from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game

RULES = """language 1

game small "Small":
    players 2..3

option turns "turns": 1..3 = 2

table gain (turn: 1..3 -> points: 0..9) from "gain.csv"

each player:
    points: int

play:
    for each t in 1..turns:
        for each p in players:
            p chooses n in 1..2
            p.points += n * gain[t]
    rank players by most it.points
"""

FILES = {"gain.csv": "turn,points\n1,1\n2,2\n3,3\n"}


def test_rules_are_compiled_again_only_where_anything_differs() -> None:
    first = compile_once(RULES, "small.rules", FILES.get)
    assert first.program is not None, first.diagnostics

    assert compile_once(RULES, "small.rules", dict(FILES).get) is first
    others = [
        compile_once(RULES + "\n", "small.rules", FILES.get),
        compile_once(RULES, "other.rules", FILES.get),
        compile_once(RULES, "small.rules", FILES.get, evolve(DEFAULT, steps=9)),
        compile_once(RULES, "small.rules", FILES.get, languages=["fa"]),
        compile_once(RULES, "small.rules", {"gain.csv": "turn,points\n1,7\n"}.get),
    ]
    assert all(other is not first for other in others)
    assert others[-1].diagnostics != first.diagnostics


def test_games_share_their_core_only_where_they_are_the_same() -> None:
    program = compile_once(RULES, "small.rules", FILES.get).program
    assert program is not None
    first = Game(program, 2)

    assert Game(program, 2).lowered is first.lowered
    own = program_of(RULES, FILES)
    assert Game(own, 2).lowered is not Game(own, 2).lowered
    others = [
        Game(program, 3),
        Game(program, 2, {"turns": 3}),
        Game(program, 2, {}, True),
    ]
    assert all(other.lowered is not first.lowered for other in others)
