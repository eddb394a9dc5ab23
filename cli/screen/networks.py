"""Named spaces and the links between them as lines of text.

A space is a dot with its name, a link a line of dots with its text in the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import Factory, define, frozen

from rulesrun.cli.output.terminal import pad, width
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.mosaics import Canvas, Layer, lines_of, write
from rulesrun.dsl.semantics.geometry import parts_of
from rulesrun.dsl.semantics.value_types import CellType
from rulesrun.interpreter.runtime.placing import laid_out

LOWEST, HIGHEST = 7, 26
"""So many lines a map has at least, and at most."""

USUAL = 18
"""More lines are taken only where names would run into each other."""

SPACE = "●"
"""A space on the map."""

TRIED = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)
"""Where along a link its text may stand."""

Spot = tuple[int, int]
"""A line and a column."""


@define
class Drawn:
    """The lines of a map, and the links whose text found no place on it."""

    lines: list[str] = Factory(list)
    left_out: list[int] = Factory(list)


@frozen
class Network:
    """Named spaces with their links, as they are called on the screen.

    Attributes:
        labels: What is called how.
        name: The board of the spaces.
        spaces: What stands beside them.
        links: What stands on the links, if there are any.
        apart: Keeps a text from running into the one beside it.
    """

    labels: Labels
    name: str
    spaces: Layer
    links: Layer | None
    apart: Callable[[str], str]

    def lines(self, columns: int) -> list[str]:
        """A map, or lists where there is no room for it or nothing to draw."""
        symbol = parts_of(self.labels.game.program.world, self.name, "links")
        links = symbol.links if symbol is not None else ()
        ends = [(link.a, link.b, link.one_way) for link in links]
        names = self._called(self.name, range(len(self.spaces.texts)))
        drawn = None
        if self.links is not None or self.spaces.board.points:
            drawn = network_lines(self.spaces, names, self.links, ends, columns)
        if drawn is None:
            every = range(len(names))
            lines = _listed(names, self.spaces, every)
            left: Sequence[int] = range(len(links))
        else:
            lines, left = drawn.lines, drawn.left_out
        if self.links is not None and symbol is not None:
            lines = [
                *lines,
                *_listed(self._called(symbol.name, left), self.links, left),
            ]
        return lines

    def _called(self, board: str, cells: Iterable[int]) -> list[str]:
        kind = CellType(board)
        return [self.apart(self.labels.brief(kind, cell)) for cell in cells]


def _listed(names: Sequence[str], layer: Layer, cells: Iterable[int]) -> list[str]:
    """Names with the short texts beside them."""
    size = max(map(width, names), default=0)
    return [
        f"{pad(name, size)}  {layer.paint(at, layer.texts[at])}".rstrip()
        for name, at in zip(names, cells, strict=True)
    ]


def network_lines(
    spaces: Layer,
    names: Sequence[str],
    links: Layer | None,
    ends: Sequence[tuple[int, int, bool]],
    limit: int,
) -> Drawn | None:
    """A map of spaces and links; none where it would be wider than the limit.

    Args:
        spaces: What stands beside the names of the spaces.
        names: What they are called.
        links: What stands on the links, if there are any.
        ends: By link its spaces, and whether it leads only from the first.
        limit: How many columns there are.
    """
    labels = [
        f"{SPACE} {name}{f' {text}' if text.strip('.') else ''}"
        for name, text in zip(names, spaces.texts, strict=True)
    ]
    longest = max(map(width, labels), default=0)
    points = laid_out(spaces.board, linked=links is not None)
    if limit < 2 * longest + 8:
        return None
    spots = _spots(points, labels, limit - longest)
    if spots is None:
        return None
    canvas: Canvas = {}
    taken: set[Spot] = set()
    for (row, column), label in zip(spots, labels, strict=True):
        taken |= {(row, at) for at in range(column, column + width(label) + 1)}
    drawn = Drawn()
    if links is not None:
        _draw_links(canvas, links, ends, (spots, taken), drawn)
    for space, ((row, column), label) in enumerate(zip(spots, labels, strict=True)):
        write(canvas, row, column, label, _painted(spaces, space, label))
    drawn.lines = lines_of(canvas)
    return drawn


def _painted(spaces: Layer, space: int, label: str) -> str:
    text = spaces.texts[space]
    if not text.strip("."):
        return label
    return label[: len(label) - len(text)] + spaces.paint(space, text)


def _spots(
    points: Sequence[tuple[float, float]], labels: Sequence[str], wide: int
) -> list[Spot] | None:
    """Where each space stands, so that no label runs into another one."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    shape = wide * down / across / 2 if across else float(HIGHEST)
    start = min(max(round(shape), LOWEST), USUAL)
    for high in range(start, HIGHEST + 1):
        spots: list[Spot] = []
        rows: dict[int, list[tuple[int, int]]] = {}
        order = sorted(range(len(points)), key=lambda n: (ys[n], xs[n]))
        placed: dict[int, Spot] = {}
        for n in order:
            row = round((ys[n] - min(ys)) / down * (high - 1)) if down else 0
            column = round((xs[n] - min(xs)) / across * (wide - 1)) if across else 0
            end = column + width(labels[n])
            for shifted in (row, row + 1, row - 1):
                beside = rows.get(shifted, [])
                if shifted >= 0 and all(
                    end < a - 1 or column > b + 1 for a, b in beside
                ):
                    rows.setdefault(shifted, []).append((column, end))
                    placed[n] = shifted, column
                    break
        if len(placed) == len(points):
            spots = [placed[n] for n in range(len(points))]
            return spots
    return None


def _draw_links(
    canvas: Canvas,
    links: Layer,
    ends: Sequence[tuple[int, int, bool]],
    around: tuple[Sequence[Spot], set[Spot]],
    drawn: Drawn,
) -> None:
    spots, taken = around
    alike: dict[tuple[int, int], list[int]] = {}
    for number, (a, b, _) in enumerate(ends):
        alike.setdefault((min(a, b), max(a, b)), []).append(number)
    ways = {pair: _between(spots[pair[0]], spots[pair[1]]) for pair in alike}
    for pair, numbers in alike.items():
        for at in ways[pair]:
            if at not in taken:
                canvas.setdefault(at, "·")
        for number in numbers:
            a, b, one_way = ends[number]
            if one_way:
                _point(canvas, ways[pair], taken, spots[a], spots[b])
    for pair, numbers in alike.items():
        way = ways[pair]
        for copy, number in enumerate(numbers):
            text = links.texts[number]
            if not text.strip("."):
                continue
            share = (copy + 1) / (len(numbers) + 1) if len(numbers) > 1 else 0.5
            for wanted in (share, *TRIED):
                if not way:
                    continue
                row, column = way[min(int(wanted * len(way)), len(way) - 1)]
                start = max(0, column - (width(text) - 1) // 2)
                room = {(row, at) for at in range(start - 1, start + width(text) + 1)}
                if room.isdisjoint(taken):
                    write(canvas, row, start, text, links.paint(number, text))
                    taken |= room
                    break
            else:
                drawn.left_out.append(number)


def _point(
    canvas: Canvas, way: Sequence[Spot], taken: set[Spot], start: Spot, end: Spot
) -> None:
    """An arrow near the end of a link of one way."""
    down, right = end[0] - start[0], end[1] - start[1]
    sign = "v" if down > 0 else "^"
    if abs(right) > 2 * abs(down):
        sign = ">" if right > 0 else "<"
    near = sorted(
        (at for at in way if at not in taken),
        key=lambda at: abs(at[0] - end[0]) * 2 + abs(at[1] - end[1]),
    )
    if near:
        canvas[near[min(1, len(near) - 1)]] = sign


def _between(one: Spot, other: Spot) -> list[Spot]:
    """The places on the way from one to another, neither of them included."""
    return list(_line(one, other))[1:-1]


def _line(one: Spot, other: Spot) -> Iterator[Spot]:
    (row, column), (last_row, last_column) = one, other
    steps = max(abs(last_row - row), abs(last_column - column))
    for step in range(steps + 1):
        share = step / steps if steps else 0.0
        yield (
            round(row + share * (last_row - row)),
            round(column + share * (last_column - column)),
        )
