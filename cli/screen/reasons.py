"""The paragraphs of a rulebook that a rule cites, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.terminal import columns, folded
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.testing.paragraphs import rulebook_of


def paragraphs(program: Program, language: str | None) -> dict[str, str]:
    """The paragraphs of the rulebook by number, in that language as far as it goes."""
    return {p.number: p.text for p in rulebook_of(program, language)}


def paragraph_lines(
    program: Program, words: Words, cites: tuple[str, ...]
) -> Iterator[str]:
    """The cited paragraphs, each under its number, in the language of the words."""
    known = paragraphs(program, words.language)
    for cite in cites:
        text = words.prose(known.get(cite, ""))
        paragraph = f"{words.name(f'@{cite}')} {text}".rstrip()
        yield from folded(paragraph, columns() - 4, first="    ", indent=" " * 8)
