"""Sizes and times of exported pages in Chromium: `make webfigures`."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from paging import exported, hosted

from browsing import browser, until  # isort: skip

GAMES = ("alhambra", "keyflower", "kingdom_builder", "architects")


def main(games: tuple[str, ...]) -> None:
    """Print a line for each game."""
    print(f"{'game':<18}{'folder MB':>10}{'pack MB':>9}{'first s':>9}{'again s':>9}")
    with tempfile.TemporaryDirectory() as made, browser() as windows:
        for name in games:
            folder = exported(name, Path(made))
            sizes = {p: p.stat().st_size for p in folder.rglob("*") if p.is_file()}
            pack = sizes.pop(folder / "pack.js")
            with hosted(folder) as address:
                page = windows.new_context().new_page()
                page.set_default_timeout(120_000)
                seconds = []
                for _ in range(2):
                    start = time.perf_counter()
                    page.goto(address)
                    page.wait_for_selector("#setup button[type=submit]")
                    until(page, "document.body.dataset.ready === 'yes'")
                    page.click("#setup button[type=submit]")
                    until(page, "Boolean(window.rulesrunTable?.scene?.question)")
                    seconds.append(time.perf_counter() - start)
                page.context.close()
            print(
                f"{name:<18}{sum(sizes.values()) / 1e6:>10.1f}{pack / 1e6:>9.1f}"
                f"{seconds[0]:>9.1f}{seconds[1]:>9.1f}"
            )


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
