"""Sizes and times of exported pages, and of the playground, in Chromium: `make webfigures`.

Seconds are those from the address to the first question, with nothing kept and again (the
median of three times), and the longest that `thinker:500` takes for a choice, of some.

In the playground, milliseconds are those from a key to the letter on the screen, and to what
is wrong with the rules then, which is looked for as soon as nothing is typed for 160 of them:
the median of some places in a game, and the longest. On a busy machine other processes take
their share: the load of the machine stands before the figures.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from paging import exported, hosted

from browsing import browser, until  # isort: skip

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.writing import anything
from rulesrun.cli.playing.session import Session
from rulesrun.interpreter.game import Game
from rulesrun.web.folders import write_files
from rulesrun.web.playground import playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAMES = ("alhambra", "keyflower", "kingdom_builder", "architects")
PLAYERS = 2
THOUGHTS = 6
PATIENCE = 300_000
PLACES = 6
AGAIN = 3

BEGIN = """(() => {
  if (window !== top) return;
  const marks = window.marks = {};
  const place = (id) => document.getElementById(id);
  const watching = setInterval(() => {
    const begin = document.querySelector("#setup button[type=submit]");
    if (begin && !marks.form) {
      marks.form = performance.now();
      for (const { name } of document.querySelectorAll("[name^=seat]")) {
        const seat = document.querySelector(`[name="${name}"]`);
        seat.value = "human";
        seat.dispatchEvent(new Event("change"));
      }
      document.querySelector("#setup button[type=submit]").click();
    }
    const isCovered = place("cover") && !place("cover").hidden;
    if (!isCovered && !window.rulesrunTable?.scene?.question) return;
    marks.question = performance.now();
    clearInterval(watching);
  }, 5);
})();"""
"""Begins a game of people as soon as that can be done."""

THINKER = """async () => {
  const { worker } = await import(new URL("page/python.js", document.baseURI).href);
  const about = JSON.parse(document.getElementById("about").textContent);
  const { port1, port2 } = new MessageChannel();
  const engines = Object.values(about.engines);
  await worker(rulesrunFiles, "thinker", { port: port2, engines });
  window.ask = (text) => new Promise((done) => {
    const begun = performance.now();
    port1.onmessage = ({ data }) => done([data.text, performance.now() - begun]);
    port1.postMessage({ number: 1, text });
  });
}"""


def questions(name: str) -> list[str]:
    """What a page asks whoever thinks, on the way of a game."""
    session = Session.begin(Game(load_program(name), PLAYERS), 11)
    chance, result = random.Random(11), list[str]()
    while not session.position.over and len(result) < THOUGHTS:
        position = session.position
        if position.choices_made % 7 == 0 and len(position.raw) > 1:
            asked = {
                "player": "thinker:500",
                "rules": session.game.program.digest,
                "position": position.save(),
                "made": position.choices_made,
                "log": session.log.text(),
            }
            result.append(json.dumps(asked))
        session.choose(chance.choice(list(position.options)))
    return result


def starts(
    page: Page, address: str, ready: str, milliseconds: str
) -> tuple[float, float]:
    """Seconds until a page is ready: at first, and with what the browser has kept.

    Args:
        ready: What holds in the page then.
        milliseconds: Those since the page was asked for, in it.
    """
    spent = []
    for _ in range(1 + AGAIN):
        page.goto(address)
        until(page, ready)
        spent.append(page.evaluate(milliseconds) / 1000)
        page.wait_for_timeout(2_000)
    return spent[0], median(spent[1:])


def thinking(page: Page, name: str) -> float:
    """The most seconds for a choice; raises AssertionError where nobody chooses."""
    page.evaluate(THINKER)
    longest = 0.0
    for text in questions(name):
        answer, spent = page.evaluate("(text) => ask(text)", text)
        assert "choice" in json.loads(answer or "{}"), answer
        longest = max(longest, spent / 1000)
    return longest


def measure(windows: Browser, name: str, made: Path) -> None:
    """Print the line of a game."""
    folder = exported(name, made, measured=True)
    sizes = {p: p.stat().st_size for p in folder.rglob("*") if p.is_file()}
    pack = sizes.pop(folder / "pack.js")
    with hosted(folder) as address:
        page = windows.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(BEGIN)
        ready = "Boolean(window.marks.question)"
        first, again = starts(page, address, ready, "marks.question")
        longest = thinking(page, name)
        page.context.close()
    print(
        f"{name:<18}{sum(sizes.values()) / 1e6:>10.1f}{pack / 1e6:>9.1f}"
        f"{first:>9.1f}{again:>9.1f}{longest:>9.1f}",
        flush=True,
    )


TYPING = """() => {
  const { editors } = rulesrunPlayground;
  const told = editors.problems;
  window.keys = { begun: 0, shown: null, told: null };
  addEventListener("keydown", () => {
    Object.assign(keys, { begun: performance.now(), shown: null, told: null });
    const show = () => { keys.shown = performance.now() - keys.begun; };
    requestAnimationFrame(() => setTimeout(show));
  }, true);
  editors.problems = (found) => {
    const known = told.call(editors, found);
    keys.told = performance.now() - keys.begun;
    return known;
  };
}"""
"""Notes when a letter is on the screen, and when what is wrong with the rules is told."""


def typing(page: Page, address: str, name: str) -> tuple[list[float], list[float]]:
    """Milliseconds from keys to letters, and to what is wrong, at places of a game."""
    page.goto(f"{address}?at={name}#game={name}")
    until(page, "['valid', 'faulty'].includes(document.body.dataset.checked)")
    page.evaluate(TYPING)
    file = f"{name}.rules"
    rows = page.evaluate(f"rulesrunPlayground.editors.text('{file}')").split("\n")
    shown, told = list[float](), list[float]()
    for row in range(len(rows) // 8, len(rows), len(rows) // PLACES):
        place = f"'{file}', {row + 1}, {len(rows[row]) + 1}"
        page.evaluate(f"rulesrunPlayground.editors.go({place})")
        for key in ("x", "Backspace"):
            page.keyboard.press(key)
            until(page, "keys.shown !== null && keys.told !== null")
            shown.append(page.evaluate("keys.shown"))
            told.append(page.evaluate("keys.told"))
    return shown, told


def measure_playground(windows: Browser, games: tuple[str, ...], made: Path) -> None:
    """Print the size of a playground, when it is there, and a line for each game."""
    folder = made / "playground"
    write_files(playground().texts, folder, anything)
    sizes = [p.stat().st_size for p in folder.rglob("*") if p.is_file()]
    with hosted(folder) as address:
        page = windows.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        ready = "document.body.dataset.checked === 'valid'"
        first, again = starts(page, address, ready, "performance.now()")
        print(f"\n{'':<18}{'folder MB':>10}{'first s':>9}{'again s':>9}")
        print(f"{'playground':<18}{sum(sizes) / 1e6:>10.1f}{first:>9.1f}{again:>9.1f}")
        print(f"\n{'game':<18}{'letter ms':>10}{'most':>9}{'problems':>9}{'most':>9}")
        for name in games:
            shown, told = typing(page, address, name)
            print(
                f"{name:<18}{median(shown):>10.0f}{max(shown):>9.0f}"
                f"{median(told):>9.0f}{max(told):>9.0f}",
                flush=True,
            )
        page.context.close()


def main(games: tuple[str, ...]) -> None:
    """Print a line for each game, of its page and in the playground."""
    print("load: " + " ".join(f"{one:.1f}" for one in os.getloadavg()))
    print(
        f"{'game':<18}{'folder MB':>10}{'pack MB':>9}{'first s':>9}{'again s':>9}"
        f"{'think s':>9}"
    )
    with tempfile.TemporaryDirectory() as made, browser() as windows:
        for name in games:
            measure(windows, name, Path(made))
        measure_playground(windows, games, Path(made))


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
