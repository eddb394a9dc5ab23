"""Whole games, by clicks at two seats in two windows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from browsing import (
    browser,
    click_option,
    faults_in_persian,
    opened,
    scene,
    served,
    wait_for,
)
from compiling import shipped

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log, replay

GAMES = [
    ("alhambra", "en"),
    ("kingdom_builder", "fa"),
    ("keyflower", "en"),
    ("architects", "en"),
    ("alhambra", "fa"),
    ("keyflower", "fa"),
    ("architects", "fa"),
]


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_a_whole_game(name: str, language: str, tmp_path: Path) -> None:
    play(tmp_path, name, language, 11, {})


def test_corners_and_sides_are_where_they_are_clicked(tmp_path: Path) -> None:
    clicked = play(tmp_path, "island", "en", 8, {"target": 5, "seasons": 5})
    classes = {word for one in clicked for word in one.split()}
    assert {"cell", "corner", "side"} <= classes


def play(
    folder: Path, name: str, language: str, seed: int, options: Mapping[str, int]
) -> list[str]:
    """The game that chance plays with a seed is the script, known before it is played.

    Gives the classes of all that was clicked.
    """
    game = Game(shipped(name), 2, options)
    position = game.start(seed)
    chance = random.Random(seed)
    args = [name, "--players", "2", "--seed", str(seed)]
    for option, value in options.items():
        args += ["--option", f"{option}={value}"]
    with served(folder, *args) as server, browser() as windows:
        pages = [opened(windows, server.link(seat, language)) for seat in (0, 1)]
        made = 0
        clicked: list[str] = []
        while not position.over:
            assert position.player is not None
            page = pages[position.player]
            wait_for(page, made)
            if language == "fa":
                assert faults_in_persian(page) == []
            number = chance.randrange(len(position.raw))
            clicked += click_option(page, number)
            position.choose(number)
            made += 1
        for page in pages:
            wait_for(page, made)
            if language == "fa":
                page.click("#ledger summary")
                page.wait_for_selector("#ledger table")
                assert faults_in_persian(page) == []
            assert scene(page)["over"]
            assert scene(page)["ranking"] == list(position.ranking or ())
            assert page.locator(".ranking tbody tr").count() == 2
            assert page.evaluate("document.documentElement.lang") == language
        kept = read_log(server.log.read_text("utf-8"))
    print(f"{name}: {made} choices by {len(clicked)} clicks")
    assert kept.ranking == position.ranking
    again, difference = replay(game, kept)
    assert difference is None
    assert again.digest() == position.digest()
    return clicked
