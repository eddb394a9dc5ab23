"""`up to` takes what there is, and `otherwise` says what counts where there is none."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import run_scenario

RULES = """language 1

game nim "Nim":
    players 2

enum Good "good": wood, wool

card Order "order":
    good: Good

supply:
    3 of each Order

piece ware of Good "ware": 8
piece man "man": 5

table swap (good: Good -> other: Good or none, worth: int):
    wood | wool | 1
    wool | none | 2

state:
    heap "heap": 0..9 or none
    found "found": -9..99
    deck "deck": deck of Order
    row "row": row of Order
    bag "bag": stock of ware, secret = {wood: 2, wool: 3}
    bank "bank": stock of ware = {wood: 1, wool: 2}
    men "men": stock of man = 5
    camp "camp": stock of man

function other(g: Good) -> Good or none = swap[g].other

rule take(n: int, wares: bundle of Good):
    move Order to deck
    draw up to n from deck to row
    draw up to n from bag to bank
    move up to wares from bank to bag
    move up to n from men to camp

rule count_up:
    found = 1 + heap otherwise -3

rule look_up:
    let g = other(wool) otherwise wood
    found = 10 * swap[g].worth + swap[other(wood) otherwise wood].worth

play:
    do take(0, {})
    do count_up
    do look_up
"""

CASES = {
    "fewer": ("take(2, {wood: 1})", "size(row) == 2 and camp == 2 and size(bag) == 4"),
    "more": (
        "take(9, {wood: 9, wool: 4})",
        "size(row) == 6 and camp == 5 and bank == {wool: 1} and size(bag) == 7",
    ),
    "none": ("count_up", "found == -2"),
    "by functions": ("look_up", "found == 10 + 2"),
}


@pytest.mark.parametrize(("rule", "holds"), CASES.values(), ids=CASES.keys())
def test_as_much_as_there_is(rule: str, holds: str) -> None:
    scenario = f'\nscenario "so much":\n    start {rule}\n    expect {holds}\n'
    program = program_of(RULES + scenario)

    outcome = run_scenario(
        program, program.world.scenarios[0], lambda n, o: Game(program, n, o)
    )

    assert outcome.message is None
