"""Drawn signs by name, so that they are the same on every machine, as a font's are not.

Each is the path of an SVG in a square of 24 by 24, filled by the even-odd rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin


def _circle(x: float, y: float, r: float) -> str:
    return (
        f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0{-2 * r:g} 0Z"
    )


def _around(count: int, far: float, turn: float = 0.0) -> list[tuple[float, float]]:
    """Points on a circle round the middle, the first above it."""
    angles = (2 * pi * (at / count) + turn for at in range(count))
    return [
        (round(12 + far * sin(angle), 2), round(12 - far * cos(angle), 2))
        for angle in angles
    ]


def _polygon(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def _star(count: int, outer: float, inner: float) -> str:
    tips, dents = _around(count, outer), _around(count, inner, pi / count)
    return _polygon([point for both in zip(tips, dents, strict=True) for point in both])


def _dots(count: int, far: float, r: float) -> str:
    return "".join(_circle(x, y, r) for x, y in _around(count, far))


def _wave(y: float) -> str:
    return (
        f"M1 {y:g}q2.75-4 5.5 0t5.5 0 5.5 0 5.5 0v2.6q-2.75 4-5.5 0t-5.5 0-5.5 0-5.5 0Z"
    )


SIGNS: Mapping[str, str] = {
    "anchor": "M12 1a3 3 0 1 0 .01 0ZM10.5 7.5h3V10H17v3h-3.5v6c3-.5 5-2 5.5-4l-2 1 "
    "1.5-5L23 16l-2-.5C20 20 16.5 22.5 12 22.5S4 20 3 15.5L1 16l4.5-5L7 16l-2-1c.5 2 "
    "2.5 3.5 5.5 4v-6H7v-3h3.5Z",
    "anvil": "M2 5h20c-1 4-4 5-7 5v4l4 4v3H6v-3l4-4v-4C6 10 3 8 2 5Z",
    "arcade": "M2 3h20v18h-3v-6a3 3 0 0 0-5.5 0v6h-3v-6A3 3 0 0 0 5 15v6H2Z",
    "arch": "M2 3h20v18h-4v-6a6 6 0 0 0-12 0v6H2Z",
    "beast": "M3 11 1 8l3-2 1 2h12c3 0 5 2 5 5v8h-3v-5l-3-1v6h-3v-6H9v6H6v-7Z",
    "block": "M12 2 21 6.3 12 10.6 3 6.3ZM2.5 8 11 12.2V22L2.5 17.8Z"
    "M21.5 8 13 12.2V22l8.5-4.2Z",
    "boat": "M11 2v12H3C5 9 8 5 11 2ZM13 5c4 2 6 5 7 9h-7ZM1 16h22l-4 6H5Z",
    "book": "M11 5C8.5 3.5 5 3.2 1 4v15c4-.8 7.5-.5 10 1ZM13 5c2.5-1.5 6-1.8 "
    "10-1v15c-4-.8-7.5-.5-10 1Z",
    "bread": "M12 4c6 0 10 3 10 7 0 2-1 3-2 3v6H4v-6c-1 0-2-1-2-3 0-4 4-7 10-7ZM8 9l-2 "
    "3h2l2-3ZM13 9l-2 3h2l2-3Z",
    "brick": "M2 6h9v5H2ZM13 6h9v5h-9ZM2 13h4v5H2ZM8 13h9v5H8ZM19 13h3v5h-3Z",
    "cactus": "M10 22V15H7a4 4 0 0 1-4-4V7h3v4h4V4a2 2 0 0 1 4 0v10h4V9h3v5a3 3 0 0 "
    "1-3 3h-4v5Z",
    "card": "M5 1h14v22H5ZM7 3v18h10V3ZM9 6h6v12H9Z",
    "castle": "M1 22V5h3v3h3V5h2v5h6V5h2v3h3V5h3v17h-8v-4a3 3 0 0 0-6 0v4Z",
    "circle": _circle(12, 12, 9),
    "clover": _circle(12, 6.6, 4.6)
    + _circle(6.4, 14.2, 4.6)
    + _circle(17.6, 14.2, 4.6)
    + "M11 12h2l2 10H9Z",
    "coin": _circle(12, 12, 10.5) + _circle(12, 12, 8.3) + _circle(12, 12, 6.6),
    "cross": "M10 1h4v6h5v4h-5v12h-4V11H5V7h5Z",
    "crown": "M1 6l6 6 5-9 5 9 6-6-2 14H3Z",
    "cup": "M3 5h13v2h3a3 3 0 0 1 3 3v3a4 4 0 0 1-4 4h-2.500a4 4 0 0 1-3.5 "
    "3H7a4 4 0 0 1-4-4ZM16 9.500v5h2a1.5 1.5 0 0 0 1.5-1.500v-2.500a1 1 0 0 0-1-1Z",
    "diamond": "M12 1 21 12 12 23 3 12Z",
    "dome": "M12 1c1 3 8 5 8 11H4c0-6 7-8 8-11ZM3 13.500h18V22h-6v-3a3 3 0 0 0-6 0v3H3Z",
    "drop": "M12 1c4 6 7.5 9 7.5 13.500a7.5 7.5 0 0 1-15 0C4.5 10 8 7 12 1Z",
    "exchange": "M7 2v3h14v4H7v3L1 7ZM17 12v3H3v4h14v3l6-5Z",
    "eye": "M1 12C6 4 18 4 23 12 18 20 6 20 1 12Z"
    + _circle(12, 12, 4.5)
    + _circle(12, 12, 2.2),
    "fire": "M13 1c1 5 6 7 6 13a7 7 0 0 1-14 1c0-3 1.5-5 3-7 0 2 .5 3 2 4 0-4 "
    "1-8 3-11Z",
    "fish": "M1 12c4-7 11-7 15-2l6-5v14l-6-5c-4 5-11 5-15-2Z" + _circle(6.5, 11, 1.3),
    "flag": "M4 1h2.500v2H21l-4 5 4 5H6.500v10H4Z",
    "flower": _dots(5, 6.4, 3.7) + _circle(12, 12, 2.4),
    "fountain": "M11 9h2v5h8v2l-3 2v3H6v-3l-3-2v-2h8ZM12 8C11 3 5 2 4 8l2 1c.5-3 4-3 "
    "6-1ZM12 8c1-5 7-6 8 0l-2 1c-.5-3-4-3-6-1Z",
    "gear": _star(9, 11, 8) + _circle(12, 12, 3.4),
    "gem": "M6 3h12l5 6-11 13L1 9ZM8.5 9h7L12 18Z",
    "grain": "M11 23V9h2v14ZM12 1c2 2 2 5 0 7-2-2-2-5 0-7ZM11 13C7 13 5 11 5 7c4 0 6 2 6 "
    "6ZM13 13c4 0 6-2 6-6-4 0-6 2-6 6ZM11 20c-4 0-6-2-6-6 4 0 6 2 6 6ZM13 20c4 0 6-2 "
    "6-6-4 0-6 2-6 6Z",
    "grapes": "M11 1h2v4h-2Z"
    + "".join(
        _circle(x, y, 2.2)
        for y, row in (
            (8, (5, 9.7, 14.3, 19)),
            (12.4, (7.4, 12, 16.6)),
            (16.8, (9.7, 14.3)),
        )
        for x in row
    ),
    "hammer": "M3 5 9 2l9 3v5h-4v12h-4V10H3Z",
    "heart": "M12 22C4 15 1 11.5 1 7.500A5.8 5.8 0 0 1 12 5a5.8 5.8 0 0 1 11 "
    "2.500C23 11.5 20 15 12 22Z",
    "hexagon": _polygon(_around(6, 11)),
    "honeycomb": _polygon(_around(6, 11))
    + _polygon(_around(6, 8))
    + _polygon(_around(6, 5)),
    "horse": "M7 22c0-6 4-7 4-11l-4 3-4-2 5-7 1-4 3 3c7 0 10 6 10 18Z"
    + _circle(10.5, 7.5, 1.1),
    "house": "M12 2 1 12h3v9h6v-6h4v6h6v-9h3Z",
    "key": _circle(7, 12, 6)
    + _circle(6, 12, 2.2)
    + "M13 10.500h10v6h-3v-3h-2v3h-3v-3h-2Z",
    "leaf": "M22 2C9 2 3 7 3 15l-2 7h3l1.5-4C15 19 22 13 22 2Z",
    "letter": "M1 4h22v16H1ZM3.5 6 12 13l8.5-7Z",
    "log": "M6 6h12.500a3 6 0 0 1 0 12H6A3 6 0 0 1 6 6ZM6 8.500a1.5 3.5 0 1 0 .01 0ZM10 "
    "9h8v1.500h-8ZM11 13.500h8V15h-8Z",
    "moon": "M15 1.500A11 11 0 1 0 22.5 15.5 9 9 0 0 1 15 1.500Z",
    "mountain": "M1 21 9 4l4 8 2.5-4L23 21ZM9 8l-2.2 4.600L9 11.500l2 1.200Z",
    "pawn": "M12 1a5 5 0 0 1 3 9c3 2 5 6 5 12H4C4 16 6 12 9 10a5 5 0 0 1 3-9Z",
    "people": _circle(7, 6, 3.5)
    + _circle(17, 6, 3.5)
    + "M1 21c0-6 2-10 6-10s5 4 5 10ZM12.5 21c0-6 1-10 4.5-10s6 4 6 10Z",
    "pickaxe": "M1 10C6 1 18 1 23 10c-3-3-6-4-9.5-4.300V22h-3V5.700C7 6 4 7 1 10Z",
    "plus": "M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z",
    "ring": _circle(12, 12, 10.5) + _circle(12, 12, 6),
    "sand": _circle(6, 8, 2.2)
    + _circle(14, 5.5, 1.8)
    + _circle(18.5, 10, 1.8)
    + _circle(11.5, 10.5, 1.6)
    + "M1 20c4-7 7-7 11-3 4-3 7-2 11 3Z",
    "saw": "M2 5h15v4h5v5h-5l-2 4-2-4-2 4-2-4-2 4-2-4-2 4-1-4Z",
    "scales": "M11 1h2v2l8 1v2h-1l3 8a4.5 4 0 0 1-9 0l3-8.3-4-.5V20h4v2H7v-2h4V5.200l-4 "
    ".5L10 14a4.5 4 0 0 1-9 0l3-8H3V4l8-1ZM5.5 8l-2 6h4ZM18.5 8l-2 6h4Z",
    "shield": "M12 1l10 3v8c0 5-4 8.5-10 11C6 20.5 2 17 2 12V4Z",
    "skull": "M12 1a10 10 0 0 0-10 10c0 3 1 5 3 6v5h14v-5c2-1 3-3 3-6A10 10 0 0 0 12 1ZM12 "
    "14l1.5 3h-3Z" + _circle(8, 11, 2.4) + _circle(16, 11, 2.4),
    "spade": "M12 1c6 7 10.5 10 10.5 14a5.2 5.2 0 0 1-9 3.500L15 23H9l1.5-4.500a5.2 "
    "5.2 0 0 1-9-3.500C1.5 11 6 8 12 1Z",
    "square": "M3 3h18v18H3Z",
    "star": _star(5, 11.5, 4.8),
    "stone": "M4 19 1.5 12 7 5h8l7.5 6-2.5 8-6 2ZM8 8l-3 4 5-1 2-3Z",
    "sun": _dots(8, 10, 1.6) + _circle(12, 12, 6),
    "sword": "M21 1l2 2L12.5 15l2.5 2.5-2 2-2.5-2.500L6 21.5 2.5 18 7 13.5 4.5 "
    "11l2-2L9 11.500Z",
    "temple": "M12 1 23 8v2H1V8ZM3.5 11h3v8h-3ZM10.5 11h3v8h-3ZM17.5 11h3v8h-3ZM1 20h22v3H1Z",
    "tiles": "M2 2h9v9H2ZM13 2h9v9h-9ZM2 13h9v9H2ZM13 13h9v9h-9Z",
    "tower": "M5 23V10H3V2h4v3h3V2h4v3h3V2h4v8h-2v13h-5v-5a2 2 0 0 0-4 0v5Z",
    "tree": "M10.5 23v-6H7a5 5 0 0 1-2.2-9.6 7.3 7.3 0 0 1 14.4 0A5 5 0 0 1 17 17h-3.5v6Z",
    "triangle": "M12 2 23 21H1Z",
    "water": _wave(6) + _wave(13),
    "window": "M2 2h20v20H2ZM5 5v6h6V5ZM13 5v6h6V5ZM5 13v6h6v-6ZM13 13v6h6v-6Z",
}
