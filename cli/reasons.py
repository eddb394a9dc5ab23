"""The paragraphs of a rulebook that a rule cites, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulesrun.cli.terminal import columns
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.paragraphs import rulebook_of


def paragraphs(program: Program) -> dict[str, str]:
    """The paragraphs of the rulebook that the game names, by number."""
    return {p.number: p.text for p in rulebook_of(program)}


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
