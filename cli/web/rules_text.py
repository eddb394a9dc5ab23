"""Pieces of rules on a page: lines with their numbers, linked to paragraphs."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from html import escape

from attrs import frozen

from rulesrun.cli.web.excerpts import indentation, lines_above, lines_around
from rulesrun.cli.web.highlighting import coloured
from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.text import lines_of

_CITE = re.compile(r"@([A-Z]+-[A-Z]?[0-9]+)\b")
_GAP = re.compile(r" {3,}(?=[@#])")


@frozen
class RulesText:
    """The texts of a game, by the paths that places call them by.

    Attributes:
        texts: The lines of each file that stands on the page.
        paragraphs: The numbers that lead somewhere.
    """

    texts: Mapping[str, list[str]]
    paragraphs: Collection[str]

    @classmethod
    def of(cls, program: Program, paragraphs: Collection[str]) -> RulesText:
        """The files of a program that declare anything."""
        paths = dict.fromkeys(d.span.path for d in program.world.file.declarations)
        return cls({path: _text_of(program, path) for path in paths}, paragraphs)

    def linked(self, html: str, pattern: re.Pattern[str] = _CITE, own: str = "") -> str:
        """A piece of HTML in which numbers of paragraphs lead to them."""

        def link(match: re.Match[str]) -> str:
            number = match[1]
            if number == own or number not in self.paragraphs:
                return match[0]
            return f'<a class="cite" href="#{number}">{match[0]}</a>'

        return pattern.sub(link, html)

    def place(self, path: str, line: int) -> str:
        """What links to a line of a file lead to."""
        return f"line-{list(self.texts).index(path)}-{line}"

    def line(self, path: str, number: int, text: str, *, target: bool) -> str:
        """A line of the rules with its number, which is a link or what links lead to."""
        name = self.place(path, number)
        html = self.linked(coloured(text))
        start = f'class="line folds" style="--in: {indentation(text)}"'
        if target:
            count = f'<span class="number">{number}</span>'
            return f'<span {start} id="{name}">{count}{html}</span>'
        count = f'<a class="number" href="#{name}">{number}</a>'
        return f"<span {start}>{count}{html}</span>"

    def whole(self, path: str, first: int, last: int) -> str:
        """Lines of a file, as what links lead to."""
        text = self.texts[path]
        lines = (
            self.line(path, n, text[n - 1], target=True) for n in range(first, last + 1)
        )
        return f'<div class="code">{"".join(lines)}</div>'

    def excerpts(self, spans: list[Span]) -> Iterator[str]:
        """The lines of some places, those next to each other in one piece."""
        pieces: list[tuple[str, set[int]]] = []
        for span in spans:
            text = self.texts.get(span.path, [])
            lines = {*lines_above(text, span.line), *lines_around(text, span.line)}
            near = {n + step for n in lines for step in (-1, 0, 1)}
            for piece in [p for p in pieces if p[0] == span.path and p[1] & near]:
                lines |= piece[1]
                pieces.remove(piece)
            pieces.append((span.path, lines))
        for path, numbers in pieces:
            yield self._piece_of(path, sorted(numbers))

    def excerpt(self, span: Span) -> str:
        """The lines that a place covers."""
        return self._piece_of(span.path, list(range(span.line, span.end_line + 1)))

    def _piece_of(self, path: str, numbers: list[int]) -> str:
        """Some lines, with a sign where there are others between them."""
        text = self.texts.get(path, [])
        existing = [n for n in numbers if n <= len(text)]
        while existing and not text[existing[-1] - 1].strip():
            existing.pop()
        indents = [indentation(text[n - 1]) for n in existing if text[n - 1].strip()]
        least = min(indents, default=0)
        rows: list[str] = []
        for before, number in zip([None, *existing], existing, strict=False):
            if before is not None and number > before + 1:
                rows.append('<span class="line faint">⋮</span>')
            line = _GAP.sub("  ", text[number - 1][least:])
            rows.append(self.line(path, number, line, target=False))
        return f'<div class="code">{"".join(rows)}</div>' if rows else ""


def plain_code(text: str) -> str:
    """Lines that stand in no file of the game, such as those of a scenario."""
    lines = (
        f'<span class="line folds" style="--in: {indentation(line)}">'
        f"{coloured(line)}</span>"
        for line in lines_of(text)
    )
    return f'<div class="code unnumbered">{"".join(lines)}</div>'


def prose(text: str, html: str | None = None) -> str:
    """A paragraph as HTML, with what stands between stars or backticks marked."""
    result = escape(text) if html is None else html
    result = re.sub(r"`([^`]+)`", r"<code>\1</code>", result)
    return re.sub(r"(?<!\*)\*([^*\s](?:[^*]*[^*\s])?)\*(?!\*)", r"<em>\1</em>", result)


def _text_of(program: Program, path: str) -> list[str]:
    folder = posixpath.dirname(program.path)
    for name, text in program.texts.items():
        if path in (name, posixpath.normpath(posixpath.join(folder, name))):
            return lines_of(text)
    return []
