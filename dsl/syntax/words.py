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

FUNCTIONS: Mapping[str, str] = {
    "size": "size(S): how many there are in a collection",
    "sum": "sum(S), sum(E for x in S): the total",
    "most": "most(S), most(E for x in S): the greatest value",
    "least": "least(S), least(E for x in S): the smallest value",
    "min": "min(a, b): the smaller number",
    "max": "max(a, b): the larger number",
    "abs": "abs(n): the number without its sign",
    "first": "first(L): the first of a list",
    "last": "last(L): the last of a list",
    "reversed": "reversed(L): the list back to front",
    "distinct": "distinct(S): each different value once",
    "top": "top(zone): the component on top",
    "bottom": "bottom(zone): the component at the bottom",
    "random": "random(S): one of S by chance",
    "clockwise": "clockwise(p): all players from p on, clockwise",
    "others": "others(p): all players but p, clockwise from the left of p",
    "neighbours": "neighbours(g, c): the places next to c on a growing grid",
    "frontier": "frontier(g): the empty places next to a component of the grid",
    "enclosed": "enclosed(g): the empty places that cannot be left to the outside",
    "outline": "outline(g): the closed loops of outer edges of a square grid",
    "components": "components(g): what lies on the grid",
    "step": "step(c, side): the cell on that side, none beyond the border",
    "ray": "ray(c, side): the cells in that direction up to the border",
    "toward": "toward(a, b): the side of a that b lies on; what two corners share",
    "lines": "lines(board, n): all straight lines of n cells",
    "lines_through": "lines_through(c, n): the straight lines of n cells through c",
    "lines_from": "lines_from(c, n): the straight lines of n cells that begin at c",
    "distance": "distance(a, b): steps from a to b",
    "border": "border(board): the cells at the edge of the board",
    "cell_at": "cell_at(board, row, column): the cell there, rows and columns from 0",
    "section": "section(c, rows, columns): the number of the section of that size",
    "place_at": "place_at(x, y): the place of a growing square grid",
    "covers": "covers(a, b): whether bundle a holds as many of each as b, or more",
    "shared": "shared(a, b): what is in both sets, or of each kind in both bundles",
    "rotated": "rotated(side, n): the side, or sides, n steps further clockwise",
    "position": "position(L, x): where x stands in a list or row, counted from 1",
}
"""The functions of the language with a line on each."""

RESERVED = frozenset(
    """
    action adjust after and announce best can choose chooses constant do draw each
    else end enum every expect false for function game given has having if in is it
    let longest mod move next no nobody none not of or otherwise pass play player
    raise rank reach regions repeat require return rounded rule scenario secretly
    shuffle some standings start stepping stop the then to true turn until when where
    while with without
    """.split()
)
"""Words that a name may not be."""

SCENARIOS = ("position", "scenario")
"""The blocks whose lines are those of scenarios."""

PLAYER_FIELDS = ("seat", "left", "right")
CELL_FIELDS = ("neighbours", "around", "diagonals", "row", "column")
PARTS = ("corners", "sides")
"""What can be places beside the cells of a board."""
PART_FIELDS = ("neighbours", "cells", *PARTS)
"""What a corner or a side has."""
ZONES = ("deck", "pile", "row", "hand", "bag", "area", "space", "stock")
"""The kinds of places where components lie."""
CELL_NAMES = ("algebraic", "lettered")
"""How cells can be named: letter and number, with row 1 at the bottom or at the top."""
