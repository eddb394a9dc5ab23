"""Whole games on pages without a server, by clicks: `make webtest`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from paging import begin, exported, faults, hosted, visit, watched

from browsing import BROWSERS, PATIENCE, browser, click_option, faults_in_persian  # isort: skip
from browsing import scene, until  # isort: skip
from compiling import shipped  # isort: skip

from rulesrun.cli.playing.session import Session
from rulesrun.interpreter.game import Game

BY_MOUSE = 8
"""Of so many choices of a whole game one is made by the mouse, which takes a second."""

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pages are made."""
    return tmp_path_factory.mktemp("pages")


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("tic_tac_toe", None),
        ("alhambra", "en"),
        ("alhambra", "fa"),
        ("kingdom_builder", "en"),
        ("kingdom_builder", "fa"),
        ("keyflower", "en"),
        ("keyflower", "fa"),
        ("architects", "en"),
        ("architects", "fa"),
    ],
)
def test_a_whole_game_of_two_people_at_one_screen(
    pages: Path, name: str, language: str | None
) -> None:
    game = Game(shipped(name), 2)
    session = Session.begin(game, 11)
    chance = random.Random(11)
    with hosted(exported(name, pages)) as address, browser() as windows:
        page = visit(windows, address)
        begin(page, ["human", "human"], 11, language)
        made = covered = 0
        while not session.position.over:
            ready = (
                "!document.getElementById('cover').hidden || "
                f"(rulesrunTable.scene.at >= {made} && Boolean(rulesrunTable.scene.question))"
            )
            until(page, ready)
            if page.is_visible("#cover button"):
                assert scene(page).get("question") is None
                page.click("#cover button")
                covered += 1
                until(page, "Boolean(rulesrunTable.scene.question)")
            if language == "fa" and made % 20 == 0:
                assert faults_in_persian(page) == []
            number = chance.randrange(len(session.position.raw))
            click_option(page, number, mouse=made % BY_MOUSE == 0)
            session.choose(session.position.options[number])
            made += 1
        until(page, "rulesrunTable.scene.over")
        log = page.evaluate("rulesrunShell.kept.log")
        assert log == session.log.text()
        assert faults(page) == []
    print(f"{name}: {made} choices, covered {covered} times")


@pytest.mark.parametrize("kind", BROWSERS)
def test_a_game_against_a_thinker_is_the_same_as_here(pages: Path, kind: str) -> None:
    game = Game(shipped("tic_tac_toe"), 2)
    with hosted(exported("tic_tac_toe", pages)) as address, browser(kind) as windows:
        page = visit(windows, address, **PHONE)
        begin(page, ["human", "thinker"], 5)
        session = Session.begin(game, 5)
        while not session.position.over:
            if session.position.player == 0:
                until(page, f"rulesrunTable.scene.at >= {len(session.log.entries)}")
                until(page, "Boolean(rulesrunTable.scene.question)")
                click_option(page, 0)
                session.choose(session.position.options[0])
            else:
                session.choose(session.chosen_by("thinker"))
        until(page, "rulesrunTable.scene.over")
        assert page.evaluate("rulesrunShell.kept.log") == session.log.text()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        assert faults(page) == []


def test_a_game_goes_on_after_the_page_was_closed(pages: Path) -> None:
    with hosted(exported("tic_tac_toe", pages)) as address, browser() as windows:
        page = visit(windows, address)
        begin(page, ["human", "human"], 1)
        click_option(page, 4)
        kept = page.evaluate("rulesrunShell.kept")
        page.reload()
        page.click(".goes-on")
        until(page, "Boolean(window.rulesrunTable && window.rulesrunTable.scene)")
        assert scene(page)["at"] == 1
        assert json.loads(json.dumps(page.evaluate("rulesrunShell.kept"))) == kept
        assert faults(page) == []


@pytest.mark.parametrize("kind", BROWSERS)
def test_a_page_on_a_disk_plays_as_well(pages: Path, kind: str) -> None:
    folder = exported("tic_tac_toe", pages)
    with browser(kind) as windows:
        page = visit(windows, (folder / "index.html").as_uri())
        begin(page, ["human", "human"], 1)
        click_option(page, 4)
        assert scene(page)["at"] == 1
        assert faults(page) == []


@pytest.mark.parametrize("kind", BROWSERS)
def test_what_a_page_or_its_workers_ask_of_others_is_noticed(
    tmp_path: Path, kind: str
) -> None:
    (tmp_path / "index.html").write_text(
        """<!DOCTYPE html><img src="http://127.0.0.1:39999/picture.png"><script>
        const asks = new Blob([`fetch("http://127.0.0.1:39999/worker")`]);
        new Worker(URL.createObjectURL(asks));
        </script>"""
    )
    wanted = {f"http://127.0.0.1:39999/{name}" for name in ("picture.png", "worker")}
    with hosted(tmp_path) as address, browser(kind) as windows:
        page = watched(windows, address)
        page.goto(address)
        for _ in range(PATIENCE // 100):
            if wanted <= set(faults(page)):
                return
            page.wait_for_timeout(100)
    raise AssertionError(faults(page))
