"""Whole games, by clicks at each seat in a window of its own, and beside one who thinks.

The games of the gallery are played by as few as can, in both languages.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsing import (
    browser,
    choose_by_keys,
    click_option,
    faults_in_persian,
    opened,
    questions,
    scene,
    served,
    until,
    wait_for,
    words_on,
)

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.shipped import shows
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Entry, read_log, replay

if TYPE_CHECKING:
    from playwright.sync_api import Page

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

THREE = [
    (name, language)
    for name in (
        "alhambra",
        "kingdom_builder",
        "architects",
        "keyflower",
        "oasis",
        "djinns",
        "hearts",
        "stories",
        "spread",
    )
    for language in ("en", "fa")
]
"""Games in which two sit at windows, and whoever else plays thinks."""

BY_CARD = {"alhambra", "kingdom_builder", "architects", "keyflower", "oasis"}
"""Games whose points are told by card, or by kind of tile."""

KEY = re.compile(
    r"""\b[A-Za-z0-9]+_[A-Za-z0-9_]+          # what a file calls something
    | \b(?:cell|component|place|edge|player|enum|at|item):[\w-]   # what the page calls it
    | \b(?:undefined|null|NaN|Infinity)\b
    | \[object | [{}`]""",
    re.VERBOSE,
)
"""What nobody should have to read; nor the braces of a label that was not filled in."""


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_a_whole_game(name: str, language: str, tmp_path: Path) -> None:
    play(tmp_path, name, language, 11, {})


@pytest.mark.parametrize(("name", "language"), THREE)
def test_two_at_windows_and_one_who_thinks(
    name: str, language: str, tmp_path: Path
) -> None:
    """Every choice by clicks is what the log says of it."""
    seed = 11
    chance = random.Random(seed)
    chosen: dict[int, int] = {}
    clicks = 0
    wrong: set[str] = set()
    program = load_program(name)
    players = max(3, player_counts(program.world)[0])
    settings = ("--players", str(players), "--seed", str(seed), "--pace", "0")
    thinkers = [f"--seat={seat}=thinker:20" for seat in range(3, players + 1)]
    args = (name, *settings, *thinkers)
    with served(tmp_path, *args) as server, browser() as windows:
        pages = [opened(windows, server.link(seat, language)) for seat in (0, 1)]
        while (seat := asked(pages)) is not None:
            now = scene(pages[seat])
            wrong.update(faults(pages[seat], language))
            number = chance.randrange(len(now["question"]["options"]))
            clicks += len(click_option(pages[seat], number))
            chosen[now["at"]] = number
        for page in pages:
            if keeps_account(program):
                page.click("#ledger summary")
                page.wait_for_selector("#ledger table")
            for shut in page.locator("#ledger .opens[aria-expanded=false]").all():
                shut.click()
            wrong.update(faults(page, language))
            assert page.locator(".ranking tbody tr").count() == players
            if name in BY_CARD:
                assert page.locator("#ledger .share").count()
        ranking = scene(pages[0])["ranking"]
        kept = read_log(server.log.read_text("utf-8"))
    print(f"{name}: {len(kept.entries)} choices, {len(chosen)} by {clicks} clicks")
    assert not wrong
    assert kept.ranking == tuple(ranking)
    entries = iter(range(len(kept.entries)))

    def compare(position: Position, entry: Entry) -> None:
        number = chosen.pop(next(entries), None)
        assert (number is None) == (entry.player > 2)
        if number is not None:
            meant = position.copy()
            meant.choose(number)
            assert meant.digest() == entry.state

    _, difference = replay(Game(program, players), kept, each=compare)
    assert difference is None
    assert not chosen


def test_a_whole_game_by_the_keyboard_alone(tmp_path: Path) -> None:
    chance = random.Random(7)
    args = ("alhambra", "--players", "3", "--seed", "7", "--pace", "0")
    others = ("--seat=2=random", "--seat=3=random")
    choices = keys = 0
    with served(tmp_path, *args, *others) as server, browser() as windows:
        page = opened(windows, server.link(0))
        for now in questions(page):
            number = chance.randrange(len(now["question"]["options"]))
            keys += choose_by_keys(page, number)
            choices += 1
        log = read_log(server.log.read_text("utf-8"))
    print(f"alhambra: {choices} choices by {keys} keys")
    assert choices == sum(entry.player == 1 for entry in log.entries)


def asked(pages: list[Page]) -> int | None:
    """Whose window is asked what the rules ask now; none once the game is over."""
    seats = f"rulesrunTable.scene.actor < {len(pages)} && !rulesrunTable.sent"
    until(pages[0], f"rulesrunTable.scene.over || {seats}")
    now = scene(pages[0])
    for page in pages:
        wait_for(page, now["at"])
    return None if now["over"] else int(now["actor"])


def faults(page: Page, language: str) -> list[str]:
    """What on a page is no word of the game's language."""
    keys: list[str] = KEY.findall(words_on(page))
    return keys + (faults_in_persian(page) if language == "fa" else [])


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
    program = load_program(name)
    players = max(2, player_counts(program.world)[0])
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
