"""An action is tried out before it is offered only where it might not come to its end."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game

RULES = """\
language 1

game small "Small":
    players 2

card Card "card":
    value: 1..3
    named "card {{value}}"

supply:
    1 of each Card

state:
    deck "deck": deck of Card

each player:
    held "held": hand of Card
    coins: 0..9

amount limit(p: player) = 2{bound}
adjust limit(p) when p.coins > 3: {adjusted}

action take(p: player):
    require deck is not empty
    do draw_one(p)

rule draw_one(p: player):
    if {test}:
        p chooses old in p.held
        move old to bottom of deck
    draw 1 from deck to p.held

play:
    move Card to deck
    player 1 chooses one of:
        take(player 1)
        otherwise:
            pass
    rank players by most it.coins
"""


def tried_out(test: str, bound: str = "", adjusted: str = "result + 1") -> bool:
    text = RULES.format(test=test, bound=bound, adjusted=adjusted)
    decisions = Game(program_of(text), 2).lowered.core.decisions
    (item,) = (i for d in decisions for i in d.items if i.name == "take")
    return item.look_ahead


@pytest.mark.parametrize(
    "test",
    [
        "p.held is not empty",
        "size(p.held) >= 2",
        "size(p.held) > p.coins",
        "size(p.held) >= limit(p)",
        "limit(p) <= size(p.held)",
    ],
)
def test_what_is_proved_is_not_tried_out(test: str) -> None:
    assert not tried_out(test)


@pytest.mark.parametrize(
    ("test", "more"),
    [
        ("p.coins > 2", {}),
        ("size(p.held) >= p.coins", {}),
        ("size(deck) >= 2", {}),
        ("size(p.held) >= limit(p)", {"adjusted": "result - 2"}),
        ("size(p.held) >= limit(p)", {"adjusted": "p.coins"}),
        ("size(p.held) >= limit(p)", {"bound": ", at least 0"}),
        ("size(p.held) >= limit(p)", {"bound": ", at most 0"}),
    ],
)
def test_what_is_not_proved_is_tried_out(test: str, more: dict[str, str]) -> None:
    assert tried_out(test, **more)


def test_a_range_that_nothing_is_held_to_proves_nothing() -> None:
    text = RULES.format(test="size(p.held) >= least", bound="", adjusted="result + 1")
    text = text.replace("draw_one(p: player)", "draw_one(p: player, least: 1..3)")
    text = text.replace("do draw_one(p)", "do draw_one(p, p.coins)")

    assert Game(program_of(text), 2).start(0).over  # by way of the `otherwise`


def test_an_amount_with_a_bound_may_be_lowered() -> None:
    assert not tried_out(
        "size(p.held) >= limit(p)", bound=", at least 1", adjusted="result - 2"
    )
