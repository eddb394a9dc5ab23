"""A position as a picture: its boards, and all else that a player sees in lines below.

Boards of squares and hexes have a disc for each piece, a small card for each component, and a
tint for what else is said of a cell. For `render_mode="rgb_array"`; needs Pillow, which the
extra `rulesrun[agents]` brings.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any
from zlib import crc32

import numpy as np
from attrs import define
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from rulesrun.agents.observation import called, value_of
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import Seen, view
from rulesrun.interpreter.runtime.boards import Board

SIDE, EDGE, LINE, WIDE = 40, 12, 14, 640
"""In pixels: the side of a cell, the margin, the height of a line, the width at least."""

PLAYERS = ("#d62728", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b")
PAPER, INK, GROUND = "#ffffff", "#222222", "#e9e5da"


def picture(position: Position, player: int | None) -> NDArray[np.uint8]:
    """What a player (a seat, from 0; none sees all) sees, as rows of red, green and blue."""
    game = position.game
    seen = view(position, player, shown=False)
    boards = {
        name: board
        for name, board in game.layout.boards.items()
        if board.rows and board.columns and board.shape not in ("corners", "sides")
    }
    drawn = [_Drawing(game, name, board, seen.seen) for name, board in boards.items()]
    done = {id(one) for each in drawn for _, one in each.cells_seen()}
    rest = [
        f"{called}: {value}"
        for called, one in zip(_names(game), seen.seen, strict=True)
        if id(one) not in done and (value := value_of(game, one)) not in _EMPTY
    ]
    wide = max([WIDE, *(each.width + 2 * EDGE for each in drawn)])
    lines = [_standing(position)]
    for text in rest:
        lines += wrap(text, (wide - 2 * EDGE) // 6)
    high = EDGE + sum(each.height + EDGE for each in drawn) + LINE * len(lines) + EDGE
    image = Image.new("RGB", (wide, high), PAPER)
    pen, top = ImageDraw.Draw(image), EDGE
    for each in drawn:
        each.draw(pen, top)
        top += each.height + EDGE
    for line in lines:
        pen.text((EDGE, top), line.encode("latin-1", "replace").decode("latin-1"), INK)
        top += LINE
    return np.asarray(image, np.uint8)


_EMPTY = ("", "no", "0", "none", "{}", "0 hidden")
"""What is left out of the lines below the boards."""


def _names(game: Game) -> Iterator[str]:
    """How variables are called, slot by slot."""
    for symbol, family in game.layout.variables.items():
        for slot in range(family.base, family.base + family.size):
            yield called(game, symbol, family.indexes(slot))


def _standing(position: Position) -> str:
    if position.over:
        return f"The game is over: places {position.ranking}"
    return f"Player {(position.player or 0) + 1} is to choose"


@define(eq=False)
class _Drawing:
    """One board, with what is said of its cells."""

    game: Game
    name: str
    board: Board
    seen: tuple[Seen, ...]

    @property
    def hexes(self) -> bool:
        return self.board.shape != "square"

    @property
    def width(self) -> int:
        shift = self.board.rows // 2 if self.board.shape == "rhombus" else 1
        return self.board.columns * SIDE + self.hexes * shift * SIDE // 2 + 1

    @property
    def height(self) -> int:
        step = SIDE * 7 // 8 if self.hexes else SIDE
        return (self.board.rows - 1) * step + SIDE * 9 // 8 + 1

    def _corner(self, cell: int) -> tuple[float, float]:
        row, column = self.board.row_of[cell], self.board.column_of[cell]
        x, y = float(column * SIDE), float(row * SIDE)
        if self.board.shape == "flat hex":
            y += column % 2 * SIDE / 2
        elif self.hexes:
            x += (row if self.board.shape == "rhombus" else row % 2) * SIDE / 2
            y = row * SIDE * 7 / 8
        return EDGE + x, y

    def draw(self, pen: Any, top: int) -> None:
        """Draw the cells, and on them what lies there."""
        for cell in range(len(self.board.names)):
            x, y = self._corner(cell)
            self._outline(pen, x, y + top, GROUND)
        for one in sorted(self.cells_seen(), key=lambda each: _above(each[1])):
            x, y = self._corner(one[0])
            self._put(pen, x, y + top, one[1])

    def cells_seen(self) -> Iterator[tuple[int, Seen]]:
        """What is said of cells of the board, each with its cell."""
        mine = {
            (symbol.name, id(symbol.type))
            for symbol in self.game.layout.variables
            if symbol.owner == t.CellType(self.name) and len(symbol.all_keys) == 1
        }
        for one in self.seen:
            if (one.name, id(one.type)) in mine and isinstance(one.owner, int):
                yield one.owner, one

    def _outline(self, pen: Any, x: float, y: float, colour: str) -> None:
        s = SIDE
        corners = [(x, y), (x + s, y), (x + s, y + s), (x, y + s)]
        if self.hexes:
            corners = [
                (x + s / 2, y),
                (x + s, y + s / 4),
                (x + s, y + s * 7 / 8),
                (x + s / 2, y + s * 9 / 8),
                (x, y + s * 7 / 8),
                (x, y + s / 4),
            ]
        pen.polygon(corners, fill=colour, outline="#999999")

    def _put(self, pen: Any, x: float, y: float, one: Seen) -> None:
        if one.hidden:
            pen.text((x + SIDE / 2 - 3, y + SIDE / 2 - 6), "?", INK)
            return
        match one.type:
            case t.ZoneType("space", t.PieceType()) | t.PlayerType():
                if one.value is not None:
                    self._disc(pen, x, y, one.value)
            case t.ZoneType(_, t.ComponentType()) as zone:
                held = [one.value] if zone.kind == "space" else list(one.value)
                for n, component in enumerate(c for c in held if c is not None):
                    name = self.game.layout.components[component].name
                    at = (x + 6 + 3 * n, y + 8 + 3 * n, x + 30 + 3 * n, y + 30 + 3 * n)
                    pen.rectangle(at, fill=_tint(name), outline=INK)
                    pen.text((x + 9 + 3 * n, y + 12 + 3 * n), name[:3], INK)
            case kind:
                value, inner = one.value, t.without_none(kind)
                if isinstance(inner, t.PlayerType) and value is not None:
                    self._disc(pen, x, y, value)
                elif isinstance(inner, t.EnumType) and value is not None:
                    name = self.game.names.name(inner, value)
                    self._outline(pen, x, y, _tint(name))
                elif isinstance(inner, t.BoolType):
                    if value:
                        pen.ellipse((x + 16, y + 18, x + 22, y + 24), fill=INK)
                elif value:
                    pen.text(
                        (x + 12, y + 12), self.game.names.name(kind, value)[:4], INK
                    )

    def _disc(self, pen: Any, x: float, y: float, player: int) -> None:
        colour = PLAYERS[player % len(PLAYERS)]
        pen.ellipse(
            (x + 7, y + 9, x + SIDE - 7, y + SIDE - 5), fill=colour, outline=INK
        )


def _above(one: Seen) -> int:
    """What is drawn later: tints first, then cards, then pieces."""
    match t.without_none(one.type):
        case t.EnumType():
            return 0
        case t.ZoneType(_, t.ComponentType()):
            return 1
        case _:
            return 2


def _tint(name: str) -> str:
    """A light colour that is the same for the same name."""
    n = crc32(name.encode())
    red, green, blue = (150 + (n >> shift) % 100 for shift in (0, 8, 16))
    return f"#{red:02x}{green:02x}{blue:02x}"
