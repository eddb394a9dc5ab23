"""Parts of a list in which a condition holds, in both engines."""

from alike import play_alike
from compiling import program_of

from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = """language 1

game shelves "Shelves":
    players 2

card Order "order":
    number "number": 1..6

supply:
    3 of each Order

state:
    shelf "shelf": row of Order
    total "total": int
    n "n": int

function long_runs(most_of: int) -> list of list of Order =
    all r in (runs of c in shelf where c.number > 2) where size(r) >= most_of

play:
    move Order to shelf
    repeat 5 times:
        shuffle shelf
        player 1 chooses k in 1..3
        total += size(long_runs(k))
        n += sum(size(r) * size(r) for r in (runs of c in shelf where c.number mod 2 == 0))
        n += size(runs of i in 1..9 where i != 4 and i != 5)
    nobody wins

scenario "parts of a list":
    expect [[1, 2, 3], [6, 7]] == runs of i in 1..7 where i != 4 and i != 5
    expect [[4]] == runs of i in [4, 5] where i < 5
    expect [] == runs of i in [4, 5] where i > 5
    expect [[4, 5]] == runs of i in [4, 5]
"""


def test_scenarios() -> None:
    program = program_of(RULES)

    (scenario,) = program.world.scenarios
    outcome = run_scenario(program, scenario, Games(program))
    assert outcome.message is None, outcome.details


def test_both_engines_find_the_same() -> None:
    play_alike(RULES, 2, games=20)
