"""Types of statements: one body, checked once.

More than 400 lines because it is one `match` over the statements of the language.
"""

from attrs import define, evolve

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import change, near, start_of
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.assignments import check_assign
from rulesrun.dsl.semantics.control_flow import leaves, leaves_loop, may_be_none
from rulesrun.dsl.semantics.guards import NOWHERE, Head, Line
from rulesrun.dsl.semantics.inference.calls import check_arguments
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.moving import (
    check_draw,
    check_move,
    check_move_pieces,
    check_shuffle,
)
from rulesrun.dsl.semantics.narrowing import Facts, walk
from rulesrun.dsl.semantics.payments import check_price
from rulesrun.dsl.semantics.showing import check_announcement, check_sees, check_show
from rulesrun.dsl.semantics.world import Typing
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.vocabulary import DEEPEST_LOOPS

EVERYBODY = ("everyone", "all", "both", "all_players", "participants", "team")
"""How one says elsewhere that everybody wins or loses."""
_LOOPS = (nodes.ForEach, nodes.While, nodes.RepeatUntil, nodes.RepeatTimes)


def ends(block: nodes.Block) -> bool:
    """Whether every way through a block ends in `return`."""
    if not block:
        return False
    match block[-1]:
        case nodes.Return() | nodes.EndGame() | nodes.Wins():
            return True
        case nodes.If(branches=branches, otherwise=otherwise):
            return bool(otherwise) and all(
                ends(b) for b in (*(b for _, b in branches), otherwise)
            )
        case nodes.Turn(body=body) | nodes.Phase(body=body):
            return ends(body)
        case nodes.Menu(optional=False, items=items, otherwise=instead):
            blocks = [i.body for i in items if isinstance(i, nodes.MenuOption)]
            if instead is not None:
                blocks.append(instead)
            whole = len(blocks) == len(items) + (instead is not None)
            return whole and all(map(ends, blocks))
        case _:
            return False


def choice(infer: Inference, line: nodes.Choose, *, in_head: bool) -> sym.LocalSymbol:
    """Check one choice and bind what it chooses."""
    infer.forget_local(line.name)  # another one of that name was meant
    if in_head:
        infer.guard = Head(line.span)
    options = infer.nested()
    options.pure = (
        True  # options are asked for again, after a choice that is taken back
    )
    item = options.collection(line.of)
    chosen: t.Type = item
    if line.several:
        owner = infer.world.types.get(id(line.of)) or t.UNKNOWN
        chosen = t.bundle_of(owner) or t.ListType(item)
        if owner is t.UNKNOWN:  # it may be a bundle that is taken from
            chosen = t.UNKNOWN
        for bound in (line.least, line.most):
            if bound is not None:
                options.number(bound)
    elif may_be_none(line):
        chosen = t.OptionalType(item)
    if line.paying is not None:
        check_price(infer, line, chosen)
    infer.world.candidates[id(line)].type = item
    inner = infer.nested()
    inner.pure = True
    inner.assume_member(line.name, line.name_span, line.of)
    symbol = infer.world.local(line)
    if line.several:
        early = (n for where in line.where for n in walk(where.test))
        for node in early:
            if isinstance(node, nodes.Name) and _is_waiting(infer.world, node, symbol):
                infer.world.report(
                    "unknown-name",
                    node.span,
                    f"while several are chosen, `{line.name}` is none of them yet",
                    mark="which one?",
                    labels=[Label(line.name_span, "chosen here")],
                    hint=f"write  it  for each of them, or choose one:  {line.name} in "
                    f"{quoted(line.of)}",
                )
                chosen = t.UNKNOWN
                break
    if line.several:
        for where in line.where:
            inner.condition(where.test, "where")
            inner.assume(where.test)
        inner.bind(symbol, chosen)
        inner.several = line.name
        for preference in line.prefer:
            inner.condition(preference.test, "prefer")
    else:
        inner.bind(symbol, item)
        for where in line.where:
            inner.condition(where.test, "where")
            inner.assume(where.test)
        for preference in line.prefer:
            inner.condition(preference.test, "prefer")
    for requirement in line.require:
        inner.condition(requirement.test, "require")
        inner.assume(requirement.test)
    if not line.several:
        symbol.type = chosen
    symbol.labels = line.called
    infer.locals[line.name] = symbol
    if not may_be_none(line):
        infer.facts = {
            e: kind for e, kind in inner.facts.items() if not isinstance(e, nodes.It)
        }
    if in_head and line.otherwise is not None:
        infer.world.report(
            "wrong-type",
            line.span,
            "a choice in the head of an action has no `otherwise`",
            hint="an action without candidates is simply not offered",
        )
    return symbol


def _is_waiting(world: Typing, node: nodes.Name, chosen: sym.LocalSymbol) -> bool:
    """Whether a name is that of what is being chosen, of which nothing has it yet."""
    local = world.named(sym.LocalSymbol, node)
    return local is not None and local is not chosen and local.span == chosen.span


def no_rule(world: Typing, node: nodes.Do | nodes.Start) -> None:
    """Report a name that should be a rule's and is not."""
    symbol = world.names.get(node.name)
    rules = [r.name for r in world.each(sym.RuleSymbol)]
    if node.name in world.doubtful or world.excuses(node.name, rules, "rule"):
        return
    if isinstance(symbol, sym.ActionSymbol):
        who, *others = map(quoted, node.args or (nodes.Name(span=node.span, text="p"),))
        text = ", ".join([who, *others])
        taken = f"{who} must {node.name}({text})"
        hint: str | Remedy | None = f"let a player take it:  {taken}"
        if isinstance(node, nodes.Do) and node.args:
            place = start_of(node.span).to(node.name_span)
            hint = change(
                f"let a player take it:  {taken}", place, f"{who} must {node.name}"
            )
    elif isinstance(symbol, sym.EventSymbol):
        hint = f"an event is raised:  raise {node.name}(...)"
    elif isinstance(symbol, sym.FunctionSymbol):
        hint = "a function gives a value; name it with  let x = ..."
    else:
        hint = near(node.name, rules, node.name_span)
    what = f"no rule is called `{node.name}`"
    if symbol is not None:
        what = f"`{node.name}` is {_article(symbol)}"
    labels = world.nearest_labels(node.name, rules) if symbol is None else []
    world.report(
        "unknown-rule", node.name_span, what, mark="no rule", labels=labels, hint=hint
    )


def _article(symbol: sym.Symbol) -> str:
    return f"{t.article(symbol.what)} {symbol.what}, not a rule"


@define(eq=False)
class Body:
    """Checks the statements of one body.

    `rounds` says that it is a round of something, which `next` ends: a handler;
    `at_once` that its lines see the state as it was before the first of them.
    """

    infer: Inference
    returns: t.Type | None = None
    loops: int = 0
    rounds: bool = False
    at_once: bool = False

    def within(self, infer: Inference, *, loop: bool = False) -> "Body":
        """The same body, where other things are known, and inside another loop."""
        return evolve(self, infer=infer, loops=self.loops + loop)

    @property
    def world(self) -> Typing:
        """What the file declares."""
        return self.infer.world

    def block(self, block: nodes.Block) -> None:
        """Check the statements of a block in the present scope."""
        left = False
        for position, statement in enumerate(block):
            self.statement(statement)
            returns_value = (
                isinstance(statement, nodes.Return) and statement.value is not None
            )
            if returns_value and self.returns is None:
                continue  # a rule that gives a value: another message is about it
            if left or position + 1 == len(block) or not leaves((statement,)):
                continue  # what is never reached is told of once, and checked all the same
            left = True
            self.world.report(
                "unreachable",
                block[position + 1].span,
                "this line is never reached",
                labels=[Label(statement.span, "because this ends the block")],
                hint="move it up or remove it",
            )

    def inner(self, block: nodes.Block, *, loop: bool = False) -> None:
        """Check a block in a scope of its own."""
        infer = self.infer.nested()
        self.within(infer, loop=loop).block(block)
        infer.close()

    def statement(self, node: nodes.Stmt) -> None:  # noqa: C901 - one case a kind of node
        """Check one statement."""
        infer = self.infer
        infer.guard = NOWHERE if _is_short(node) else Line(node)
        if isinstance(node, _LOOPS) and self.loops == DEEPEST_LOOPS:
            self.world.report(
                "nested-too-deep",
                node.span,
                f"more than {DEEPEST_LOOPS} loops are nested here",
                hint="move the inner ones into a rule of their own and `do` it here",
            )
        match node:
            case nodes.Let(name=name, value=value):
                kind = infer.expr(value)
                if isinstance(kind, t.ZoneType):
                    if kind.kind == "space":
                        kind = infer.facts.get(value, t.space_value(kind.item))
                    elif kind.kind == "stock":
                        kind = t.stock_value(kind.item)
                    else:
                        kind = t.ListType(kind.item)
                hint = "take another name, so that nobody mixes them up"
                symbol = self.world.local(node)
                shadowed = self.world.shadowed.get(symbol)
                if isinstance(shadowed, sym.LocalSymbol | sym.VariableSymbol):
                    hint = f"to change it, leave `let` out:  {name} = ..."
                infer.forget_local(name)  # another one of that name was meant
                infer.bind(symbol, kind, hint)
                symbol.constant = False
            case nodes.LetDone(name=name, rule=carried):
                self.statement(carried)
                rule = self.world.stands_for(carried)
                result_type: t.Type = t.UNKNOWN
                if isinstance(rule, sym.RuleSymbol):
                    result_type = self._given_by(rule, carried)
                infer.forget_local(name)
                symbol = self.world.local(node)
                infer.bind(symbol, result_type)
                symbol.constant = False
            case nodes.Anybody(binder=binder, menu=menu):
                self._anybody(node, binder, menu)
            case nodes.Assign():
                check_assign(infer, node)
                if self.at_once:  # no line sees what another one has set
                    infer.facts.pop(node.target, None)
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.ForEach(binder=binder, body=block, at_once=at_once):
                apart = evolve(self, at_once=self.at_once or at_once)
                apart._for_each(binder, block)
            case nodes.While(test=test, body=block):
                self._forget(block)
                infer.condition(test, "while")
                inner = infer.nested()
                inner.assume(test)
                self.within(inner, loop=True).block(block)
                inner.close()
                self._forget(block)
                if not leaves_loop(block):
                    infer.assume(test, holds=False)
            case nodes.RepeatUntil(body=block, until=until):
                self._forget(block)
                inner = infer.nested()
                self.within(inner, loop=True).block(block)
                inner.condition(until, "until")
                inner.close()
                self._forget(block)
                if not leaves_loop(block):
                    self._known_after(until)
            case nodes.RepeatTimes(times=times, body=block):
                infer.number(times)
                self._forget(block)
                self.inner(block, loop=True)
                self._forget(block)
            case nodes.Stop() | nodes.Next():
                next_ = isinstance(node, nodes.Next)
                if not self.loops and not (next_ and self.rounds):
                    word = "next" if next_ else "stop"
                    self.world.report(
                        "outside-loop",
                        node.span,
                        f"`{word}` belongs in a loop, and there is none around it",
                        hint="`return` leaves a rule",
                    )
            case nodes.Pass():
                pass
            case nodes.Return(value=value):
                self._return(node, value)
            case nodes.Do(args=args):
                infer.changes(node, "carries out a rule")
                rule = self.world.named(sym.RuleSymbol, node)
                if rule is None:
                    no_rule(self.world, node)
                    for arg in args:
                        infer.expr(arg, t.UNKNOWN)
                else:
                    check_arguments(infer, node, rule.params, args)
                infer.forget_state()
            case nodes.Raise(name=name, args=args):
                infer.changes(node, "raises an event")
                event = self.world.named(sym.EventSymbol, node)
                if event is None:
                    self.world.report_unknown(
                        sym.EventSymbol,
                        name,
                        node.name_span,
                        f"declare it:  event {name}(...)",
                        code="unknown-event",
                    )
                    for arg in args:
                        infer.expr(arg, t.UNKNOWN)
                else:
                    check_arguments(infer, node, event.params, args)
                infer.forget_state()
            case nodes.Move():
                infer.changes(node, "moves components")
                check_move(infer, node)
            case nodes.MovePieces():
                infer.changes(node, "moves pieces")
                check_move_pieces(infer, node)
            case nodes.Draw():
                infer.changes(node, "draws")
                check_draw(infer, node)
            case nodes.Shuffle():
                infer.changes(node, "shuffles")
                check_shuffle(infer, node)
            case nodes.Turn(player=player, body=block):
                infer.changes(node, "begins a turn")
                infer.want(player, t.PLAYER)
                self.inner(block)
                self._forget(block)
            case nodes.Phase(body=block):
                infer.changes(node, "begins a phase")
                self.inner(block)
                self._forget(block)
            case nodes.Announce():
                infer.changes(node, "announces something")
                check_announcement(infer, node)
            case nodes.Show():
                infer.changes(node, "shows something")
                check_show(infer, node)
            case nodes.ExpectSees():
                check_sees(infer, node)
            case nodes.Expectation(test=test):
                infer.condition(test, "expect")
                infer.assume(test)
            case nodes.Rank(by=by):
                infer.changes(node, "ranks the players")
                inner = infer.nested()
                inner.guard = NOWHERE
                for ordering in by:
                    inner.number(ordering.by)
            case nodes.EndGame():
                infer.changes(node, "ends the game")
            case nodes.Cancel():
                infer.changes(node, "cancels an event")
            case nodes.Leaves(player=who):
                infer.changes(node, "lets somebody leave the game")
                infer.want(who, t.PLAYER)
                infer.forget_variable(lambda s: s is self.world.left)
            case nodes.Wins(player=winner):
                infer.changes(node, "ends the game")
                if winner is not None and not self._all_of_them(node, winner):
                    infer.want(winner, t.PLAYER)
            case nodes.Best(player=player, by=by, body=block):
                infer.changes(node, "lets choices be made")
                infer.want(player, t.PLAYER)
                self._stays_inside(block)
                self.inner(block)
                self._forget(block)
                infer.number(by)
            case nodes.Choose():
                infer.changes(node, "asks for a choice")
                assert node.player is not None
                infer.want(node.player, t.PLAYER)
                before = dict(infer.facts)
                choice(infer, node, in_head=False)
                for unchosen in (node.otherwise, node.passing):
                    if unchosen is not None:
                        self._otherwise(unchosen, before)
            case nodes.Menu():
                self._menu(node)

    # ---- the longer cases ---------------------------------------------------

    def _otherwise(self, block: nodes.Block, before: Facts) -> None:
        """What happens where there is nothing to choose: nothing has the name there."""
        infer = self.infer
        inner = infer.nested(dict(before))
        self.within(inner).block(block)
        inner.close()
        if not leaves(block):
            infer.facts = {
                e: kind for e, kind in infer.facts.items() if inner.facts.get(e) == kind
            }

    def _all_of_them(self, node: nodes.Wins, winner: nodes.Expr) -> bool:
        """Whether all win or lose together, which is said in another word here."""
        if not isinstance(winner, nodes.Name) or winner.text not in EVERYBODY:
            return False
        if id(winner) in self.world.refs or winner.text in self.world.names:
            return False
        text = f"everybody {'loses' if node.loses else 'wins'}"
        self.world.report(
            "unknown-name",
            winner.span,
            f"`{winner.text}` is nobody's name",
            mark="all of them?",
            hint=change(f"write  {text}", node.span, text),
        )
        return True

    def _stays_inside(self, block: nodes.Block) -> None:
        """What is to be made in the best way goes to its end."""
        for node in walk(block):
            if isinstance(
                node, nodes.Return | nodes.Cancel | nodes.EndGame | nodes.Wins
            ):
                self.world.report(
                    "left-halfway",
                    node.span,
                    "the choices of `best for` go on to the end of its block",
                    mark="this breaks them off",
                    hint="put the choices into a rule of their own, and return from that",
                )

    def _known_after(self, test: nodes.Expr) -> None:
        """Take for granted what ended a loop, whatever was known at its end."""
        infer = self.infer.nested()
        with self.world.told.trial():
            infer.condition(test)  # again, since what it is about was narrowed in there
        infer.assume(test)
        self.infer.facts = infer.facts

    def _forget(self, block: nodes.Block) -> None:
        """Before and after a loop: nothing that its body may change is known."""
        self.infer.forget_state()
        for node in _assigned(block):
            self.infer.forget_local(node)

    def _if(
        self,
        branches: tuple[tuple[nodes.Expr, nodes.Block], ...],
        otherwise: nodes.Block,
    ) -> None:
        infer = self.infer
        before = dict(infer.facts)
        after: list[dict[nodes.Expr, t.Type]] = []
        facts = dict(before)
        for test, block in branches:
            here = infer.nested(facts)
            here.condition(test, "if")
            infer.unclear = here.unclear
            inner = here.nested()
            inner.assume(test)
            self.within(inner).block(block)
            inner.close()
            if not leaves(block):
                after.append(inner.facts)
            here.assume(test, holds=False)
            facts = dict(here.facts)
        if otherwise:
            inner = infer.nested(facts)
            self.within(inner).block(otherwise)
            inner.close()
            if not leaves(otherwise):
                after.append(inner.facts)
        else:
            after.append(facts)
        if after:
            infer.facts = {
                e: kind
                for e, kind in after[0].items()
                if all(f.get(e) == kind for f in after)
            }

    def _for_each(self, binder: nodes.Binder, block: nodes.Block) -> None:
        infer = self.infer
        self._forget(block)
        kind = infer.collection(binder.of)
        inner = infer.nested()
        inner.forget_local(binder.name)
        inner.bind(self.world.local(binder), kind)
        inner.assume_member(binder.name, binder.name_span, binder.of)
        if binder.where is not None:
            inner.condition(binder.where, "where")
            inner.assume(binder.where)
        self.within(inner, loop=True).block(block)
        inner.close()
        self._forget(block)

    def _anybody(
        self, node: nodes.Anybody, binder: nodes.Binder, menu: nodes.Menu
    ) -> None:
        """Ask one after another; behind it the name is whoever did it, or none."""
        infer = self.infer
        if not menu.optional:
            self.world.report(
                "wrong-type",
                node.span,
                "this is for whoever wants to, so nobody must",
                hint="write  may,  or let one of them do it:  q must ...",
            )
        with self.world.told.trial() as tried:
            self._for_each(binder, (menu,))
        each = self.world.local(binder)
        if each.type in (t.PLAYER, t.UNKNOWN):
            self.world.told.keep(tried)
        else:
            self.world.report(
                "wrong-type",
                binder.of.span,
                f"players are asked here, and these are {t.spelled(each.type)}",
                hint="ask some players, such as  others(p)  or  clockwise(p)",
            )
        if node.otherwise is not None:
            self.inner(node.otherwise)
        infer.bind(self.world.local(node), t.OptionalType(t.PLAYER))

    def _given_by(self, rule: sym.RuleSymbol, node: nodes.Do) -> t.Type:
        """The type of what a rule gives; one that gives nothing is reported."""
        if rule.returns is not None:
            return rule.returns
        if rule.name not in self.world.broken:
            self.world.report(
                "no-value",
                node.name_span,
                f"the rule `{rule.name}` gives no value that could have a name",
                labels=[Label(rule.span, "declared here")] if rule.span else [],
                hint=f"let it say what it gives,  rule {rule.name}(...) -> int:  and "
                f"return it, or write  do {rule.name}  without `let`",
            )
        return t.UNKNOWN

    def _return(self, node: nodes.Return, value: nodes.Expr | None) -> None:
        if value is not None:
            if self.returns is None:
                self.infer.expr(value)
                self.world.report(
                    "wrong-type",
                    value.span,
                    "a value is given only by functions, and by rules that say so",
                    hint=change(
                        "write  return  alone, or let the rule say what it gives, behind "
                        "its brackets:  -> int",
                        node.span,
                        "return",
                    ),
                )
            else:
                self.infer.want(value, self.returns)
        elif self.returns is not None:
            self.world.report(
                "no-value",
                node.span,
                "this function gives a value, and here it ends without one"
                if self.infer.pure
                else "this rule gives a value, and here it ends without one",
                hint="write  return  with the value",
            )

    # ---- menus --------------------------------------------------------------

    def _menu(self, node: nodes.Menu) -> None:
        infer = self.infer
        infer.changes(node, "asks for a choice")
        infer.want(node.player, t.PLAYER)
        seen: dict[str, nodes.MenuAction | nodes.MenuOption] = {}
        for item in node.items:
            if isinstance(item, nodes.MenuOption) and item.name in seen:
                self.world.report(
                    "duplicate-name",
                    item.name_span,
                    f"the menu has `{item.name}` already",
                    labels=[Label(seen[item.name].name_span, "first here")],
                    hint="rename one of them",
                )
            seen[item.name] = item
            inner = infer.nested()
            inner.pure = True
            if item.when is not None:
                inner.condition(item.when, "when")
                inner.assume(item.when)
            if isinstance(item, nodes.MenuAction):
                self._menu_action(inner, item)
                self.inner(item.then)
            else:
                block = self.within(infer.nested(inner.facts))
                block.block(item.body)
                block.infer.close()
        for after in (node.passing, node.otherwise):
            if after is not None:
                self.inner(after)
        infer.forget_state()

    def _menu_action(self, infer: Inference, item: nodes.MenuAction) -> None:
        action = self.world.named(sym.ActionSymbol, item)
        if action is not None:
            check_arguments(infer, item, action.params, item.args)
            return
        for arg in item.args:
            infer.expr(arg, t.UNKNOWN)
        symbol = self.world.names.get(item.name)
        actions = [a.name for a in self.world.each(sym.ActionSymbol)]
        doubtful = item.name in self.world.doubtful
        if doubtful or self.world.excuses(item.name, actions, "action"):
            return
        hint: str | Remedy | None = near(item.name, actions, item.name_span)
        if isinstance(symbol, sym.RuleSymbol):
            arguments = "(...)" * bool(symbol.params)
            hint = f"carry it out in a line of its own:  do {item.name}{arguments}"
        what = (
            f"`{item.name}` is a {symbol.what}, and a player takes an action"
            if symbol
            else f"no action is called `{item.name}`"
        )
        self.world.report(
            "unknown-action",
            item.name_span,
            what,
            mark="unknown",
            labels=self.world.nearest_labels(item.name, actions),
            hint=hint or f"describe it:  action {item.name}(p: player):",
        )


def _is_short(node: nodes.Stmt) -> bool:
    """Whether it is the value of a function of one line, where no other line can stand."""
    match node:
        case nodes.Return(span=span, value=value) if value is not None:
            return value.span == span
        case _:
            return False


def _assigned(block: nodes.Block) -> set[str]:
    """The local names that a block gives new values."""
    return {
        n.target.text
        for n in walk(block)
        if isinstance(n, nodes.Assign) and isinstance(n.target, nodes.Name)
    }
