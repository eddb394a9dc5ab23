"""Boards and square grids as lines of text, labelled as choices name their cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from attrs import Factory, frozen

from rulesrun.cli.output.terminal import right, width
from rulesrun.interpreter.runtime.boards import Board

Place = tuple[int, int]
"""Coordinates x, y on a growing grid."""

CROSSING, FLOWING = "═≈"
"""What leads out of a tile: the first kind of it in the rules, and any other."""

_UPRIGHT_WAY, _FLAT_WAY = {CROSSING: "╪"}, {CROSSING: "╫"}
"""What leads through an upright line, and through a flat one."""

CORNERS = "·╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the lines that meet: 1 from above, 2 from the right, 4 from below, 8 from left."""


@frozen
class Tile:
    """What lies on a place of a growing grid: a short text, and its walled sides.

    `ways` are signs in the middle of sides: of what leads out there.
    """

    text: str
    sides: frozenset[str] = frozenset()
    ways: Mapping[str, str] = Factory(dict)


Paint = Callable[[int, str], str]
"""Gives the text of a cell, by its number, in colours."""

Called = Callable[[str], str]
"""Gives the digits in which people read the name of a place, a row or a column."""


def board_lines(
    board: Board,
    cells: Sequence[str],
    paint: Paint = lambda _, text: text,
    called: Called = str,
    limit: int | None = None,
) -> list[str]:
    """A fixed board; `cells` are the short texts on its cells.

    Odd rows of hexes stand half a cell to the right, each row of a rhombus half a cell
    further than the one above. What is wider than the limit stands in parts, one under
    the other.
    """
    rows = [called(_label(board, row * board.columns, 0)) for row in range(board.rows)]
    heads = [called(_label(board, column, 1)) for column in range(board.columns)]
    margin = max(map(width, rows)) + 2
    size = max([1, *map(width, cells), *map(width, heads)])
    shifts = [_shift(board, row) for row in range(board.rows)]
    room = limit - margin if limit is not None else None
    pitch = size + 1
    if any(shifts) and pitch % 2:  # so that half a hex is a whole number of columns
        roomy = (2 * board.columns + max(shifts)) * (pitch + 1) // 2
        pitch += room is None or roomy <= room
    across = board.columns
    if room is not None:
        across = max(1, min(across, (room + 1 - max(shifts) * (pitch // 2)) // pitch))
    lines: list[str] = []
    for first in range(0, board.columns, across):
        part = range(first, min(first + across, board.columns))
        header = "".join(centred(heads[at], size).ljust(pitch) for at in part)
        lines += ([""] if lines else []) + [(" " * margin + header).rstrip()]
        for row, label in enumerate(rows):
            shift = " " * (shifts[row] * (pitch // 2))
            line = (" " * (pitch - size)).join(
                paint(cell, centred(cells[cell], size))
                for cell in (row * board.columns + at for at in part)
            )
            beside = board.shape == "rhombus"  # a label stands beside its row
            head = f"{shift if beside else ''}{right(label, margin - 2)}  "
            lines.append(f"{head}{'' if beside else shift}{line}".rstrip())
    return lines


def _shift(board: Board, row: int) -> int:
    """By how many halves of a cell a row stands to the right."""
    return {"hex": row % 2, "rhombus": row}.get(board.shape, 0)


def _label(board: Board, cell: int, part: int) -> str:
    """The part of a cell's name that tells its row, or its column."""
    name = board.names[cell]
    if "," in name:
        return name.split(",")[part]
    letters = name.rstrip("0123456789")
    return letters if part else name[len(letters) :]


def centred(text: str, size: int) -> str:
    """The text in the middle of a column."""
    space = size - width(text)
    return " " * (space // 2) + text + " " * (space - space // 2)


# ---- growing grids -------------------------------------------------------------------


def square_lines(
    tiles: Mapping[Place, Tile], offered: Set[Place], called: Called = str
) -> list[str]:
    """A growing grid of squares: walls as lines, and a + at the offered places."""
    if not tiles and not offered:
        return []
    drawn = {*tiles, *offered}
    xs = range(min(x for x, _ in drawn), max(x for x, _ in drawn) + 1)
    ys = range(min(y for _, y in drawn), max(y for _, y in drawn) + 1)
    size = 2 + max([3, *(width(tile.text) for tile in tiles.values())])
    margin = max(len(str(y)) for y in ys)
    heads = " ".join(centred(called(str(x)), size) for x in xs)
    lines = [(" " * (margin + 2) + heads).rstrip()]
    for y in (*ys, ys.stop):
        lattice = _corner(tiles, xs.start, y)
        for x in xs:
            lattice += _edge(tiles, x, y, size)
            lattice += _corner(tiles, x + 1, y)
        lines.append((" " * (margin + 1) + lattice).rstrip())
        if y == ys.stop:
            break
        row = _between(tiles, xs.start, y)
        for x in xs:
            tile = tiles.get((x, y))
            text = tile.text if tile else "+" if (x, y) in offered else ""
            row += centred(text, size)
            row += _between(tiles, x + 1, y)
        lines.append(f"{right(called(str(y)), margin)} {row}".rstrip())
    return lines


def _has(tiles: Mapping[Place, Tile], place: Place, side: str) -> bool:
    tile = tiles.get(place)
    return tile is not None and side in tile.sides


def _flat(tiles: Mapping[Place, Tile], x: int, y: int) -> bool:
    """Whether there is a wall between a place and the one to the north of it."""
    return _has(tiles, (x, y), "north") or _has(tiles, (x, y - 1), "south")


def _upright(tiles: Mapping[Place, Tile], x: int, y: int) -> bool:
    """Whether there is a wall between a place and the one to the west of it."""
    return _has(tiles, (x, y), "west") or _has(tiles, (x - 1, y), "east")


def _way(
    tiles: Mapping[Place, Tile], place: Place, side: str, other: Place, opposite: str
) -> str:
    """What leads from a place to another one, seen from either; nothing if nothing does."""
    for at, toward in ((place, side), (other, opposite)):
        tile = tiles.get(at)
        if tile is not None and toward in tile.ways:
            return tile.ways[toward]
    return ""


def _edge(tiles: Mapping[Place, Tile], x: int, y: int, size: int) -> str:
    """What stands between a place and the one to the north of it."""
    line = ("─" if _flat(tiles, x, y) else " ") * size
    way = _way(tiles, (x, y), "north", (x, y - 1), "south")
    half = size // 2
    return line[:half] + _FLAT_WAY.get(way, way) + line[half + 1 :] if way else line


def _between(tiles: Mapping[Place, Tile], x: int, y: int) -> str:
    """What stands between a place and the one to the west of it."""
    way = _way(tiles, (x, y), "west", (x - 1, y), "east")
    if way:
        return _UPRIGHT_WAY.get(way, way)
    return "│" if _upright(tiles, x, y) else " "


def _corner(tiles: Mapping[Place, Tile], x: int, y: int) -> str:
    """The sign at the north-west corner of a place."""
    met = (
        _upright(tiles, x, y - 1)
        + 2 * _flat(tiles, x, y)
        + 4 * _upright(tiles, x, y)
        + 8 * _flat(tiles, x - 1, y)
    )
    around = ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1))
    return CORNERS[met] if met or any(place in tiles for place in around) else " "
