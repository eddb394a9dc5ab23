"""Whole games, by clicks at two seats in two windows; a third, if it is there, thinks."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import (
    browser,
    click_option,
    faults_in_persian,
    opened,
    raw_words,
    scene,
    served,
    until,
)
from compiling import shipped

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Entry, read_log, replay

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOWS = 2

GAMES = [
    ("alhambra", 3),
    ("kingdom_builder", 3),
    ("architects", 3),
    ("keyflower", 3),
    ("gallery/oasis", 3),
    ("gallery/stories", 3),
    ("gallery/rails", 3),
    ("gallery/djinns", 3),
    ("gallery/keepers", 2),
]


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_whole_game(name: str, players: int, language: str, tmp_path: Path) -> None:
    play(tmp_path, name, language, players, 11, {})


def test_corners_and_sides_are_where_they_are_clicked(tmp_path: Path) -> None:
    clicked = play(tmp_path, "island", "en", 2, 8, {"target": 5, "seasons": 5})
    classes = {word for one in clicked for word in one.split()}
    assert {"cell", "corner", "side"} <= classes


def play(
    folder: Path,
    name: str,
    language: str,
    players: int,
    seed: int,
    options: Mapping[str, int],
) -> list[str]:
    """Chance chooses at the windows, and every choice is what the log says of it.

    Gives the classes of all that was clicked.
    """
    chance = random.Random(seed)
    args = [
        Path(name).name,
        "--players",
        str(players),
        "--seed",
        str(seed),
        "--pace",
        "0",
    ]
    args += [f"--seat={seat}=thinker:20" for seat in range(WINDOWS + 1, players + 1)]
    for option, value in options.items():
        args += ["--option", f"{option}={value}"]
    chosen: dict[int, int] = {}
    clicked: list[str] = []
    wrong: set[str] = set()
    with served(folder, *args) as server, browser() as windows:
        pages = [opened(windows, server.link(n, language)) for n in range(WINDOWS)]
        while (seat := asked(pages)) is not None:
            now = scene(pages[seat])
            wrong.update(faults(pages[seat], language))
            number = chance.randrange(len(now["question"]["options"]))
            clicked += click_option(pages[seat], number)
            chosen[now["at"]] = number
        for page in pages:
            if page.locator("#ledger summary").count():
                page.click("#ledger summary")
                page.wait_for_selector("#ledger table")
            wrong.update(faults(page, language))
            assert page.locator(".ranking tbody tr").count() == players
            assert page.evaluate("document.documentElement.lang") == language
        ranking = scene(pages[0])["ranking"]
        kept = read_log(server.log.read_text("utf-8"))
    print(
        f"{name}: {len(kept.entries)} choices, {len(chosen)} by {len(clicked)} clicks"
    )
    assert kept.ranking == tuple(ranking)
    assert not wrong

    def compare(position: Position, entry: Entry) -> None:
        number = chosen.pop(kept.entries.index(entry), None)
        assert (number is None) == (entry.player > WINDOWS)
        if number is not None:
            meant = position.copy()
            meant.choose(number)
            assert meant.digest() == entry.state

    _, difference = replay(Game(shipped(name), players, options), kept, each=compare)
    assert difference is None
    assert not chosen
    return clicked


def asked(pages: list[Page]) -> int | None:
    """Whose window is asked what the rules ask now; none once the game is over."""
    one = pages[0]
    until(
        one,
        "rulesrunTable.scene.over || "
        f"rulesrunTable.scene.actor < {WINDOWS} && !rulesrunTable.sent",
    )
    now = scene(one)
    seat = None if now["over"] else int(now["actor"])
    for page in pages:
        until(page, f"rulesrunTable.scene.at >= {now['at']}")
    return seat


def faults(page: Page, language: str) -> list[str]:
    """What on a page is no word of the game's language."""
    return faults_in_persian(page) if language == "fa" else raw_words(page)
