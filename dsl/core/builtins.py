"""The functions that a target brings along: `Prim` nodes are calls of these.

What they take and give is told by the types of the node and its arguments; a board or
the shape of a grid is that of the cells or places among them. `most` of a list and the
like are no functions of their own but `Fold`.
"""

from collections.abc import Mapping

from attrs import frozen


@frozen
class Builtin:
    """One function: its name, what it takes and gives, and what it does.

    `size` says how many items its value has at most: as many as its first argument
    (`first`), or what `sizes` knows by that word; none where it is no collection or
    nothing is known. `pure` is false where chance is drawn.
    """

    name: str
    takes: tuple[str, ...]
    gives: str
    about: str
    size: str | None = None
    pure: bool = True


_ALL = (
    Builtin("min", ("number", "number", "..."), "number", "the smallest of 2 to 9"),
    Builtin("max", ("number", "number", "..."), "number", "the greatest of 2 to 9"),
    Builtin("abs", ("number",), "number", "the number without its sign"),
    Builtin(
        "size",
        ("list, set, bundle or grid",),
        "number",
        "how many items there are; of a bundle all its amounts together",
    ),
    Builtin("last", ("list",), "item", "the last item; of an empty list a fault", None),
    Builtin("reversed", ("list",), "list", "the list back to front", "first"),
    Builtin(
        "position",
        ("list", "item"),
        "number",
        "where the item stands first, from 1; where it does not, a fault",
    ),
    Builtin(
        "covers", ("bundle", "bundle"), "truth", "whether the first has as many or more"
    ),
    Builtin(
        "pays",
        ("bundle", "bundle", "number", "bits of kinds", "..."),
        "truth",
        "whether the first is, exactly, a way to pay the second and the number of the "
        "kinds; after these, four by four, how many of which kinds (bits) stand for one of "
        "which kinds (bits), and whether they do now",
    ),
    Builtin(
        "pays_in_part",
        ("value of an enum", "bundle", "number", "bits of kinds", "..."),
        "truth",
        "whether any of that is paid by pieces of the kind",
    ),
    Builtin(
        "shared",
        ("list, set or bundle", "the same"),
        "the same",
        "the items of the first that are in the second, too (of a list in its order, as "
        "often as there); of bundles the smaller amount of each kind",
        "first",
    ),
    Builtin(
        "rotated",
        ("side or set of sides", "number"),
        "the same",
        "so many steps further clockwise (negative: anticlockwise). `HexSide` is "
        "declared anticlockwise, `Side` and `Direction` clockwise",
        "first",
    ),
    Builtin(
        "random",
        ("list or set",),
        "item",
        "one of the items, each as likely, by chance; of nothing a fault",
        pure=False,
    ),
    Builtin(
        "clockwise",
        ("player",),
        "list of players",
        "all players from this one on, round the table",
        "players",
    ),
    Builtin(
        "others",
        ("player",),
        "list of players",
        "all players but this one, from its left on",
        "players",
    ),
    Builtin(
        "winners",
        (),
        "list of players",
        "those in place 1 of the result so far, upwards",
        "players",
    ),
    Builtin(
        "step",
        ("cell or place", "side"),
        "cell or none, or place",
        "the one on that side; beyond the border of a board none",
    ),
    Builtin(
        "ray",
        ("cell", "side"),
        "list of cells",
        "from the next one in that direction to the border",
        "cells",
    ),
    Builtin(
        "toward",
        ("cell or place", "the same"),
        "side or none",
        "the first side of the one on which the other lies; none if it lies on none. Of "
        "corners the side that joins them, of sides the corner that they share",
    ),
    Builtin(
        "lines",
        ("number",),
        "list of lists of cells",
        "all straight lines of so many cells, each once, in the order of their first "
        "cells (cells upwards), by direction: east, southeast, south, southwest. Less "
        "than 1 is a fault. The board is that of the type",
        "lines",
    ),
    Builtin(
        "lines_through",
        ("cell", "number"),
        "list of lists of cells",
        "those of them that the cell is part of",
        "lines",
    ),
    Builtin(
        "lines_from",
        ("cell", "number"),
        "list of lists of cells",
        "the straight lines of so many cells that begin at the cell, by direction in "
        "the order of the board's own sides (see `interpreter.boards`)",
        "lines",
    ),
    Builtin(
        "distance",
        ("cell or place", "the same"),
        "number",
        "the fewest steps over `neighbours`; of places of a square grid",
    ),
    Builtin(
        "border",
        (),
        "list of cells",
        "the cells of the outermost rows and columns, upwards; the board is that of the "
        "type",
        "cells",
    ),
    Builtin(
        "cell_at",
        ("number", "number"),
        "cell or none",
        "the cell in that row and column, from 0; the board is that of the type",
    ),
    Builtin(
        "section",
        ("cell", "number", "number"),
        "number",
        "the number, from 0, of the section of so many rows and columns (row by row)",
    ),
    Builtin(
        "place_at",
        ("number", "number"),
        "place",
        "the place at x and y; further than 500 from the origin is a fault",
    ),
    Builtin(
        "grid_neighbours",
        ("grid", "place"),
        "list of places",
        "the places beside it, by the sides of the grid in the order of their enum",
        "sides",
    ),
    Builtin(
        "frontier",
        ("grid",),
        "list of places",
        "the empty places beside a component, upwards",
        "frontier",
    ),
    Builtin(
        "enclosed",
        ("grid",),
        "list of places",
        "the empty places from which no way over empty places leads outside, upwards",
    ),
    Builtin(
        "outline",
        ("square grid",),
        "list of lists of edges",
        "the closed loops of outer sides, see `interpreter.grids.outline`",
        "frontier",
    ),
    Builtin(
        "components",
        ("grid",),
        "list of components",
        "what lies there, upwards",
        "first",
    ),
    Builtin(
        "grid_with",
        ("grid", "component", "place"),
        "grid",
        "the grid with that component at that place, whatever lay there",
        "one more",
    ),
    Builtin(
        "grid_without",
        ("grid", "place"),
        "grid",
        "the grid with nothing at that place",
        "first",
    ),
    Builtin(
        "same_face",
        ("component or none", "component or none"),
        "truth",
        "whether both are there and look alike",
    ),
    Builtin(
        "same_faces",
        ("list or set of components", "list or set of components"),
        "truth",
        "whether both have the same components by their looks, in whatever order",
    ),
    Builtin(
        "same_faces_in_order",
        ("list of components", "list of components"),
        "truth",
        "whether both have the same components by their looks in the same order",
    ),
)

BUILTINS: Mapping[str, Builtin] = {builtin.name: builtin for builtin in _ALL}
"""By name."""
