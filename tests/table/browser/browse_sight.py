"""What can be chosen is in sight on a laptop, and at least the next thing on a phone.

Prints, for each game, how many of the things that can be chosen lay in the window at the
first decision and at 20 later ones, and how many had a button that leads there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browsing import browser, opened, scene, served, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = ["alhambra", "kingdom_builder", "architects", "keyflower", "island", "hearts"]

LATER = 20
APART = 3
"""So many decisions are looked at, and so many choices made between two of them."""

LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}

TRIES = 12
"""So often it is looked whether the page still moves."""

SEEN = (Path(__file__).parent / "sight.js").read_text("utf-8").split("\n", 2)[2]
"""Counts what of that lies in the window; see there."""


def _settled(page: Page) -> Mapping[str, Any]:
    """What is in sight once the page has drawn a question."""
    before: Mapping[str, Any] | None = None
    for _ in range(TRIES):
        page.wait_for_timeout(250)
        result: Mapping[str, Any] = page.evaluate(SEEN)
        if result == before:
            break
        before = result
    return result


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_chosen_is_in_sight(name: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    seats = [f"--seat={n}=random" for n in (2, 3, 4) if n == 2 or name == "hearts"]
    args = (name, "--seed", "2", "--pace", "0", *seats)
    with served(tmp_path, *args) as server, browser() as window:
        laptop = opened(window, server.link(0), viewport=LAPTOP)
        phone = opened(window, server.link(0), viewport=PHONE)
        lit = inside = led = behind = 0
        for looked in range((LATER + 1) * APART):
            until(laptop, "rulesrunTable.scene.question || rulesrunTable.scene.over")
            now = scene(laptop)
            if now["over"]:
                break
            if looked % APART == 0:
                seen = _settled(laptop)
                lit += seen["lit"]
                inside += seen["inside"]
                led += seen["leads"] > 0
                behind += min(seen["behind"], seen["lit"] - seen["inside"])
                assert seen["inside"] + seen["behind"] >= seen["lit"], now["at"]
                until(phone, f"rulesrunTable.scene.at === {now['at']}")
                small = _settled(phone)
                assert small["inside"] or small["buttons"] or not small["lit"]
            count = len(now["question"]["options"])
            laptop.evaluate(f"rulesrunTable.act.choose({chance.randrange(count)})")
            until(laptop, f"rulesrunTable.scene.at !== {now['at']}")
        print(
            f"{name}: {inside} of {lit} in sight, and {behind} where a button leads, "
            f"at {led} decisions"
        )
        assert lit
