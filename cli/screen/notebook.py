"""A position as notebooks show it: what a terminal draws, as HTML."""

from html import escape

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.interpreter.game import Position

WIDE = 100
"""So many letters stand in a line at most."""


def html_of(position: Position) -> str:
    """The board and all else that lies there, hidden or not, in English."""
    labels = Labels(position.game, Words(None)).at(position)
    lines = Picture(position, None, labels, WIDE).lines()
    style = "line-height: 1.2; white-space: pre; overflow-x: auto"
    head, text = escape(repr(position)), escape("\n".join(lines))
    return f'<div>{head}</div><pre style="{style}">{text}</pre>'
