"""Decisions and the heads of actions in the core.

More than 400 lines because what is chosen stands beside who chooses and why not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import Context, paragraphs, reason_of, reasoned_parts
from rulesrun.dsl.core.interchangeable import told_apart
from rulesrun.dsl.core.lower_expressions import Expressions
from rulesrun.dsl.core.lower_payments import how_many, payment
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import mentions
from rulesrun.dsl.languages.spoken import labels_of
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.control_flow import leaves
from rulesrun.dsl.semantics.symbols import ActionSymbol, LocalSymbol
from rulesrun.dsl.syntax import nodes

DECLINE = labels_of("Pass", "value")
"""What passing is called."""

NOTHING = "there is nothing to choose, and one must choose"
"""The fault where a decision has no option."""


class Body(Protocol):
    """Lowers the blocks that stand in a decision."""

    context: Context
    expressions: Expressions

    def block(self, block: nodes.Block) -> stmt.Block:
        """Statements one after another."""


class Decisions:
    """Lowers the decisions of one routine."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.context = body.context
        self.expressions = body.expressions
        self.expr = body.expressions.expr

    def choose(self, node: nodes.Choose, cites: tuple[str, ...]) -> stmt.Stmt:
        """`p chooses x in S`; where it may be left out, only of what is not empty."""
        span = node.span
        decision = self._choose(node, cites)
        if self._may_be_for_none(node, decision):
            line = decision.items[0].head[0]
            assert isinstance(line, stmt.Select)
            assert line.most is not None
            limit = folding.compare("<=", line.most, folding.number(0, span), span)
            taken = (_nothing(line.local, node),)
            return stmt.Choice((stmt.Branch(limit, taken),), (decision,), span=span)
        if not node.optional or node.otherwise is not None:
            return decision
        if decision.passing is not None and not node.several:
            return decision  # passing alone is not offered
        of = node.of
        empty = nodes.IsEmpty(span=span, of=of, negated=False)
        zone = isinstance(self.context.world.types.get(id(of)), t.ZoneType)
        if not zone or not self.context.sight.all_know(empty):
            return decision
        (chosen,) = decision.items[0].chosen
        left_out = stmt.Branch(self.expr(empty), (_nothing(chosen, node),))
        return stmt.Choice((left_out,), (decision,), span=span)

    def _choose(self, node: nodes.Choose, cites: tuple[str, ...]) -> stmt.Decide:
        number = self._number()
        assert node.player is not None
        player = self.expr(node.player)
        select = _select(self.expressions, node)
        name, labels = node.name, node.labels
        value = stmt.Item("value", name, labels, node.span, cites, head=(select,))
        return self._decide(node, number, player, [value])

    def menu(
        self,
        node: nodes.Menu,
        cites: tuple[str, ...],
        around: tuple[stmt.Block, stmt.Block] | None = None,
    ) -> stmt.Stmt:
        """`p chooses one of:`; the blocks come in the order in which they are numbered.

        `around` is done before and behind what is written for passing; what is behind it
        alone where there is nothing else to choose. Where only what follows the heads
        depends on something hidden, it is asked before whether they leave anything.
        """
        number = self._number()
        player = self.expr(node.player)
        items = [self._item(item) for item in node.items]
        otherwise = self._otherwise(node)
        for at, item in enumerate(node.items):
            then = item.body if isinstance(item, nodes.MenuOption) else item.then
            items[at] = evolve(items[at], body=self.body.block(then))
        decision = self._decide(node, number, player, items, otherwise, around)
        if not node.optional or decision.otherwise is not None:
            return decision
        if not self.context.sight.all_know_offer(node):
            return decision
        empty = self._no_head(node)
        if empty is None:
            return decision
        passed = around[1] if around else self.body.block(node.passing or ())
        return stmt.Choice((stmt.Branch(empty, passed),), (decision,), span=node.span)

    def _no_head(self, node: nodes.Menu) -> core.Expr | None:
        """Whether the heads alone leave nothing; none where they always leave something."""
        empty: core.Expr = folding.truth(True, node.span)
        for line in node.items:
            span = line.span
            there: core.Expr = folding.truth(True, span)
            if line.when is not None:
                there = self.expr(line.when)
            if isinstance(line, nodes.MenuAction):
                symbol = self.context.world.refs[id(line)]
                assert isinstance(symbol, ActionSymbol)
                action = self.context.routines[symbol]
                self.context.asked.add(action)
                arguments = self.expressions.arguments(line.args, symbol.params)
                can = core.Can(action, arguments, type=t.BOOL, span=span)
                there = folding.both(there, can, span)
            if isinstance(there, core.Const) and there.value:
                return None
            empty = folding.both(empty, folding.negation(there, span), span)
        return empty

    def _number(self) -> int:
        self.context.decisions.append(None)
        return len(self.context.decisions) - 1

    def _otherwise(self, node: nodes.Menu | nodes.Choose) -> stmt.Block | None:
        return None if node.otherwise is None else self.body.block(node.otherwise)

    def _decide(
        self,
        node: nodes.Menu | nodes.Choose,
        number: int,
        player: core.Expr,
        items: list[stmt.Item],
        otherwise: stmt.Block | None = None,
        around: tuple[stmt.Block, stmt.Block] | None = None,
    ) -> stmt.Decide:
        if isinstance(node, nodes.Choose):
            otherwise = self._otherwise(node)
        if node.optional:
            called = _passing(node.labels)
            body = self.body.block(node.passing or ())
            if around is not None:
                body = (*around[0], *body, *around[1])
            items.append(stmt.Item("pass", "pass", called, node.span, body=body))
            if otherwise is None and self._all_know_offer(node, items):
                otherwise = around[1] if around else self.body.block(node.passing or ())
        if isinstance(node, nodes.Choose) and otherwise is not None:
            if not leaves(node.otherwise or ()):
                (chosen,) = items[0].chosen
                otherwise = (_nothing(chosen, node), *otherwise)
        alone = False
        if isinstance(node, nodes.Choose) and self._may_decline(node):
            alone = otherwise is not None or self._all_know_offer(node, items)
            if alone and otherwise is None:
                otherwise = self._unless_required(items[0], node)
        decision = stmt.Decide(
            number,
            player,
            tuple(items),
            otherwise,
            node.secret,
            node.labels,
            node,
            alone,
            span=node.span,
            cites=paragraphs(node.cites),
        )
        self.context.decisions[number] = decision
        return decision

    def _may_decline(self, node: nodes.Choose) -> bool:
        """Whether it may be that of several candidates only none can be taken."""
        if not node.several or node.optional or node.asks_alone:
            return False
        if node.otherwise is not None:
            return True
        least = node.least
        none = least is None or (isinstance(least, nodes.Int) and least.value == 0)
        return none and node.paying is None

    def _may_be_for_none(self, node: nodes.Choose, decision: stmt.Decide) -> bool:
        """Whether a number that is not fixed says how many, and it may be none."""
        if not node.several or node.optional or node.asks_alone or node.require:
            return False
        if decision.otherwise is not None or isinstance(node.least, nodes.Int | None):
            return False
        fixed = isinstance(node.most, nodes.Int | None)
        return not fixed and self.context.sight.all_know_offer(node)

    def _unless_required(self, item: stmt.Item, node: nodes.Choose) -> stmt.Block:
        """None is taken, which must meet what is required of all that is taken."""
        (line,) = item.head
        assert isinstance(line, stmt.Select)
        taken: list[stmt.Stmt] = [_nothing(line.local, node)]
        for condition in line.require:
            span = condition.test.span
            test = untraced(condition.test)
            fault = core.Fail(NOTHING, type=t.BOOL, span=span)
            held = self.context.fresh("holds", t.BOOL)
            whole = core.Or(test, fault, type=t.BOOL, span=span)
            taken.append(stmt.SetLocal(held, whole, span=span))
        return tuple(taken)

    def _all_know_offer(
        self, node: nodes.Menu | nodes.Choose, items: Sequence[stmt.Item]
    ) -> bool:
        """Whether nobody learns anything from it that a player is not asked."""
        sight = self.context.sight
        if any(item.look_ahead for item in items) and not sight.all_know(node):
            return False
        return sight.all_know_offer(node)

    def _item(self, item: nodes.MenuAction | nodes.MenuOption) -> stmt.Item:
        when = None
        if item.when is not None:
            when = self.context.reached(self.expr(item.when), item.when.span)
        cites = paragraphs(item.cites)
        if isinstance(item, nodes.MenuOption):
            risky = not self.context.proofs.completes(item.body)
            return stmt.Item(
                "option",
                item.name,
                item.labels,
                item.span,
                cites,
                when,
                look_ahead=risky,
            )
        symbol = self.context.world.refs[id(item)]
        assert isinstance(symbol, ActionSymbol)
        action = self.context.actions[self.context.routines[symbol]]
        return stmt.Item(
            "action",
            item.name,
            symbol.decl.labels,
            item.span,
            cites,
            when,
            action,
            self.expressions.arguments(item.args, symbol.params),
            look_ahead=self.context.proofs.is_risky(symbol),
            sure=self._sure(symbol),
        )

    def _sure(self, action: ActionSymbol) -> core.Expr | None:
        """Where an action comes to its end: there is what it lets somebody choose from."""
        result: core.Expr | None = None
        for of in self.context.proofs.needed(action):
            there = folding.negation(self.expressions.is_empty(of, of.span), of.span)
            result = there if result is None else folding.both(result, there, of.span)
        return result


def _nothing(local: Local, node: nodes.Choose) -> stmt.SetLocal:
    """Where there was nothing to choose, a name stands for none, or for no items."""
    kind, span = local.type, node.span
    value: core.Expr = core.Const(None, type=kind, span=span)
    if isinstance(kind, t.BundleType):
        value = core.MakeBundle((), type=kind, span=span)
    elif node.several:
        value = core.Make((), type=kind, span=span)
    return stmt.SetLocal(local, value, span=span)


# ---- heads ------------------------------------------------------------------------


def head(
    expressions: Expressions, lines: Sequence[nodes.Choose | nodes.Require | nodes.Let]
) -> tuple[stmt.HeadLine, ...]:
    """The head of an action."""
    return tuple(part for line in lines for part in _head_lines(expressions, line))


def _head_lines(
    expressions: Expressions, line: nodes.Choose | nodes.Require | nodes.Let
) -> tuple[stmt.HeadLine, ...]:
    """One line of a head."""
    match line:
        case nodes.Choose():
            return (_select(expressions, line),)
        case nodes.Require():
            return conditions(expressions, line)
        case nodes.Let(value=value):
            local = expressions.context.bound(line)
            lowered = expressions.bounded(value, local.type)
            expressions.holds(local, lowered)
            return (core.Given(local, lowered),)


def conditions(
    expressions: Expressions, line: nodes.Where | nodes.Require
) -> tuple[stmt.Condition, ...]:
    """What a line asks for: the parts of its condition, as far as they have reasons."""
    world = expressions.context.world
    *parts, last = reasoned_parts(world, line)
    result = [
        stmt.Condition(expressions.expr(part), reason_of(world, line, part))
        for part in parts
    ]
    test = expressions.context.reached(expressions.expr(last), line.span)
    return (*result, stmt.Condition(test, reason_of(world, line, last)))


def _preferred(expressions: Expressions, line: nodes.Prefer) -> stmt.Condition:
    test = expressions.context.reached(expressions.expr(line.test), line.span)
    return stmt.Condition(test, reason_of(expressions.context.world, line))


def _select(expressions: Expressions, line: nodes.Choose) -> stmt.Select:
    context = expressions.context
    symbol = context.world.refs[id(line)]
    assert isinstance(symbol, LocalSymbol)
    candidate_symbol = context.world.candidates[id(line)]
    local = context.local(symbol)
    if line.several:
        candidate = context.local(candidate_symbol)
    else:
        candidate = context.locals[candidate_symbol] = local
    of = expressions.expr(line.of)
    expressions.holds(local, of)
    expressions.holds(candidate, of)
    kind = t.element(of.type)
    apart = told_apart(expressions, line, candidate)
    require = tuple(c for r in line.require for c in conditions(expressions, r))
    rest = tuple(part for r in require for part in conjuncts(untraced(r.test)))
    sums = None
    if line.several and kind is not None:
        sums, rest = _bounds(local, rest)
        for requirement in line.require:  # some have become bounds
            of = context.reached(of, requirement.span)
    where = tuple(c for w in line.where for c in conditions(expressions, w))
    least = None if line.least is None else expressions.expr(line.least)
    most = None if line.most is None else expressions.expr(line.most)
    if line.paying is not None:
        reason = reason_of(context.world, line)
        parts, pays = payment(expressions, line, local, candidate)
        where = (stmt.Condition(parts, reason), *where)
        require = (stmt.Condition(pays, reason), *require)
        rest = (pays, *rest)
        least, most = how_many(pays)
    return stmt.Select(
        local,
        candidate,
        of,
        line.several,
        apart is not None,
        reason_of(context.world, line),
        least,
        most,
        where,
        require,
        tuple(_preferred(expressions, p) for p in line.prefer),
        sums,
        rest,
        apart or (),
    )


def untraced(test: core.Expr) -> core.Expr:
    """A condition without what tells that it is met."""
    return test.of if isinstance(test, core.Reached) else test


def conjuncts(test: core.Expr) -> list[core.Expr]:
    """The conditions that must all hold."""
    if isinstance(test, core.And):
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def _bounds(
    local: Local, tests: tuple[core.Expr, ...]
) -> tuple[stmt.SumBound | None, tuple[core.Expr, ...]]:
    """Bounds on the sum of a field, and the requirements that are none.

    They let the choices be built without trying every subset.
    """
    name: str | None = None
    low: core.Expr | None = None
    high: core.Expr | None = None
    rest: list[core.Expr] = []
    for test in tests:
        field = _summed(test, local)
        if field is None or (name is not None and field != name):
            rest.append(test)
            continue
        assert isinstance(test, core.Compare)
        op, bound = test.op, test.right
        if (op in (">=", ">", "==") and low) or (op in ("<=", "<", "==") and high):
            rest.append(test)
            continue
        name = field
        one = folding.number(1, bound.span)
        match op:
            case ">=":
                low = bound
            case "<=":
                high = bound
            case "==":
                low = high = bound
            case ">":
                low = core.Binary("+", bound, one, type=t.INT, span=bound.span)
            case _:
                high = core.Binary("-", bound, one, type=t.INT, span=bound.span)
    return (None if name is None else stmt.SumBound(name, low, high)), tuple(rest)


def _summed(test: core.Expr, local: Local) -> str | None:
    """The field whose sum over the chosen is compared, if the test is of that form."""
    match test:
        case core.Compare(
            op=op,
            left=core.Fold(
                kind="sum",
                clauses=(core.For(local=each, of=core.Get(local=chosen)),),
                item=core.Field(
                    of=core.Get(local=inner), name=name, type=t.IntType(low=int(low))
                ),
            ),
            right=right,
        ) if op != "!=" and chosen is local and inner is each and low >= 0:
            return None if mentions(right, local) else name
    return None


def _passing(labels: nodes.Labels) -> nodes.Labels:
    """What passing is called in a decision: as the game says it, else as always."""
    own = {
        language: text for (language, place), text in labels.forms if place == "passing"
    }
    if not own:
        return DECLINE
    translations = {**dict(DECLINE.translations), **own}
    return nodes.Labels(
        text=own.get("en", DECLINE.text), translations=tuple(translations.items())
    )
