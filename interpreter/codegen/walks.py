"""Walks over boards and growing grids as Python."""

from collections.abc import Mapping, Sequence
from itertools import count

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import used_locals
from rulesrun.dsl.core.walking import walk as walk_tree
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.costs import QUICK
from rulesrun.interpreter.codegen.expressions import Code, Expressions, Writer
from rulesrun.interpreter.codegen.prims import board, by_table, step_table
from rulesrun.interpreter.codegen.tables import steps
from rulesrun.interpreter.codegen.writing import Scope
from rulesrun.interpreter.runtime import grids


def _cell(kind: t.Type) -> t.Type:
    return kind.item if isinstance(kind, t.ListType | t.SetType) else kind


def walk(w: Expressions, node: core.Walk) -> Code:
    """A walk over a board or a growing grid; where its goal is left out, to all places."""
    if node.kind == "steps" and node.goal is not None:
        ways = w.shared.ways.get(id(node)) or evolve(node, goal=None)
        return f"{w.code(ways)}.get({w.code(node.goal)})"
    within = w.values(node.within)
    if over_items(node):
        return _over_items(w, node, within)
    where = _where(node)
    if node.kind == "regions" and node.step is None:
        if isinstance(where, t.CellType):
            return f"{board(w, where.board)}.regions({within})"
        return f"regions({_shape(where)}, {within})"
    on_board = isinstance(where, t.CellType)
    ground, by = _shape(where), None
    if isinstance(where, t.CellType):
        ground = step_table(w, where.board, node.straight)
        by = by_table(w, where.board)
    if node.kind in ("loop", "trail", "regions"):
        test = _test(w, node)
        if node.kind == "trail" and isinstance(where, t.CellType):
            geometry = w.layout.boards[where.board]
            if geometry.ends is not None:
                lists = geometry.beside(geometry.ends)
                word = geometry.ends.upper()
                ends = w.module.constants.name(lists, word, name=where.board)
                length = _length(w, node)
                return (
                    f"trail_of_sides({ground}, {by}, {ends}, {within}, {test}{length})"
                )
        edges = "cell_steps" if on_board else "place_steps"
        more = "" if by is None else f", {by}"
        if node.kind == "loop":
            return f"longest_loop({edges}({ground}, {within}, {test}{more}))"
        word = "trail_of_points" if node.kind == "trail" else "groups_joined"
        return (
            f"(lambda inside: {word}(inside, {edges}({ground}, inside, {test}{more})))"
            f"(sorted(set({within})))"
        )
    assert node.start is not None
    start = w.values(node.start)
    if node.kind == "reach" and node.step is None and node.limit is None:
        if isinstance(where, t.CellType):
            return f"{board(w, where.board)}.reach({start}, {within})"
    if not on_board:
        within = w.code(node.within)
    limit = [] if node.limit is None else [w.code(node.limit)]
    if node.step is not None and node.step.cost is not None:
        beyond = [] if by is None else [f"by={by}"]
        tests = [_test(w, node), _cost(w, node)]
        limits = [f"limit={code}" for code in limit]
        args = ", ".join([ground, start, within, *tests, *limits, *beyond])
        result = f"{'cheapest_cells' if on_board else 'cheapest_places'}({args})"
    elif node.step is None:
        beyond = [] if by is None else [f"by={by}"]
        args = ", ".join([ground, start, within, "always", *limit, *beyond])
        result = f"{'walk_cells' if on_board else 'walk_places'}({args})"
    else:
        result = _stepping(w, node, [start, within, *limit])
    if node.kind == "steps":
        return result
    return f"tuple(sorted({result}))"


def over_items(node: core.Walk) -> bool:
    """Whether steps lead to what is named, and not to neighbours."""
    item = t.element(node.within.type)
    named = node.step is not None and node.step.among is not None
    return named or not isinstance(item, t.CellType | t.PlaceType)


def _over_items(w: Expressions, node: core.Walk, within: Code) -> Code:
    """A walk over a relation."""
    step, among = node.step, "None"
    assert step is not None
    if step.among is not None:
        inner = w.inner()
        among = f"lambda {inner.scope.name(step.source)}: {inner.values(step.among)}"
    test = _test(w, node)
    if node.kind == "regions":
        return (
            f"(lambda inside: groups_joined(inside, item_steps(inside, {among}, {test})))"
            f"(tuple({within}))"
        )
    assert node.start is not None
    args = [w.values(node.start), within, among, test]
    args += [] if node.limit is None else [f"limit={w.code(node.limit)}"]
    args += [] if step.cost is None else [f"cost={_cost(w, node)}"]
    result = f"walk_items({', '.join(args)})"
    return result if node.kind == "steps" else f"tuple(sorted({result}))"


def counted(w: Expressions, node: core.Expr) -> Code:
    """What has as many items as the value of an expression, in whatever order."""
    if isinstance(node, core.Walk) and node.kind == "reach" and node not in w.shared:
        if over_items(node):
            return w.code(evolve(node, kind="steps"))
        if node.step is not None or not isinstance(_where(node), t.CellType):
            return w.code(evolve(node, kind="steps"))
    return w.listed(node)


def only_counted(tree: object) -> set[Local]:
    """The locals of which it is only asked how many items they hold, or whether any."""
    reads: dict[Local, int] = {}
    for node in walk_tree(tree):
        match node:
            case core.Get(local=local):
                reads[local] = reads.get(local, 0) + 1
            case (
                core.Prim(name="size", args=(core.Get(local=local),))
                | core.Empty(of=core.Get(local=local))
            ):
                reads[local] = reads.get(local, 0) - 1
            case _:
                pass
    return {local for local, number in reads.items() if number == 0}


def _stepping(w: Expressions, node: core.Walk, args: Sequence[Code]) -> Code:
    """A walk from some cells as a function of its own, in which each step is tried.

    The arguments are where it starts, where it stays, and how far it goes, if anything.
    """
    step = node.step
    assert step is not None
    own = (step.source, step.target, step.side)
    used = used_locals(step.test).difference(own).intersection(w.scope.written)
    outer = sorted(used, key=lambda local: local.id)
    inner = Expressions(w.module, Scope())
    params = ["starts", "within", *["limit"][: len(args) - 2]]
    params += [inner.scope.name(local) for local in outer]
    source, target, side = [inner.scope.name(local) for local in own]
    where = _where(node)
    body = [(1, "found = {s: 0 for s in starts if s in within}")]
    if isinstance(where, t.CellType):
        body.insert(0, (1, "within = set(within)"))
    body += [
        (1, "pending = list(found)"),
        (1, f"for {source} in pending:"),  # grows while it is gone through
        (2, f"away = found[{source}] + 1"),
    ]
    if len(args) > 2:
        body += [(2, "if away > limit:"), (3, "break")]
    body += _sides(w, node, source, target, side)
    if w.module.costs.of(step.test) > QUICK:
        body.append((4, "tick()"))
    body += [
        (4, f"if {inner.code(step.test)}:"),
        (5, f"found[{target}] = away"),
        (5, f"pending.append({target})"),
        (1, "return found"),
    ]
    name = w.module.helper("way", params, body)
    return f"{name}({', '.join(['S', *args, *map(w.scope.of, outer)])})"


def _sides(
    w: Expressions, node: core.Walk, source: str, target: str, side: str
) -> list[tuple[int, str]]:
    """The loop over the cells beside one that it was not known how to reach."""
    where = _where(node)
    numbered = w.module.constants.numbered
    if not isinstance(where, t.CellType):
        top = getattr(grids, _shape(where))
        sides = numbered(_shape(where), tuple(enumerate(top.steps)), "SIDED")
        return [
            (2, f"for {side}, delta in {sides}:"),
            (3, f"{target} = {source} + delta"),
            (3, f"if {target} in within and {target} not in found:"),
        ]
    tables = steps(w.layout, where.board, node.straight)
    by = w.layout.boards[where.board].by
    some_sides = tuple(
        (way, table)
        for way, table in zip(by or count(), tables, strict=False)
        if by or any(cell is not None for cell in table)
    )
    key = (where.board, "steps", node.straight)
    sides = numbered(key, some_sides, "SIDED")
    lines = [
        (2, f"for {'by' if by else side}, table in {sides}:"),
        (3, f"{target} = table[{source}]"),
        (
            3,
            f"if {target} is not None and {target} in within and {target} not in found:",
        ),
    ]
    if by:
        lines.append((4, f"{side} = by[{source}]"))
    return lines


def _where(node: core.Walk) -> t.Type:
    kind = node.within.type
    item = _cell(kind)
    if isinstance(item, t.CellType | t.PlaceType):
        return item
    shape = getattr(kind, "shape", "square")
    return t.PlaceType(shape)


def _shape(kind: t.Type) -> Code:
    return kind.shape.upper() if isinstance(kind, t.PlaceType) else "SQUARE"


def _test(w: Expressions, node: core.Walk) -> Code:
    """Whether a step can be made, as a function of two cells and the side."""
    step = node.step
    if step is None:
        return "always"
    inner = w.inner()
    names = [inner.scope.name(x) for x in (step.source, step.target, step.side)]
    code = inner.code(step.test)
    if w.module.costs.of(step.test) > QUICK:
        code = f"tick() or ({code})"
    return f"lambda {', '.join(names)}: {code}"


def _cost(w: Expressions, node: core.Walk) -> Code:
    """What a step costs, as a function of two cells and the side."""
    step = node.step
    assert step is not None
    assert step.cost is not None
    inner = w.inner()
    names = [inner.scope.name(x) for x in (step.source, step.target, step.side)]
    return f"lambda {', '.join(names)}: {inner.code(step.cost)}"


def _length(w: Expressions, node: core.Walk) -> Code:
    """How long a side along a trail is, as the last argument, if they are not alike."""
    step = node.step
    if step is None or step.cost is None:
        return ""
    inner = w.inner()
    return f", lambda {inner.scope.name(step.target)}: {inner.code(step.cost)}"


WRITERS: Mapping[type, Writer] = {core.Walk: walk}
