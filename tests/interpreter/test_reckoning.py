"""The values in a condition that fails, and those that nobody may be told."""

import pytest
from compiling import program_of

from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.layout import BOX

RULES = """\
language 1

game small "Small":
    players 2

enum Colour: red, green

card Gem:
    colour: Colour
    value: 1..3
    named "{{colour}} {{value}}"

supply:
    1 of each Gem

state:
    stack: deck of Gem
    offer: row of Gem
    goal: 0..9, secret = 7
    step: 0..9 = 2
    offers[player]: 0..9, seen by owner = 2

each player:
    gems: hand of Gem
    coins: 0..9 = 4
    plan: 0..9, seen by owner = 3

function rich(p: player, least_coins: int) -> bool =
    p.coins >= least_coins

function hidden_goal() -> bool =
    goal == 3

function is_nine(x: int) -> bool = x == 9

function has_nine(q: player) -> bool =
    some g in q.gems where g.value == 9

amount wanted(q: player) = q.plan

function in_two(a: int) -> bool = is_nine(a + 1)

function in_three(b: int) -> bool = in_two(b + 1)

function in_four(c: int) -> bool = in_three(c + 1)

action try_it(p: player):
    {head}
    step = 3

action idle(p: player):
    p.coins -= 1

play:
    move all g in Gem where g.colour == red to stack
    move all g in Gem where g.colour == green and g.value < 3 to player 1.gems
    move all g in Gem where g in box to player 2.gems
    player 1 chooses one of:
        try_it(player 1) when step < 9
        idle(player 1)
    rank players by most it.coins
"""


def refused(head: str, choice: str = "try_it") -> Refusal:
    position = Game(program_of(RULES.format(head=head)), 2).start(0)
    result = find_choice(position, choice)
    assert isinstance(result, Refusal)
    return result


def parts(head: str) -> dict[str, object]:
    return {part.text: part.value for part in refused(f"require {head}").parts}


CONDITIONS: dict[str, dict[str, object]] = {
    "p.coins > 5": {"p.coins": 4},
    "offers[p] > step + 3": {"offers[p]": 2, "step + 3": 5},
    "p.coins > step * 3": {"p.coins": 4, "step * 3": 6},
    "p.coins == 4 and step == 3": {"step": 2},
    "p.coins == 5 or step == 3": {"p.coins": 4, "step": 2},
    "not (p.coins == 4 and step == 2)": {"p.coins": 4, "step": 2},
    "step in [3, 4]": {"step": 2, "[3, 4]": (3, 4)},
    "offer is not empty": {"offer": ()},
    "sum(p.gems.value) == 4": {"sum(p.gems.value)": 3},
    "every n in [1, 2, 3] has n < step": {"n": 2, "step": 2},
    "no n in [1, 2, 3] where n == step": {"n": 2, "step": 2},
    "some n in [5, 6] where n == step": {"[5, 6]": (5, 6)},
    "rich(p, step + 3)": {"p.coins": 4, "least_coins": 5},
    "p.plan == 4": {"p.plan": 3},
    "size(stack) == 4": {"size(stack)": 3},
    "p.left.coins == 9": {"p.left.coins": 4},
    "in_two(step)": {"x": 3},
    "in_three(step)": {"x": 4},
    "in_four(step)": {"is_nine(a + 1)": False},
}


@pytest.mark.parametrize(("test", "values"), CONDITIONS.items(), ids=CONDITIONS.keys())
def test_values(test: str, values: dict[str, object]) -> None:
    assert parts(test) == values


@pytest.mark.parametrize(
    "test",
    [
        "goal == 3",
        "hidden_goal()",
        "sum(stack.value) == 1",
        "stack[1].value == 9",
        "offers[p.left] == 9",
        "some g in stack where g.value == 9",
        "sum(p.left.gems.value) == 9",
        "p.left.plan == 9",
        "every q in others(p) has q.plan == 9",
        "is_nine(p.left.plan)",
        "is_nine(goal)",
        "has_nine(p.left)",
        "wanted(p.left) == 9",
        "not some q in others(p) where q.plan == 3",
        "some g in p.left.gems where g.value == 9",
        "every g in p.left.gems has g.value == 9",
        "first(p.left.gems).value == 9",
        "[q for q in others(p) where q.plan == 3] is empty",
        "size({q.plan for q in players}) == 9",
        "(goal if step == 2 else step) == 9",
    ],
)
def test_what_is_hidden_is_not_told(test: str) -> None:
    assert {} == parts(test)


@pytest.mark.parametrize(
    ("test", "values"),
    [
        ("goal == 3 and step == 3", {"step": 2}),
        ("step == 3 and goal == 3", {"step": 2}),
        ("goal == 7 and step == 3", {"step": 2}),  # as if it did not stand there
        ("goal == 3 or step == 3", {"step": 2}),
        ("goal + step == 3", {}),
        ("is_nine(step)", {"x": 2}),
        ("wanted(p) == 9", {"wanted(p)": 3}),
        ("[q for q in players where q.plan == 3] is empty", {"q": 0, "q.plan": 3}),
        ("has_nine(p) or is_nine(p.left.plan)", {"q.gems": (3, 4)}),
        (
            "size(p.left.gems) + size(stack) == 9",
            {"size(p.left.gems) + size(stack)": 4},
        ),
    ],
)
def test_what_is_known_is_told_beside_it(test: str, values: dict[str, object]) -> None:
    assert parts(test) == values


@pytest.mark.parametrize(
    ("let", "told"),
    [
        ("p.left.plan", {}),
        ("goal + 1", {}),
        ("sum(p.left.gems.value)", {}),
        ("p.plan", {"x": 3}),
        ("size(p.left.gems)", {"x": 1}),
    ],
)
def test_a_name_for_something_hidden(let: str, told: dict[str, object]) -> None:
    head = f"let x = {let}\n    let y = x\n    require y == 9"
    result = refused(head)

    assert {k.replace("x", "y"): v for k, v in told.items()} == {
        part.text: part.value for part in result.parts
    }


def test_a_bound_that_is_hidden() -> None:
    head = "choose gs from p.gems, at least p.left.plan"
    result = refused(head, "try_it gs={green 1}")

    assert "not so many can be chosen as `gs`" == result.message
    assert {"size(gs)": 1} == {part.text: part.value for part in result.parts}


def test_nothing_hidden_completes_a_choice() -> None:
    result = refused("choose g in p.left.gems\n        where g.value > 5")

    assert None is result.tried
    assert () == result.parts


PENDING = """\
language 1

game pending "Pending":
    players 2

state:
    points: 0..9

rule ask(p: player, mine: int):
    let more = mine + 1
    p chooses n in 1..9
        where WHERE

play:
    player 1 secretly chooses theirs in 1..3
    do ask(player 2, theirs)
    do ask(player 1, theirs)
    nobody wins
"""


@pytest.mark.parametrize("where", ["n > mine + 5", "n > more + 4", "more < n - 3"])
def test_what_another_has_chosen_in_secret(where: str) -> None:
    position = Game(program_of(PENDING.replace("WHERE", where)), 2).start(1)
    position.choose("theirs=2")
    result = find_choice(position, "n=1")

    assert isinstance(result, Refusal)
    assert {} == {p.text: p.value for p in result.parts if p.text not in ("n", "n - 3")}


def test_a_choice_given_by_half_is_completed() -> None:
    result = refused("choose g in p.gems\n        where g.value > 3")
    assert result.tried == "try_it g=green 1"
    assert [(part.text, part.value) for part in result.parts] == [("g.value", 1)]


def test_the_way_that_comes_furthest() -> None:
    head = "choose g in p.gems\n    choose n in 1..3\n        where n == g.value + 1"
    result = refused(f"{head}\n    require n > 5")
    assert result.tried == "try_it g=green 1 n=2"
    assert [(part.text, part.value) for part in result.parts] == [("n", 2)]


def test_nothing_to_choose_from() -> None:
    result = refused("choose g in offer")
    assert result.message == "there is no `g` to choose"


def test_a_menu_that_does_not_offer_it() -> None:
    head = "require p.coins > 0"
    text = RULES.format(head=head).replace("step < 9", "step < 2")
    result = find_choice(Game(program_of(text), 2).start(0), "try_it")
    assert isinstance(result, Refusal)
    assert result.kind == "not offered"
    assert [(part.text, part.value) for part in result.parts] == [("step", 2)]


LEADS_NOWHERE = """\
language 1

game small "Small":
    players 2

state:
    pot "pot": 0..9

action give(p: player):
    choose n in 1..2
    pot += n
    do take(p, n)

rule take(p: player, n: int):
    p chooses m in 1..2
        where m < n
    pot -= m

play:
    player 1 chooses one of:
        give(player 1)
    rank players by most 0
"""


@pytest.mark.parametrize("choice", ["give n=1", "give 1"])
def test_where_an_option_would_leave_nothing_to_choose(choice: str) -> None:
    position = Game(program_of(LEADS_NOWHERE), 2).start(0)
    result = find_choice(position, choice)

    assert ["give n=2"] == [option.name for option in position.options]
    assert isinstance(result, Refusal)
    assert "it would lead to a choice without options" == str(result.message)
    assert result.span is not None
    assert (
        "p chooses m in 1..2"
        == LEADS_NOWHERE.splitlines()[result.span.line - 1].strip()
    )
    assert ("give n=2",) == result.nearest


def test_any_copy_of_a_card_that_would_leave_nothing_to_choose() -> None:
    text = RULES.format(head="choose g in p.gems\n    move g to offer\n    do more(p)")
    text = text.replace("1 of each Gem", "2 of each Gem").replace(
        "action idle",
        "rule more(p: player):\n    p chooses h in p.gems\n"
        "        where h.value > 3\n    move h to offer\n\naction idle",
    )
    position = Game(program_of(text), 2).start(0)
    first = next(g for g in position.game.layout.components if g.name == "green 1")
    position.game.module.names["move"](position.state, first.number, BOX)
    result = find_choice(position, "try_it g=green 1")

    assert isinstance(result, Refusal)
    assert "not through" == result.kind


PAYING = """language 2

game fair:
    players 2

enum Good "good": wood, wool, salt

piece ware of Good "ware": 30

state:
    bank: stock of ware = {wood: 10, wool: 10, salt: 10}
    price: 1..3 = 2

each player:
    wares: stock of ware

play:
    move {wood: 3, wool: 2, salt: 2} from bank to player 1.wares
    player 1 chooses paid from player 1.wares, paying {wood: price} and 1 of {wood, wool}
    move paid from player 1.wares to bank
    nobody wins
"""

PRICE: dict[str, object] = {"{wood: price}": (2, 0, 0)}

PAID: dict[str, dict[str, object]] = {
    "{wood: 2, salt: 1}": {"it": 2} | PRICE,  # salt pays nothing of it
    "{wood: 1, wool: 2}": {"paid": (1, 2, 0)} | PRICE,
    "{wood: 2}": {"size(paid)": 2} | PRICE,
    "{wood: 2, wool: 2}": {"size(paid)": 4} | PRICE,
}


@pytest.mark.parametrize("paid", PAID)
def test_what_does_not_pay_is_told_beside_the_price(paid: str) -> None:
    position = Game(program_of(PAYING), 2).start(0)
    result = find_choice(position, f"paid={paid}")
    assert isinstance(result, Refusal)

    assert {part.text: part.value for part in result.parts} == PAID[paid]


NOT_SO_MANY = {
    "{wood: 1, wool: 2}": "that is not possible now",
    "{wood: 2}": "at least 3 must be chosen as `paid`, not 2",
    "{wood: 2, wool: 2}": "at most 3 must be chosen as `paid`, not 4",
}


@pytest.mark.parametrize("paid", NOT_SO_MANY)
def test_a_price_says_how_many_pay_it(paid: str) -> None:
    position = Game(program_of(PAYING), 2).start(0)
    result = find_choice(position, f"paid={paid}")
    assert isinstance(result, Refusal)

    assert result.message == NOT_SO_MANY[paid]
