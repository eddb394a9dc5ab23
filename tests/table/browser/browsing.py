"""A real browser at a real server: `make tabletest`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
"""The browser of the distribution."""

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
"""Another browser of the distribution; Playwright speaks WebDriver BiDi with it."""

QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update"
).split()

BROWSERS = ("chromium", "firefox")
"""What pages are tried in."""

PATIENCE = 60_000
"""Milliseconds until something on a page must have happened, on a busy machine, too."""

MOST_CLICKS = 60
"""No option takes more."""

NEXT = (Path(__file__).parent / "next.js").read_text("utf-8").split("\n", 2)[2]
"""Marks what a person would click next; see there."""

READING = (Path(__file__).parent / "reading.js").read_text("utf-8").partition("\n")[2]
"""Says what is wrong with the Persian on a page; see there."""

UNNAMED = (Path(__file__).parent / "unnamed.js").read_text("utf-8").partition("\n")[2]
"""Says what is seen, but not called so for those who say what they click; see there."""

AXE = Path(os.environ.get("AXE", "build/axe/node_modules/axe-core/axe.min.js"))


class Server:
    """`rulesrun serve` as a process of its own."""

    def __init__(self, folder: Path, port: int, *args: str) -> None:
        self.port = port
        self.log = folder / "table.log"
        command = [
            sys.executable,
            "-m",
            "rulesrun",
            "serve",
            "--port",
            str(port),
            *args,
        ]
        if "--resume" not in args:
            command += ["--log", str(self.log)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=folder
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:  # the links, until it says that it is open
            if line.startswith("Ctrl-C"):
                break

    @property
    def links(self) -> Mapping[str, Any]:
        """The tokens of its links."""
        result: Mapping[str, Any] = json.loads(
            self.log.with_name(f"{self.log.name}.links").read_text("utf-8")
        )
        return result

    def link(self, seat: int | None, language: str = "en") -> str:
        """The address of a seat, or to watch."""
        links = self.links
        token = links["watch"] if seat is None else links["seats"][seat]["token"]
        return f"http://127.0.0.1:{self.port}/t/{token}?lang={language}"

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it, and wait until it is gone."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, how)
        self.process.wait(600)
        if self.process.stdout is not None:
            self.process.stdout.close()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as result:
        result.bind(("127.0.0.1", 0))
        return int(result.getsockname()[1])


@contextmanager
def served(folder: Path, *args: str) -> Iterator[Server]:
    """A server with these arguments."""
    server = Server(folder, free_port(), *args)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def browser(kind: str = "chromium") -> Iterator[Browser]:
    """Chromium or Firefox; skips the test where it is not there."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = FIREFOX if kind == "firefox" else CHROMIUM
    if path is None:
        pytest.skip(f"there is no {kind.capitalize()} on this machine")
    with playwright.sync_playwright() as running:
        if kind == "firefox":
            launch = firefox(running, path)
        else:
            launch = running.chromium.launch(executable_path=path, args=QUIET)
        try:
            yield launch
        finally:
            launch.close()


def firefox(running: Playwright, path: str) -> Browser:
    """Firefox; skips the test where this Playwright cannot speak with it."""
    errors = pytest.importorskip("playwright.sync_api").Error
    try:
        return running.firefox.launch(channel="moz-firefox", executable_path=path)
    except errors as error:
        pytest.skip(
            f"this Playwright cannot use {path}: {error.message.splitlines()[0]}"
        )


def opened(where: Browser, link: str, **options: Any) -> Page:
    """A window that shows a link; whatever goes wrong in its scripts ends the test."""
    options.setdefault("viewport", {"width": 1500, "height": 1100})
    page = where.new_context(**options).new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: _fail(error))
    page.goto(link)
    page.wait_for_selector("#table:not([aria-busy])")
    return page


def _fail(error: object) -> None:
    raise AssertionError(error)


def scene(page: Page) -> Mapping[str, Any]:
    """What the page was told last."""
    result: Mapping[str, Any] = page.evaluate("window.rulesrunTable.scene")
    return result


def questions(page: Page) -> Iterator[Mapping[str, Any]]:
    """What the page was told each time that its seat is asked, until the game is over."""
    while True:
        until(page, "rulesrunTable.scene.question || rulesrunTable.scene.over")
        now = scene(page)
        if now["over"]:
            return
        yield now


def until(page: Page, condition: str) -> None:
    """Wait until something holds; the page's policy lets nothing be evaluated in it."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(15)


def faults_in_persian(page: Page) -> list[str]:
    """What on the page is English, or does not stand where it should."""
    result: list[str] = page.evaluate(READING)
    return result


def serious_faults(page: Page) -> Mapping[str, Any]:
    """What axe-core calls serious or critical, with the elements; skips where it is not there.

    The page needs a context with `bypass_csp`.
    """
    if not AXE.is_file():
        pytest.skip("there is no axe-core here")
    if not page.evaluate("Boolean(window.axe)"):
        page.add_script_tag(path=AXE)
    return {
        rule["id"]: [node["html"][:160] for node in rule["nodes"][:4]]
        for rule in page.evaluate("axe.run()")["violations"]
        if rule["impact"] in ("serious", "critical")
    }


def unnamed(page: Page) -> list[str]:
    """What can be read on things, and is no part of what they are called."""
    result: list[str] = page.evaluate(UNNAMED)
    return result


WORDS = """() => {
  const CODE = "code, pre, script, style, noscript";
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest(CODE)) texts.push(node.data);
  }
  for (const name of ["title", "aria-label", "placeholder", "alt"]) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!element.closest(CODE)) texts.push(element.getAttribute(name));
    }
  }
  return texts.join("\\n");
}"""
"""All that is read on a page, or read out, but for pieces of rules."""


def words_on(page: Page) -> str:
    """What people read on a page, seen or hidden, and what is read out to them."""
    words: str = page.evaluate(WORDS)
    return words


def wait_for(page: Page, at: int) -> None:
    """Wait until so many choices have been made."""
    until(page, f"window.rulesrunTable.scene.at >= {at}")


CLICK = """() => {
  const next = document.querySelector("[data-next]");
  next?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return next !== null;
}"""
"""A click that does not wait until a mouse could come to what is clicked."""


def click_option(page: Page, number: int, *, mouse: bool = True) -> list[str]:
    """Come to an option by clicks, as a person would; the classes of what was clicked.

    What is to be clicked is marked by the page itself, so that neither a page that is
    drawn anew meanwhile nor a busy machine leads astray. Without a mouse the page clicks,
    which is quicker, and does not tell whether something lies over the place.
    """
    made = "window.rulesrunTable.scene.at"
    at = page.evaluate(made)
    clicked: list[str] = []
    assert page.evaluate(NEXT, number), f"nothing leads to option {number}"
    while len(clicked) < MOST_CLICKS:
        clicked.append(page.get_attribute("[data-next]", "class") or "")
        if mouse:
            page.click("[data-next]")
        else:
            until(page, CLICK)
        until(page, f"{made} > {at} || !rulesrunTable.sent")
        if page.evaluate(made) > at:
            return clicked
    raise AssertionError(f"option {number} is not reached")


WAY = """() => {
  const { marks } = window.rulesrunTable;
  const next = document.querySelector("[data-next]");
  const mark = marks.all.find((one) => one.element === next);
  for (const one of document.querySelectorAll("[data-stop]")) one.removeAttribute("data-stop");
  if (!mark) {
    next.setAttribute("data-stop", "");
    return [];
  }
  const groupOf = (one) => one.element.closest(".group") ?? document.body;
  const mine = marks.all.filter((one) => groupOf(one) === groupOf(mark));
  const start = mine.find((one) => one.control.getAttribute("tabindex") === "0");
  start.control.setAttribute("data-stop", "");
  const ways = new Map([[start, []]]);
  for (const [at, keys] of ways) {
    if (at === mark) return keys;
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      const there = marks.beside(at, key);
      if (there && !ways.has(there)) ways.set(there, [...keys, key]);
    }
  }
  return null;
}"""
"""The arrow keys that lead to what is marked, from where the tab key stops."""

MOST_STOPS = 400
"""A page has no more places where the tab key stops."""


def choose_by_keys(page: Page, number: int) -> int:
    """Come to an option by the keyboard alone; how many keys that took."""
    made = "window.rulesrunTable.scene.at"
    at = page.evaluate(made)
    pressed = 0
    assert page.evaluate(NEXT, number), f"nothing leads to option {number}"
    for _ in range(MOST_CLICKS):
        keys = page.evaluate(WAY)
        assert keys is not None, "no arrow keys lead there"
        for _ in range(MOST_STOPS):
            if page.evaluate("document.activeElement.matches('[data-stop]')"):
                break
            page.keyboard.press("Tab")
            pressed += 1
        for key in [*keys, "Enter"]:
            page.keyboard.press(key)
            pressed += 1
        until(page, f"{made} > {at} || !rulesrunTable.sent")
        if page.evaluate(made) > at:
            return pressed
    raise AssertionError(f"option {number} is not reached")
