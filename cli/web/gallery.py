"""The page of `rulesrun docs --gallery`: what the games of the gallery show, with pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import click
from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.web import book_parts, figures, pages
from rulesrun.cli.web.book_parts import Parts
from rulesrun.dsl.semantics.symbols import BoardSymbol

MOST_CARDS = 8
"""So many cards stand for a game without a board."""

COLUMNS = 80
"""How wide the terminal is that stands for a game without cards."""

_STYLE = (
    """\
.game { border-top: 1px solid var(--edge); padding: .7rem 0; }
.game figure { max-width: 34rem; }
"""
    + figures.STYLE
    + book_parts.STYLE
)


@frozen
class Shown:
    """A game on the page: its title, for how many it is, what it shows, its own page."""

    title: str
    seats: str
    shows: str
    file: str
    picture: str

    def html(self) -> str:
        """It as HTML."""
        link = f'<a href="{escape(self.file)}">{pages.words(self.title)}</a>'
        return (
            f'<section class="game"><h2>{link}</h2>'
            f"<p>{pages.words(self.seats)}. {pages.words(self.shows)}</p>"
            f"{self.picture}</section>"
        )


def picture(parts: Parts) -> str:
    """What a game looks like: its boards, as it begins, else cards, else the terminal."""
    world = parts.labels.game.program.world
    boards = [board.name for board in world.each(BoardSymbol) if board.whole is None]
    drawn = [parts.figures.board(name, parts.start) for name in boards]
    return "".join(drawn) or parts.some_cards(MOST_CARDS) or _as_text(parts.labels)


def _as_text(labels: Labels) -> str:
    """A game as the terminal shows it at its beginning."""
    lines = Picture(labels.game.start(1), None, labels, COLUMNS, None).lines()
    return f"<pre>{escape(click.unstyle(chr(10).join(lines)))}</pre>"


def gallery(games: Sequence[Shown], words: Words) -> str:
    """The whole page."""
    title = words.say("page: gallery")
    body = f"<h1>{pages.words(title)}</h1>\n" + "\n".join(one.html() for one in games)
    return pages.page(title, body, language=words.language, style=_STYLE)
