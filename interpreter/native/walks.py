"""Walks over boards and grids as C."""

from collections.abc import Mapping
from contextlib import suppress

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.walks import over_items
from rulesrun.interpreter.native import relations
from rulesrun.interpreter.native.certain import NoMask
from rulesrun.interpreter.native.folds import each
from rulesrun.interpreter.native.masks import source
from rulesrun.interpreter.native.prims import cells, shape
from rulesrun.interpreter.native.tables import (
    by_table,
    cell_lists,
    side_count,
    step_table,
    stride,
)
from rulesrun.interpreter.native.types import words
from rulesrun.interpreter.native.writer import Function, Writer

C = str


def walk(f: Function, node: core.Walk) -> C:
    """A walk: the cells that may be entered, then step by step from those found first."""
    if over_items(node):
        return relations.walk(f, node)
    within = node.within.type
    item = within.item if isinstance(within, t.ListType | t.SetType) else within
    if isinstance(item, t.CellType):
        return _on_board(f, node, item.board)
    return _on_grid(f, node, item)


def _inside(f: Function, node: core.Expr, board: str) -> tuple[int, C]:
    """A collection of cells as bits."""
    w = words(f.unit.core.cells[board])
    f.unit.bits.add(w)
    if f.kind(node.type).name == "bits":
        return w, f.e(node)
    with suppress(NoMask):
        mask = source(f, node, ordered=False)
        if not mask.faults:
            return w, mask.code
    cells = core.Convert(node, type=t.SetType(t.CellType(board)), span=node.span)
    return w, f.e(cells)


def _on_board(f: Function, node: core.Walk, board: str) -> C:
    cells = f.unit.core.cells[board]
    n = f.unit.fresh()
    w, within = _inside(f, node.within, board)
    plain = node.step is None and node.limit is None and node.kind == "reach"
    queue, away = f.room("int", cells), f.room("int16_t", cells)
    if node.kind == "regions" and node.step is None:
        flat, at = f.room("int", cells), f.room("int", cells + 1)
        both_ways = "mutual" if f.unit.layout.boards[board].one_way else "neighbours"
        v, ends = cell_lists(f, board, both_ways)
        return (
            f"board_regions{w}({within}, {cells}, {v}, {ends}, {flat}, {at}, {queue})"
        )
    if node.kind in ("loop", "trail", "regions"):
        return _graph(f, node, board, w, within)
    assert node.start is not None
    if node.step is not None and node.step.cost is not None:
        return _cheapest(f, node, board, w, within)
    local = Local(f.unit.fresh() + 1_000_000, "start", t.CellType(board))
    opening, closing = each(f, node.start, local)
    start = f.written[local]
    begin = (
        f"B{w} in{n} = {within}; int n{n} = 0; memset({away}, -1, sizeof {away}); "
        f"{opening} if (bits{w}_has(in{n}, {start}) && {away}[{start}] < 0) "
        f"{{ {away}[{start}] = 0; {queue}[n{n}++] = {start}; }} {closing} "
    )
    limit = f"num most{n} = {f.e(node.limit)}; " if node.limit is not None else ""
    stop = f"if ({away}[a{n}] >= most{n}) break; " if node.limit is not None else ""
    visit = f"{away}[b{n}] = (int16_t)({away}[a{n}] + 1); {queue}[n{n}++] = b{n};"
    if plain:
        v, ends = cell_lists(f, board, "neighbours")
        loop = (
            f"for (int i{n} = 0; i{n} < n{n}; i{n}++) {{ int a{n} = {queue}[i{n}]; "
            f"for (int k{n} = {ends}[a{n}]; k{n} < {ends}[a{n} + 1]; k{n}++) "
            f"{{ int b{n} = {v}[k{n}]; "
            f"if (bits{w}_has(in{n}, b{n}) && {away}[b{n}] < 0) {{ {visit} }} }} }} "
        )
    else:
        by, far = by_table(f, board), stride(f, board, node.straight)
        way = f"s{n}" if by is None else by % (f"s{n}", f"a{n}")
        test = _step_test(f, node, f"a{n}", f"b{n}", way)
        loop = (
            f"for (int i{n} = 0; i{n} < n{n}; i{n}++) {{ int a{n} = "
            f"{queue}[i{n}]; {stop}"
            f"for (int s{n} = 0; s{n} < {side_count(f, board)}; s{n} += {far}) {{ "
            f"int b{n} = {step_table(f, board, node.straight) % (f's{n}', f'a{n}')}; "
            f"if (b{n} != NONE && bits{w}_has(in{n}, b{n}) && {away}[b{n}] < "
            f"0 && {test}) {{ {visit} }} }} }} "
        )
    if node.kind == "steps":
        assert node.goal is not None
        end = (
            f"int goal{n} = {f.e(node.goal)}; goal{n} == NONE || "
            f"{away}[goal{n}] < 0 ? NONUM : (num){away}[goal{n}];"
        )
    else:
        end = f"list_sorted_set({queue}, n{n});"
    return f"({{ {limit}{begin}{loop}{end} }})"


def _cheapest(f: Function, node: core.Walk, board: str, w: int, within: C) -> C:
    """A walk whose steps have a price: on from what has cost the least so far."""
    assert node.start is not None
    assert node.step is not None
    assert node.step.cost is not None
    cells = f.unit.core.cells[board]
    n = f.unit.fresh()
    paid, done, out = (
        f.room("num", cells),
        f.room("unsigned char", cells),
        f.room("int", cells),
    )
    local = Local(f.unit.fresh() + 1_000_000, "start", t.CellType(board))
    opening, closing = each(f, node.start, local)
    start = f.written[local]
    limit = f"num most{n} = {f.e(node.limit)}; " if node.limit is not None else ""
    dear = f"price{n} <= most{n} && " if node.limit is not None else ""
    by, far = by_table(f, board), stride(f, board, node.straight)
    way = f"s{n}" if by is None else by % (f"s{n}", f"a{n}")
    test = _step_test(f, node, f"a{n}", f"b{n}", way)
    cost = f.e(node.step.cost)
    loop = (
        f"B{w} in{n} = {within}; for (int c{n} = 0; c{n} < {cells}; c{n}++) "
        f"{{ {paid}[c{n}] = NONUM; {done}[c{n}] = 0; }} "
        f"{opening} if (bits{w}_has(in{n}, {start})) {paid}[{start}] = 0; {closing} "
        f"for (;;) {{ int a{n} = cheapest({paid}, {done}, {cells}); "
        f"if (a{n} == NONE) break; {done}[a{n}] = 1; "
        f"for (int s{n} = 0; s{n} < {side_count(f, board)}; s{n} += {far}) {{ "
        f"int b{n} = {step_table(f, board, node.straight) % (f's{n}', f'a{n}')}; "
        f"if (b{n} != NONE && !{done}[b{n}] && bits{w}_has(in{n}, b{n}) && {test}) {{ "
        f"num price{n} = {paid}[a{n}] + priced({cost}, {f.line}); "
        f"if ({dear}({paid}[b{n}] == NONUM || price{n} < {paid}[b{n}])) "
        f"{paid}[b{n}] = price{n}; }} }} }} "
    )
    if node.kind == "steps":
        assert node.goal is not None
        end = (
            f"int goal{n} = {f.e(node.goal)}; goal{n} == NONE ? NONUM : "
            f"{paid}[goal{n}];"
        )
    else:
        end = (
            f"int n{n} = 0; for (int c{n} = 0; c{n} < {cells}; c{n}++) "
            f"if ({done}[c{n}]) {out}[n{n}++] = c{n}; (V){{{out}, n{n}}};"
        )
    return f"({{ {limit}{loop}{end} }})"


def _graph(f: Function, node: core.Walk, board: str, w: int, within: C) -> C:
    """What is asked of all steps between cells that can be made both ways."""
    n = f.unit.fresh()
    cells = f.unit.core.cells[board]
    number, points = f.room("int16_t", cells), f.room("int", cells)
    count, by = side_count(f, board), by_table(f, board)
    far = stride(f, board, node.straight)
    way = f"s{n}" if by is None else f"(int){by % (f's{n}', f'a{n}')}"
    made_of = f.unit.layout.boards[board]
    back = f"((s{n} + {count // 2}) % {count})" if by is None else way
    test = _step_test(f, node, f"a{n}", f"b{n}", way)
    if by is not None and made_of.shape not in ("corners", "sides", "links"):
        other = f"(int){by % (f'r{n}', f'b{n}')}"
        again = (
            f"({{ int back{n} = 0; for (int r{n} = 0; r{n} < {count} && !back{n}; "
            f"r{n}++) if ({step_table(f, board, node.straight) % (f'r{n}', f'b{n}')} == a{n}) "
            f"back{n} = {_step_test(f, node, f'b{n}', f'a{n}', other)}; back{n}; }})"
        )
    else:
        again = _step_test(f, node, f"b{n}", f"a{n}", back)
    opening = (
        f"B{w} in{n} = {within}; int n{n} = 0; "
        f"EACH_BIT({w}, c{n}, in{n}) {{ {number}[c{n}] = (int16_t)n{n}; "
        f"{points}[n{n}++] = c{n}; }} "
    )
    trail = node.kind == "trail" and made_of.ends is not None
    onward = "" if trail else f"b{n} > a{n} && "
    steps = (
        f"for (int i{n} = 0; i{n} < n{n}; i{n}++) {{ int a{n} = {points}[i{n}]; "
        f"int ends{n}[{max(8, count)}], m{n} = 0; (void)ends{n}; (void)m{n}; "
        f"for (int s{n} = 0; s{n} < {count}; s{n} += {far}) {{ "
        f"int b{n} = {step_table(f, board, node.straight) % (f's{n}', f'a{n}')}; "
        f"if (b{n} != NONE && {onward}bits{w}_has(in{n}, b{n}) && {test} && {again}) "
    )
    if trail:
        assert made_of.ends is not None
        v, ends = cell_lists(f, board, made_of.ends)
        trails, out = f.room("Trails", 1), f.room("int", cells)
        lengths = ""
        if node.step is not None and node.step.cost is not None:
            f.written[node.step.target] = f"{points}[l{n}]"
            lengths = (
                f"for (int l{n} = 0; l{n} < n{n}; l{n}++) {trails}->length[l{n}] = "
                f"priced({f.e(node.step.cost)}, {f.line}); "
            )
        return (
            f"({{ {opening}trails_begin({trails}, n{n}, {f.line}); {lengths}{steps}"
            f"{{ int by{n} = {way}; trails_follow({trails}, 2 * i{n} + "
            f"(by{n} == {v}[{ends}[a{n}]]), 2 * {number}[b{n}] + "
            f"(by{n} == {v}[{ends}[b{n}] + 1]), {f.line}); }} }} }} "
            f"sides_trail({trails}, {points}, {out}, {f.line}); }})"
        )
    graph = f.room("LoopGraph", 1)
    code = (
        f"({{ {opening}graph_begin({graph}, n{n}, {f.line}); {steps}"
        f"ends{n}[m{n}++] = {number}[b{n}]; }} "
        f"graph_steps({graph}, i{n}, ends{n}, m{n}, {f.line}); }} "
    )
    return code + _graph_result(f, node.kind, graph, points, str(cells)) + "})"


def _graph_result(f: Function, kind: str, graph: C, points: C, most: C) -> C:
    """What is found in a graph."""
    if kind == "regions":
        flat, at = f.room("int", most), f.room("int", f"{most} + 1")
        return f"graph_groups({graph}, {points}, {flat}, {at}); "
    if kind == "trail":
        out = f.room("int", "MOST_STEPS + 1")
        return f"graph_trail({graph}, {points}, {out}, {f.line}); "
    return f"graph_loop({graph}, {points}, {f.room('int', most)}, {f.line}); "


def _step_test(f: Function, node: core.Walk, a: C, b: C, side: C) -> C:
    step = node.step
    if step is None:
        return "1"
    for local, code in ((step.source, a), (step.target, b), (step.side, side)):
        f.written[local] = code
    return f"({f.e(step.test)})"


def _on_grid(f: Function, node: core.Walk, item: t.Type) -> C:
    if node.step is not None and node.step.cost is not None:
        raise f.unsupported("steps with a price over a growing grid")
    steps, sides = shape(item)
    n = f.unit.fresh()
    if isinstance(node.within.type, t.GridType):
        within = cells(f, node.within)
    else:
        within = f.e(node.within)
    most = "MOST_ON_GRID * 8"
    queue, away = f.room("int", most), f.room("int16_t", most)
    opening = (
        f"V in{n} = {within}; if (UNLIKELY(in{n}.n > {most})) "
        f"fault(FAULT_CAPACITY, 0, 0, 0, {f.line}); "
    )
    if node.kind in ("loop", "trail", "regions"):
        test = _step_test(f, node, f"a{n}", f"b{n}", f"s{n}")
        back = _step_test(f, node, f"b{n}", f"a{n}", f"o{n}")
        edges, graph = f.room("unsigned char", most), f.room("LoopGraph", 1)
        return (
            f"({{ {opening} for (int i{n} = 0; i{n} < in{n}.n; i{n}++) {{ "
            f"{edges}[i{n}] = 0; int a{n} = in{n}.v[i{n}]; "
            f"for (int s{n} = 0; s{n} < {sides}; s{n}++) {{ int b{n} = a{n} + "
            f"{steps}[s{n}], o{n} = (s{n} + {sides // 2}) % {sides}; "
            f"if (list_sorted_has(in{n}, b{n}) && {test} && {back}) {edges}[i{n}] "
            f"|= 1u << s{n}; }} }} "
            f"places_graph({graph}, in{n}, {edges}, {steps}, {sides}, {f.line}); "
            f"{_graph_result(f, node.kind, graph, f'in{n}.v', most)}}})"
        )
    assert node.start is not None
    local = Local(
        f.unit.fresh() + 1_000_000,
        "start",
        t.PlaceType("hex" if sides == 6 else "square"),
    )
    begin, end = each(f, node.start, local)
    start = f.written[local]
    limit = f"num most{n} = {f.e(node.limit)}; " if node.limit is not None else ""
    stop = f"if ({away}[i{n}] >= most{n}) break; " if node.limit is not None else ""
    beside = f.room("int16_t", f"{most} * {sides}")
    grid = ""
    if isinstance(node.within, core.Get) and node.step is not None:
        grid = f"const G *g{n} = {f.e(node.within)}; "
        for cell, k in ((node.step.source, f"i{n}"), (node.step.target, f"k{n}")):
            f.found[node.within.local, cell] = f"(int)g{n}->what[{k}]"
    test = _step_test(f, node, f"in{n}.v[i{n}]", f"in{n}.v[k{n}]", f"s{n}")
    f.found.clear()
    result = (
        f"({{ {limit}{opening}{grid}int n{n} = 0; "
        f"places_beside(in{n}, {steps}, {sides}, {beside}); "
        f"for (int k{n} = 0; k{n} < in{n}.n; k{n}++) {away}[k{n}] = -1; "
        f"{begin} int k{n} = list_find(in{n}.v, in{n}.n, {start}); if "
        f"(k{n} < in{n}.n && in{n}.v[k{n}] == {start} && {away}[k{n}] < 0) "
        f"{{ {away}[k{n}] = 0; {queue}[n{n}++] = k{n}; }} {end} "
        f"for (int h{n} = 0; h{n} < n{n}; h{n}++) {{ int i{n} = {queue}[h{n}]; {stop}"
        f"for (int s{n} = 0; s{n} < {sides}; s{n}++) {{ "
        f"int k{n} = {beside}[i{n} * {sides} + s{n}]; "
        f"if (k{n} >= 0 && {away}[k{n}] < 0 && {test}) "
        f"{{ {away}[k{n}] = (int16_t)({away}[i{n}] + 1); {queue}[n{n}++] = k{n}; "
        f"}} }} }} "
    )
    if node.kind == "steps":
        assert node.goal is not None
        return result + (
            f"int goal{n} = {f.e(node.goal)}, k{n} = list_find(in{n}.v, in{n}.n, "
            f"goal{n}); k{n} < in{n}.n && in{n}.v[k{n}] == goal{n} && {away}[k{n}] >= 0 "
            f"? (num){away}[k{n}] : NONUM; }})"
        )
    return result + (
        f"n{n} = 0; for (int k{n} = 0; k{n} < in{n}.n; k{n}++) if ({away}[k{n}] >= 0) "
        f"{queue}[n{n}++] = in{n}.v[k{n}]; (V){{{queue}, n{n}}}; }})"
    )


WRITERS: Mapping[type, Writer] = {core.Walk: walk}
