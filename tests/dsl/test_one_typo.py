"""One slip gives one message: no second one follows from it, be it but a warning."""

import pytest
from compiling import small

GAME = """\
language 1

game market "Market":
    players 2..4

constant most = 3

option short_game "short game": bool = false

enum Colour: red, green, blue

card Coin "coin":
    colour: Colour
    value: 1..9

supply:
    2 of each Coin

table prize (place: 1..3 -> points: int):
    1 | 5
    2 | 3
    3 | 1

state:
    stack "stack": deck of Coin
    pile "pile": pile of Coin
    favourite "favourite": Colour

each player:
    purse "purse": hand of Coin
    points "points": int

amount toll(p: player) = most

adjust toll(p) when p.points > 3: result + 1

event bought(p: player, price: int)

when bought(p, price):
    p.points += price

function wealth(p: player) -> int =
    sum(coin.value for coin in p.purse where coin.colour == favourite)

rule refill(number: int):
    draw number from stack to pile
    favourite = green

action buy(p: player) "Buy a coin":
    choose coin in p.purse
        where coin.value <= wealth(p)  "that is too dear"
    let price = coin.value + toll(p)
    move coin to pile
    raise bought(p, price)

play:
    move Coin to stack
    shuffle stack
    for each player_here in players:
        draw 2 from stack to player_here.purse
        player_here.points = prize[1] if short_game else prize[2]
    do refill(2)
    for each player_here in players:
        player_here chooses one of:
            buy(player_here)
            otherwise:
                pass
"""


def test_the_game_itself_is_right() -> None:
    assert () == small(GAME).diagnostics


SLIPS_AND_CODES = [
    pytest.param("favourite = green", "favourite = gren", "unknown-name", id="value"),
    pytest.param(
        "enum Colour: red, green",
        "enum Colour: red, gren",
        "unknown-name",
        id="value where it is declared",
    ),
    pytest.param("to pile\n    f", "to pil\n    f", "unknown-name", id="zone"),
    pytest.param(
        '    pile "', '    pilee "', "unknown-name", id="zone where it is declared"
    ),
    pytest.param("    favourite = ", "    favorite = ", "unknown-name", id="variable"),
    pytest.param(
        "p.points += p", "p.point += p", "unknown-field", id="field of a player"
    ),
    pytest.param(
        '    points "points"',
        '    pionts "points"',
        "unknown-field",
        id="field of a player where it is declared",
    ),
    pytest.param(
        "coin.colour ==", "coin.color ==", "unknown-field", id="field of a card"
    ),
    pytest.param(
        "    value: 1",
        "    worth: 1",
        "unknown-field",
        id="field of a card where it is declared",
    ),
    pytest.param("do refill(2)", "do refil(2)", "unknown-rule", id="rule"),
    pytest.param(
        "rule refill",
        "rule fill_up",
        "unknown-rule",
        id="rule where it is declared",
    ),
    pytest.param("    buy(", "    bui(", "unknown-action", id="action"),
    pytest.param(
        "action buy",
        "action purchase",
        "unknown-action",
        id="action where it is declared",
    ),
    pytest.param("<= wealth", "<= welth", "unknown-function", id="function"),
    pytest.param(
        "function wealth",
        "function riches",
        "unknown-function",
        id="function where it is declared",
    ),
    pytest.param("raise bought", "raise buoght", "unknown-event", id="event"),
    pytest.param("when bought", "when sold", "unknown-event", id="handled event"),
    pytest.param("+ toll(p)", "+ tol(p)", "unknown-function", id="amount"),
    pytest.param("adjust toll", "adjust tall", "unknown-name", id="adjusted amount"),
    pytest.param("= most", "= must", "unknown-name", id="constant"),
    pytest.param("if short_game", "if shortgames", "unknown-name", id="option"),
    pytest.param("prize[1]", "prise[1]", "unknown-name", id="table"),
    pytest.param(
        "table prize",
        "table award",
        "unknown-name",
        id="table where it is declared",
    ),
    pytest.param("each Coin", "each Coyn", "unknown-type", id="card"),
    pytest.param("card Coin", "card Money", "unknown-type", id="card where declared"),
    pytest.param(
        'favourite "favourite": Colour',
        'favourite "favourite": Color',
        "unknown-type",
        id="enum",
    ),
    pytest.param("draw number", "draw numbr", "unknown-name", id="parameter"),
    pytest.param(
        "choose coin in p.purse",
        "choose coyn in p.purse",
        "unknown-name",
        id="chosen name",
    ),
    pytest.param(
        "bought(p, price)\n\nplay",
        "bought(p, prise)\n\nplay",
        "unknown-name",
        id="name by let",
    ),
    pytest.param(
        "to player_here.", "to player_her.", "unknown-name", id="name of a loop"
    ),
    pytest.param(
        "each player_here in players:\n        p",
        "each q in players:\n        p",
        "unknown-name",
        id="name of a loop where it is declared",
    ),
    pytest.param(
        "function wealth",
        "function my wealth",
        "syntax",
        id="function named by two words",
    ),
    pytest.param(
        "function wealth",
        "function next",
        "reserved-word",
        id="function named by a word of the language",
    ),
    pytest.param(
        "function wealth",
        "function favourite",
        "duplicate-name",
        id="function named like a variable",
    ),
    pytest.param("rule refill", "rule re-fill", "syntax", id="rule with a hyphen"),
    pytest.param(
        "rule refill",
        "rule while",
        "reserved-word",
        id="rule named by a word of the language",
    ),
    pytest.param(
        "action buy", "action 2buy", "syntax", id="action that begins with a digit"
    ),
    pytest.param(
        "event bought",
        "event raise",
        "reserved-word",
        id="event named by a word of the language",
    ),
    pytest.param("play:", "start:", "unknown-declaration", id="play"),
    pytest.param('game market "', 'game "', "syntax", id="game without a name"),
    pytest.param(
        "each player:", "each players:", "unknown-type", id="owner of variables"
    ),
]

SLIPS = [(str(slip.values[0]), str(slip.values[1])) for slip in SLIPS_AND_CODES]
"""What is right, and what is made of it."""


@pytest.mark.parametrize(("right", "wrong", "code"), SLIPS_AND_CODES)
def test_one_slip_gives_one_message(right: str, wrong: str, code: str) -> None:
    assert right in GAME

    diagnostics = small(GAME.replace(right, wrong, 1)).diagnostics

    assert [code] == [d.code for d in diagnostics]
