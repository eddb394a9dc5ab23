"""What the places of a board have beside them: fields, and what steps are told apart by."""

from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import BoardSymbol, FunctionSymbol, ValueSymbol
from rulesrun.dsl.semantics.value_types import (
    SIDES,
    CellType,
    EnumType,
    PlaceType,
    Type,
)
from rulesrun.dsl.semantics.world import Declared, World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.words import BUILTIN_ENUMS, CELL_FIELDS, PART_FIELDS, PARTS

_ENUMS = {"square": "Direction", "flat hex": "FlatSide"}
"""By shape of a board, the enum of its directions; of all others it is that of hexes."""


def parts_of(world: Declared, whole: str, part: str) -> BoardSymbol | None:
    """The board of the corners, or of the sides, of a board."""
    boards = world.each(BoardSymbol)
    return next((b for b in boards if b.whole == whole and b.shape == part), None)


def parts_of_board(world: Declared, whole: str) -> list[BoardSymbol]:
    """The boards of the corners and sides of a board."""
    found = (parts_of(world, whole, part) for part in PARTS)
    return [part for part in found if part is not None]


def is_lattice(board: BoardSymbol) -> bool:
    """Whether a board has rows and columns."""
    return board.decl.rows is not None


def fields_of_cells(world: Declared, kind: CellType) -> tuple[str, ...]:
    """What a cell has beside the variables of the rules."""
    board = world.get(BoardSymbol, kind.board)
    if board is None or board.whole is None:
        parts = parts_of_board(world, kind.board)
        return (*CELL_FIELDS, *(part.shape for part in parts))
    other = "sides" if board.shape == "corners" else "corners"
    known = parts_of(world, board.whole, other) is not None
    return tuple(f for f in PART_FIELDS if f not in PARTS or (f == other and known))


def beside(world: Declared, kind: CellType, field: str) -> CellType | None:
    """The type of the places of which a field of a cell is a list."""
    if field not in fields_of_cells(world, kind):
        return None
    board = world.get(BoardSymbol, kind.board)
    whole = kind.board if board is None else board.whole or kind.board
    if field == "cells":
        return CellType(whole)
    if field not in PARTS:
        return kind
    found = parts_of(world, whole, field)
    if found is None:
        return None
    found.used = True
    return CellType(found.name)


def missing_part(world: Declared, kind: CellType, field: str) -> str | None:
    """The line that would declare the corners or sides that a field speaks of."""
    board = world.get(BoardSymbol, kind.board)
    if board is None or field not in PARTS or board.shape in ("graph", field):
        return None
    return f"board NAME: {field} of {board.whole or board.name}"


def steps_by(world: Declared, item: Type) -> Type | None:
    """What tells the steps from a place apart: its side, or what lies between.

    From cell to cell it is a direction, from corner to corner the side that is walked
    along, from side to side the corner that both touch; none where these are not
    declared.
    """
    if isinstance(item, PlaceType):
        return SIDES[item.shape]
    assert isinstance(item, CellType)
    board = world.get(BoardSymbol, item.board)
    if board is None or board.shape == "graph":
        return None
    if board.whole is None:
        return EnumType(_ENUMS.get(board.shape, "HexSide"))
    other = parts_of(
        world, board.whole, "sides" if board.shape == "corners" else "corners"
    )
    return None if other is None else CellType(other.name)


def names_diagonals(world: World, test: nodes.Expr) -> bool:
    """Whether a condition of steps, or what it calls, names diagonals of a square board."""
    pending: list[object] = [test]
    seen: set[FunctionSymbol] = set()
    while pending:
        tree = pending.pop()
        if any(a.name in ("around", "diagonals") for a in each(tree, nodes.Attribute)):
            return True
        for name in each(tree, nodes.Name):
            symbol = world.refs.get(id(name))
            if isinstance(symbol, ValueSymbol) and symbol.enum == "Direction":
                if symbol.name not in BUILTIN_ENUMS["Side"]:
                    return True
        for call in each(tree, nodes.Call):
            function = world.get(FunctionSymbol, call.name)
            if function is not None and function not in seen:
                seen.add(function)
                pending.append(function.decl.body)
    return False
