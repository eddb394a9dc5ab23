"""Walks as C over what has no neighbours, or by steps that are named."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native.folds import each
from rulesrun.interpreter.native.writer import Function

C = str

MOST_ITEMS = 1024
"""Over more items no regions are found in machine code."""


def walk(f: Function, node: core.Walk) -> C:
    """A walk over a relation: the items upwards, and steps by where they stand."""
    step, item = node.step, t.element(node.within.type)
    assert step is not None
    assert item is not None
    most = _number_of(f, item)
    n = f.unit.fresh()
    room, queue = f.room("int", most), f.room("int", most)
    one = Local(f.unit.fresh() + 1_000_000, "item", item)
    opening, closing = each(f, node.within, one)
    gather = (
        f"int n{n} = 0; {opening} if (UNLIKELY(n{n} == {most})) "
        f"fault(FAULT_CAPACITY, {most}, 0, 0, {f.line}); "
        f"{room}[n{n}++] = {f.written[one]}; {closing} "
        f"V in{n} = list_sorted_set({room}, n{n}); n{n} = in{n}.n; "
    )
    f.written[step.source] = f"in{n}.v[i{n}]"
    if step.among is None:
        f.written[step.target] = f"in{n}.v[k{n}]"
        before, after = f"for (int k{n} = 0; k{n} < n{n}; k{n}++) {{", "}"
        is_target = "1"
    else:
        before, after = each(f, step.among, step.target)
        target = f.written[step.target]
        before += f" int k{n} = list_find(in{n}.v, n{n}, {target});"
        is_target = f"k{n} < n{n} && in{n}.v[k{n}] == {target}"
    f.written[step.side] = "0"
    if node.kind == "regions":
        if most > MOST_ITEMS:
            raise f.unsupported("regions of so many items")
        matrix = f.room("unsigned char", most * most)
        flat, at = f.room("int", most), f.room("int", most + 1)
        return (
            f"({{ {gather}memset({matrix}, 0, (size_t)n{n} * n{n}); "
            f"for (int i{n} = 0; i{n} < n{n}; i{n}++) {{ {before} "
            f"if ({is_target} && k{n} != i{n} && {f.e(step.test)}) "
            f"{matrix}[i{n} * n{n} + k{n}] = 1; {after} }} "
            f"items_joined(in{n}, {matrix}, {queue}, {flat}, {at}); }})"
        )
    assert node.start is not None
    paid, done = f.room("num", most), f.room("unsigned char", most)
    local = Local(f.unit.fresh() + 1_000_000, "start", item)
    begin, end = each(f, node.start, local)
    start = f.written[local]
    limit = f"num most{n} = {f.e(node.limit)}; " if node.limit is not None else ""
    dear = f"price{n} <= most{n} && " if node.limit is not None else ""
    price = "1" if step.cost is None else f"priced({f.e(step.cost)}, {f.line})"
    loop = (
        f"{limit}{gather}for (int k{n} = 0; k{n} < n{n}; k{n}++) "
        f"{{ {paid}[k{n}] = NONUM; {done}[k{n}] = 0; }} "
        f"{begin} int k{n} = list_find(in{n}.v, n{n}, {start}); "
        f"if (k{n} < n{n} && in{n}.v[k{n}] == {start}) {paid}[k{n}] = 0; {end} "
        f"for (;;) {{ int i{n} = cheapest({paid}, {done}, n{n}); "
        f"if (i{n} == NONE) break; {done}[i{n}] = 1; {before} "
        f"if ({is_target} && !{done}[k{n}] && {f.e(step.test)}) {{ "
        f"num price{n} = {paid}[i{n}] + {price}; "
        f"if ({dear}({paid}[k{n}] == NONUM || price{n} < {paid}[k{n}])) "
        f"{paid}[k{n}] = price{n}; }} {after} }} "
    )
    if node.kind == "steps":
        assert node.goal is not None
        return (
            f"({{ {loop}int goal{n} = {f.e(node.goal)}, g{n} = list_find(in{n}.v, "
            f"n{n}, goal{n}); g{n} < n{n} && in{n}.v[g{n}] == goal{n} ? "
            f"{paid}[g{n}] : NONUM; }})"
        )
    return (
        f"({{ {loop}int m{n} = 0; for (int k{n} = 0; k{n} < n{n}; k{n}++) "
        f"if ({done}[k{n}]) {queue}[m{n}++] = in{n}.v[k{n}]; (V){{{queue}, m{n}}}; }})"
    )


def _number_of(f: Function, item: t.Type) -> int:
    """So many items of a type there are at most."""
    match item:
        case t.ComponentType():
            return max(1, len(f.unit.layout.components))
        case t.PlaceType():
            return 4 * MOST_ITEMS
        case _:
            return f.unit.sizes.domain(item) or 1
