"""Pages without a server in a real Chromium: made once, opened from a host or a disk."""

from __future__ import annotations

import functools
import http.server
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.output.problems import Unusable
from rulesrun.web.export import Subject, site_of
from rulesrun.web.folders import write_site

sys.path.insert(0, str(Path(__file__).parents[2] / "table" / "browser"))

from browsing import PATIENCE, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@functools.cache
def exported(name: str, folder: Path, *, measured: bool = False) -> Path:
    """The page of a shipped game, as a folder; skips where none can be made."""
    target = folder / name
    subject = Subject.of(name, load_program(name))
    try:
        write_site(site_of(subject, measured=measured), target, force=True)
    except Unusable as error:
        pytest.skip(error.message)
    return target


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A host of files that says nothing."""

    def log_message(self, *args: Any) -> None:
        """Nothing."""


class Host(http.server.ThreadingHTTPServer):
    """Says nothing of pages that are left before all is sent."""

    def handle_error(self, request: Any, address: Any) -> None:
        """Tell all but that somebody has gone."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, address)


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder on a host of files."""
    handler = functools.partial(Quiet, directory=str(folder))
    with Host(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def watched(where: Browser, address: str, **options: Any) -> Page:
    """An empty page; whatever goes wrong in it, or comes from elsewhere, is kept."""
    options.setdefault("viewport", {"width": 1500, "height": 1100})
    page = where.new_context(**options).new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []
    ours = (address.split("#")[0].split("?")[0].rsplit("/", 1)[0], "blob:", "data:")

    def watch(request: Any) -> None:
        if not request.url.startswith(ours):
            page.faults.append(request.url)

    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.context.on("request", watch)
    return page


def visit(where: Browser, address: str, **options: Any) -> Page:
    """A page at an address, as `watched` gives it, once who plays can be said."""
    page = watched(where, address, **options)
    page.goto(address)
    page.wait_for_selector("#setup button[type=submit]")
    return page


def begin(page: Page, seats: list[str], seed: int, language: str | None = None) -> None:
    """Fill in who plays, and begin."""
    if language is not None:
        page.select_option("[name=language]", language)
    if page.locator("[name=players]").count():
        page.select_option("[name=players]", str(len(seats)))
    for seat, kind in enumerate(seats, 1):
        page.select_option(f"[name='seat {seat}']", kind)
    page.fill("[name=seed]", str(seed))
    page.dispatch_event("[name=seed]", "change")
    page.click("#setup button[type=submit]")
    until(page, "Boolean(window.rulesrunTable && window.rulesrunTable.scene)")


def faults(page: Page) -> list[str]:
    """What went wrong, or came from elsewhere."""
    result: list[str] = page.faults
    return result
