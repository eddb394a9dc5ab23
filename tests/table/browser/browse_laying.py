"""Tiles are laid by hand: seen in the gap before they lie there, turned, and dragged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from browsing import browser, opened, scene, served, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

ARGS = ("--seed", "5", "--seat", "2=random", "--pace", "0")


def _come_to(page: Page, wanted: str) -> None:
    """Make first choices until something holds of a question's items."""
    for _ in range(400):
        until(page, "rulesrunTable.scene.question || rulesrunTable.scene.over")
        if page.evaluate(f"rulesrunTable.scene.question.items.some({wanted})"):
            return
        at = scene(page)["at"]
        last = len(scene(page)["question"]["options"]) - 1
        page.evaluate(f"rulesrunTable.act.choose({at % 3 and last})")
        until(page, f"rulesrunTable.scene.at !== {at}")
    raise AssertionError(wanted)


def test_a_tile_is_seen_in_the_gap_and_turned_there(tmp_path: Path) -> None:
    with served(tmp_path, "keyflower", *ARGS) as server, browser() as window:
        page = opened(window, server.link(0))
        _come_to(page, "(item) => item.parts.some((part) => part.isTurn)")
        page.locator("#mine .tile-card.lit, #mine .tile-card.later").first.click()
        page.locator(".gap.lit, .gap.later").first.click()
        page.wait_for_selector(".gap > .ghost")
        turns = page.evaluate("rulesrunTable.turn.turns.map((one) => one.angle)")
        assert turns == sorted(set(turns))
        assert len(turns) > 1
        page.keyboard.press("r")
        assert page.evaluate("rulesrunTable.turn.at") == 1
        page.locator(".gap.picked").click(force=True)
        assert page.evaluate("rulesrunTable.turn.at") == 2 % len(turns)
        number = page.evaluate("rulesrunTable.turn.turns[rulesrunTable.turn.at].number")
        assert page.get_attribute("#go", "data-option") == str(number)
        at = scene(page)["at"]
        page.click("#go")
        until(page, f"rulesrunTable.scene.at > {at}")


def test_a_tile_is_dragged_to_its_place(tmp_path: Path) -> None:
    with served(tmp_path, "alhambra", *ARGS) as server, browser() as window:
        page = opened(window, server.link(0))
        _come_to(page, "(item) => item.parts.some((part) => part.sort === 'place')")
        at = scene(page)["at"]
        tile = page.locator("#mine .tile-card.lit, #mine .tile-card.later").first
        tile.scroll_into_view_if_needed()
        start = tile.bounding_box()
        assert start is not None
        page.mouse.move(start["x"] + 20, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(start["x"] + 50, start["y"] + 50, steps=4)
        gap = page.locator(".gap.lit, .gap.later").first.bounding_box()
        assert gap is not None
        page.mouse.move(gap["x"] + gap["width"] / 2, gap["y"] + gap["height"] / 2)
        page.mouse.up()
        until(page, f"rulesrunTable.scene.at > {at}")
