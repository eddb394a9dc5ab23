"""The page of a report: it needs nothing but itself, and links to recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from attrs import frozen

from rulesrun.cli import pages
from rulesrun.cli.study_speech import Speech

LONG = 25
"""A table with more rows is folded up until somebody wants to see it."""

_STYLE = """\
figure { margin: .8rem 0; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; border-radius: .4rem; direction: ltr; }
summary { cursor: pointer; color: var(--accent); }
td bdi { unicode-bidi: isolate; }
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
    body = [
        f"<h1>{pages.words(heading.title)}</h1>",
        f"<p>{pages.words(heading.summary)} · "
        f'<a href="{escape(heading.other)}">{pages.words(words["other language"])}</a></p>',
        f"<p>{pages.words(words['command'])}:</p>",
        f'<pre class="code"><span class="line">{escape(heading.command)}</span></pre>',
    ]
    for section in sections:
        body += _section(section, speech)
    text = "\n".join(body)
    return pages.page(heading.title, text, language=speech.language, style=_STYLE)


def game_name(arm: int, game: int) -> str:
    """The file of a recorded game."""
    return f"{arm:03}-{game:08}.log"


def _section(section: Section, speech: Speech) -> list[str]:
    found = [f"<h2>{pages.words(section.title)}</h2>"]
    if section.note:
        found.append(f'<p class="faint">{pages.words(section.note)}</p>')
    if section.picture is not None:
        found.append(f"<figure>{section.picture}</figure>")
    if len(section.rows) > 1:
        found.append(_table(section, speech))
    return found


def _table(section: Section, speech: Speech) -> str:
    head = [pages.words(cell) for cell in section.rows[0]]
    rows = [[pages.words(cell) for cell in row] for row in section.rows[1:]]
    if section.links:
        head.append(pages.words(speech.words["example"]))
        for row, examples in zip(rows, section.links, strict=True):
            row.append(" ".join(_link(arm, game, speech) for arm, game in examples))
    numbers = frozenset(range(1, len(section.rows[0])))
    table = pages.table(head, rows, numbers=numbers)
    if len(rows) <= LONG:
        return table
    said = speech.digits(str(len(rows)))
    return f"<details><summary>{said}</summary>\n{table}</details>"


def _link(arm: int, game: int, speech: Speech) -> str:
    shown = speech.digits(str(game + 1))
    return f'<a href="recorded/{game_name(arm, game)}">{shown}</a>'
