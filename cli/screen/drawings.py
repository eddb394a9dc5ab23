"""The boards and growing grids of a position, drawn with their legends."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

import click
from attrs import Factory, evolve, frozen

from rulesrun.cli.output.direction import (
    direction,
    left_to_right,
    right_to_left,
    unmarked,
)
from rulesrun.cli.output.harmless import styled
from rulesrun.cli.output.terminal import (
    coloured,
    folded,
    pad,
    width,
)
from rulesrun.cli.screen.hexmaps import HexTile, hex_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.maps import Paint, Place, Tile, board_lines, square_lines
from rulesrun.cli.screen.mosaics import Layer, mosaic_lines, mosaic_width, room
from rulesrun.cli.screen.networks import Network
from rulesrun.cli.screen.tiles import WRAP, Tiles, is_owner
from rulesrun.dsl.languages.spoken import in_every_language, translated
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.views import Seen
from rulesrun.interpreter.runtime import grids

INKS = (
    *("green", "magenta", "cyan", "red", "yellow", "blue"),
    *("bright_black", "bright_white", "bright_magenta"),
)
"""The colours of the values of an enum."""

SEATS = ("bright_yellow", "bright_cyan", "bright_red", "bright_green", "white")
"""The colours behind what the players own."""


KEPT = "\u00a0=\u00a0"
"""What stands between a short text and its meaning, where no line may end."""

DIRECTIONS = {
    **{"n": "north", "ne": "northeast", "e": "east", "se": "southeast"},
    **{"s": "south", "sw": "southwest", "w": "west", "nw": "northwest"},
}
"""The ends of the names of corners and sides, as words."""

TALL = 16
"""A drawing of more lines takes most of a screen."""


@frozen
class Group:
    """One declared variable with all that is seen of it."""

    symbol: VariableSymbol
    seen: tuple[Seen, ...]

    def label(self, labels: Labels) -> str:
        """What it is called."""
        return labels.words.label(self.symbol.decl.labels, self.symbol.name)

    def keys(self, labels: Labels, seen: Seen) -> str:
        """What one of it is of."""
        keys = zip(self.symbol.keys, seen.keys, strict=True)
        return " ".join(labels.brief(key.type, value) for key, value in keys)


Carried = Mapping[int, Sequence[tuple[VariableSymbol, Seen]]]
"""By the number of a component, what is seen of its variables."""


@frozen
class Drawings:
    """Draws boards and grids; what is offered is marked if the viewer may know it."""

    position: Position
    labels: Labels
    marked: bool
    carried: Carried = Factory(dict)

    # ---- growing grids ---------------------------------------------------------------

    def grid(self, group: Group, seen: Seen, title: str) -> list[str]:
        """A growing grid under its title; no lines if nothing lies on it."""
        kind = group.symbol.type
        assert isinstance(kind, t.GridType)
        if not seen.value:
            return []
        own = seen.owner in (None, self.position.player)
        offered = self._places(kind.shape) if own else frozenset()
        placed = {grids.coordinates(c): n for c, n in seen.value.items()}
        offered -= set(placed)
        by = group.symbol.decl.turned
        turned = by.text if by else None
        if kind.shape == "hex":
            hexes = {place: self._hex(n, turned) for place, n in placed.items()}
            lines = hex_lines(hexes, offered, self.labels.words.place)
        else:
            squares = {
                place: self._square(number, self._angle(number, turned))
                for place, number in placed.items()
            }
            lines = square_lines(squares, offered, self.labels.words.place)
        while lines and not lines[-1].strip():
            lines.pop()
        return [title, *self.block(lines)]

    def _square(self, number: int, angle: int) -> Tile:
        """A component in a few letters, with whose piece stands on it, and its sides."""
        tiles = Tiles(self.labels)
        text = " ".join(
            [tiles.short(number), *(code for code, _ in self._whose(number))]
        )
        ways = tiles.ways_out(number, angle, "square")
        return Tile(self.apart(text), tiles.sides(number, angle), ways)

    def _whose(self, number: int) -> Iterator[tuple[str, str]]:
        """Whose pieces stand on a component, by what says so on it."""
        for symbol, seen in self.carried.get(number, ()):
            if is_owner(t.without_none(symbol.type)) and seen.value is not None:
                label = self.labels.words.label(symbol.decl.labels, symbol.name)
                whose = f"{label} ({self.labels.player(seen.value)})"
                yield Tiles(self.labels).code(symbol, seen), whose

    def block(self, lines: Sequence[str]) -> Iterator[str]:
        """The lines of a drawing: from left to right, and all as long as the longest."""
        sizes = [width(click.unstyle(line)) for line in lines]
        for line, own in zip(lines, sizes, strict=True):
            whole = line + " " * (max(sizes) - own)
            yield left_to_right(whole) if self.labels.words.persian else line

    def _hex(self, number: int, turned: str | None) -> HexTile:
        """A component with its name, what lies on it, and what leads out of it."""
        tiles = Tiles(self.labels)
        lines = tiles.lines(number)
        for symbol, seen in self.carried.get(number, ()):
            if is_drawn(seen):
                text = self.labels.content(seen)
                if (
                    t.bundle_of(seen.type) is None
                ):  # a number alone tells nobody anything
                    name = self.labels.words.label(symbol.decl.labels, symbol.name)
                    text = f"{name} {text}"
                lines += _in_lines(text)
        ways = tiles.ways_out(number, self._angle(number, turned), "hex")
        return HexTile(tuple(map(self.apart, lines)), ways)

    def _angle(self, number: int, turned: str | None) -> int:
        """By how many sides a component lies turned."""
        carried = self.carried.get(number, ())
        return next((int(s.value) for _, s in carried if s.name == turned), 0)

    def apart(self, text: str) -> str:
        """A short text that must not run into the one beside it."""
        rightward = any(direction(sign) == "R" for sign in text)
        return right_to_left(text) if rightward else text

    def _listed(self, legend: Iterable[str], columns: int) -> list[str]:
        """What short texts stand for, each beside the other, in lines."""
        parts = (part.replace(" = ", KEPT, 1) for part in dict.fromkeys(legend))
        listed = self.labels.words.listed(parts)
        lines = folded(listed, columns, first="  ", indent="  ", cut_words=False)
        return [line.replace(KEPT, " = ") for line in lines]

    def legend(self, groups: Sequence[Group], columns: int) -> list[str]:
        """What the short texts on the tiles of grids stand for."""
        tiles = Tiles(self.labels)
        meanings: dict[str, str] = {}
        for group in groups:
            kind = group.symbol.type
            if not isinstance(kind, t.GridType):
                continue
            for seen in group.seen:
                for number in (seen.value or {}).values():
                    meanings |= tiles.meaning_of_ways(number, kind.shape)
                    if kind.shape == "hex" and tiles.fits(number):
                        continue
                    meaning = tiles.meaning(number)
                    if meaning is not None:
                        short, full = meaning
                        meanings[short] = _common(meanings.get(short, full), full)
                    if kind.shape != "hex":
                        meanings |= dict(self._whose(number))
        parts = (f"{short} = {full}" for short, full in sorted(meanings.items()))
        return self._listed(parts, columns) if meanings else []

    # ---- fixed boards ----------------------------------------------------------------

    def board(
        self, drawn: Mapping[str, Sequence[Group]], columns: int
    ) -> Iterator[str]:
        """A fixed board with what is on its cells, and what that stands for.

        `drawn` are the groups by the name of the board, and of its corners and sides.
        """
        legend: list[str] = []
        symbols = [group.symbol for of in drawn.values() for group in of]
        tiles = Tiles(self.labels).told_apart(symbols)
        layers = [self._layer(name, of, tiles, legend) for name, of in drawn.items()]
        called = self.labels.words.place
        cells, *parts = layers
        by_shape = {part.board.shape: _bare(part) for part in parts}
        corners, sides = by_shape.get("corners"), by_shape.get("sides")
        joined: Iterable[str] = ()
        if cells.board.columns and "links" in by_shape:  # the last of the parts
            joined = self._joined(list(drawn)[-1], by_shape["links"])
            parts.pop()
        if cells.board.shape == "graph":
            links = next(iter(map(_bare, parts)), None)
            bare = _bare(cells) if parts else cells
            network = Network(self.labels, next(iter(drawn)), bare, links, self.apart)
            lines = network.lines(columns - 2)
        elif not parts:
            lines = board_lines(
                cells.board, cells.texts, cells.paint, called, columns - 2
            )
        elif mosaic_width(cells.board, room(cells, sides)) <= columns - 2:
            lines = mosaic_lines(_bare(cells), corners, sides, called)
        else:
            lines = board_lines(
                cells.board, cells.texts, cells.paint, called, columns - 2
            )
            for part in map(_bare, parts):
                lines += [
                    f"{called(part.board.names[at])}  {part.paint(at, text)}"
                    for at, text in enumerate(part.texts)
                    if text
                ]
        yield from (f"  {line}" for line in self.block(lines))
        yield from self._listed(joined, columns)
        if legend:
            if len(lines) > TALL:
                yield ""  # what it stands for may be read on the next screen
            yield from self._listed(legend, columns)
        yield ""

    def _joined(self, name: str, links: Layer) -> Iterator[str]:
        """The links between cells, with what stands on them."""
        for at, text in enumerate(links.texts):
            called = self.labels.brief(t.CellType(name), at)
            yield f"{called}: {links.paint(at, text)}" if text else called

    def _layer(
        self, name: str, groups: Sequence[Group], tiles: Tiles, legend: list[str]
    ) -> Layer:
        """The short texts on the cells of a board; what they stand for goes into `legend`."""
        board = self.position.game.layout.boards[name]
        layers: list[list[str]] = []
        for group in groups:
            codes = [tiles.code(group.symbol, seen) for seen in group.seen]
            if set(codes) == {"."} and len(groups) > 1:
                continue
            layers.append(codes)
            legend += tiles.legend(group.symbol, group.seen)
        texts = _joined(layers) if layers else [""] * len(board.names)
        offered = self._cells(name)
        texts = _marked(texts, offered)
        if 0 < len(offered) < len(texts):
            legend.append(f"+ = {self.labels.words.say('can be chosen')}")
        if offered and board.shape in ("corners", "sides"):
            legend.append(self._called(board.names[min(offered)]))
        return Layer(board, list(map(self.apart, texts)), self._paint(groups, offered))

    def _called(self, name: str) -> str:
        """What the name of a corner or a side says: `b3-ne = northeast of b3`."""
        words = self.labels.words
        cell, _, short = name.rpartition("-")
        side = translated(DIRECTIONS[short], words.language, "direction")
        phrase = words.say("side of", side=side, cell=words.place(cell))
        return f"{words.name(words.place(name))} = {phrase}"

    def _paint(self, groups: Sequence[Group], offered: Set[int]) -> Paint:
        """Colours: of owners behind, of kinds in front; what is offered is bold."""
        if not coloured(sys.stdout):
            return lambda _, text: text
        kinds: dict[int, int] = {}
        owners: dict[int, int] = {}
        for group in groups:
            kind = t.without_none(group.symbol.type)
            values = kinds if isinstance(kind, t.EnumType) else None
            values = owners if is_owner(kind) else values
            for cell, seen in enumerate(group.seen if values is not None else ()):
                if seen.value is not None and not seen.hidden and values is not None:
                    values.setdefault(cell, seen.value)

        def paint(cell: int, text: str) -> str:
            inner = text.strip()
            front = INKS[kinds[cell] % len(INKS)] if cell in kinds else None
            back = SEATS[owners[cell] % len(SEATS)] if cell in owners else None
            if back is not None:
                front = "black"
            inked = styled(inner, front, back, bold=cell in offered)
            return text.replace(inner, inked, 1) if inner else text

        return paint

    # ---- what is offered -------------------------------------------------------------

    def _places(self, shape: str) -> frozenset[Place]:
        """The places of growing grids of a shape that the present options choose."""
        return frozenset(
            grids.coordinates(value)
            for kind, value in self.offered
            if kind == t.PlaceType(shape) and value is not None
        )

    def _cells(self, board: str) -> frozenset[int]:
        """The cells of a board that the present options choose."""
        wanted = t.CellType(board)
        return frozenset(value for kind, value in self.offered if kind == wanted)

    @property
    def choosable_types(self) -> frozenset[t.Type]:
        """The types of what the present options choose."""
        return frozenset(kind for kind, _ in self.offered)

    @property
    def offered(self) -> Iterator[tuple[t.Type, Any]]:
        """What the present options choose, value by value, with its type."""
        if self.position.over or not self.marked:
            return
        items = self.position.decision_plan.items
        for number, values in self.position.raw:
            for symbol, value in zip(items[number].chosen, values, strict=True):
                yield symbol.type, value


def _bare(layer: Layer) -> Layer:
    """A layer without the dots that stand for nothing."""
    return evolve(layer, texts=["" if text == "." else text for text in layer.texts])


def _in_lines(text: str) -> list[str]:
    """A text on a hex, in lines; so many of a kind stand together."""
    together = unmarked(text).replace(" ", "\u00a0")
    for sign in in_every_language(" + ", "and"):
        together = together.replace(sign.replace(" ", "\u00a0"), sign)
    return [
        line.replace("\u00a0", " ") for line in folded(together, WRAP, cut_words=False)
    ]


def is_drawn(seen: Seen) -> bool:
    """Whether a map of hexes shows what is in a variable of a component on it."""
    return isinstance(seen.type, t.ZoneType) and not seen.keys and not seen.hidden


def _joined(layers: Sequence[Sequence[str]]) -> list[str]:
    """The codes of each cell in one; in columns where they could be confused."""
    signs = [{code[0] for code in codes} - {"."} for codes in layers]
    alike = [{"0" if sign.isdigit() else sign for sign in row} for row in signs]
    if len(set().union(*alike)) == sum(map(len, alike)):
        texts = ("".join(codes) for codes in zip(*layers, strict=True))
        return [text.replace(".", "") or "." for text in texts]
    sizes = [max(map(width, codes)) for codes in layers]
    cells = (
        "".join(pad(code, size) for code, size in zip(codes, sizes, strict=True))
        for codes in zip(*layers, strict=True)
    )
    return [cell.rstrip(". ") or cell[:1] for cell in cells]


def _marked(texts: list[str], offered: Set[int]) -> list[str]:
    """The texts of the cells with a + at those that are offered."""
    if not 0 < len(offered) < len(texts):
        return [text or "." for text in texts]
    return [
        (text.strip(".") + "+" if c in offered else text) or "."
        for c, text in enumerate(texts)
    ]


def _common(one: str, other: str) -> str:
    """What two names have in common at their beginning, or the one name of both."""
    if one == other:
        return one
    same = 0
    for a, b in zip(one.rstrip("…"), other, strict=False):
        if a != b:
            break
        same += 1
    return f"{other[:same].rstrip('( -')}…"
