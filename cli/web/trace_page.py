"""The page of `rulesrun trace --html`: each paragraph, what does it, what has reached it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from html import escape

from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import direction
from rulesrun.cli.web import highlighting, pages
from rulesrun.cli.web.rules_text import RulesText, prose
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.testing.paragraphs import Usage

_NUMBER = re.compile(r"\b([A-Z]+-[A-Z]?[0-9]+)\b")
_STYLE = (
    """\
.paragraph { border-top: 1px solid var(--edge); padding: .5rem 0; }
.paragraph p { margin: .2rem 0; }
.tag { font-weight: 600; text-decoration: none; margin-inline-end: .5rem; }
.cite { color: var(--accent); text-decoration: none; white-space: nowrap; }
.badge { border-radius: .4rem; padding: 0 .5rem; font-size: .85rem;
  margin-inline-end: .4rem; display: inline-block; }
.badge.good { background: var(--good); } .badge.bad { background: var(--bad); }
.badge.half { background: var(--half); } .badge.none { color: var(--faint); }
"""
    + highlighting.STYLE
)


@frozen
class Traced:
    """What a comparison of the rules with their rulebook has found.

    Attributes:
        found: The paragraphs by number, with what cites and what has reached them.
        changed: The numbers of those that have changed since they were accepted.
        tests: How many scenarios were run.
        games: How many games were looked at.
    """

    program: Program
    found: Mapping[str, Usage]
    changed: frozenset[str]
    tests: int
    games: int


def state_of(usage: Usage) -> tuple[str, str]:
    """Which message says how a paragraph fares, and how it is coloured."""
    if usage.citations:
        if usage.fixed:
            return "holds", "good"
        return ("reached", "good") if usage.reached else ("unreached", "half")
    return ("uncited", "bad") if usage.paragraph.states_rule else ("no rule", "none")


def trace_page(traced: Traced, words: Words) -> str:
    """The whole page, in the language of those words."""
    game = traced.program.world.game
    assert game is not None
    title = words.label(game.labels, game.name)
    page = _Page(traced, words, RulesText.of(traced.program, traced.found))
    sections = list(page.sections())
    side = "".join(
        f'<li><a href="#{anchor}">{heading}</a></li>' for anchor, heading, _ in sections
    )
    body = "\n".join(
        f'<h2 id="{anchor}">{heading}</h2>\n{text}'
        for anchor, heading, text in sections
    )
    rules = sum(usage.paragraph.states_rule for usage in traced.found.values())
    looked = (
        words.say("trace: paragraphs", n=len(traced.found)),
        words.say("trace: rules", n=rules),
        words.say("trace: scenarios", n=traced.tests),
        words.say("games", n=traced.games),
    )
    summary = pages.words(words.listed(looked))
    return pages.page(
        title,
        f"<h1>{pages.words(title)}</h1>\n<p>{summary}</p>\n{body}",
        language=words.language,
        style=_STYLE,
        side=f"<p><b>{page.say('page: contents')}</b></p><ul>{side}</ul>",
    )


@frozen
class _Page:
    traced: Traced
    words: Words
    rules: RulesText

    def say(self, key: str, **values: object) -> str:
        return pages.words(self.words.say(key, **values))

    def sections(self) -> Iterator[tuple[str, str, str]]:
        """The parts of the page: place, heading, HTML."""
        yield "findings", self.say("trace: findings"), self._findings()
        heading, texts, at = "", list[str](), 0
        for usage in self.traced.found.values():
            if usage.paragraph.heading != heading and texts:
                yield f"part-{at}", pages.words(heading or "-"), "\n".join(texts)
                at, texts = at + 1, []
            heading = usage.paragraph.heading
            texts.append(self._paragraph(usage))
        yield f"part-{at}", pages.words(heading or "-"), "\n".join(texts)
        yield "rules", self.say("page: rules"), "\n".join(self._files())

    def _findings(self) -> str:
        """How many paragraphs fare how, and which of them need a look."""
        states: dict[tuple[str, str], list[str]] = {
            ("uncited", "bad"): [],
            ("unreached", "half"): [],
            ("changed", "half"): [
                n for n in self.traced.found if n in self.traced.changed
            ],
        }
        for number, usage in self.traced.found.items():
            states.setdefault(state_of(usage), []).append(number)
        items = []
        for (key, colour), numbers in states.items():
            listed = (
                " ".join(
                    f'<a class="cite" href="#{n}">{escape(n)}</a>' for n in numbers
                )
                if key in ("uncited", "unreached", "changed")
                else ""
            )
            count = self.words.number(len(numbers))
            badge = f'<span class="badge {colour}">{self.say(f"trace: {key}")}</span>'
            items.append(f"<li>{badge} {count} {listed}</li>")
        return f"<ul>{''.join(items)}</ul>"

    def _paragraph(self, usage: Usage) -> str:
        paragraph = usage.paragraph
        number = escape(paragraph.number)
        key, colour = state_of(usage)
        badges = [f'<span class="badge {colour}">{self.say(f"trace: {key}")}</span>']
        if paragraph.number in self.traced.changed:
            badges.append(
                f'<span class="badge half">{self.say("trace: changed")}</span>'
            )
        if usage.citations and not usage.fixed:
            badges.append(
                f'<span class="badge none">{self.say("trace: scenarios", n=usage.scenarios)}'
                f"{self.words.separator}{self.say('games', n=usage.games)}</span>"
            )
        code = "".join(self.rules.excerpts([c.span for c in usage.citations]))
        if code:
            places = self.say("trace: places", n=len(usage.citations))
            code = f"<details><summary>{places}</summary>{code}</details>"
        text = prose("", pages.words(paragraph.text))
        text = self.rules.linked(text, _NUMBER, paragraph.number)
        runs = "rtl" if direction(paragraph.text) == "R" else "ltr"
        return (
            f'<div class="paragraph" id="{number}"><p dir="{runs}">'
            f'<a class="tag" href="#{number}">{number}</a>{text}</p>'
            f"<p>{''.join(badges)}</p>{code}</div>"
        )

    def _files(self) -> Iterator[str]:
        for path, text in self.rules.texts.items():
            yield f"<h3>{pages.words(posixpath.basename(path))}</h3>"
            yield self.rules.whole(path, 1, len(text))
