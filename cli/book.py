"""The page of `rulesrun docs`: components, rulebook and rules, linked to each other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from html import escape

from attrs import define

from rulesrun.cli import pages
from rulesrun.cli.excerpts import indentation, lines_above, lines_around
from rulesrun.cli.labels import Labels, printed_fields
from rulesrun.dsl import nodes
from rulesrun.dsl.rulebook import Paragraph, citations
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import ComponentSymbol, EnumSymbol, PieceSymbol, TableSymbol
from rulesrun.dsl.text import lines_of
from rulesrun.dsl.value_types import IntType, Type
from rulesrun.interpreter.paragraphs import rulebook_of

_CITE = re.compile(r"@([A-Z]+-[A-Z]?[0-9]+)\b")
_GAP = re.compile(r" {3,}(?=[@#])")
_NUMBER = re.compile(r"\b([A-Z]+-[A-Z]?[0-9]+)\b")

_STYLE = """\
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 2.5rem; padding-inline: 1.2rem; }
.pair { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 1.2rem;
  padding: .7rem 0; border-top: 1px solid var(--edge); }
.pair > div { min-width: 0; }
.pair .tag { font-weight: 600; text-decoration: none; margin-inline-end: .5rem; }
.pair p { margin: .2rem 0; }
@media (max-width: 60rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
.cite { color: var(--accent); text-decoration: none; }
"""


def book(labels: Labels) -> str:
    """The whole page of a game."""
    return Book.of(labels).page()


@define
class Book:
    """Writes the page of one game in one language."""

    labels: Labels
    paragraphs: dict[str, Paragraph]
    files: list[str]

    @classmethod
    def of(cls, labels: Labels) -> Book:
        """The page of a game in the language of its labels."""
        program = labels.game.program
        spoken = rulebook_of(program, labels.words.language)
        paragraphs = {p.number: p for p in spoken}
        files = dict.fromkeys(d.span.path for d in program.world.file.declarations)
        return cls(labels, paragraphs, list(files))

    # ---- words and places -----------------------------------------------------------

    def say(self, key: str, **values: object) -> str:
        """A heading in the language of the page, as HTML."""
        return pages.words(self.labels.words.say(f"page: {key}", **values))

    def text_of(self, path: str) -> list[str]:
        """The lines of a rules file, by the path that places call it by."""
        program = self.labels.game.program
        folder = posixpath.dirname(program.path)
        for name, text in program.texts.items():
            if path in (name, posixpath.normpath(posixpath.join(folder, name))):
                return lines_of(text)
        return []

    def linked(self, shown: str, pattern: re.Pattern[str], own: str = "") -> str:
        """A piece of HTML in which numbers of paragraphs lead to them."""

        def link(match: re.Match[str]) -> str:
            number = match[1]
            if number == own or number not in self.paragraphs:
                return match[0]
            return f'<a class="cite" href="#{number}">{match[0]}</a>'

        return pattern.sub(link, shown)

    def line(self, path: str, number: int, text: str, *, target: bool) -> str:
        """A line of the rules with its number, which is a link or what links lead to."""
        name = f"line-{self.files.index(path)}-{number}"
        shown = self.linked(pages.code(text), _CITE)
        if target:
            return (
                f'<span class="line" id="{name}"><span class="number">{number}</span>'
                f"{shown}</span>"
            )
        return (
            f'<span class="line"><a class="number" href="#{name}">{number}</a>'
            f"{shown}</span>"
        )

    # ---- the page -------------------------------------------------------------------

    def page(self) -> str:
        """All of it."""
        game = self.labels.game.program.world.game
        assert game is not None
        low, high = game.players
        key = "seats, one" if low == high else "seats"
        count = self.labels.words.say(key, low=low, high=high)
        parts = [
            f"<h1>{pages.words(self.labels.title)}</h1>",
            f"<p>{pages.words(count)}</p>",
            "<nav><ul>",
            *(
                f'<li><a href="#{anchor}">{self.say(anchor)}</a></li>'
                for anchor in ("components", "rulebook", "rules")
            ),
            "</ul></nav>",
            f'<h2 id="components">{self.say("components")}</h2>',
            *self.components(),
            f'<h2 id="rulebook">{self.say("rulebook")}</h2>',
            *self.rulebook(),
            f'<h2 id="rules">{self.say("rules")}</h2>',
            *self.rules(),
        ]
        return pages.page(
            self.labels.title,
            "\n".join(parts),
            language=self.labels.words.language,
            style=_STYLE,
        )

    # ---- components -----------------------------------------------------------------

    def components(self) -> Iterator[str]:
        """Every kind of card, tile and piece, and every table, as a table."""
        world = self.labels.game.program.world
        for symbol in world.each(ComponentSymbol):
            yield from self._kind(symbol)
        pieces = [self._piece(piece) for piece in world.each(PieceSymbol)]
        if pieces:
            yield f"<h3>{self.say('pieces')}</h3><ul>{''.join(pieces)}</ul>"
        for enum in world.each(EnumSymbol):
            if any(value.cases for value in self._values(enum)):
                yield from self._effects(enum)
        for table in world.each(TableSymbol):
            if not isinstance(table.decl, nodes.MapDecl):
                yield from self._table(table)

    def _label(self, labels: nodes.Labels, name: str) -> str:
        return pages.words(self.labels.words.label(labels, name))

    def _kind(self, symbol: ComponentSymbol) -> Iterator[str]:
        layout = self.labels.game.layout
        fields = list(printed_fields(symbol))
        copies: dict[int, int] = {}
        for component in layout.components:
            if component.kind == symbol.name:
                copies[component.face] = copies.get(component.face, 0) + 1
        if not copies:
            return
        head = [self.say("name"), *(self._label(f.labels, f.name) for f in fields)]
        head.append(self.say("copies"))
        rows = []
        for face, count in copies.items():
            values = layout.components[face].fields
            cells = [pages.words(self.labels.called(face))]
            cells += [self._cell(f.type, values.get(f.name)) for f in fields]
            rows.append([*cells, self.labels.words.number(count)])
        numbers = [i for i, f in enumerate(fields, 1) if isinstance(f.type, IntType)]
        yield f"<h3>{self._label(symbol.decl.labels, symbol.name)}</h3>"
        yield pages.table(head, rows, numbers=frozenset((*numbers, len(fields) + 1)))

    def _cell(self, kind: Type, value: object) -> str:
        if value is None or value is False or value == "" or value == ():
            return "-"
        return pages.words(self.labels.value(kind, value))

    def _piece(self, symbol: PieceSymbol) -> str:
        decl = symbol.decl
        if decl.each is not None:
            count = self.say("each", n=decl.count)
        else:
            count = pages.words(self.labels.words.number(decl.count))
        return f"<li>{self._label(decl.labels, decl.name)}: {count}</li>"

    # ---- what cards do, as it is written --------------------------------------------

    def _values(self, enum: EnumSymbol) -> tuple[nodes.EnumValue, ...]:
        world = self.labels.game.program.world
        for decl in world.file.declarations:
            if isinstance(decl, nodes.EnumDecl) and decl.name == enum.name:
                return decl.values
        return ()

    def _effects(self, enum: EnumSymbol) -> Iterator[str]:
        """An enum whose values do something: each with what it does."""
        values = self._values(enum)
        labels = next(
            d.labels
            for d in self.labels.game.program.world.file.declarations
            if isinstance(d, nodes.EnumDecl) and d.name == enum.name
        )
        rows = []
        for value in values:
            written = [self.excerpt(case.span) for case in value.cases]
            rows.append(
                [self._label(value.labels, value.name), "".join(written) or "-"]
            )
        yield f"<h3>{self._label(labels, enum.name)}</h3>"
        yield pages.table([self.say("name"), ""], rows, numbers=frozenset())

    def _table(self, table: TableSymbol) -> Iterator[str]:
        columns = [*table.keys, *table.values]
        rows = [
            [
                self._cell(kind, value)
                for (_, kind), value in zip(columns, (*keys, *values), strict=True)
            ]
            for keys, values in table.rows
        ]
        params = (*table.decl.keys, *table.decl.values)
        head = [self._label(param.labels, param.name) for param in params]
        numbers = [i for i, (_, k) in enumerate(columns) if isinstance(k, IntType)]
        yield f"<h3>{self._label(table.decl.labels, table.name)}</h3>"
        yield pages.table(head, rows, numbers=frozenset(numbers))

    # ---- rulebook and rules ---------------------------------------------------------

    def rulebook(self) -> Iterator[str]:
        """Each paragraph, and beside it the rules that implement it."""
        program = self.labels.game.program
        if not self.paragraphs:
            yield f"<p>{self.say('no rulebook')}</p>"
            return
        cited: dict[str, list[Span]] = {number: [] for number in self.paragraphs}
        for citation in citations(program.world.file):
            if citation.paragraph in cited:
                cited[citation.paragraph].append(citation.span)
        heading = None
        for paragraph in self.paragraphs.values():
            if paragraph.heading != heading:
                heading = paragraph.heading
                if heading:
                    yield f"<h3>{pages.words(heading)}</h3>"
            yield self._pair(paragraph, cited)

    def _pair(self, paragraph: Paragraph, cited: Mapping[str, list[Span]]) -> str:
        spans = cited[paragraph.number]
        number = escape(paragraph.number)
        beside = "".join(self.excerpts(spans))
        if not beside:
            key = "uncited" if paragraph.states_rule else "no rule"
            beside = f'<p class="faint">{self.say(key)}</p>'
        text = self.linked(pages.words(paragraph.text), _NUMBER, paragraph.number)
        return (
            f'<div class="pair" id="{number}"><div dir="auto"><p>'
            f'<a class="tag" href="#{number}">{number}</a>{text}</p></div>'
            f"<div>{beside}</div></div>"
        )

    def excerpts(self, spans: list[Span]) -> Iterator[str]:
        """The lines of some places, those next to each other in one piece."""
        pieces: list[tuple[str, set[int]]] = []
        for span in spans:
            text = self.text_of(span.path)
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
        text = self.text_of(path)
        known = [n for n in numbers if n <= len(text)]
        indents = [indentation(text[n - 1]) for n in known if text[n - 1].strip()]
        least = min(indents, default=0)
        shown: list[str] = []
        for before, number in zip([None, *known], known, strict=False):
            if before is not None and number > before + 1:
                shown.append('<span class="line faint">⋮</span>')
            line = _GAP.sub("  ", text[number - 1][least:])
            shown.append(self.line(path, number, line, target=False))
        return f'<div class="code">{"".join(shown)}</div>' if shown else ""

    def rules(self) -> Iterator[str]:
        """The text of every file, with its lines as places to link to."""
        for path in self.files:
            yield f"<h3>{pages.words(posixpath.basename(path))}</h3>"
            lines = (
                self.line(path, number, text, target=True)
                for number, text in enumerate(self.text_of(path), 1)
            )
            yield f'<div class="code">{"".join(lines)}</div>'
