"""The page of a report: it needs nothing but itself, and links to recorded games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from html import escape

from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.study.folder import game_name
from rulesrun.cli.study.speech import Speech
from rulesrun.cli.web import pages

LONG = 25
"""A table with more rows is folded up until somebody wants to see it."""

_CODE = re.compile(r"`([^`<>]+)`")
_NUMBER = re.compile(
    "\u2212?[\u06f0-\u06f9]+(?:[\u066b\u066c][\u06f0-\u06f9]+)*\u066a?"
)

_STYLE = """\
figure { margin: .8rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; border-radius: .4rem; direction: ltr; }
summary { cursor: pointer; color: var(--accent); }
td bdi { unicode-bidi: isolate; }
td.number { white-space: nowrap; }
"""


@frozen
class Section:
    """A part of a report: a heading, a note, a picture, a table with its head.

    `links` are, for each row of the table, the games that show it, as arm and game.
    """

    title: str
    note: str = ""
    picture: str | None = None
    rows: Sequence[Sequence[str]] = ()
    links: Sequence[Sequence[tuple[int, int]]] = ()


@frozen
class Heading:
    """What stands at the top: the title, what was played, the command, the other page."""

    title: str
    summary: str
    command: str
    other: str


def page(heading: Heading, sections: Iterable[Section], speech: Speech) -> str:
    """The whole page."""
    words = speech.words
    html = partial(_marked_up, speech=speech)
    body = [
        f"<h1>{html(heading.title)}</h1>",
        f"<p>{html(heading.summary)}{Words(speech.language).separator}"
        f'<a href="{escape(heading.other)}">{html(words["other language"])}</a></p>',
        f"<p>{html(words['command'])}:</p>",
        f'<pre class="code"><span class="line">{escape(heading.command)}</span></pre>',
    ]
    for section in sections:
        body += _section(section, speech)
    text = "\n".join(body)
    return pages.page(heading.title, text, language=speech.language, style=_STYLE)


def _section(section: Section, speech: Speech) -> list[str]:
    result = [f"<h2>{_marked_up(section.title, speech)}</h2>"]
    if section.note:
        result.append(f'<p class="faint">{_marked_up(section.note, speech)}</p>')
    if section.picture is not None:
        result.append(f"<figure>{section.picture}</figure>")
    if len(section.rows) > 1:
        result.append(_table(section, speech))
    return result


def _table(section: Section, speech: Speech) -> str:
    head, *rows = [[_marked_up(cell, speech) for cell in row] for row in section.rows]
    if section.links:
        head.append(_marked_up(speech.words["example"], speech))
        for row, examples in zip(rows, section.links, strict=True):
            row.append(" ".join(_link(arm, game, speech) for arm, game in examples))
    numbers = frozenset(range(1, len(section.rows[0])))
    table = pages.table(head, rows, numbers=numbers)
    if len(rows) <= LONG:
        return table
    text = _marked_up(speech.say("rows", n=len(rows)), speech)
    return f"<details><summary>{text}</summary>\n{table}</details>"


def _marked_up(text: str, speech: Speech) -> str:
    """A text for the page: names of files and commands apart, numbers each by itself.

    Behind a Persian word a sign such as that of hundredths would change its side.
    """
    html = _CODE.sub(r'<code dir="ltr">\1</code>', pages.words(text))
    return _NUMBER.sub(r"<bdi>\g<0></bdi>", html) if speech.persian else html


def _link(arm: int, game: int, speech: Speech) -> str:
    number = speech.digits(str(game + 1))
    return f'<a href="recorded/{game_name(arm, game)}">{number}</a>'
