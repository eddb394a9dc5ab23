"""The functions of the language on values: what `Prim` and `Walk` nodes of the core ask."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from rulesrun.dsl.core.expressions import Prim, Walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import steps_by
from rulesrun.dsl.syntax.words import BUILTIN_ENUMS
from rulesrun.interpreter.evaluator.forms import collected, is_bits, items, number_of
from rulesrun.interpreter.runtime import grids, traversal
from rulesrun.interpreter.runtime.boards import Board
from rulesrun.interpreter.runtime.layout import RESULT, Layout, State
from rulesrun.interpreter.runtime.loops import longest_loop
from rulesrun.interpreter.runtime.payments import pays, pays_in_part
from rulesrun.interpreter.runtime.support import RuleFault, covers, position_of
from rulesrun.interpreter.runtime.trails import trail_of_points, trail_of_sides
from rulesrun.interpreter.runtime.traversal import groups_joined

Tools = Mapping[str, Any]
"""The functions that know where things lie, as `effects.bound_to` gives them."""

CLOCKWISE = {"Side": 1, "HexSide": -1, "Direction": 1, "FlatSide": 1}
"""In which direction the values of an enum of sides are declared."""


@frozen
class Scene:
    """Where the functions look: a state, how it is laid out, and its tools."""

    layout: Layout
    state: State
    tools: Tools


def opposite(enum: str, side: int) -> int:
    """The side across."""
    count = len(BUILTIN_ENUMS[enum])
    return (side + count // 2) % count


def board_of(layout: Layout, kind: t.Type) -> Board:
    """The board of the cells in a type."""
    while not isinstance(kind, t.CellType):
        match kind:
            case t.ListType(item) | t.SetType(item) | t.OptionalType(item):
                kind = item
            case _:
                raise AssertionError(f"no board in {kind}")
    return layout.boards[kind.board]


def steps_of(
    layout: Layout, kind: t.CellType, straight: bool = False
) -> tuple[tuple[int | None, ...], ...]:
    """The cells one step from each, by the directions in the order of their enum.

    A straight step leads to a neighbour, and nowhere in the other directions. Behind the
    directions stand steps along links, if there are any.
    """
    board = layout.boards[kind.board]
    by = t.without_none(steps_by(layout.world, kind) or t.UNKNOWN)
    if not isinstance(by, t.EnumType):
        return board.step
    straight = straight and by.name == "Direction"
    nowhere = (None,) * len(board.names)
    directions = (
        nowhere
        if straight and side not in BUILTIN_ENUMS["Side"]
        else board.step[board.sides.index(side)]
        for side in BUILTIN_ENUMS[by.name]
    )
    return (*directions, *board.step[len(board.sides) :])


def topology(kind: t.Type | None) -> grids.Topology:
    """How the places of a growing grid lie."""
    shape = getattr(kind, "shape", "square")
    return grids.HEX if shape == "hex" else grids.SQUARE


# ---- walks ----------------------------------------------------------------------


def walked(
    layout: Layout,
    node: Walk,
    within: Sequence[Any],
    start: Sequence[Any],
    goal: Any,
    limit: int | None,
    tests: tuple[
        Callable[[int, int, int], bool], Callable[[int, int, int], int] | None
    ],
) -> Any:
    """The value of a walk over cells or places.

    The `tests` say which steps can be made, and what they cost if not all cost the same.
    """
    fits, cost = tests
    cell = t.element(node.within.type)
    on_board = isinstance(cell, t.CellType)
    if node.kind == "regions" and node.step is None:
        if isinstance(cell, t.CellType):
            return layout.boards[cell.board].regions(within)
        return grids.regions(topology(cell), within)
    if node.kind == "reach" and node.step is None and limit is None and on_board:
        assert isinstance(cell, t.CellType)
        return layout.boards[cell.board].reach(start, within)
    if node.kind in ("loop", "trail", "regions"):
        if isinstance(cell, t.CellType):
            board, table = (
                layout.boards[cell.board],
                steps_of(layout, cell, node.straight),
            )
            if node.kind == "trail" and board.ends is not None:
                ends = board.beside(board.ends)
                length = None if cost is None else partial(_alone, cost)
                return trail_of_sides(table, board.by, ends, within, fits, length)
            steps = traversal.cell_steps(table, within, fits, board.by)
        else:
            steps = traversal.place_steps(topology(cell), within, fits)
        if node.kind == "trail":
            return trail_of_points(sorted(within), steps)
        return (
            longest_loop(steps) if node.kind == "loop" else groups_joined(within, steps)
        )
    inside = set(within)
    if isinstance(cell, t.CellType):
        by = layout.boards[cell.board].by
        table = steps_of(layout, cell, node.straight)
        if cost is not None:
            result = traversal.cheapest_cells(
                table, start, inside, fits, cost, limit, by
            )
        else:
            result = traversal.walk_cells(table, start, inside, fits, limit, by)
    elif cost is not None:
        result = traversal.cheapest_places(
            topology(cell), start, inside, fits, cost, limit
        )
    else:
        result = traversal.walk_places(topology(cell), start, inside, fits, limit)
    return result.get(goal) if node.kind == "steps" else tuple(sorted(result))


def _alone(cost: Callable[[int, int, int], int], side: int) -> int:
    """What a side counts along a trail, whichever step leads to it."""
    return cost(side, side, side)


# ---- one function for each ---------------------------------------------------------


def _size(scene: Scene, node: Prim, args: list[Any]) -> int:
    kind = t.without_none(node.args[0].type)
    if isinstance(kind, t.BundleType):
        return sum(args[0])
    return number_of(kind, args[0])


def _shared(scene: Scene, node: Prim, args: list[Any]) -> Any:
    kind = t.without_none(node.args[0].type)
    if isinstance(kind, t.BundleType):
        return tuple(map(min, args[0], args[1]))
    others = items(t.without_none(node.args[1].type), args[1])
    return collected(kind, [item for item in items(kind, args[0]) if item in others])


def _rotated(scene: Scene, node: Prim, args: list[Any]) -> Any:
    kind = t.without_none(node.args[0].type)
    side = kind.item if isinstance(kind, t.SetType) else kind
    assert isinstance(side, t.EnumType)
    count = len(scene.layout.world.enum(side.name).values)
    turn = CLOCKWISE.get(side.name, 1) * args[1]
    if is_bits(kind):
        return collected(kind, [(s + turn) % count for s in items(kind, args[0])])
    return (args[0] + turn) % count


def _clockwise(scene: Scene, node: Prim, args: list[Any]) -> tuple[int, ...]:
    count = scene.layout.players
    if args[0] >= count:
        raise RuleFault("only players sit beside somebody")
    return tuple((args[0] + i) % count for i in range(count))


def _winners(scene: Scene, node: Prim, args: list[Any]) -> tuple[int, ...]:
    result = scene.state[RESULT] or ()
    return tuple(player for player, place in enumerate(result) if place == 1)


def _step(scene: Scene, node: Prim, args: list[Any]) -> int | None:
    kind = t.without_none(node.args[0].type)
    if isinstance(kind, t.CellType):
        following: Sequence[int | None] = steps_of(scene.layout, kind)[args[1]]
        return following[int(args[0])]
    return traversal.place_step(topology(kind), args[0], args[1])


def _ray(scene: Scene, node: Prim, args: list[Any]) -> tuple[int, ...]:
    kind = t.without_none(node.args[0].type)
    assert isinstance(kind, t.CellType)
    return traversal.ray(steps_of(scene.layout, kind), args[0], args[1])


def _toward(scene: Scene, node: Prim, args: list[Any]) -> int | None:
    kind = t.without_none(node.args[0].type)
    if isinstance(kind, t.CellType):
        by = scene.layout.boards[kind.board].by
        table = steps_of(scene.layout, kind)
        return traversal.cell_toward(table, args[0], args[1], by)
    return grids.toward(topology(kind), args[0], args[1])


def _lines(scene: Scene, node: Prim, args: list[Any]) -> Any:
    board = board_of(scene.layout, node.type)
    *cell, length = args
    if length < 1:
        raise RuleFault(f"a line has at least one cell, not {length}")
    if node.name == "lines":
        return board.lines(length)
    by_cell = board.lines_through if node.name == "lines_through" else board.lines_from
    return by_cell(length)[cell[0]]


def _distance(scene: Scene, node: Prim, args: list[Any]) -> int:
    kind = t.without_none(node.args[0].type)
    if isinstance(kind, t.CellType):
        return scene.layout.boards[kind.board].distance_to(args[0], args[1])
    return traversal.place_distance(args[0], args[1])


def _section(scene: Scene, node: Prim, args: list[Any]) -> int:
    board = board_of(scene.layout, node.args[0].type)
    return board.quarter(args[0], args[1], args[2])


def _place_at(scene: Scene, node: Prim, args: list[Any]) -> int:
    return traversal.place_at(args[0], args[1])


def _last(scene: Scene, node: Prim, args: list[Any]) -> Any:
    if not args[0]:
        raise RuleFault("there is none to take: the collection is empty")
    return args[0][-1]


def _random(scene: Scene, node: Prim, args: list[Any]) -> Any:
    whole = args[0] if isinstance(args[0], range) else tuple(args[0])
    return scene.tools["random_of"](scene.state, whole, node.type)


def _grid_without(scene: Scene, node: Prim, args: list[Any]) -> dict[int, int]:
    return {place: what for place, what in args[0].items() if place != args[1]}


def _top(node: Prim) -> grids.Topology:
    kind = t.without_none(node.args[0].type)
    assert isinstance(kind, t.GridType | t.PlaceType)
    return topology(kind)


def _faces(scene: Scene, value: Any) -> list[int]:
    return [scene.layout.components[component].face for component in value]


Primitive = Callable[[Scene, Prim, list[Any]], Any]

PRIMITIVES: Mapping[str, Primitive] = {
    "min": lambda scene, node, args: min(args),
    "max": lambda scene, node, args: max(args),
    "abs": lambda scene, node, args: abs(args[0]),
    "size": _size,
    "last": _last,
    "reversed": lambda scene, node, args: tuple(reversed(args[0])),
    "position": lambda scene, node, args: position_of(tuple(args[0]), args[1]),
    "covers": lambda scene, node, args: covers(args[0], args[1]),
    "pays": lambda scene, node, args: pays(*args),
    "pays_in_part": lambda scene, node, args: pays_in_part(*args),
    "shared": _shared,
    "rotated": _rotated,
    "random": _random,
    "clockwise": _clockwise,
    "others": lambda scene, node, args: _clockwise(scene, node, args)[1:],
    "winners": _winners,
    "step": _step,
    "ray": _ray,
    "toward": _toward,
    "lines": _lines,
    "lines_through": _lines,
    "lines_from": _lines,
    "distance": _distance,
    "border": lambda scene, node, args: board_of(scene.layout, node.type).border,
    "cell_at": lambda scene, node, args: traversal.board_cell(
        board_of(scene.layout, node.type), args[0], args[1]
    ),
    "section": _section,
    "place_at": _place_at,
    "grid_neighbours": lambda scene, node, args: grids.neighbours(_top(node), args[1]),
    "frontier": lambda scene, node, args: grids.frontier(_top(node), args[0].keys()),
    "enclosed": lambda scene, node, args: grids.enclosed(
        _top(node), frozenset(args[0])
    ),
    "outline": lambda scene, node, args: grids.outline(frozenset(args[0])),
    "components": lambda scene, node, args: tuple(sorted(args[0].values())),
    "grid_with": lambda scene, node, args: {**args[0], args[2]: args[1]},
    "grid_without": _grid_without,
    "same_face": lambda scene, node, args: (
        None not in args and len(set(_faces(scene, args))) == 1
    ),
    "same_faces": lambda scene, node, args: (
        sorted(_faces(scene, args[0])) == sorted(_faces(scene, args[1]))
    ),
    "same_faces_in_order": lambda scene, node, args: (
        _faces(scene, args[0]) == _faces(scene, args[1])
    ),
}
"""By name; each takes the scene, the node and the values of its arguments."""
