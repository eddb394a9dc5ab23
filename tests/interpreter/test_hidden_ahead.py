"""Nothing looks ahead to what the player who chooses cannot know."""

from pathlib import Path

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game

GAMES = Path(__file__).parents[1] / "cli/games"


def test_what_lies_on_the_deck_is_not_told_by_what_is_offered() -> None:
    game = Game(program_of((GAMES / "lookahead.rules").read_text("utf-8")), 2)
    offered = {tuple(o.name for o in game.start(seed).options) for seed in range(20)}

    assert {("risk", "rest")} == offered


AHEAD = """\
language 1

game ahead "Ahead":
    players 2

card Card "card":
    value: 1..3
    named "card {value}"

supply:
    2 of each Card

state:
    deck "deck": deck of Card
    heap "heap": pile of Card
    sum: 0..99

each player:
    hand "hand": hand of Card
    plan "plan": 1..3, seen by owner

action risk(p: player) "Risk":
    WHAT
    p chooses c in p.hand
        where c.value > 5
    move c to heap

play:
    move Card to deck
    shuffle deck
    for each p in players:
        draw 2 from deck to p.hand
        p.plan = random(1..3)
    player 1 chooses one of:
        risk(player 1)
        option rest "Rest":
            pass
    nobody wins
"""


@pytest.mark.parametrize(
    ("what", "tried"),
    [
        ("sum = size(p.left.hand) + size(deck)", True),
        ("sum = sum(p.hand.value) + p.plan", True),
        ("move first(p.hand) to bottom of deck", True),
        ("move first(p.hand) to p.left.hand", True),
        ("p.left.plan = 2", True),
        ("sum = sum(p.left.hand.value)", False),
        ("sum = p.left.plan", False),
        ("move first(p.left.hand) to p.hand", False),
        ("move top(deck) to heap", False),
        ("draw 1 from deck to p.hand", False),
        ("p.plan = random(1..3)", False),
    ],
)
def test_an_action_that_leads_nowhere(what: str, tried: bool) -> None:
    """It is not offered where that can be known."""
    position = Game(program_of(AHEAD.replace("WHAT", what)), 2).start(3)

    assert tried == (["rest"] == [option.name for option in position.options])


def test_best_for_sees_no_hand() -> None:
    result = small((GAMES / "best_for_sees_hands.rules").read_text("utf-8"))

    assert "hidden-in-best" in {d.code for d in result.diagnostics}


def test_best_for_is_carried_out_without_what_is_hidden() -> None:
    """What the checker would refuse is refused in play as well."""
    text = (GAMES / "best_for_sees_hands.rules").read_text("utf-8")
    result = small(text)
    assert result.program is None
    blind = text.replace("sum(player 2.hand.v) ==", "size(player 2.hand) ==")
    position = Game(program_of(blind), 2).start(1)

    assert 1 == position.player  # the choices of player 1 have been made
