"""What each name stands for, found before any type is.

A pass of its own goes through every body with the names in sight there. For each name it
writes down, once, the symbol that it stands for: a local, or what the file declares under
that name. Whoever finds types reads it, and looks at no scope.

Two things depend on types, and are left to `inference`:

- what a name after a dot stands for: `x.cost` is a field of whatever `x` is (only the
  values of an enum that is named, `Good.wool`, are found here);
- which value a name means that several enums have: the one that is wanted there.

A name that stands for nothing is told of by `inference` too, since what to write instead
depends on the types of what is in sight; `Sight` keeps that.

More than 400 lines: whatever gives names or has them is gone through here, once.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from attrs import Factory, define

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Resolved, Resolving, Sight, Supplied
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.copies import copied
from rulesrun.dsl.syntax.words import BUILTIN_NAMES


def resolve(supplied: Supplied) -> Resolved:
    """What the names of a file stand for."""
    resolved = resolve_outside(supplied)
    for decl in (*resolved.file.declarations, *resolved.derived, *resolved.scenarios):
        resolve_body(resolved, decl)
    return resolved


def resolve_outside(supplied: Supplied) -> Resolving:
    """What the names stand for that are written outside of bodies.

    Those of functions are among them that do not say what they give: their value does.
    """
    world = Resolving.after(supplied)
    names = Names(world)
    for variable in world.variables:
        decl = variable.decl
        names.visit((decl.capacity, decl.initial))
        names.visit(tuple((key.low, key.high) for key in variable.keys))
    for constant in world.each(sym.ConstantSymbol):
        names.visit(constant.decl.value)
    for option in world.each(sym.OptionSymbol):
        names.visit(option.decl.default)
    for table in world.each(sym.TableSymbol):
        names.visit(table.decl.default)
    if world.game is not None:
        names.visit(world.game.require)
        estimate = world.game.estimate
        if estimate is not None:
            judging = world.get(sym.RuleSymbol, estimate.name) or world.get(
                sym.FunctionSymbol, estimate.name
            )
            if judging is not None:
                names.means(estimate, judging)
        names.visit(world.game.teams)
    for line in world.supply:
        names.visit(line.count)
        if world.get(sym.ComponentSymbol, line.component.text) is not None:
            names.visit(line.args)
    for function in world.each(sym.FunctionSymbol):
        if function.decl.returns is None:
            resolve_body(world, function.decl)
    return world


def resolve_body(world: Resolving, decl: nodes.Decl) -> None:
    """What the names in the body of one declaration stand for."""
    match decl:
        case nodes.ScenarioDecl():
            Names(world, scenario=True).scenario_lines(decl)
        case nodes.HandlerDecl():
            for handler in world.handlers:
                if handler.decl is decl:
                    names = Names(world, Scope.of(handler.params))
                    names.visit(decl.test)
                    names.each(decl.each)
                    names.visit(decl.body)
        case nodes.AdjustDecl():
            for adjustment in world.adjustments:
                if adjustment.decl is decl:
                    names = Names(world, Scope.of(adjustment.params))
                    adjustment.result = names.declare("result", decl.span, used=True)
                    names.each(decl.each)
                    names.visit((decl.when, decl.value))
        case (
            nodes.Neutral()
            | nodes.BoardDecl()
            | nodes.PieceDecl()
            | nodes.Play()
            | nodes.AlwaysDecl()
        ):
            Names(world).parts(decl)
        case (
            nodes.FunctionDecl()
            | nodes.RuleDecl()
            | nodes.ActionDecl()
            | nodes.AmountDecl()
            | nodes.SubstitutionDecl()
        ):
            symbol = world.names.get(decl.name)
            if getattr(symbol, "decl", None) is decl:
                names = Names(world, Scope.of(getattr(symbol, "params", ())))
                if isinstance(decl, nodes.ActionDecl):
                    names.head(decl)
                    names.visit(decl.body)
                else:
                    names.parts(decl)
        case _:
            pass


@define(eq=False)
class Scope:
    """The local names of a block; inner blocks see the outer ones."""

    parent: "Scope | None" = None
    names: dict[str, sym.LocalSymbol] = Factory(dict)

    @classmethod
    def of(cls, params: Iterable[sym.LocalSymbol]) -> "Scope":
        """The scope of a body that is given these."""
        return cls(None, {param.name: param for param in params})

    def find(self, name: str) -> sym.LocalSymbol | None:
        """The local of that name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def in_sight(self) -> dict[str, sym.LocalSymbol]:
        """All locals, the inner ones first."""
        result: dict[str, sym.LocalSymbol] = {}
        scope: Scope | None = self
        while scope is not None:
            for name, symbol in scope.names.items():
                result.setdefault(name, symbol)
            scope = scope.parent
        return result


@define(eq=False)
class Names:
    """Goes through one body, with the names that are in sight there."""

    world: Resolving
    scope: Scope = Factory(Scope)
    it: sym.LocalSymbol | None = None
    scenario: bool = False

    # ---- going through --------------------------------------------------------

    def visit(self, part: object) -> None:
        """Resolve the names in a node, or in several; statements are a block."""
        if isinstance(part, tuple):
            if part and isinstance(part[0], nodes.Statement):
                with self.inner():
                    for statement in part:
                        self.visit(statement)
            else:
                for one in part:
                    self.visit(one)
        elif isinstance(part, nodes.Node):
            way = _WAYS.get(type(part))
            if way is not None:
                way(self, part)
            else:
                self.parts(part)

    def parts(self, node: nodes.Node) -> None:
        """Resolve the names in all parts of a node, in their order."""
        kind: Any = type(node)
        for name in _parts(kind):
            part = getattr(node, name)
            if part.__class__ is tuple or isinstance(part, nodes.Node):
                self.visit(part)

    @contextmanager
    def inner(self) -> Iterator[None]:
        """A scope within this one."""
        outer, self.scope = self.scope, Scope(self.scope)
        try:
            yield
        finally:
            self.scope = outer

    def declare(self, name: str, span: Span, *, used: bool = False) -> sym.LocalSymbol:
        """Let a name stand for a local from here on."""
        world = self.world
        outer: sym.Symbol | None = self.scope.find(name) or world.names.get(name)
        if outer is None and name in world.values and not self.scenario:
            outer = world.values[name][0]
            if outer.span is None:
                outer = None
        if outer is not None and world.is_strange_to(span, outer):
            outer = None
        shadows = outer is not None  # then nothing more is said about it
        symbol = sym.LocalSymbol(
            name, span, t.UNKNOWN, not shadows, used=used or shadows
        )
        if outer is not None:
            world.shadowed[symbol] = outer
        self.scope.names[name] = symbol
        return symbol

    def means(self, node: nodes.Node, symbol: sym.Symbol | None) -> None:
        """Note what a name stands for."""
        if symbol is not None:
            symbol.used = True
            self.world.refs[id(node)] = symbol

    def keep_sight(self, node: nodes.Node) -> None:
        """Note what is in sight where something is missing."""
        self.world.sights[id(node)] = Sight(self.scope.in_sight(), self.it)

    # ---- names ------------------------------------------------------------------

    def name(self, node: nodes.Name) -> None:
        """A local, the only value of that name, or what the file declares."""
        name, world = node.text, self.world
        local = self.scope.find(name)
        if local is not None:
            self.means(node, local)
            return
        values = world.values.get(name)
        if values:
            if len(values) == 1:
                world.enum(values[0].enum).used = True
                self.means(node, values[0])
            return
        if name in BUILTIN_NAMES:
            return
        symbol = world.names.get(name)
        if symbol is None:
            self.keep_sight(node)
        elif name in world.doubtful:
            symbol.used = True
        else:
            self.means(node, symbol)

    def candidate(self, node: nodes.It) -> None:
        """`it`: the candidate of the choice around it."""
        self.means(node, self.it)

    def attribute(self, node: nodes.Attribute) -> None:
        """`Good.wool`; any other field depends on the type of what has it."""
        if isinstance(node.of, nodes.Name) and self.scope.find(node.of.text) is None:
            enum = self.world.get(sym.EnumSymbol, node.of.text)
            for value in enum.values if enum is not None else ():
                if value.name == node.name:
                    self.world.enum(value.enum).used = True
                    self.means(node, value)
                    return
        self.visit(node.of)

    def index(self, node: nodes.Index) -> None:
        """`market[slot]`: one of a family, of a table, or a part of a value."""
        of = node.of
        if isinstance(of, nodes.Name) and self.scope.find(of.text) is None:
            symbol = self.world.names.get(of.text)
            family = isinstance(symbol, sym.VariableSymbol) and symbol.keys
            if family or isinstance(symbol, sym.TableSymbol):
                self.means(of, symbol)
                self.means(node, symbol)
                self.visit(node.keys)
                return
        self.visit(of)
        self.visit(node.keys)

    def named(self, node: Any) -> None:
        """What is called, carried out, raised, taken or asked for by its name."""
        symbol = self.world.names.get(node.name)
        if isinstance(node, nodes.After):
            self.visit(node.of)
        if isinstance(symbol, _CALLED[type(node)]):
            self.means(node, symbol)
        elif isinstance(node, nodes.Call) and isinstance(symbol, sym.ComponentSymbol):
            symbol.used = True
        self.visit(node.args)
        if isinstance(node, nodes.MenuAction):
            self.visit((node.when, node.then))

    def offered(self, node: nodes.Offered) -> None:
        """`options c of build tile=E`; what `tile` is depends on the action."""
        for one in node.stated:
            self.visit(one.right)

    def kind(self, node: nodes.IsType) -> None:
        """`card is Money`."""
        self.visit(node.of)
        symbol = self.world.names.get(node.name.text)
        if isinstance(symbol, sym.ComponentSymbol):
            symbol.used = True
        else:
            self.keep_sight(node.name)

    def cases(self, node: nodes.Cases) -> None:
        """`by t, otherwise 0:`; what its lines are about stands in the body, too."""
        self.visit((node.by, node.last))

    # ---- what gives names ---------------------------------------------------------

    def bound(self, binder: nodes.Binder) -> None:
        """`x in S where P`: the name is in sight from its condition on."""
        self.visit(binder.of)
        self.scope = Scope(self.scope)
        local = self.declare(binder.name, binder.name_span)
        self.world.refs[id(binder)] = local
        self.visit(binder.where)

    def each(self, binder: nodes.Binder | None) -> None:
        """`for each x in S` of what cards do: its name is in sight to the end."""
        if binder is not None:
            self.visit(binder.of)
            local = self.declare(binder.name, binder.name_span, used=True)
            self.world.refs[id(binder)] = local
            self.visit(binder.where)

    def binding(self, node: Any) -> None:
        """A quantifier: its name is in sight in all of it."""
        outer = self.scope
        self.bound(node.binder)
        kind: Any = type(node)
        for name in _parts(kind):
            if name != "binder":
                self.visit(getattr(node, name))
        self.scope = outer

    def comprehension(self, node: Any) -> None:
        """`[E for x in S for y in T]`: from left to right, and E in the end."""
        outer = self.scope
        for binder in (node.binder, *node.more):
            self.bound(binder)
        self.visit(node.item)
        self.scope = outer
        if isinstance(node, nodes.Fold):
            self.visit(node.otherwise)

    def stepping(self, node: nodes.Stepping) -> None:
        """`stepping x to y by s in S costing E where P`."""
        with self.inner():
            for name in (node.source, node.target, node.side):
                if name is node.target:
                    self.visit(node.among)  # asked before it is known where it leads
                if name is not None:
                    local = self.declare(name.text, name.span, used=True)
                    self.world.refs[id(name)] = local
            self.visit((node.cost, node.where))

    def let(self, node: nodes.Let) -> None:
        """`let x = E`: the name is in sight below."""
        self.visit(node.value)
        self.world.refs[id(node)] = self.declare(node.name, node.name_span)

    def let_done(self, node: nodes.LetDone) -> None:
        """`let x = do f(p)`: the name is in sight below."""
        self.visit(node.rule)
        self.world.refs[id(node)] = self.declare(node.name, node.name_span)

    def anybody(self, node: nodes.Anybody) -> None:
        """`anybody q in S may f(q)`: below, the name is whoever did it."""
        outer, binder = self.scope, node.binder
        self.bound(binder)
        self.visit(node.menu)
        self.scope = outer
        self.visit(node.otherwise)
        local = self.declare(binder.name, binder.name_span, used=True)
        self.world.refs[id(node)] = local

    def assign(self, node: nodes.Assign) -> None:
        """`x = E`, which gives no name."""
        self.visit((node.target, node.value))
        if isinstance(node.target, nodes.Index):
            self.keep_sight(node.target)

    def for_each(self, node: nodes.ForEach) -> None:
        """`for each x in S: ...`."""
        outer = self.scope
        self.bound(node.binder)
        self.visit(node.body)
        self.scope = outer

    def repeat(self, node: nodes.RepeatUntil) -> None:
        """`repeat: ... until P`, where P may look at names of the block."""
        with self.inner():
            for statement in node.body:
                self.visit(statement)
            self.visit(node.until)

    def rank(self, node: nodes.Rank) -> None:
        """`rank players by ...`, where `it` is the player."""
        ranked = t.ListType(t.PLAYER) if node.teams else t.PLAYER
        self._about(node, ranked)

    def teams(self, node: nodes.Teams) -> None:
        """`teams by E`, where `it` is a player."""
        self._about(node, t.PLAYER)

    def _about(self, node: nodes.Rank | nodes.Teams, kind: t.Type) -> None:
        """By what something is ranked or divided, which is called `it`."""
        outer, self.it = self.it, sym.LocalSymbol("it", node.span, kind, used=True)
        self.world.refs[id(node)] = self.it
        self.visit(node.by)
        self.it = outer

    def choose(self, node: nodes.Choose) -> None:
        """A choice: its name is in sight below; `it` is each candidate."""
        self.visit((node.player, node.of, node.least, node.most))
        self._price(node)
        outer = self.it
        candidate = sym.LocalSymbol("it", node.name_span, t.UNKNOWN, used=True)
        self.world.candidates[id(node)] = candidate
        with self.inner():
            self.it = candidate
            if node.several:
                self._wait_for(node)
                self.visit(node.where)
                self.scope.names.pop(node.name, None)
                symbol = self.declare(node.name, node.name_span)
                self.it = None
                self.visit(node.prefer)
            else:
                symbol = self.declare(node.name, node.name_span)
                self.visit((node.where, node.prefer))
            self.visit(node.require)
        self.it = outer
        if node.otherwise is not None or node.passing is not None:
            self.scope.names.pop(node.name, None)
            self.visit(node.otherwise)
            self.visit(node.passing)
        self.scope.names[node.name] = symbol
        self.world.refs[id(node)] = symbol

    def _wait_for(self, node: nodes.Choose) -> None:
        """While several are chosen, none of them has the name: nothing is said of it."""
        early = any(
            isinstance(part, nodes.Name) and part.text == node.name
            for where in node.where
            for part in where.inside
        )
        if early and self.scope.find(node.name) is None:
            waiting = sym.LocalSymbol(node.name, node.name_span, t.UNKNOWN, used=True)
            self.scope.names[node.name] = waiting

    def _price(self, node: nodes.Choose) -> None:
        """What is paid, and the conditions on which something else may be paid."""
        if node.paying is None:
            return
        self.visit(node.paying)
        exchange = node.paying.exchange
        symbol = (
            self.world.get(sym.SubstitutionSymbol, exchange.name) if exchange else None
        )
        if exchange is None or symbol is None:
            return
        if len(symbol.decl.params) == len(exchange.args):
            names = (param.name for param in symbol.decl.params)
            arguments = dict(zip(names, exchange.args, strict=True))
            lines = tuple(copied(line, arguments) for line in symbol.decl.lines)
            self.world.stand_ins[id(node)] = lines
            self.visit(lines)

    # ---- declarations ---------------------------------------------------------------

    def head(self, decl: nodes.ActionDecl) -> None:
        """The lines of a head, and what shared ones are given, where their lines begin."""
        shared = dict(decl.shared)
        for at, line in enumerate(decl.head):
            if at in shared:
                self.visit(shared[at].args)
            self.visit(line)

    def scenario_lines(self, decl: nodes.ScenarioDecl) -> None:
        """The lines of a scenario, all of which see the same names."""
        for _, value in decl.options:
            self.visit(value)
        for step in decl.steps:
            if isinstance(step, nodes.Given):
                for statement in step.body:
                    self.visit(statement)
            else:
                self.visit(step)


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    """The fields in which names may stand, in their order."""
    return tuple(
        part.name
        for part in kind.__attrs_attrs__
        if not part.name.endswith("span") and part.name not in _NO_NAMES
    )


_NO_NAMES = frozenset("cites labels reason name text op params returns".split())

_CALLED: dict[type[nodes.Node], type[sym.Symbol] | tuple[type[sym.Symbol], ...]] = {
    nodes.Call: (sym.FunctionSymbol, sym.AmountSymbol),
    nodes.Can: sym.ActionSymbol,
    nodes.MenuAction: sym.ActionSymbol,
    nodes.After: sym.RuleSymbol,
    nodes.Do: sym.RuleSymbol,
    nodes.Start: sym.RuleSymbol,
    nodes.Raise: sym.EventSymbol,
    nodes.Cancelled: sym.EventSymbol,
    nodes.Exchange: sym.SubstitutionSymbol,
}

_WAYS: dict[type[nodes.Node], Callable[[Names, Any], None]] = {
    nodes.Name: Names.name,
    nodes.It: Names.candidate,
    nodes.Attribute: Names.attribute,
    nodes.Index: Names.index,
    nodes.Offered: Names.offered,
    nodes.IsType: Names.kind,
    nodes.Cases: Names.cases,
    **dict.fromkeys(_CALLED, Names.named),
    **dict.fromkeys(
        (nodes.Quantified, nodes.Every, nodes.Standings, nodes.LongestRun, nodes.Runs),
        Names.binding,
    ),
    **dict.fromkeys((nodes.ListFor, nodes.SetFor, nodes.Fold), Names.comprehension),
    nodes.Stepping: Names.stepping,
    nodes.Let: Names.let,
    nodes.LetDone: Names.let_done,
    nodes.Anybody: Names.anybody,
    nodes.Assign: Names.assign,
    nodes.ForEach: Names.for_each,
    nodes.RepeatUntil: Names.repeat,
    nodes.Rank: Names.rank,
    nodes.Teams: Names.teams,
    nodes.Choose: Names.choose,
}
"""What is done with a node otherwise than to go through its parts."""
