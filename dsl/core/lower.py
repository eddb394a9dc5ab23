"""From a checked program to the core: every declaration, in the order of today's numbers.

Functions, amounts, events, rules, actions and the play come one after another, each
kind as declared: decisions, texts and lines of the ledger are counted on the way.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve, frozen

from rulesrun.dsl.compile import Program
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import NESTED, Context, Unfit, plain
from rulesrun.dsl.core.expressions import (
    Call,
    Compare,
    Const,
    Expr,
    Get,
    In,
    Or,
    Order,
    Prim,
)
from rulesrun.dsl.core.lower_decisions import conditions, head
from rulesrun.dsl.core.lower_expressions import Expressions
from rulesrun.dsl.core.lower_statements import Statements
from rulesrun.dsl.core.program import Core, ParsePlace, Routine, Setting, endings_of
from rulesrun.dsl.core.rounds import one_round
from rulesrun.dsl.core.suspension import asking
from rulesrun.dsl.core.symbols import RoutineDeclaration, RoutineSymbol
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes


@frozen(eq=False, repr=False)
class Lowered:
    """A program in the core, and how further lines of the rules are lowered for it.

    Scenarios and scripts are such lines; what they announce and note in the ledger is
    counted behind what the game has.
    """

    core: Core
    context: Context

    def expression(self, node: nodes.Expr, wanted: t.Type | None = None) -> Expr:
        """An expression that the checker has seen."""
        return Expressions(self.context).expr(node, wanted)

    def arguments(
        self, args: Sequence[nodes.Expr], params: Sequence[sym.LocalSymbol]
    ) -> tuple[Expr, ...]:
        """The arguments of what is called."""
        return Expressions(self.context).arguments(args, params)

    def place(self, node: nodes.Expr) -> stmt.Place | None:
        """The variable that an expression names, if it names one."""
        return Expressions(self.context).place(node)

    def block(self, block: nodes.Block) -> stmt.Block:
        """Statements that the checker has seen."""
        return Statements(self.context).block(block)


def lower(
    program: Program, setting: Setting, parse: ParsePlace, trace: bool, credits: bool
) -> Lowered:
    """The core of a program for the players and options of a setting.

    With `trace` it says of every condition that is no statement that it is met, with
    `credits` what each line gives points for.
    """
    context = Context(program.world, setting, parse, trace, credits)
    return Lowered(_Lowering(context).whole(), context)


@contextmanager
def _readable(span: Span) -> Iterator[None]:
    """Raises Unfit with a place for what is nested too deep."""
    try:
        yield
    except RecursionError as error:
        raise Unfit(NESTED, span) from error


class _Lowering:
    """Lowers the declarations of one program."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self.expressions = Expressions(context)
        self.asking = asking(context.world)
        self.routines: dict[RoutineSymbol, Routine] = {}

    def whole(self) -> Core:
        """The core."""
        context, world = self.context, self.world
        for symbol in world.names.values():
            self._declare(symbol)
        play = RoutineSymbol("play", "play", (), None, True, None)
        for action in world.each(sym.ActionSymbol):
            with _readable(action.decl.span):
                self._head(action)
        for function in world.each(sym.FunctionSymbol):
            with _readable(function.decl.span):
                self._add(function, self._function(function))
        for amount in world.each(sym.AmountSymbol):
            with _readable(amount.decl.span):
                self._add(amount, self._amount(amount))
        for event in world.each(sym.EventSymbol):
            with _readable(event.decl.span):
                self._add(event, self._event(event))
        for rule in world.each(sym.RuleSymbol):
            with _readable(rule.decl.span):
                returns = None if rule.returns is None else plain(rule.returns)
                lines = Statements(context, returns, rule.result)
                self._add(rule, lines.block(rule.decl.body))
        for action in world.each(sym.ActionSymbol):
            decl = action.decl
            named = tuple(n for n in decl.head if isinstance(n, nodes.Let))
            with _readable(decl.span):
                self._add(action, Statements(context).block(named + decl.body))
        assert world.play is not None
        with _readable(world.play.span):
            body = Statements(context).block(world.play.body)
        self.routines[play] = Routine(play, body)
        assert world.game is not None
        required = tuple(
            condition
            for line in world.game.require
            for condition in conditions(self.expressions, line)
        )
        asking_ = [
            context.routines[s] for s in world.names.values() if s in self.asking
        ]
        decisions = tuple(d for d in context.decisions if d is not None)
        assert len(decisions) == len(context.decisions)
        estimate = self._estimate()
        return Core(
            context.setting.players,
            context.setting.participants,
            {enum.name: len(enum.values) for enum in world.each(sym.EnumSymbol)},
            {name: len(board.names) for name, board in context.setting.boards.items()},
            dict(context.setting.spans),
            tuple(map(context.variable, (*world.variables, *world.unseen))),
            context.box,
            tuple(context.table(table) for table in world.each(sym.TableSymbol)),
            self.routines,
            (*asking_, play),
            context.actions,
            frozenset(context.asked),
            decisions,
            context.explorations,
            context.texts,
            context.ledger,
            required,
            play,
            context.routines,
            estimate,
            endings_of(self.routines, estimate, teams=world.game.teams is not None),
            context.spoken,
        )

    def _estimate(self) -> RoutineSymbol | None:
        """What ranks the players before the end; for a function that gives a number, a rule
        that ranks them by it.
        """
        line = self.world.game.estimate if self.world.game is not None else None
        named = self.world.refs.get(id(line)) if line is not None else None
        if not isinstance(named, sym.FunctionSymbol) or line is None:
            return self.context.routines[named] if named is not None else None
        each = self.context.fresh("each", t.PLAYER)
        of_each = (self.expressions.get(each, line.span),) if named.params else ()
        function = self.context.routines[named]
        worth = Call(function, of_each, type=t.INT, span=line.span)
        rule = RoutineSymbol("rule", named.name, (), None, False, None)
        ranked = stmt.Rank(each, (Order(True, worth),), span=line.span)
        self.routines[rule] = Routine(rule, (ranked,))
        return rule

    def _declare(self, symbol: sym.Symbol) -> None:
        result_type: t.Type | None
        deepest: int | None = None
        match symbol:
            case sym.AudienceSymbol(params=params):
                kind, result_type = "function", t.BOOL
                params = (*params, sym.LocalSymbol("seat", None, t.PLAYER))
            case sym.FunctionSymbol(params=params, returns=returns):
                kind, result_type = (
                    "function",
                    None if returns is None else plain(returns),
                )
            case sym.AmountSymbol(params=params):
                kind, result_type = "amount", t.INT
            case sym.EventSymbol(params=params):
                kind, result_type = "event", None
            case sym.RuleSymbol(params=params, decl=decl):
                kind, result_type = "rule", None
                if decl.deepest is not None:
                    deepest = self.context.number(decl.deepest)
            case sym.ActionSymbol(params=params, chosen=chosen):
                kind, result_type, params = "action", None, (*params, *chosen)
            case _:
                return
        self._routine(symbol, kind, params, result_type, deepest)

    def _routine(
        self,
        symbol: RoutineDeclaration,
        kind: str,
        params: Sequence[sym.LocalSymbol],
        returns: t.Type | None,
        deepest: int | None = None,
    ) -> None:
        self.context.routines[symbol] = RoutineSymbol(
            kind,
            symbol.name,
            tuple(map(self.context.local, params)),
            returns,
            symbol in self.asking,
            symbol,
            symbol.decl.span,
            deepest,
        )

    def _add(self, symbol: sym.Symbol, body: stmt.Block) -> None:
        routine = self.context.routines[symbol]
        self.routines[routine] = Routine(routine, body)

    # ---- one method for each kind -----------------------------------------------------

    def _head(self, action: sym.ActionSymbol) -> None:
        routine = self.context.routines[action]
        written = (n for n in action.decl.head if not isinstance(n, nodes.SharedHead))
        lines = head(self.expressions, tuple(written))
        params = routine.params[: len(action.params)]
        self.context.actions[routine] = stmt.Action(
            routine, action.decl.labels, params, lines
        )

    def _audience(self, who: sym.AudienceSymbol, value: nodes.Expr) -> stmt.Block:
        """Whether a seat is, or is among, the players that an expression gives."""
        *_, seat = self.context.routines[who].params
        of, span = self.expressions.expr(value), value.span
        player = Get(seat, type=t.PLAYER, span=span)
        test = (
            In(player, of, type=t.BOOL, span=span)
            if isinstance(of.type, t.ListType | t.SetType)
            else Compare("==", of, player, type=t.BOOL, span=span)
        )
        return (stmt.Return(test, span=span),)

    def _function(self, function: sym.FunctionSymbol) -> stmt.Block:
        match function, function.decl.body:
            case sym.AudienceSymbol(), (nodes.Return(value=value),) if (
                value is not None
            ):
                return self._audience(function, value)
        returns = self.context.routines[function].returns
        body = Statements(self.context, returns).block(function.decl.body)
        by_cases = function.decl.of_enum or function.decl.cases is not None
        return tuple(map(_switched, body)) if by_cases else body

    def _amount(self, amount: sym.AmountSymbol) -> stmt.Block:
        """The base value, all that adjust it in their order, and its bounds."""
        decl, expr = amount.decl, self.expressions.expr
        sized = self.expressions.sized
        result = self.context.fresh("result", t.INT)
        reached = self.context.reached
        first = reached(sized(expr(decl.value)), decl.span)
        body: list[stmt.Stmt] = [stmt.SetLocal(result, first, span=decl.span)]
        ordered = sorted(amount.adjustments, key=lambda a: a.decl.order or 0)
        for adjustment in ordered:
            inner = adjustment.decl
            for own, param in zip(adjustment.params, amount.params, strict=True):
                self.context.locals[own] = self.context.local(param)
            assert adjustment.result is not None
            self.context.locals[adjustment.result] = result
            each = inner.each
            head_: stmt.ForEach | None = None
            if each is not None:
                local, of = self.context.bound(each), expr(each.of)
                test = None if each.where is None else expr(each.where)
                head_ = stmt.ForEach(local, of, test, (), span=inner.span)
            when = None if inner.when is None else expr(inner.when)
            value = reached(sized(expr(inner.value)), inner.span)
            block: stmt.Block = (stmt.SetLocal(result, value, span=inner.span),)
            if when is not None:
                block = (stmt.Choice((stmt.Branch(when, block),), span=inner.span),)
            if head_ is not None:
                head_ = stmt.ForEach(
                    head_.local, head_.of, head_.test, block, span=inner.span
                )
                block = (head_,)
            body += block
        for limit, name in ((decl.least, "max"), (decl.most, "min")):
            if limit is not None:
                args = (Get(result, type=t.INT, span=limit.span), expr(limit))
                bounded = Prim(name, args, type=t.INT, span=limit.span)
                body.append(stmt.SetLocal(result, bounded, span=decl.span))
        body.append(
            stmt.Return(Get(result, type=t.INT, span=decl.span), span=decl.span)
        )
        return tuple(body)

    def _event(self, event: sym.EventSymbol) -> stmt.Block:
        """What all handlers do, in their order."""
        body: list[stmt.Stmt] = []
        for handler in sorted(event.handlers, key=lambda h: h.decl.order or 0):
            for own, param in zip(handler.params, event.params, strict=True):
                self.context.locals[own] = self.context.local(param)
            body += self._answer(handler)
        return tuple(body)

    def _answer(self, handler: sym.HandlerSymbol) -> stmt.Block:
        """What a handler does, where its condition holds, once for each of its cards."""
        decl, context, expr = handler.decl, self.context, self.expressions.expr
        span, mark = decl.span, stmt.Mark(span=decl.span)
        test = None if decl.test is None else expr(decl.test)
        head_: stmt.ForEach | None = None
        if decl.each is not None:
            of, local = expr(decl.each.of), context.bound(decl.each)
            only = None if decl.each.where is None else expr(decl.each.where)
            head_ = stmt.ForEach(local, of, only, (), span=span)
        event = self.world.get(sym.EventSymbol, decl.event)
        variable = None if event is None else event.cancelled
        body = Statements(context, cancelled=variable).block(decl.body)
        if not decl.ends_event:
            body = one_round(context, body, span, looped=head_ is not None)
        if head_ is not None:
            body = (mark, evolve(head_, body=body))
        if test is not None:
            body = (mark, stmt.Choice((stmt.Branch(test, body),), span=span))
        return body


def _switched(statement: stmt.Stmt) -> stmt.Stmt:
    """The lines of a function by cases that only give a value, told apart by a value."""
    if not isinstance(statement, stmt.Choice):
        return statement
    cases: list[stmt.Case] = []
    of: Get | None = None
    for branch in statement.branches:
        values: list[Const] = []
        for test in _either(branch.test):
            match test:
                case Compare(op="==", left=Get() as left, right=Const() as value):
                    of = left
                    values.append(value)
                case _:
                    return statement
        if not all(isinstance(line, stmt.Return | stmt.Mark) for line in branch.body):
            return statement
        cases.append(stmt.Case(tuple(values), branch.body))
    if of is None:
        return statement
    return stmt.Switch(of, tuple(cases), statement.otherwise, span=statement.span)


def _either(test: Expr) -> Iterator[Expr]:
    """The tests that `or` joins."""
    if isinstance(test, Or):
        yield from _either(test.left)
        yield from _either(test.right)
    else:
        yield test
