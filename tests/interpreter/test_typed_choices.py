"""What a person may type for a choice: some of its values, in order or by name."""

import pytest
from compiling import program_of

from rulesrun.interpreter.explain.refusals import Refusal, find_choice, matching
from rulesrun.interpreter.game import Game

RULES = """\
language 1

game small "Small":
    players 2

enum Colour: red, dark_red

tile House "house":
    number: 1..3
    named "house {number}"

card Coin "coin":
    value: 1..2
    named "coin {value}"

supply:
    1 of each House
    1 of each Coin

state:
    street "street": row of House
    purse "purse": area of Coin
    total "total": 0..99

action buy(p: player):
    choose house in street
    choose colour in Colour
    choose coins from purse
    choose n in 1..2
    total += n + size(coins)
    move house to box
    if colour == red:
        total += 1

play:
    move House to street
    move Coin to purse
    player 1 chooses one of:
        buy(player 1)
    rank players by most 0
"""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("buy", 48),
        ("buy house 2", 16),
        ("buy house 2 red", 8),
        ("buy house 2 red {coin 1} 2", 1),
        ("buy house 2 red coin 1", 2),
        ("buy red 2", 12),
        ("buy house 3 colour=dark_red", 8),
        ("buy house=house 1 coins=coin 2", 4),
        ("buy house=house 1 coins={coin 2, coin 1}", 4),
        ("buy red house 2", 0),
        ("buy house 4", 0),
    ],
)
def test_values_without_names_stand_in_order(text: str, number: int) -> None:
    position = Game(program_of(RULES), 2).start(0)

    assert number == len(matching(position, text))


def test_a_text_that_fits_several_is_not_refused_for_one_of_its_parts() -> None:
    result = find_choice(Game(program_of(RULES), 2).start(0), "buy house 2 red")

    assert isinstance(result, Refusal)
    assert "several" == result.kind
    assert result.message.startswith('"buy house 2 red" fits 8 options')
