"""Whole games, by clicks at each seat in a window of its own.

The games of the gallery are played by as few as can, in both languages.
"""

from __future__ import annotations

import random
import re
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
    words_on,
)
from compiling import shipped

from rulesrun.cli.files.shipped import shows
from rulesrun.cli.playing.settings import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics.symbols import VariableSymbol
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
    *((name, language) for name in shows() for language in ("en", "fa")),
]

KEY = re.compile(
    r"""\b[A-Za-z0-9]+_[A-Za-z0-9_]+          # what a file calls something
    | \b(?:cell|component|place|edge|player|enum|at|item):[\w-]   # what the page calls it
    | \b(?:undefined|null|NaN|Infinity)\b
    | \[object | [{}]""",
    re.VERBOSE,
)
"""What nobody should have to read; nor the braces of a label that was not filled in."""


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_a_whole_game(name: str, language: str, tmp_path: Path) -> None:
    play(tmp_path, name, language, 11, {})


def test_corners_and_sides_are_where_they_are_clicked(tmp_path: Path) -> None:
    clicked = play(tmp_path, "island", "en", 8, {"target": 5, "seasons": 5})
    classes = {word for one in clicked for word in one.split()}
    assert {"cell", "corner", "side"} <= classes


def keeps_account(program: Program) -> bool:
    """Whether it is known of some number where it comes from."""
    return any(variable.decl.ledger for variable in program.world.each(VariableSymbol))


def play(
    folder: Path, name: str, language: str, seed: int, options: Mapping[str, int]
) -> list[str]:
    """The game that chance plays with a seed is the script, known before it is played.

    Gives the classes of all that was clicked.
    """
    program = shipped(name)
    players = max(2, player_counts(program)[0])
    game = Game(program, players, options)
    position = game.start(seed)
    chance = random.Random(seed)
    args = [name, "--players", str(players), "--seed", str(seed)]
    for option, value in options.items():
        args += ["--option", f"{option}={value}"]
    with served(folder, *args) as server, browser() as windows:
        pages = [
            opened(windows, server.link(seat, language)) for seat in range(players)
        ]
        made = 0
        clicked: list[str] = []
        while not position.over:
            assert position.player is not None
            page = pages[position.player]
            wait_for(page, made)
            if language == "fa":
                assert faults_in_persian(page) == []
            assert KEY.findall(words_on(page)) == []
            number = chance.randrange(len(position.raw))
            clicked += click_option(page, number)
            position.choose(number)
            made += 1
        for page in pages:
            wait_for(page, made)
            if language == "fa" and keeps_account(program):
                page.click("#ledger summary")
                page.wait_for_selector("#ledger table")
            if language == "fa":
                assert faults_in_persian(page) == []
            assert scene(page)["over"]
            assert scene(page)["ranking"] == list(position.ranking or ())
            assert page.locator(".ranking tbody tr").count() == players
            assert KEY.findall(words_on(page)) == []
            assert page.evaluate("document.documentElement.lang") == language
        kept = read_log(server.log.read_text("utf-8"))
    print(f"{name}: {made} choices by {len(clicked)} clicks")
    assert kept.ranking == position.ranking
    again, difference = replay(game, kept)
    assert difference is None
    assert again.digest() == position.digest()
    return clicked
