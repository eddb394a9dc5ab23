"""What has no order is not asked for its first, nor what has no top for that."""

import pytest
from compiling import small

GAME = """\
language 2

game market "Market":
    players 2..4

card Order "order":
    value: 1..6
    named "{value}"

supply:
    2 of each Order

enum Good "good": wood, wool, salt

piece ware of Good "ware": 30

board land "land": square 3 x 3

state:
    orders "orders": deck of Order, shuffled
    offer "offer": row of Order, at most 4
    discards "discards": pile of Order
    sack "sack": bag of Order
    square "square": area of Order
    bank "bank": stock of ware = {wood: 10, wool: 10, salt: 10}
    met "met": set of player
    numbers "numbers": list of int
    n "number": int

each player:
    hand "hand": hand of Order
    wares "wares": bundle of Good
    yard "yard": square grid of Order

function sorted(p: player) -> list of Order = all c in p.hand having least c.value

play:
    draw 2 from orders to offer
    repeat 9 times:
        for each p in players:
            p chooses k in 0..9
            n = k
            do tried(p)

rule tried(p: player):
"""


def told(body: str, edition: int = 2) -> list[str]:
    """What is told of a rule with these lines."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    result = small(GAME.replace("language 2", f"language {edition}") + lines)
    assert result.program is not None, result.diagnostics
    return [d.message for d in result.diagnostics if d.code == "no-order"]


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("n = {}(p.hand).value", "p.hand"),
        ("n = {}(square).value", "square"),
        ("n = {}(met).seat", "met"),
        ("met += {{{}(met)}}", "met"),
        ("if {}(p.wares) == wood: n = 1", "p.wares"),
        ("if {}(bank) == wood: n = 1", "bank"),
        ("n = {}({{1, 2}})", "{1, 2}"),
        ("n = {}(all c in p.hand where c.value > 2).value", "p.hand"),
        ("n = {}([c.value for c in p.hand])", "p.hand"),
        ("n = {}({{c.value for c in offer}})", "{c.value for c in offer}"),
        ("let some_cards = all c in p.hand\nn = {}(some_cards).value", "p.hand"),
    ],
)
@pytest.mark.parametrize("name", ["first", "last"])
def test_what_has_no_order(name: str, line: str, whole: str) -> None:
    assert [f"`{whole}` has no order, so there is no `{name}` of it"] == told(
        line.format(name)
    )


def test_no_position_in_what_has_no_order() -> None:
    (message,) = told("for each c in p.hand: n = position(p.hand, c)")

    assert "`p.hand` has no order, so there is no `position` of it" == message


@pytest.mark.parametrize(
    "line",
    [
        "n = first(offer).value",
        "n = last(orders).value",
        "n = first(numbers)",
        "if first(Good) == wood: n = 1",
        "n = first(all c in offer where c.value > 2).value",
        "n = last(sorted(p)).value",
        "n = first(clockwise(p)).seat",
        "n = first(players).seat",
        "n = position(offer, first(offer))",
        "n = position([1, 2], 2)",
        "let at = position(p.yard, first(Order))\nif at is none: n = 1",
        "n = top(orders).value + bottom(discards).value",
        "let spare = all c in p.hand\nspare = all c in offer\nn = first(spare).value",
        "n = (any c in p.hand).value",
        "if (first c in p.hand where c.value > 2) is none: n = 1",
    ],
)
def test_what_has_an_order(line: str) -> None:
    assert [] == told(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("n = top(p.hand).value", "`p.hand` has no order, so there is no `top` of it"),
        ("n = bottom(offer).value", "only decks and piles have a bottom"),
        ("n = top(numbers)", "only decks and piles have a top"),
    ],
)
def test_tops(line: str, message: str) -> None:
    assert [message] == told(line)


def test_edition_1_is_read_as_it_was() -> None:
    assert [] == told("n = first(p.hand).value", edition=1)


def test_the_remedy_is_what_it_was() -> None:
    result = small(GAME + "    n = first(all c in p.hand where c.value > 2).value\n")
    (hint,) = (d.hint for d in result.diagnostics if d.code == "no-order")

    assert hint is not None
    assert "any c in p.hand where c.value > 2 " in hint
