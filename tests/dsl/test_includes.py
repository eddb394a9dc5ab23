"""Files that take in others: what is told where one of them cannot be meant or read."""

import pytest
from compiling import small

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import run_scenario

GAME = """\
language 1

game nim "Nim":
    players 2

state:
    heap "heap": 0..9 = 9

play:
    heap -= 1
"""
SCENARIOS = """\
language 1
include "NAME"

scenario "everything that only the game can say":
    option long = true
    given:
        player 1.hand = {"wood 1"}
        market[wood] = "Tower"
        player 1.goods += {wood: 1}
        for each c in land:
            move 1 from player 1.wares to c.tent
        if wealth(player 1) > toll[wood]:
            do fill(player 2)
    start fill(player 1)
    player 1: build x=2
    player 2: slot=wood
    expect refused player 1: build because "no"
    expect offered player 1: build
    expect player 1.points == 3 and can build(player 1)
    expect options h of build is empty
    expect hidden from player 1: player 2.hand
"""


def test_a_file_of_the_same_name_in_the_folder_above_is_meant() -> None:
    result = small(SCENARIOS.replace("NAME", "small.rules"), {"../small.rules": GAME})

    assert ["recursive-include"] == [d.code for d in result.diagnostics]
    assert 'did you mean "../small.rules"?' == result.diagnostics[0].hint


def test_without_such_a_file_the_line_is_to_be_removed() -> None:
    result = small(SCENARIOS.replace("NAME", "small.rules"))

    assert ["recursive-include"] == [d.code for d in result.diagnostics]
    assert "remove this line" == result.diagnostics[0].hint


@pytest.mark.parametrize("name", ["nim.rules", "../nim.rules"])
def test_nothing_follows_from_a_file_that_is_not_there(name: str) -> None:
    result = small(SCENARIOS.replace("NAME", name))

    assert ["unreadable-table"] == [d.code for d in result.diagnostics]


def test_a_title_may_stand_in_two_files() -> None:
    scenario = 'scenario "one is taken":\n    expect heap == 8\n'
    text = f'language 1\ninclude "nim.rules"\n\n{scenario}'

    assert () == small(text, {"nim.rules": f"{GAME}\n{scenario}"}).diagnostics


LOCALS = """\
language 1

game small:
    players 2

state:
    k "k": int

action a(p: player) "A":
    choose tile in 1..3
    k += tile

rule add(red: int):
    let most = red
    for each x in 1..most:
        k += x

play:
    do add(2)
    player 1 must a(player 1)
    nobody wins
"""
MINE = """\
language 1
include "small.rules"

constant most = 9

constant x = 2

enum Colour "colour": red, blue

function tile(n: int) -> int = n + most - x

scenario "mine":
    expect tile(1) == 8 and red != blue
"""


def test_locals_of_an_included_file_may_be_called_like_anything_of_ours() -> None:
    result = compile_rules(MINE, "mine.rules", {"small.rules": LOCALS}.get)

    assert result.diagnostics == ()
    program = result.program
    assert program is not None
    (scenario,) = program.world.scenarios
    outcome = run_scenario(program, scenario, lambda n, o: Game(program, n, o))
    assert outcome.message is None


def test_our_own_locals_may_not_be_called_like_what_is_included() -> None:
    text = 'language 1\ninclude "small.rules"\n\nfunction f(k: int) -> int = k\n'

    result = compile_rules(text, "mine.rules", {"small.rules": LOCALS}.get)

    problems = [d for d in result.diagnostics if d.code == "shadowed-name"]
    assert ["mine.rules"] == [d.span.path for d in problems]
