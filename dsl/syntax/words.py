"""The words that belong to the language itself: reserved words and builtins."""

from collections.abc import Mapping

BUILTIN_ENUMS: Mapping[str, tuple[str, ...]] = {
    "Side": ("north", "east", "south", "west"),
    "Direction": (
        "north",
        "northeast",
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
    ),
    "HexSide": ("east", "northeast", "northwest", "west", "southwest", "southeast"),
    "FlatSide": ("north", "northeast", "southeast", "south", "southwest", "northwest"),
}
"""Directions: four sides of a square, eight directions on a square board, six of a hex
that stands on a corner, six of one that lies flat."""

BUILTIN_NAMES = frozenset(
    {"players", "participants", "player_count", "origin", "winners", "box"}
)
"""Values that every game has."""

KEYWORDS = frozenset(
    """
    action adjust after and announce best can choose chooses constant do draw each
    else end enum every expect false for function game given has having if in is it
    let longest mod move next no nobody none not of or otherwise pass play player
    raise rank reach regions repeat require return rounded rule scenario secretly
    show shuffle some standings start stepping stop the then to true turn until when where
    while with without
    """.split()
)
"""The words of the language as one sees them: most are words only where no name can be."""

RESERVED = frozenset(
    """
    and can do draw else expect false for from if in is it let move next none not nothing
    of or otherwise pass player raise repeat return shuffle stop to true up where while
    """.split()
)
"""Words that a name may not be."""

SINCE_EDITION_2 = frozenset({"nothing"})
"""Those that a name of edition 1 may be."""

SCENARIOS = ("position", "scenario")
"""The blocks whose lines are those of scenarios."""

PLAYER_FIELDS = ("seat", "left", "right")
CELL_FIELDS = ("neighbours", "around", "diagonals", "row", "column")
SPACE_FIELDS = ("neighbours", "value")
"""What a cell of a board of named spaces has."""
PARTS = ("corners", "sides", "links")
"""What can be places beside the cells of a board."""
PART_FIELDS = ("neighbours", "cells", "corners", "sides")
"""What a corner, a side or a link has."""
ZONES = ("deck", "pile", "row", "hand", "bag", "area", "space", "stock")
"""The kinds of places where components lie."""
CELL_NAMES = ("algebraic", "lettered")
"""How cells can be named: letter and number, with row 1 at the bottom or at the top."""
