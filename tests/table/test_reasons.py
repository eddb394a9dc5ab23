"""What cannot be chosen says why: with the value, and the paragraph of the rulebook."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from tables import game, standing, table

from rulesrun.cli.files.compiling import load_program
from rulesrun.interpreter.game import Game
from rulesrun.table.hearing import Hearing
from rulesrun.table.telling import tell

GAMES = [
    ("alhambra", "en"),
    ("kingdom_builder", "fa"),
    ("keyflower", "en"),
    ("architects", "fa"),
]

CHOICES, ASKED, EVERY = 90, 12, 9
"""So many choices are made, and after some of them so many things asked about."""


def _unpicked(hearing: Hearing, picks: list[str], keys: list[str]) -> dict[str, Any]:
    """What is told of each of some keys that nothing on offer has."""
    return {
        key: tell("why", hearing, {"key": key, "picks": picks})["reasons"]
        for key in keys
    }


def _read_by_a_family(reasons: list[Any], language: str, where: object) -> None:
    """Sentences, each once, without anything of the code."""
    said = [reason["why"] for reason in reasons]
    assert said, where
    assert len(set(said)) == len(said), where
    for reason in reasons:
        assert set(reason) <= {"why", "paragraphs"}, where
        assert not re.search(r"[`_\[\]]|not offered|among the choices", reason["why"])
        if language == "fa":
            assert not re.search("[A-Za-z]", reason["why"]), (where, reason["why"])


def test_the_reason_of_what_came_furthest_stands_first() -> None:
    laid = table(game("alhambra"), seed=7)
    hearing = laid.hearing(laid.session.position.player, "en")
    told = {
        number: tell("why", hearing, {"key": f"enum:Currency:{number}", "picks": []})
        for number in (0, 2, 3)
    }
    first = [answer["reasons"][0]["why"] for answer in told.values()]
    money, currency = "that is too little money", "pay in the currency of the space"
    assert first == [money, money, currency]
    assert told[0]["rank"] > told[3]["rank"]
    tile = tell("why", hearing, {"key": "component:13:garden-08-nw", "picks": []})
    assert told[3]["rank"] > tile["rank"]


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_every_reason_has_a_value_and_a_paragraph(name: str, language: str) -> None:
    laid = table(game(name), seed=8)
    chance = random.Random(8)
    asked = 0
    for made in range(CHOICES):
        position = laid.session.position
        if position.over:
            break
        if made % EVERY == 0:
            hearing = laid.hearing(None, language)
            family = laid.hearing(position.player, language)
            scene: Any = tell("scene", hearing)
            question = scene["question"]
            offered = [value["key"] for value in question["values"] if "key" in value]
            others = set(standing(tell("game", hearing), scene)).difference(offered)
            dim = sorted(others)
            few = chance.sample(dim, min(ASKED, len(dim)))
            picks = [chance.choice(offered)] if offered and made % 2 else []
            for key, reasons in _unpicked(family, picks, few).items():
                _read_by_a_family(reasons, language, (made, key, picks))
            for key, reasons in _unpicked(hearing, picks, few).items():
                asked += 1
                where = (made, key, picks)
                assert reasons, where
                for reason in reasons:
                    assert reason["why"], where
                    flag = any("where not it." in line for line in reason["lines"])
                    assert reason["values"] or flag, (where, reason)
                    assert all(told for pair in reason["values"] for told in pair)
                    assert reason["paragraphs"], (where, reason)
                    assert all(text for _, text in reason["paragraphs"])
        laid.session.choose(chance.choice(position.options))
    assert asked > 60


def test_an_action_that_never_takes_a_thing_gives_no_reason_for_it() -> None:
    """Of a boat one is told what can be used, not who may do so with any colours."""
    laid = table(game("keyflower"), seed=5)
    hearing = laid.hearing(laid.session.position.player, "en")
    scene: Any = tell("scene", hearing)
    keys = standing(tell("game", hearing), scene)
    [boat] = [key for key in keys if key.endswith(":Sea Bastion")]
    [first, *_] = tell("why", hearing, {"key": boat, "picks": []})["reasons"]
    assert first["why"] == "Bid: Only from here: auction, turn order tiles."
    assert first["paragraphs"]


def test_what_lies_elsewhere_says_where_one_would_choose_from() -> None:
    """Of a card in the trick, not the sentence of the rulebook that is nearest."""
    made = Game(load_program("hearts"), 4)
    laid = table(made, seed=5)
    laid.session.choose(laid.session.position.options[0])
    hearing = laid.hearing(laid.session.position.player, "en")
    keys = standing(tell("game", hearing), tell("scene", hearing))
    [led] = [key for key in keys if key.endswith("15:two of clubs")]
    [only] = tell("why", hearing, {"key": led, "picks": []})["reasons"]
    assert only["why"] == "Play a card: Only from here: hand."


def test_a_place_says_what_stands_against_the_actions_there() -> None:
    laid = table(game("architects"), seed=5)
    session = laid.session
    plan = session.position.decision_plan
    while not any(item.name == "construct" for item in plan.items):
        session.choose(session.position.options[0])
        plan = session.position.decision_plan
    hearing = laid.hearing(session.position.player, "en")
    told = tell("why", hearing, {"key": "zone:guildhall", "picks": []})
    reasons = [reason["why"] for reason in told["reasons"]]
    assert "Guildhall: construct a building: you cannot pay its cost" in reasons
