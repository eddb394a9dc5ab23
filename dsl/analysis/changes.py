"""What a block of the rules does to the state, with all that it carries out."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from attrs import Factory, define

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def only_gained(world: World, variable: sym.VariableSymbol, block: nodes.Block) -> bool:
    """Whether a block, with all it carries out, only adds to a variable."""
    added: set[int] = set()
    for node in _everything(world, block):
        if isinstance(node, nodes.Assign) and node.op in ("+=", "-="):
            added.add(id(node.target))
        if world.refs.get(id(node)) is variable and id(node) not in added:
            return False
    return True


def changed_by(
    world: World, block: nodes.Block
) -> frozenset[sym.VariableSymbol] | None:
    """The variables that a block, with all it carries out, can change.

    None where more than variables and stocks may change. What is only added to counts
    as changed, too.
    """
    variable_symbols: set[sym.VariableSymbol] = set()
    for node in _everything(world, block):
        match node:
            case nodes.Assign(target=target):
                zones = [target]
            case nodes.MovePieces(source=source, to=to):
                zones = [source, to.zone]
            case nodes.Leaves():
                if world.left is not None:
                    variable_symbols.add(world.left)
                continue
            case (
                nodes.Move()
                | nodes.Draw()
                | nodes.Shuffle()
                | nodes.Turn()
                | nodes.Phase()
                | nodes.Rank()
                | nodes.EndGame()
                | nodes.Wins()
            ):
                return None
            case _:
                continue
        for zone in zones:
            symbol = world.refs.get(id(zone))
            if isinstance(symbol, sym.VariableSymbol):
                variable_symbols.add(symbol)
    return frozenset(variable_symbols)


WRITES = (
    nodes.Assign,
    nodes.MovePieces,
    nodes.Move,
    nodes.Draw,
    nodes.Shuffle,
    nodes.Leaves,
)
CARRIES = (nodes.Do, nodes.Raise, nodes.MenuAction)

Variables = frozenset[sym.VariableSymbol]
Known = dict[sym.Symbol, Variables | None]
Part = nodes.Node | tuple[nodes.Node, ...]
Find = Callable[[Iterable[Part]], Variables | None]


class About(Protocol):
    """Something that is said of expressions."""

    @property
    def trees(self) -> tuple[nodes.Expr, ...]:
        """Those that it is about."""

    def __hash__(self) -> int: ...


@define(eq=False)
class Effects:
    """What blocks may change and conditions ask, found once for each rule."""

    world: World
    _changed: Known = Factory(dict)
    _asked: Known = Factory(dict)
    _facts: dict[About, Variables | None] = Factory(dict)
    _holders: dict[frozenset[str], Variables] = Factory(dict)

    def changed(self, block: Iterable[Part]) -> Variables | None:
        """The variables and zones that a block may change, with all it carries out.

        None where it is not known which. Components may come from every zone that holds
        their kind.
        """
        variable_symbols: set[sym.VariableSymbol] = set()
        for node in each(tuple(block), *WRITES, *CARRIES):
            if isinstance(node, CARRIES):
                symbol = self.world.refs.get(id(node))
                zones = self._within(symbol, self._changed, self.changed)
            else:
                zones = self._written(node)
            if zones is None:
                return None
            variable_symbols |= zones
        return frozenset(variable_symbols)

    def asked_of(self, fact: About) -> Variables | None:
        """What a fact is about, worked out once."""
        if fact not in self._facts:
            self._facts[fact] = self.variables_in(fact.trees)
        return self._facts[fact]

    def variables_in(self, trees: Iterable[Part]) -> Variables | None:
        """The variables and zones that expressions look at, with what they work out.

        None where it is not known which. Names count, not what they were found to stand
        for: these may be trees that are written nowhere.
        """
        variable_symbols: set[sym.VariableSymbol] = set()
        for node in walk(tuple(trees)):
            looked = self._looked(node)
            if looked is None:
                return None
            variable_symbols |= looked
        return frozenset(variable_symbols)

    def look_into(self, symbol: sym.Symbol) -> None:
        """Find out what a function or an amount looks at."""
        if isinstance(symbol, sym.FunctionSymbol | sym.AmountSymbol):
            self._within(symbol, self._asked, self.variables_in)

    def _within(
        self, symbol: sym.Symbol | None, memo: Known, find: Find
    ) -> Variables | None:
        if symbol is None:
            return None
        if symbol not in memo:
            memo[symbol] = None  # until it is known: for one that uses itself
            memo[symbol] = find(_inside(symbol))
        return memo[symbol]

    def _written(self, node: nodes.Node) -> Variables | None:
        """What one statement writes to."""
        match node:
            case nodes.Assign(target=target):
                return self._targets(target)
            case nodes.MovePieces(source=source, to=to):
                return self._targets(source, to.zone)
            case nodes.Move(what=moved, to=to) | nodes.Draw(source=moved, to=to):
                if isinstance(self.world.refs.get(id(moved)), sym.VariableSymbol):
                    whole = self._targets(moved, to.zone)  # out of one zone alone
                    if whole is not None and self._is_zone(moved):
                        return whole
                return self._holding(self._type(moved))
            case nodes.Shuffle(zone=zone):
                return self._targets(zone)
            case nodes.Leaves():
                return self._who_is_in
            case _:
                return None

    @property
    def _who_is_in(self) -> Variables:
        """What says who is still in the game."""
        return frozenset(() if self.world.left is None else (self.world.left,))

    def _is_zone(self, of: nodes.Expr) -> bool:
        kind = self.world.types.get(id(of))
        return isinstance(kind, t.ZoneType) and kind.kind != "space"

    def _type(self, of: nodes.Expr) -> t.Type:
        symbol = self.world.refs.get(id(of))
        if isinstance(symbol, sym.LocalSymbol):
            return symbol.type
        return self.world.types.get(id(of), t.UNKNOWN)

    def _targets(self, *targets: nodes.Expr) -> Variables | None:
        variable_symbols: set[sym.VariableSymbol] = set()
        for target in targets:
            symbol = self.world.refs.get(id(target))
            if isinstance(symbol, sym.VariableSymbol):
                variable_symbols.add(symbol)
            elif not isinstance(target, nodes.Name) or target.text in self.world.names:
                return None  # but for a local
        return frozenset(variable_symbols)

    def _holding(self, moved: t.Type) -> Variables | None:
        """The zones that may hold what is moved."""
        kinds = _kinds(moved)
        if not kinds:
            return None
        if kinds not in self._holders:
            self._holders[kinds] = frozenset(
                variable
                for variable in self.world.variables
                if not kinds.isdisjoint(_kinds(variable.type))
            )
        return self._holders[kinds]

    def _looked(self, node: nodes.Node) -> Variables | None:
        """What one part of an expression looks at."""
        match node:
            case nodes.Name(text=text):
                symbol = self.world.names.get(text)
                if isinstance(symbol, sym.VariableSymbol):
                    return frozenset({symbol})
                asks_more = isinstance(symbol, sym.FunctionSymbol | sym.AmountSymbol)
                unknown = asks_more or text in ("box", "winners")
                if unknown:
                    return None
                return self._who_is_in if text == "players" else frozenset()
            case nodes.Attribute(name=name):
                if any(field.by is not None for field in self._fields(name)):
                    return None
                members = self.world.members.values()
                looked = frozenset(m[name] for m in members if name in m)
                return looked | self._who_is_in if name in ("left", "right") else looked
            case nodes.Call(name=name):
                symbol = self.world.names.get(name)
                if isinstance(symbol, sym.FunctionSymbol | sym.AmountSymbol):
                    return self._within(symbol, self._asked, self.variables_in)
                function = FUNCTIONS.get(name)
                pure = symbol is None and function is not None and function.pure
                if not pure:
                    return None
                round_ = name in ("clockwise", "others")
                return self._who_is_in if round_ else frozenset()
            case nodes.Can() | nodes.Offered() | nodes.After() | nodes.Cancelled():
                return None
            case _:
                return frozenset()

    def _fields(self, name: str) -> Iterator[sym.FieldSymbol]:
        for kind in self.world.each(sym.ComponentSymbol):
            if name in kind.fields:
                yield kind.fields[name]


def _kinds(kind: t.Type) -> frozenset[str]:
    """The components and pieces that something of a type is, or holds."""
    match kind:
        case t.ComponentType(names):
            return frozenset(names)
        case t.PieceType(name):
            return frozenset({name})
        case (
            t.ZoneType(_, item)
            | t.GridType(_, item)
            | t.ListType(item)
            | t.SetType(item)
            | t.OptionalType(item)
        ):
            return _kinds(item)
        case _:
            return frozenset()


def _everything(world: World, block: nodes.Block) -> Iterator[nodes.Node]:
    """All that stands in a block and in what it carries out or works out."""
    seen: set[sym.Symbol] = set()
    pending: list[object] = [block]
    while pending:
        for node in walk(pending.pop()):
            yield node
            symbol = world.refs.get(id(node))
            if symbol is not None and symbol not in seen:
                seen.add(symbol)
                pending += _inside(symbol)


def _inside(symbol: sym.Symbol) -> list[Part]:
    match symbol:
        case sym.RuleSymbol() | sym.FunctionSymbol():
            return [symbol.decl.body]
        case sym.ActionSymbol():
            return [symbol.decl.head, symbol.decl.body]
        case sym.EventSymbol():
            return [handler.decl for handler in symbol.handlers]
        case sym.AmountSymbol():
            return [symbol.decl, *(a.decl for a in symbol.adjustments)]
        case _:
            return []
