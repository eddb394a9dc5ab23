"""Statements of the rules as Python.

A rule that asks for no choice becomes one function. A rule that does becomes a
procedure: numbered blocks, each a function that says where to go on, so that the
game can stop between any two of them and its position is plain data. A block
returns the number of the next block, None at the end of the procedure,
`(procedure, locals, block)` to carry out another one first, or `-1 - n` to stop for
decision n.

More than 400 lines because it is one `match` over the statements of the language.
"""

from attrs import Factory, define

from rulesrun.dsl import nodes
from rulesrun.dsl.changes import changed_by, only_gained
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import (
    ActionSymbol,
    EventSymbol,
    LocalSymbol,
    RuleSymbol,
    VariableSymbol,
)
from rulesrun.dsl.value_types import (
    BundleType,
    GridType,
    IntType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
    element,
    without_none,
)
from rulesrun.interpreter.expressions import Env, Expressions
from rulesrun.interpreter.heads import Heads
from rulesrun.interpreter.layout import NEWS, PHASE, RESULT, TURN, TURNS
from rulesrun.interpreter.source import Source
from rulesrun.interpreter.spelling import local, spelled
from rulesrun.interpreter.suspension import Suspension


@define(eq=False)
class ItemPlan:
    """One thing that a decision offers: an action, a labelled option, or a value."""

    kind: str
    name: str
    labels: nodes.Labels
    chosen: list[LocalSymbol]
    node: nodes.MenuAction | nodes.MenuOption | nodes.Choose
    action: ActionSymbol | None = None
    look_ahead: bool = False
    why: str | None = None
    optional: bool = False
    when_env: Env | None = None


@define(eq=False)
class DecisionPlan:
    """A place where the game stops for a choice."""

    number: int
    node: nodes.Menu | nodes.Choose
    items: list[ItemPlan]
    secret: bool
    labels: nodes.Labels
    otherwise: int | None = None
    procedure: int = -1


Explored = tuple[int, int, bool, frozenset[VariableSymbol] | None]
"""A block of choices to explore: where it begins, where one goes on after it, whether
what counts is only gained there, and what else it changes, if that is known."""


@define(eq=False)
class Plan:
    """All that is written for a layout, on its way to becoming a module."""

    expressions: Expressions
    suspension: Suspension
    source: Source = Factory(Source)
    procedures: dict[object, int] = Factory(dict)
    procedure_names: list[str] = Factory(list)
    blocks: list[int] = Factory(list)
    sizes: list[int] = Factory(list)
    kinds: list[list[Type | None]] = Factory(list)
    decisions: list[DecisionPlan] = Factory(list)
    announcements: list[nodes.Labels] = Factory(list)
    ledger: list[tuple[Span, tuple[str, ...]]] = Factory(list)
    heads: Heads | None = None
    trace: bool = False
    marks: list[Span] = Factory(list)
    conditions: set[int] = Factory(set)
    explorations: list[Explored] = Factory(list)
    locals: dict[int, dict[int, LocalSymbol]] = Factory(dict)
    asked_in: list[int] = Factory(list)

    def condition(self, code: str, span: Span) -> str:
        """A condition that is no statement: where rules are traced, it says that it is met."""
        if not self.trace:
            return code
        self.conditions.add(len(self.marks))
        self.marks.append(span)
        return f"(reached(S, {len(self.marks) - 1}) or ({code}))"


class Writer:
    """Writes the statements of one function, or of one procedure."""

    def __init__(self, plan: Plan, env: Env, *, locals_in_frame: bool) -> None:
        self.plan = plan
        self.write_expr = plan.expressions
        self.env = env
        self.in_frame = locals_in_frame
        self.kinds: list[Type | None] = []
        self.out = Source()
        self.depth = 1
        self.loops: list[tuple[str, str]] = []

    # ---- locals -------------------------------------------------------------

    def name(self, symbol: LocalSymbol) -> str:
        """How a new local is written."""
        if self.in_frame:
            self.env[symbol] = f"L[{self.fresh(symbol.type)}]"
        else:
            self.env[symbol] = local(symbol, self.env)
        return self.env[symbol]

    def fresh(self, kind: Type | None = None) -> int:
        """A new place in the frame, for values of a type; none where it is our own."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def code(self, node: nodes.Expr) -> str:
        """An expression in the present scope."""
        return self.write_expr.code(node, self.env)

    def emit(self, line: str, span: Span | None = None) -> None:
        """A line of Python."""
        self.out.write(self.depth, line, span)

    def _symbol(self, node: nodes.Node) -> LocalSymbol:
        symbol = self.write_expr.world.refs[id(node)]
        assert isinstance(symbol, LocalSymbol)
        return symbol

    # ---- statements that ask for no choice ----------------------------------

    def block(self, block: nodes.Block) -> None:
        """Statements one after another."""
        if not block:
            self.emit("pass")
        for statement in block:
            self.statement(statement)

    def indented(self, block: nodes.Block) -> None:
        """Statements one level in."""
        self.depth += 1
        self.block(block)
        self.depth -= 1

    def mark(self, node: nodes.Stmt) -> None:
        """Where rules are traced, say which line is carried out."""
        if self.plan.trace:
            self.emit(f"reached(S, {len(self.plan.marks)})", node.span)
            self.plan.marks.append(node.span)

    def statement(self, node: nodes.Stmt) -> None:
        """One statement that asks for no choice."""
        span = node.span
        self.mark(node)
        match node:
            case nodes.Let(value=value):
                code = self.let_value(value)
                self.emit(f"{self.name(self._symbol(node))} = {code}", span)
            case nodes.Assign():
                self._assign(node)
            case nodes.If(branches=branches, otherwise=otherwise):
                word = "if"
                for test, block in branches:
                    code = self.code(test)
                    if word == "elif":
                        code = self.plan.condition(code, test.span)
                    self.emit(f"{word} {code}:", test.span)
                    self.indented(block)
                    word = "elif"
                if otherwise:
                    self.emit("else:", span)
                    self.indented(otherwise)
            case nodes.ForEach(binder=binder, body=block):
                values = self.write_expr.values(binder.of, self.env)
                if not values.startswith(("range(", "bits(", "[", "sorted(")):
                    values = f"tuple({values})"
                name = self.name(self._symbol(binder))
                self.emit(f"for {name} in {values}:", span)
                self.depth += 1
                if binder.where is not None:
                    self.emit(f"if not ({self.code(binder.where)}):", span)
                    self.emit("    continue", span)
                self._loop(block)
                self.depth -= 1
            case nodes.While(test=test, body=block):
                self.emit("for _ in passes():", span)
                self.depth += 1
                self.emit(f"if not ({self.code(test)}):", test.span)
                self.emit("    break", test.span)
                self._loop(block)
                self.depth -= 1
            case nodes.RepeatUntil(body=block, until=until):
                self.emit("for _ in passes():", span)
                self.depth += 1
                self._loop(block)
                code = self.plan.condition(self.code(until), until.span)
                self.emit(f"if {code}:", until.span)
                self.emit("    break", until.span)
                self.depth -= 1
            case nodes.RepeatTimes(times=times, body=block):
                self.emit(f"for _ in range({self.code(times)}):", span)
                self.depth += 1
                self._loop(block)
                self.depth -= 1
            case nodes.Stop():
                self.emit(self.loops[-1][0], span)
            case nodes.Next():
                self.emit(self.loops[-1][1], span)
            case nodes.Pass():
                self.emit("pass", span)
            case nodes.Return(value=value):
                code = "None" if value is None else self._returned(value)
                self.emit(f"return {code}", span)
            case nodes.Do(args=args):
                rule = self.write_expr.world.refs[id(node)]
                assert isinstance(rule, RuleSymbol)
                codes = self.arguments(args, rule.params)
                name = spelled("rule", name=rule.name)
                self.emit(f"{name}({', '.join(['S', *codes])})", span)
            case nodes.Raise(args=args):
                event = self.write_expr.world.refs[id(node)]
                assert isinstance(event, EventSymbol)
                codes = self.arguments(args, event.params)
                name = spelled("event", name=event.name)
                self.emit(f"{name}({', '.join(['S', *codes])})", span)
            case nodes.Move():
                self._move(node)
            case nodes.MovePieces():
                self._move_pieces(node)
            case nodes.Draw(count=count, source=source, to=to):
                zone = self.write_expr.zone_slot(source, self.env)
                of_kinds = isinstance(self.write_expr.type_of(source), BundleType)
                helper = "draw_kinds" if of_kinds else "draw_some"
                self._to(helper, [self.code(count), zone], to, span)
            case nodes.Shuffle(zone=zone_node):
                zone = self.write_expr.zone_slot(zone_node, self.env)
                self.emit(f"shuffle_zone(S, {zone})", span)
            case nodes.Turn(player=player, body=block):
                self.begin_turn(player, span)
                self.block(block)
            case nodes.Phase(labels=labels, body=block):
                self.begin_phase(labels, span)
                self.block(block)
            case nodes.Announce(labels=labels):
                self.emit(f"S[{NEWS}] += ({len(self.plan.announcements)},)", span)
                self.plan.announcements.append(labels)
            case nodes.Rank():
                self._rank(node)
            case nodes.EndGame():
                self.emit("raise GameOver", span)
            case nodes.Wins():
                self._wins(node)
            case nodes.Choose() | nodes.Menu() | nodes.Best():
                raise AssertionError("a choice needs a procedure")

    def let_value(self, value: nodes.Expr) -> str:
        """The value of a `let`; collections are kept as they are now."""
        kind = self.write_expr.type_of(value)
        if isinstance(kind, ListType) and not isinstance(value, nodes.Name):
            return self.write_expr.listed(value, self.env)
        if isinstance(kind, ListType):
            return f"tuple({self.code(value)})"
        return self.code(value)

    def _returned(self, value: nodes.Expr) -> str:
        kind = self.write_expr.type_of(value)
        if isinstance(kind, ListType):
            return self.write_expr.listed(value, self.env)
        return self.code(value)

    def arguments(
        self, args: tuple[nodes.Expr, ...], params: tuple[LocalSymbol, ...]
    ) -> list[str]:
        """Arguments for the parameters of a rule."""
        pairs = zip(args, params, strict=True)
        return [self.write_expr.argument(a, p, self.env) for a, p in pairs]

    def _loop(self, block: nodes.Block) -> None:
        self.loops.append(("break", "continue"))
        self.block(block)
        self.loops.pop()

    def begin_turn(self, player: nodes.Expr, span: Span) -> None:
        """The turn of a player begins."""
        self.emit(f"S[{TURN}] = {self.code(player)}", span)
        self.emit(f"S[{TURNS}] += 1", span)

    def begin_phase(self, labels: nodes.Labels, span: Span) -> None:
        """A named part of the game begins."""
        self.emit(f"S[{PHASE}] = {len(self.plan.announcements)}", span)
        self.plan.announcements.append(labels)

    def _assign(self, node: nodes.Assign) -> None:
        symbol = self.write_expr.world.refs.get(id(node.target))
        value = self.let_value(node.value)
        op = node.op
        if isinstance(symbol, LocalSymbol):
            if op != "=":
                value = self.write_expr.code(_changed(node), self.env)
            self.emit(f"{self.env[symbol]} = {value}", node.span)
            return
        assert isinstance(symbol, VariableSymbol)
        found = self.write_expr.place_of(node.target, self.env)
        assert found is not None
        slot = found[1]
        kind = without_none(symbol.type)
        if symbol.decl.ledger and op != "=":
            amount = value if op == "+=" else f"-({value})"
            number = len(self.plan.ledger)
            self.plan.ledger.append((node.span, tuple(c.paragraph for c in node.cites)))
            self.emit(f"enter(S, {slot}, {amount}, {number})", node.span)
            return
        if op != "=":
            if isinstance(kind, IntType) and (kind.low, kind.high) == (None, None):
                self.emit(f"S[{slot}] {op} {value}", node.span)
                return
            value = self.write_expr.code(_changed(node), self.env)
        if isinstance(kind, IntType) and (kind.low, kind.high) != (None, None):
            constant = value.lstrip("-").isdigit()
            if not constant and value != "None":
                limits = f"{kind.low}, {kind.high}, {symbol.name!r}"
                if isinstance(symbol.type, OptionalType):
                    value = f"bounded_or_none({value}, {limits})"
                else:
                    value = f"bounded({value}, {limits})"
        if isinstance(kind, BundleType) and op != "+=":
            value = f"held({value}, {symbol.name!r})"
        self.emit(f"S[{slot}] = {value}", node.span)

    # ---- moving -------------------------------------------------------------

    def _move(self, node: nodes.Move) -> None:
        kind = self.write_expr.type_of(node.what)
        several = element(kind) is not None
        whole = self.write_expr.world.types.get(id(node.what))
        if isinstance(whole, ZoneType) and whole.kind == "stock":
            zone = self.write_expr.zone_slot(node.what, self.env)
            helper = "move_kinds" if isinstance(kind, BundleType) else "move_pieces"
            self._to(helper, [f"S[{zone}]", zone], node.to, node.span)
            return
        if isinstance(kind, GridType):
            what = f"{self.code(node.what)}.values()"
        elif several:
            what = self.write_expr.values(node.what, self.env)
        else:
            what = self.code(node.what)
        self._to("move_all" if several else "move", [what], node.to, node.span)

    def _to(
        self, helper: str, args: list[str], to: nodes.Destination, span: Span
    ) -> None:
        zone = self.write_expr.zone_slot(to.zone, self.env)
        parts = ["S", *args, zone]
        if to.at is not None:
            helper = "draw_place" if helper == "draw_some" else "place"
            parts.append(self.code(to.at))
        elif to.end == "bottom":
            parts.append("True")
        self.emit(f"{helper}({', '.join(parts)})", span)

    def _move_pieces(self, node: nodes.MovePieces) -> None:
        write = self.write_expr
        source = write.zone_slot(node.source, self.env)
        target = write.zone_slot(node.to.zone, self.env)
        count = self.code(node.count)
        of_kinds = isinstance(write.type_of(node.source), BundleType)
        helper = "move_kinds" if of_kinds else "move_pieces"
        self.emit(f"{helper}(S, {count}, {source}, {target})", node.span)

    def _rank(self, node: nodes.Rank) -> None:
        symbol = self._symbol(node)
        env = {**self.env, symbol: "it"}
        keys = []
        for ordering in node.by:
            code = self.write_expr.code(ordering.by, env)
            keys.append(code if ordering.most else f"-({code})")
        key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
        players = self.write_expr.layout.players
        line = f"S[{RESULT}] = ranks([{key} for it in range({players})])"
        self.emit(line, node.span)

    def _wins(self, node: nodes.Wins) -> None:
        players = self.write_expr.layout.players
        if node.player is None:
            result = f"{(1,) * players}"
        else:
            place, others = (players, 1) if node.loses else (1, 2)
            chosen = self.code(node.player)
            result = f"placed({chosen}, {place}, {others}, {players})"
        self.emit(f"S[{RESULT}] = {result}", node.span)
        self.emit("raise GameOver", node.span)


def _changed(node: nodes.Assign) -> nodes.Expr:
    """`x += e` as the value of `x + e`."""
    return nodes.Arithmetic(
        span=node.span, op=node.op[0], left=node.target, right=node.value
    )


class Procedure(Writer):
    """Writes a procedure block by block."""

    def __init__(self, plan: Plan, number: int, params: list[LocalSymbol]) -> None:
        env: Env = {}
        super().__init__(plan, env, locals_in_frame=True)
        for param in params:
            self.name(param)
        self.number = number
        self.bodies: list[Source] = [self.out]
        self.targets: list[tuple[int, int]] = []

    # ---- blocks -------------------------------------------------------------

    def new(self) -> int:
        """A new block, to be written later."""
        self.bodies.append(Source())
        return len(self.bodies) - 1

    def into(self, block: int) -> None:
        """Go on writing in that block."""
        self.out = self.bodies[block]

    def finish(self) -> None:
        """Write the blocks as functions."""
        name = self.plan.procedure_names[self.number]
        for position, body in enumerate(self.bodies):
            head = body.spans[0] if body.spans else None
            block = spelled("block", position, name=name)
            self.plan.source.write(0, f"def {block}(S, L):", head)
            self.plan.source.extend(body)
            if not body.lines:
                self.plan.source.write(1, "return None")
            self.plan.source.write(0, "")
        self.plan.locals[self.number] = {
            int(place[2:-1]): symbol
            for symbol, place in self.env.items()
            if place.startswith("L[")
        }
        self.plan.blocks[self.number] = len(self.bodies)
        self.plan.sizes[self.number] = len(self.kinds)
        self.plan.kinds[self.number] = self.kinds

    def whole(self, block: nodes.Block) -> None:
        """The whole body."""
        self.sequence(block)
        self.emit("return None")
        self.finish()

    def sequence(self, block: nodes.Block) -> None:
        """Statements one after another, stopping where they ask for choices."""
        for statement in block:
            if self.plan.suspension.statement(statement):
                self.stopping(statement)
            else:
                if self.targets:
                    stop, again = self.targets[-1]
                    self.loops = [(f"return {stop}", f"return {again}")]
                self.statement(statement)

    def stopping(self, node: nodes.Stmt) -> None:
        """A statement that asks for a choice, itself or in what it carries out."""
        self.mark(node)
        match node:
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.ForEach(binder=binder, body=block):
                self._for_each(node, binder, block)
            case nodes.While(test=test, body=block):
                head, body, after = self.new(), self.new(), self.new()
                self.emit(f"return {head}", node.span)
                self.into(head)
                self.emit(f"return {body} if {self.code(test)} else {after}", test.span)
                self._looped(body, block, after, head)
            case nodes.RepeatUntil(body=block, until=until):
                body, after = self.new(), self.new()
                self.emit(f"return {body}", node.span)
                self.into(body)
                self.targets.append((after, body))
                self.sequence(block)
                self.targets.pop()
                code = self.plan.condition(self.code(until), until.span)
                self.emit(f"return {after} if {code} else {body}", until.span)
                self.into(after)
            case nodes.RepeatTimes(times=times, body=block):
                left = self.fresh()
                head, body, after = self.new(), self.new(), self.new()
                self.emit(f"L[{left}] = {self.code(times)}", node.span)
                self.emit(f"return {head}")
                self.into(head)
                self.emit(f"if L[{left}] <= 0:", node.span)
                self.emit(f"    return {after}")
                self.emit(f"L[{left}] -= 1")
                self.emit(f"return {body}")
                self._looped(body, block, after, head)
            case nodes.Do(args=args):
                rule = self.write_expr.world.refs[id(node)]
                assert isinstance(rule, RuleSymbol)
                self._carry_out(rule, self.arguments(args, rule.params), node.span)
            case nodes.Raise(args=args):
                event = self.write_expr.world.refs[id(node)]
                assert isinstance(event, EventSymbol)
                self._carry_out(event, self.arguments(args, event.params), node.span)
            case nodes.Turn(player=player, body=block):
                self.begin_turn(player, node.span)
                self.sequence(block)
            case nodes.Phase(labels=labels, body=block):
                self.begin_phase(labels, node.span)
                self.sequence(block)
            case nodes.Menu():
                self._menu(node)
            case nodes.Choose():
                self._choose(node)
            case nodes.Best():
                self._best(node)
            case _:
                raise AssertionError(f"{type(node).__name__} asks for no choice")

    def _looped(self, body: int, block: nodes.Block, after: int, again: int) -> None:
        self.into(body)
        self.targets.append((after, again))
        self.sequence(block)
        self.targets.pop()
        self.emit(f"return {again}")
        self.into(after)

    def _if(
        self,
        branches: tuple[tuple[nodes.Expr, nodes.Block], ...],
        otherwise: nodes.Block,
    ) -> None:
        after = self.new()
        entries: list[tuple[int, nodes.Block]] = []
        for test, block in branches:
            entry = self.new()
            code = self.code(test)
            if entries:
                code = self.plan.condition(code, test.span)
            entries.append((entry, block))
            self.emit(f"if {code}:", test.span)
            self.emit(f"    return {entry}")
        if otherwise:
            entries.append((self.new(), otherwise))
            self.emit(f"return {entries[-1][0]}")
        else:
            self.emit(f"return {after}")
        for entry, block in entries:
            self.into(entry)
            self.sequence(block)
            self.emit(f"return {after}")
        self.into(after)

    def _for_each(
        self, node: nodes.ForEach, binder: nodes.Binder, block: nodes.Block
    ) -> None:
        items, position = self.fresh(), self.fresh()
        values = self.write_expr.values(binder.of, self.env)
        self.emit(f"L[{items}] = tuple({values})", node.span)
        self.emit(f"L[{position}] = 0")
        head, body, after = self.new(), self.new(), self.new()
        self.emit(f"return {head}")
        self.into(head)
        self.emit(f"if L[{position}] >= len(L[{items}]):", node.span)
        self.emit(f"    return {after}")
        name = self.name(self._symbol(binder))
        self.emit(f"{name} = L[{items}][L[{position}]]")
        self.emit(f"L[{position}] += 1")
        if binder.where is not None:
            self.emit(f"return {body} if {self.code(binder.where)} else {head}")
        else:
            self.emit(f"return {body}")
        self._looped(body, block, after, head)

    def _carry_out(
        self, symbol: RuleSymbol | EventSymbol, codes: list[str], span: Span
    ) -> None:
        after = self.new()
        number = self.plan.procedures[symbol]
        self.emit(f"return {number}, [{', '.join(codes)}], {after}", span)
        self.into(after)

    def _best(self, node: nodes.Best) -> None:
        """Choices to be explored: they begin in a block of their own, and end in FOUND."""
        inside, after = self.new(), self.new()
        number = len(self.plan.explorations)
        self.emit(f"return EXPLORE[{number}]", node.span)
        expressions = self.write_expr
        place = expressions.place_of(node.by, self.env)
        gained = place is not None and only_gained(
            expressions.world, place[0], node.body
        )
        source = self.plan.source
        functions = [("chooser", node.player), ("worth", node.by)]
        codes = [(name, self.code(part)) for name, part in functions]
        if place is not None and gained:
            codes.append(("gained", place[1]))
        for name, code in codes:
            source.write(0, f"def {spelled(name, number)}(S, L):", node.span)
            source.write(1, f"return {code}")
            source.write(0, "")
        changed = changed_by(expressions.world, node.body)
        self.plan.explorations.append((inside, after, gained, changed))
        self.into(inside)
        self.sequence(node.body)
        self.emit("return FOUND")
        self.into(after)

    # ---- decisions ----------------------------------------------------------

    def _decision(
        self, node: nodes.Menu | nodes.Choose, items: list[ItemPlan]
    ) -> DecisionPlan:
        decision = DecisionPlan(
            len(self.plan.decisions), node, items, node.secret, node.labels
        )
        decision.procedure = self.number
        self.plan.decisions.append(decision)
        self.plan.asked_in.append(self.number)
        self.emit(f"return {-1 - decision.number}", node.span)
        assert node.player is not None
        source = self.plan.source
        source.write(0, f"def {spelled('who', decision.number)}(S, L):", node.span)
        source.write(1, f"return {self.code(node.player)}")
        source.write(0, "")
        return decision

    def _menu(self, node: nodes.Menu) -> None:
        world = self.write_expr.world
        items: list[ItemPlan] = []
        for item in node.items:
            if isinstance(item, nodes.MenuAction):
                action = world.refs[id(item)]
                assert isinstance(action, ActionSymbol)
                labels = action.decl.labels
                chosen = list(action.chosen)
                items.append(
                    ItemPlan("action", item.name, labels, chosen, item, action)
                )
            else:
                items.append(ItemPlan("option", item.name, item.labels, [], item))
        if node.optional:
            items.append(_decline(node))
        decision = self._decision(node, items)
        number = decision.number
        after = self.new()
        source = self.plan.source
        source.write(0, f"def {spelled('options', number)}(S, L):", node.span)
        source.write(1, "out = []")
        bodies: list[tuple[int, nodes.Block]] = []
        picks: list[str] = []
        for position, (plan, item) in enumerate(zip(items, node.items, strict=False)):
            depth = 1
            if item.when is not None:
                code = self.plan.condition(self.code(item.when), item.when.span)
                source.write(1, f"if {code}:", item.span)
                depth = 2
            if isinstance(item, nodes.MenuAction):
                taken = plan.action
                assert taken is not None
                args = self.arguments(item.args, taken.params)
                head = spelled("head", name=taken.name)
                given = ", ".join(["S", *args, str(position)])
                source.write(depth, f"out += {head}({given})", item.span)
                pick = ", ".join([*args, *(f"o[{i}]" for i in range(len(plan.chosen)))])
                if taken in self.plan.suspension.symbols:
                    place = self.plan.procedures[taken]
                    picks.append(f"return {place}, [{pick}], {after}")
                else:
                    body = spelled("do", name=taken.name)
                    picks.append(f"{body}(S, {pick})\n    return {after}")
                plan.why = spelled("against", number, position)
                plan.when_env = dict(self.env)
            else:
                source.write(depth, f"out.append(({position}, ()))", item.span)
                entry = self.new()
                bodies.append((entry, item.body))
                picks.append(f"return {entry}")
                if item.when is not None:
                    plan.why = spelled("against", number, position)
                    plan.when_env = dict(self.env)
        if node.optional:
            source.write(1, f"out.append(({len(picks)}, ()))")
            picks.append(f"return {after}")
        source.write(1, "return out")
        source.write(0, "")
        for position, pick in enumerate(picks):
            name = spelled("pick", number, position)
            source.write(0, f"def {name}(S, L, o):", node.span)
            if self.plan.trace and position < len(node.items):
                source.write(1, f"reached(S, {len(self.plan.marks)})")
                self.plan.marks.append(node.items[position].span)
            for line in pick.split("\n    "):
                source.write(1, line)
            source.write(0, "")
        for position, (plan, item) in enumerate(zip(items, node.items, strict=False)):
            self._menu_why(number, position, plan, item)
        self._otherwise(decision, node.otherwise, after)
        for entry, block in bodies:
            self.into(entry)
            self.sequence(block)
            self.emit(f"return {after}")
        self.into(after)

    def _menu_why(
        self,
        number: int,
        position: int,
        plan: ItemPlan,
        item: nodes.MenuAction | nodes.MenuOption,
    ) -> None:
        if plan.why is None:
            return
        source = self.plan.source
        source.write(0, f"def {plan.why}(S, L, *chosen):", item.span)
        if item.when is not None:
            source.write(1, f"if not ({self.code(item.when)}):", item.span)
            source.write(2, "return -1, locals()")
        if not isinstance(item, nodes.MenuAction) or plan.action is None:
            source.write(1, "return None")
            source.write(0, "")
            return
        args = self.arguments(item.args, plan.action.params)
        call = ", ".join(["S", *args, "*chosen"])
        source.write(1, f"return {spelled('why', name=plan.action.name)}({call})")
        source.write(0, "")

    def _choose(self, node: nodes.Choose) -> None:
        heads = self.plan.heads
        assert heads is not None
        symbol = self._symbol(node)
        item = ItemPlan("value", symbol.name, node.labels, [symbol], node)
        items = [item]
        if node.optional:
            items.append(_decline(node))
        env = dict(self.env)
        decision = self._decision(node, items)
        number = decision.number
        heads.options(spelled("among", number), "S, L", [node], env)
        item.why = spelled("against", number, 0)
        heads.why(item.why, "S, L", [node], env)
        source = self.plan.source
        source.write(0, f"def {spelled('options', number)}(S, L):", node.span)
        tail = " + [(1, ())]" if node.optional else ""
        source.write(1, f"return {spelled('among', number)}(S, L, 0){tail}")
        source.write(0, "")
        after = self.new()
        name = self.name(symbol)
        source.write(0, f"def {spelled('pick', number, 0)}(S, L, o):", node.span)
        source.write(1, f"{name} = o[0]")
        source.write(1, f"return {after}")
        source.write(0, "")
        if node.optional:
            source.write(0, f"def {spelled('pick', number, 1)}(S, L, o):", node.span)
            source.write(1, f"{name} = {'()' if node.several else None}")
            source.write(1, f"return {after}")
            source.write(0, "")
        self._otherwise(decision, node.otherwise, after)
        self.into(after)

    def _otherwise(
        self, decision: DecisionPlan, block: nodes.Block | None, after: int
    ) -> None:
        if block is None:
            return
        decision.otherwise = self.new()
        self.into(decision.otherwise)
        self.sequence(block)
        self.emit(f"return {after}")


def _decline(node: nodes.Menu | nodes.Choose) -> ItemPlan:
    labels = nodes.Labels(text="Pass", translations=(("fa", "انصراف"),))
    stand_in = node if isinstance(node, nodes.Choose) else None
    option = stand_in or nodes.MenuOption(
        span=node.span,
        name="pass",
        name_span=node.span,
        labels=labels,
        when=None,
        body=(),
    )
    return ItemPlan("option", "pass", labels, [], option, optional=True)
