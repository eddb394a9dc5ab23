"""Options of a choice: the head of an action as nested loops over its candidates."""

from collections.abc import Sequence

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import mentions
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import BundleType, ListType
from rulesrun.interpreter.codegen.common_subexpressions import head_places
from rulesrun.interpreter.codegen.costs import total
from rulesrun.interpreter.codegen.expressions import SLICED, Code, Expressions, Slices
from rulesrun.interpreter.codegen.loop_invariants import split
from rulesrun.interpreter.codegen.writing import Lines

MOST_AT_ONCE = 1_000
"""So many options are added before it is asked whether there are too many."""

Clause = tuple[str, Span | None]


def options(
    w: Expressions, head: Sequence[stmt.HeadLine], item: Code, out: Lines
) -> None:
    """The rest of a function that gives the options: the item with the chosen values."""
    chosen = [line.local for line in head if isinstance(line, stmt.Select)]
    slices = Slices()
    if _goes_through_many(w, head):
        w = evolve(w, slices=slices)
    lines = Lines()
    if not w.module.trace:
        head = split(w.module, head)
    w, tables = w.sharing(head_places(w.module.costs, head))
    if any(isinstance(line, stmt.Select) and line.prefer for line in head):
        lines.write(1, "out = []")
        depth = _loops(w, head, lines, tables)
        lines.write(depth, f"out.append(({item}, {_together(w, chosen)}))")
        last = head[-1]
        if isinstance(last, stmt.Select) and last.prefer and not last.several:
            if w.module.costs.size(last.of) <= MOST_AT_ONCE:
                depth -= 1  # asked once, behind the innermost loop
        lines.write(depth, "full(out)")
        lines.write(1, "return out")
    else:
        _listing(w, head, item, lines, tables)
    for line in slices.lines(w.layout):
        out.write(1, line)
    out.extend(lines)


def _listing(
    w: Expressions,
    head: Sequence[stmt.HeadLine],
    item: Code,
    out: Lines,
    tables: Sequence[Local],
) -> None:
    """The options as one comprehension."""
    many = w.module.costs.options(head) > w.module.costs.limits.options
    chosen = [line.local for line in head if isinstance(line, stmt.Select)]
    head = _guards(w, head, out)
    if not head:
        out.write(1, f"return [({item}, {_together(w, chosen)})]")
        return
    for table in tables:
        out.write(1, f"{w.scope.name(table)} = {{}}")
    opened, closed = ("limited(", ")") if many else ("[", "]")
    clauses = _clauses(w, head)
    span = clauses[0][1]
    out.write(1, f"return {opened}({item}, {_together(w, chosen)})", span)
    for clause, span in clauses:
        out.write(2, clause, span)
    out.write(1, closed)


def _guards(
    w: Expressions, head: Sequence[stmt.HeadLine], out: Lines
) -> Sequence[stmt.HeadLine]:
    """What is asked before anything is chosen, as lines; gives the rest of the head."""
    for at, line in enumerate(head):
        match line:
            case stmt.Condition(test):
                _name(w, w.before(test), out, 1, test.span)
                out.write(1, f"if {_fails(w, test)}:", test.span)
                out.write(2, "return []")
            case core.Given(value=value):
                _name(w, [*w.before(value), line], out, 1, value.span)
            case _:
                return head[at:]
    return ()


def _fails(w: Expressions, test: core.Expr) -> Code:
    """Whether a condition does not hold."""
    if isinstance(test, core.Not) and test not in w.shared:
        return w.code(test.of)
    return w.code(core.Not(test, type=test.type, span=test.span))


def _goes_through_many(w: Expressions, head: Sequence[stmt.HeadLine]) -> bool:
    """Whether many candidates are looked at in any case."""
    first = head[0] if head else None
    return isinstance(first, stmt.Select) and w.module.costs.size(first.of) in SLICED


def can(w: Expressions, head: Sequence[stmt.HeadLine], out: Lines) -> None:
    """The rest of a function that says whether there is any option."""
    if not w.module.trace:
        head = split(w.module, head)
    w, tables = w.sharing(head_places(w.module.costs, head))
    depth = _loops(w, head, out, tables)
    out.write(depth, "return True")
    if depth > 1:
        out.write(1, "return False")


def _together(w: Expressions, chosen: Sequence[Local]) -> Code:
    names = [w.scope.of(local) for local in chosen]
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"


def _clauses(w: Expressions, head: Sequence[stmt.HeadLine]) -> list[Clause]:
    clauses: list[Clause] = []

    def name(givens: Sequence[core.Given], span: Span) -> None:
        for binding in givens:
            value = w.listed(binding.value)
            clauses.append((f"for {w.scope.name(binding.local)} in [{value}]", span))

    def ask(test: core.Expr) -> None:
        name(w.before(test), test.span)
        clauses.append((f"if {w.code(test)}", test.span))

    for at, line in enumerate(head):
        match line:
            case stmt.Select():
                name(w.before(line.of), line.domain.span)
                values, tests = _candidates(w, line, head[at + 1 :])
                clauses.append(
                    (f"for {w.scope.name(line.local)} in {values}", line.domain.span)
                )
                for test in tests:
                    ask(test)
            case stmt.Condition(test):
                ask(test)
            case core.Given(value=value):
                name([*w.before(value), line], value.span)
    return clauses


def _loops(
    w: Expressions, head: Sequence[stmt.HeadLine], out: Lines, tables: Sequence[Local]
) -> int:
    """The lines of a head as nested statements; gives how deep they are."""
    depth = 1
    for table in tables:
        out.write(depth, f"{w.scope.name(table)} = {{}}")
    for at, line in enumerate(head):
        match line:
            case stmt.Select():
                depth = _loop(w, line, head[at + 1 :], out, depth)
            case stmt.Condition(test):
                _name(w, w.before(test), out, depth, test.span)
                out.write(depth, f"if {w.code(test)}:", test.span)
                depth += 1
            case core.Given(value=value):
                _name(w, [*w.before(value), line], out, depth, value.span)
    return depth


def _name(
    w: Expressions, givens: Sequence[core.Given], out: Lines, depth: int, span: Span
) -> None:
    for binding in givens:
        code = w.listed(binding.value)
        out.write(depth, f"{w.scope.name(binding.local)} = {code}", span)


def _loop(
    w: Expressions,
    line: stmt.Select,
    rest: Sequence[stmt.HeadLine],
    out: Lines,
    depth: int,
) -> int:
    _name(w, w.before(line.of), out, depth, line.domain.span)
    values, tests = _candidates(w, line, rest)
    name = w.scope.name(line.local)
    span = line.domain.span
    if line.prefer:
        fits = "".join(f" if {w.code(test)}" for test in tests)
        preferred = " and ".join(w.code(wish.test) for wish in line.prefer)
        out.write(depth, f"found = [{name} for {name} in {values}{fits}]", span)
        out.write(depth, f"better = [{name} for {name} in found if {preferred}]")
        out.write(depth, f"for {name} in better or found:", span)
        return depth + 1
    out.write(depth, f"for {name} in {values}:", span)
    depth += 1
    for test in tests:
        _name(w, w.before(test), out, depth, test.span)
        out.write(depth, f"if {w.code(test)}:", test.span)
        depth += 1
    return depth


def _candidates(
    w: Expressions, line: stmt.Select, rest: Sequence[stmt.HeadLine]
) -> tuple[Code, list[core.Expr]]:
    """What is gone through, and what must then hold of the choice.

    `rest` are the lines of the head that follow.
    """
    if line.several:
        w_inner = w.inner()
        if isinstance(line.of.type, BundleType):
            return _sub_bundles(w, w_inner, line, rest)
        return _subsets(w, w_inner, line, rest)
    tests = [c.test for c in (*line.where, *line.require)]
    costs = w.module.costs
    inner = total((costs.head(rest), costs.of(tests)))
    left = tests
    if line.alike:
        looks = _looks(w.inner(), line)
        looks = "" if looks == "FACE" else f", {looks}"
        values = f"one_of_each({w.values(line.of)}{looks})"
    else:
        values, left = w.candidates(line.local, line.of, tests)
    return w.metered(line.of, values, inner), left


def _looks(w: Expressions, line: stmt.Select) -> Code:
    """By what candidates that are one option are told; none where each is one."""
    if not line.alike or not line.apart:
        return "FACE" if line.alike else "None"
    each = w.scope.name(line.candidate)
    values = "".join(f", {w.code(value)}" for value in line.apart)
    return f"Looks(lambda {each}: (FACE[{each}]{values}))"


def _limits(w: Expressions, line: stmt.Select) -> tuple[Code, Code]:
    least = "0" if line.least is None else w.code(line.least)
    most = "None" if line.most is None else w.code(line.most)
    return least, most


def _subsets(
    w: Expressions, inner: Expressions, line: stmt.Select, rest: Sequence[stmt.HeadLine]
) -> tuple[Code, list[core.Expr]]:
    values = w.values(line.of)
    costs = w.module.costs
    if line.where:
        each = inner.scope.name(line.candidate)
        tests = " and ".join(inner.code(c.test) for c in line.where)
        work = costs.of([c.test for c in line.where])
        values = w.metered(line.of, values, work)
        values = f"[{each} for {each} in {values} if {tests}]"
    else:
        values = w.listed(line.of) if isinstance(line.of.type, ListType) else values
    if line.least is None:
        w.module.made.add(line.local)
    least, most = _limits(w, line)
    least, most, tests_left = _sizes(w, line, least, most)
    faces = _looks(w.inner(), line)
    bounds = ""
    if line.sums is not None:
        name = line.sums.name
        weights = [c.fields.get(name) for c in w.layout.components]
        table = w.module.constants.name(weights, "FIELD", name=name)
        low, high = (
            "None" if bound is None else w.code(bound)
            for bound in (line.sums.low, line.sums.high)
        )
        bounds = f", {table}, {low}, {high}"
    if not rest and not tests_left and not line.prefer:
        bounds += ", all_fit=True"
    code = f"subsets({values}, {least}, {most}, {faces}{bounds})"
    code = w.memoised(line, _again(w, line, code))
    match line:
        case stmt.Select(
            of=core.Get(local=chosen), least=None, most=None, sums=None
        ) if chosen in w.module.made and not line.rest:
            code = f"({code} if {w.code(line.of)} else ((),))"  # there is often nothing
    return code, tests_left


def _again(w: Expressions, line: stmt.Select, code: Code) -> Code:
    """Choices that are gone through more than once, if they are kept."""
    return f"again({code})" if id(line) in w.shared.tables else code


def _sizes(
    w: Expressions, line: stmt.Select, least: Code, most: Code
) -> tuple[Code, Code, list[core.Expr]]:
    """Bounds on the number of things, taken out of what must hold."""
    lows, highs = [least], [] if most == "None" else [most]
    rest: list[core.Expr] = []
    for test in line.rest:
        match test:
            case core.Compare(
                op=op,
                left=core.Prim(name="size", args=(core.Get(local=local),)),
                right=right,
            ) if local is line.local and op != "!=" and not mentions(right, local):
                bound = w.code(right)
                if op in (">=", ">", "=="):
                    lows.append(f"{bound} + 1" if op == ">" else bound)
                if op in ("<=", "<", "=="):
                    highs.append(f"{bound} - 1" if op == "<" else bound)
            case _:
                rest.append(test)
    if len(lows) > 1:
        least = f"max({', '.join(lows)})"
    if highs:
        most = highs[0] if len(highs) == 1 else f"min({', '.join(highs)})"
    return least, most, rest


def _sub_bundles(
    w: Expressions, inner: Expressions, line: stmt.Select, rest: Sequence[stmt.HeadLine]
) -> tuple[Code, list[core.Expr]]:
    have, where, require = w.code(line.of), line.where, line.require
    price = price_of(line)
    if price is not None:
        where, require = where[1:], require[1:]
    if where:
        kind = inner.scope.name(line.candidate)
        tests = " and ".join(inner.code(c.test) for c in where)
        have = f"[n if {tests} else 0 for {kind}, n in enumerate({have})]"
    if price is not None:
        code = f"payments({', '.join([have, *map(w.listed, price)])})"
    else:
        least, most = _limits(w, line)
        fit = "" if rest or require or line.prefer else ", all_fit=True"
        code = f"sub_bundles({have}, {least}, {most}{fit})"
    return w.memoised(line, _again(w, line, code)), [c.test for c in require]


def price_of(line: stmt.Select) -> Sequence[core.Expr] | None:
    """What is to be paid, and what stands for what, where that is what is chosen."""
    match line:
        case stmt.Select(
            where=(stmt.Condition(test=core.Prim(name="pays_in_part")), *_),
            require=(stmt.Condition(test=core.Prim(name="pays", args=(_, *price))), *_),
        ):
            return price
        case _:
            return None
