"""Whole games, by clicks at two seats in two windows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from browsing import browser, click_option, opened, scene, served, wait_for
from compiling import shipped

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log, replay

GAMES = [
    ("alhambra", "en"),
    ("kingdom_builder", "fa"),
    ("keyflower", "en"),
    ("architects", "en"),
]


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_a_whole_game(name: str, language: str, tmp_path: Path) -> None:
    """The game that chance plays with a seed is the script, known before it is played."""
    game = Game(shipped(name), 2)
    position = game.start(11)
    chance = random.Random(11)
    args = (name, "--players", "2", "--seed", "11")
    with served(tmp_path, *args) as server, browser() as windows:
        pages = [opened(windows, server.link(seat, language)) for seat in (0, 1)]
        made = clicks = 0
        while not position.over:
            assert position.player is not None
            page = pages[position.player]
            wait_for(page, made)
            number = chance.randrange(len(position.raw))
            clicks += click_option(page, number)
            position.choose(number)
            made += 1
        for page in pages:
            wait_for(page, made)
            assert scene(page)["over"]
            assert scene(page)["ranking"] == list(position.ranking or ())
            assert page.locator(".ranking li").count() == 2
            assert page.evaluate("document.documentElement.lang") == language
        kept = read_log(server.log.read_text("utf-8"))
    print(f"{name}: {made} choices by {clicks} clicks")
    assert kept.ranking == position.ranking
    again, difference = replay(game, kept)
    assert difference is None
    assert again.digest() == position.digest()
