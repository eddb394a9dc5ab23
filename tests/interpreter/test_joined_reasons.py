"""Why something is not possible, where conditions are joined."""

from __future__ import annotations

import pytest
from compiling import program_of

from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = """language 2

game small "Small":
    players 2

names p: player

state:
    k: 0..9

each player:
    points "points": 0..99

condition rich(p) "you are poor" = p.points > 5
condition big(n: int) "that is too small" = n > 3

action take(p) "Take":
    choose n in 1..6
        LINE
    p.points += n

rule r(p):
    p chooses one of:
        take(p)
        option rest "Rest": k = 2

play:
    do r(player 1)
    nobody wins

scenario "s":
    given:
        player 1.points = POINTS
        k = 1
    start r(player 1)
    expect refused player 1: take n=CHOSEN because "REASON"
"""


@pytest.mark.parametrize(
    ("line", "points", "chosen", "reason"),
    [
        ("where rich(p) and big(n)", 0, 6, "you are poor"),
        ("where rich(p) and big(n)", 9, 2, "that is too small"),
        ("where n != 6 and rich(p) and big(n)", 0, 5, "you are poor"),
        ("where n != 6 and rich(p) and big(n)", 9, 2, "that is too small"),
        ("where n != 6 and big(n)", 0, 6, "that is not possible now"),
        ("where k == 2 or big(n)", 0, 2, "that is too small"),
        ("where rich(p) or big(n)", 0, 2, "that is too small"),
        ("where rich(p) and (k == 2 or big(n))", 9, 1, "that is too small"),
        ('where rich(p) and big(n) "neither"', 9, 1, "neither"),
        ("where not big(n)", 9, 5, "that is not possible now"),
        ("where big(n)\n    require rich(p) and k == 1", 0, 5, "you are poor"),
    ],
)
def test_the_reason_of_the_part_that_fails(
    line: str, points: int, chosen: int, reason: str
) -> None:
    text = RULES.replace("LINE", line).replace("POINTS", str(points))
    text = text.replace("CHOSEN", str(chosen)).replace("REASON", reason)
    program = program_of(text)

    outcome = run_scenario(program, program.world.scenarios[0], Games(program))

    assert outcome.message is None, outcome.details
