"""Rows of numbered places: which they are, and which choices speak of them."""

from typing import Any

import pytest
from compiling import program_of, shipped
from tables import CARDS, game, page, served, table

from rulesrun.cli.screen.strips import is_heap, is_strip, rows_beside, strips_of
from rulesrun.interpreter.game import Game
from rulesrun.table.telling import tell


@pytest.mark.parametrize(
    ("name", "strips", "spoken"),
    [
        ("classics/oware", {"seeds"}, {"house": "seeds"}),
        ("classics/nim", {"piles"}, {"pile": "piles"}),
        ("classics/backgammon", {"men"}, {"n": "men"}),
        ("classics/goofspiel", set(), {}),
        ("auction", set(), {}),
        ("gallery/weavers", {"number_told"}, {"n": "hand"}),
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


@pytest.mark.parametrize(
    ("name", "players", "heaps"),
    [
        ("classics/oware", 2, {"seeds"}),
        ("classics/nim", 2, {"piles"}),
        ("classics/backgammon", 2, {"men"}),
        ("gallery/weavers", 3, set()),
        ("gallery/carpet", 2, set()),
    ],
)
def test_numbers_that_are_only_set_are_no_heaps(
    name: str, players: int, heaps: set[str]
) -> None:
    """What was told of a thread, or what a die shows, is drawn as a number."""
    made = Game(shipped(name), players)
    families = made.layout.families
    assert {s.name for s in families if is_heap(made.program, s)} == heaps


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("gallery/weavers", {"colour_told": "hand", "number_told": "hand"}),
        ("gallery/terrace", {}),
    ],
)
def test_numbered_places_lie_beside_the_row_that_has_their_numbers(
    name: str, beside: dict[str, str]
) -> None:
    made = game(name)
    assert rows_beside(made.machine.module.core) == beside
    told: Any = tell("game", table(made).hearing(0, "en"))
    families = told["families"]
    assert {f["name"]: f["beside"] for f in families if "beside" in f} == beside


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


HEAPS = CARDS.replace(
    '    shown "shown" fa "رو شده": row of Card\n',
    '    shown[1..3] "heap" fa "کپه": area of Card\n',
).replace(
    "    p.points += card.worth\n    move card to shown\n",
    '    choose n "heap" fa "کپه" in 1..3\n'
    "    p.points += card.worth\n    move card to shown[n]\n",
)


def test_a_zone_of_several_that_are_numbered_can_be_picked() -> None:
    laid = table(Game(program_of(HEAPS), 2))
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        [heaps] = [f for f in one.game["families"] if f["name"] == "shown"]
        assert not heaps["strip"]
        assert heaps["stands"] == [[f"at:shown:{n}"] for n in (1, 2, 3)]
        question = one.scene["question"]
        lay = question["items"][0]
        assert [part["sort"] for part in lay["parts"]] == ["component", "at"]
        keys = {value.get("key") for value in question["values"]}
        assert {"at:shown:1", "at:shown:2", "at:shown:3"} <= keys
