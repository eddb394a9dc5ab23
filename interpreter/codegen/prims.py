"""The functions of the language as Python, a row each."""

from collections.abc import Callable, Mapping, Sequence

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.expressions import Code, Expressions, Writer, is_bits
from rulesrun.interpreter.codegen.tables import rays, steps
from rulesrun.interpreter.evaluator.primitives import CLOCKWISE

Args = Sequence[core.Expr]
Prim = Callable[[Expressions, core.Prim, list[Code]], Code]


def prim(w: Expressions, node: core.Prim) -> Code:
    """A call of a function of the language."""
    return _PRIMS[node.name](w, node, [w.code(arg) for arg in node.args])


def _plain(template: str) -> Prim:
    """A row that only puts its arguments into a text."""
    return lambda w, node, codes: template.format(*codes, all=", ".join(codes))


def _size(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = node.args[0].type
    if isinstance(kind, t.BundleType):
        return f"sum({codes[0]})"
    if not is_bits(kind):
        return f"len({codes[0]})"
    bits = f"({codes[0]})" if codes[0].isdecimal() else codes[0]
    return f"{bits}.bit_count()"


def _shared(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = node.args[0].type
    if is_bits(kind):
        return f"({codes[0]} & {codes[1]})"
    if isinstance(kind, t.BundleType):
        return f"tuple(map(min, {codes[0]}, {codes[1]}))"
    return f"shared({codes[0]}, {codes[1]})"


def _rotated(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = node.args[0].type
    side = t.without_none(kind.item if isinstance(kind, t.SetType) else kind)
    assert isinstance(side, t.EnumType)
    count = len(w.layout.world.enum(side.name).values)
    if side.name not in CLOCKWISE:
        return f"(({codes[0]} + {codes[1]}) % {count})"
    table = f"ROTATED_{side.name}{'_SETS' if is_bits(kind) else ''}"
    return f"{table}[{codes[1]} % {count}][{codes[0]}]"


def _random(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = w.module.constants.numbered(node.type, node.type, "DRAWN")
    of = node.args[0]
    items = codes[0] if isinstance(of, core.Range) else _listed(w, of)
    return f"random_of(S, {items}, {kind})"


def _listed(w: Expressions, of: core.Expr) -> Code:
    if isinstance(of.type, t.ListType):
        return w.listed(of)
    values = w.values(of)
    return values if is_bits(of.type) else f"tuple({values})"


def _last(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    return f"last_of({_listed(w, node.args[0])})"


def _position(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    return f"position_of({_listed(w, node.args[0])}, {codes[1]})"


# ---- boards and grids ----------------------------------------------------------------


def _first_kind(node: core.Prim) -> t.Type:
    return t.without_none(node.args[0].type)


def board(w: Expressions, name: str) -> Code:
    """The geometry of a board."""
    geometry = w.layout.boards[name]
    return w.module.constants.name(geometry, "BOARD", name=name)


def step_table(w: Expressions, name: str, straight: bool = False) -> Code:
    """By direction and cell, the cell on that side or none."""
    table = steps(w.layout, name, straight)
    if straight and table != steps(w.layout, name):
        return w.module.constants.name(table, "BESIDE", name=name)
    return w.module.constants.name(table, "STEP", name=name)


def by_table(w: Expressions, name: str) -> Code | None:
    """By way and place, what tells a step apart where it is not its direction."""
    table = w.layout.boards[name].by
    return w.module.constants.name(table, "BY", name=name) if table else None


def _shape(kind: t.Type) -> Code:
    if isinstance(kind, t.PlaceType | t.GridType):
        return kind.shape.upper()
    return "SQUARE"


def _step(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = _first_kind(node)
    if isinstance(kind, t.CellType):
        return f"{step_table(w, kind.board)}[{codes[1]}][{codes[0]}]"
    return f"{_shape(kind)}_BESIDE[{codes[1]}][{codes[0]}]"


def _ray(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = _first_kind(node)
    assert isinstance(kind, t.CellType)
    table = rays(w.layout, kind.board)
    name = w.module.constants.name(table, "RAY", name=kind.board)
    return f"{name}[{codes[1]}][{codes[0]}]"


def _toward(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = _first_kind(node)
    if isinstance(kind, t.CellType):
        by = by_table(w, kind.board)
        more = "" if by is None else f", {by}"
        table = step_table(w, kind.board)
        return f"cell_toward({table}, {codes[0]}, {codes[1]}{more})"
    return f"place_toward({_shape(kind)}, {codes[0]}, {codes[1]})"


def _distance(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = _first_kind(node)
    if isinstance(kind, t.CellType):
        joined = w.layout.boards[kind.board].shape in ("graph", "links")
        word = "distance_to" if joined else "distance"
        return f"{board(w, kind.board)}.{word}({codes[0]}, {codes[1]})"
    return f"place_distance({codes[0]}, {codes[1]})"


def _cell_of(kind: t.Type) -> t.CellType:
    """The type of the cells that a type is made of."""
    kind = t.without_none(kind)
    while isinstance(kind, t.ListType | t.SetType):
        kind = t.without_none(kind.item)
    assert isinstance(kind, t.CellType)
    return kind


def _lines(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    """The lines of a board; those of a fixed length are worked out once."""
    name = _cell_of(node.type).board
    length = node.args[-1]
    if isinstance(length, core.Const) and isinstance(length.value, int):
        if length.value > 0:
            lines = getattr(w.layout.boards[name], node.name)(length.value)
            kind = {"lines": "LINES", "lines_through": "THROUGH", "lines_from": "FROM"}
            code = w.module.constants.name(
                lines, kind[node.name], length.value, name=name
            )
        else:
            code = f"{board(w, name)}.{node.name}({codes[-1]})"
    else:
        code = f"{board(w, name)}.{node.name}({codes[-1]})"
    return code if node.name == "lines" else f"{code}[{codes[0]}]"


def _border(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    return f"{board(w, _cell_of(node.type).board)}.border"


def _cell_at(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    name = _cell_of(node.type).board
    return f"board_cell({board(w, name)}, {codes[0]}, {codes[1]})"


def _section(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    kind = _first_kind(node)
    assert isinstance(kind, t.CellType)
    match node.args[1:]:
        case (core.Const(value=int(rows)), core.Const(value=int(columns))) if (
            min(rows, columns) > 0
        ):
            geometry = w.layout.boards[kind.board]
            table = tuple(
                geometry.quarter(c, rows, columns) for c in range(len(geometry.row_of))
            )
            name = w.module.constants.name(
                table, "SECTION", rows, columns, name=kind.board
            )
            return f"{name}[{codes[0]}]"
    return f"{board(w, kind.board)}.quarter({', '.join(codes)})"


def _beside(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    return f"grid_neighbours({_shape(_first_kind(node))}, {codes[1]})"


def _frontier(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    return f"frontier({_shape(_first_kind(node))}, {codes[0]})"


def _enclosed(w: Expressions, node: core.Prim, codes: list[Code]) -> Code:
    return f"enclosed({_shape(_first_kind(node))}, frozenset({codes[0]}))"


_PRIMS: Mapping[str, Prim] = {
    "min": _plain("min({all})"),
    "max": _plain("max({all})"),
    "abs": _plain("abs({0})"),
    "size": _size,
    "last": _last,
    "reversed": _plain("{0}[::-1]"),
    "position": _position,
    "covers": _plain("covers({0}, {1})"),
    "pays": _plain("pays({all})"),
    "pays_in_part": _plain("pays_in_part({all})"),
    "shared": _shared,
    "rotated": _rotated,
    "random": _random,
    "clockwise": _plain("CLOCKWISE[{0}]"),
    "others": _plain("OTHERS[{0}]"),
    "winners": _plain("winners(S)"),
    "step": _step,
    "ray": _ray,
    "toward": _toward,
    "lines": _lines,
    "lines_through": _lines,
    "lines_from": _lines,
    "distance": _distance,
    "border": _border,
    "cell_at": _cell_at,
    "section": _section,
    "place_at": _plain("place_at({0}, {1})"),
    "grid_neighbours": _beside,
    "frontier": _frontier,
    "enclosed": _enclosed,
    "outline": _plain("outline(frozenset({0}))"),
    "components": _plain("tuple(sorted({0}.values()))"),
    "grid_with": _plain("with_at({0}, {1}, {2})"),
    "grid_without": _plain("without_at({0}, {1})"),
    "same_face": _plain("same_face({0}, {1})"),
    "same_faces": _plain("same_cards({0}, {1})"),
    "same_faces_in_order": _plain("same_cards_in_order({0}, {1})"),
}

WRITERS: Mapping[type, Writer] = {core.Prim: prim}
