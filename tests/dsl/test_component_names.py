"""Names of components in scenarios: told beside other errors, unless these may be why."""

from pathlib import Path

import pytest
from compiling import program_of, small

from rulesrun.interpreter.testing.scenarios import Games, run_scenario

BAD = Path(__file__).parents[1] / "bad"
RULES = (BAD / "unknown-name-12.rules").read_text("utf-8")
WRONG = 'no Order is called "wood 9"'


def told(old: str, new: str, files: dict[str, str] | None = None) -> list[str]:
    assert RULES.count(old) == 1
    return [d.message for d in small(RULES.replace(old, new), files).diagnostics]


def test_errors_in_rules_do_not_hide_a_wrong_name() -> None:
    assert WRONG in told("draw 1 from orders", "draw from orders")
    assert WRONG in told('points "points": int', 'points "points" int')


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"good": wood, wool', '"good": wood wool'),
        ('"good": wood, wool', '"good":\n    wood +\n    wool'),
        ("1 of each Order", "1 each Order"),
        ("value: 1..3", "value 1..3"),
        ("value: 1..3", "value: 1..greatest"),
        ("card Order", "crad Order"),
    ],
)
def test_errors_in_what_brings_the_components_do(old: str, new: str) -> None:
    result = told(old, new)

    assert len(result) > 1
    assert not [message for message in result if "no Order is called" in message]


@pytest.mark.parametrize(("number", "hidden"), [("9", True), ("2", False)])
def test_so_do_errors_in_its_file(number: str, hidden: bool) -> None:
    rows = f"good,value\nwool,{number}\nwool,3\nwood,1\n"
    result = told("1 of each Order", '3 Order from "o.csv"', {"o.csv": rows})

    assert hidden is (WRONG not in result)


WORDS = """language 1

game fair "Fair":
    players 2

enum Happening "event": quiet_night, air_lift

card Event "event card":
    event "event": Happening
    named "{event}"

supply:
    2 of each Event

state:
    row "row": row of Event

each player:
    hand: area of Event

play:
    move all e in Event where e.event == air_lift to row
    player 1 chooses c in row
    move c to player 1.hand
    if c == "air lift" and first(player 1.hand) == "air_lift": player 1 wins
    nobody wins

scenario "in words and as it is declared":
    given:
        row = {"air lift", "air lift #2"}
        player 2.hand = {"quiet night", "quiet_night"}
    expect refused player 1: quiet night
    expect row == {"air lift", "air_lift"}
    player 1: air lift
    expect winners == [player 1]
"""


def test_a_name_of_a_value_is_taken_in_words_too() -> None:
    program = program_of(WORDS)
    (decl,) = program.world.scenarios
    assert run_scenario(program, decl, Games(program)).message is None

    result = small(WORDS.replace('{"quiet night", "quiet_night"}', '{"quiet nihgt"}'))
    assert [d.message for d in result.diagnostics] == [
        'no Event is called "quiet nihgt"'
    ]
    result = small(WORDS.replace('"air lift #2"', '"air lift #3"'))
    assert [d.message for d in result.diagnostics] == [
        'there are only 2 of Event called "air lift"'
    ]


def test_a_bundle_can_be_given_to_a_card() -> None:
    text = RULES.replace("value: 1..3", "price: bundle of Good").replace(
        "1 of each Order", "2 of Order(wood, {wood: 2, wool: 1})"
    )
    named = '"wood 2 wood+1 wool", "wood 9"'
    text = text.replace('"wood 9", "wool 3"', named).replace("{value}", "{price}")
    result = [d.message for d in small(text).diagnostics if "is called" in d.message]

    assert ["nothing here is called `bonus`", WRONG] == result
