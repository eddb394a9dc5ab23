"""Growing grids of hexes as lines of text: a wall of bricks, each row half a brick on.

A brick has the six sides of its hex: the halves of its upper edge are north-west and
north-east, those of its lower edge south-west and south-east. What leads out of a tile
(a road, say) is a sign on that side; where it meets nothing, only half of it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from attrs import Factory, define, frozen

from rulesrun.cli.output.terminal import width
from rulesrun.cli.screen.maps import CORNERS, CROSSING, Called, Place, centred
from rulesrun.interpreter.runtime.grids import HEX

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""The lines that meet in a corner."""

_UPRIGHT = {(True, True): "╪", (True, False): "╡", (False, True): "╞"}
_FLAT = {(True, True): "╫", (True, False): "╨", (False, True): "╥"}
"""By whether a road comes from the tile before the wall, and from that behind it."""


@frozen
class HexTile:
    """What lies on a place: lines of text, and by side the sign of what leads out."""

    lines: tuple[str, ...]
    sides: Mapping[str, str] = Factory(dict)


@define
class _Wall:
    """A piece of wall where something may lead through, from two tiles."""

    upright: bool
    before: str = ""
    behind: str = ""

    def sign(self) -> str:
        """How it is drawn, if anything leads out here."""
        met = (self.before == CROSSING, self.behind == CROSSING)
        if any(met):
            return (_UPRIGHT if self.upright else _FLAT)[met]
        return self.before or self.behind


def hex_lines(
    tiles: Mapping[Place, HexTile], offered: Set[Place], called: Called = str
) -> list[str]:
    """The lines of a grid; the offered places stand without walls, with a +."""
    drawn = dict.fromkeys(offered, HexTile(("+",))) | dict(tiles)
    if not drawn:
        return []
    texts = {
        (x, y): (*tile.lines, called(f"{x},{y}")) for (x, y), tile in drawn.items()
    }
    size = max(width(line) for lines in texts.values() for line in lines)
    pitch = size + 3 + (size + 3) % 2
    tops = _tops(texts)
    left = min(x * pitch + y * pitch // 2 for x, y in drawn)
    corners = {(x, y): (tops[y], x * pitch + y * pitch // 2 - left) for x, y in drawn}
    canvas: dict[tuple[int, int], str] = {}
    for place, lines in texts.items():
        top, start = corners[place]
        down = (tops[place[1] + 1] - top - len(lines)) // 2
        for at, line in enumerate(lines, max(1, down)):
            _write(canvas, top + at, start + 1, centred(line, pitch - 1))
    canvas |= dict(_walls(tiles, corners, pitch, tops))
    rows = 1 + max(row for row, _ in canvas)
    ends = 1 + max(column for _, column in canvas)
    return [
        "".join(canvas.get((row, column), " ") for column in range(ends)).rstrip()
        for row in range(rows)
    ]


def _tops(texts: Mapping[Place, tuple[str, ...]]) -> dict[int, int]:
    """By row of places, and one row more, the line of its upper walls."""
    rows = [y for _, y in texts]
    tops = {min(rows): 0}
    for y in range(min(rows), max(rows) + 1):
        high = max([len(lines) for (_, row), lines in texts.items() if row == y] or [1])
        tops[y + 1] = tops[y] + high + 1
    return tops


def _write(
    canvas: dict[tuple[int, int], str], row: int, column: int, text: str
) -> None:
    """Put a text down, sign by sign; what takes up no room joins the sign before it."""
    at = column - 1
    for character in text:
        wide = width(character)
        if wide == 0 and at >= column:
            canvas[row, at] += character
            continue
        at += 1
        canvas[row, at] = character
        if wide == 2:
            at += 1
            canvas[row, at] = ""


def _walls(
    tiles: Mapping[Place, HexTile],
    corners: Mapping[Place, tuple[int, int]],
    pitch: int,
    tops: Mapping[int, int],
) -> Iterator[tuple[tuple[int, int], str]]:
    """The signs of all walls, and of what leads through them, with where they stand."""
    lines: dict[tuple[int, int], int] = {}
    through: dict[tuple[int, int], _Wall] = {}
    for place, tile in tiles.items():
        top, left = corners[place]
        bottom, right = tops[place[1] + 1], left + pitch
        for column in range(left, right):
            for row in (top, bottom):
                lines[row, column] = lines.get((row, column), 0) | RIGHT
                lines[row, column + 1] = lines.get((row, column + 1), 0) | LEFT
        for row in range(top, bottom):
            for column in (left, right):
                lines[row, column] = lines.get((row, column), 0) | DOWN
                lines[row + 1, column] = lines.get((row + 1, column), 0) | UP
        middle = (top + bottom) // 2
        near, far = left + pitch // 4, left + pitch // 2 + pitch // 4
        spots = {
            "east": (middle, right),
            "northeast": (top, far),
            "northwest": (top, near),
            "west": (middle, left),
            "southwest": (bottom, near),
            "southeast": (bottom, far),
        }
        for side in HEX.sides:
            upright = side in ("east", "west")
            wall = through.setdefault(spots[side], _Wall(upright))
            sign = tile.sides.get(side, "")
            if side in ("east", "southwest", "southeast"):
                wall.before = sign
            else:
                wall.behind = sign
    for at, mask in lines.items():
        wall_sign = through[at].sign() if at in through else ""
        yield at, wall_sign or CORNERS[mask]
