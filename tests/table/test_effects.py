"""What cards, tiles and places do, for whoever looks at them on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from compiling import RULES, program_of
from tables import game, table

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.screen.effects import effects
from rulesrun.cli.web.looks import looks_beside
from rulesrun.cli.web.signs import SIGNS
from rulesrun.interpreter.explain.citing import of_item
from rulesrun.interpreter.game import Game
from rulesrun.table.hearing import Hearing
from rulesrun.table.offers import effect
from rulesrun.table.telling import tell

GAMES = ["alhambra", "architects", "keyflower", "kingdom_builder"]


def told(name: str, language: str = "en") -> tuple[Any, Mapping[str, str]]:
    """What never changes of a game, and its paragraphs by number."""
    hearing = table(game(name)).hearing(0, language)
    book: Any = tell("rulebook", hearing)["paragraphs"]
    texts = {
        number: " ".join(part for part in parts if isinstance(part, str))
        for number, _, parts, _ in book
    }
    return tell("game", hearing), texts


@pytest.mark.parametrize(
    ("name", "face", "paragraph"),
    [
        ("keyflower", "Scholar", "KF-198"),
        ("keyflower", "Watermill", "KF-201"),
        ("kingdom_builder", "fishermen", "KB-61"),
        ("kingdom_builder", "tavern", "KB-79"),
        ("architects", "illusionist", "AR-176"),
        ("architects", "swindler-wood", "AR-185"),
        ("alhambra", "garden 8 (walls: north, east)", "AL-80"),
    ],
)
def test_a_component_has_the_paragraph_that_says_what_it_does(
    name: str, face: str, paragraph: str
) -> None:
    declared, texts = told(name)
    faces = {
        key: one
        for key, one in declared["faces"].items()
        if face in (key, one["label"].casefold().removesuffix(" tile"))
    }
    assert faces
    for one in faces.values():
        assert one["rules"][0] == paragraph
        assert texts[paragraph]


@pytest.mark.parametrize(
    ("dish", "paragraph"),
    [("bread", "SP-10"), ("two glasses of tea", "SP-14"), ("nougat", "SP-13")],
)
def test_a_dish_says_what_its_kind_brings(dish: str, paragraph: str) -> None:
    """Also where the name of the card does not name its kind."""
    laid = table(Game(load_program("spread"), 3))
    declared: Any = tell("game", laid.hearing(0, "en"))
    assert declared["faces"][dish]["rules"][0] == paragraph


@pytest.mark.parametrize(
    ("language", "label"), [("en", "upgraded"), ("fa", "ارتقایافته")]
)
def test_what_stands_on_two_sides_says_on_which(language: str, label: str) -> None:
    fields = told("keyflower", language)[0]["kinds"]["Tile"]["fields"]
    assert {name for name, field in fields.items() if field.get("by") == label} >= {
        *("makes", "transport", "points")
    }
    assert "by" not in fields["cost"]


@pytest.mark.parametrize(
    ("action", "paragraph"),
    [("hire", "AR-62"), ("draw_cards", "AR-75"), ("draw_in_market", "AR-94")],
)
def test_an_action_says_first_what_it_does(action: str, paragraph: str) -> None:
    core = game("architects").lowered.core
    items = (item for decision in core.decisions for item in decision.items)
    own = next(of_item(core, item) for item in items if item.name == action)
    assert (effect(core, own) or own)[0] == paragraph


@pytest.mark.parametrize("name", GAMES)
def test_every_paragraph_that_is_named_can_be_read_in_both_languages(name: str) -> None:
    for language in ("en", "fa"):
        declared, texts = told(name, language)
        named = [n for face in declared["faces"].values() for n in face["rules"]]
        named += [n for kind in declared["kinds"].values() for n in kind["rules"]]
        for enum in declared["enums"].values():
            named += [n for value in enum["values"] for n in value["rules"]]
        assert named
        assert not [number for number in named if not texts.get(number)]


def test_every_card_and_tile_is_told_of() -> None:
    """Its own paragraph, or that of its kind: none leaves a person without the rules."""
    for name in GAMES:
        declared, _ = told(name)
        kinds = declared["kinds"]
        without = {
            face["label"]
            for face in declared["faces"].values()
            if not face["rules"] and not kinds[face["kind"]]["rules"]
        }
        assert not without, name


def test_a_table_in_a_paragraph_keeps_its_rows() -> None:
    hearing = table(game("alhambra")).hearing(0, "en")
    book: Any = tell("rulebook", hearing)["paragraphs"]
    [parts] = [parts for number, _, parts, _ in book if number == "AL-80"]
    text, rows = parts
    assert text.endswith(":")
    assert [len(row) for row in rows] == [7] * 7
    assert rows[-1] == ["tower", "6", "13", "6", "21", "13", "6"]


def test_a_sentence_that_names_many_things_defines_none_of_them() -> None:
    known = effects(game("kingdom_builder").program)
    assert known.of(["farm"]) == ("KB-76",)


def placing(language: str) -> Hearing:
    """A player of Architects who is to place a worker."""
    laid = table(game("architects"))
    position = laid.session.position
    while len(position.decision_plan.items) < 10:
        laid.session.choose(position.options[0])
    return laid.hearing(position.player, language)


def test_places_where_actions_happen() -> None:
    hearing = placing("fa")
    scene: Any = tell("scene", hearing)
    declared: Any = tell("game", hearing)
    places = {
        declared["enums"]["Place"]["values"][int(item["at"].split(":")[2])]["name"]
        for item in scene["question"]["items"]
        if item.get("at", "").startswith("enum:Place:")
    }
    assert {"quarry", "forest", "mines", "workshop"} <= places
    assert all(item["rules"] for item in scene["question"]["items"])


def test_looks_say_where_an_action_happens_that_is_called_otherwise() -> None:
    hearing = placing("en")
    looks = evolve(hearing.looks, places={"cut_stone": "Place.forest"})
    before: Any = tell("scene", hearing)
    after: Any = tell("scene", evolve(hearing, looks=looks))
    at = [item["label"] for item in before["question"]["items"]].index("Quarry")
    assert before["question"]["items"][at]["at"] != after["question"]["items"][at]["at"]


def test_a_tip_tells_how_the_rules_call_what_has_a_name_of_its_own() -> None:
    faces = told("architects", "fa")[0]["faces"]
    assert ("دژ", "Fortress") == (
        faces["fortress"]["label"],
        faces["fortress"]["original"],
    )
    assert not any(
        "original" in face for face in told("architects")[0]["faces"].values()
    )
    tiles = told("alhambra", "fa")[0]["faces"].values()
    assert not any("original" in one for one in tiles if one["kind"] == "Money")


def test_values_without_a_paragraph_of_their_own_have_that_of_all() -> None:
    enums = told("alhambra")[0]["enums"]
    assert [["AL-6", "AL-8"]] * 4 == [v["rules"] for v in enums["Currency"]["values"]]


def test_a_paragraph_is_told_with_its_page_where_that_is_known() -> None:
    for name, number, wanted in [
        ("keyflower", "KF-41", "002 §6"),
        ("alhambra", "AL-41", ""),
    ]:
        book: Any = tell("rulebook", table(game(name)).hearing(0, "en"))["paragraphs"]
        assert [source for one, _, _, source in book if one == number] == [wanted]


def test_places_are_where_actions_happen_and_say_what_they_give() -> None:
    declared, texts = told("architects")
    values = declared["enums"]["Place"]["values"]
    given = {
        value["label"]: declared["places"][f"enum:Place:{at}"]
        for at, value in enumerate(values)
    }
    assert given["quarry"] == ["AR-50"]
    assert given["workshop"] == ["AR-61", "AR-62", "AR-75"]
    assert given["mines"] == ["AR-52"]  # of two actions, each paragraph once
    assert texts[given["forest"][0]].startswith("Forest: ")
    assert set(declared["places"]) - {
        f"enum:Place:{at}" for at in range(len(values))
    } == {
        "zone:stalls",
        "zone:guildhall",
    }
    assert not told("alhambra")[0]["places"]


def test_drawn_signs_come_with_the_game_that_uses_them() -> None:
    looks = looks_beside(RULES / "alhambra.rules", game("alhambra").program.world)
    hearing = evolve(table(game("alhambra")).hearing(0, "en"), looks=looks)
    declared: Any = tell("game", hearing)
    assert set(declared["drawings"]) == set(looks.symbols.values())
    assert declared["drawings"]["flower"] == SIGNS["flower"]


CHARMS = """\
language 2
include "charms.rules"

game fair "Fair":
    players 2
    rulebook "rulebook.md"

enum Charm "charm": clover, horseshoe, wishbone

each player:
    points "points": int, ledger
    charm "charm": Charm or none

rule setup:
    for each p in players:
        p.charm = clover

play:
    do setup
    for each p in players:
        p chooses one of:
            option take "Take":
                p.points += worth(p)
    rank players by most it.points
"""

INCLUDED = """\
language 2

amount worth(p: player) = 1, at least 0

adjust worth when p.charm == clover: result + 1                             @FA-1

adjust worth when p.charm == horseshoe: result * 2                          @FA-2
"""

PARAGRAPHS = """\
FA-1. With this charm each sale gives one coin more.

FA-2. With this charm each sale counts twice.
"""


def test_handlers_in_included_rules_say_what_a_value_does() -> None:
    files = {"charms.rules": INCLUDED, "rulebook.md": PARAGRAPHS}
    known = effects(program_of(CHARMS, files))
    assert ("FA-1",) == known.of(["clover"])
    assert ("FA-2",) == known.of(["horseshoe"])
    assert not known.of(["wishbone"])


def test_cells_and_points_have_paragraphs() -> None:
    declared, texts = told("kingdom_builder")
    assert declared["boards"]["land"]["rules"]
    [gold] = [one for one in declared["families"] if one["name"] == "gold"]
    assert [one["rules"] for one in gold["gives"]] == [["KB-58"], ["KB-59"]]
    assert all(one["label"] and texts[one["rules"][0]] for one in gold["gives"])
    families = {one["name"]: one for one in told("alhambra")[0]["families"]}
    assert "AL-80" in families["points"]["gives"][1]["rules"]
    assert not families["hand"]["gives"]


def test_an_action_says_what_it_does_and_an_end_does_not() -> None:
    scene: Any = tell("scene", placing("en"))
    does = {item["label"]: item["does"] for item in scene["question"]["items"]}
    assert does["Quarry"] == ["AR-50"]
    core = game("alhambra").lowered.core
    assert effect(core, ("AL-46", "AL-48")) == ("AL-48",)  # 46 is about three of them
    assert effect(core, ("AL-46",)) == ("AL-46",)
    laid = table(game("architects"))
    while not any(not i.action for i in laid.session.position.decision_plan.items):
        laid.session.choose(laid.session.position.options[0])
    hearing = laid.hearing(laid.session.position.player, "en")
    asked: Any = tell("scene", hearing)
    assert [] in [item["does"] for item in asked["question"]["items"]]


def test_zones_say_what_lies_there_for_their_empty_spaces() -> None:
    families = {one["name"]: one["type"] for one in told("alhambra")[0]["families"]}
    assert families["hand"] == {"sort": "zone", "kinds": ["Money"]}


@pytest.mark.parametrize(
    ("name", "paragraphs"),
    [
        ("gallery/oasis", ("OA-6", "OA-16", "OA-18")),  # turns in one line
        ("gallery/furrows", ("FU-6", "FU-9", "FU-10")),  # turns in a rule
        ("gallery/spread", ("SP-1", "SP-18")),  # so many courses
        ("gallery/djinns", ("DJ-19",)),  # turns that have no end of their own
        ("kingdom_builder", ("KB-56", "KB-60")),
        ("classics/hearts", ("HE-10",)),
    ],
)
def test_the_guide_tells_how_a_game_ends(
    name: str, paragraphs: tuple[str, ...]
) -> None:
    players = 4 if name == "classics/hearts" else 2
    told: Any = tell("game", table(game(name, players)).hearing(0, "en"))
    assert tuple(told["ends"]) == paragraphs


@pytest.mark.parametrize(
    ("name", "paragraphs"),
    [
        ("alhambra", ("AL-20", "AL-21", "AL-22", "E-28")),  # a function says who
        ("architects", ("AR-25", "AR-165")),  # a line of the set-up
        ("keyflower", ("KF-18",)),  # a variable that is set before
        ("gallery/terrace", ("TE-6",)),
        ("gallery/oasis", ()),  # player 1
        ("gallery/spread", ()),  # nobody: all choose at once
    ],
)
def test_the_guide_tells_who_begins(name: str, paragraphs: tuple[str, ...]) -> None:
    told: Any = tell("game", table(game(name)).hearing(0, "en"))
    assert tuple(told["begins"]) == paragraphs
