"""What the places of a board have beside them: fields, and what steps are told apart by.

Corners and sides are parts of a board of rows and columns; links may join its cells, too.
"""

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import Declared, World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.words import (
    BUILTIN_ENUMS,
    CELL_FIELDS,
    PART_FIELDS,
    PARTS,
    SPACE_FIELDS,
)

_ENUMS = {"square": "Direction", "flat hex": "FlatSide"}
"""By shape of a board, the enum of its directions; of all others it is that of hexes."""

_OTHER = {"corners": "sides", "sides": "corners", "graph": "links"}
"""By shape of a board, what tells the steps over it apart."""


def parts_of(world: Declared, whole: str, part: str) -> sym.BoardSymbol | None:
    """The board of the corners, of the sides or of the links of a board."""
    boards = world.each(sym.BoardSymbol)
    return next((b for b in boards if b.whole == whole and b.shape == part), None)


def parts_of_board(world: Declared, whole: str) -> list[sym.BoardSymbol]:
    """The boards of the corners, sides and links of a board."""
    result = (parts_of(world, whole, part) for part in PARTS)
    return [part for part in result if part is not None]


def is_lattice(board: sym.BoardSymbol) -> bool:
    """Whether a board has rows and columns."""
    return board.decl.rows is not None


def enum_of_spaces(world: Declared, kind: t.Type) -> t.EnumType | None:
    """The enum whose values the cells of a board of named spaces are."""
    if not isinstance(kind, t.CellType):
        return None
    board = world.get(sym.BoardSymbol, kind.board)
    spaces = board.decl.spaces if board is not None else None
    return t.EnumType(spaces.text) if spaces is not None else None


def fields_of_cells(world: Declared, kind: t.CellType) -> tuple[str, ...]:
    """What a cell has beside the variables of the rules."""
    board = world.get(sym.BoardSymbol, kind.board)
    if board is None or board.whole is None:
        parts = parts_of_board(world, kind.board)
        named = enum_of_spaces(world, kind) is not None
        own = SPACE_FIELDS if named else CELL_FIELDS
        return (*own, *(part.shape for part in parts))
    other = _OTHER.get(board.shape)
    has_parts = other is not None and parts_of(world, board.whole, other) is not None
    return tuple(f for f in PART_FIELDS if f not in PARTS or (f == other and has_parts))


def beside(world: Declared, kind: t.CellType, field: str) -> t.CellType | None:
    """The type of the places of which a field of a cell is a list."""
    if field not in fields_of_cells(world, kind):
        return None
    board = world.get(sym.BoardSymbol, kind.board)
    whole = kind.board if board is None else board.whole or kind.board
    if field == "value":
        return None
    if field == "cells":
        return t.CellType(whole)
    if field not in PARTS:
        return kind
    result = parts_of(world, whole, field)
    if result is None:
        return None
    result.used = True
    return t.CellType(result.name)


def missing_part(world: Declared, kind: t.CellType, field: str) -> str | None:
    """The line that would declare the corners, sides or links that a field speaks of."""
    board = world.get(sym.BoardSymbol, kind.board)
    if board is None or field not in PARTS or board.shape in ("links", field):
        return None
    if "links" in (field, "links" if board.shape == "graph" else ""):
        named = board.shape == "graph" and parts_of(world, kind.board, field) is None
        linkable = field in ("links", "sides") and named
        return (
            f'board NAME: links of {board.name} from "links.csv"' if linkable else None
        )
    return f"board NAME: {field} of {board.whole or board.name}"


def steps_by(world: Declared, item: t.Type) -> t.Type | None:
    """What tells the steps from a place apart: its side, or what lies between.

    From cell to cell it is a direction, from corner to corner the side that is walked
    along, from side to side the corner that both touch; none where these are not
    declared. From space to space it is the link, from link to link the space where they
    meet. Where links join cells a step along one has no direction.
    """
    if isinstance(item, t.PlaceType):
        return t.SIDES[item.shape]
    assert isinstance(item, t.CellType)
    board = world.get(sym.BoardSymbol, item.board)
    if board is None:
        return None
    if board.shape == "links":
        return t.CellType(board.whole or "")
    if board.whole is None and board.shape != "graph":
        side = t.EnumType(_ENUMS.get(board.shape, "HexSide"))
        linked = parts_of(world, board.name, "links") is not None
        return t.OptionalType(side) if linked else side
    other = parts_of(world, board.whole or board.name, _OTHER[board.shape])
    return None if other is None else t.CellType(other.name)


def names_diagonals(world: World, test: nodes.Expr) -> bool:
    """Whether a condition of steps, or what it calls, names diagonals of a square board."""
    pending: list[object] = [test]
    seen: set[sym.FunctionSymbol] = set()
    while pending:
        tree = pending.pop()
        if any(a.name in ("around", "diagonals") for a in each(tree, nodes.Attribute)):
            return True
        for name in each(tree, nodes.Name):
            symbol = world.refs.get(id(name))
            if isinstance(symbol, sym.ValueSymbol) and symbol.enum == "Direction":
                if symbol.name not in BUILTIN_ENUMS["Side"]:
                    return True
        for call in each(tree, nodes.Call):
            function = world.get(sym.FunctionSymbol, call.name)
            if function is not None and function not in seen:
                seen.add(function)
                pending.append(function.decl.body)
    return False
