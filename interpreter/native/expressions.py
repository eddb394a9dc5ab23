"""Core expressions as C, one small piece for each kind.

What needs a loop is a statement expression of GNU C, `({ ...; value; })`, so it is
evaluated where it stands and only if it is.

More than 400 lines because each kind of expression stands here once, in the order of
the core.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.inlining import is_safe
from rulesrun.interpreter.native.addresses import address, key_in, needed
from rulesrun.interpreter.native.certain import DEEP, NoMask, inlined, safe
from rulesrun.interpreter.native.masks import zone_set
from rulesrun.interpreter.native.tables import (
    cell_lists,
    cell_numbers,
    field_table,
    lookup,
    rows_of,
)
from rulesrun.interpreter.native.types import Kind, none_of
from rulesrun.interpreter.native.writer import FLAT, LISTS, Function, Writer

C = str

MOST_KEYS = 8
"""So many keys of a table are told where it has no row for them (`runtime.h`)."""


def constant(f: Function, kind: t.Type, value: object, *, bare: bool = False) -> C:
    """A known value of a type, of whatever shape the tables of the rules have it.

    A `bare` one stands in an array, whose type says what it is.
    """
    if value is None:
        return none_of(kind)
    result = f.kind(kind)
    inner = t.without_none(kind)
    typed = "" if bare else f"({result.c})"
    if isinstance(value, str):
        return str(f.unit.text(value))
    if isinstance(value, bool | int) and result.name == "int":
        return str(int(value))
    if result.name == "bits":
        members = _members(value)
        parts = [
            sum(1 << (m - 64 * w) for m in members if m // 64 == w)
            for w in range(result.size)
        ]
        return f"{typed}{{{{{', '.join(f'{part}ull' for part in parts)}}}}}"
    if result.name == "bundle" and isinstance(value, tuple):
        return f"{typed}{{{{{', '.join(map(str, value))}}}}}"
    if result.name == "list" and isinstance(value, tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        name = f"LIST_{f.unit.fresh()}"
        f.unit.table(name, result.item, map(int, items))
        return f"({result.c}){{{name}, {len(items)}}}"
    raise f.unsupported(f"the value {value!r} of type {inner}")


def _members(value: object) -> list[int]:
    if isinstance(value, int):
        return [i for i in range(value.bit_length()) if value >> i & 1]
    assert isinstance(value, tuple | frozenset)
    return sorted(value)


# ---- values ----------------------------------------------------------------------------


def _const(f: Function, node: core.Const) -> C:
    return constant(f, node.type, node.value)


def valued(f: Function, node: core.Expr, kind: t.Type) -> C:
    """A value where one of this type is wanted: none is another number by the type."""
    if isinstance(node, core.Const) and node.value is None:
        return none_of(kind)
    if isinstance(node, core.If):
        then, otherwise = (
            valued(f, part, kind) for part in (node.then, node.otherwise)
        )
        return f"({f.e(node.test)} ? {then} : {otherwise})"
    if isinstance(node, core.Make) and not node.items and t.element(kind) is not None:
        return f.e(evolve(node, type=t.without_none(kind)))
    return f.e(node)


def in_order(
    f: Function, nodes: Sequence[core.Expr], codes: Sequence[C]
) -> tuple[C, list[C]]:
    """Values that are worked out from left to right where their faults could be seen.

    Gives statements that begin with those, and how each value is called then.
    """
    unsafe = [i for i, node in enumerate(nodes) if not is_safe(node)]
    if len(unsafe) < 2:
        return "", list(codes)
    result, n = list(codes), f.unit.fresh()
    begin = ""
    for i in unsafe[:-1]:
        begin += f"__auto_type a{n}_{i} = {codes[i]}; "
        result[i] = f"a{n}_{i}"
    return begin, result


def ordered(
    f: Function, nodes: Sequence[core.Expr], codes: Sequence[C], template: str
) -> C:
    """An expression made of values, with `{0}` for the first, from left to right."""
    begin, names = in_order(f, nodes, codes)
    whole = template.format(*names, line=f.line)
    return f"({{ {begin}{whole}; }})" if begin else whole


def _get(f: Function, node: core.Get) -> C:
    return f.written[node.local]


def place(f: Function, variable: Variable, keys: Sequence[core.Expr]) -> C:
    """A variable of the state as C can read and write it."""
    name = f.unit.families[variable]
    return f"S->{name}[{address(f, variable, keys)}]"


def located(
    f: Function, variable: Variable, keys: Sequence[core.Expr]
) -> tuple[C, C, C]:
    """A variable as C that may be named several times, though it is searched for once.

    Gives the statement that must stand before, the index of the variable in its
    family, and the variable itself.
    """
    name, at = f.unit.families[variable], address(f, variable, keys)
    before = ""
    if is_searched(at):
        index = f"at{f.unit.fresh()}_"
        before, at = f"int {index} = {at}; ", index
    return before, at, f"S->{name}[{at}]"


def is_searched(code: C) -> bool:
    """Whether C holds statements: it has labels then, and must stand once only."""
    return "({" in code


def slot(f: Function, variable: Variable, keys: Sequence[core.Expr]) -> C:
    """The slot of a variable, as the other engine counts them."""
    return slot_at(f, variable, address(f, variable, keys))


def slot_at(f: Function, variable: Variable, index: C) -> C:
    """The slot of a variable, by its index in its family."""
    family = f.unit.families_of.get(variable)
    return str(BOX_SLOT) if family is None else f"({family.base} + {index})"


BOX_SLOT = 12


def _read(f: Function, node: core.Read) -> C:
    variable = node.variable
    zone = variable.zone
    if zone is None:
        before, _, where = located(f, variable, node.keys)
        value = stored_value(f, node.type, where)
        return f"({{ {before}{value}; }})" if before else value
    match zone.kind:
        case "space" | "post" | "stock":
            return place(f, variable, node.keys)
        case "kinds":
            size = f.kind(node.type).size
            return (
                f"({{ __auto_type p_ = &{place(f, variable, node.keys)}; N{size} a_; "
                f"for (int i_ = 0; i_ < {size}; i_++) a_.v[i_] = p_->v[i_]; a_; }})"
            )
        case "grid":
            return f"((const G *)&{place(f, variable, node.keys)})"
        case "deck" | "pile" | "row":
            room = f.room("int", f.bound(node))
            before, _, where = located(f, variable, node.keys)
            return (
                f"({{ {before}V l_ = {{{room}, {where}.n}}; "
                f"for (int i_ = 0; i_ < l_.n; i_++) {room}[i_] = "
                f"{where}.v[i_]; l_; }})"
            )
        case _:
            room = f.room("int", f.bound(node))
            w = f.unit.words
            return (
                f"({{ int n_ = 0; B{w} s_ = {zone_set(f, node)}; "
                f"EACH_BIT({w}, i_, s_) {room}[n_++] = i_; (V){{{room}, n_}}; }})"
            )


def stored_value(f: Function, kind: t.Type, where: C) -> C:
    """What the state or a frame keeps, as a value."""
    held = f.kind(kind)
    match held.name:
        case "list":
            return f"(({held.c}){{{where}.v, {where}.n}})"
        case "lists":
            return f"(({held.c}){{{where}.v, {where}.at, {where}.n}})"
        case "grid":
            return f"((const G *)&{where})"
        case _:
            return where


def is_loose(node: core.Expr) -> bool:
    """Whether a node reads a zone whose components have no order."""
    if not isinstance(node, core.Read) or node.variable.zone is None:
        return False
    return node.variable.zone.kind in ("hand", "area", "bag")


def is_row(node: core.Expr) -> bool:
    """Whether a node reads a zone whose components have an order."""
    return (
        isinstance(node, core.Read)
        and node.variable.zone is not None
        and node.variable.zone.kind in ("deck", "pile", "row")
    )


def _field(f: Function, node: core.Field) -> C:
    owner = t.without_none(node.of.type)
    x = needed(f, node.of)
    match owner, node.name:
        case t.ComponentType(), name:
            return field_table(f, name, node.type, x, constant)
        case t.PlayerType(), "seat":
            return f"({x} + 1)"
        case t.PlayerType(), "left":
            return f"seat_beside({x}, 1, {f.line})"
        case t.PlayerType(), "right":
            return f"seat_beside({x}, PLAYERS - 1, {f.line})"
        case t.CellType(board), ("row" | "column") as name:
            return f"{cell_numbers(f, board, name)}[{x}]"
        case t.CellType(board), name:
            v, at = cell_lists(f, board, name)
            return f"list_at((VV){{{v}, {at}, 0}}, {x})"
        case t.EdgeType(), "at":
            return f"({x} >> 3)"
        case t.EdgeType(), "side":
            return f"({x} & 7)"
        case t.PlaceType(), "x":
            return f"place_x({x})"
        case t.PlaceType(), "y":
            return f"place_y({x})"
        case t.EnumType("Side"), "opposite":
            return f"(({x} + 2) & 3)"
        case t.EnumType("HexSide" | "FlatSide"), "opposite":
            return f"(({x} + 3) % 6)"
        case t.EnumType("Direction"), "opposite":
            return f"(({x} + 4) & 7)"
        case t.RowType(name), column:
            return lookup(f, name).column(f, column, x, constant)
        case _:
            raise f.unsupported(f"the field {node.name} of {owner}")


def _lookup(f: Function, node: core.Lookup) -> C:
    table = lookup(f, node.table.name)
    number = f.unit.fresh()
    keys = [f"q{number}_{i}" for i in range(len(node.keys))]
    named = " ".join(
        f"{f.kind(key.type).c} {name} = {needed(f, key)};"
        for name, key in zip(keys, node.keys, strict=True)
    )
    row = table.row(keys)
    alone = len(node.table.values) == 1
    kind = f.kind(node.type)
    r = f"r{number}_"
    if not alone and node.otherwise is not None:
        last = len(rows_of(f, node.table)) - 1
        return f"({{ {named} int {r} = {row}; {r} < 0 ? {last} : {r}; }})"
    if node.otherwise is None:
        name = f.unit.message(node.table.name)
        reported = keys[:MOST_KEYS]
        telling = " ".join(f"run->keys[{i}] = {key};" for i, key in enumerate(reported))
        missing = (
            f"if (UNLIKELY({r} < 0)) {{ {telling} "
            f"fault(FAULT_ROW, {name}, {len(reported)}, 0, {f.line}); }}"
        )
        if not alone:
            return f"({{ {named} int {r} = {row}; {missing} {r}; }})"
        column = table.column(f, node.table.values[0][0], r, constant)
        return f"({{ {named} int {r} = {row}; {missing} {column}; }})"
    column = table.column(f, node.table.values[0][0], r, constant)
    return (
        f"({{ {named} int {r} = {row}; {kind.c} o_{number} = {r} < 0 ? "
        f"{valued(f, node.otherwise, node.type)} : {column}; o_{number}; }})"
    )


def _fail(f: Function, node: core.Fail) -> C:
    message = f.unit.message(node.message)
    zero = f.kind(node.type).zero
    return f"({{ fault(FAULT_MESSAGE, {message}, 0, 0, {f.line}); {zero}; }})"


# ---- operators ----------------------------------------------------------------------------


def _negative(f: Function, node: core.Negative) -> C:
    return f"(-{needed(f, node.of)})"


def _binary(f: Function, node: core.Binary) -> C:
    kind = _joined_kind(f, node)
    left = (
        valued(f, node.left, kind) if _is_nothing(node.left) else needed(f, node.left)
    )
    right = (
        valued(f, node.right, kind)
        if _is_nothing(node.right)
        else needed(f, node.right)
    )
    template = _operation(f, node, f.kind(kind))
    return ordered(f, (node.left, node.right), (left, right), template)


def _is_nothing(node: core.Expr) -> bool:
    return isinstance(node, core.Make) and not node.items


def _joined_kind(f: Function, node: core.Binary) -> t.Type:
    """The type of what comes of two values, of which one may be an empty collection."""
    if _is_nothing(node.left) and isinstance(node.type, t.ListType):
        return node.right.type
    return node.type


def _operation(f: Function, node: core.Binary, kind: Kind) -> C:
    """An operation on `{0}` and `{1}`."""
    match kind.name, node.op:
        case "int", "/":
            return "divided({0}, {1}, {line})"
        case "int", "/up":
            return "divided_up({0}, {1}, {line})"
        case "int", "mod":
            return "remainder_of({0}, {1}, {line})"
        case "int", op:
            return f"((num){{0}} {op} {{1}})"
        case "bits", op:
            word = "or" if op == "+" else "less"
            return f"bits{kind.size}_{word}({{0}}, {{1}})"
        case "bundle", "*":
            return (
                f"({{{{ N{kind.size} a_ = {{0}}; num t_ = {{1}}; for (int i_ = "
                f"0; i_ < {kind.size}; i_++) a_.v[i_] *= t_; a_; }}}})"
            )
        case "bundle", op:
            return (
                f"({{{{ N{kind.size} a_ = {{0}}, b_ = {{1}}; for (int i_ = 0; i_ "
                f"< {kind.size}; i_++) a_.v[i_] {op}= b_.v[i_]; a_; }}}})"
            )
        case "list", "+" if isinstance(node.type, t.ListType):
            size = f.bound(node)
            room = f.room(kind.item, size)
            return f"{kind.call('joined')}({{0}}, {{1}}, {room}, {size}, {{line}})"
        case "list", "-" if isinstance(node.type, t.ListType):
            room = f.room(kind.item, f.bound(node.left))
            return f"{kind.call('minus')}({{0}}, {{1}}, {room})"
        case "lists", "+":
            word = "joined" if isinstance(node.type, t.ListType) else "union"
            flat, at = f.room(kind.item, FLAT), f.room("int", LISTS + 1)
            return f"{kind.call(word)}({{0}}, {{1}}, {flat}, {FLAT}, {at}, {LISTS}, {{line}})"
    raise f.unsupported(f"`{node.op}` of values that are {node.type}")


def _in_range(f: Function, node: core.InRange) -> C:
    return key_in(f, needed(f, node.of), node.low, node.high, node.name)


def same(f: Function, left: core.Expr, right: core.Expr) -> C:
    """Whether two values are equal."""
    of = left.type if f.kind(right.type).name == "int" else right.type
    if _is_nothing(right):
        of = left.type
    kind = f.kind(of)
    codes = valued(f, left, of), valued(f, right, of)
    match kind.name:
        case "int":
            template = "({0} == {1})"
        case "bits":
            template = f"bits{kind.size}_same({{0}}, {{1}})"
        case "bundle":
            template = (
                f"({{{{ N{kind.size} a_ = {{0}}, b_ = {{1}}; !memcmp(&a_, &b_, sizeof "
                f"a_); }}}})"
            )
        case "list":
            template = f"{kind.call('same')}({{0}}, {{1}})"
        case "lists":
            template = f"{kind.call('same')}({{0}}, {{1}})"
        case "grid":
            template = "grid_same({0}, {1})"
        case _:
            raise f.unsupported(f"a comparison of values that are {left.type}")
    return ordered(f, (left, right), codes, template)


def _compare(f: Function, node: core.Compare) -> C:
    if node.op == "==":
        return same(f, node.left, node.right)
    if node.op == "!=":
        return f"!{same(f, node.left, node.right)}"
    codes = needed(f, node.left), needed(f, node.right)
    return ordered(f, (node.left, node.right), codes, f"({{0}} {node.op} {{1}})")


def _not(f: Function, node: core.Not) -> C:
    return f"!{f.e(node.of)}"


def _and(f: Function, node: core.And) -> C:
    return f"({f.e(node.left)} && {f.e(node.right)})"


def _or(f: Function, node: core.Or) -> C:
    return f"({f.e(node.left)} || {f.e(node.right)})"


def _if(f: Function, node: core.If) -> C:
    return valued(f, node, node.type)


def _is_none(f: Function, node: core.IsNone) -> C:
    return f"({f.e(node.of)} == {none_of(node.of.type)})"


def _is_kind(f: Function, node: core.IsKind) -> C:
    span = f.unit.layout.spans[node.kind]
    return f"({{ int c_ = {f.e(node.of)}; c_ >= {span.start} && c_ < {span.stop}; }})"


def _empty(f: Function, node: core.Empty) -> C:
    of = node.of
    if is_loose(of) and isinstance(of, core.Read):
        return f"!bits{f.unit.words}_any({zone_set(f, of)})"
    if is_row(of) and isinstance(of, core.Read):
        return f"({place(f, of.variable, of.keys)}.n == 0)"
    if isinstance(of, core.Prim) and of.name == "enclosed":
        return f"!{f.e(evolve(of, name='any_enclosed'))}"
    return f"({size(f, of)} == 0)"


def amounts(f: Function, node: core.Expr) -> tuple[C, C]:
    """A bundle that is only looked at: statements that begin with it, and its amounts."""
    n, kind = f.unit.fresh(), f.kind(node.type)
    if isinstance(node, core.Read) and node.variable.zone is not None:
        where = place(f, node.variable, node.keys)
        return f"__auto_type b{n}_ = &{where};", f"b{n}_->v"
    return f"{kind.c} b{n}_ = {f.e(node)};", f"b{n}_.v"


def size(f: Function, of: core.Expr, total: C = "num") -> C:
    """How many items a collection has; `total` is the type in which amounts are added."""
    if is_loose(of) and isinstance(of, core.Read):
        return f"bits{f.unit.words}_size({zone_set(f, of)})"
    if is_row(of) and isinstance(of, core.Read):
        return f"((int){place(f, of.variable, of.keys)}.n)"
    kind = f.kind(of.type)
    match kind.name:
        case "bits":
            return f"bits{kind.size}_size({f.e(of)})"
        case "bundle":
            begin, each = amounts(f, of)
            return (
                f"({{ {begin} {total} n_ = 0; for (int i_ = 0; "
                f"i_ < {kind.size}; i_++) n_ += {each}[i_]; n_; }})"
            )
        case "grid":
            return f"({f.e(of)})->n"
        case _:
            return f"({f.e(of)}).n"


def _zone_of(of: core.Expr) -> core.Read | None:
    """The zone whose components these are."""
    match of:
        case core.Read(variable=variable) if variable.zone is not None:
            zone = variable.zone
            alone = not zone.counts and zone.kind not in ("grid", "space")
            return of if alone else None
        case core.Prim(name="components", args=(core.Read(variable=variable) as grid,)):
            lies_open = variable.zone is not None and variable.zone.kind == "grid"
            return grid if lies_open else None
        case _:
            return None


def _zones_of(f: Function, of: core.Expr, depth: int = 0) -> list[core.Read]:
    """The zones whose components these are; raises NoMask where they are anything else."""
    zone = _zone_of(of)
    if zone is not None:
        return [zone]
    match of:
        case core.Convert(of=inner):
            return _zones_of(f, inner, depth)
        case core.Call() if depth <= DEEP:
            return _zones_of(f, inlined(f, of), depth + 1)
        case core.Binary(op="+", left=left, right=right):
            zones = [*_zones_of(f, left, depth), *_zones_of(f, right, depth)]
            if all(safe(f, key) for zone in zones for key in zone.keys):
                return zones
    raise NoMask


def _in(f: Function, node: core.In) -> C:
    of, item = node.of, node.item
    kind = f.kind(of.type)
    maybe = isinstance(item.type, t.OptionalType)
    none = none_of(item.type)
    if f.kind(item.type).name == "list" and kind.name == "lists":
        word = "sorted_has" if isinstance(of.type, t.SetType) else "has"
        code = f"{kind.call(word)}({{1}}, {{0}})"
        return ordered(f, (item, of), (f.e(item), f.e(of)), code)
    if f.kind(item.type).name == "bundle" and kind.name == "lists":
        k = f.kind(item.type).size
        return (
            f"({{ N{k} x_ = {f.e(item)}; WW l_ = {f.e(of)}; "
            f"wides_has(l_, (W){{x_.v, {k}}}); }})"
        )
    single = f.kind(item.type).item
    x = f"x{f.unit.fresh()}_"
    guard = f"{x} != {none} && " if maybe else ""
    if isinstance(of, core.Range):
        return (
            f"({{ num {x} = {f.e(item)}, low{x} = {f.e(of.low)}, "
            f"high{x} = {f.e(of.high)}; {guard}low{x} <= {x} && {x} <= high{x}; }})"
        )
    with suppress(NoMask):
        zones = _zones_of(f, of)
        slots = [slot(f, there.variable, there.keys) for there in zones]
        test = " || ".join(f"S->where[{x}] == {place}" for place in slots)
        return f"({{ int {x} = {f.e(item)}; {guard}({test}); }})"
    match kind.name:
        case "bits":
            test = f"bits{kind.size}_has({f.e(of)}, {x})"
        case "bundle":
            begin, each = amounts(f, of)
            test = f"({{ {begin} {each}[{x}] > 0; }})"
        case "grid":
            test = f"grid_get({f.e(of)}, {x}) != NONE"
        case "list" if isinstance(of.type, t.ListType):
            guard, test = "", f"{kind.call('has')}({f.e(of)}, {x})"
        case "list":
            test = f"{kind.call('sorted_has')}({f.e(of)}, {x})"
        case _:
            raise f.unsupported("looking for such a value")
    return f"({{ {single} {x} = {f.e(item)}; {guard}{test}; }})"


def _index(f: Function, node: core.Index) -> C:
    of, kind = node.of, node.of.type
    match kind:
        case t.ListType() if is_row(of) and isinstance(of, core.Read):
            before, _, where = located(f, of.variable, of.keys)
            return (
                f"({{ {before}num i_ = {needed(f, node.key)}; if (UNLIKELY(i_ < 1 || i_ > "
                f"{where}.n)) fault(FAULT_INDEX, i_, {where}.n, 0, {f.line}); "
                f"(int){where}.v[i_ - 1]; }})"
            )
        case t.ListType(item) if f.kind(item).name == "int":
            codes = f.e(of), needed(f, node.key)
            code = f"{f.kind(kind).call('nth')}({{0}}, {{1}}, {{line}})"
            return ordered(f, (of, node.key), codes, code)
        case t.ListType():
            inner = f.kind(node.type)
            number = f.unit.fresh()
            lists = f.kind(kind)
            opening = (
                f"({{ {lists.c} l{number}_ = {f.e(of)}; num i{number}_ = "
                f"{needed(f, node.key)}; if (UNLIKELY(i{number}_ < 1 || "
                f"i{number}_ > l{number}_.n)) fault(FAULT_INDEX, i{number}_, "
                f"l{number}_.n, 0, {f.line}); "
            )
            return (
                opening
                + unpacked(
                    inner.name,
                    inner.size,
                    f"{lists.call('at')}(l{number}_, (int)i{number}_ - 1)",
                )
                + "; })"
            )
        case t.GridType():
            if isinstance(of, core.Get) and isinstance(node.key, core.Get):
                at_hand = f.found.get((of.local, node.key.local))
                if at_hand is not None:
                    return at_hand
            if node in f.memo:
                return f.memo[node]
            return f"grid_get({f.e(of)}, {f.e(node.key)})"
        case t.BundleType() if (
            isinstance(of, core.Read) and of.variable.zone is not None
        ):
            codes = place(f, of.variable, of.keys), needed(f, node.key)
            return ordered(f, (of, node.key), codes, "((num){0}.v[{1}])")
        case t.BundleType():
            codes = f.e(of), needed(f, node.key)
            return ordered(f, (of, node.key), codes, "({0}).v[{1}]")
    raise f.unsupported(f"an item of {kind}")


def unpacked(name: str, count: int, view: C) -> C:
    """An item of a list of lists as a value: a list, or a bundle of its amounts."""
    if name == "bundle":
        return (
            f"({{ W p_ = {view}; N{count} b_; memcpy(b_.v, p_.v, sizeof b_.v); b_; }})"
        )
    return view


# ---- collections ---------------------------------------------------------------------------


def _range(f: Function, node: core.Range) -> C:
    kind = f.kind(node.type)
    room = f.room(kind.item, f.bound(node))
    code = f"{kind.call('range')}({{0}}, {{1}}, {room}, {f.bound(node)}, {{line}})"
    return ordered(f, (node.low, node.high), (f.e(node.low), f.e(node.high)), code)


def _make(f: Function, node: core.Make) -> C:
    kind = f.kind(node.type)
    inner = t.element(node.type) or node.type
    codes = [valued(f, item, inner) for item in node.items]
    match kind.name:
        case "bits":
            adding = " ".join(f"bits{kind.size}_add(&s_, {code});" for code in codes)
            return f"({{ B{kind.size} s_ = {{{{0}}}}; {adding} s_; }})"
        case "list":
            room = f.room(kind.item, len(codes))
            filling = " ".join(f"{room}[{i}] = {code};" for i, code in enumerate(codes))
            if isinstance(node.type, t.SetType):
                word = kind.call("sorted_set")
                return f"({{ {filling} {word}({room}, {len(codes)}); }})"
            return f"({{ {filling} ({kind.c}){{{room}, {len(codes)}}}; }})"
        case "lists" if len(codes) <= 1 or isinstance(node.type, t.ListType):
            return _make_lists(f, node, codes)
        case "lists":
            return sorted_lists(kind, _make_lists(f, node, codes))
    raise f.unsupported(f"making values that are {node.type}")


def _make_lists(f: Function, node: core.Make, codes: Sequence[C]) -> C:
    """A list of lists or of bundles, or a set of one."""
    n = f.unit.fresh()
    at = f.room("int", len(codes) + 1)
    kind = f.kind(node.type)
    one = "W" if kind.wide else "V"
    sizes = [
        max(1, f.bound(item))
        if f.kind(item.type).name == "list"
        else f.kind(item.type).size
        for item in node.items
    ]
    flat = f.room(kind.item, sum(sizes))
    adding = []
    for i, (item, code) in enumerate(zip(node.items, codes, strict=True)):
        if f.kind(item.type).name == "bundle":
            k = f.kind(item.type).size
            view = f"N{k} b{n}_{i} = {code}; W x{n}_{i} = {{b{n}_{i}.v, {k}}};"
        else:
            view = f"{one} x{n}_{i} = {code};"
        adding.append(
            f"{view} if (UNLIKELY({at}[{i}] + x{n}_{i}.n > {sum(sizes)})) "
            f"fault(FAULT_CAPACITY, 0, 0, 0, {f.line}); "
            f"memcpy({flat} + {at}[{i}], x{n}_{i}.v, sizeof({kind.item}) * "
            f"(size_t)x{n}_{i}.n); {at}[{i + 1}] = {at}[{i}] + x{n}_{i}.n;"
        )
    return (
        f"({{ {at}[0] = 0; {' '.join(adding)} "
        f"({kind.c}){{{flat}, {at}, {len(codes)}}}; }})"
    )


def sorted_lists(kind: Kind, code: C) -> C:
    """Lists that nobody else looks at as a set of them: upwards, each once."""
    return f"({{ {kind.c} l_ = {code}; {kind.call('sorted_set')}(l_); }})"


def _make_bundle(f: Function, node: core.MakeBundle) -> C:
    kind = f.kind(node.type)
    adding = " ".join(
        f"{{ int k_ = {needed(f, k)}; a_.v[k_] += {needed(f, n)}; }}"
        for k, n in node.pairs
    )
    return f"({{ N{kind.size} a_ = {{{{0}}}}; {adding} a_; }})"


def _make_grid(f: Function, node: core.MakeGrid) -> C:
    room = f.room("G", 1)
    adding = " ".join(
        f"grid_put({room}, {f.e(at)}, {f.e(what)}, {f.line});"
        for at, what in node.pairs
    )
    return f"({{ {room}->n = 0; {adding} (const G *){room}; }})"


# ---- calls -----------------------------------------------------------------------------------


def arguments(
    f: Function, args: Sequence[core.Expr], params: Sequence[Local]
) -> tuple[C, list[C]]:
    """The state and the arguments of a call, and statements that begin with some."""
    codes = [valued(f, a, p.type) for a, p in zip(args, params, strict=False)]
    begin, names = in_order(f, args, codes)
    return begin, ["S", *names]


def called(begin: C, function: C, codes: Sequence[C]) -> C:
    """A call, behind the statements that its arguments begin with."""
    code = f"{function}({', '.join(codes)})"
    return f"({{ {begin}{code}; }})" if begin else code


def results(f: Function, kind: t.Type, bound: int) -> list[C]:
    """Room for a result that does not fit into a value of C."""
    held = f.kind(kind)
    match held.name:
        case "list":
            return [f.room(held.item, bound)]
        case "lists":
            return [f.room(held.item, FLAT), f.room("int", LISTS + 1)]
        case "grid":
            return [f.room("G", 1)]
        case _:
            return []


def _call(f: Function, node: core.Call) -> C:
    table = _worked_out(f, node)
    if table is not None:
        return f"{table}[{needed(f, node.args[0])}]"
    more = results(f, node.type, returned_bound(f, node.routine))
    begin, codes = arguments(f, node.args, node.routine.params)
    return called(begin, f.unit.routine(node.routine), [*codes, *more])


def _worked_out(f: Function, node: core.Call) -> C | None:
    """The table of a function of one cell, component or value that depends on it alone."""
    match node:
        case core.Call(routine=routine, args=(arg,)) if (
            f.kind(node.type).name == "int"
            and f.unit.statics.is_plain(routine)
            and isinstance(arg.type, t.CellType | t.ComponentType)
            and not isinstance(node.type, t.OptionalType)
        ):
            (param,) = routine.params
            table = f"VALUES_OF_{routine.name}"
            if table in f.unit.tables:
                return table
            get = core.Get(param, type=param.type, span=node.span)
            call = core.Call(routine, (get,), type=node.type, span=node.span)
            values = f.unit.statics.values(call, param)
        case _:
            return None
    span = f.unit.statics.span(param.type)
    if values is None or span is None:
        return None
    before = ["0"] * span.start
    numbers = [str(int(v)) for v in values]
    ctype = f.kind(node.type).c
    return f.unit.table(table, ctype, before + numbers)


def returned_bound(f: Function, routine: RoutineSymbol) -> int:
    """How many items a function gives back at most."""
    assert routine.returns is not None
    span = routine.span
    assert span is not None
    call = core.Call(routine, (), type=routine.returns, span=span)
    return f.bound(call)


def _can(f: Function, node: core.Can) -> C:
    begin, codes = arguments(f, node.args, node.action.params)
    return called(begin, f"can_{node.action.name}", codes)


def _after(f: Function, node: core.After) -> C:
    number = f.unit.fresh()
    kind = f.kind(node.value.type)
    params = ", ".join(
        [
            "State *S",
            *(f"{f.kind(p.type).c} a{i}" for i, p in enumerate(node.routine.params)),
        ]
    )
    parameters = ", ".join(["S", *(f"a{i}" for i in range(len(node.args)))])
    f.unit.prototypes.append(f"static void after_{number}({params});")
    f.unit.functions.append(
        f"static void after_{number}({params}) {{\n"
        f"    jmp_buf here, *before = run->leave;\n"
        f"    run->leave = &here;\n"
        f"    int why = setjmp(here);\n"
        f"    if (!why) {f.unit.routine(node.routine)}({parameters});\n"
        f"    run->leave = before;\n"
        f"    if (why && why != OVER) leave(why);\n"
        f"}}\n"
    )
    names = [f"g{number}_{i}" for i in range(len(node.args))]
    keeping = " ".join(
        f"{f.kind(p.type).c} {name} = {valued(f, a, p.type)};"
        for a, p, name in zip(node.args, node.routine.params, names, strict=True)
    )
    passed = "".join(f", {name}" for name in names)
    return (
        f"({{ {keeping} State t{number}_ = *S; t{number}_.probe = 1; num "
        "*log_ = run->log; run->log = 0; "
        f"after_{number}(&t{number}_{passed}); run->log = log_; "
        f"{kind.c} r{number}_; {{ State *S = &t{number}_; r{number}_ = "
        f"{_kept_apart(f, node.value)}; }} r{number}_; }})"
    )


def _kept_apart(f: Function, node: core.Expr) -> C:
    """A value that does not lie in the state that it is asked of."""
    code, kind = f.e(node), f.kind(node.type)
    match kind.name:
        case "list":
            size = max(1, f.bound(node))
            room = f.room(kind.item, size)
            return f"{kind.call('copy')}({code}, {room}, {size}, {f.line})"
        case "lists":
            flat, at = f.room(kind.item, FLAT), f.room("int", LISTS + 1)
            return (
                f"{kind.call('copy')}({code}, {flat}, {at}, {FLAT}, {LISTS}, {f.line})"
            )
        case "grid":
            room = f.room("G", 1)
            return f"({{ grid_copy({room}, {code}); (const G *){room}; }})"
        case _:
            return code


WRITERS: Mapping[type, Writer] = {
    core.InRange: _in_range,
    core.Const: _const,
    core.Get: _get,
    core.Read: _read,
    core.Field: _field,
    core.Lookup: _lookup,
    core.Fail: _fail,
    core.Negative: _negative,
    core.Binary: _binary,
    core.Compare: _compare,
    core.Not: _not,
    core.And: _and,
    core.Or: _or,
    core.If: _if,
    core.IsNone: _is_none,
    core.IsKind: _is_kind,
    core.Empty: _empty,
    core.In: _in,
    core.Index: _index,
    core.Range: _range,
    core.Make: _make,
    core.MakeBundle: _make_bundle,
    core.MakeGrid: _make_grid,
    core.Call: _call,
    core.Can: _can,
    core.After: _after,
}
