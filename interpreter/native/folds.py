"""Loops over collections as C: what is gone through, and what is made of it.

More than 400 lines because what makes something of a loop stands beside what goes
through it.
"""

from collections.abc import Mapping, Sequence

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.context import item_type
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native import bit_parallel
from rulesrun.interpreter.native.addresses import needed
from rulesrun.interpreter.native.expressions import (
    amounts,
    in_order,
    is_loose,
    is_row,
    ordered,
    place,
    size,
    sorted_lists,
    unpacked,
    valued,
)
from rulesrun.interpreter.native.masks import zone_set
from rulesrun.interpreter.native.types import Kind
from rulesrun.interpreter.native.writer import FLAT, LISTS, Function, Writer

C = str
Loop = tuple[C, C]
"""What opens a loop, and what closes it."""


def each(f: Function, of: core.Expr, local: Local) -> Loop:
    """A loop over a collection, with the local declared inside of it."""
    match of:
        case core.Fold(kind="list", clauses=clauses, item=item) if item is not None:
            opening, closing = ways(f, clauses)
            code = f.e(item)
            kind = f.kind(local.type)
            name = f.local(local)
            return f"{opening} {{ {kind.c} {name} = {code};", f"}} {closing}"
        case core.Convert(of=whole) if isinstance(of.type, t.ListType):
            return each(f, whole, local)
        case core.Range(low=low, high=high):
            start, end = f.e(low), f.e(high)
            name, number = f.local(local), f.kind(local.type).item
            opening = f"{number} {name} = {start}, e{local.id} = {end}"
            return f"for ({opening}; {name} <= e{local.id}; {name}++) {{", "}"
        case core.Prim(name=("clockwise" | "others") as word, args=(player,)):
            first = 0 if word == "clockwise" else 1
            k = f"k{local.id}"
            begun = f"int p{local.id} = {needed(f, player)};"
            name = f.local(local)
            return (
                f"{{ {begun} for (int {k} = {first}; {k} < PLAYERS; {k}++) {{ int "
                f"{name} = "
                f"seat_beside(p{local.id}, {k}, {f.line});",
                "} }",
            )
    if isinstance(of, core.Read) and is_loose(of):
        w = f.unit.words
        bits = zone_set(f, of)
        name = f.local(local)
        return (
            f"{{ B{w} s{local.id} = {bits}; EACH_BIT({w}, {name}, s{local.id}) {{",
            "} }",
        )
    if isinstance(of, core.Read) and is_row(of):
        where = place(f, of.variable, of.keys)
        name = f.local(local)
        return (
            f"{{ __auto_type z{local.id} = &{where}; for (int i{local.id} = "
            f"0; i{local.id} < "
            f"z{local.id}->n; i{local.id}++) {{ int {name} = "
            f"z{local.id}->v[i{local.id}];",
            "} }",
        )
    kind = f.kind(of.type)
    begin, there = amounts(f, of) if kind.name == "bundle" else ("", "")
    code = f.e(of) if kind.name != "bundle" else ""
    name = f.local(local)
    n = local.id
    match kind.name:
        case "bits":
            w = kind.size
            return f"{{ B{w} s{n} = {code}; EACH_BIT({w}, {name}, s{n}) {{", "} }"
        case "bundle":
            return (
                f"{{ {begin} for (int {name} = 0; {name} < {kind.size}; "
                f"{name}++) if ({there}[{name}]) {{",
                "} }",
            )
        case "grid":
            return (
                f"{{ const G *g{n} = {code}; for (int i{n} = 0; i{n} < g{n}->n; "
                f"i{n}++) {{ "
                f"int {name} = g{n}->at[i{n}];",
                "} }",
            )
        case "list":
            return (
                f"{{ {kind.c} l{n} = {code}; "
                f"for (int i{n} = 0; i{n} < l{n}.n; i{n}++) {{ "
                f"{kind.item} {name} = l{n}.v[i{n}];",
                "} }",
            )
        case _:
            inner = f.kind(local.type)
            at = f"{kind.call('at')}(l{n}, i{n})"
            value = unpacked(inner.name, inner.size, at)
            return (
                f"{{ {kind.c} l{n} = {code}; for (int i{n} = 0; i{n} < l{n}.n; i{n}++) {{ "
                f"{inner.c} {name} = {value};",
                "} }",
            )


def masked(
    f: Function, of: core.Expr, local: Local, tests: Sequence[core.Expr]
) -> tuple[C, C, int]:
    """A loop, and how many of the conditions that follow it has seen to."""
    result = bit_parallel.loop(f, local, of, tests)
    if result is None:
        begin, end = each(f, of, local)
        return begin, end, 0
    return result


def ways(f: Function, clauses: Sequence[core.Clause]) -> Loop:
    """All clauses as nested loops."""
    opening, closing = [], []
    seen_to = 0
    for position, clause in enumerate(clauses):
        if seen_to:
            seen_to -= 1
            continue
        match clause:
            case core.For(local, of):
                tests = list(bit_parallel.tests_after(clauses[position + 1 :]))
                begin, end, seen_to = masked(f, of, local, tests)
                opening.append(begin)
                closing.append(end)
            case core.Given(local, value):
                code = valued(f, value, local.type)
                kind = f.kind(local.type)
                opening.append(f"{{ {kind.c} {f.local(local)} = {code};")
                closing.append("}")
            case core.When(test):
                opening.append(f"if ({f.e(test)}) {{")
                closing.append("}")
    return " ".join(opening), " ".join(closing[::-1])


def _worked_out(f: Function, item: core.Expr | None) -> tuple[list[core.Expr], C]:
    """What is looked up on grids several times is looked up once, before it is needed."""
    seen: dict[core.Expr, int] = {}
    for part in walk(item) if item is not None else ():
        match part:
            case core.Index(
                of=core.Get() as of,
                key=core.Prim(name="step", args=(core.Get() as at, core.Get() as side)),
            ) if f.kind(of.type).name == "grid":
                needs = {of.local, at.local, side.local}
                if needs <= f.written.keys():
                    seen[part] = seen.get(part, 0) + 1
    memoised, lines = [], ""
    for expr, times in seen.items():
        if times > 1 and expr not in f.memo:
            name = f"q{f.unit.fresh()}"
            lines += f" int {name} = {f.e(expr)};"
            f.memo[expr] = name
            memoised.append(expr)
    return memoised, lines


def _empty_fault(f: Function, code: str) -> C:
    return f"fault({code}, 0, 0, 0, {f.line});"


def _only(f: Function, n: int) -> C:
    """Goes wrong unless there has been one item."""
    none, several = _empty_fault(f, "FAULT_EMPTY"), _empty_fault(f, "FAULT_SEVERAL")
    return f"if (!any{n}) {{ {none} }} if (any{n} > 1) {{ {several} }}"


def fold(f: Function, node: core.Fold, total: C = "num") -> C:
    """A fold as a statement expression; `total` is the type in which sums are made."""
    whole = bit_parallel.fold(f, node)
    if whole is not None:
        return whole
    n = f.unit.fresh()
    otherwise = None if node.otherwise is None else valued(f, node.otherwise, node.type)
    opening, closing = ways(f, node.clauses)
    memoised, working_out = _worked_out(f, node.item)
    item = "0" if node.item is None else valued(f, node.item, _single(node))
    for expr in memoised:
        del f.memo[expr]
    opening += working_out
    kind = f.kind(node.type)
    match node.kind:
        case "any" | "all":
            result, test = ("1", item) if node.kind == "any" else ("0", f"!({item})")
            start = "0" if node.kind == "any" else "1"
            return (
                f"({{ int r{n} = {start}; {opening} if ({test}) {{ r{n} = "
                f"{result}; goto out{n}; }} "
                f"{closing} out{n}:; r{n}; }})"
            )
        case "count":
            return f"({{ int r{n} = 0; {opening} r{n}++; {closing} r{n}; }})"
        case "sum":
            assert node.item is not None
            value = needed(f, node.item)
            return (
                f"({{ {total} r{n} = 0; {opening} r{n} += {value}; {closing} r{n}; }})"
            )
        case "most" | "least":
            sign = ">" if node.kind == "most" else "<"
            code = "FAULT_MOST" if node.kind == "most" else "FAULT_LEAST"
            missing = (
                _empty_fault(f, code) if otherwise is None else f"r{n} = {otherwise};"
            )
            return (
                f"({{ num r{n} = 0; int any{n} = 0; {opening} num x{n} = {item}; "
                f"if (!any{n} || x{n} {sign} r{n}) r{n} = x{n}; any{n} = 1; {closing} "
                f"if (!any{n}) {{ {missing} }} r{n}; }})"
            )
        case "first" | "last":
            missing = (
                _empty_fault(f, "FAULT_EMPTY")
                if otherwise is None
                else f"r{n} = {otherwise};"
            )
            stop = f"goto out{n};" if node.kind == "first" else ""
            zero = kind.zero
            return (
                f"({{ {kind.c} r{n} = {zero}; int any{n} = 0; {opening} r{n} = "
                f"{item}; any{n} = 1; {stop} "
                f"{closing} out{n}:; if (!any{n}) {{ {missing} }} r{n}; }})"
                if stop
                else f"({{ {kind.c} r{n} = {zero}; int any{n} = 0; {opening} r{n} = "
                f"{item}; any{n} = 1; "
                f"{closing} if (!any{n}) {{ {missing} }} r{n}; }})"
            )
        case "only" if not node.by:
            return (
                f"({{ {kind.c} r{n} = {kind.zero}; int any{n} = 0; {opening} r{n} = "
                f"{item}; any{n}++; {closing} {_only(f, n)} r{n}; }})"
            )
        case "list" | "set":
            return _collected(f, node, n, opening, closing, item)
        case "only" | "best":
            return _best(f, node, n, opening, closing, item, otherwise)
        case "ties":
            return _ties(f, node, n, opening, closing, item)
        case "standings":
            return _standings(f, node, n, opening, closing, item)
        case _:
            room = f.room("unsigned char", _ways_bound(f, node))
            size = _ways_bound(f, node)
            return (
                f"({{ int n{n} = 0; {opening} if (UNLIKELY(n{n} == {size})) "
                f"fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); "
                f"{room}[n{n}++] = !!({item}); {closing} longest_run({room}, n{n}); }})"
            )


def _ways_bound(f: Function, node: core.Fold) -> int:
    """How often one comes through the clauses at most, for the room that this needs."""
    total = 1
    for clause in node.clauses:
        if isinstance(clause, core.For):
            total *= f.bound(clause.of)
    return max(1, min(total, f.unit.most_room))


def _push(f: Function, room: C, count: C, size: int, item: C) -> C:
    return (
        f"if (UNLIKELY({count} == {size})) fault(FAULT_CAPACITY, {size}, "
        f"0, 0, {f.line}); "
        f"{room}[{count}++] = {item};"
    )


def _collected(
    f: Function, node: core.Fold, n: int, opening: C, closing: C, item: C
) -> C:
    kind = f.kind(node.type)
    if kind.name == "bits":
        adding = f"bits{kind.size}_add(&s{n}, {item});"
        return (
            f"({{ B{kind.size} s{n} = {{{{0}}}}; {opening} {adding} {closing} s{n}; }})"
        )
    size = f.bound(node)
    if kind.name == "lists":
        return _nested(f, node, n, opening, closing, item)
    size = max(size, 1) if isinstance(node.type, t.ListType) else _ways_bound(f, node)
    room = f.room(kind.item, size)
    pushing = _push(f, room, f"n{n}", size, item)
    ending = _ended(node.type, kind, room, n)
    return f"({{ int n{n} = 0; {opening} {pushing} {closing} {ending}; }})"


def _ended(of: t.Type, kind: Kind, room: C, n: int) -> C:
    """What has been collected, as a list or a set."""
    if isinstance(of, t.SetType):
        return f"{kind.call('sorted_set')}({room}, n{n})"
    return f"({kind.c}){{{room}, n{n}}}"


def _single(node: core.Fold) -> t.Type:
    """The type of an item that something is made of."""
    assert node.item is not None
    if node.kind in ("list", "set", "ties"):
        return t.element(node.type) or node.item.type
    return node.item.type if node.kind in ("any", "all", "standings") else node.type


def _nested(f: Function, node: core.Fold, n: int, opening: C, closing: C, item: C) -> C:
    """A list of lists, or of bundles."""
    assert node.item is not None
    inner = f.kind(node.item.type)
    outer = min(f.bound(node), 1024)
    each_size = inner.size if inner.name == "bundle" else f.bound(node.item)
    flat_size = min(outer * max(1, each_size), 16384)
    kind = f.kind(node.type)
    flat, at = f.room(kind.item, flat_size), f.room("int", outer + 1)
    if inner.name == "bundle":
        value = f"N{inner.size} b{n} = {item}; W x{n} = {{b{n}.v, {inner.size}}};"
    else:
        value = f"{inner.c} x{n} = {item};"
    result = f"({kind.c}){{{flat}, {at}, n{n}}}"
    if isinstance(node.type, t.SetType):
        result = f"{kind.call('sorted_set')}({result})"
    return (
        f"({{ int n{n} = 0; {at}[0] = 0; {opening} {value} "
        f"if (UNLIKELY(n{n} == {outer} || {at}[n{n}] + x{n}.n > "
        f"{flat_size})) fault(FAULT_CAPACITY, {outer}, 0, 0, {f.line}); "
        f"memcpy({flat} + {at}[n{n}], x{n}.v, sizeof({kind.item}) * "
        f"(size_t)x{n}.n); {at}[n{n} + 1] = {at}[n{n}] + x{n}.n; n{n}++; "
        f"{closing} {result}; }})"
    )


# ---- ranking ------------------------------------------------------------------------------


def keys(f: Function, by: Sequence[core.Order], n: int) -> tuple[C, C, C, C, int]:
    """Ranks of an item: declared, kept, and compared (better, equal)."""
    names = [f"k{n}_{i}" for i in range(len(by))]
    codes = [f"{'' if o.most else '-'}({needed(f, o.by)})" for o in by]
    declared = " ".join(f"num {a} = {b};" for a, b in zip(names, codes, strict=True))
    storing = " ".join(f"b{a} = {a};" for a in names)
    better = "0"
    for a in names[::-1]:
        better = f"({a} > b{a} || ({a} == b{a} && {better}))"
    equal = " && ".join(f"{a} == b{a}" for a in names)
    return declared, storing, better, equal, len(names)


def _best(
    f: Function,
    node: core.Fold,
    n: int,
    opening: C,
    closing: C,
    item: C,
    otherwise: C | None,
) -> C:
    kind = f.kind(node.type)
    declared, storing, better, equal, count = keys(f, node.by, n)
    before = " ".join(f"num bk{n}_{i} = 0;" for i in range(count))
    zero = kind.zero
    if node.kind == "only":
        return (
            f"({{ {kind.c} r{n} = {zero}; int any{n} = 0; {before} {opening} {declared} "
            f"{kind.c} x{n} = {item}; "
            f"if (!any{n} || {better}) {{ any{n} = 1; {storing} r{n} = x{n}; }} "
            f"else if ({equal}) any{n}++; {closing} {_only(f, n)} r{n}; }})"
        )
    missing = (
        _empty_fault(f, "FAULT_EMPTY") if otherwise is None else f"r{n} = {otherwise};"
    )
    return (
        f"({{ {kind.c} r{n} = {zero}; int any{n} = 0; {before} {opening} {declared} "
        f"if (!any{n} || {better}) {{ any{n} = 1; {storing} r{n} = {item}; }} {closing} "
        f"if (!any{n}) {{ {missing} }} r{n}; }})"
    )


def _ties(f: Function, node: core.Fold, n: int, opening: C, closing: C, item: C) -> C:
    declared, storing, better, equal, count = keys(f, node.by, n)
    if f.kind(node.type).name != "list":
        raise f.unsupported("ties of such values")
    before = " ".join(f"num bk{n}_{i} = 0;" for i in range(count))
    size = max(1, f.bound(node))
    kind = f.kind(node.type)
    room = f.room(kind.item, size)
    pushing = _push(f, room, f"n{n}", size, item)
    return (
        f"({{ int n{n} = 0; {before} {opening} {declared} "
        f"if (!n{n} || {better}) {{ n{n} = 0; {storing} {pushing} }} else if "
        f"({equal}) {{ {pushing} }} "
        f"{closing} ({kind.c}){{{room}, n{n}}}; }})"
    )


def _standings(
    f: Function, node: core.Fold, n: int, opening: C, closing: C, item: C
) -> C:
    declared, _, _, _, count = keys(f, node.by, n)
    size = _ways_bound(f, node)
    kind = f.kind(node.type)
    items, ranks = f.room(kind.item, size), f.room("num", size * count)
    flat, at = f.room(kind.item, size), f.room("int", size + 1)
    keeping = " ".join(
        f"{ranks}[n{n} * {count} + {i}] = k{n}_{i};" for i in range(count)
    )
    return (
        f"({{ int n{n} = 0; {opening} {declared} if (UNLIKELY(n{n} == "
        f"{size})) fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); "
        f"{keeping} {items}[n{n}++] = {item}; {closing} "
        f"{kind.call('standings')}({items}, {ranks}, {count}, n{n}, {flat}, {at}); }})"
    )


def convert(f: Function, node: core.Convert) -> C:
    """A collection as one of another kind."""
    kind = f.kind(node.type)
    if kind.name == "lists" and f.kind(node.of.type).name == "lists":
        if isinstance(node.type, t.ListType):
            return f.e(node.of)  # a set of lists is kept as one that goes upwards
        flat, at = f.room(kind.item, FLAT), f.room("int", LISTS + 1)
        word = kind.call("copy")
        copied = f"{word}({f.e(node.of)}, {flat}, {at}, {FLAT}, {LISTS}, {f.line})"
        return sorted_lists(kind, copied)
    local = Local(f.unit.fresh() + 1_000_000, "each", _item(node.of.type))
    opening, closing = each(f, node.of, local)
    name = f.written[local]
    n = f.unit.fresh()
    if kind.name == "bits":
        return (
            f"({{ B{kind.size} s{n} = {{{{0}}}}; {opening} "
            f"bits{kind.size}_add(&s{n}, {name}); {closing} s{n}; }})"
        )
    if kind.name != "list":
        raise f.unsupported(f"a conversion to {node.type}")
    size = max(1, f.bound(node.of))
    room = f.room(kind.item, size)
    pushing = _push(f, room, f"n{n}", size, name)
    ending = _ended(node.type, kind, room, n)
    return f"({{ int n{n} = 0; {opening} {pushing} {closing} {ending}; }})"


def sized(f: Function, node: core.Sized) -> C:
    """A number, or those of a bundle, looked at; what is greater is never cut."""
    of, kind = node.of, f.kind(node.type)
    if kind.name == "bundle":
        return _sized_bundle(f, of, kind)
    if isinstance(node.type, t.OptionalType):
        return (
            f"({{ num x_ = {valued(f, of, node.type)}; "
            f"x_ == NONUM ? x_ : sized_num(x_, {f.line}); }})"
        )
    match of:
        case core.Binary(op="*", left=left, right=right):
            codes = needed(f, left), needed(f, right)
            return ordered(f, (left, right), codes, "sized_product({0}, {1}, {line})")
        case core.Fold(kind="sum"):
            return f"sized({fold(f, of, '__int128')}, {f.line})"
        case core.Prim(name="size", args=(whole,)):
            return f"sized({size(f, whole, '__int128')}, {f.line})"
    return f"sized_num({f.e(of)}, {f.line})"


def _sized_bundle(f: Function, of: core.Expr, kind: Kind) -> C:
    looking = (
        f"for (int i_ = 0; i_ < {kind.size}; i_++) sized_num(a_.v[i_], {f.line}); a_;"
    )
    if not isinstance(of, core.Binary) or of.op != "*":
        return f"({{ N{kind.size} a_ = {f.e(of)}; {looking} }})"
    codes = f.e(of.left), needed(f, of.right)
    begin, (left, right) = in_order(f, (of.left, of.right), codes)
    return (
        f"({{ {begin}N{kind.size} a_ = {left}; num t_ = {right}; "
        f"for (int i_ = 0; i_ < {kind.size}; i_++) "
        f"a_.v[i_] = sized_product(a_.v[i_], t_, {f.line}); a_; }})"
    )


def _item(kind: t.Type) -> t.Type:
    return item_type(kind)


WRITERS: Mapping[type, Writer] = {
    core.Fold: fold,
    core.Convert: convert,
    core.Sized: sized,
}
