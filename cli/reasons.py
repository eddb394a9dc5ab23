"""The paragraphs of a rulebook that a rule cites, as text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from rulesrun.cli.terminal import columns
from rulesrun.dsl.compile import Program

_PARAGRAPH = re.compile(r"^\**([A-Z]{1,4}-\d+)\.?\**\s+(.*)$")


def paragraphs(program: Program) -> dict[str, str]:
    """The paragraphs of the rulebook that the game names, by number."""
    declared = program.world.game
    if declared is None or declared.rulebook is None:
        return {}
    end = declared.rulebook.rsplit("/", 1)[-1]
    for name, text in program.texts.items():
        if name.rsplit("/", 1)[-1] == end:
            found = (_PARAGRAPH.match(line) for line in text.splitlines())
            return {match[1]: match[2] for match in found if match}
    return {}


def paragraph_lines(program: Program, cites: tuple[str, ...]) -> Iterator[str]:
    """The cited paragraphs, each under its number."""
    known = paragraphs(program)
    for cite in cites:
        text = known.get(cite, "")
        yield from textwrap.wrap(
            f"@{cite} {text}",
            columns() - 4,
            initial_indent="    ",
            subsequent_indent="        ",
            break_on_hyphens=False,
        )
