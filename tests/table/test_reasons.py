"""What cannot be chosen says why: with the value, and the paragraph of the rulebook."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tables import game, standing, table

from rulesrun.table.telling import Hearing, tell

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
            hearing = laid.hearing(position.player, language)
            scene: Any = tell("scene", hearing)
            question = scene["question"]
            offered = [value["key"] for value in question["values"] if "key" in value]
            others = set(standing(tell("game", hearing), scene)).difference(offered)
            dim = sorted(others)
            few = chance.sample(dim, min(ASKED, len(dim)))
            picks = [chance.choice(offered)] if offered and made % 2 else []
            for key, reasons in _unpicked(hearing, picks, few).items():
                asked += 1
                where = (made, key, picks)
                assert reasons, where
                for reason in reasons:
                    assert reason["why"], where
                    assert reason["values"], (where, reason)
                    assert all(told for pair in reason["values"] for told in pair)
                    assert reason["paragraphs"], (where, reason)
                    assert all(text for _, text in reason["paragraphs"])
        laid.session.choose(chance.choice(position.options))
    assert asked > 60
