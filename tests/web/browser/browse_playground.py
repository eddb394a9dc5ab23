"""A game written, mended, played and opened again on a page without a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from paging import faults, hosted, watched

from browsing import BROWSERS, browser, click_option, until  # isort: skip

from rulesrun.cli.files.starter import starter
from rulesrun.cli.files.writing import anything
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.web.tries import link_to
from rulesrun.web.folders import write_files
from rulesrun.web.playground import playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
RULES = "my_game.rules"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A playground; skips where none can be made."""
    target = tmp_path_factory.mktemp("playground")
    try:
        write_files(playground().texts, target, anything)
    except Unusable as error:
        pytest.skip(error.message)
    return target


def opened(where: Browser, address: str, **options: Any) -> Page:
    """A playground whose rules have been looked at once."""
    page = watched(where, address, **options)
    page.goto(address)
    until(page, "document.body.dataset.checked === 'valid'")
    return page


def table(page: Page) -> Any:
    """The frame of the table, once who plays can be said there."""
    until(page, "!document.getElementById('table').hidden")
    frame = page.frame_locator("#table")
    frame.locator("#setup button[type=submit]").wait_for()
    return next(one for one in page.frames if "table.html" in one.url)


def text(page: Page, name: str = RULES) -> str:
    """What is written in a file."""
    result: str = page.evaluate(f"rulesrunPlayground.editors.text('{name}')")
    return result


def change(page: Page, old: str, new: str) -> None:
    """Write something else in place of a piece of the rules, by the keyboard."""
    rows = text(page).split("\n")
    row = next(n for n, one in enumerate(rows) if old in one)
    column = rows[row].index(old) + 1
    page.evaluate(f"rulesrunPlayground.editors.go('{RULES}', {row + 1}, {column})")
    for _ in old:
        page.keyboard.press("Delete")
    page.keyboard.type(new)


@pytest.mark.parametrize("kind", BROWSERS)
def test_a_game_is_written_mended_played_and_opened_again(
    folder: Path, kind: str
) -> None:
    with hosted(folder) as address, browser(kind) as windows:
        page = opened(windows, address)
        assert text(page) == starter("my_game")[RULES]
        until(page, "rulesrunPlayground.state.scenarios?.length === 4")
        assert page.evaluate(
            "rulesrunPlayground.state.scenarios.every(one => one.failure === null)"
        )

        change(page, '"My game"', '"Gems of the sea"')
        change(page, "size(offer) < 3", "size(ofer) < 3")
        until(page, "document.body.dataset.checked === 'faulty'")
        page.wait_for_selector(".cm-lintRange-error")
        assert "ofer" in page.inner_text("#findings .panel")
        page.hover(".cm-lintRange-error")
        page.click(".cm-tooltip-lint .cm-diagnosticAction")
        until(page, "document.body.dataset.checked === 'valid'")
        assert "size(offer) < 3" in text(page)

        frame = table(page)
        until(page, "rulesrunHost.about.told.en.title === 'Gems of the sea'")
        frame.select_option("[name='seat 2']", "thinker")
        frame.fill("[name=seed]", "4")
        frame.dispatch_event("[name=seed]", "change")
        frame.click("#setup button[type=submit]")
        until(frame, "Boolean(window.rulesrunTable && window.rulesrunTable.scene)")
        made = 0
        while True:
            until(
                frame,
                f"rulesrunTable.scene.over || (rulesrunTable.scene.at >= {made} && "
                "rulesrunTable.scene.actor === 0 && Boolean(rulesrunTable.scene.question))",
            )
            if frame.evaluate("rulesrunTable.scene.over"):
                break
            made = frame.evaluate("rulesrunTable.scene.at") + 1
            click_option(frame, 0)
        assert made > 4

        page.click("[data-does=link]")
        until(page, "location.hash.startsWith('#text=')")
        link = page.evaluate("location.href")
        again = opened(windows, link)
        assert text(again) == text(page)
        assert '"Gems of the sea"' in text(again)
        assert faults(page) == faults(again) == []


def test_the_table_goes_on_under_changed_rules(folder: Path) -> None:
    with hosted(folder) as address, browser() as windows:
        page = opened(windows, address)
        frame = table(page)
        frame.select_option("[name='seat 2']", "human")
        frame.fill("[name=seed]", "1")
        frame.dispatch_event("[name=seed]", "change")
        frame.click("#setup button[type=submit]")
        until(frame, "Boolean(window.rulesrunTable?.scene?.question)")
        click_option(frame, 0)
        until(frame, "rulesrunTable.scene.at === 1")
        change(page, '"Take a gem"', '"Grab a gem"')
        until(frame, "document.body.textContent.includes('Grab a gem')")
        assert frame.evaluate("rulesrunTable.scene.at") == 1
        assert faults(page) == []


def test_shipped_games_coverage_and_random_games(folder: Path) -> None:
    with hosted(folder) as address, browser() as windows:
        page = opened(windows, f"{address}?lang=fa#game=tic_tac_toe")
        assert page.evaluate("document.documentElement.dir") == "rtl"
        assert text(page, "tic_tac_toe.rules").startswith("language")
        for key, said in (("coverage", "دستورها"), ("games", "۲۰۰")):
            page.click(f"[data-does={key}]")
            until(page, "rulesrunPlayground.state.running === null")
            assert said in page.inner_text("#findings .panel"), key
        assert faults(page) == []


def test_one_game_after_another_is_chosen(folder: Path) -> None:
    with hosted(folder) as address, browser() as windows:
        page = opened(windows, address)
        page.on("dialog", lambda asked: asked.accept())
        for name in ("tic_tac_toe", "hex"):
            page.select_option("[data-does='start from']", name)
            until(page, f"rulesrunHost.about?.name === '{name}'")
            assert page.evaluate("document.body.dataset.checked") == "valid"
            table(page)
        assert faults(page) == []


def test_files_that_are_called_alike_are_not_mixed_up(folder: Path) -> None:
    begin = starter("my_game")
    with hosted(folder) as address, browser() as windows:
        page = opened(windows, address)
        for title in ("One game", "Another game", "A third game"):
            rules = begin[RULES].replace('"My game"', f'"{title}"')
            link = link_to("", RULES, begin | {RULES: rules})
            page.evaluate("(to) => { location.hash = to; }", link)
            until(page, f"rulesrunHost.about?.told.en.title === '{title}'")
        assert faults(page) == []


def test_on_a_phone_one_side_is_shown(folder: Path) -> None:
    with hosted(folder) as address, browser() as windows:
        page = opened(windows, address, **PHONE)
        assert page.is_visible("#writing")
        assert not page.is_visible("#playing")
        page.click("[data-does=table]")
        assert page.is_visible("#playing")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert faults(page) == []


def test_a_folder_goes_out_and_comes_in_again(folder: Path, tmp_path: Path) -> None:
    with hosted(folder) as address, browser() as windows:
        page = opened(windows, f"{address}#game=connect_four")
        with page.expect_download() as result:
            page.click("[data-does=download]")
        path = tmp_path / "game.zip"
        result.value.save_as(path)
        before = page.evaluate("rulesrunPlayground.state.project")
        again = opened(windows, address)
        again.set_input_files("[data-does=upload]", path)
        until(again, "rulesrunPlayground.state.project.main === 'connect_four.rules'")
        until(again, "document.body.dataset.checked === 'valid'")
        until(again, "rulesrunHost.about?.name === 'connect_four'")
        assert again.evaluate("rulesrunPlayground.state.project") == before
        assert faults(page) == faults(again) == []
