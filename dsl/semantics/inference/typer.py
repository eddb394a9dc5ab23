"""What types the expressions of one body: what is known there, and what fits.

More than 400 lines: all kinds of expressions use it, and it is one class.
"""

from collections.abc import Callable
from typing import Self

from attrs import Factory, define, evolve

from rulesrun.dsl.problems.diagnostics import Label, Remedy, Severity
from rulesrun.dsl.problems.remedies import (
    change,
    end_of,
    start_of,
    write,
)
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.guards import NOWHERE, Condition, Guard
from rulesrun.dsl.semantics.narrowing import Facts, mentions, proved, walk
from rulesrun.dsl.semantics.world import Typing
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


@define(eq=False)
class Typer:
    """Types expressions in one body: what is known there, and what is allowed.

    What each kind of expression is, `Inference` says.
    """

    world: Typing
    locals: dict[str, sym.LocalSymbol] = Factory(dict)  # of this block alone
    facts: dict[nodes.Expr, t.Type] = Factory(dict)
    pure: bool = False
    scenario: bool = False
    setting: nodes.Expr | None = None  # what is being given a value by `=`
    several: str | None = None  # what a choice of several calls all of them
    unclear: bool = False  # whether an error hides what a condition may have proved
    guard: Guard = NOWHERE  # where a test for none could stand

    def kind_of(self, node: nodes.Expr, expected: t.Type | None) -> t.Type:
        """The type of an expression by its kind, before what is known of it narrows it."""
        raise NotImplementedError

    def expr(self, node: nodes.Expr, expected: t.Type | None = None) -> t.Type:
        """The type of an expression; `expected` settles what is ambiguous."""
        result = self.kind_of(node, expected)
        narrowed = self.facts.get(node)
        if narrowed is not None and not isinstance(result, t.UnknownType):
            result = narrowed
        result = t.settled(result)
        self.world.types[id(node)] = result
        return result

    def want(
        self,
        node: nodes.Expr,
        wanted: t.Type,
        what: str = "",
        guard: Guard | None = None,
    ) -> t.Type:
        """The type of an expression that must fit; reports it where it does not."""
        outer = self.guard
        self.guard = guard or (Condition(node) if wanted == t.BOOL else outer)
        result = self.expr(node, wanted)
        self.guard = outer
        if not t.fits(result, wanted):
            self.refuse(node, result, wanted, what)
            return t.UNKNOWN
        t.settle(result, wanted)
        return t.settled(result)

    def refuse(
        self,
        node: nodes.Expr,
        result: t.Type,
        wanted: t.Type,
        what: str = "",
        hint: str | Remedy | None = None,
    ) -> None:
        """Report an expression of a type that does not fit; the hint is the last resort."""
        if t.is_unclear(result):
            return  # another message is about it
        if isinstance(result, t.ZoneType) and result.kind == "space":
            result = t.space_value(result.item)
        if isinstance(result, t.OptionalType) and t.fits(result.item, wanted):
            text = quoted(node)
            if not self.unclear:
                self.world.report(
                    "not-tested-for-none",
                    node.span,
                    f"`{text}` may be none here",
                    mark="may be none",
                    hint=self.guard.remedy(text),
                )
            self.facts[node] = result.item  # once is enough
            return
        actual = "`none` is none"
        if not isinstance(result, t.NoneType):
            actual = f"this is {t.with_article(result)}"
        message = f"{t.with_article(wanted)} is needed here, and {actual}"
        if what:
            message = f"{what}: {message}"
        compared = self._compared_count(node) if wanted == t.BOOL else None
        hint = compared or _instead(node, result, wanted) or hint
        self.world.report("wrong-type", node.span, message, mark=str(result), hint=hint)

    def _compared_count(self, node: nodes.Expr) -> Remedy | None:
        """`(count x in S where P) < n`, where `count x in S where P < n` stands.

        That compares what `where` asks, as a quantifier reaches as far right as it can.
        """
        if not isinstance(node, nodes.Quantified) or node.kind != "count":
            return None
        compared = node.binder.where
        if not isinstance(compared, nodes.Compare) or not t.fits(
            self.world.types.get(id(compared.left), t.UNKNOWN), t.BOOL
        ):
            return None
        counted = evolve(node, binder=evolve(node.binder, where=compared.left))
        text = f"({quoted(counted)}) {compared.op} {quoted(compared.right)}"
        return change(f"compare the number:  {text}", node.span, text)

    def condition(
        self, node: nodes.Expr, word: str = "", guard: Guard | None = None
    ) -> None:
        """A yes-or-no expression; `word` begins it."""
        report = self.world.told
        before = len(report)
        self.want(node, t.BOOL, guard=guard or Condition(node, word))
        if any(problem.severity is Severity.ERROR for problem in report.since(before)):
            self.unclear = True  # a warning, such as of an unused name, hides nothing

    def number(self, node: nodes.Expr) -> bool:
        """Whether it fits where a number is needed; reports it where it does not."""
        result = self.expr(node, t.INT)
        if t.fits(result, t.INT):
            return True
        self.refuse(node, result, t.INT)
        return False

    def collection(self, node: nodes.Expr, expected: t.Type | None = None) -> t.Type:
        """The type of the items of a collection."""
        if isinstance(node, nodes.And):
            return self._with_conditions(node)
        result = self.expr(node, expected)
        item = t.element(result)
        if item is None and t.is_unclear(result):
            return t.UNKNOWN
        if item is None:
            kind = t.without_none(result)
            hint: str | Remedy | None = None
            if isinstance(kind, t.ZoneType) and kind.kind == "stock":
                hint = f"write  {quoted(node)}  alone: it is the number of its pieces"
            elif isinstance(kind, t.ZoneType):
                hint = (
                    f"ask  {quoted(node)} is not none: a {kind.kind} holds at most one"
                )
            elif isinstance(kind, t.IntType):
                hint = "the numbers from 1 to 5 are  1..5"
                if isinstance(node, nodes.Int) and node.value > 0:
                    last = f"1..{node.value}"
                    hint = change(
                        f"the numbers from 1 to {node.value} are  {last}",
                        node.span,
                        last,
                    )
            self.world.report(
                "wrong-type",
                node.span,
                f"a collection is needed here, and this is a {result}",
                hint=hint,
            )
            return t.UNKNOWN
        return item

    def _with_conditions(self, node: nodes.And) -> t.Type:
        """`players and p.points > 0`, where the members of a collection are meant."""
        report = self.world.told
        before = len(report)
        with report.trial():
            self.condition(node)  # for the names that are used in it
        first: nodes.Expr = node
        tests: list[nodes.Expr] = []
        while isinstance(first, nodes.And):
            tests.insert(0, first.right)
            first = first.left
        result = self.expr(first)
        item = t.element(result)
        if item is None:
            self.condition(node)
            if len(report) == before:
                self.refuse(node, t.BOOL, t.ListType(t.UNKNOWN))
            return t.UNKNOWN
        self.world.report(
            "wrong-type",
            node.span,
            "a condition on the members of a collection begins with `where`, not `and`",
            hint=change(
                f"write  {quoted(first)} where {' and '.join(map(quoted, tests))}",
                end_of(first.span).to(start_of(tests[0].span)),
                " where ",
            ),
        )
        return t.UNKNOWN

    def bind(
        self,
        symbol: sym.LocalSymbol,
        kind: t.Type,
        hint: str = "take another name, so that nobody mixes them up",
    ) -> sym.LocalSymbol:
        """Give a local its type; tell if its name means something else already."""
        name = symbol.name
        outer = self.world.shadowed.get(symbol)
        if outer is not None and name not in self.world.broken:
            assert symbol.span is not None
            self.world.report(
                "shadowed-name",
                symbol.span,
                f"`{name}` means something else already",
                mark="the same name",
                labels=[Label(outer.span, f"this {outer.what}")] if outer.span else [],
                hint=hint,
            )
        symbol.type = kind
        self.locals[name] = symbol
        return symbol

    def changes(self, node: nodes.Stmt, what: str) -> None:
        """Report a statement that changes something where nothing may."""
        if self.pure:
            self.world.report(
                "cannot-change",
                node.span,
                f"this {what}, and a function changes nothing",
                hint="make it a rule, and carry it out with `do`",
            )

    def assume(self, test: nodes.Expr, holds: bool = True) -> None:
        """Take for granted what a test proves."""
        self.facts |= proved(test, holds, self.known_type)
        for node in walk(test):
            if (
                isinstance(node, nodes.IsType)
                and node.name.text not in self.world.names
            ):
                self.facts[node.of] = t.UNKNOWN  # another message is about it

    def known_type(self, node: nodes.Expr) -> t.Type | None:
        """The type noted for a node, as narrowed."""
        result = self.facts.get(node) or self.world.types.get(id(node))
        if isinstance(result, t.ZoneType) and result.kind == "space":
            return t.space_value(result.item)
        return result

    def forget_state(self) -> None:
        """Drop what was known about the state, since it may have changed."""
        self.facts = {
            e: kind for e, kind in self.facts.items() if not self._reads_state(e)
        }

    def forget_variable(self, changed: Callable[[sym.VariableSymbol], bool]) -> None:
        """Drop what was known about variables that have changed."""

        def reads(node: nodes.Node) -> bool:
            if isinstance(node, nodes.Call | nodes.Can | nodes.After):
                return True
            symbol = self.world.refs.get(id(node))
            if isinstance(symbol, sym.FieldSymbol):
                return symbol.by is not None
            return isinstance(symbol, sym.VariableSymbol) and changed(symbol)

        self.facts = {
            e: kind for e, kind in self.facts.items() if not mentions(e, reads)
        }

    def forget_local(self, name: str) -> None:
        """Drop what was known about a local name."""
        self.facts = {
            e: kind
            for e, kind in self.facts.items()
            if not mentions(e, lambda n: isinstance(n, nodes.Name) and n.text == name)
        }

    def nested(self, facts: Facts | None = None) -> Self:
        """An inference for an inner block."""
        inner = type(self)(
            self.world,
            {},
            dict(self.facts if facts is None else facts),
            self.pure,
            self.scenario,
            several=self.several,
            unclear=self.unclear,
            guard=self.guard,
        )
        return inner

    def close(self) -> None:
        """End of the scope: what was never used is reported."""
        for symbol in self.locals.values():
            if not symbol.used and symbol.span and symbol.name not in self.world.broken:
                if symbol.name.startswith("_") or self._misspelled_in(symbol.span):
                    continue
                self.world.report(
                    "unused-name",
                    symbol.span,
                    f"`{symbol.name}` is never used",
                    hint="remove it, or begin its name with `_` to say so",
                )

    def _misspelled_in(self, span: Span) -> bool:
        """Whether an unknown name, from there on, may be the one meant by it."""
        return any(
            d.code == "unknown-name" and d.span.path == span.path and d.span > span
            for d in self.world.told
        )

    def _reads_state(self, expr: nodes.Expr) -> bool:
        def reads(node: nodes.Node) -> bool:
            if isinstance(node, nodes.Call | nodes.Can | nodes.After | nodes.PlayerAt):
                return True
            symbol = self.world.refs.get(id(node))
            if isinstance(symbol, sym.VariableSymbol):
                return True
            if isinstance(symbol, sym.FieldSymbol) and symbol.by is not None:
                return True
            return isinstance(node, nodes.Attribute | nodes.Index) and symbol is None

        return mentions(expr, reads)

    def bound(self, binder: nodes.Binder) -> Self:
        """An inference in which the binder's name stands for an item."""
        kind = self.collection(binder.of)
        inner = self.nested()
        inner.forget_local(binder.name)  # another one of that name was meant
        inner.bind(self.world.local(binder), kind)
        inner.assume_member(binder.name, binder.name_span, binder.of)
        if binder.where is not None:
            inner.condition(binder.where, "where")
            inner.assume(binder.where)
        return inner

    def assume_member(self, name: str, span: Span, of: nodes.Expr) -> None:
        """A name stands for one of a collection: something lies on a place of a grid."""
        while isinstance(of, nodes.Reach):
            of = of.within
        owner = self.world.types.get(id(of))
        if isinstance(owner, t.GridType):
            place = nodes.Name(span=span, text=name)
            self.facts[nodes.Index(span=span, of=of, keys=(place,))] = owner.item

    def plain(self, kind: t.Type, node: nodes.Expr) -> t.Type:
        """What a zone stands for as a value: what lies in a space, how much in a stock."""
        if isinstance(kind, t.ZoneType) and kind.kind == "space":
            return self.facts.get(node, t.space_value(kind.item))
        if isinstance(kind, t.ZoneType) and kind.kind == "stock":
            return t.stock_value(kind.item)
        return kind


def _instead(node: nodes.Expr, result: t.Type, wanted: t.Type) -> Remedy | None:
    """What would fit there, made of what stands there."""
    text = quoted(node)
    if wanted == t.BOOL:
        if isinstance(node, nodes.Int):
            return Remedy("write  true  or  false")
        if isinstance(result, t.IntType):
            test = (
                f"({text}) > 0" if isinstance(node, nodes.Quantified) else f"{text} > 0"
            )
            return change(f"compare it with another number:  {test}", node.span, test)
        if isinstance(node, nodes.Quantified) and node.kind == "any":
            sentence = (
                f"ask whether there is one:  some {node.binder.name} in S where P"
            )
            return change(sentence, start_of(node.span, "any"), "some")
        if isinstance(node, nodes.Quantified):
            return Remedy(f"write  every {node.binder.name} in S has P")
        if t.element(result) is not None:
            test = f"{text} is not empty"
            return change(f"test it:  {test}", node.span, test)
        if isinstance(result, t.OptionalType):
            test = f"{text} is not none"
            return change(f"test it:  {test}", node.span, test)
    if (
        isinstance(wanted, t.IntType)
        and t.element(result) is not None
        and not isinstance(node, nodes.RangeOf)
    ):
        count = f"size({text})"
        return change(f"count it:  {count}", node.span, count)
    if (
        t.without_none(wanted) == t.PLAYER
        and isinstance(node, nodes.Int)
        and node.value > 0
    ):
        return write(node.span, f"player {node.value}")
    return without_quotes(wanted, node)


def without_quotes(kind: t.Type, node: nodes.Expr) -> Remedy | None:
    """What to write in place of a text where a value of an enum is wanted."""
    if isinstance(t.without_none(kind), t.EnumType) and isinstance(node, nodes.Text):
        return write(node.span, node.value, "  without quotation marks")
    return None
