"""How much processor time the language server takes for what follows a keystroke.

Types at many places of a game, such as `keyflower.rules`, and asks what editors ask.
Prints the median and the worst of each answer; run by `make keystrokes`.
"""

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from rulesrun.cli.hosting import Files
from rulesrun.language_server import answers, navigation, outline
from rulesrun.language_server.analysis import Analysis, Workspace
from rulesrun.language_server.completion import completions

RULES = Path(__file__).parents[2] / "rules"

KEYS = {
    "a letter of a name": "x",
    "a letter in a comment": "  # x",
    "a new line": "\n",
    "a full stop": ".",
}


def edits(lines: list[str], number: int) -> Iterator[tuple[int, str, str]]:
    """Lines spread over a file, each with what is typed at its end."""
    rows = [at for at, row in enumerate(lines) if row.strip()]
    for at in rows[:: max(len(rows) // number, 1)]:
        for what, typed in KEYS.items():
            yield at, what, typed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="keyflower")
    parser.add_argument("--places", type=int, default=25)
    asked = parser.parse_args()
    path = (RULES / f"{asked.game}.rules").as_posix()
    text = Path(path).read_text("utf-8")
    workspace = Workspace(Files())
    workspace.put(path, text)
    spent: dict[tuple[str, str], list[float]] = {}

    def known() -> Analysis:
        result = workspace.analysis(path)
        assert result is not None
        return result

    def timed(what: str, answer: str, ask: Callable[[], object]) -> None:
        start = time.process_time()
        ask()
        spent.setdefault((what, answer), []).append(time.process_time() - start)

    len(known().compilation.diagnostics)
    gc.collect()
    gc.freeze()  # as the server does
    gc.set_threshold(50_000, 20, 20)
    lines = text.split("\n")
    for at, what, typed in edits(lines, asked.places):
        row = lines[at] + typed
        line, column = at + 1, len(row) + 1
        workspace.put(path, "\n".join([*lines[:at], row, *lines[at + 1 :]]))
        if typed == "\n":
            line, column = line + 1, 1
        timed(what, "completion", partial(completions, workspace, path, line, column))
        workspace.put(path, text)
        len(known().compilation.diagnostics)
        workspace.put(path, "\n".join([*lines[:at], row, *lines[at + 1 :]]))
        timed(what, "colours", lambda: outline.tokens(known()))
        timed(what, "problems", lambda: answers.diagnostics(known(), str))
        timed(what, "symbols", lambda: outline.symbols(known()))
        timed(what, "hover", partial(navigation.hover, known(), line, 6))
        workspace.put(path, text)
        len(known().compilation.diagnostics)
    print(f"{'after':24}{'answer':14}{'median':>8}{'worst':>8}  ms of processor time")
    for (what, answer), seconds in spent.items():
        median, worst = statistics.median(seconds), max(seconds)
        print(f"{what:24}{answer:14}{1000 * median:8.1f}{1000 * worst:8.1f}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
