"""`the` means the only one, `any` one of them: in all engines."""

import pytest
from alike import hold_scenarios, play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native import engine as native
from rulesrun.interpreter.native.choosing import engine_for
from rulesrun.interpreter.runtime.support import SEVERAL
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = """language 1

game market "Market":
    players 2..3

enum Good "good": wood, wool, salt

card Order "order":
    number "number": 1..4
    good "good": Good

supply:
    1 of each Order

board land "land": square 3 x 3

state:
    shelf "shelf": row of Order
    rest "rest": deck of Order
    best_good "good": Good
    place "place": cell of land
    found "found": int

each player:
    coins "coins": 0..9
    yard "yard": square grid of Order

function seller() -> player = the p in players having most p.coins then least p.seat

function grouped(k: int) -> list of int =
    the g in [[1, 2], [3], [4, 5, 6]] where size(g) == k

play:
    move Order to rest
    for each p in players:
        p.coins = random(0..9)
        draw 1 from rest to shelf
        move any o in shelf to p.yard at origin
    draw 4 from rest to shelf
    repeat 4 times:
        shuffle shelf
        player 1 chooses k in 1..3
        let o = any o in shelf having most o.number where o.number > 0
        found += o.number + seller().seat + sum(grouped(k))
        found += (the n in 1..9 having most n where n mod k == 0)
        best_good = the g in Good having least (2 - k) * (2 - k) + 3 * position(Good, g)
        place = the c in land where c.row == k - 1 and c.column == 3 - k
        found += size((any p in players where p.coins > -1).yard) + place.row
        let mine = the x in seller().yard where seller().yard[x] is not none
        found += mine.x + k
    nobody wins

scenario "one of several, and the only one":
    expect 1 == (any p in players).seat
    expect 3 == (the n in [1, 3, 2] having most n)
    expect [4, 5, 6] == grouped(3)
"""


def test_scenarios() -> None:
    hold_scenarios(RULES)


def test_both_engines_find_the_same() -> None:
    play_alike(RULES, 3, games=20)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("(the n in [1, 3, 2] where n > 1)", SEVERAL),
        ("(the n in [3, 3])", SEVERAL),
        ("(the n in [1, 3, 3] having most n)", SEVERAL),
        ("(the n in [1, 2, 3, 4] having most n mod 2 then least n mod 3)", None),
        (
            "(the n in [1, 2, 5, 7] having most n mod 2 then least n mod 3)",
            SEVERAL,
        ),
        ("(the p in players).seat", SEVERAL),
        ("(the o in shelf having most o.number).number", SEVERAL),
        ("(the c in land where c.row == 1).column", SEVERAL),
        (
            "(the n in [1] where n > 1)",
            "there is none to take: the collection is empty",
        ),
        (
            "(any n in [1] where n > 1)",
            "there is none to take: the collection is empty",
        ),
        ("(any n in [1, 3, 3] having most n)", None),
    ],
)
def test_what_goes_wrong(value: str, message: str | None) -> None:
    rules = f"""language 1

game small "Small":
    players 2

card Order "order":
    number "number": 1..2

supply:
    2 of each Order

board land "land": square 3 x 3

state:
    shelf "shelf": row of Order
    found: int
    one: int = 1

play:
    move Order to shelf
    player 1 chooses k in 1..2
    found = {value} + one
    nobody wins

scenario "worked out":
    let n = {value}
    expect n < 99
"""
    program = program_of(rules)
    game = Game(program, 2)
    position = game.start(1)
    said = None
    try:
        position.choose(position.options[0])
    except GameFault as fault:
        said = fault.message
    assert said == message

    outcome = run_scenario(program, program.world.scenarios[0], Games(program))
    assert outcome.message == (message and f"this cannot be evaluated: {message}")

    engine, why = engine_for(game.module, "auto")
    if engine is None:
        pytest.skip(str(why))
    told = None
    try:
        engine.random_games(1, 1, 1, 10)
    except native.GameFault as fault:
        told = str(fault)
    assert (told is None) == (message is None)
    assert message is None or message in str(told)
