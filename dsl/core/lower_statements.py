"""Statements of the rules in the core.

More than 400 lines because it has a method for each statement of the language.
"""

from attrs import evolve

from rulesrun.dsl.analysis.changes import changed_by, only_gained
from rulesrun.dsl.analysis.secrecy import Audience, audience
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import Context, paragraphs, plain
from rulesrun.dsl.core.lower_at_once import AtOnce
from rulesrun.dsl.core.lower_decisions import Decisions
from rulesrun.dsl.core.lower_departures import (
    is_in,
    leave,
    standing,
    standing_of,
)
from rulesrun.dsl.core.lower_expressions import Expressions
from rulesrun.dsl.core.lower_places import limits_of, settled, what_lies_in
from rulesrun.dsl.core.program import LedgerLine
from rulesrun.dsl.core.symbols import Local, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.audiences import owner_key
from rulesrun.dsl.semantics.departures import is_of_players
from rulesrun.dsl.syntax import nodes

OUT = "whoever is to choose here has left the game"


class Statements:
    """Lowers the statements of one routine; `returns` is the type of its value.

    That of a rule is kept in `result`, that an event is prevented in `cancelled`.
    """

    def __init__(
        self,
        context: Context,
        returns: t.Type | None = None,
        result: sym.VariableSymbol | None = None,
        cancelled: sym.VariableSymbol | None = None,
    ) -> None:
        self.context = context
        self.returns = returns
        self.result = result
        self.cancelled = cancelled
        self.expressions = Expressions(context)
        self.expr = self.expressions.expr

    def block(self, block: nodes.Block) -> stmt.Block:
        """Statements one after another; those of turns and phases stand among them."""
        return tuple(line for statement in block for line in self.statement(statement))

    def statement(self, node: nodes.Stmt) -> list[stmt.Stmt]:
        """One statement: a mark that it is reached, and what it does."""
        mark = stmt.Mark(span=node.span, cites=paragraphs(node.cites))
        return [mark, *self._statement(node)]

    def _statement(self, node: nodes.Stmt) -> list[stmt.Stmt]:  # noqa: C901 - one case a kind of node
        span, cites = node.span, paragraphs(node.cites)
        match node:
            case nodes.Let(value=nodes.Cancelled() as question):
                return self._cancelled(node, question)
            case nodes.Cancel():
                assert self.cancelled is not None
                target = stmt.Place(self.context.variable(self.cancelled))
                gone = folding.truth(True, span)
                return [
                    stmt.Write(target, gone, span=span),
                    stmt.Return(whole=True, span=span),
                ]
            case nodes.Let(value=value):
                local = self.context.bound(node)
                named = self.expressions.sized(self.expr(value, local.type))
                self.expressions.holds(local, named)
                return [stmt.SetLocal(local, named, span=span)]
            case nodes.Assign():
                return self._assign(node)
            case nodes.If(branches=branches, otherwise=otherwise):
                chosen: list[stmt.Branch] = []
                for test, body in branches:
                    condition = self.expr(test)
                    if chosen:
                        condition = self.context.reached(condition, test.span)
                    chosen.append(stmt.Branch(condition, self.block(body)))
                return [stmt.Choice(tuple(chosen), self.block(otherwise), span=span)]
            case nodes.ForEach(at_once=True):
                return AtOnce(self).lower(node)
            case nodes.ForEach(binder=binder, body=body):
                of = self.expr(binder.of)
                local = self.context.bound(binder)
                only = None if binder.where is None else self.expr(binder.where)
                only = self._still_in(binder, local, only)
                return [stmt.ForEach(local, of, only, self.block(body), span=span)]
            case nodes.While(test=test_, body=body):
                before = self.expr(test_)
                return [stmt.Loop(self.block(body), before=before, span=span)]
            case nodes.RepeatUntil(body=body, until=until):
                inner = self.block(body)
                ended = self.context.reached(self.expr(until), until.span)
                return [stmt.Loop(inner, until=ended, span=span)]
            case nodes.RepeatTimes(times=times, body=body):
                count = self.expr(times)
                return [stmt.Loop(self.block(body), times=count, span=span)]
            case nodes.Stop():
                return [stmt.Break(span=span)]
            case nodes.Next():
                return [stmt.Continue(span=span)]
            case nodes.Pass():
                return []
            case nodes.Return(value=value_):
                returned = None
                if value_ is not None:
                    returned = self.expressions.sized(self.expr(value_, self.returns))
                if returned is not None and self.result is not None:
                    target = stmt.Place(self.context.variable(self.result))
                    return [
                        stmt.Write(target, returned, span=span),
                        stmt.Return(None, span=span),
                    ]
                return [stmt.Return(returned, span=span)]
            case nodes.LetDone(rule=rule):
                carried = self._carried_out(rule)
                return [*carried[:-1], self._named(node, rule), *carried[-1:]]
            case nodes.Do() | nodes.Raise():
                return self._carried_out(node)
            case nodes.Move():
                return self._move(node)
            case nodes.MovePieces(count=count_, source=source, to=to):
                ahead, from_ = settled(self.context, self._zone(source), span)
                moved = self.expr(count_)
                if node.up_to:
                    moved = self.at_most(moved, from_, source)
                into = self.into(to.zone, from_)
                return [*ahead, stmt.MovePieces(moved, from_, into, span=span)]
            case nodes.Draw(count=count_, source=source, to=to):
                ahead, from_ = settled(self.context, self._zone(source), span)
                drawn = self.expr(count_)
                if node.up_to:
                    drawn = self.at_most(drawn, from_, source, drawing=True)
                return [*ahead, stmt.Draw(drawn, from_, self.target(to), span=span)]
            case nodes.Shuffle(zone=zone):
                return [stmt.Shuffle(self._zone(zone), span=span)]
            case nodes.Turn(player=player, body=body):
                begun = stmt.BeginTurn(self.expr(player), span=span)
                return [begun, *self.block(body)]
            case nodes.Phase(labels=labels, body=body):
                phase = stmt.BeginPhase(self._text(labels), span=span)
                return [phase, *self.block(body)]
            case nodes.Announce():
                return [self._announced(node)]
            case nodes.Show(what=what, to=to):
                return [self._show(what, to, span)]
            case nodes.ExpectSees(player=player, what=what):
                return [self._expected(self._sees(player, what, span))]
            case nodes.Expectation(test=test):
                return [self._expected(self.expr(test))]
            case nodes.Rank():
                return [self._ranked(node)]
            case nodes.EndGame():
                return [stmt.EndGame(span=span)]
            case nodes.Leaves(player=player):
                return leave(self.context, self.expr(player), span)
            case nodes.Wins():
                return [self._outcome(node), stmt.EndGame(span=span)]
            case nodes.Best():
                return [self._best(node)]
            case nodes.Choose():
                return self._present_only(node, Decisions(self).choose(node, cites))
            case nodes.Menu():
                return self._present_only(node, Decisions(self).menu(node, cites))
            case nodes.Anybody():
                return self._anybody(node, cites)

    def _still_in(
        self,
        binder: nodes.Binder,
        local: Local,
        only: core.Expr | None,
        *,
        always: bool = False,
    ) -> core.Expr | None:
        """The condition of a loop over players, which passes over who has left meanwhile."""
        world, span = self.context.world, binder.span
        if world.left is None or not (always or is_of_players(binder.of)):
            return only
        stays = is_in(self.context, self.expressions.get(local, span), span)
        return stays if only is None else folding.both(stays, only, span)

    def _ranked(self, node: nodes.Rank) -> stmt.Rank:
        """The places of players, or of teams: then `it` is all players of one."""
        context, each, span = self.context, self.context.bound(node), node.span
        first = None
        leaving = context.world.left is not None and not node.left_too
        if not node.teams:
            if leaving:
                first = standing(context, self.expressions.get(each, span), span)
            orders = self.expressions.orders(node.by)
            return stmt.Rank(each, orders, standing=first, span=span)
        player = self.context.fresh("each", t.PLAYER)
        of_player = self.expressions.get(player, node.span)
        whole = core.Given(each, self.expressions.team(of_player, node.span))
        orders = tuple(
            evolve(order, by=folding.over_one(whole, order.by))
            for order in self.expressions.orders(node.by)
        )
        team = self.expressions.team_of(player)
        if leaving:
            first = folding.over_one(whole, standing_of(context, each, span))
        return stmt.Rank(player, orders, team, first, span=span)

    def _outcome(self, node: nodes.Wins) -> stmt.Outcome:
        """Who wins or loses, with the team."""
        players, span = self.context.setting.players, node.span
        if node.player is None:
            lost = 2 if node.loses else 1
            return stmt.Outcome(None, lost, lost, together=node.everybody, span=span)
        who = self.expr(node.player)
        place, others = (max(players, 2), 1) if node.loses else (1, 2)
        game = self.context.world.game
        if game is None or game.teams is None:
            return stmt.Outcome(who, place, others, span=span)
        each = self.context.fresh("each", t.PLAYER)
        team = self.expressions.team_of(each)
        return stmt.Outcome(who, 2 if node.loses else 1, others, each, team, span=span)

    def _present_only(
        self, node: nodes.Choose | nodes.Menu, decides: stmt.Stmt
    ) -> list[stmt.Stmt]:
        """A decision, which who has left the game is not asked for.

        Then it is as if there were nothing to choose: `otherwise` is carried out, nothing
        is chosen where that may be, else it is a fault.
        """
        context, span = self.context, node.span
        if context.world.left is None:
            return [decides]
        assert node.player is not None
        test = is_in(context, self.expr(node.player), span)
        instead: stmt.Block = ()
        if isinstance(node, nodes.Choose):
            chosen = context.bound(node)
            value = context.nothing(chosen.type, span)
            if node.otherwise is None and not node.optional:
                value = core.Fail(OUT, type=chosen.type, span=span)
            instead = (stmt.SetLocal(chosen, value, span=span),)
        if node.otherwise is not None:
            instead += self.block(node.otherwise)
        return [stmt.Choice((stmt.Branch(test, (decides,)),), instead, span=span)]

    def _carried_out(self, node: nodes.Do | nodes.Raise) -> list[stmt.Stmt]:
        """A rule or an event; what a rule gives is taken away at last."""
        symbol, span = self.context.world.refs[id(node)], node.span
        assert isinstance(symbol, sym.RuleSymbol | sym.EventSymbol)
        taken = self.expressions.arguments(node.args, symbol.params)
        lines: list[stmt.Stmt] = [
            stmt.Carry(self.context.routines[symbol], taken, span=span)
        ]
        if id(node) in self.context.inner_calls and isinstance(symbol, sym.RuleSymbol):
            lines = self._deeper(symbol, lines, span)
        if not isinstance(symbol, sym.RuleSymbol) or symbol.result is None:
            return lines
        variable = self.context.variable(symbol.result)
        nothing = self.context.nothing(variable.type, span)
        return [*lines, stmt.Write(stmt.Place(variable), nothing, span=span)]

    def _cancelled(self, node: nodes.Let, question: nodes.Cancelled) -> list[stmt.Stmt]:
        """Whether an event has been prevented, under its name; then it is taken away."""
        event, span = self.context.world.refs.get(id(question)), node.span
        local, no = self.context.bound(node), folding.truth(False, span)
        if not isinstance(event, sym.EventSymbol) or event.cancelled is None:
            return [stmt.SetLocal(local, no, span=span)]
        variable = self.context.variable(event.cancelled)
        value = core.Read(variable, (), type=t.BOOL, span=span)
        return [
            stmt.SetLocal(local, value, span=span),
            stmt.Write(stmt.Place(variable), no, span=span),
        ]

    def _deeper(
        self, rule: sym.RuleSymbol, lines: list[stmt.Stmt], span: Span
    ) -> list[stmt.Stmt]:
        """A rule carried out where it may be under way: counted, and not too deep."""
        assert rule.depth is not None
        deepest = self.context.routines[rule].deepest
        assert deepest is not None
        depth = self.context.variable(rule.depth)
        place = stmt.Place(depth)
        now = core.Read(depth, (), type=t.INT, span=span)
        one, last = (core.Const(n, type=t.INT, span=span) for n in (1, deepest - 1))
        text = f"`{rule.name}` would go more than {deepest} deep here"
        fault = core.Fail(text, type=t.BOOL, span=span)
        test = core.Or(
            core.Compare("<", now, last, type=t.BOOL, span=span),
            fault,
            type=t.BOOL,
            span=span,
        )
        holds = stmt.SetLocal(self.context.fresh("holds", t.BOOL), test, span=span)
        more, less = (
            stmt.Write(
                place,
                core.Binary(op, now, one, type=t.INT, span=span),
                change=op,
                span=span,
            )
            for op in ("+", "-")
        )
        return [holds, more, *lines, less]

    def _named(self, node: nodes.LetDone, done: nodes.Do) -> stmt.SetLocal:
        """What a rule has given, under its name."""
        rule = self.context.world.refs[id(done)]
        assert isinstance(rule, sym.RuleSymbol)
        assert rule.result is not None
        variable = self.context.variable(rule.result)
        value = core.Read(variable, (), type=variable.type, span=done.span)
        return stmt.SetLocal(self.context.bound(node), value, span=node.span)

    def _anybody(self, node: nodes.Anybody, cites: tuple[str, ...]) -> list[stmt.Stmt]:
        """Asks one after another, until one has done what may be done."""
        span, binder = node.span, node.binder
        bound = self.context.bound(node)
        nobody = core.Const(None, type=bound.type, span=span)
        of = self.expr(binder.of)
        each = self.context.bound(binder)
        only = None if binder.where is None else self.expr(binder.where)
        only = self._still_in(binder, each, only, always=True)
        passed = self.context.fresh("passed", t.BOOL)
        noted: stmt.Block = ()
        if node.otherwise is not None:
            noted = (stmt.SetLocal(passed, folding.truth(True, span), span=span),)
        around = (noted, (stmt.Continue(span=span),))
        decision = Decisions(self).menu(node.menu, cites, around)
        done = stmt.SetLocal(
            bound, core.Get(each, type=each.type, span=span), span=span
        )
        body: stmt.Block = (decision, done, stmt.Break(span=span))
        lines: list[stmt.Stmt] = [
            stmt.SetLocal(bound, nobody, span=span),
            stmt.ForEach(each, of, only, body, span=span),
        ]
        if node.otherwise is None:
            return lines
        someone = core.Get(passed, type=t.BOOL, span=span)
        none = folding.is_none(core.Get(bound, type=bound.type, span=span), span)
        test = folding.both(none, folding.negation(someone, span), span)
        last = stmt.Choice((stmt.Branch(test, self.block(node.otherwise)),), span=span)
        first = stmt.SetLocal(passed, folding.truth(False, span), span=span)
        return [first, *lines, last]

    def _sees(self, player: nodes.Expr, what: nodes.Expr, span: Span) -> core.Expr:
        """Whether a player sees a variable, by what is said of it."""
        seat, place = self.expr(player), self.expressions.place(what)
        assert place is not None
        symbol = place.variable.symbol
        if symbol is None:
            return folding.truth(False, span)
        who, at = audience(symbol), owner_key(symbol)
        owner = () if at is None else (place.keys[at],)
        match who:
            case Audience.SOME:
                assert symbol.audience is not None
                routine = self.context.routines[symbol.audience]
                return core.Call(routine, (*owner, seat), type=t.BOOL, span=span)
            case Audience.OWNER | Audience.OTHERS if owner:
                op = "==" if who is Audience.OWNER else "!="
                return core.Compare(op, owner[0], seat, type=t.BOOL, span=span)
            case _:
                return folding.truth(who is Audience.EVERYBODY, span)

    def _show(self, what: nodes.Expr, to: nodes.Expr | None, span: Span) -> stmt.Show:
        """What is shown, and to a collection of players."""
        place = self.expressions.place(what)
        shown_to = None if to is None else self._collected(self.expr(to))
        subject = place or self._collected(self.expr(what))
        return stmt.Show(subject, shown_to, span=span)

    def _announced(self, node: nodes.Announce) -> stmt.Announce:
        """What is told, with the values in it, and to whom."""
        text, values = self._text(node.labels), tuple(map(self.expr, node.values))
        if values:
            pairs = zip(node.values, values, strict=True)
            named = tuple((name.text, value.type) for name, value in pairs)
            self.context.spoken[text] = named
        to = None if node.to is None else self._collected(self.expr(node.to))
        return stmt.Announce(text, values, to, span=node.span)

    def _collected(self, of: core.Expr) -> core.Expr:
        """A value as a collection: none is an empty one."""
        kind, span = of.type, of.span
        if isinstance(kind, t.ListType | t.SetType):
            return of
        if not isinstance(kind, t.OptionalType):
            return core.Make((of,), type=t.ListType(kind), span=span)
        many = t.ListType(kind.item)
        one = core.Make((evolve(of, type=kind.item),), type=many, span=span)
        none = core.Make((), type=many, span=span)
        return core.If(folding.is_none(of, span), none, one, type=many, span=span)

    def _expected(self, test: core.Expr) -> stmt.SetLocal:
        """A condition that must hold, else there is a fault."""
        fault = core.Fail(
            "what is expected here does not hold", type=t.BOOL, span=test.span
        )
        local = self.context.fresh("holds", t.BOOL)
        return stmt.SetLocal(
            local, core.Or(test, fault, type=t.BOOL, span=test.span), span=test.span
        )

    def _text(self, labels: nodes.Labels) -> int:
        self.context.texts.append(labels)
        return len(self.context.texts) - 1

    # ---- variables ----------------------------------------------------------------

    def _assign(self, node: nodes.Assign) -> list[stmt.Stmt]:
        symbol = self.context.world.refs.get(id(node.target))
        span, op = node.span, node.op
        if isinstance(symbol, sym.LocalSymbol):
            local = self.context.local(symbol)
            value = self.expr(node.value, local.type)
            if op != "=":
                held = self.expressions.get(local, node.target.span)
                value = self.expressions.arithmetic(op[0], held, value, span)
            return [stmt.SetLocal(local, self.expressions.sized(value), span=span)]
        assert isinstance(symbol, sym.VariableSymbol)
        place = self.expressions.place(node.target)
        assert place is not None
        before: list[stmt.Stmt] = []
        if op != "=":
            before, place = settled(self.context, place, span)
        variable = place.variable
        value = self.expr(node.value, variable.type)
        if variable.ledger and op != "=":
            amount = value if op == "+=" else folding.negative(value, value.span)
            cites = paragraphs(node.cites)
            about = None
            crediting = self.context.crediting
            if crediting is not None and (name := crediting.of(node)):
                about = self.expressions.get(self.context.local(name), span)
            kind = None if about is None else about.type
            self.context.ledger.append(LedgerLine(span, cites, kind))
            line = len(self.context.ledger) - 1
            return [*before, stmt.Enter(place, amount, line, about, span=span)]
        change = None
        if op != "=":
            current = what_lies_in(place, node.target.span)
            value = self.expressions.arithmetic(op[0], current, value, span)
            change = op[0]
        limits = limits_of(variable, value, op)
        ranged = limits is not None and None not in (limits.low, limits.high)
        if variable.zone is None and not ranged:
            value = self.expressions.sized(value)
        if isinstance(value, core.Sized):
            change = None  # it is more than that
        return [*before, stmt.Write(place, value, limits, change, span=span)]

    # ---- moving ---------------------------------------------------------------------

    def _zone(self, node: nodes.Expr) -> stmt.Place:
        return self.expressions.zone(node)

    def into(self, node: nodes.Expr, source: stmt.Place) -> stmt.Place:
        """Where pieces go to; in the box they are those of whoever they belonged to."""
        symbol = self.context.world.refs.get(id(node))
        if symbol not in self.context.world.boxes.values():
            return self._zone(node)
        assert isinstance(symbol, sym.VariableSymbol)
        box, zone = self.context.variable(symbol), source.variable.zone
        assert zone is not None
        if not box.keys:
            return stmt.Place(box)
        if zone.owner_key is not None:
            return stmt.Place(box, (source.keys[zone.owner_key],))
        return stmt.Place(box, (what_lies_in(source, node.span),))

    def at_most(
        self,
        count: core.Expr,
        place: stmt.Place,
        source: nodes.Expr,
        *,
        drawing: bool = False,
    ) -> core.Expr:
        """So many, or as many as there are."""
        there, span = self.expressions.read_from(place, source), count.span
        if isinstance(count.type, t.BundleType):
            return core.Prim("shared", (count, there), type=count.type, span=span)
        if drawing or there.type != t.INT:
            there = core.Prim("size", (there,), type=t.INT, span=span)
        return core.Prim("min", (count, there), type=t.INT, span=span)

    def target(self, to: nodes.Destination) -> stmt.Target:
        """Where components go."""
        zone = self._zone(to.zone)
        at = None if to.at is None else self.expr(to.at)
        return stmt.Target(zone.variable, zone.keys, to.end == "bottom", at)

    def _move(self, node: nodes.Move) -> list[stmt.Stmt]:
        whole = self.context.raw_type(node.what)
        if isinstance(whole, t.ZoneType) and whole.kind == "stock":
            before, from_ = settled(self.context, self._zone(node.what), node.span)
            what = self.expressions.read_from(from_, node.what)
            into = self.into(node.to.zone, from_)
            return [*before, stmt.MovePieces(what, from_, into, span=node.span)]
        what = self.expr(node.what)
        to = self.target(node.to)
        if isinstance(what.type, t.GridType):
            kind = plain(t.ZoneType("area", what.type.item))
            what = core.Prim("components", (what,), type=kind, span=what.span)
        elif t.element(what.type) is None:
            return [stmt.Move(what, to, span=node.span)]
        return [stmt.MoveAll(folding.as_list(what), to, span=node.span)]

    # ---- choices to be made as well as possible ----------------------------------------

    def _best(self, node: nodes.Best) -> stmt.Best:
        number = self.context.explorations
        self.context.explorations += 1
        player, by = self.expr(node.player), self.expressions.bounded(node.by)
        world = self.context.world
        symbol = world.refs.get(id(node.by))
        gained = isinstance(symbol, sym.VariableSymbol) and only_gained(
            world, symbol, node.body
        )
        changed = changed_by(world, node.body)
        variables: frozenset[Variable] | None = None
        if changed is not None:
            variables = frozenset(map(self.context.variable, changed))
        body = self.block(node.body)
        return stmt.Best(player, by, body, number, gained, variables, span=node.span)
