"""The functions of the language as C, one small piece for each.

More than 400 lines because there are some forty of them, in the order of `builtins`.
"""

from collections.abc import Callable, Mapping

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.evaluator.primitives import CLOCKWISE
from rulesrun.interpreter.native.addresses import needed
from rulesrun.interpreter.native.expressions import (
    amounts,
    in_order,
    is_loose,
    is_row,
    ordered,
    place,
    size,
    unpacked,
    valued,
)
from rulesrun.interpreter.native.tables import (
    by_table,
    ray_table,
    side_count,
    step_table,
)
from rulesrun.interpreter.native.writer import (
    FLAT,
    LISTS,
    Function,
    Writer,
    jagged,
)

C = str
Prim = Callable[[Function, core.Prim], C]


def prim(f: Function, node: core.Prim) -> C:
    """A call of a function of the language."""
    return _PRIMS[node.name](f, node)


def _codes(f: Function, node: core.Prim) -> list[C]:
    return [needed(f, arg) for arg in node.args]


def _reduced(word: str) -> Prim:
    def write(f: Function, node: core.Prim) -> C:
        begin, codes = in_order(f, node.args, _codes(f, node))
        result = codes[0]
        for code in codes[1:]:
            result = f"{word}({result}, {code})"
        return f"({{ {begin}{result}; }})" if begin else result

    return write


def _plain(template: str) -> Prim:
    return lambda f, node: ordered(f, node.args, _codes(f, node), template)


def _size(f: Function, node: core.Prim) -> C:
    return size(f, node.args[0])


def _last(f: Function, node: core.Prim) -> C:
    of = node.args[0]
    if isinstance(of, core.Read) and is_row(of):
        where = place(f, of.variable, of.keys)
        return (
            f"({{ __auto_type z_ = &{where}; if (UNLIKELY(!z_->n)) "
            f"fault(FAULT_EMPTY, 0, 0, 0, {f.line}); (int)z_->v[z_->n - 1]; "
            f"}})"
        )
    kind = f.kind(of.type)
    if kind.name == "lists":
        inner = f.kind(node.type)
        n = f.unit.fresh()
        at = f"{kind.call('at')}(l{n}_, l{n}_.n - 1)"
        last = unpacked(inner.name, inner.size, at)
        return (
            f"({{ {kind.c} l{n}_ = {f.e(of)}; if (UNLIKELY(!l{n}_.n)) fault(FAULT_EMPTY, "
            f"0, 0, 0, {f.line}); {last}; }})"
        )
    if kind.name != "list":
        raise f.unsupported("the last of such a list")
    return (
        f"({{ {f.kind(of.type).c} l_ = {f.e(of)}; "
        f"if (UNLIKELY(!l_.n)) fault(FAULT_EMPTY, "
        f"0, 0, 0, {f.line}); l_.v[l_.n - 1]; }})"
    )


def _reversed(f: Function, node: core.Prim) -> C:
    kind = f.kind(node.type)
    of = f.e(node.args[0])
    if kind.name == "lists":
        flat, at = f.room(kind.item, FLAT), f.room("int", LISTS + 1)
        return f"{kind.call('reversed')}({of}, {flat}, {FLAT}, {at}, {LISTS}, {f.line})"
    return f"{kind.call('reversed')}({of}, {f.room(kind.item, f.bound(node.args[0]))})"


def _position(f: Function, node: core.Prim) -> C:
    items, item = node.args
    if f.kind(item.type).name == "bundle":
        return (
            f"({{ WW l_ = {f.e(items)}; N{f.kind(item.type).size} x_ = {f.e(item)}; "
            f"bundles_position(l_, x_.v, {f.kind(item.type).size}, {f.line}); }})"
        )
    inner = t.element(items.type) or item.type
    codes = f.e(items), valued(f, item, inner)
    word = f.kind(items.type).call("position")
    return ordered(f, node.args, codes, f"{word}({{0}}, {{1}}, {{line}})")


def _covers(f: Function, node: core.Prim) -> C:
    k = f.kind(node.args[0].type).size
    (begin, a), (again, b) = (amounts(f, arg) for arg in node.args)
    return (
        f"({{ {begin} {again} int r_ = 1; for (int i_ = 0; i_ < "
        f"{k}; i_++) r_ &= {a}[i_] >= {b}[i_]; r_; }})"
    )


MOST_KINDS = 62
"""Payments with more kinds of pieces are not worked out in C."""


def _priced(word: C) -> Prim:
    def write(f: Function, node: core.Prim) -> C:
        first, cost, *_ = node.args
        kind = f.kind(cost.type)
        if kind.size > MOST_KINDS:
            raise f.unsupported("payments with so many kinds of pieces")
        price, number, kinds, *ways = (f.e(arg) for arg in node.args[1:])
        listed = ", ".join(ways) or "0"
        paid = f"N{kind.size} a_ = {f.e(first)}" if word == "price_paid" else ""
        what = "a_.v" if paid else needed(f, first)
        return (
            f"({{ {paid}; N{kind.size} b_ = {price}; int64_t w_[] = {{{listed}}}; "
            f"{word}({what}, b_.v, {kind.size}, {number}, {kinds}ull, w_, "
            f"{len(ways) // 4}); }})"
        )

    return write


def _shared(f: Function, node: core.Prim) -> C:
    kind = f.kind(node.args[0].type)
    a, b = (f.e(arg) for arg in node.args)
    if kind.name == "bits":
        return f"bits{kind.size}_and({a}, {b})"
    if kind.name == "bundle":
        return (
            f"({{ N{kind.size} a_ = {a}, b_ = {b}; for (int i_ = 0; i_ < "
            f"{kind.size}; i_++) a_.v[i_] = least_of(a_.v[i_], b_.v[i_]); a_; "
            f"}})"
        )
    raise f.unsupported("what two such lists share")


def _rotated(f: Function, node: core.Prim) -> C:
    kind = node.args[0].type
    side = t.without_none(kind.item if isinstance(kind, t.SetType) else kind)
    assert isinstance(side, t.EnumType)
    count = f.unit.core.enums[side.name]
    sign = "-" if CLOCKWISE.get(side.name, 1) < 0 else ""
    turn = f"(int)remainder_of({sign}({needed(f, node.args[1])}), {count}, {f.line})"
    if isinstance(kind, t.SetType):
        return (
            f"({{ B1 s_ = {f.e(node.args[0])}; int t_ = {turn}; s_.w[0] = "
            f"(s_.w[0] << t_ | s_.w[0] >> ({count} - t_)) & "
            f"{(1 << count) - 1}; s_; }})"
        )
    return f"(({needed(f, node.args[0])} + {turn}) % {count})"


def _random(f: Function, node: core.Prim) -> C:
    of = node.args[0]
    if isinstance(of, core.Range):
        low, high = f.e(of.low), f.e(of.high)
        return (
            f"({{ num l_ = {low}, h_ = {high}; ({f.kind(node.type).item})"
            f"draw_between(S, l_, h_ - l_ + 1, {f.line}); }})"
        )
    kind = f.kind(of.type)
    if kind.name == "list" and not is_loose(of):
        code = f.e(of)
    else:
        code = f.e(core.Convert(of, type=t.ListType(node.type), span=node.span))
    drawn = f.kind(t.ListType(node.type))
    where = -1 if isinstance(t.without_none(node.type), t.ComponentType) else -2
    return (
        f"({{ {drawn.c} l_ = {code}; draw_{'wide' if drawn.wide else 'few'}"
        f"(S, l_.v, l_.n, {where}, {f.line}); }})"
    )


def _winners(f: Function, node: core.Prim) -> C:
    room = f.room("int", f.unit.core.players)
    return (
        f"({{ int n_ = 0; for (int p_ = 0; S->has_result == 1 && p_ < "
        f"PLAYERS; p_++) if (S->result[p_] == 1) {room}[n_++] = p_; "
        f"(V){{{room}, n_}}; }})"
    )


def _round(first: int) -> Prim:
    def write(f: Function, node: core.Prim) -> C:
        room = f.room("int", f.unit.core.players)
        return (
            f"({{ int p_ = {needed(f, node.args[0])}, n_ = 0; for (int i_ = "
            f"{first}; i_ < PLAYERS; i_++) {room}[n_++] = seat_beside(p_, i_, "
            f"{f.line}); (V){{{room}, n_}}; }})"
        )

    return write


# ---- boards and grids -------------------------------------------------------------------


def _kind(node: core.Prim, at: int = 0) -> t.Type:
    return t.without_none(node.args[at].type)


def shape(kind: t.Type) -> tuple[C, int]:
    """The steps of a grid, and how many sides its places have."""
    hexes = isinstance(kind, t.PlaceType | t.GridType) and kind.shape == "hex"
    return ("HEX_STEPS", 6) if hexes else ("SQUARE_STEPS", 4)


def cell_of(kind: t.Type) -> t.CellType:
    """The type of the cells that a type is made of."""
    kind = t.without_none(kind)
    while isinstance(kind, t.ListType | t.SetType):
        kind = t.without_none(kind.item)
    assert isinstance(kind, t.CellType)
    return kind


def _step(f: Function, node: core.Prim) -> C:
    kind = _kind(node)
    where, side = _codes(f, node)
    if isinstance(kind, t.CellType):
        return f"((int){step_table(f, kind.board) % (side, where)})"
    return f"({where} + {shape(kind)[0]}[{side}])"


def _ray(f: Function, node: core.Prim) -> C:
    kind = _kind(node)
    assert isinstance(kind, t.CellType)
    v, at = ray_table(f, kind.board)
    where, side = _codes(f, node)
    cells = f.unit.core.cells[kind.board]
    return f"list_at((VV){{{v}, {at}, 0}}, ({side}) * {cells} + {where})"


def _toward(f: Function, node: core.Prim) -> C:
    kind = _kind(node)
    a, b = _codes(f, node)
    n = f.unit.fresh()
    if isinstance(kind, t.CellType):
        test = f"{step_table(f, kind.board) % ('i_', f'a{n}')} == b{n}"
        count = side_count(f, kind.board)
        by = by_table(f, kind.board)
        result = "i_" if by is None else f"(int){by % ('i_', f'a{n}')}"
    else:
        steps, count = shape(kind)
        test, result = f"a{n} + {steps}[i_] == b{n}", "i_"
    return (
        f"({{ int a{n} = {a}, b{n} = {b}, r_ = NONE; for (int i_ = 0; i_ "
        f"< {count}; i_++) if ({test}) {{ r_ = {result}; break; }} r_; }})"
    )


def _lines(f: Function, node: core.Prim) -> C:
    name = cell_of(node.type).board
    length = node.args[-1]
    if not isinstance(length, core.Const) or int(length.value or 0) < 1:
        raise f.unsupported("lines of a length that is worked out in play")
    board_lines = getattr(f.unit.layout.boards[name], node.name)(length.value)
    table = f"{node.name.upper()}_{name}_{length.value}"
    if node.name == "lines":
        v, at = jagged(f.unit, table, board_lines)
        return f"((VV){{{v}, {at}, {len(board_lines)}}})"
    flat = [line for lines in board_lines for line in lines]
    v, at = jagged(f.unit, table, flat)
    starts = [0]
    for lines in board_lines:
        starts.append(starts[-1] + len(lines))
    where = f.unit.table(f"{table}_of", "int", starts)
    return (
        f"({{ int c_ = {needed(f, node.args[0])}; (VV){{{v}, {at} + "
        f"{where}[c_], {where}[c_ + 1] - {where}[c_]}}; }})"
    )


def _distance(f: Function, node: core.Prim) -> C:
    kind = _kind(node)
    a, b = _codes(f, node)
    if not isinstance(kind, t.CellType):
        return f"place_distance({a}, {b})"
    board = f.unit.layout.boards[kind.board]
    cells = f.unit.core.cells[kind.board]
    if cells > 256:
        raise f.unsupported("distances on so large a board")
    table = f.unit.table(
        f"DISTANCE_{kind.board}",
        "int16_t",
        [
            "NONE" if d is None else d
            for x in range(cells)
            for y in range(cells)
            for d in [board.distance(x, y)]
        ],
    )
    n = f.unit.fresh()
    if board.shape in ("graph", "links"):
        return (
            f"({{ num d{n} = {table}[({a}) * {cells} + {b}]; "
            f"if (d{n} == NONE) fault(FAULT_NO_WAY, 0, 0, 0, {f.line}); d{n}; }})"
        )
    return (
        f"({{ num d{n} = {table}[({a}) * {cells} + {b}]; "
        f"d{n} == NONE ? NONUM : d{n}; }})"
    )


def _border(f: Function, node: core.Prim) -> C:
    name = cell_of(node.type).board
    cells = f.unit.layout.boards[name].border
    table = f.unit.table(f"BORDER_{name}", "int", cells)
    return f"((V){{{table}, {len(cells)}}})"


def _cell_at(f: Function, node: core.Prim) -> C:
    board = f.unit.layout.boards[cell_of(node.type).board]
    row, column = _codes(f, node)
    return (
        f"({{ num y_ = {row}, x_ = {column}; y_ >= 0 && y_ < {board.rows} "
        f"&& x_ >= 0 && x_ < {board.columns} ? (int)(y_ * {board.columns} + x_) "
        f": NONE; }})"
    )


def _section(f: Function, node: core.Prim) -> C:
    kind = _kind(node)
    assert isinstance(kind, t.CellType)
    board = f.unit.layout.boards[kind.board]
    match node.args[1:]:
        case [core.Const(value=int() as rows), core.Const(value=int() as columns)]:
            if rows < 1 or columns < 1:
                raise f.unsupported("sections of no size")
        case _:
            raise f.unsupported("sections of a size that is worked out in play")
    cells = range(len(board.names))
    values = [board.quarter(cell, rows, columns) for cell in cells]
    name = f"SECTION_{kind.board}_{rows}_{columns}"
    table = f.unit.table(name, "int16_t", values)
    return f"((int){table}[{needed(f, node.args[0])}])"


def _beside(f: Function, node: core.Prim) -> C:
    steps, count = shape(_kind(node))
    room = f.room("int", count)
    return (
        f"({{ int c_ = {needed(f, node.args[1])}; for (int i_ = 0; i_ < "
        f"{count}; i_++) {room}[i_] = c_ + {steps}[i_]; (V){{{room}, "
        f"{count}}}; }})"
    )


def cells(f: Function, grid: core.Expr) -> C:
    """The places of a grid."""
    return f"({{ const G *g_ = {f.e(grid)}; (V){{g_->at, g_->n}}; }})"


def _frontier(f: Function, node: core.Prim) -> C:
    steps, count = shape(_kind(node))
    room = f.room("int", f"MOST_ON_GRID * {count}")
    return f"places_frontier({cells(f, node.args[0])}, {steps}, {count}, {room})"


def _enclosed(word: C) -> Prim:
    def write(f: Function, node: core.Prim) -> C:
        steps, count = shape(_kind(node))
        room = f.room("int", 4096)
        return (
            f"{word}({cells(f, node.args[0])}, {steps}, {count}, {room}, 4096, "
            f"{f.line})"
        )

    return write


def _outline(f: Function, node: core.Prim) -> C:
    flat, at = f.room("int", "MOST_ON_GRID * 4"), f.room("int", "MOST_ON_GRID * 4 + 1")
    return (
        f"places_outline({cells(f, node.args[0])}, {flat}, {at}, "
        f"MOST_ON_GRID * 4, MOST_ON_GRID * 4, {f.line})"
    )


def _components(f: Function, node: core.Prim) -> C:
    room = f.room("int", "MOST_ON_GRID")
    return (
        f"({{ const G *g_ = {f.e(node.args[0])}; for (int i_ = 0; i_ < "
        f"g_->n; i_++) {room}[i_] = g_->what[i_]; list_sorted_set({room}, "
        f"g_->n); }})"
    )


def _grid_with(f: Function, node: core.Prim) -> C:
    room = f.room("G", 1)
    grid, what, at = node.args
    return (
        f"({{ grid_copy({room}, {f.e(grid)}); grid_set({room}, {f.e(at)}, "
        f"{needed(f, what)}, {f.line}); (const G *){room}; }})"
    )


def _grid_without(f: Function, node: core.Prim) -> C:
    room = f.room("G", 1)
    grid, at = node.args
    return (
        f"({{ grid_copy({room}, {f.e(grid)}); grid_clear({room}, "
        f"{f.e(at)}); (const G *){room}; }})"
    )


def _same_face(f: Function, node: core.Prim) -> C:
    a, b = (f.e(arg) for arg in node.args)
    return (
        f"({{ int a_ = {a}, b_ = {b}; a_ != NONE && b_ != NONE && "
        f"FACE[a_] == FACE[b_]; }})"
    )


def _same_faces(ordered: str) -> Prim:
    def write(f: Function, node: core.Prim) -> C:
        listed = [
            arg
            if f.kind(arg.type).name == "list"
            else core.Convert(arg, type=t.ListType(arg.type.item), span=arg.span)  # type: ignore[union-attr]
            for arg in node.args
        ]
        a, b = (f.e(arg) for arg in listed)
        return f"same_faces({a}, {b}, {ordered})"

    return write


_PRIMS: Mapping[str, Prim] = {
    "min": _reduced("least_of"),
    "max": _reduced("most_of"),
    "abs": _plain("size_of({0})"),
    "size": _size,
    "last": _last,
    "reversed": _reversed,
    "position": _position,
    "covers": _covers,
    "pays": _priced("price_paid"),
    "pays_in_part": _priced("price_part"),
    "shared": _shared,
    "rotated": _rotated,
    "random": _random,
    "clockwise": _round(0),
    "others": _round(1),
    "winners": _winners,
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
    "place_at": _plain("place_at({0}, {1}, {line})"),
    "grid_neighbours": _beside,
    "frontier": _frontier,
    "enclosed": _enclosed("places_enclosed"),
    "any_enclosed": _enclosed("places_any_enclosed"),
    "outline": _outline,
    "components": _components,
    "grid_with": _grid_with,
    "grid_without": _grid_without,
    "same_face": _same_face,
    "same_faces": _same_faces("0"),
    "same_faces_in_order": _same_faces("1"),
}


WRITERS: Mapping[type, Writer] = {core.Prim: prim}
