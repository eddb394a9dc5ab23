"""What a rule has named where it first asks for a choice, and from what it worked that out.

It goes the ways through a body in order, into the rules that it carries out, until each of
them has asked. Conditions are taken to come out either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from attrs import define, evolve, frozen

from rulesrun.dsl.analysis.changes import Effects
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Key = int | str | None
"""A seat, a number or a value where it is written out, else none."""

Keys = Mapping[sym.LocalSymbol, Key]

ASKS = nodes.Choose | nodes.Menu | nodes.Anybody
ENDS = nodes.EndGame | nodes.Wins | nodes.Rank
LEAVES = nodes.Stop | nodes.Next


@frozen
class Place:
    """A variable or zone, and which of those that are called so."""

    variable: sym.VariableSymbol
    keys: tuple[Key, ...] = ()

    def meets(self, other: Place) -> bool:
        """Whether both may be the same."""
        if self.variable is not other.variable:
            return False
        return len(self.keys) != len(other.keys) or not any(
            None not in (a, b) and a != b
            for a, b in zip(self.keys, other.keys, strict=True)
        )


@frozen
class Living:
    """A name that is used after a choice; `read` is what its value came from."""

    symbol: sym.LocalSymbol
    span: Span
    read: frozenset[Place]


@frozen
class Written:
    """A place that a line changes."""

    place: Place
    span: Span


Names = dict[sym.LocalSymbol, Living]


@frozen
class _After:
    """What is carried out after a line: the lines that follow, and loops round it.

    Of each loop it is known what had been named before it.
    """

    lines: tuple[nodes.Stmt, ...] = ()
    loops: tuple[tuple[frozenset[sym.LocalSymbol], nodes.Stmt], ...] = ()

    def uses(self, world: World, name: sym.LocalSymbol, line: nodes.Stmt) -> bool:
        """Whether a name is used in the line or after it."""
        loops = tuple(loop for named, loop in self.loops if name in named)
        return any(
            world.refs.get(id(node)) is name
            for node in each((line, *self.lines, *loops), nodes.Name)
        )


@define(eq=False)
class Places:
    """Which places expressions look at and lines change."""

    world: World
    effects: Effects

    def key(self, node: nodes.Expr, keys: Keys) -> Key:
        """Which seat, number or value this is, if it is written out."""
        match node:
            case nodes.PlayerAt(seat=seat):
                return seat
            case nodes.Int(value=value):
                return value
            case nodes.Name(text=text):
                symbol = self.world.refs.get(id(node))
                if isinstance(symbol, sym.LocalSymbol):
                    return keys.get(symbol)
                return None if isinstance(symbol, sym.VariableSymbol) else text
            case _:
                return None

    def read(
        self, tree: object, keys: Keys, names: Names | None = None
    ) -> Iterator[Place]:
        """What is looked at, with what functions look at, and what names came from."""
        parts: set[int] = set()
        for node in walk(tree):
            symbol = self.world.refs.get(id(node))
            match symbol:
                case sym.VariableSymbol():
                    if id(node) not in parts:
                        yield self._place(symbol, node, keys, parts)
                case sym.LocalSymbol():
                    if names is not None and symbol in names:
                        yield from names[symbol].read
                case sym.FunctionSymbol() if isinstance(node, nodes.Call):
                    arguments = {
                        param: self.key(arg, keys)
                        for param, arg in zip(symbol.params, node.args, strict=False)
                    }
                    yield from self.read(symbol.decl.body, arguments)
                case sym.FunctionSymbol():
                    yield from self.read(symbol.decl.body, {})
                case sym.AmountSymbol() if isinstance(node, nodes.Expr):
                    for variable in self.effects.variables_in((node,)) or ():
                        yield Place(variable)
                case _:
                    pass

    def written(
        self, block: nodes.Block, within: frozenset[sym.RuleSymbol] = frozenset()
    ) -> Iterator[Written]:
        """What the lines of a block change, with all they carry out.

        It stands `within` these rules, which may carry themselves out.
        """
        for node in walk(block):
            match node:
                case nodes.Assign(target=target):
                    trees: tuple[nodes.Expr, ...] = (target,)
                case nodes.Move(what=source, to=to) | nodes.Draw(source=source, to=to):
                    trees = (source, to.zone)
                case nodes.MovePieces(source=source, to=to):
                    trees = (source, to.zone)
                case nodes.Shuffle(zone=zone):
                    trees = (zone,)
                case nodes.Do():
                    rule = self.world.refs.get(id(node))
                    if isinstance(rule, sym.RuleSymbol) and rule not in within:
                        for inside in self.written(rule.decl.body, within | {rule}):
                            yield evolve(inside, span=node.span)
                    continue
                case _:
                    continue
            for place in self.read(trees, {}):
                yield Written(place, node.span)

    def _place(
        self, symbol: sym.VariableSymbol, node: nodes.Node, keys: Keys, parts: set[int]
    ) -> Place:
        """The place that a node is; the nodes inside it that stand for it, too."""
        result: list[Key] = []
        of: nodes.Node = node
        while isinstance(of, nodes.Index):
            result[:0] = [self.key(key, keys) for key in of.keys]
            of = of.of
            parts.add(id(of))
        if isinstance(of, nodes.Attribute):
            result.insert(0, self.key(of.of, keys))
        return Place(symbol, tuple(result))


@define(eq=False)
class _Ways:
    """The ways through the body of a rule; `asks` if one comes to a choice.

    It stands `within` these rules.
    """

    places: Places
    keys: dict[sym.LocalSymbol, Key]
    found: Names
    within: frozenset[sym.RuleSymbol] = frozenset()
    asks: bool = False
    returns: bool = False

    def block(self, block: nodes.Block, names: Names, after: _After) -> bool:
        """Go through a block; whether its end can be come to with nothing asked."""
        names = dict(names)
        for at, line in enumerate(block):
            following = evolve(after, lines=(*block[at + 1 :], *after.lines))
            if not self.line(line, names, following):
                return False
        return True

    def line(self, line: nodes.Stmt, names: Names, after: _After) -> bool:
        """Go through a line; whether what follows it can be come to with nothing asked."""
        match line:
            case nodes.Let(value=value):
                symbol = self.places.world.local(line)
                self._name(names, symbol, line.name_span, value)
                self.keys[symbol] = self.places.key(value, self.keys)
                return True
            case nodes.LetDone(rule=done):
                return self._carry(done, line, names, after)
            case nodes.Do() | nodes.Raise():
                return self._carry(line, line, names, after)
            case nodes.If(branches=branches, otherwise=otherwise):
                blocks = (*(body for _, body in branches), otherwise)
                ways = [self.block(body, names, after) for body in blocks]
                return any(ways)
            case nodes.ForEach(binder=binder, body=body):
                within = dict(names)
                symbol = self.places.world.local(binder)
                self._name(within, symbol, binder.span, (binder.of, binder.where))
                return self._loop(line, body, within, names, after)
            case (
                nodes.While(body=body)
                | nodes.RepeatUntil(body=body)
                | nodes.RepeatTimes(body=body)
            ):
                return self._loop(line, body, names, names, after)
            case nodes.Turn(body=body) | nodes.Phase(body=body) | nodes.Best(body=body):
                return self.block(body, names, after)
            case nodes.Return():
                self.returns = True
                return False
            case _ if isinstance(line, ASKS):
                self._ask(line, names, after)
                return False
            case _:
                return not isinstance(line, ENDS | LEAVES)

    def _loop(
        self,
        loop: nodes.Stmt,
        body: nodes.Block,
        within: Names,
        names: Names,
        after: _After,
    ) -> bool:
        loops = (*after.loops, (frozenset(names), loop))
        on = self.block(body, within, evolve(after, loops=loops))
        return on or bool(each(body, *get_args(LEAVES)))

    def _name(
        self, names: Names, symbol: sym.LocalSymbol, span: Span, value: object
    ) -> None:
        variables = frozenset(self.places.read(value, self.keys, names))
        names[symbol] = Living(symbol, span, variables)

    def _ask(self, line: nodes.Stmt, names: Names, after: _After) -> None:
        self.asks = True
        for symbol, name in names.items():
            if name.read and after.uses(self.places.world, symbol, line):
                self.found[symbol] = name

    def _carry(
        self,
        call: nodes.Do | nodes.Raise,
        line: nodes.Stmt,
        names: Names,
        after: _After,
    ) -> bool:
        """Go through what a line carries out, and keep what is used behind it."""
        carried = self.places.world.refs.get(id(call))
        if isinstance(carried, sym.RuleSymbol) and carried in self.within:
            ways = _Ways(self.places, {}, {})
            ways.asks = bool(each(carried.decl.body, *get_args(ASKS)))
            ways.returns = True
        elif isinstance(carried, sym.RuleSymbol):
            ways = through(
                self.places, carried, call.args, self.keys, names, self.within
            )
            self.found |= ways.found
        elif isinstance(carried, sym.EventSymbol):
            ways = _Ways(self.places, {}, {})
            for handler in carried.handlers:
                ways.asks |= bool(each(handler.decl, *get_args(ASKS)))
            ways.returns = True
        else:
            return True
        if ways.asks:
            self._ask(nodes.Pass(span=line.span), names, after)
        return ways.returns


def through(
    places: Places,
    rule: sym.RuleSymbol,
    args: tuple[nodes.Expr, ...],
    keys: Keys,
    names: Names,
    within: frozenset[sym.RuleSymbol] = frozenset(),
) -> _Ways:
    """The ways through a rule; at the end `returns` says whether it may not ask."""
    ways = _Ways(places, {}, {}, within | {rule})
    own: Names = {}
    for param, arg in zip(rule.params, args, strict=False):
        ways.keys[param] = places.key(arg, keys)
        variables = frozenset(places.read(arg, keys, names))
        own[param] = Living(param, arg.span, variables)
    ways.returns |= ways.block(rule.decl.body, own, _After())
    return ways


def living_at_first(places: Places, start: nodes.Start) -> list[Living]:
    """What has been named where a rule that a scenario starts first asks for a choice.

    Only what is used after that, and was worked out from the state.
    """
    rule = places.world.refs.get(id(start))
    if not isinstance(rule, sym.RuleSymbol):
        return []
    return list(through(places, rule, start.args, {}, {}).found.values())
