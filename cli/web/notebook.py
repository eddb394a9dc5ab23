"""A position as notebooks show it: its boards drawn, and what a terminal shows, as HTML."""

from html import escape

from rulesrun.cli.files.sources import find_path
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.web import figures
from rulesrun.cli.web.looks import Looks, looks_beside
from rulesrun.dsl.semantics.symbols import BoardSymbol
from rulesrun.interpreter.game import Position

WIDE = 100
"""So many letters stand in a line at most."""

_STYLE = f"""\
.rulesrun {{ --faint: #777;
{figures.STYLE}pre {{ line-height: 1.2; white-space: pre; overflow-x: auto; }}
}}
"""


def html_of(position: Position) -> str:
    """The boards and all else that lies there, hidden or not, in English."""
    labels = Labels(position.game, Words(None)).at(position)
    boards = _boards(position, labels)
    text = escape("\n".join(Picture(position, None, labels, WIDE).lines()))
    rest = f"<pre>{text}</pre>"
    if boards:
        rest = f"<details><summary>All that lies there</summary>{rest}</details>"
    head = f"<style>{_STYLE}</style><div>{escape(repr(position))}</div>"
    return f'<div class="rulesrun">{head}{boards}{rest}</div>'


def _boards(position: Position, labels: Labels) -> str:
    """The boards whose cells are declared, with what lies on them; empty without any."""
    program = position.game.program
    try:
        looks = looks_beside(find_path(program.path), program.world)
    except (Unusable, OSError):
        looks = Looks()  # `validate` tells what is wrong with them
    drawn = figures.Figures(labels, looks)
    boards = program.world.each(BoardSymbol)
    return "".join(drawn.board(b.name, position) for b in boards if b.whole is None)
