"""Two people meet in a lobby, play to the end, look back, and find the page of the log."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browsing import (
    PATIENCE,
    browser,
    click_option,
    free_port,
    opened,
    scene,
    serious_faults,
    until,
)


@contextmanager
def lobby(folder: Path) -> Iterator[str]:
    """A lobby as a process of its own; its address."""
    port = free_port()
    command = [sys.executable, "-m", "rulesrun", "serve", "--lobby", "games"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--pace", "0"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if line.startswith("Ctrl-C"):
                break
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(scheme: str, language: str, tmp_path: Path) -> None:
    with lobby(tmp_path) as address, browser() as window:
        looks: Any = {"color_scheme": scheme, "bypass_csp": True}
        page = window.new_context(**looks).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}?lang={language}")
        page.wait_for_selector("form fieldset")
        serious = serious_faults(page)
        assert not serious, serious
        page.fill("#name", "Ada")
        page.select_option("select[name=game]", "alhambra")
        page.wait_for_selector("select[name='seat 2']")
        page.uncheck("input[name=listed]")
        page.click("button[type=submit]")
        page.wait_for_selector("#invitation output")
        serious = serious_faults(page)
        assert not serious, serious


def test_two_meet_play_and_look_back(tmp_path: Path) -> None:
    with lobby(tmp_path) as address, browser() as window:
        first = window.new_context().new_page()
        first.set_default_timeout(PATIENCE)
        first.goto(address)
        first.wait_for_selector("form fieldset")
        first.fill("#name", "Ada")
        first.select_option("select[name=game]", "tic_tac_toe")
        first.wait_for_selector("select[name='seat 2']")
        first.uncheck("input[name=listed]")
        first.click("button[type=submit]")
        link = first.inner_text("#invitation output")
        first.click("#invitation a.go")
        first.wait_for_selector("#table:not([aria-busy])")
        second = window.new_context().new_page()
        second.set_default_timeout(PATIENCE)
        second.goto(f"{link}?lang=fa")
        second.wait_for_selector("#invited [data-sit]")
        assert second.get_attribute("html", "dir") == "rtl"
        second.fill("#name", "سارا")
        second.click("#invited [data-sit]")
        second.wait_for_selector("#table:not([aria-busy])")
        while not scene(first)["over"]:
            page = first if "question" in scene(first) else second
            at = scene(page)["at"]
            until(page, "rulesrunTable.scene.question")
            click_option(page, 0)
            until(first, f"rulesrunTable.scene.at > {at}")
            until(second, f"rulesrunTable.scene.at > {at}")
        assert "Ada" in first.inner_text(".ranking")
        made = scene(first)["at"]
        first.click("#look-back")
        first.wait_for_selector("#film-at")
        first.focus("#film-at")
        first.keyboard.press("Home")
        until(first, "rulesrunTable.scene.at === 0 && rulesrunTable.scene.film")
        first.keyboard.press("ArrowRight")
        until(first, "rulesrunTable.scene.at === 1")
        first.click("#film-close")
        until(first, f"rulesrunTable.scene.at === {made} && !rulesrunTable.scene.film")
        second.goto(address)
        second.wait_for_selector("#own li a")
    log = next((tmp_path / "games").glob("*.log"))
    command = [sys.executable, "-m", "rulesrun", "replay", str(log), "--html", "a.html"]
    subprocess.run(command, cwd=tmp_path, check=True)
    with browser() as window:
        address = (tmp_path / "a.html").as_uri()
        alone = opened(window, address, bypass_csp=True)
        alone.wait_for_selector("#film-at")
        serious = serious_faults(alone)
        assert not serious, serious
        assert scene(alone)["at"] == 0
        alone.focus("#film-at")
        alone.keyboard.press("End")
        until(alone, f"rulesrunTable.scene.at === {made}")
        assert alone.is_visible(".ranking")
        serious = serious_faults(alone)
        assert not serious, serious
