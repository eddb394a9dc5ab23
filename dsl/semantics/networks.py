"""Boards of links between spaces or cells: what they join, and what each is called."""

from collections.abc import Iterable, Mapping, Sequence

from rulesrun.dsl.semantics.lattice import cell_name
from rulesrun.dsl.semantics.symbols import BoardSymbol, Link
from rulesrun.dsl.semantics.value_types import CellType
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.semantics.written_types import constant_int


def space_names(world: Declared, board: BoardSymbol) -> tuple[str, ...]:
    """What the spaces of a board, or its cells, are called in the rules.

    There are none where the size of the board is not the same in every game.
    """
    decl = board.decl
    if decl.spaces is not None:
        return tuple(v.name for v in world.enum(decl.spaces.text).values)
    rows, columns = (constant_int(world, n) for n in (decl.rows, decl.columns))
    if not rows or not columns or rows * columns > world.limits.collection:
        return ()
    return tuple(
        cell_name(decl.naming, row, column, rows)
        for row in range(rows)
        for column in range(columns)
    )


def link_names(
    spaces: Sequence[str], links: Iterable[Link]
) -> tuple[tuple[str, ...], Mapping[str, int]]:
    """What links are called, `paris-brest`, and the names from their other ends.

    Of several links between the same spaces the second one is `paris-brest #2`.
    """
    names: list[str] = []
    also: dict[str, int] = {}
    met: dict[frozenset[int], int] = {}
    for number, link in enumerate(links):
        ends = frozenset((link.a, link.b))
        met[ends] = met.get(ends, 0) + 1
        copy = f" #{met[ends]}" if met[ends] > 1 else ""
        names.append(f"{spaces[link.a]}-{spaces[link.b]}{copy}")
        also[f"{spaces[link.b]}-{spaces[link.a]}{copy}"] = number
    return tuple(names), also


def names_on(world: Declared, board: BoardSymbol) -> tuple[str, ...]:
    """The names of the spaces or links of a board, as far as they are known."""
    if board.shape != "links":
        return space_names(world, board)
    whole = world.get(BoardSymbol, board.whole or "")
    if whole is None or not board.links:
        return ()
    names, also = link_names(space_names(world, whole), board.links)
    return (*names, *also)


def links_of(world: Declared, kind: CellType) -> BoardSymbol | None:
    """The board of links whose cells are of that type."""
    board = world.get(BoardSymbol, kind.board)
    return board if board is not None and board.shape == "links" else None
