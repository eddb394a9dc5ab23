"""The candidates of a choice by chance: all tuples of values that a head could choose.

Candidates are the product of the domains of the choices in a head. A domain that
depends on one choice before it counts as large as its largest. One of them is drawn
by its number, and then its conditions are asked.
"""

from collections.abc import Iterator, Sequence

from attrs import Factory, define

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import used_locals
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.interpreter.native.expressions import valued
from rulesrun.interpreter.native.folds import masked
from rulesrun.interpreter.native.heads import (
    bundles_of,
    distinct,
    limits_of,
    put,
    subsets_of,
)
from rulesrun.interpreter.native.totality import quiet
from rulesrun.interpreter.native.writer import Function

C = str


class NotDrawn(Exception):
    """The options of an item must be listed."""


@define
class Domain:
    """What one choice of a head is drawn from."""

    line: stmt.Select
    number: int
    by: Local | None
    """The choice that it depends on."""
    later: frozenset[Local]
    """What else is known only when it is drawn from."""
    deferred: tuple[core.Expr, ...] = ()
    """Conditions on the candidates that are asked of what has been drawn."""
    limits: bool = True
    """Whether how many can be chosen is known beforehand; else it is asked as well."""


@define
class Sampled:
    """An item that is drawn: its C before the first draw, its size, and a draw."""

    before: list[C] = Factory(list)
    size: C = "1"
    draw: C = ""


def declare(f: Function, *declarations: C) -> None:
    """Declare locals of the function, each once."""
    f.declared += [line for line in declarations if line not in f.declared]


def sampled(f: Function, head: Sequence[stmt.HeadLine], item: C) -> Sampled:
    """An item that is drawn; raises NotDrawn."""
    boards = f.unit.layout.boards.items()
    networks = {name for name, board in boards if board.shape in ("graph", "links")}
    if not quiet(f.unit.core, tuple(head), networks):
        raise NotDrawn
    result = Sampled()
    dependencies = _Known(f)
    sizes, drawing = [], []
    for line in head:
        match line:
            case core.Given(local, value):
                code = valued(f, value, local.type)
                kind = f.kind(local.type).c
                if dependencies.needs(value):
                    dependencies.named[local] = local
                    drawing.append(f"{kind} {f.local(local)} = {code};")
                else:
                    f.declared.append(f"{kind} {f.local(local)};")
                    result.before.append(f"{f.written[local]} = {code};")
            case stmt.Condition(test):
                result.before += dependencies.ask((test,))
                drawing.append(f"if (!({f.e(test)})) continue;")
            case stmt.Select():
                domain = _domain(f, line, dependencies)
                dependencies.domains[line.local] = domain
                before, size, draw = _chosen(f, domain, dependencies)
                result.before.append(before)
                sizes.append(size)
                drawing.append(draw)
                dependencies.named[line.local] = line.local
                if not line.several:
                    dependencies.named[line.candidate] = line.local
                    tests = tuple(c.test for c in (*line.where, *line.require))
                    result.before += dependencies.ask(tests)
    chosen = [line.local for line in head if isinstance(line, stmt.Select)]
    for size in sizes:
        f.declared.append(f"uint64_t {size} = 0;")
    if sizes:
        result.size = f"ways_of({len(sizes)}, (uint64_t[]){{{', '.join(sizes)}}})"
    putting = put(f, chosen, item)
    result.draw = f"{' '.join(drawing)} at_ = all_->used; {putting}"
    return result


@define
class _Known:
    """What is known of the lines of a head so far.

    What is worked out before the first draw comes before conditions that it might need
    (`x is not none`). So those are asked first that depend on no more than it does.
    """

    f: Function
    domains: dict[Local, Domain] = Factory(dict)
    named: dict[Local, Local] = Factory(dict)
    """Locals that are known only in a draw; a candidate is what is chosen."""
    conditions: list[core.Expr] = Factory(list)

    def needs(self, *parts: core.Expr | stmt.SumBound | None) -> set[Local]:
        """On what something depends that is known only in a draw."""
        used = used_locals(tuple(part for part in parts if part is not None))
        return {self.named[local] for local in used if local in self.named}

    def ask(self, tests: Sequence[core.Expr]) -> list[C]:
        """Conditions are met: those that depend on no choice are asked beforehand."""
        parts = [part for test in tests for part in _conjuncts(test)]
        self.conditions += parts
        return [
            f"if (!({self.f.e(part)})) break;" for part in parts if not self.needs(part)
        ]

    def guards(self, local: Local) -> C:
        """Conditions that depend on nothing but one choice."""
        parts = [part for part in self.conditions if self.needs(part) == {local}]
        return " ".join(f"if (!({self.f.e(part)})) continue;" for part in parts)


def _conjuncts(node: core.Expr) -> Iterator[core.Expr]:
    """The conditions of which each must hold where a condition does."""
    match node:
        case core.And(left=left, right=right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case core.Not(of=core.Or(left=left, right=right)):
            for part in (left, right):
                yield from _conjuncts(core.Not(part, type=part.type, span=part.span))
        case core.Not(of=core.Not(of=of)):
            yield from _conjuncts(of)
        case _:
            yield node


def _domain(f: Function, line: stmt.Select, dependencies: _Known) -> Domain:
    """What a choice depends on; raises NotDrawn."""
    if line.prefer:
        raise NotDrawn
    if not line.several and f.kind(line.local.type).name != "int":
        raise NotDrawn
    tests = tuple(c.test for c in line.where) if line.several else ()
    limits = dependencies.needs(line.least, line.most, line.sums)
    by = dependencies.needs(line.of, *(tests if line.alike else ()))
    bounded = limits <= by
    if len(by | limits) == 1:
        by, bounded = by | limits, True
    if len(by) > 1:
        raise NotDrawn
    deferred = tuple(test for test in tests if dependencies.needs(test) - by)
    local = next(iter(by), None)
    if local is not None:
        outer = dependencies.domains.get(local)
        if outer is None or outer.by is not None or outer.line.several:
            raise NotDrawn
        if _from_to(outer.line) is not None:
            raise NotDrawn
    later = frozenset(k for k, v in dependencies.named.items() if v not in by)
    return Domain(line, f.unit.fresh(), local, later, deferred, bounded)


def _chosen(f: Function, domain: Domain, dependencies: _Known) -> tuple[C, C, C]:
    """Before the first draw; the name of the size of the domain; and a draw from it."""
    line, n = domain.line, domain.number
    f.line = f.unit.line(line.domain.span)
    size = f"size{n}"
    filling, count, drawing = _filled(f, domain)
    digit = f"uint64_t k{n} = r_ % {size}; r_ /= {size};"
    if domain.by is None:
        before = f"{filling} {size} = {count};"
        return before, size, f"{digit} {drawing}"
    outer = dependencies.domains[domain.by]
    again, same, drawing = _filled(f, domain)
    name = f.written[domain.by]
    before = (
        f"{size} = 0; for (int i{n} = 0; i{n} < n{outer.number}; i{n}++) {{ "
        f"{f.kind(domain.by.type).item} {name} = room{outer.number}_[i{n}]; "
        f"{dependencies.guards(domain.by)} {filling} "
        f"if ({count} > {size}) {size} = {count}; }}"
    )
    return before, size, f"{digit} {again} if (k{n} >= {same}) continue; {drawing}"


def _filled(f: Function, domain: Domain) -> tuple[C, C, C]:
    """What fills the domain, how large it is then, and what takes number `k` of it."""
    line, n = domain.line, domain.number
    if not line.several:
        return _one(f, domain)
    tests = [c.test for c in line.where if c.test not in domain.deferred]
    name, u = f.local(line.local), f"u{n}"
    if isinstance(line.of.type, BundleType):
        filling = bundles_of(f, line, u, tests, domain.limits)
        declaration = f"Bundles {u};"
        ways, result = f"bundles_ways(&{u})", f"bundles_nth(&{u}, k{n})"
        kind = f.kind(line.of.type)
        taking = (
            f"if (!{result}) continue; N{kind.size} {name}; "
            f"memcpy({name}.v, {u}.count, sizeof {name}.v);"
        )
        checks = _each_kind(f, domain, name)
        rest = [c.test for c in line.require]
    elif f.kind(line.local.type).wide:
        raise NotDrawn
    else:
        filling = subsets_of(f, line, u, tests, domain.limits)
        declaration = f"Subsets {u};"
        ways, result = f"subsets_ways(&{u})", f"subsets_nth(&{u}, k{n}, &{name})"
        taking = f"V {name}; if (!{result}) continue;"
        checks = _each_item(f, domain, name)
        rest = list(line.rest) if domain.limits else [c.test for c in line.require]
    declare(f, declaration)
    if not domain.limits:
        least, most = limits_of(f, line)
        checks += f" if (!within({u}.taken_all, {least}, {most})) continue;"
    for test in rest:
        checks += f" if (!({f.e(test)})) continue;"
    return filling, ways, f"{taking} {checks}"


def _each_item(f: Function, domain: Domain, name: C) -> C:
    """Conditions on each item that has been drawn."""
    if not domain.deferred:
        return ""
    n = f.unit.fresh()
    each = f.local(domain.line.candidate)
    tests = " && ".join(f"({f.e(test)})" for test in domain.deferred)
    return (
        f"int fits{n} = 1; for (int i{n} = 0; fits{n} && i{n} < {name}.n; i{n}++) {{ "
        f"int {each} = {name}.v[i{n}]; fits{n} = {tests}; }} if (!fits{n}) continue;"
    )


def _each_kind(f: Function, domain: Domain, name: C) -> C:
    """Conditions on each kind of a bundle that has been drawn."""
    if not domain.deferred:
        return ""
    n, kind = f.unit.fresh(), f.kind(domain.line.of.type)
    each = f.local(domain.line.candidate)
    tests = " && ".join(f"({f.e(test)})" for test in domain.deferred)
    return (
        f"int fits{n} = 1; for (int {each} = 0; fits{n} && {each} < {kind.size}; "
        f"{each}++) if ({name}.v[{each}]) fits{n} = {tests}; if (!fits{n}) continue;"
    )


def _from_to(line: stmt.Select) -> core.Range | None:
    """The numbers of which one is chosen, where how many those are is found in play."""
    of = line.of
    if not isinstance(of, core.Range) or line.several or line.alike:
        return None
    constant = isinstance(of.low, core.Const) and isinstance(of.high, core.Const)
    return None if constant or line.candidate is not line.local else of


def _one(f: Function, domain: Domain) -> tuple[C, C, C]:
    """The candidates of a choice of one of them."""
    line, n = domain.line, domain.number
    tests = [c.test for c in (*line.where, *line.require)]
    numbers = _from_to(line)
    if numbers is not None:
        declare(f, f"num low{n} = 0;", f"num n{n} = 0;")
        low, high = f.e(numbers.low), f.e(numbers.high)
        filling = f"low{n} = {low}; n{n} = most_of(0, {high} - low{n} + 1);"
        name = f.local(line.local)
        checks = "".join(f" if (!({f.e(test)})) continue;" for test in tests)
        return filling, f"(uint64_t)n{n}", f"num {name} = low{n} + (num)k{n};{checks}"
    first = 0
    if line.candidate is line.local and not line.alike:
        while first < len(tests) and not used_locals(tests[first]) & domain.later:
            first += 1
    size = max(1, f.bound(line.of))
    begin, end, seen_to = masked(f, line.of, line.local, tests[:first])
    name = f.written[line.candidate] = f.written[line.local]
    if line.alike:
        begin, end = distinct(f, line, name, begin, end)
    item = f.kind(line.local.type).item
    declare(f, f"{item} room{n}_[{size}];", f"int n{n} = 0;")
    filling = (
        f"n{n} = 0; {begin} if (UNLIKELY(n{n} == {size})) "
        f"fault(FAULT_CAPACITY, {size}, 0, 0, {f.line}); room{n}_[n{n}++] = {name}; {end}"
    )
    checks = "".join(f" if (!({f.e(test)})) continue;" for test in tests[seen_to:])
    return filling, f"(uint64_t)n{n}", f"{item} {name} = room{n}_[k{n}];{checks}"
