"""Numbers of places in a row, such as the points of backgammon: drawn as a track."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesrun.cli.output.terminal import pad, right, width
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import IntType


@frozen
class Lane:
    """The numbers of one participant along a track, or of nobody in particular."""

    name: str
    texts: tuple[str, ...]


def is_track(symbol: VariableSymbol) -> bool:
    """Whether a variable holds a number for each of several places in a row."""
    if len(symbol.keys) != 1 or not isinstance(symbol.type, IntType):
        return False
    return isinstance(symbol.keys[0].type, IntType)


def track_lines(
    title: str, places: Sequence[str], lanes: Sequence[Lane], size: int
) -> list[str]:
    """A track under its title, in parts where it is too long for one line."""
    margin = max([width(title), *(width(lane.name) for lane in lanes)]) + 2
    wide = max(map(width, [*places, *(text for lane in lanes for text in lane.texts)]))
    across = max(1, (size - margin + 1) // (wide + 1))
    parts = -(-len(places) // across)
    across = -(-len(places) // parts)  # parts as long as each other
    lines = []
    for first in range(0, len(places), across):
        for name, texts in (
            (title, places),
            *((lane.name, lane.texts) for lane in lanes),
        ):
            cells = (right(text, wide) for text in texts[first : first + across])
            lines.append(f"{pad(name, margin)}{' '.join(cells)}".rstrip())
        title = ""
    return lines
