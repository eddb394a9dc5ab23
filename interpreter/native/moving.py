"""What moves components and pieces, as C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import item_type
from rulesrun.dsl.core.symbols import Local, Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native import universes
from rulesrun.interpreter.native.addresses import needed
from rulesrun.interpreter.native.expressions import (
    is_searched,
    located,
    place,
    slot,
)
from rulesrun.interpreter.native.folds import ways
from rulesrun.interpreter.native.types import holds_components, none_of
from rulesrun.interpreter.native.writer import Function

C = str


class Writes(Protocol):
    """What writes the statements of a routine, one line after another."""

    f: Function

    def emit(self, line: C) -> None:
        """Write a line."""

    def storing(self, variable: Variable, at: C, code: C) -> C:
        """A statement that changes a variable, with what must follow it."""


def moving(s: Writes, node: stmt.Stmt) -> None:
    """What moves components and pieces."""
    f = s.f
    match node:
        case stmt.Move(what=what, to=to):
            put(s, to, [f.e(what)], "move_one", "place_one")
        case stmt.MoveAll(what=what, to=to):
            move_all(s, what, to)
        case stmt.MoveApart(shifts=shifts):
            apart(s, shifts)
        case stmt.MovePieces():
            pieces(s, node)
        case stmt.Draw():
            draw(s, node)
        case stmt.Shuffle(zone=zone):
            s.emit(f"shuffle_zone(S, {slot(f, zone.variable, zone.keys)}, {f.line});")
        case stmt.Show(what=what, to=shown_to):
            show(s, what, shown_to)
        case _:
            raise f.unsupported(f"a {type(node).__name__}")


def show(s: Writes, what: stmt.Place | core.Expr, to: core.Expr | None) -> None:
    """What is shown goes into the log, where one is kept: of a variable which it is."""
    f = s.f
    s.emit("{ num slot_ = -1, seats_ = -1, size_ = 0;")
    items = None if isinstance(what, stmt.Place) else what
    if isinstance(what, stmt.Place):
        s.emit(f"slot_ = {slot(f, what.variable, what.keys)};")
    else:
        s.emit(f"__auto_type items_ = {f.e(what)}; {_each(what, 'items_', 'size_++;')}")
    if to is not None:
        s.emit(f"seats_ = 0; __auto_type to_ = {f.e(to)};")
        s.emit(_each(to, "to_", "seats_ |= (num)1 << each_;"))
    s.emit("note(2, slot_, seats_, size_);")
    if items is not None:
        lies = "S->where[each_], place_of(S, (int)each_)"
        s.emit(_each(items, "items_", f"note(3, each_, {lies});"))
    elif isinstance(what, stmt.Place) and what.variable.zone is not None:
        s.emit("note_content(S, (int)slot_);")
    s.emit("}")


def announce(s: Writes, node: stmt.Announce) -> None:
    """What is told goes into the log, where one is kept: the values, and to whom."""
    f = s.f
    if not node.values and node.to is None:
        s.emit(f"note(0, {node.text}, 0, 0);")
        return
    for value in node.values:
        if f.kind(value.type).name != "int":
            raise f.unsupported(f"an announcement of {value.type}")
    n = f.unit.fresh()
    s.emit("{ num seats_ = -1;")
    for i, value in enumerate(node.values):
        s.emit(f"num m{n}_{i} = {f.e(value)};")
    if node.to is not None:
        s.emit(f"seats_ = 0; __auto_type to_ = {f.e(node.to)};")
        s.emit(_each(node.to, "to_", "seats_ |= (num)1 << each_;"))
    s.emit(f"note(4, {node.text}, seats_, {len(node.values)});")
    for i, value in enumerate(node.values):
        missing = "0"
        if isinstance(value.type, t.OptionalType):
            missing = f"m{n}_{i} == {none_of(value.type)}"
        is_component = int(holds_components(value.type))
        s.emit(f"note(5, m{n}_{i}, {missing}, {is_component});")
    s.emit("}")


def _each(of: core.Expr, name: C, does: C) -> C:
    """What is done with each item of a list or a set, which is `each_`."""
    if isinstance(of.type, t.SetType):
        head = f"for (num each_ = 0; each_ < (num)sizeof {name} * 8; each_++)"
        return f"{head} if ({name}.w[each_ >> 6] >> (each_ & 63) & 1) {{ {does} }}"
    each = f"num each_ = {name}.v[k_];"
    return f"for (int k_ = 0; k_ < {name}.n; k_++) {{ {each} (void)each_; {does} }}"


def put(s: Writes, to: stmt.Target, parts: list[C], call: C, onto_grid: C) -> None:
    """A call that puts something somewhere; what is given to it stands in `parts`."""
    f = s.f
    parts = [*parts, slot(f, to.variable, to.keys)]
    if to.at is not None:
        call, parts = onto_grid, [*parts, f.e(to.at)]
    before, names = one_by_one(f, parts)
    end = f"{f.line}" if to.at is not None else f"{int(to.bottom)}, {f.line}"
    s.emit(f"{{ {before}{call}(S, {', '.join(names)}, {end}); }}")


def one_by_one(f: Function, parts: list[C]) -> tuple[C, list[C]]:
    """Values from left to right, as C has no order of what a call is given.

    Gives what must stand before the call, and how each is called then.
    """
    n = f.unit.fresh()
    names = [f"m{n}_{i}" for i in range(len(parts))]
    pairs = zip(names, parts, strict=True)
    return "".join(f"__auto_type {name} = {part}; " for name, part in pairs), names


def move_all(s: Writes, what: core.Expr, to: stmt.Target) -> None:
    """Several components go to a zone."""
    f = s.f
    n = f.unit.fresh()
    if isinstance(what.type, t.GridType):
        room = f.room("int", "MOST_ON_GRID")
        code = (
            f"({{ const G *g_ = {f.e(what)}; for (int i_ = 0; i_ < g_->n; "
            f"i_++) {room}[i_] = g_->what[i_]; (V){{{room}, g_->n}}; }})"
        )
    elif f.kind(what.type).name == "list":
        code = f.e(what)
    else:
        code = f.e(
            core.Convert(what, type=t.ListType(item_of(what.type)), span=what.span)
        )
    if to.at is not None:
        raise f.unsupported("moving several components to one place")
    s.emit(
        f"{{ V l{n} = {code}; move_all(S, l{n}, "
        f"{slot(f, to.variable, to.keys)}, {int(to.bottom)}, {f.line}); }}"
    )


def apart(s: Writes, shifts: Sequence[stmt.Shift]) -> None:
    """Components go each to a place of its own."""
    f = s.f
    n = f.unit.fresh()
    s.emit(f"{{ Apart m{n} = {{0}};")
    whole = f.line
    for shift in shifts:
        f.line = f.unit.line(shift.span)
        opening, closing = ways(f, shift.clauses)
        what = shift.what
        if f.kind(what.type).name != "list":
            kind = t.ListType(item_of(what.type))
            what = core.Convert(what, type=kind, span=what.span)
        to = shift.to
        s.emit(
            f"{opening} {{ V l{n} = {f.e(what)}; move_apart_of(&m{n}, l{n}, "
            f"{slot(f, to.variable, to.keys)}, {int(to.bottom)}); }} {closing}"
        )
    f.line = whole
    s.emit(f"move_apart(S, &m{n}, {f.line}); }}")


def pieces(s: Writes, node: stmt.MovePieces) -> None:
    """Pieces go from one place to another."""
    f = s.f
    count, source, to = node.count, node.source, node.to
    n = f.unit.fresh()
    name_a, name_b = (zone_name(s, v.variable) for v in (source, to))
    if isinstance(count.type, t.BundleType):
        k = f.kind(count.type).size
        limit = to.variable.zone.capacity if to.variable.zone else None
        before, ends = one_by_one(f, [f"&{held(f, end)}" for end in (source, to)])
        s.emit(
            f"{{ N{k} x{n} = {f.e(count)}; {before}move_kinds({k}, x{n}.v, "
            f"{ends[0]}->v, {ends[1]}->v, {-1 if limit is None else limit}, "
            f"{name_a}, {name_b}, {f.line}); }}"
        )
        return
    before, parts = one_by_one(f, [needed(f, count)])
    places = []
    for end in (source, to):
        zone = end.variable.zone
        assert zone is not None
        opening, end_keys = named_keys(f, end)
        finding, at, where = located(f, end.variable, end_keys)
        before += opening + finding
        places.append((end.variable, at))
        stock = zone.kind == "stock"
        owner = "NONE"
        if zone.owner_key is not None:
            owner = needed(f, end_keys[zone.owner_key])
        parts += [f"&{where}" if stock else "0", "0" if stock else f"&{where}", owner]
    limit = to.variable.zone.capacity if to.variable.zone else None
    moved = (
        f"move_pieces({', '.join(parts)}, "
        f"{-1 if limit is None else limit}, {name_a}, {name_b}, {f.line});"
    )
    for variable, at in places:
        if universes.values_of(f.unit, variable) is not None:
            moved = s.storing(variable, at, moved)
    s.emit(f"{{ {before}{moved} }}")


def named_keys(f: Function, end: stmt.Place) -> tuple[C, list[core.Expr]]:
    """The keys of a place, those that are searched for in locals of C: what must stand
    before, and the keys.
    """
    before, result = "", list[core.Expr]()
    for key in end.keys:
        code = f.e(key)
        if is_searched(code):
            n = f.unit.fresh()
            local = Local(n + 1_000_000, "key", key.type)
            name = f.local(local)
            before += f"{f.kind(key.type).c} {name} = {code}; "
            key = core.Get(local, type=key.type, span=key.span)
        result.append(key)
    return before, result


def zone_name(s: Writes, variable: Variable) -> int:
    """The number of what people call a zone."""
    return s.f.unit.message(zone_label(variable))


def draw(s: Writes, node: stmt.Draw) -> None:
    """Something is drawn."""
    f = s.f
    count, source, to = needed(f, node.count), node.source, node.to
    zone = source.variable.zone
    if zone is not None and zone.kind == "kinds":
        kinds = f.kind(source.variable.type).size
        limit = to.variable.zone.capacity if to.variable.zone else None
        parts = [count, *(f"&{held(f, end)}" for end in (source, to))]
        before, (many, start, end) = one_by_one(f, parts)
        s.emit(
            f"{{ {before}draw_kinds(S, {many}, {kinds}, {start}->v, {end}->v, "
            f"{-1 if limit is None else limit}, "
            f"{zone_name(s, source.variable)}, "
            f"{zone_name(s, to.variable)}, {f.line}); }}"
        )
        return
    parts = [count, slot(f, source.variable, source.keys)]
    put(s, to, parts, "draw_some", "draw_place")


def held(f: Function, end: stmt.Place) -> C:
    """What a place keeps, as C."""
    return place(f, end.variable, end.keys)


def item_of(kind: t.Type) -> t.Type:
    """The type of the items of a collection."""
    return item_type(kind)


def zone_label(variable: Variable) -> str:
    """What people call a zone."""
    if variable.symbol is None:
        return "box"
    return variable.symbol.decl.labels.text or variable.name.replace("_", " ")
