"""Types of statements: one body, checked once.

More than 400 lines because it is one `match` over the statements of the language.
"""

from attrs import define

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import change, near, start_of, write
from rulesrun.dsl.semantics.guards import NOWHERE, Head, Line
from rulesrun.dsl.semantics.inference.calls import check_arguments
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.leaving import leaves, leaves_loop, may_be_none
from rulesrun.dsl.semantics.narrowing import Facts, walk
from rulesrun.dsl.semantics.payments import check_price
from rulesrun.dsl.semantics.symbols import (
    ActionSymbol,
    EventSymbol,
    FunctionSymbol,
    LocalSymbol,
    RuleSymbol,
    Symbol,
    VariableSymbol,
)
from rulesrun.dsl.semantics.value_types import (
    INT,
    PLAYER,
    UNKNOWN,
    ComponentType,
    GridType,
    IntType,
    ListType,
    NoneType,
    OptionalType,
    PieceType,
    PlaceType,
    RowType,
    Type,
    UnknownType,
    ZoneType,
    bundle_of,
    element,
    fits,
    settle,
    settled,
    space_value,
    spelled,
    stock_value,
    with_article,
    without_none,
)
from rulesrun.dsl.semantics.world import Typing
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.vocabulary import DEEPEST_LOOPS

_LOOPS = (nodes.ForEach, nodes.While, nodes.RepeatUntil, nodes.RepeatTimes)


def check_range(
    world: Typing, value: nodes.Expr, kind: Type, symbol: Symbol | None = None
) -> None:
    """Report a constant that lies outside the range it is meant for."""
    kind = without_none(kind)
    if not isinstance(kind, IntType):
        return
    number = constant_int(world, value)
    if number is None:
        return
    low, high = kind.low, kind.high
    if (low is not None and number < low) or (high is not None and number > high):
        world.report(
            "out-of-range",
            value.span,
            f"`{symbol.name}` goes from {low} to {high}, and this is {number}"
            if symbol is not None
            else f"{number} is outside {low}..{high}",
            mark="outside",
            labels=[Label(symbol.span, "declared here")]
            if symbol is not None and symbol.span
            else [],
            hint="widen the range where it is declared, or use another value",
        )


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
        case _:
            return False


def choice(infer: Inference, line: nodes.Choose, *, in_head: bool) -> LocalSymbol:
    """Check one choice and bind what it chooses."""
    infer.forget_local(line.name)  # another one of that name was meant
    if in_head:
        infer.guard = Head(line.span)
    item = infer.collection(line.of)
    chosen: Type = item
    if line.several:
        owner = infer.world.types.get(id(line.of)) or UNKNOWN
        chosen = bundle_of(owner) or ListType(item)
        if owner is UNKNOWN:  # it may be a bundle that is taken from
            chosen = UNKNOWN
        for bound in (line.least, line.most):
            if bound is not None:
                infer.number(bound)
    elif may_be_none(line):
        chosen = OptionalType(item)
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
                chosen = UNKNOWN
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
            e: t for e, t in inner.facts.items() if not isinstance(e, nodes.It)
        }
    if in_head and line.otherwise is not None:
        infer.world.report(
            "wrong-type",
            line.span,
            "a choice in the head of an action has no `otherwise`",
            hint="an action without candidates is simply not offered",
        )
    return symbol


def _is_waiting(world: Typing, node: nodes.Name, chosen: LocalSymbol) -> bool:
    """Whether a name is that of what is being chosen, of which nothing has it yet."""
    local = world.named(LocalSymbol, node)
    return local is not None and local is not chosen and local.span == chosen.span


def no_rule(world: Typing, node: nodes.Do | nodes.Start) -> None:
    """Report a name that should be a rule's and is not."""
    symbol = world.names.get(node.name)
    known = [r.name for r in world.each(RuleSymbol)]
    if node.name in world.doubtful or world.excuses(node.name, known, "rule"):
        return
    if isinstance(symbol, ActionSymbol):
        who, *others = map(quoted, node.args or (nodes.Name(span=node.span, text="p"),))
        said = ", ".join([who, *others])
        taken = f"{who} must {node.name}({said})"
        hint: str | Remedy | None = f"let a player take it:  {taken}"
        if isinstance(node, nodes.Do) and node.args:
            place = start_of(node.span).to(node.name_span)
            hint = change(
                f"let a player take it:  {taken}", place, f"{who} must {node.name}"
            )
    elif isinstance(symbol, EventSymbol):
        hint = f"an event is raised:  raise {node.name}(...)"
    elif isinstance(symbol, FunctionSymbol):
        hint = "a function gives a value; name it with  let x = ..."
    else:
        hint = near(node.name, known, node.name_span)
    what = f"no rule is called `{node.name}`"
    if symbol is not None:
        what = f"`{node.name}` is {_article(symbol)}"
    labels = world.meant(node.name, known) if symbol is None else []
    world.report(
        "unknown-rule", node.name_span, what, mark="no rule", labels=labels, hint=hint
    )


def _article(symbol: Symbol) -> str:
    return f"{'an' if symbol.what[0] in 'aeiou' else 'a'} {symbol.what}, not a rule"


@define(eq=False)
class Body:
    """Checks the statements of one body."""

    infer: Inference
    returns: Type | None = None
    loops: int = 0
    scenario: bool = False

    @property
    def world(self) -> Typing:
        """What the file declares."""
        return self.infer.world

    def block(self, block: nodes.Block) -> None:
        """Check the statements of a block in the present scope."""
        left = False
        for position, statement in enumerate(block):
            self.statement(statement)
            told = isinstance(statement, nodes.Return) and statement.value is not None
            if told and self.returns is None:
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
        body = Body(infer, self.returns, self.loops + loop, self.scenario)
        body.block(block)
        infer.close()

    def statement(self, node: nodes.Stmt) -> None:  # noqa: C901 - one case a kind of node
        """Check one statement."""
        infer = self.infer
        infer.guard = NOWHERE if _is_short(node) else Line(node)
        if isinstance(node, _LOOPS) and self.loops == DEEPEST_LOOPS:
            self.world.report(
                "nested-too-deep",
                node.span,
                f"more than {DEEPEST_LOOPS} loops stand inside each other here",
                hint="move the inner ones into a rule of their own and `do` it here",
            )
        match node:
            case nodes.Let(name=name, value=value):
                kind = infer.expr(value)
                if isinstance(kind, ZoneType):
                    if kind.kind == "space":
                        kind = infer.facts.get(value, space_value(kind.item))
                    elif kind.kind == "stock":
                        kind = stock_value(kind.item)
                    else:
                        kind = ListType(kind.item)
                hint = "take another name, so that nobody mixes them up"
                symbol = self.world.local(node)
                shadowed = self.world.shadowed.get(symbol)
                if isinstance(shadowed, LocalSymbol | VariableSymbol):
                    hint = f"to change it, leave `let` out:  {name} = ..."
                infer.forget_local(name)  # another one of that name was meant
                infer.bind(symbol, kind, hint)
                symbol.constant = False
            case nodes.Assign():
                self._assign(node)
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.ForEach(binder=binder, body=block):
                self._for_each(binder, block)
            case nodes.While(test=test, body=block):
                self._forget(block)
                infer.condition(test, "while")
                inner = infer.nested()
                inner.assume(test)
                Body(inner, self.returns, self.loops + 1, self.scenario).block(block)
                inner.close()
                self._forget(block)
                if not leaves_loop(block):
                    infer.assume(test, holds=False)
            case nodes.RepeatUntil(body=block, until=until):
                self._forget(block)
                inner = infer.nested()
                Body(inner, self.returns, self.loops + 1, self.scenario).block(block)
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
                if not self.loops:
                    word = "stop" if isinstance(node, nodes.Stop) else "next"
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
                self._changes(node, "carries out a rule")
                rule = self.world.named(RuleSymbol, node)
                if rule is None:
                    no_rule(self.world, node)
                    for arg in args:
                        infer.expr(arg, UNKNOWN)
                else:
                    check_arguments(infer, node, rule.params, args)
                infer.forget_state()
            case nodes.Raise(name=name, args=args):
                self._changes(node, "raises an event")
                event = self.world.named(EventSymbol, node)
                if event is None:
                    known = [e.name for e in self.world.each(EventSymbol)]
                    if not self.world.excuses(name, known, "event"):
                        self.world.report(
                            "unknown-event",
                            node.name_span,
                            f"no event is called `{name}`",
                            mark="unknown",
                            labels=self.world.meant(name, known),
                            hint=near(name, known, node.name_span)
                            or f"declare it:  event {name}(...)",
                        )
                    for arg in args:
                        infer.expr(arg, UNKNOWN)
                else:
                    check_arguments(infer, node, event.params, args)
                infer.forget_state()
            case nodes.Move():
                self._move(node)
            case nodes.MovePieces():
                self._move_pieces(node)
            case nodes.Draw():
                self._draw(node)
            case nodes.Shuffle(zone=zone):
                self._changes(node, "shuffles")
                kind = infer.expr(zone)
                if not (
                    isinstance(kind, ZoneType) and kind.kind in ("deck", "pile", "row")
                ):
                    bag = isinstance(kind, ZoneType) and kind.kind == "bag"
                    self._no_zone(
                        zone,
                        kind,
                        "only a deck, a pile or a row has an order to shuffle, "
                        f"and this is {with_article(kind)}",
                        hint="whatever is drawn from a bag is drawn at random"
                        if bag
                        else None,
                    )
            case nodes.Turn(player=player, body=block):
                self._changes(node, "begins a turn")
                infer.want(player, PLAYER)
                self.inner(block)
                self._forget(block)
            case nodes.Phase(body=block):
                self._changes(node, "begins a phase")
                self.inner(block)
                self._forget(block)
            case nodes.Announce():
                self._changes(node, "announces something")
            case nodes.Expectation(test=test):
                infer.condition(test, "expect")
                infer.assume(test)
            case nodes.Rank(by=by):
                self._changes(node, "ranks the players")
                inner = infer.nested()
                inner.guard = NOWHERE
                for ordering in by:
                    inner.number(ordering.by)
            case nodes.EndGame():
                self._changes(node, "ends the game")
            case nodes.Wins(player=winner):
                self._changes(node, "ends the game")
                if winner is not None:
                    infer.want(winner, PLAYER)
            case nodes.Best(player=player, by=by, body=block):
                self._changes(node, "lets choices be made")
                infer.want(player, PLAYER)
                self._stays_inside(block)
                self.inner(block)
                self._forget(block)
                infer.number(by)
            case nodes.Choose():
                self._changes(node, "asks for a choice")
                assert node.player is not None
                infer.want(node.player, PLAYER)
                before = dict(infer.facts)
                choice(infer, node, in_head=False)
                if node.otherwise is not None:
                    self._otherwise(node.otherwise, before)
            case nodes.Menu():
                self._menu(node)

    # ---- the longer cases ---------------------------------------------------

    def _otherwise(self, block: nodes.Block, before: Facts) -> None:
        """What happens where there is nothing to choose: nothing has the name there."""
        infer = self.infer
        inner = infer.nested(dict(before))
        Body(inner, self.returns, self.loops, self.scenario).block(block)
        inner.close()
        if not leaves(block):
            infer.facts = {
                e: t for e, t in infer.facts.items() if inner.facts.get(e) == t
            }

    def _stays_inside(self, block: nodes.Block) -> None:
        """What is to be made in the best way goes to its end."""
        for node in walk(block):
            if isinstance(node, nodes.Return | nodes.EndGame | nodes.Wins):
                self.world.report(
                    "left-halfway",
                    node.span,
                    "the choices of `best for` go on to the end of its block",
                    mark="this breaks them off",
                    hint="put the choices into a rule of their own, and return from that",
                )

    def _changes(self, node: nodes.Stmt, what: str) -> None:
        if self.infer.pure:
            self.world.report(
                "cannot-change",
                node.span,
                f"this {what}, and a function changes nothing",
                hint="make it a rule, and carry it out with `do`",
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

    def _assign(self, node: nodes.Assign) -> None:
        infer = self.infer
        infer.setting = node.target if node.op == "=" else None
        kind = infer.expr(node.target)
        infer.setting = None
        symbol = self.world.refs.get(id(node.target))
        if self.scenario and isinstance(kind, ZoneType | GridType):
            wanted: Type = kind  # what a scenario puts there
            if isinstance(kind, ZoneType):
                wanted = ListType(kind.item)
                if kind.kind == "space":
                    wanted = space_value(kind.item)
                elif kind.kind == "stock":
                    wanted = stock_value(kind.item)
            found = infer.expr(node.value, wanted)
            if not fits(found, wanted) and not _listed(found, wanted):
                infer.want(node.value, wanted)
            infer.forget_state()
            return
        if isinstance(symbol, LocalSymbol):
            if symbol.constant:
                self.world.report(
                    "cannot-change",
                    node.target.span,
                    f"`{symbol.name}` keeps its value",
                    labels=[Label(symbol.span, "bound here")] if symbol.span else [],
                    hint="name the new value with  let other = ...",
                )
            infer.forget_local(symbol.name)
            self._value(node, kind)
            symbol.type = settled(symbol.type)
            return
        if isinstance(symbol, VariableSymbol):
            if isinstance(node.target, nodes.Attribute) and symbol.owner is not None:
                owner = self.world.types.get(id(node.target.of), UNKNOWN)
                if element(owner) == symbol.owner != UNKNOWN:
                    self._of_several(node, node.target, owner)
                    return
            if isinstance(kind, ZoneType) and kind.kind != "stock":
                self.world.report(
                    "cannot-change",
                    node.span,
                    f"`{symbol.name}` is {'an' if kind.kind == 'area' else 'a'} "
                    f"{kind.kind}, and components only come and go by `move`",
                    hint=_moved(node, kind, infer.expr(node.value)),
                )
                return
            self._changes(node, f"sets `{symbol.name}`")
            kind = symbol.type
            self._value(node, kind)
            infer.forget_variable(lambda s: s is symbol)
            if node.op == "=" and isinstance(kind, OptionalType):
                given = self.world.types.get(id(node.value))
                if given is not None and fits(given, kind.item):
                    infer.facts[node.target] = kind.item
            return
        hint = "only variables of the state and names made by `let` can"
        if isinstance(node.target, nodes.Index):
            owner = self.world.types.get(id(node.target.of), UNKNOWN)
            if bundle_of(owner) is not None:
                self._one_amount(node, node.target, owner)
                return
            if isinstance(owner, ListType):
                whole = quoted(node.target.of)
                hint = f"the list as a whole can, as in  {whole} = {whole} + [...]"
        if not isinstance(kind, UnknownType):
            self.world.report(
                "cannot-change",
                node.target.span,
                f"`{symbol.name}` is a {symbol.what}, and keeps its value"
                if symbol is not None
                else "this cannot be given another value",
                hint=hint,
            )
        infer.expr(node.value)

    def _of_several(
        self, node: nodes.Assign, target: nodes.Attribute, owner: Type
    ) -> None:
        """`players.points += 1`, which says it of all of them at once."""
        self.infer.expr(node.value)
        item = "p" if element(owner) == PLAYER else "x"
        self.world.report(
            "cannot-change",
            target.span,
            f"this is the `{target.name}` of several at once: {with_article(owner)}",
            hint=f"change one after the other:  for each {item} in {quoted(target.of)}:"
            f"  with  {item}.{target.name} {node.op} {quoted(node.value)}  under it",
        )

    def _one_amount(self, node: nodes.Assign, target: nodes.Index, owner: Type) -> None:
        """`p.goods[wood] += 2`: a bundle is changed by another bundle."""
        whole, key = quoted(target.of), quoted(target.keys[0])
        amount = quoted(node.value)
        first, line = "", ""
        if not isinstance(target.keys[0], nodes.Name):
            name = "g" if "g" not in self.world.in_sight(target).names else "counted"
            line = f"let {name} = {key}\n{' ' * (node.span.column - 1)}"
            first, key = f"let {name} = {key}  and then  ", name
        op = node.op
        if op == "=":
            op, amount = "+=", f"{amount} - {whole}[{key}]"
        change_ = f"{whole} {op} {{{key}: {amount}}}"
        hint: str | Remedy = change(
            f"write  {first}{change_}", node.span, line + change_
        )
        if isinstance(owner, ZoneType):
            hint = (
                f"write  {first}move {{{key}: 1}} from {whole} to ...  or the other way"
            )
        self.infer.expr(node.value)
        self.world.report(
            "cannot-change",
            target.span,
            f"one amount of {with_article(owner)} is not changed by itself",
            hint=hint,
        )

    def _value(self, node: nodes.Assign, kind: Type) -> None:
        if isinstance(kind, ZoneType):
            kind = stock_value(kind.item)
        if node.op != "=":
            if not isinstance(kind, IntType | UnknownType) and element(kind) is None:
                target = quoted(node.target)
                self.infer.expr(node.value)
                self.world.report(
                    "wrong-type",
                    node.target.span,
                    f"`{node.op}` counts, and `{target}` is {with_article(kind)}",
                    mark=str(kind),
                    hint=write(
                        node.span, f"{target} = {target}.left", "  for the next player"
                    )
                    if kind == PLAYER
                    else f"give it another value with  {target} = ...",
                )
                return
            self.infer.want(node.value, INT if isinstance(kind, IntType) else kind)
            return
        found = self.infer.expr(node.value, kind)
        if fits(found, kind):
            settle(found, kind)
        else:
            name = quoted(node.target).rpartition(".")[2]
            hint = f"write another value, or declare it as  {name}: {spelled(found)}"
            lasting = not isinstance(found, ZoneType | GridType | RowType | NoneType)
            self.infer.refuse(node.value, found, kind, "", hint if lasting else None)
        check_range(self.world, node.value, kind, self.world.refs.get(id(node.target)))

    def _if(
        self,
        branches: tuple[tuple[nodes.Expr, nodes.Block], ...],
        otherwise: nodes.Block,
    ) -> None:
        infer = self.infer
        before = dict(infer.facts)
        after: list[dict[nodes.Expr, Type]] = []
        facts = dict(before)
        for test, block in branches:
            here = infer.nested(facts)
            here.condition(test, "if")
            infer.unclear = here.unclear
            inner = here.nested()
            inner.assume(test)
            Body(inner, self.returns, self.loops, self.scenario).block(block)
            inner.close()
            if not leaves(block):
                after.append(inner.facts)
            here.assume(test, holds=False)
            facts = dict(here.facts)
        if otherwise:
            inner = infer.nested(facts)
            Body(inner, self.returns, self.loops, self.scenario).block(otherwise)
            inner.close()
            if not leaves(otherwise):
                after.append(inner.facts)
        else:
            after.append(facts)
        if after:
            infer.facts = {
                e: t for e, t in after[0].items() if all(f.get(e) == t for f in after)
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
        Body(inner, self.returns, self.loops + 1, self.scenario).block(block)
        inner.close()
        self._forget(block)

    def _return(self, node: nodes.Return, value: nodes.Expr | None) -> None:
        if value is not None:
            if self.returns is None:
                self.infer.expr(value)
                self.world.report(
                    "wrong-type",
                    value.span,
                    "a rule gives no value; only a function does",
                    hint=change("write  return  alone", node.span, "return"),
                )
            else:
                self.infer.want(value, self.returns)
        elif self.returns is not None:
            self.world.report(
                "no-value",
                node.span,
                "this function gives a value, and here it ends without one",
                hint="write  return  with the value",
            )

    # ---- moving components --------------------------------------------------

    def _destination(
        self, to: nodes.Destination, moved: Type, *, drawn: bool = False
    ) -> None:
        infer = self.infer
        if _is_box(to.zone):
            self.world.types[id(to.zone)] = ZoneType("bag", ComponentType(("box",)))
            if isinstance(moved, PieceType):
                self._boxed(to, moved)
            return
        kind = infer.expr(to.zone)
        item: Type
        if isinstance(kind, GridType):
            item = kind.item
            if to.at is None:
                self.world.report(
                    "wrong-type",
                    to.span,
                    "a component needs a place on the grid",
                    hint=f"say where:  move ... to {quoted(to.zone)} at c",
                )
            else:
                infer.want(to.at, PlaceType(kind.shape))
        elif isinstance(kind, ZoneType):
            item = kind.item
            if to.at is not None:
                infer.expr(to.at)
                self.world.report(
                    "not-a-zone",
                    to.at.span,
                    f"{with_article(kind)} has no places to choose from",
                    hint=f"leave `at {quoted(to.at)}` out; only grids have places",
                )
            if to.end is not None and kind.kind not in ("deck", "pile", "row"):
                self._no_zone(
                    to.zone, kind, f"{with_article(kind)} has no top and no bottom"
                )
        else:
            self._no_zone(
                to.zone,
                kind,
                f"components go to a zone, and this is {with_article(kind)}",
                hint="name a zone such as a deck, a hand or an area, or the box",
            )
            return
        moved = without_none(moved)
        if (
            drawn
            and isinstance(moved, ComponentType)
            and isinstance(item, ComponentType)
        ):
            if set(moved.names) & set(item.names):
                return  # what is drawn is seen only when it is drawn
        if not fits(moved, item):
            self.world.report(
                "wrong-type",
                to.span,
                f"a {moved} does not belong in this {_zone_word(kind)} of {item}",
                hint=f"declare another place for them:  NAME: stock of {moved}"
                if isinstance(moved, PieceType)
                else f"declare the zone with  or {moved}  if it may hold it",
            )

    def _boxed(self, to: nodes.Destination, piece: PieceType) -> None:
        """Report pieces that are sent to the box, which holds cards and tiles."""
        self.world.report(
            "not-a-zone",
            to.zone.span,
            f"the box holds cards and tiles, and a {piece} is counted in a stock",
            mark="no stock",
            hint="declare one for those that are out of the game, and move so many there:"
            f"  spent: stock of {piece}",
        )

    def _no_zone(
        self, zone: nodes.Expr, kind: Type, message: str, hint: str | None = None
    ) -> None:
        """Report that nothing can lie there, or not so; of each variable once."""
        symbol = self.world.refs.get(id(zone))
        labels: list[Label] = []
        if isinstance(symbol, VariableSymbol):
            if not self.world.told.first(("no zone", symbol)):
                return
            item = kind.item if isinstance(kind, ZoneType) else element(kind)
            listed = not isinstance(kind, ZoneType)
            if isinstance(item, ComponentType) and (listed or not hint):
                hint = f"declare it as  {symbol.name}: deck of {item}"
            if symbol.span is not None:
                labels = [Label(symbol.span, "declared here")]
        if not isinstance(kind, UnknownType):
            self.world.report(
                "not-a-zone",
                zone.span,
                message,
                mark=str(kind),
                labels=labels,
                hint=hint or "name a zone such as a deck or a pile",
            )

    def _move(self, node: nodes.Move) -> None:
        self._changes(node, "moves components")
        infer = self.infer
        named: Type | None = None
        if self.scenario and isinstance(node.what, nodes.Text):
            zone = infer.expr(node.to.zone)
            named = zone.item if isinstance(zone, ZoneType | GridType) else None
        kind = infer.expr(node.what, named)
        if isinstance(kind, ZoneType) and kind.kind == "space":
            kind = infer.facts.get(node.what, space_value(kind.item))
        if isinstance(kind, OptionalType) and isinstance(kind.item, ComponentType):
            infer.want(node.what, kind.item)
        moved = element(kind) or kind
        if isinstance(kind, ZoneType) and isinstance(kind.item, PieceType):
            moved = kind.item if kind.kind == "stock" else moved
        if not isinstance(without_none(moved), ComponentType | PieceType | UnknownType):
            self.world.report(
                "wrong-type",
                node.what.span,
                f"only cards and tiles can be moved, and this is a {kind}",
            )
            moved = UNKNOWN
        self._destination(node.to, moved)
        infer.forget_variable(lambda s: _may_hold(s.type, moved))

    def _is_all(self, node: nodes.MovePieces | nodes.Draw) -> bool:
        """Whether `all` is moved from somewhere, which is said otherwise: then it is told."""
        count = node.count
        if not isinstance(count, nodes.Name) or count.text != "all":
            return False
        self.world.report(
            "syntax",
            count.span.to(node.source.span),
            "all that lies somewhere is called by the place where it lies",
            hint=change(
                f"write  move {quoted(node.source)} to ...",
                start_of(node.span).to(node.source.span),
                f"move {quoted(node.source)}",
            ),
        )
        return True

    def _move_pieces(self, node: nodes.MovePieces) -> None:
        self._changes(node, "moves pieces")
        if self._is_all(node):
            return
        infer = self.infer
        kinds: list[PieceType] = []
        zones = [node.source, node.to.zone]
        drawn = unclear = False
        for zone in zones:
            if kinds and zone is node.to.zone and _is_box(zone):
                self._boxed(node.to, kinds[0])
                continue
            kind = infer.expr(zone)
            symbol = self.world.refs.get(id(zone))
            if isinstance(symbol, VariableSymbol):
                kind = symbol.type  # the space itself, whatever is known to lie there
            unclear = unclear or isinstance(kind, UnknownType)
            if isinstance(kind, ZoneType) and isinstance(kind.item, PieceType):
                kinds.append(kind.item)
            elif not isinstance(kind, UnknownType) and not drawn:
                drawn = isinstance(kind, ZoneType) and zone is node.source
                self.world.report(
                    "not-a-zone",
                    zone.span,
                    f"pieces lie in a stock or on a space, and this is a {kind}",
                    hint="cards and tiles are drawn by number:  draw 2 from deck to p.hand"
                    if drawn
                    else None,
                )
        if len(kinds) == 2 and kinds[0] != kinds[1]:
            self.world.report(
                "wrong-type",
                node.to.span,
                f"a {kinds[0]} does not belong among {kinds[1]}s",
            )
        wanted = stock_value(kinds[0]) if kinds else UNKNOWN if unclear else INT
        infer.want(node.count, wanted)
        infer.forget_variable(lambda s: isinstance(s.type, ZoneType))

    def _draw(self, node: nodes.Draw) -> None:
        self._changes(node, "draws")
        if self._is_all(node):
            return
        infer = self.infer
        infer.number(node.count)
        kind = infer.expr(node.source)
        moved: Type = UNKNOWN
        if isinstance(kind, ZoneType) and (
            isinstance(kind.item, ComponentType) or bundle_of(kind) is not None
        ):
            moved = kind.item
        elif not isinstance(kind, UnknownType):
            self._no_zone(
                node.source,
                kind,
                f"one draws from a deck, a pile or a bag, and this is {with_article(kind)}",
            )
        self._destination(node.to, moved, drawn=True)
        infer.forget_variable(lambda s: _may_hold(s.type, moved))

    # ---- menus --------------------------------------------------------------

    def _menu(self, node: nodes.Menu) -> None:
        self._changes(node, "asks for a choice")
        infer = self.infer
        infer.want(node.player, PLAYER)
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
            else:
                block = Body(
                    infer.nested(inner.facts), self.returns, self.loops, self.scenario
                )
                block.block(item.body)
                block.infer.close()
        if node.otherwise is not None:
            self.inner(node.otherwise)
        infer.forget_state()

    def _menu_action(self, infer: Inference, item: nodes.MenuAction) -> None:
        action = self.world.named(ActionSymbol, item)
        if action is not None:
            check_arguments(infer, item, action.params, item.args)
            return
        for arg in item.args:
            infer.expr(arg, UNKNOWN)
        symbol = self.world.names.get(item.name)
        known = [a.name for a in self.world.each(ActionSymbol)]
        doubtful = item.name in self.world.doubtful
        if doubtful or self.world.excuses(item.name, known, "action"):
            return
        hint: str | Remedy | None = near(item.name, known, item.name_span)
        if isinstance(symbol, RuleSymbol):
            given = "(...)" * bool(symbol.params)
            hint = f"carry it out in a line of its own:  do {item.name}{given}"
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
            labels=self.world.meant(item.name, known),
            hint=hint or f"describe it:  action {item.name}(p: player):",
        )


def _moved(node: nodes.Assign, zone: ZoneType, given: Type) -> Remedy:
    """How components get to a zone that cannot be set by `=`."""
    target, value = quoted(node.target), node.value
    components = isinstance(element(given) or given, ComponentType)
    match value:
        case nodes.ListOf(items=()) | nodes.SetOf(items=()):
            return write(node.span, f"move {target} to box", "  to empty it")
        case nodes.Text():
            named = f"x.name == {quoted(value)}"
        case nodes.ListOf(items=items) | nodes.SetOf(items=items) if all(
            isinstance(item, nodes.Text) for item in items
        ):
            named = f"x.name in {quoted(value)}"
        case nodes.ListOf(items=(one,)) | nodes.SetOf(items=(one,)) if components:
            return write(node.span, f"move {quoted(one)} to {target}")
        case _ if components:
            return write(node.span, f"move {quoted(value)} to {target}")
        case _:
            return Remedy(f"move something there:  move ... to {target}")
    if len(zone.item.names if isinstance(zone.item, ComponentType) else ()) != 1:
        return Remedy(f"say which ones go there:  move all x in S where P to {target}")
    moved = f"all x in {zone.item} where {named}"
    return write(node.span, f"move {moved} to {target}")


def _is_short(node: nodes.Stmt) -> bool:
    """Whether it is the value of a function of one line, where no other line can stand."""
    match node:
        case nodes.Return(span=span, value=value) if value is not None:
            return value.span == span
        case _:
            return False


def _may_hold(zone: Type, moved: Type) -> bool:
    if not isinstance(zone, ZoneType | GridType) or isinstance(moved, UnknownType):
        return False  # what is unknown has been told, and shall not raise more doubts
    if not isinstance(moved, ComponentType) or not isinstance(zone.item, ComponentType):
        return True
    return bool(set(moved.names) & set(zone.item.names))


def _is_box(zone: nodes.Expr) -> bool:
    return isinstance(zone, nodes.Name) and zone.text == "box"


def _zone_word(kind: Type) -> str:
    return kind.kind if isinstance(kind, ZoneType) else "grid"


def _listed(found: Type, wanted: Type) -> bool:
    a, b = element(found), element(wanted)
    return a is not None and b is not None and fits(a, b)


def _assigned(block: nodes.Block) -> set[str]:
    """The local names that a block gives new values."""
    return {
        n.target.text
        for n in walk(block)
        if isinstance(n, nodes.Assign) and isinstance(n.target, nodes.Name)
    }
