"""The one loop of the core as Python: comprehensions, and small functions that stop early.

More than 400 lines: all forms that the loop takes call each other.
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.folding import settled
from rulesrun.dsl.core.statements import SetLocal
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import walk as nodes_of
from rulesrun.dsl.semantics.value_types import (
    ListType,
)
from rulesrun.interpreter.codegen.common_subexpressions import clause_places
from rulesrun.interpreter.codegen.contiguous import contiguous, never_empty
from rulesrun.interpreter.codegen.expressions import (
    Code,
    Expressions,
    Writer,
    is_bits,
    is_cards,
)
from rulesrun.interpreter.codegen.inlining import is_safe, stepwise
from rulesrun.interpreter.codegen.looking import beside_with
from rulesrun.interpreter.codegen.values import of_all

Body = list[tuple[int, str]]


def conjuncts(test: core.Expr) -> list[core.Expr]:
    """The conditions that must all hold for a test to hold, in their order."""
    if isinstance(test, core.And):
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def one_by_one(clauses: Sequence[core.Clause]) -> tuple[core.Clause, ...]:
    """The same clauses, with one condition in each that has any."""
    result: list[core.Clause] = []
    for clause in clauses:
        if isinstance(clause, core.When):
            result += [core.When(test) for test in conjuncts(clause.test)]
        else:
            result.append(clause)
    return tuple(result)


def grouped(
    clauses: Sequence[core.Clause],
) -> list[tuple[core.For | core.Given | None, list[core.Expr]]]:
    """Each clause that names a local with the conditions that follow it."""
    result: list[tuple[core.For | core.Given | None, list[core.Expr]]] = []
    for clause in clauses:
        if isinstance(clause, core.When):
            if not result:
                result.append((None, []))
            result[-1][1].append(clause.test)
        else:
            result.append((clause, []))
    return result


def _candidates(
    w: Expressions,
    clauses: Sequence[core.Clause],
    clause: core.For,
    tests: list[core.Expr],
    work: float,
) -> tuple[Code, list[core.Expr]]:
    """What a clause runs through, counted where that may be much."""
    values, left = w.candidates(clause.local, clause.of, tests)
    costs = w.module.costs
    at = next(i for i, other in enumerate(clauses) if other is clause)
    inner = costs.clauses(clauses[at + 1 :], work)
    return w.metered(clause.of, values, inner), left


def comprehension(
    w: Expressions,
    clauses: Sequence[core.Clause],
    work: float,
    after: Sequence[core.Expr | None] = (),
    tables: Sequence[Local] = (),
) -> Code:
    """`for x in S if P ...`; names the locals of the clauses.

    `work` is that of what is done with each item, `after` what that is.
    """
    parts = [f"for {w.scope.name(table)} in [{{}}]" for table in tables]

    def name(givens: Sequence[core.Given]) -> None:
        for binding in givens:
            value = w.listed(binding.value)
            parts.append(f"for {w.scope.name(binding.local)} in [{value}]")

    for clause, tests in grouped(clauses):
        left = tests
        match clause:
            case core.For(local, of):
                name(w.before(of))
                values, left = _candidates(w, clauses, clause, tests, work)
                parts.append(f"for {w.scope.name(local)} in {values}")
            case core.Given(value=value):
                name([*w.before(value), clause])
            case None:
                parts.append("for _ in (0,)")
        for test in left:
            name(w.before(test))
            parts.append(f"if {w.code(test)}")
    for tree in after:
        name(w.before(tree))
    return " ".join(parts)


def loops(
    w: Expressions,
    clauses: Sequence[core.Clause],
    body: Body,
    work: float,
    depth: int = 1,
    after: core.Expr | None = None,
    tables: Sequence[Local] = (),
) -> int:
    """The clauses as nested statements, written to `body`; gives the depth inside.

    `after` is what is then evaluated.
    """

    def name(givens: Sequence[core.Given]) -> None:
        for binding in givens:
            value = w.listed(binding.value)
            body.append((depth, f"{w.scope.name(binding.local)} = {value}"))

    body += [(depth, f"{w.scope.name(table)} = {{}}") for table in tables]
    for clause, tests in grouped(clauses):
        left = tests
        match clause:
            case core.For(local, of):
                name(w.before(of))
                values, left = _candidates(w, clauses, clause, tests, work)
                body.append((depth, f"for {w.scope.name(local)} in {values}:"))
                depth += 1
            case core.Given(value=value):
                name([*w.before(value), clause])
            case None:
                pass
        for test in left:
            name(w.before(test))
            body.append((depth, f"if {w.code(test)}:"))
            depth += 1
    name(w.before(after))
    return depth


EARLY = {"any": "some", "all": "every", "first": "find"}
"""Folds that end as soon as the answer is known, and what they are called as functions."""


def among_beside(w: Expressions, node: core.Fold) -> Code | None:
    """Whether a value is found beside a cell, asked of all cells there at once."""
    result = beside_with(w.layout, w.module.constants, node)
    if result is None:
        return None
    looks, cell, value = result
    return f"({w.code(value)} in {looks}[{w.code(cell)}](S))"


def of_opponent(w: Expressions, node: core.Fold) -> Code | None:
    """A fold over the others than a player, where two play and there is but one."""
    match node:
        case core.Fold(
            kind=kind,
            clauses=(
                core.For(
                    local=local,
                    of=core.Prim(name="others", args=(core.Get(local=player),)),
                ),
                *rest,
            ),
            item=core.Expression() as item,
        ) if w.layout.players == 2 and player in w.scope.written:
            tests = [clause.test for clause in rest if isinstance(clause, core.When)]
        case _:
            return None
    w = w.inner()
    w.scope.written[local] = f"LEFT[{w.scope.of(player)}]"
    if len(tests) < len(rest):
        return None
    if kind in ("any", "all"):  # a fault belongs to its own line
        if not all(is_safe(test, w.module.inlining.values) for test in (*tests, item)):
            return None
    if kind == "any":
        conditions = tests if _is_true(item) else [*tests, item]
        return f"({' and '.join(map(w.code, conditions)) or 'True'})"
    if kind == "all":
        tests = [core.Not(test, type=test.type, span=test.span) for test in tests]
        return f"({' or '.join(map(w.code, [*tests, item]))})"
    return w.code(item) if kind in ("most", "least", "sum") and not tests else None


def _early(w: Expressions, node: core.Fold) -> Code:
    """Such a fold as a function of its own."""
    return w.function(EARLY[node.kind], node, lambda inner: returning(inner, node))


def returning(w: Expressions, node: core.Fold) -> Body:
    """The lines of a function that returns what comes of such a fold."""
    body: Body = []
    clauses, item = one_by_one(node.clauses), node.item
    assert item is not None
    if node.kind == "any" and isinstance(item, core.And):
        clauses = one_by_one((*clauses, core.When(item)))
        item = core.Const(True, type=item.type, span=item.span)
    last = clauses[-1]
    if node.kind == "any" and _is_true(item) and isinstance(last, core.When):
        clauses, item = clauses[:-1], last.test
    costs = w.module.costs
    for ways, each in _written_out(w, clauses, item):
        inner, tables = w.inner().sharing(clause_places(costs, ways, (each,)))
        depth = loops(inner, ways, body, costs.of(each), 1, each, tables)
        if node.kind == "any":
            return_if_any(inner, each, body, depth)
        elif node.kind == "all":
            test = core.Not(each, type=each.type, span=each.span)
            body.append((depth, f"if {inner.code(test)}:"))
            body.append((depth + 1, "return False"))
        else:
            body.append((depth, f"return {inner.listed(each)}"))
    otherwise = {"any": "False", "all": "True"}.get(node.kind) or _missing(w, node)
    return [*body, (1, f"return {otherwise}")]


WRITTEN_OUT = 4
"""So few values of a loop are written one after another."""


def _written_out(
    w: Expressions, clauses: Sequence[core.Clause], item: core.Expr
) -> Iterator[tuple[Sequence[core.Clause], core.Expr]]:
    """What is looked at for each value of a loop over a few that are known; else the loop."""
    match clauses:
        case (
            core.For(
                local=local,
                of=core.Range(
                    low=core.Const(value=int(low)) as first,
                    high=core.Const(value=int(high)),
                ),
            ),
            *rest,
        ) if not w.module.trace and high - low < WRITTEN_OUT:
            if not any(isinstance(n, core.Fold) for n in nodes_of((*rest, item))):
                for value in range(low, high + 1):
                    values = {local: evolve(first, value=value)}
                    yield (
                        [settled(part, values) for part in rest],
                        settled(item, values),
                    )
                return
    yield clauses, item


def setting(w: Expressions, node: core.Fold, name: Code) -> Body | None:
    """Lines that give a local the first item of one loop; none if it takes more."""
    if node.kind != "first" or not _is_one_loop(node) or node.item is None:
        return None
    body: Body = []
    missing = _missing(w, node)
    costs = w.module.costs
    clauses = one_by_one(node.clauses)
    inner, tables = w.inner().sharing(clause_places(costs, clauses, (node.item,)))
    work = costs.of(node.item)
    depth = loops(inner, clauses, body, work, 1, node.item, tables)
    body += [(depth, f"{name} = {inner.listed(node.item)}"), (depth, "break")]
    return [*body, (1, "else:"), (2, f"{name} = {missing}")]


def return_if_any(w: Expressions, item: core.Expr, body: Body, depth: int) -> None:
    """Returns that it is so where an item holds; whether all do is a loop of its own."""
    if _is_true(item):
        body.append((depth, "return True"))
    elif isinstance(item, core.Fold) and item.kind == "all" and _is_one_loop(item):
        assert item.item is not None
        work = w.module.costs.of(item.item)
        inside = loops(w, item.clauses, body, work, depth)
        test = core.Not(item.item, type=item.item.type, span=item.item.span)
        body += [(inside, f"if {w.code(test)}:"), (inside + 1, "break")]
        body += [(depth, "else:"), (depth + 1, "return True")]
    elif not _stepwise(w, item, body, depth):
        body += [(depth, f"if {w.code(item)}:"), (depth + 1, "return True")]


def _stepwise(w: Expressions, item: core.Expr, body: Body, depth: int) -> bool:
    """Writes a call in a loop as the steps of its function, if that can be done."""
    if not isinstance(item, core.Call) or w.module.trace or depth == 1:
        return False
    steps = stepwise(w.module.core, item)
    if steps is None or len(steps) == 1:
        return False
    for param, arg in zip(item.routine.params, item.args, strict=True):
        if isinstance(arg, core.Get):
            w.scope.written[param] = w.scope.of(arg.local)
        else:
            code = w.listed(arg)
            body.append((depth, f"{w.scope.name(param)} = {code}"))
    for step in steps[:-1]:
        if not isinstance(step, SetLocal):
            body += [(depth, f"if {w.code(step)}:"), (depth + 1, "continue")]
            continue
        name, value = w.scope.name(step.local), step.value
        lines = setting(w, value, name) if isinstance(value, core.Fold) else None
        for more, line in lines or [(1, f"{name} = {w.listed(value)}")]:
            body.append((depth + more - 1, line))
    last = steps[-1]
    assert not isinstance(last, SetLocal)
    return_if_any(w, last, body, depth)
    return True


def _is_one_loop(node: core.Fold) -> bool:
    """Whether a fold goes through one collection, which comes first."""
    first, *rest = node.clauses
    return isinstance(first, core.For) and all(isinstance(c, core.When) for c in rest)


def _is_true(item: core.Expr) -> bool:
    return isinstance(item, core.Const) and item.value is True


def _missing(w: Expressions, node: core.Fold) -> Code:
    """What there is where nothing comes through the clauses."""
    return "first_of(())" if node.otherwise is None else w.listed(node.otherwise)


def _plain(node: core.Fold) -> core.For | None:
    """The only clause of a fold over the very items of a collection."""
    match node:
        case core.Fold(
            clauses=(core.For(local) as clause,), item=core.Get(local=item)
        ) if item is local:
            return clause
        case _:
            return None


def _known_at_once(w: Expressions, node: core.Fold, work: float) -> Code | None:
    """The items of a collection that pass some tests, where none of them is asked."""
    match node:
        case core.Fold(
            clauses=(core.For(local) as clause, *rest), item=core.Get(local=item)
        ) if item is local:
            tests = [when.test for when in rest if isinstance(when, core.When)]
        case _:
            return None
    if not tests or len(tests) < len(rest) or w.before(clause.of):
        return None
    values, left = _candidates(w, node.clauses, clause, tests, work)
    return None if left else values


def fold(w: Expressions, node: core.Fold) -> Code:
    """A fold as one expression."""
    alone = of_opponent(w, node)
    if alone is not None:
        return alone
    if node.kind in ("any", "all", "first"):
        beside = among_beside(w, node)
        if beside is not None:
            return beside
        plain = _plain(node)
        if node.kind == "first" and plain is not None:
            return _first(w, node, plain)
        return _early(w, node)
    outer, w = w, w.inner()
    node = evolve(node, clauses=one_by_one(node.clauses))
    plain = _plain(node)
    side_by_side = contiguous(w, node)
    if side_by_side is not None and node.kind in _MADE_OF_VALUES:
        return _collected(outer, node, side_by_side)
    work = w.module.costs.of((node.item, *node.by))
    if node.kind == "list" and plain is not None:
        return _as_tuple(w, plain.of)
    if node.kind == "list" and not w.module.costs.is_large(node):
        result = _known_at_once(w, node, work)
        if result is not None:
            return f"tuple({result})"
    if node.kind == "set" and plain is not None and is_bits(node.type):
        constant = of_all(plain.of)
        if constant is not None:
            return str(constant)
    if plain is not None:
        items = w.values(plain.of)
        whole = items
    else:
        after = (node.item, *(order.by for order in node.by))
        w, tables = w.sharing(clause_places(w.module.costs, node.clauses, after))
        loop = comprehension(w, node.clauses, work, after, tables)
        item = "1" if node.item is None else w.listed(node.item)
        whole = f"[{_item(w, node, item)} {loop}]"
        if node.kind in ("list", "set") and w.module.costs.is_large(node):
            whole = f"kept({_item(w, node, item)} {loop})"
    if plain is not None and (node.by or node.kind == "run"):
        loop = comprehension(w, node.clauses, work)
        assert node.item is not None
        whole = f"[{_item(w, node, w.code(node.item))} {loop}]"
    code = _collected(outer, node, whole)
    if node.kind in ("sum", "count") and _is_of_made(w, node):
        code = f"({code} if {w.values(node.clauses[0].of)} else 0)"  # type: ignore[union-attr]
    return code


_MADE_OF_VALUES = ("sum", "most", "least", "last", "list", "set")
"""What is made of values just as they are read."""


def _is_of_made(w: Expressions, node: core.Fold) -> bool:
    """Whether the items come out of a list that is known, and often empty."""
    match node.clauses[0]:
        case core.For(of=core.Get(local=local)):
            return local in w.module.made
        case _:
            return False


def _item(w: Expressions, node: core.Fold, item: Code) -> Code:
    """What is collected: the item, with what it is ranked by."""
    if node.by:
        return f"({ranking(w, node.by)}, {item})"
    return f"bool({item})" if node.kind == "run" else item


def ranking(w: Expressions, by: Sequence[core.Order]) -> Code:
    """What is greatest for the best."""
    codes = []
    for order in by:
        code = w.code(order.by)
        codes.append(code if order.most else f"-{code}")
    return codes[0] if len(codes) == 1 else f"({', '.join(codes)})"


def _collected(w: Expressions, node: core.Fold, whole: Code) -> Code:
    """What is made of the list of all items."""
    kind = node.type
    match node.kind:
        case "count":
            return f"len({whole})"
        case "sum":
            return f"sum({whole})"
        case "most" | "least":
            word = "max" if node.kind == "most" else "min"
            if never_empty(node):
                return f"{word}({whole})"
            if node.otherwise is None:
                return f"{'greatest' if word == 'max' else 'smallest'}({whole})"
            if isinstance(node.otherwise, core.Const):
                return f"{word}({whole}, default={w.code(node.otherwise)})"
            return f"{word}({whole} or [{w.code(node.otherwise)}])"
        case "last":
            if node.otherwise is None:
                return f"last_of({whole})"
            return f"({whole} or [{w.listed(node.otherwise)}])[-1]"
        case "list":
            return f"tuple({whole})"
        case "set" if is_bits(kind):
            return f"mask({whole})"
        case "set" if is_cards(kind):
            return f"tuple(sorted(set({whole})))"
        case "set":
            return f"frozenset({whole})"
        case "only":
            return f"only_of(ties({whole}))" if node.by else f"only_of({whole})"
        case "best":
            if node.otherwise is None:
                return f"best_of({whole})"
            if isinstance(node.otherwise, core.Const):
                return f"best_or({whole}, {w.code(node.otherwise)})"
            return f"best_of({whole} or [(0, {w.listed(node.otherwise)})])"
        case "ties":
            return f"ties({whole})"
        case "standings":
            return f"standings({whole})"
        case _:
            return f"longest_run({whole})"


def _as_tuple(w: Expressions, of: core.Expr) -> Code:
    if isinstance(of.type, ListType):
        return w.listed(of)
    values = w.module.costs.whole(of, w.values(of))
    return values if is_bits(of.type) or is_cards(of.type) else f"tuple({values})"


def _first(w: Expressions, node: core.Fold, clause: core.For) -> Code:
    """The first of a collection as it is."""
    items = w.values(clause.of)
    if node.otherwise is None:
        return f"first_of({items})"
    return f"first_or({items}, {w.listed(node.otherwise)})"


WRITERS: Mapping[type, Writer] = {core.Fold: fold}
