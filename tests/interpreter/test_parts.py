"""Choices made part by part, counted and drawn: what listing them all would give."""

import pickle
from collections import Counter
from random import Random

import pytest
from compiling import program_of, shipped

from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.game import Game, Position, Refused
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.parts import ENOUGH, NoSuchPart, PartialChoice
from rulesrun.interpreter.runtime import subsets

HOARD = """language 1

game hoard "Hoard":
    players 2

enum Good "good": wood, wool, salt

card Money "money":
    value "value": 1..9
    named "{value}"

supply:
    {number} of each Money

piece ware of Good "ware": {pieces}

state:
    price: 0..50 = 12
    sold: bundle of Good

each player:
    hand "hand": hand of Money
    wares: stock of ware = {goods}

action buy(p: player) "Buy":
    choose cards from p.hand, at least 1
        require sum(cards.value) >= price
    move cards to box

action swap(p: player) "Swap":
    choose cards from p.hand, at least 2, at most 3
        where it.value < 7
        require size(cards) != price
    move cards to box

play:
    move Money to player 1.hand
    player 1 chooses one of:
        buy(player 1)
        swap(player 1)
        option leave "Leave":
            price = 0
    player 1 chooses wares from player 1.wares, at least 3, at most 9
    sold = wares
    nobody wins
"""


def rules_of(number: int, goods: tuple[int, int, int] = (5, 2, 9)) -> str:
    wood, wool, salt = goods
    stock = f"{{wood: {wood}, wool: {wool}, salt: {salt}}}"
    rules = HOARD.replace("{number}", str(number)).replace("{goods}", stock)
    return rules.replace("{pieces}", str(2 * sum(goods)))


def hoard(number: int, goods: tuple[int, int, int] = (5, 2, 9)) -> Game:
    return Game(program_of(rules_of(number, goods)), 2)


def listed(monkeypatch: pytest.MonkeyPatch, game: Game, seed: int = 1) -> Position:
    """The same position, with all its options written down."""
    with monkeypatch.context() as patch:
        patch.setattr(subsets, "MOST_LISTED", 10**9)
        position = game.start(seed)
    assert isinstance(position.raw, list)
    return position


def test_counted_options_are_those_that_would_be_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = hoard(2)
    position, other = game.start(1), listed(monkeypatch, game)

    assert isinstance(position.raw, Offers)
    assert list(position.raw) == list(other.raw)
    assert [position.raw[n] for n in (0, 77, -1)] == [other.raw[n] for n in (0, 77, -1)]
    assert position.raw[5:9] == other.raw[5:9]
    assert all(raw in position.raw for raw in other.raw[::50])
    assert (0, ()) not in position.raw
    assert (0, ((1, 0),)) not in position.raw


def test_nothing_is_listed_for_a_hand_of_54_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are 7**9 ways to pay with it: counted, drawn, and completed."""
    limits = Limits(options=10**9)
    program = compile_rules(rules_of(6), "hoard.rules", lambda _: None, limits).program
    assert program is not None
    monkeypatch.setattr(Offers, "__iter__", None)

    position = Game(program, 2).start(1)

    count = position.parts().say("buy").count
    assert 40_000_000 < count < 7**9
    option = position.parts().say("buy").draw(Random(3))
    position.choose(option)
    assert position.player == 0


@pytest.mark.parametrize("many", [True, False], ids=["counted", "listed"])
def test_part_by_part_every_option_is_reached(
    monkeypatch: pytest.MonkeyPatch, many: bool
) -> None:
    monkeypatch.setattr(subsets, "MOST_LISTED", 10)
    monkeypatch.setattr(subsets, "FEW_ITEMS", 5)
    game = hoard(1)
    position = game.start(1) if many else listed(monkeypatch, game)
    assert isinstance(position.raw, Offers) == many
    chance = Random(5)
    for _ in range(10):
        choice = position.parts()
        assert choice.count == len(position.raw)
        while choice.option is None:
            parts = choice.next
            assert len({part.name for part in parts}) == len(parts)
            further = choice.say(chance.choice(parts))
            assert 0 < further.count <= choice.count
            choice = further
        assert choice.count == 1
        assert choice.option.raw in position.raw


def test_what_has_been_said_is_in_all_that_is_counted() -> None:
    position = hoard(2).start(1)
    said = position.parts().say("buy").say("9").say("3").say("9")

    wanted = Counter({9: 2, 3: 1})
    cards = position.game.layout.components
    fits = [
        raw
        for raw in position.raw
        if raw[0] == 0
        and Counter(cards[c].fields["value"] for c in raw[1][0]) >= wanted
    ]
    assert said.count == len(fits)
    assert [said.nth(n).raw for n in range(0, 2000, 99)] == fits[:2000:99]
    assert said.parameter == "cards"
    assert said.say(ENOUGH).option is not None


def test_they_are_drawn_with_equal_chance() -> None:
    game = hoard(1)
    position = game.start(1)
    position.choose("leave")
    chance, parts = Random(2), position.parts().say("wares").say("wood")

    drawn = Counter(parts.draw(chance).name for _ in range(2000))

    assert len(drawn) == parts.count
    assert min(drawn.values()) > 2000 / parts.count / 2


def test_parts_of_a_bundle_too_large_to_list() -> None:
    game = hoard(1, (20, 20, 20))
    position = game.start(1)
    position.choose("leave")

    assert len(position.raw) == 10 * 11 * 12 // 6 - 10  # between three and nine

    choice = position.parts().say("wares")
    for kind in ("salt", "wood", "salt"):
        choice = choice.say(kind)
    option = choice.say(ENOUGH).option
    assert option is not None
    assert option.raw[1] == ((1, 0, 2),)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("sell",), "`sell` cannot be said now, only buy, swap, leave"),
        (("buy", "enough"), "`enough` cannot be said now, only 1, 2, 3"),
        (("leave", "1"), "all is said already"),
    ],
)
def test_what_cannot_be_said(said: tuple[str, ...], told: str) -> None:
    choice = hoard(1).start(1).parts()
    for part in said[:-1]:
        choice = choice.say(part)

    with pytest.raises(NoSuchPart) as raised:
        choice.say(said[-1])
    assert told in str(raised.value)


def test_a_position_of_many_options_is_kept_and_chosen_from() -> None:
    position = hoard(3).start(1)
    again = pickle.loads(pickle.dumps(position))

    assert list(again.raw[:30]) == list(position.raw[:30])
    assert position.game.load(position.save()).raw[9] == position.raw[9]
    assert repr(position) == "<Position of hoard: player 1 has 262,082 options>"
    option = position.parts().nth(200_000)
    position.choose(option)
    with pytest.raises(Refused):
        position.choose(option)
    position.undo()
    position.choose(200_000)


def test_the_limit_of_options_is_kept() -> None:
    with pytest.raises(GameFault, match="options, and 500,000 are the most"):
        hoard(6).start(1)


@pytest.mark.parametrize("name", ["alhambra", "keyflower", "architects", "auction"])
def test_games_part_by_part(name: str) -> None:
    """Whatever is said, in whatever order, ends with what is offered."""
    game, chance = Game(shipped(name), 3), Random(8)
    position = game.start(4)
    for _ in range(40):
        if position.over:
            break
        choice: PartialChoice = position.parts()
        assert choice.count == len(position.raw)
        while choice.option is None:
            choice = choice.say(chance.choice(choice.next))
        position.play(choice.option.raw)
    assert repr(position.parts()).startswith("<PartialChoice of ")


COPIES = """language 2

game copies "Copies":
    players 2

card Coin "coin":
    value "value": 1..3
    named "{value}"

supply:
    4 of Coin(1)
    1 of Coin(2)

state:
    spent "spent": row of Coin

each Coin:
    marked "marked": bool

each player:
    hand "hand": hand of Coin

play:
    move Coin to player 1.hand
    player 1 chooses marks from player 1.hand, exactly 2
    for each c in marks: c.marked = true
    player 1 chooses cards from player 1.hand, at least 1, at most 3
    move cards to spent
    nobody wins
"""


def test_copies_that_hold_the_same_are_one_part() -> None:
    """Two of four coins are marked: there is one part for these, and one for the others."""
    position = Game(program_of(COPIES), 2).start(1)
    position.choose(position.options[0])
    [item] = position.parts().next
    choice = position.parts().say(item)
    assert [part.name for part in choice.next] == ["1", "1 #3", "2"]
    reached = set()
    for first in choice.next:
        for second in (further := choice.say(first)).next:
            both = further.say(second)
            if any(part.name == ENOUGH for part in both.next):
                both = both.say(ENOUGH)
            if both.option is not None:
                reached.add(both.option.name)
    small = {o.name for o in position.options if o.name.count(",") < 2}
    assert reached == small
