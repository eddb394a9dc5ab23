"""Loops whose rounds all see the state as it is before the first of them.

What every round changes is collected in lists before anything is changed: a loop of the
core for each line that changes something, with the lets, ifs and loops around it.
More than 400 lines because variables, components and pieces change each in their own way.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

from attrs import frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import Context, paragraphs
from rulesrun.dsl.core.lower_expressions import Expressions
from rulesrun.dsl.core.lower_places import limits_of, what_lies_in
from rulesrun.dsl.core.program import LedgerLine
from rulesrun.dsl.core.symbols import Local, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes

Clauses = tuple[core.Clause, ...]


class Statements(Protocol):
    """What lowers the statements of the routine in which the loop stands."""

    context: Context
    expressions: Expressions

    def statement(self, node: nodes.Stmt) -> list[stmt.Stmt]:
        """One statement, with its mark."""

    def into(self, node: nodes.Expr, source: stmt.Place) -> stmt.Place:
        """Where pieces go to."""

    def at_most(
        self, count: core.Expr, place: stmt.Place, source: nodes.Expr
    ) -> core.Expr:
        """So many, or as many as there are."""

    def target(self, to: nodes.Destination) -> stmt.Target:
        """Where components go."""


@frozen
class Change:
    """One line that sets or changes a variable, with the loops around it."""

    clauses: Clauses
    place: stmt.Place
    value: core.Expr
    op: str
    node: nodes.Assign


@frozen
class Listed:
    """Places of one family and a value for each, in lists of equal length."""

    variable: Variable
    keys: tuple[Local, ...]
    values: Local
    span: Span

    def item(self, of: Local, number: core.Expr) -> core.Expr:
        """One item of such a list."""
        assert isinstance(of.type, t.ListType)
        held = core.Get(of, type=of.type, span=self.span)
        return core.Index(held, number, type=of.type.item, span=self.span)

    def place(self, number: core.Expr) -> stmt.Place:
        """The place with that number."""
        return stmt.Place(self.variable, tuple(self.item(k, number) for k in self.keys))

    def value(self, number: core.Expr) -> core.Expr:
        """The value with that number, as the variable holds it."""
        result, kind = self.item(self.values, number), self.variable.type
        if isinstance(kind, t.SetType) and isinstance(result.type, t.ListType):
            return core.Convert(
                result, type=t.SetType(result.type.item), span=self.span
            )
        return result

    @property
    def size(self) -> core.Expr:
        """How many there are."""
        held = core.Get(self.values, type=self.values.type, span=self.span)
        return core.Prim("size", (held,), type=t.INT, span=self.span)


class AtOnce:
    """Lowers one such loop: `before` are the lists, `checks` what must hold of them."""

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.context = statements.context
        self.expressions = statements.expressions
        self.before: list[stmt.Stmt] = []
        self.checks: list[stmt.Stmt] = []
        self.after: list[stmt.Stmt] = []

    def lower(self, node: nodes.ForEach) -> list[stmt.Stmt]:
        """The statements in place of the loop."""
        shifts: list[stmt.Shift] = []
        changes: list[Change] = []
        marks = self._marks(node) if self.context.trace else []
        lines = self._lines(node.body, self.expressions.clauses((node.binder,)))
        for clauses, line in list(lines):
            match line:
                case nodes.Move() if self._is_stock(line.what):
                    self._whole_stock(clauses, line)
                case nodes.Move():
                    shifts.append(self._shift(clauses, line))
                case nodes.MovePieces():
                    count = self.expressions.expr(line.count)
                    source = self.expressions.zone(line.source)
                    if line.up_to:
                        count = self.statements.at_most(count, source, line.source)
                    self._pieces(clauses, count, source, line.to, line.span)
                case nodes.Assign():
                    changes.append(self._change(clauses, line))
                case _:
                    raise AssertionError(f"{type(line).__name__} has no place here")
        by_variable: dict[Variable, list[Change]] = {}
        for change in changes:
            by_variable.setdefault(change.place.variable, []).append(change)
        for of_one in by_variable.values():
            self._changes(of_one)
        if shifts:
            self.after.insert(0, stmt.MoveApart(tuple(shifts), span=node.span))
        return [*marks, *self.before, *self.checks, *self.after]

    def _marks(self, node: nodes.ForEach) -> list[stmt.Stmt]:
        """The same loop, which only says that its lines are reached."""

        def block(lines: nodes.Block) -> stmt.Block:
            return tuple(mark for line in lines for mark in marked(line))

        def marked(line: nodes.Stmt) -> list[stmt.Stmt]:
            mark = stmt.Mark(span=line.span, cites=paragraphs(line.cites))
            match line:
                case nodes.Let():
                    return self.statements.statement(line)
                case nodes.If(branches=branches, otherwise=otherwise):
                    expr = self.expressions.expr
                    ways = tuple(
                        stmt.Branch(expr(test), block(body)) for test, body in branches
                    )
                    return [mark, stmt.Choice(ways, block(otherwise), span=line.span)]
                case nodes.ForEach():
                    return [mark, loop(line)]
                case _:
                    return [mark]

        def loop(line: nodes.ForEach) -> stmt.Stmt:
            of = self.expressions.expr(line.binder.of)
            local, where = self.context.bound(line.binder), line.binder.where
            only = None if where is None else self.expressions.expr(where)
            return stmt.ForEach(local, of, only, block(line.body), span=line.span)

        return [loop(node)]

    def _lines(
        self, block: nodes.Block, clauses: Clauses
    ) -> Iterator[tuple[Clauses, nodes.Stmt]]:
        """The lines that change something, each with what is around it."""
        for line in block:
            match line:
                case nodes.Let(value=value):
                    local = self.context.bound(line)
                    named = self.expressions.bounded(value, local.type)
                    self.expressions.holds(local, named)
                    clauses = (*clauses, core.Given(local, named))
                case nodes.If(branches=branches, otherwise=otherwise):
                    left = clauses
                    for test, body in branches:
                        holds = self.expressions.expr(test)
                        yield from self._lines(body, (*left, core.When(holds)))
                        left = (*left, core.When(folding.negation(holds, test.span)))
                    yield from self._lines(otherwise, left)
                case nodes.ForEach(binder=binder, body=body):
                    inner = self.expressions.clauses((binder,))
                    yield from self._lines(body, (*clauses, *inner))
                case nodes.Pass():
                    pass
                case _:
                    yield clauses, line

    # ---- lists ----------------------------------------------------------------------

    def _list(
        self, clauses: Clauses, item: core.Expr, kind: t.Type, span: Span
    ) -> core.Expr:
        return core.Fold("list", clauses, item, type=t.ListType(kind), span=span)

    def _local(self, name: str, of: core.Expr, span: Span) -> Local:
        local = self.context.fresh(name, of.type)
        self.before.append(stmt.SetLocal(local, of, span=span))
        return local

    def _listed(
        self,
        ways: Sequence[tuple[Clauses, stmt.Place, core.Expr]],
        kind: t.Type,
        span: Span,
    ) -> Listed:
        """The places and values of some lines, one line after the other."""
        variable = ways[0][1].variable

        def joined(items: Sequence[core.Expr], of: t.Type) -> core.Expr:
            pairs = zip(ways, items, strict=True)
            first, *rest = (self._list(w[0], item, of, span) for w, item in pairs)
            for more in rest:
                first = core.Binary("+", first, more, type=t.ListType(of), span=span)
            return first

        keys = tuple(
            self._local("keys", joined([w[1].keys[n] for w in ways], key.type), span)
            for n, key in enumerate(variable.keys)
        )
        values = self._local("values", joined([w[2] for w in ways], kind), span)
        return Listed(variable, keys, values, span)

    def _each(self, of: Listed, name: str = "n") -> tuple[Local, core.Expr]:
        """A number of one of the places."""
        number = self.context.fresh(name, t.INT)
        return number, core.Get(number, type=t.INT, span=of.span)

    def _numbers(self, of: Listed, last: core.Expr | None = None) -> core.Expr:
        first = folding.number(1, of.span)
        return core.Range(first, last or of.size, type=t.ListType(t.INT), span=of.span)

    def _same(self, a: Listed, i: core.Expr, b: Listed, j: core.Expr) -> core.Expr:
        """Whether two places are the same one."""
        result: core.Expr = folding.truth(True, a.span)
        for one, other in zip(a.keys, b.keys, strict=True):
            same = folding.compare("==", a.item(one, i), b.item(other, j), a.span)
            result = folding.both(result, same, a.span)
        return result

    def _those(
        self, each: core.For, of: Listed, number: core.Expr, other: core.Expr
    ) -> Clauses:
        """The places that are the same as one of them."""
        return (
            (each, core.When(self._same(of, number, of, other))) if of.keys else (each,)
        )

    def _all(self, of: Listed, body: Sequence[stmt.Stmt], number: Local) -> None:
        """Carry something out for each of the places."""
        loop = stmt.ForEach(number, self._numbers(of), None, tuple(body), span=of.span)
        self.after.append(loop)

    def _never(self, test: core.Expr, message: str, span: Span) -> None:
        """A condition under which the changes contradict each other."""
        local = self.context.fresh("holds", t.BOOL)
        fault = core.Fail(message, type=t.BOOL, span=span)
        test = core.Or(folding.negation(test, span), fault, type=t.BOOL, span=span)
        self.checks.append(stmt.SetLocal(local, test, span=span))

    # ---- variables --------------------------------------------------------------------

    def _change(self, clauses: Clauses, node: nodes.Assign) -> Change:
        place = self.expressions.place(node.target)
        assert place is not None
        value = self.expressions.bounded(node.value, place.variable.type)
        if isinstance(value.type, t.SetType):  # a list of sets is none of the core's
            kind = t.ListType(value.type.item)
            value = core.Convert(value, type=kind, span=value.span)
        return Change(clauses, place, value, node.op, node)

    def _changes(self, changes: Sequence[Change]) -> None:
        """All that is done to one family of variables."""
        variable = changes[0].place.variable
        added = [c for c in changes if c.op != "="]
        numbers = None
        if added and isinstance(variable.type, t.IntType) and not variable.ledger:
            numbers = self._numbers_added(added)
            added = []
        more = sorted(added, key=lambda c: c.op == "-=")  # there is no less than none
        others = [(c, self._of_one(c)) for c in more]
        sets = [c for c in changes if c.op == "="]
        if sets:
            ways = [(c.clauses, c.place, c.value) for c in sets]
            kind = variable.type
            if isinstance(kind, t.SetType):
                kind = t.ListType(kind.item)
            listed = self._listed(ways, kind, sets[0].node.span)
            name = variable.name
            self._never(
                self._repeats(listed), f"`{name}` is set twice at once", listed.span
            )
            for other in [*([numbers] if numbers else []), *(o for _, o in others)]:
                i, number = self._each(listed, "i")
                j, second = self._each(other, "j")
                clauses = (
                    core.For(i, self._numbers(listed)),
                    core.For(j, self._numbers(other)),
                )
                same = self._same(listed, number, other, second)
                met = folding.some(clauses, same, listed.span)
                text = f"`{name}` is set and changed at once"
                self._never(met, text, listed.span)
            at, number = self._each(listed)
            place, value = listed.place(number), listed.value(number)
            held = limits_of(variable, value, "=")
            self._all(listed, (stmt.Write(place, value, held, span=listed.span),), at)
        for change, listed in others:
            self._one_by_one(change, listed)

    def _repeats(self, listed: Listed) -> core.Expr:
        """Whether one place is there twice."""
        i, number = self._each(listed, "i")
        j, earlier = self._each(listed, "j")
        one = folding.number(1, listed.span)
        last = core.Binary("-", number, one, type=t.INT, span=listed.span)
        clauses = (
            core.For(i, self._numbers(listed)),
            core.For(j, self._numbers(listed, last)),
        )
        same = self._same(listed, number, listed, earlier)
        return folding.some(clauses, same, listed.span)

    def _of_one(self, change: Change) -> Listed:
        """The places and values of one line."""
        way = (change.clauses, change.place, change.value)
        return self._listed([way], change.value.type, change.node.span)

    def _numbers_added(self, added: Sequence[Change]) -> Listed:
        """Numbers that are added to one variable count together, whatever their order."""
        span = added[0].node.span
        ways = []
        for change in added:
            value = change.value
            if change.op == "-=":
                value = folding.negative(value, value.span)
            ways.append((change.clauses, change.place, value))
        listed = self._listed(ways, t.INT, span)
        at, number = self._each(listed)
        j, other = self._each(listed, "j")
        one = folding.number(1, span)
        earlier = core.Binary("-", number, one, type=t.INT, span=span)
        same = self._same(listed, number, listed, other)
        first = folding.negation(
            folding.some((core.For(j, self._numbers(listed, earlier)),), same, span),
            span,
        )
        k, every = self._each(listed, "k")
        these = self._those(core.For(k, self._numbers(listed)), listed, number, every)
        total = core.Fold("sum", these, listed.value(every), type=t.INT, span=span)
        place = listed.place(number)
        current = what_lies_in(place, span)
        value = self.expressions.sized(
            self.expressions.arithmetic("+", current, total, span)
        )
        held = limits_of(listed.variable, value, "+=")
        written = stmt.Write(place, value, held, span=span)
        self._all(
            listed, (stmt.Choice((stmt.Branch(first, (written,)),), span=span),), at
        )
        return listed

    def _one_by_one(self, change: Change, listed: Listed) -> None:
        """What is added to a list, set or bundle, or noted in the ledger."""
        variable, op, span = listed.variable, change.op, listed.span
        at, number = self._each(listed)
        place, value = listed.place(number), listed.value(number)
        if variable.ledger:
            amount = value if op == "+=" else folding.negative(value, span)
            self.context.ledger.append(LedgerLine(span, paragraphs(change.node.cites)))
            line = len(self.context.ledger) - 1
            self._all(listed, (stmt.Enter(place, amount, line, span=span),), at)
            return
        current = what_lies_in(place, span)
        value = self.expressions.arithmetic(op[0], current, value, span)
        held = limits_of(variable, value, op)
        self._all(
            listed,
            (stmt.Write(place, self.expressions.sized(value), held, span=span),),
            at,
        )

    # ---- moving -----------------------------------------------------------------------

    def _is_stock(self, node: nodes.Expr) -> bool:
        kind = self.context.raw_type(node)
        return isinstance(kind, t.ZoneType) and kind.kind == "stock"

    def _shift(self, clauses: Clauses, node: nodes.Move) -> stmt.Shift:
        what = self.expressions.expr(node.what)
        if isinstance(what.type, t.GridType):
            kind = t.ListType(what.type.item)
            what = core.Prim("components", (what,), type=kind, span=what.span)
        elif t.element(what.type) is None:
            what = core.Make((what,), type=t.ListType(what.type), span=what.span)
        to = self.statements.target(node.to)
        return stmt.Shift(clauses, folding.as_list(what), to, node.span)

    def _whole_stock(self, clauses: Clauses, node: nodes.Move) -> None:
        source = self.expressions.zone(node.what)
        what = self.expressions.read_from(source, node.what)
        self._pieces(clauses, what, source, node.to, node.span)

    def _pieces(
        self,
        clauses: Clauses,
        count: core.Expr,
        source: stmt.Place,
        to: nodes.Destination,
        span: Span,
    ) -> None:
        """Pieces of stocks: each gives what it has before it is given anything."""
        into = self.statements.into(to.zone, source)
        taken = self._listed([(clauses, source, count)], count.type, span)
        additions = self._listed([(clauses, into, count)], count.type, span)
        i, number = self._each(taken, "i")
        k, other = self._each(taken, "k")
        there: core.Expr = what_lies_in(taken.place(number), span)
        one = taken.value(other)
        ways: list[core.Clause] = [core.For(i, self._numbers(taken))]
        if isinstance(count.type, t.BundleType):
            enum = t.EnumType(count.type.enum)
            size = len(self.context.world.enum(count.type.enum).values)
            kinds = self.context.fresh("kind", enum)
            first, last = (folding.number(n, span) for n in (0, size - 1))
            every = core.Range(first, last, type=t.ListType(enum), span=span)
            ways.append(core.For(kinds, every))
            kind = core.Get(kinds, type=enum, span=span)
            there = core.Index(there, kind, type=t.INT, span=span)
            one = core.Index(one, kind, type=t.INT, span=span)
        these = self._those(core.For(k, self._numbers(taken)), taken, number, other)
        total = core.Fold("sum", these, one, type=t.INT, span=span)
        more = folding.compare(">", total, there, span)
        label = source.variable.name
        self._never(
            folding.some(tuple(ways), more, span),
            f"more is to be taken from the {label} than lies there",
            span,
        )
        at, n = self._each(taken)
        moved = stmt.MovePieces(
            taken.value(n), taken.place(n), additions.place(n), span=span
        )
        self._all(taken, (moved,), at)
