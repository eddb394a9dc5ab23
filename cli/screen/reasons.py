"""The paragraphs of a rulebook that a rule cites, as text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.terminal import columns, folded, table
from rulesrun.cli.output.terminal import width as size
from rulesrun.dsl.compile import Program
from rulesrun.dsl.data.rulebook import Paragraph, parts_of
from rulesrun.interpreter.testing.paragraphs import rulebook_of

Rows = tuple[tuple[str, ...], ...]

GAP = 2
"""Between the columns of a table."""


def paragraphs(program: Program, language: str | None) -> dict[str, str]:
    """The paragraphs of the rulebook by number, in that language as far as it goes.

    Behind the text stands where the books say it, as far as that is known.
    """
    return {p.number: sourced(p) for p in rulebook_of(program, language)}


def sourced(paragraph: Paragraph) -> str:
    """A paragraph and where the books say it, in brackets."""
    text, source = paragraph.text, paragraph.source
    return f"{text} [{source}]" if source else text


def paragraph_lines(
    program: Program, words: Words, cites: tuple[str, ...]
) -> Iterator[str]:
    """The cited paragraphs, each under its number, in the language of the words."""
    by_number = paragraphs(program, words.language)
    for cite in cites:
        others: list[str | Rows] = list(parts_of(by_number.get(cite, "")))
        first = others.pop(0) if others and isinstance(others[0], str) else ""
        paragraph = f"{words.name(f'@{cite}')} {words.prose(str(first))}".rstrip()
        yield from folded(paragraph, columns() - 4, first="    ", indent=" " * 8)
        for part in others:
            if isinstance(part, str):
                text = words.prose(part)
                yield from folded(text, columns() - 4, first=" " * 8, indent=" " * 8)
            else:
                yield from _table_lines(words, part)


def _table_lines(words: Words, rows: Rows) -> Iterator[str]:
    """A table of a paragraph in columns, its head folded; row by row where it is too wide."""
    indent = " " * 8
    limit = columns() - len(indent)
    head, *others = [[words.prose(cell) for cell in row] for row in rows]
    sizes = [
        max([*map(size, column), *map(size, name.split())])
        for name, column in zip(head, zip(*others, strict=True), strict=True)
    ]
    if sum(sizes) + GAP * (len(sizes) - 1) <= limit:
        folds = [list(folded(name, w)) for name, w in zip(head, sizes, strict=True)]
        names = [list(row) for row in zip_longest(*folds, fillvalue="")]
        for line in table([*names, *others], gap=GAP, flush=words.persian):
            yield f"{indent}{line}"
        return
    for name, *cells in others:
        pairs = zip(head[1:], cells, strict=True)
        text = f"{name}: {'; '.join(f'{what}: {value}' for what, value in pairs)}"
        yield from folded(text, limit, first=indent, indent=f"{indent}  ")
