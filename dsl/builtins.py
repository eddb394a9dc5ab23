"""The functions of the language, and those that only the core knows: one table.

All that is known of a function stands in its row: how it is written and what a designer
reads of it (the reference, completion, messages), how many values it takes and by which
rule they are typed (`semantics/inference/calls.py`), what it becomes in the core
(`core/lower_calls.py`), what it does there exactly, and how many items it gives
(`core/sizes.py`).

More than 400 lines because it is one table, a row for each function.
"""

from collections.abc import Mapping

from attrs import frozen


@frozen
class Builtin:
    """One function.

    Attributes:
        name: Its name in the language or, where it has none there, in the core.
        says: How it is written, and what it gives, in a line; none if nobody writes it.
        values: How many values it is given, at least and at most.
        rule: The rule by which a call is typed.
        fold: What goes over the items of its value, where the core has that for it.
        core: Its name in the core, where that is another one.
        first: What its first value is in the core: a list, whatever collection is given,
            or a board, which its type says and which is left out.
        takes, gives, exactly: What it takes and gives in the core, and what it does. A
            board or the shape of a grid is that of the cells or places among its values.
        size: How many items its value has at most: as many as its first value (`first`),
            or what `core/sizes.py` knows by that word; none where nothing is known.
        pure: False where chance is drawn.
        now: How it is said since edition 2, which does not know it.
    """

    name: str
    says: str = ""
    values: tuple[int, int] = (0, 0)
    rule: str = ""
    fold: str = ""
    core: str = ""
    first: str = ""
    takes: tuple[str, ...] = ()
    gives: str = ""
    exactly: str = ""
    size: str | None = None
    pure: bool = True
    now: str = ""

    @property
    def written(self) -> str:
        """How it is written."""
        return self.says.partition(": ")[0]

    @property
    def about(self) -> str:
        """What it gives."""
        return self.says.partition(": ")[2]


_ALL = (
    Builtin(
        "size",
        "size(S): how many there are in a collection",
        values=(1, 1),
        rule="size",
        takes=("list, set, bundle or grid",),
        gives="number",
        exactly="how many items there are; of a bundle all its amounts together",
    ),
    Builtin(
        "sum",
        "sum(S), sum(E for x in S): the total",
        values=(1, 1),
        rule="numbers",
        fold="sum",
    ),
    Builtin(
        "most",
        "most(S), most(E for x in S): the greatest value",
        values=(1, 1),
        rule="numbers",
        fold="most",
    ),
    Builtin(
        "least",
        "least(S), least(E for x in S): the smallest value",
        values=(1, 1),
        rule="numbers",
        fold="least",
    ),
    Builtin(
        "min",
        "min(a, b): the smaller number",
        values=(2, 9),
        rule="arithmetic",
        takes=("number", "number", "..."),
        gives="number",
        exactly="the smallest of 2 to 9",
    ),
    Builtin(
        "max",
        "max(a, b): the larger number",
        values=(2, 9),
        rule="arithmetic",
        takes=("number", "number", "..."),
        gives="number",
        exactly="the greatest of 2 to 9",
    ),
    Builtin(
        "abs",
        "abs(n): the number without its sign",
        values=(1, 1),
        rule="arithmetic",
        takes=("number",),
        gives="number",
        exactly="the number without its sign",
    ),
    Builtin(
        "first",
        "first(L): the first of a list",
        values=(1, 1),
        rule="one_of",
        fold="first",
    ),
    Builtin(
        "last",
        "last(L): the last of a list",
        values=(1, 1),
        rule="one_of",
        first="list",
        takes=("list",),
        gives="item",
        exactly="the last item; of an empty list a fault",
    ),
    Builtin(
        "reversed",
        "reversed(L): the list back to front",
        values=(1, 1),
        rule="reversed",
        first="list",
        takes=("list",),
        gives="list",
        exactly="the list back to front",
        size="first",
    ),
    Builtin(
        "distinct",
        "distinct(S): each different value once",
        now="{x for x in S}",
        values=(1, 1),
        rule="distinct",
        fold="set",
    ),
    Builtin(
        "top",
        "top(zone): the component on top",
        values=(1, 1),
        rule="one_of",
        fold="first",
    ),
    Builtin(
        "bottom",
        "bottom(zone): the component at the bottom",
        values=(1, 1),
        rule="one_of",
        core="last",
        first="list",
    ),
    Builtin(
        "random",
        "random(S): one of S by chance",
        values=(1, 1),
        rule="one_of",
        first="list",
        takes=("list or set",),
        gives="item",
        exactly="one of the items, each as likely, by chance; of nothing a fault",
        pure=False,
    ),
    Builtin(
        "clockwise",
        "clockwise(p): all players from p on, clockwise",
        values=(1, 1),
        rule="players",
        takes=("player",),
        gives="list of players",
        exactly="all players from this one on, round the table",
        size="players",
    ),
    Builtin(
        "others",
        "others(p): all players but p, clockwise from the left of p",
        values=(1, 1),
        rule="players",
        takes=("player",),
        gives="list of players",
        exactly="all players but this one, from its left on",
        size="players",
    ),
    Builtin(
        "neighbours",
        "neighbours(g, c): the places next to c on a growing grid",
        now="[step(c, s) for s in Side]",
        values=(2, 2),
        rule="places",
        core="grid_neighbours",
        takes=("grid", "place"),
        gives="list of places",
        exactly="the places beside it, by the sides of the grid in the order of their "
        "enum",
        size="sides",
    ),
    Builtin(
        "frontier",
        "frontier(g): the empty places next to a component of the grid",
        values=(1, 1),
        rule="places",
        takes=("grid",),
        gives="list of places",
        exactly="the empty places beside a component, upwards",
        size="frontier",
    ),
    Builtin(
        "enclosed",
        "enclosed(g): the empty places that cannot be left to the outside",
        values=(1, 1),
        rule="places",
        takes=("grid",),
        gives="list of places",
        exactly="the empty places from which no way over empty places leads outside, "
        "upwards",
    ),
    Builtin(
        "outline",
        "outline(g): the closed loops of outer edges of a square grid",
        values=(1, 1),
        rule="outline",
        takes=("square grid",),
        gives="list of lists of edges",
        exactly="the closed loops of outer sides, see `interpreter.grids.outline`",
        size="frontier",
    ),
    Builtin(
        "components",
        "components(g): what lies on the grid",
        values=(1, 1),
        rule="components",
        takes=("grid",),
        gives="list of components",
        exactly="what lies there, upwards",
        size="first",
    ),
    Builtin(
        "step",
        "step(c, side): the cell on that side, none beyond the border",
        values=(2, 2),
        rule="step",
        takes=("cell or place", "side"),
        gives="cell or none, or place",
        exactly="the one on that side; beyond the border of a board none",
    ),
    Builtin(
        "ray",
        "ray(c, side): the cells in that direction up to the border",
        values=(2, 2),
        rule="ray",
        takes=("cell", "side"),
        gives="list of cells",
        exactly="from the next one in that direction to the border",
        size="cells",
    ),
    Builtin(
        "toward",
        "toward(a, b): the side of a that b lies on; what two corners share",
        values=(2, 2),
        rule="toward",
        takes=("cell or place", "the same"),
        gives="side or none",
        exactly="the first side of the one on which the other lies; none if it lies on "
        "none. Of corners the side that joins them, of sides the corner that "
        "they share",
    ),
    Builtin(
        "lines",
        "lines(board, n): all straight lines of n cells",
        now="{line for c in board for line in lines_through(c, n)}",
        values=(2, 2),
        rule="lines",
        first="board",
        takes=("number",),
        gives="list of lists of cells",
        exactly="all straight lines of so many cells, each once, in the order of their "
        "first cells (cells upwards), by direction: east, southeast, south, "
        "southwest. Less than 1 is a fault. The board is that of the type",
        size="lines",
    ),
    Builtin(
        "lines_through",
        "lines_through(c, n): the straight lines of n cells through c",
        values=(2, 2),
        rule="lines",
        takes=("cell", "number"),
        gives="list of lists of cells",
        exactly="those of them that the cell is part of",
        size="lines",
    ),
    Builtin(
        "lines_from",
        "lines_from(c, n): the straight lines of n cells that begin at c",
        values=(2, 2),
        rule="lines",
        takes=("cell", "number"),
        gives="list of lists of cells",
        exactly="the straight lines of so many cells that begin at the cell, by "
        "direction in the order of the board's own sides (see "
        "`interpreter.boards`)",
        size="lines",
    ),
    Builtin(
        "distance",
        "distance(a, b): steps from a to b; where none lead there, an error",
        values=(2, 2),
        rule="distance",
        takes=("cell or place", "the same"),
        gives="number",
        exactly="the fewest steps over `neighbours`; of places of a square grid",
    ),
    Builtin(
        "border",
        "border(board): the cells at the edge of the board",
        values=(1, 1),
        rule="border",
        first="board",
        gives="list of cells",
        exactly="the cells of the outermost rows and columns, upwards; the board is "
        "that of the type",
        size="cells",
    ),
    Builtin(
        "cell_at",
        "cell_at(board, row, column): the cell there, rows and columns from 0",
        now="board[row, column]",
        values=(3, 3),
        rule="cell_at",
        first="board",
        takes=("number", "number"),
        gives="cell or none",
        exactly="the cell in that row and column, from 0; the board is that of the type",
    ),
    Builtin(
        "section",
        "section(c, rows, columns): the number of the section of that size",
        now="c.row / rows rounded down",
        values=(3, 3),
        rule="section",
        takes=("cell", "number", "number"),
        gives="number",
        exactly="the number, from 0, of the section of so many rows and columns (row by "
        "row)",
    ),
    Builtin(
        "place_at",
        "place_at(x, y): the place of a growing square grid",
        values=(2, 2),
        rule="place_at",
        takes=("number", "number"),
        gives="place",
        exactly="the place at x and y; further than 500 from the origin is a fault",
    ),
    Builtin(
        "covers",
        "covers(a, b): whether bundle a holds as many of each as b, or more",
        now="a >= b",
        values=(2, 2),
        rule="covers",
        takes=("bundle", "bundle"),
        gives="truth",
        exactly="whether the first has as many or more",
    ),
    Builtin(
        "shared",
        "shared(a, b): what is in both sets, or of each kind in both bundles",
        values=(2, 2),
        rule="shared",
        takes=("list, set or bundle", "the same"),
        gives="the same",
        exactly="the items of the first that are in the second, too (of a list in its "
        "order, as often as there); of bundles the smaller amount of each kind",
        size="first",
    ),
    Builtin(
        "rotated",
        "rotated(v, n): the value n further round its enum; of sides, one or a set, clockwise",
        values=(2, 2),
        rule="rotated",
        takes=("value of an enum, or set of sides", "number"),
        gives="the same",
        exactly="the value so many further in its enum (negative: before it), where the "
        "first follows the last; of a side, or of each of a set of sides, so many steps "
        "clockwise: `HexSide` is declared anticlockwise",
        size="first",
    ),
    Builtin(
        "position",
        "position(L, x): where x stands in a list or row, from 1; its place on a grid, or none",
        values=(2, 2),
        rule="position",
        first="list",
        takes=("list", "item"),
        gives="number",
        exactly="where the item stands first, from 1; where it does not, a fault",
    ),
    Builtin(
        "pays",
        takes=("bundle", "bundle", "number", "bits of kinds", "..."),
        gives="truth",
        exactly="whether the first is, exactly, a way to pay the second and the number "
        "of the kinds; after these, four by four, how many of which kinds "
        "(bits) stand for one of which kinds (bits), and whether they do now",
    ),
    Builtin(
        "pays_in_part",
        takes=("value of an enum", "bundle", "number", "bits of kinds", "..."),
        gives="truth",
        exactly="whether any of that is paid by pieces of the kind",
    ),
    Builtin(
        "winners",
        gives="list of players",
        exactly="those in place 1 of the result so far, upwards",
        size="players",
    ),
    Builtin(
        "grid_with",
        takes=("grid", "component", "place"),
        gives="grid",
        exactly="the grid with that component at that place, whatever lay there",
        size="one more",
    ),
    Builtin(
        "grid_without",
        takes=("grid", "place"),
        gives="grid",
        exactly="the grid with nothing at that place",
        size="first",
    ),
    Builtin(
        "same_face",
        takes=("component or none", "component or none"),
        gives="truth",
        exactly="whether both are there and look alike",
    ),
    Builtin(
        "same_faces",
        takes=("list or set of components", "list or set of components"),
        gives="truth",
        exactly="whether both have the same components by their looks, in whatever "
        "order",
    ),
    Builtin(
        "same_faces_in_order",
        takes=("list of components", "list of components"),
        gives="truth",
        exactly="whether both have the same components by their looks in the same order",
    ),
)

FUNCTIONS: Mapping[str, Builtin] = {one.name: one for one in _ALL if one.says}
"""The functions of the language, in the order of the reference."""

CORE: Mapping[str, Builtin] = {one.core or one.name: one for one in _ALL if one.gives}
"""The functions that a target brings along, by their names in the core."""
