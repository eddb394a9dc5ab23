"""Names of components in scenarios: told beside other errors, unless these may be why."""

from pathlib import Path

import pytest
from compiling import small

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
    found = told(old, new)

    assert len(found) > 1
    assert not [message for message in found if "no Order is called" in message]


@pytest.mark.parametrize(("number", "hidden"), [("9", True), ("2", False)])
def test_so_do_errors_in_its_file(number: str, hidden: bool) -> None:
    rows = f"good,value\nwool,{number}\nwool,3\nwood,1\n"
    found = told("1 of each Order", '3 Order from "o.csv"', {"o.csv": rows})

    assert hidden is (WRONG not in found)


def test_a_bundle_can_be_given_to_a_card() -> None:
    text = RULES.replace("value: 1..3", "price: bundle of Good").replace(
        "1 of each Order", "2 of Order(wood, {wood: 2, wool: 1})"
    )
    named = '"wood 2 wood+1 wool", "wood 9"'
    text = text.replace('"wood 9", "wool 3"', named).replace("{value}", "{price}")
    found = [d.message for d in small(text).diagnostics if "is called" in d.message]

    assert ["nothing here is called `bonus`", WRONG] == found
