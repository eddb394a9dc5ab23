"""Positions that scenarios begin from, and scenarios that stand for several."""

from compiling import program_of

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

GAME = """\
language 1

game nim "Nim":
    players 2..3

option heap_size "Heap": 1..20 = 9

state:
    heap "heap": 0..20

action take(p: player) "Take":
    choose n in 1..2
        where n <= heap  "so many are not left"
    heap -= n

play:
    heap = heap_size
    repeat:
        for each p in players:
            if can take(p):
                p must take(p)
    until heap == 0

position "few":
    players 3
    option heap_size = 5

position "fewer" from "few":
    player 1: take n=1
    let before = heap

"""


def outcomes(scenarios: str) -> dict[str, str | None]:
    """What is said of each scenario; none where it holds."""
    result = compile_rules(GAME + scenarios, "nim.rules", lambda name: None)
    assert result.program is not None, result.diagnostics
    games = Games(result.program)
    decls = result.program.world.scenarios
    return {
        o.title: o.message
        for o in (run_scenario(result.program, decl, games) for decl in decls)
    }


def test_the_lines_of_a_position_come_first() -> None:
    assert outcomes("""\
scenario "one" from "fewer":
    expect before == 4 and player_count == 3
    player 2: take n=2
    expect heap == before - 2

scenario "what it says itself counts" from "fewer":
    players 2
    option heap_size = 7
    expect before == 6 and player_count == 2
""") == {"one": None, "what it says itself counts": None}


def test_a_column_says_how_many_play() -> None:
    assert outcomes("""\
scenario "by number" from "fewer":
    cases players, seated:
        2 | 2
        3 | 3
    expect player_count == seated and size(players) == seated
""") == {"by number: 2 | 2": None, "by number: 3 | 3": None}


def test_names_of_components_in_cases_mean_what_they_are_needed_as() -> None:
    program = program_of("""language 2

game market "Market":
    players 2

enum Good "good": wood, wool

card Order "order":
    good "good": Good
    value "value": 1..3
    named "{good} {value}"

supply:
    1 of each Order

each player:
    hand "hand": area of Order

play:
    player 1 chooses c in Order
    move c to player 1.hand
    nobody wins

scenario "a hand":
    cases who, there:
        "wood 1" | {"wood 2", "wool 2"}
        "wool 3" | {"wool 1"}
        "wool 3" | {}
    given:
        player 1.hand = there
    expect player 1.hand == there
    player 1: {who}
    expect who in player 1.hand
""")

    games = Games(program)
    messages = [
        run_scenario(program, s, games).message for s in program.world.scenarios
    ]
    assert messages == [None, None, None]


def test_a_case_may_say_all_that_is_drawn() -> None:
    program = program_of("""language 2

game dice "Dice":
    players 2

state:
    dice[1..3] "dice": 1..6

play:
    player 1 chooses n in 1..2
    dice[1] = n
    for each k in 2..3: dice[k] = random(1..6)
    nobody wins

scenario "two dice":
    cases rolled, total:
        "6, 5" | 12
        "1, 1" | 3
    chance: {rolled}
    player 1: n=1
    expect sum(dice[k] for k in 1..3) == total
""")

    games = Games(program)
    messages = [
        run_scenario(program, s, games).message for s in program.world.scenarios
    ]
    assert messages == [None, None]


def test_each_case_is_a_scenario() -> None:
    assert outcomes("""\
scenario "some are taken" from "fewer":
    cases number, left:
        1     | 3
        1 + 0 | before - 1
        2     | 3
    expect offered player 2: take n={number}
    player 2: take n=1
    expect heap == left and heap == before - number
""") == {
        "some are taken: 1 | 3": None,
        "some are taken: 1 + 0 | before - 1": 'it is not offered: "1 + 0" is not a number',
        "some are taken: 2 | 3": "this does not hold",
    }
