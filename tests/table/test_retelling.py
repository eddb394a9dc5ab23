"""The history and the buttons name what lies at a place, not its coordinates."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from compiling import program_of
from tables import game, table

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.telling import tell

COORDINATES = re.compile(r"(?<![\w.])[-\u2212]?\d+,[-\u2212]?\d+(?![\w.])")

TURNS = re.compile(r"turns? of")


def texts(name: str, players: int, choices: int, seed: int = 3) -> list[str]:
    """What the history of a game played by chance says to whoever watches."""
    laid = table(game(name, players), seed=seed)
    chance = random.Random(seed)
    result = []
    for _ in range(choices):
        position = laid.session.position
        if position.over:
            break
        laid.record.choice(chance.choice(position.options).name, None)
        scene: Any = tell("scene", laid.hearing(ONLOOKER, "en"))
        result.append([one["told"] for one in scene["story"] if "told" in one][-1])
    return [text for text in result if text]


@pytest.mark.parametrize(
    ("name", "players"), [("alhambra", 2), ("kingdom_builder", 2), ("keyflower", 2)]
)
def test_no_coordinates_and_no_turns_in_the_history(name: str, players: int) -> None:
    told = texts(name, players, 80)
    assert len(told) > 40
    assert not [one for one in told if COORDINATES.search(one) or TURNS.search(one)]


def test_what_is_taken_away_is_named() -> None:
    told = [one for one in texts("alhambra", 2, 80) if one.startswith("Redesign: rem")]
    assert told
    assert all(re.match(r"Redesign: remove: \w+ \d+", one) for one in told)


def test_what_is_bought_is_named_and_the_ground_that_is_built_on() -> None:
    bought = [one for one in texts("alhambra", 2, 60) if one.startswith("Buy")]
    assert bought
    assert all(re.match(r"Buy a building: \w+ · \w+ \d+ ", one) for one in bought)
    built = [one for one in texts("kingdom_builder", 2, 30) if one.startswith("Build")]
    grounds = {one.rpartition(": ")[2] for one in built}
    assert grounds
    assert not any(any(sign.isdigit() for sign in ground) for ground in grounds)


def test_a_tile_that_lies_ready_is_named_when_it_is_laid() -> None:
    laid = [one for one in texts("gallery/oasis", 2, 20) if one.startswith("Lay")]
    assert laid
    assert all(re.match(r"Lay the tile: .*\w", one) for one in laid)
    assert not [one for one in laid if COORDINATES.search(one)]


def test_cells_that_nothing_is_said_of_keep_their_coordinates() -> None:
    assert all(COORDINATES.search(one) for one in texts("tic_tac_toe", 2, 3))


def test_an_option_says_both_and_how_a_tile_is_turned_in_degrees() -> None:
    laid = table(game("kingdom_builder", 2), seed=3)
    scene: Any = tell("scene", laid.hearing(None, "en"))
    [first, *_] = scene["question"]["values"]
    assert first["there"]
    assert first["label"].startswith(f"{first['there']} at ")
    assert COORDINATES.search(first["label"])
    laid = table(game("keyflower", 2), seed=3)
    chance = random.Random(3)
    for _ in range(80):
        question: Any = tell("scene", laid.hearing(None, "en"))["question"]
        turned = [
            question["values"][option[1 + part]]
            for option in question["options"]
            for part, one in enumerate(question["items"][option[0]]["parts"])
            if one["isTurn"]
        ]
        if turned:
            break
        options = laid.session.position.options
        laid.record.choice(chance.choice(options).name, None)
    assert turned
    assert all(one["label"] == f"{60 * one['number']}°" for one in turned)
    assert all(one["there"] == "" for one in turned)


HIDDEN = """\
language 2

game burrows "Burrows":
    players 2

enum Ground "ground":
    sand "Sand"
    clay "Clay"

board land: square 1 x 2

each cell of land:
    ground "ground": Ground
    below "below": Ground, secret

state:
    dug "dug": int

action dig(p: player) "Dig":
    choose s in land
    dug += 1

play:
    for each s in land:
        s.below = clay
    repeat 2 times:
        for each p in players:
            turn p: p must dig(p)
    nobody wins
"""


def test_what_nobody_sees_there_is_not_told() -> None:
    laid = table(Game(program_of(HIDDEN), 2))
    laid.record.choice(laid.session.position.options[0].name, None)
    scene: Any = tell("scene", laid.hearing(None, "en"))
    assert [one["told"] for one in scene["story"]] == ["Dig: Sand"]


def test_of_a_menu_with_one_action_left_that_action_is_asked() -> None:
    laid = table(game("kingdom_builder", 2), seed=3)
    scene: Any = tell("scene", laid.hearing(None, "en"))
    assert scene["question"]["prompt"] == "Build a settlement"


def first_question(name: str, players: int, wanted: Any, seed: int = 5) -> Any:
    """The first question of a game by chance of which something holds."""
    laid = table(game(name, players), seed=seed)
    chance = random.Random(seed)
    while not laid.session.position.over:
        question: Any = tell("scene", laid.hearing(None, "en"))["question"]
        if wanted(question):
            return question
        options = laid.session.position.options
        laid.record.choice(chance.choice(options).name, None)
    raise AssertionError(name)


def test_a_tile_that_lies_ready_is_turned_in_the_gap_as_well() -> None:
    question = first_question("gallery/oasis", 2, lambda one: "lays" in one["items"][0])
    [item] = question["items"]
    assert item["lays"].startswith("component:")
    assert [part["isTurn"] for part in item["parts"]] == [False, True]
    told = texts("gallery/oasis", 2, 20)
    assert "Lay the tile" not in told  # the tile is named
    assert any(one.startswith("Lay the tile: ") for one in told)
    assert not any("turns" in one for one in told)


def test_dice_that_are_rolled_again_are_the_dice_on_the_table() -> None:
    question = first_question(
        "gallery/djinns", 2, lambda one: "again" in one["prompt"] and one["values"]
    )
    keys = {one["key"] for one in question["values"]}
    assert keys == {f"at:dice:{number}" for number in range(1, 7)}


def test_no_colon_stands_behind_a_question() -> None:
    told = texts("gallery/djinns", 2, 30)
    assert any(one.startswith("Which dice do you roll again? ") for one in told)
    assert not any("?:" in one for one in told)
