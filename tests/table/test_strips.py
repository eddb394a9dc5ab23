"""Rows of numbered places: which they are, and which choices speak of them."""

import pytest
from compiling import shipped
from tables import game, page, served, table

from rulesrun.cli.screen.strips import is_strip, strips_of
from rulesrun.interpreter.game import Game


@pytest.mark.parametrize(
    ("name", "strips", "spoken"),
    [
        ("classics/oware", {"seeds"}, {"house": "seeds"}),
        ("classics/nim", {"piles"}, {"pile": "piles"}),
        ("classics/backgammon", {"men"}, {"n": "men"}),
        ("classics/goofspiel", set(), {}),
        ("auction", set(), {}),
    ],
)
def test_strips_of_shipped_games(
    name: str, strips: set[str], spoken: dict[str, str]
) -> None:
    made = Game(shipped(name), 3 if name == "auction" else 2)
    assert {s.name for s in made.layout.families if is_strip(s)} == strips
    core = made.machine.module.core
    result = {
        local.name: strip
        for decision in core.decisions
        for local, strip in strips_of(core, decision.number).items()
    }
    assert result == spoken


def test_a_place_of_a_strip_can_be_picked_and_says_why_not() -> None:
    laid = table(game("classics/oware"))
    tokens = laid.links.tokens
    with (
        served(laid) as client,
        page(client, tokens[0]) as one,
        page(client, tokens[1]) as other,
    ):
        [seeds] = [f for f in one.game["families"] if f["name"] == "seeds"]
        assert seeds["strip"]
        assert seeds["stands"][4] == ["at:seeds:4"]
        question = one.scene["question"]
        keys = {question["values"][part]["key"] for _, part in question["options"]}
        assert keys == {f"at:seeds:{house}" for house in range(6)}
        one.choose(0)
        other.follow()
        told = other.ask(do="why", key="at:seeds:2", picks=[])
        assert told["reasons"]
        for wrong in ("at:seeds:x", "at:other:2", "at:seeds:99999999", "at:"):
            assert other.ask(do="why", key=wrong, picks=[])["reasons"] == []
