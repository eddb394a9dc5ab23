"""Bundles: so many of each; in tables, as choices, as what somebody holds."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import program_of, small

from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault

Ended = Callable[..., dict[str, Any]]

GOODS = """
enum Good "good" fa "کالا":
    wood "wood" fa "چوب"
    stone "stone" fa "سنگ"
    gold "gold" fa "طلا"

"""


def game(rules: str, players: int = 2) -> Game:
    game = f"game small:\n    players {players}\n    languages en, fa\n"
    text = f"language 1\n\n{game}{GOODS}{rules}"
    return Game(program_of(text), players)


def test_cells_of_tables_and_of_lists_of_components(ended: Ended) -> None:
    rules = f"""{GOODS}
card House "house":
    cost: bundle of Good

supply:
    2 House from "houses.csv"

table gains (place: 1..2 -> goods: bundle of Good):
    1 | 2 wood 1 gold
    2 | none

state:
    first_gain: bundle of Good
    second_gain: bundle of Good
    costs: list of bundle of Good

play:
    first_gain = gains[1]
    second_gain = gains[2]
    costs = [house.cost for house in House]
    rank players by most 0
"""
    houses = "name,cost\nhut,3 wood\npalace,1 gold 2 stone\n"
    result = ended(rules, {"houses.csv": houses})

    assert (2, 0, 1) == result["first_gain"]
    assert (0, 0, 0) == result["second_gain"]
    assert ((3, 0, 0), (0, 2, 1)) == result["costs"]


@pytest.mark.parametrize(
    "cell", ["wood", "2 woods", "wood 2", "2 wood stone", "x wood"]
)
def test_a_cell_that_is_no_bundle_is_reported(cell: str) -> None:
    text = f"""language 1

game small:
    players 2
    languages en, fa
{GOODS}
table gains (place: 1..1 -> goods: bundle of Good):
    1 | {cell}

state:
    goods "goods": bundle of Good

play:
    goods = gains[1]
"""
    compiled = small(text)

    errors = [d for d in compiled.diagnostics if d.severity is Severity.ERROR]
    assert ["bad-cell"] == [error.code for error in errors]


def test_what_can_be_done_with_bundles(ended: Ended) -> None:
    rules = f"""{GOODS}
state:
    goods: bundle of Good
    number: int
    kinds: list of Good
    has_stone: bool
    enough: bool
    too_little: bool
    more: bundle of Good

play:
    goods = {{wood: 3, gold: 1}}
    number = size(goods)
    kinds = [g for g in goods]
    has_stone = stone in goods
    enough = covers(goods, {{wood: 3}})
    too_little = covers(goods, {{wood: 3, gold: 2}})
    for each g in Good:
        more += {{g: 2, stone: 1}}
    goods -= {{wood: 3}}
    rank players by most 0
"""
    result = ended(rules)

    assert 4 == result["number"]
    assert (0, 2) == result["kinds"]
    assert [False, True, False] == [
        result["has_stone"],
        result["enough"],
        result["too_little"],
    ]
    assert (2, 5, 2) == result["more"]
    assert (0, 0, 1) == result["goods"]


def test_nobody_pays_with_what_is_not_there() -> None:
    rules = """
state:
    goods "goods": bundle of Good

play:
    goods = {wood: 1}
    goods -= {wood: 1, stone: 1}
    rank players by most 0
"""
    with pytest.raises(GameFault, match="more is taken from `goods` than there is"):
        game(rules).start(0)


CHOICE = """
state:
    goods "goods": bundle of Good
    paid "paid": bundle of Good

action pay(p: player):
    choose payment from goods, exactly 3
        where it in {wood, stone}
            "gold is not taken"
        require payment[wood] > 0
            "some of it must be wood"
    goods -= payment
    paid = payment

play:
    goods = {wood: 2, stone: 2, gold: 5}
    player 1 chooses one of:
        pay(player 1)
        otherwise:
            pass
    rank players by most 0
"""


def test_some_are_chosen_from_a_bundle() -> None:
    position = game(CHOICE).start(0)

    assert [
        "pay payment={wood: 2, stone: 1}",
        "pay payment={wood: 1, stone: 2}",
    ] == [option.name for option in position.options]

    position.choose("pay payment={stone: 2, wood: 1}")
    values = {s.name: f.base for s, f in position.game.layout.families.items()}

    assert (1, 0, 5) == position.state[values["goods"]]
    assert (1, 2, 0) == position.state[values["paid"]]


@pytest.mark.parametrize(
    ("payment", "reason"),
    [
        ("{wood: 2, gold: 1}", "gold is not taken"),
        ("{wood: 1, stone: 1}", "at least 3 must be chosen as `payment`, not 2"),
        ("{wood: 3}", "{wood: 3} is not among the choices for `payment`"),
        ("{wood}", '"wood" is not a number of something, such as wood: 2'),
        ("{wool: 2}", '"wool" is no good; did you mean "wood"?'),
    ],
)
def test_why_others_cannot_be_chosen(payment: str, reason: str) -> None:
    position = game(CHOICE).start(0)
    result = find_choice(position, f"pay payment={payment}")

    assert isinstance(result, Refusal)
    assert reason == result.message


def test_what_is_missing_is_not_made_up_from_a_stock() -> None:
    position = game("""
piece ware of Good: 5

state:
    bank: stock of ware = {wood: 5}
    sold: stock of ware

action buy(p: player):
    choose goods from bank, at least 2
    choose n in 1..2
    move goods from bank to sold

play:
    player 1 chooses one of:
        buy(player 1)
    rank players by most 0
""").start(0)

    result = find_choice(position, "buy n=3")

    assert isinstance(result, Refusal)
    assert "3 is not among the choices for `n`" == result.message


def test_a_bundle_is_shown_with_its_labels() -> None:
    position = game(CHOICE).start(0)
    plan = position.decision_plan.items[0]
    shown = [
        position.game.names.choice_label(plan, option.raw[1], language)
        for language in ("en", "fa")
        for option in position.options[:1]
    ]

    assert ["pay: 2 wood, 1 stone", "pay: 2 چوب، 1 سنگ"] == shown


def test_position_in_a_row(ended: Ended) -> None:
    rules = """
card Card "card":
    value: 1..3
    named "card {value}"

supply:
    1 of each Card

state:
    line: row of Card
    second: int

play:
    move Card to line
    second = position(line, "card 2")
    rank players by most 0
"""
    assert 2 == ended(rules)["second"]


def test_copies_that_carry_something_are_told_apart() -> None:
    text = """language 1

game small:
    players 2

card Card "card":
    value: 1..2
    named "card {value}"

supply:
    2 of each Card

state:
    line "line": row of Card

each Card:
    coins "coins": int

play:
    move Card to line
    player 1 chooses card in Card
        otherwise:
            return
    card.coins += 1
    rank players by most 0
"""
    position = Game(program_of(text), 2).start(0)

    assert ["card 1", "card 1 #2", "card 2", "card 2 #2"] == [
        option.name.removeprefix("card=") for option in position.options
    ]


def test_a_name_means_the_copy_that_is_there() -> None:
    text = """language 1

game small:
    players 2

enum Kind: smith, monk

card Card "card":
    kind: Kind
    named "{kind}"

supply:
    2 of each Card

state:
    line "line": row of Card

each Card:
    coins "coins": int

play:
    move last(all c in Card where c.kind == smith) to line
    move all c in Card where c.kind == monk to line
    let rich = last(line)
    rich.coins = 1
    player 1 chooses card in line
    card.coins += 1
    rank players by most 0
"""
    position = Game(program_of(text), 2).start(0)
    names = [option.name for option in position.options]

    assert ["card=smith #2", "card=monk", "card=monk #2"] == names
    for given, meant in (("smith", 0), ("card=smith", 0), ("monk", 1), ("monk #2", 2)):
        assert position.options[meant].raw == find_choice(position, given)


def test_copies_that_lie_elsewhere_are_another_choice() -> None:
    text = """language 2

game small:
    players 2

card Card "card":
    value: 1..2
    named "card {value}"

supply:
    3 of each Card

state:
    heap "heap": deck of Card

each player:
    hand "hand": hand of Card

play:
    move Card to heap
    move bottom(heap) to player 1.hand
    player 1 chooses card in Card
        where card in player 1.hand
        otherwise: player 2 wins
    move card to heap
    player 1 wins
"""
    position = Game(program_of(text), 2).start(1)

    assert ["card=card 2"] == [option.name for option in position.options]
    position.choose(0)
    assert position.ranking == (1, 2)
