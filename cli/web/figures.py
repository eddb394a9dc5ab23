"""Tiles, maps and boards as SVG, drawn from what the rules declare of them.

The table in the browser draws the same things in the same shapes; it draws what lies on
them as well, and again after every choice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import islice

from attrs import Factory, define, frozen

from rulesrun.cli.output.direction import unmarked
from rulesrun.cli.screen.labels import Labels, printed_fields
from rulesrun.cli.web.looks import Looks
from rulesrun.cli.web.networks import joined, spaces_at
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import parts_of
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.reports.views import Seen, view
from rulesrun.interpreter.runtime.support import bits

RADIUS = 50.0
"""Of a hex, from its middle to a corner; half the side of a square."""

PLAIN = "#cdbf9f"
WAYS, WALL = ("#8a6a45", "#3f86c4"), "#5a4a3c"
"""What leads out of hexes: the first kind of it, and any other; walls of squares."""

STYLE = f"""\
svg {{ display: block; max-width: 100%; height: auto; }}
svg text {{ text-anchor: middle; fill: #23211d; font-weight: 600;
  font-family: inherit; }}
.ground {{ stroke: #0005; stroke-width: 1.5; }}
.road {{ stroke: {WAYS[0]}; stroke-width: 8; stroke-linecap: round; }}
.river {{ stroke: {WAYS[1]}; stroke-width: 11; stroke-linecap: round; }}
.wall {{ stroke: {WALL}; stroke-width: 7; }}
.plate {{ fill: #fffdf6; opacity: .9; }}
.man {{ stroke: #0009; stroke-width: 3; }}
.way {{ stroke: var(--faint); stroke-width: 7; }}
figure {{ margin: 0; min-width: 0; }}
figcaption {{ color: var(--faint); font-size: .9rem; }}
.figures {{ display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }}
.legend {{ display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; list-style: none; }}
.legend i, .chip i {{ display: inline-block; inline-size: .85em; block-size: .85em;
  border: 1px solid #0006; border-radius: .2em; margin-inline-end: .35em;
  background: var(--tint); vertical-align: -.08em; }}
"""

Point = tuple[float, float]


@define
class Cell:
    """What stands in a cell: the colour behind, signs on it, all of it in words."""

    fill: str = PLAIN
    sign: str = ""
    piece: str | None = None
    texts: list[str] = Factory(list)


@frozen
class Figures:
    """Draws for one game in one language."""

    labels: Labels
    looks: Looks

    # ---- colours ---------------------------------------------------------------------

    def colour(self, enum: str, index: int) -> str:
        """The colour of a value of an enum."""
        value = self.labels.game.program.world.enum(enum).values[index]
        return self.looks.colour(enum, value.name, value.index)

    def tint(self, number: int) -> str | None:
        """The colour of a component: that of the first value of an enum on it."""
        component = self.labels.game.layout.components[number]
        symbol = self.labels.game.program.world.component(component.kind)
        for field in printed_fields(symbol):
            kind, value = t.without_none(field.type), component.fields.get(field.name)
            if isinstance(kind, t.EnumType) and isinstance(value, int):
                return self.colour(kind.name, value)
        return None

    def legend(self, enum: str, used: set[int]) -> str:
        """Which colour is which value."""
        values = self.labels.game.program.world.enum(enum).values
        items = (
            f'<li style="--tint: {self.colour(enum, v.index)}"><i></i>'
            f"{_words(self.labels.words.label(v.labels, v.name))}</li>"
            for v in values
            if v.index in used
        )
        return f'<ul class="legend">{"".join(items)}</ul>'

    # ---- tiles -----------------------------------------------------------------------

    def shape(self, kind: str) -> str | None:
        """The shape of the growing grids on which components of a kind can lie."""
        types = (symbol.type for symbol in self.labels.game.layout.families)
        return next(
            (
                grid.shape
                for grid in types
                if isinstance(grid, t.GridType) and kind in grid.item.names
            ),
            None,
        )

    def tile(self, number: int) -> str | None:
        """A tile that lies on a growing grid, with what its sides show; else none."""
        component = self.labels.game.layout.components[number]
        shape = self.shape(component.kind)
        if shape is None:
            return None
        symbol = self.labels.game.program.world.component(component.kind)
        fill = self.tint(number) or PLAIN
        outline = _outline("hex" if shape == "hex" else "square", (0, 0), fill)
        sides = "".join(self._sides(symbol, component.fields, shape))
        wide = RADIUS * (math.sqrt(3) if shape == "hex" else 2)
        box = (
            f"{-wide / 2 - 3:.0f} {-RADIUS - 3:.0f} {wide + 6:.0f} {2 * RADIUS + 6:.0f}"
        )
        return (
            f'<svg viewBox="{box}" width="96" aria-hidden="true">{outline}{sides}</svg>'
        )

    def sides(self, symbol: sym.ComponentSymbol) -> list[sym.FieldSymbol]:
        """The fields of a kind of tile that are drawn at its sides."""
        shape = self.shape(symbol.name)
        if shape is None:
            return []
        kind = t.SetType(t.SIDES["hex" if shape == "hex" else "square"])
        return [field for field in symbol.fields.values() if field.type == kind]

    def meaning_of_sides(self, symbol: sym.ComponentSymbol) -> str:
        """What is drawn at the sides of tiles of a kind."""
        colours = WAYS if self.shape(symbol.name) == "hex" else (WALL,)
        fields = self.sides(symbol)
        tints = (*colours, *(colours[-1:] * len(fields)))
        items = (
            f'<li style="--tint: {tint}"><i></i>'
            f"{_words(self.labels.words.label(field.labels, field.name))}</li>"
            for field, tint in zip(fields, tints, strict=False)
        )
        return f'<ul class="legend">{"".join(items)}</ul>' if fields else ""

    def _sides(
        self, symbol: sym.ComponentSymbol, values: Mapping[str, object], shape: str
    ) -> Iterator[str]:
        """What leads out of a hex; the walls of a square."""
        way = "road"
        for field in self.sides(symbol):
            mask = values.get(field.name)
            for side in bits(mask) if isinstance(mask, int) else ():
                if shape == "hex":
                    yield (
                        f'<line class="{way}" x2="38" transform="rotate({-60 * side})"/>'
                    )
                else:  # from the north on clockwise
                    at = RADIUS - 4
                    yield (
                        f'<line class="wall" x1="{-at:.0f}" x2="{at:.0f}" '
                        f'y1="{-at:.0f}" y2="{-at:.0f}" '
                        f'transform="rotate({90 * side})"/>'
                    )
            way = "river"

    # ---- maps and boards -------------------------------------------------------------

    def grid(self, shape: str, rows: Sequence[Sequence[Cell]], title: str) -> str:
        """Rows of cells, those of hexes each half a cell on."""
        cells = {
            _middle(shape, row, column): cell
            for row, line in enumerate(rows)
            for column, cell in enumerate(line)
        }
        return _drawn(shape, cells, title)

    def board(self, name: str, position: Position | None) -> str:
        """A fixed board with the names of its cells, and what lies on them at first."""
        board = self.labels.game.layout.boards[name]
        kind = t.CellType(name)
        called = (
            [self.labels.brief(kind, at) for at in range(len(board.names))]
            if board.shape == "graph"
            else map(self.labels.words.digits, board.names)
        )
        cells = [Cell(texts=[one]) for one in called]
        used: dict[str, set[int]] = {}
        seen = iter(view(position, ONLOOKER).seen if position is not None else ())
        for symbol, family in self.labels.game.layout.told.items():
            for one in islice(seen, family.size):
                if symbol.owner == t.CellType(name):
                    self._put(one, cells[one.owner], used)
        legends = [self.legend(enum, values) for enum, values in used.items()]
        plain = not used and len(cells) <= 256
        for cell in cells:
            if plain and not cell.sign and cell.piece is None:
                cell.sign = cell.texts[0]
        world = self.labels.game.program.world
        declared = world.get(sym.BoardSymbol, name)
        links = parts_of(world, name, "links")
        if board.shape == "graph" and declared is not None:
            points = [(x / 2, y / 2) for x, y in spaces_at(self.labels, declared)]
        else:
            points = [
                _middle(board.shape, at // board.columns, at % board.columns)
                for at in range(len(cells))
            ]
        drawn = _drawn(
            board.shape,
            dict(zip(points, cells, strict=True)),
            name,
            ""
            if links is None
            else "".join(
                self._ways(links, position, [(2 * x, 2 * y) for x, y in points])
            ),
        )
        return f"<figure>{drawn}{''.join(legends)}</figure>"

    def _ways(
        self, links: sym.BoardSymbol, position: Position | None, points: Sequence[Point]
    ) -> Iterator[str]:
        """The links between spaces or cells, each with what is seen of it."""
        kind = t.CellType(links.name)
        cells = [
            Cell(texts=[self.labels.brief(kind, at)]) for at in range(len(links.links))
        ]
        seen = iter(view(position, ONLOOKER).seen if position is not None else ())
        for symbol, family in self.labels.game.layout.told.items():
            for one in islice(seen, family.size):
                if symbol.owner == kind:
                    self._put(one, cells[one.owner], {})
        lines = joined(links, points)
        for line, cell in zip(lines, cells, strict=True):
            x, y, there, below = (n / 2 for n in line)
            title = escape(unmarked(", ".join(cell.texts)))
            stroke = "" if cell.fill == PLAIN else f' style="stroke:{cell.fill}"'
            sign = (
                "" if not cell.sign else _signed((x + there) / 2, (y + below) / 2, cell)
            )
            yield (
                f'<g><title>{title}</title><line class="way"{stroke} x1="{x:.1f}" '
                f'y1="{y:.1f}" x2="{there:.1f}" y2="{below:.1f}"/>{sign}</g>'
            )

    def _put(self, seen: Seen, cell: Cell, used: dict[str, set[int]]) -> None:
        """Put what is seen of a variable of a cell on that cell."""
        if seen.hidden or (seen.value in (None, False, (), 0) and not _is_first(seen)):
            return
        kind = t.without_none(seen.type)
        if isinstance(kind, t.EnumType):
            if cell.fill == PLAIN:
                cell.fill = self.colour(kind.name, seen.value)
                used.setdefault(kind.name, set()).add(seen.value)
        elif seen.kind == "piece space" or isinstance(kind, t.PlayerType):
            cell.piece = self.looks.seat(seen.value)
        elif not cell.sign:
            many = isinstance(kind, t.IntType)
            cell.sign = self.labels.words.number(seen.value) if many else "●"
        cell.texts.append(self.labels.content(seen))


def _is_first(seen: Seen) -> bool:
    """Whether a nought is the first of several: a player, or a value of an enum."""
    kind = t.without_none(seen.type)
    owned = isinstance(kind, t.EnumType | t.PlayerType) or seen.kind == "piece space"
    return owned and seen.value is not None and seen.value is not False


def _drawn(
    shape: str, cells: Mapping[Point, Cell], title: str, behind: str = ""
) -> str:
    """Cells round their middles."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    left, top = min(xs) - RADIUS - 3, min(ys) - RADIUS - 3
    size = (max(xs) - left + RADIUS + 3, max(ys) - top + RADIUS + 3)
    box = f"{left:.0f} {top:.0f} {size[0]:.0f} {size[1]:.0f}"
    wide = min(720, size[0] * 0.6)
    inner = "".join(_cell(shape, at, cell) for at, cell in cells.items())
    return (
        f'<svg viewBox="{box}" width="{wide:.0f}" role="img" '
        f'aria-label="{escape(unmarked(title))}">{behind}{inner}</svg>'
    )


def _cell(shape: str, at: Point, cell: Cell) -> str:
    x, y = at
    parts = [_outline(shape, at, cell.fill)]
    if cell.piece is not None:
        parts.append(
            f'<circle class="man" cx="{x:.1f}" cy="{y:.1f}" r="26" fill="{cell.piece}"/>'
        )
    if cell.sign:
        size = min(34.0, 150 / max(1, len(unmarked(cell.sign))))
        parts.append(
            f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size:.0f}">'
            f"{escape(unmarked(cell.sign))}</text>"
        )
    title = escape(unmarked(", ".join(cell.texts)))
    return f"<g>{''.join(parts)}{f'<title>{title}</title>' if title else ''}</g>"


def _outline(shape: str, at: Point, fill: str) -> str:
    x, y = at
    if shape in ("hex", "rhombus"):
        corners = " ".join(
            f"{x + RADIUS * math.cos(angle):.1f},{y + RADIUS * math.sin(angle):.1f}"
            for angle in (math.radians(30 + 60 * n) for n in range(6))
        )
        return f'<polygon class="ground" points="{corners}" fill="{fill}"/>'
    if shape == "graph":
        return (
            f'<circle class="ground" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" '
            f'fill="{fill}"/>'
        )
    return (
        f'<rect class="ground" x="{x - RADIUS:.1f}" y="{y - RADIUS:.1f}" '
        f'width="{2 * RADIUS}" height="{2 * RADIUS}" fill="{fill}"/>'
    )


def _middle(shape: str, row: int, column: int) -> Point:
    if shape == "square":
        return column * 2 * RADIUS, row * 2 * RADIUS
    shift = row % 2 / 2 if shape == "hex" else row / 2
    return (column + shift) * math.sqrt(3) * RADIUS, row * 1.5 * RADIUS


def _signed(x: float, y: float, cell: Cell) -> str:
    """A short text in the middle of a link."""
    return (
        f'<circle class="plate" cx="{x:.1f}" cy="{y:.1f}" r="13"/>'
        f'<text x="{x:.1f}" y="{y + 6:.1f}" font-size="18">'
        f"{escape(unmarked(cell.sign))}</text>"
    )


def _words(text: str) -> str:
    return f"<bdi>{escape(unmarked(text))}</bdi>"
