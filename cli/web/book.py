"""The page of `rulesrun docs`: rulebook, components and rules, linked to each other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from attrs import define, frozen

from rulesrun.cli.output.direction import direction
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web import book_parts, figures, highlighting, pages
from rulesrun.cli.web.book_parts import Parts
from rulesrun.cli.web.figures import Figures
from rulesrun.cli.web.looks import Looks
from rulesrun.cli.web.rules_text import RulesText, plain_code, prose
from rulesrun.dsl.data.rulebook import Paragraph, citations
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.testing.paragraphs import rulebook_of

_NUMBER = re.compile(r"\b([A-Z]+-[A-Z]?[0-9]+)\b")
_HEADING = re.compile(r"# (.*?\w.*?) -{3,}")
_STYLE = (
    """\
.pair { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 1.2rem;
  padding: .7rem 0; border-top: 1px solid var(--edge); }
.pair > div { min-width: 0; }
.pair .tag { font-weight: 600; text-decoration: none; margin-inline-end: .5rem; }
.pair p { margin: .2rem 0; }
.tested { font-size: .85rem; color: var(--faint); }
.tested ul { margin: .2rem 0; padding-inline-start: 1.2rem; }
details.part > summary { font-size: 1.15rem; font-weight: 600; margin: .6rem 0; }
details > summary h3 { display: inline; font-size: inherit; }
@media (max-width: 70rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
cite { font-style: normal; }
.cite { color: var(--accent); text-decoration: none; white-space: nowrap; }
.unnumbered .folds { --to: calc((var(--in, 0) + 2) * 1ch); }
"""
    + highlighting.STYLE
    + figures.STYLE
    + book_parts.STYLE
)


@frozen
class Tested:
    """A scenario: what it is called, its lines, and the paragraphs that it cites."""

    title: str
    text: str
    cites: tuple[str, ...]
    file: str


@frozen
class Contents:
    """An entry at the side of the page, with those below it."""

    anchor: str
    title: str
    inner: tuple[Contents, ...] = ()

    def html(self) -> str:
        """It as HTML; what has others below it can be folded."""
        link = f'<a href="#{self.anchor}">{self.title}</a>'
        if not self.inner:
            return link
        items = "".join(f"<li>{one.html()}</li>" for one in self.inner)
        opened = " open" if self.anchor == "rulebook" else ""
        return f"<details{opened}><summary>{link}</summary><ul>{items}</ul></details>"


def scenarios_in(file: str, text: str) -> Iterator[Tested]:
    """The scenarios of a file, as far as it can be read."""
    result = parse(text, file).file
    lines = lines_of(text)
    for decl in result.declarations if result is not None else ():
        if isinstance(decl, nodes.ScenarioDecl):
            written = "\n".join(lines[decl.span.line - 1 : decl.span.end_line]).rstrip()
            cites = tuple(cite.paragraph for cite in decl.cites)
            yield Tested(decl.title, written, cites, file)


def book(
    labels: Labels,
    looks: Looks,
    tests: Iterable[tuple[str, str]],
    start: Position | None,
    link: str | None = None,
) -> str:
    """The whole page of a game.

    Args:
        labels: The game, and the language of the page.
        looks: Its colours.
        tests: The files of its scenarios: names and texts.
        start: A position as the game begins, whose boards are drawn; or none.
        link: Where the game can be changed and played; or none.
    """
    program = labels.game.program
    spoken = rulebook_of(program, labels.words.language)
    paragraphs = {p.number: p for p in spoken}
    rules = RulesText.of(program, paragraphs)
    parts = Parts(labels, Figures(labels, looks), rules, start)
    own = [
        (path, "\n".join(text)) for path, text in rules.texts.items()
    ]  # a game can hold its scenarios itself
    tested = [t for file, text in (*own, *tests) for t in scenarios_in(file, text)]
    return Book(labels, paragraphs, rules, parts, tested, link).page()


@define
class Book:
    """Writes the page of one game in one language."""

    labels: Labels
    paragraphs: dict[str, Paragraph]
    rules: RulesText
    parts: Parts
    tested: Sequence[Tested]
    link: str | None = None

    def say(self, key: str, **values: object) -> str:
        """A heading in the language of the page, as HTML."""
        return self.parts.say(key, **values)

    def page(self) -> str:
        """All of it."""
        game = self.labels.game.program.world.game
        assert game is not None
        low, high = game.players
        key = "seats, one" if low == high else "seats"
        count = self.labels.words.say(key, low=low, high=high)
        sections = [
            self._section("rulebook", self.rulebook()),
            self._section("components", _folded(self.parts.components())),
            self._section("maps", _folded(self.parts.maps(), opened=True)),
            self._section("effects", self.effects()),
            self._section("scenarios", self.scenarios()),
            self._section("rules", self.whole_rules()),
        ]
        there = [(contents, text) for contents, text in sections if text]
        side = "".join(f"<li>{contents.html()}</li>" for contents, _ in there)
        body = [
            f"<h1>{pages.words(self.labels.title)}</h1>",
            f"<p>{pages.words(count)}</p>",
            *self._try_it(),
            *(
                f'<h2 id="{contents.anchor}">{contents.title}</h2>\n{text}'
                for contents, text in there
            ),
        ]
        return pages.page(
            self.labels.title,
            "\n".join(body),
            language=self.labels.words.language,
            style=_STYLE,
            side=f"<p><b>{self.say('contents')}</b></p><ul>{side}</ul>",
        )

    def _try_it(self) -> Iterator[str]:
        if self.link is not None:
            yield f'<p><a href="{escape(self.link)}">{self.say("try it")}</a></p>'

    def _section(
        self, anchor: str, parts: Iterable[tuple[Contents | None, str]]
    ) -> tuple[Contents, str]:
        """A part of the page with its entries at the side."""
        result = list(parts)
        inner = tuple(entry for entry, _ in result if entry is not None)
        text = "\n".join(text for _, text in result)
        return Contents(anchor, self.say(anchor), inner), text

    # ---- the rulebook ----------------------------------------------------------------

    def rulebook(self) -> Iterator[tuple[Contents | None, str]]:
        """Each paragraph, and beside it the rules that implement it."""
        if not self.paragraphs:
            yield None, f"<p>{self.say('no rulebook')}</p>"
            return
        cited: dict[str, list[Span]] = {number: [] for number in self.paragraphs}
        for citation in citations(self.labels.game.program.world.file):
            if citation.paragraph in cited:
                cited[citation.paragraph].append(citation.span)
        heading = None
        for at, paragraph in enumerate(self.paragraphs.values()):
            if paragraph.heading and paragraph.heading != heading:
                heading = paragraph.heading
                title = pages.words(heading)
                anchor = f"part-{at}"
                yield Contents(anchor, title), f'<h3 id="{anchor}">{title}</h3>'
            yield None, self._pair(paragraph, cited)

    def _pair(self, paragraph: Paragraph, cited: Mapping[str, list[Span]]) -> str:
        spans = cited[paragraph.number]
        number = escape(paragraph.number)
        beside = "".join(self.rules.excerpts(spans))
        if not beside:
            key = "uncited" if paragraph.states_rule else "no rule"
            beside = f'<p class="faint">{self.say(key)}</p>'
        text = prose("", pages.words(paragraph.text))
        text = self.rules.linked(text, _NUMBER, paragraph.number)
        runs = "rtl" if direction(paragraph.text) == "R" else "ltr"
        return (
            f'<div class="pair" id="{number}"><div dir="{runs}"><p>'
            f'<a class="tag" href="#{number}">{number}</a>{text}</p>'
            f"{self._tested_by([paragraph.number])}</div>"
            f"<div>{beside}</div></div>"
        )

    # ---- scenarios -------------------------------------------------------------------

    def _tested_by(self, numbers: Sequence[str]) -> str:
        """Links to the scenarios that cite one of some paragraphs, folded."""
        result = [
            f'<li><a href="#scenario-{at}">{_quoted(one.title)}</a></li>'
            for at, one in enumerate(self.tested)
            if set(one.cites) & set(numbers)
        ]
        if not result:
            return ""
        title = self.say("tested by", n=len(result))
        return (
            f'<details class="tested"><summary>{title}</summary>'
            f"<ul>{''.join(result)}</ul></details>"
        )

    def scenarios(self) -> Iterator[tuple[Contents | None, str]]:
        """The tests of the game, each with the paragraphs that it cites."""
        for at, one in enumerate(self.tested):
            links = ", ".join(
                f'<a class="cite" href="#{number}">{number}</a>'
                for number in one.cites
                if number in self.paragraphs
            )
            yield (
                None,
                f'<details id="scenario-{at}"><summary>{_quoted(one.title)}</summary>'
                f'<p class="tested">{pages.words(posixpath.basename(one.file))} {links}</p>'
                f"{self.rules.linked(plain_code(one.text))}</details>",
            )

    # ---- effects and rules -----------------------------------------------------------

    def effects(self) -> Iterator[tuple[Contents | None, str]]:
        """What happens at events and what adjusts amounts, with all its lines."""
        declared = {
            d.name: d.labels
            for d in self.labels.game.program.world.file.declarations
            if isinstance(d, nodes.EventDecl)
        }
        for name, handlers in self.parts.handlers.items():
            labels = declared.get(name, nodes.NO_LABELS)
            label = self.parts.named(labels, name)
            anchor = f"effects-{name}"
            body = "".join(self.rules.excerpt(decl.span) for decl in handlers)
            yield Contents(anchor, label), _fold(anchor, label, body)

    def whole_rules(self) -> Iterator[tuple[Contents | None, str]]:
        """The text of every file, with its lines as places to link to.

        Below each block stand the scenarios of the paragraphs that it cites.
        """
        for path, text in self.rules.texts.items():
            name = pages.words(posixpath.basename(path))
            yield None, f"<h3>{name}</h3>"
            for first, last in _blocks(text):
                block = text[first - 1 : last]
                heading = next(
                    (h for line in block if (h := _HEADING.match(line))), None
                )
                entry = None
                if heading is not None:
                    at = first + block.index(heading.string)
                    entry = Contents(self.rules.place(path, at), _quoted(heading[1]))
                html = self.rules.whole(path, first, last)
                cited = _NUMBER.findall("\n".join(block))
                yield entry, html + self._tested_by(cited)


def _quoted(title: str) -> str:
    """What a scenario is called, which is said in no other language."""
    return f'<cite dir="auto">{escape(title)}</cite>'


def _blocks(text: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each block of a file, with what follows it empty."""
    first = 1
    for number in range(2, len(text) + 1):
        line, before = text[number - 1], text[number - 2]
        if line.strip() and line[0] not in " \t" and not before.strip():
            yield first, number - 1
            first = number
    if text:
        yield first, len(text)


def _folded(
    parts: Iterable[tuple[str, str, str]], *, opened: bool = False
) -> Iterator[tuple[Contents | None, str]]:
    for anchor, title, body in parts:
        yield Contents(anchor, title), _fold(anchor, title, body, opened=opened)


def _fold(anchor: str, title: str, body: str, *, opened: bool = False) -> str:
    """Something that is shown when its title is clicked."""
    return (
        f'<details class="part" id="{anchor}"{" open" if opened else ""}>'
        f"<summary>{title}</summary>\n{body}</details>"
    )
