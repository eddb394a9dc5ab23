"""Between which numbers an expression lies, whatever happens in the game.

Only what is held to its range in play counts: variables and fields, names that run
through a range, sizes. The ranges of parameters and results are promises and no proof;
what is handed over and given back is looked at instead.
"""

from collections.abc import Callable

from attrs import define, field

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.intervals import (
    ANY,
    Bounds,
    absolute,
    any_of,
    declared,
    extreme,
    negative,
    product,
    quotient,
    remainder,
    total,
)
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

Taker = (
    sym.RuleSymbol
    | sym.FunctionSymbol
    | sym.ActionSymbol
    | sym.EventSymbol
    | sym.AmountSymbol
)

_GIVING = (
    nodes.Assign,
    nodes.Binder,
    nodes.Choose,
    nodes.Let,
    nodes.Call,
    nodes.Can,
    nodes.After,
    nodes.Do,
    nodes.Raise,
    nodes.Start,
    nodes.MenuAction,
    nodes.SharedHead,
    nodes.Exchange,
)
"""What gives values to names."""

DEEPEST = 30


@define(eq=False)
class Ranges:
    """Knows the bounds of the expressions of a world.

    Of a name, `values` are all that it is ever given, `domains` what it runs through;
    the names that are counted up are in neither. `changed` are those that are ever given
    another value.
    """

    world: World
    domains: dict[sym.LocalSymbol, list[nodes.Expr]] = field(init=False)
    values: dict[sym.LocalSymbol, list[nodes.Expr]] = field(init=False)
    changed: set[sym.Symbol] = field(factory=set, init=False)
    _known: dict[sym.Symbol, Bounds] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.domains, self.values = {}, {}
        unclear: set[sym.Symbol] = set()
        file = self.world.file.declarations
        own = set(map(id, file))
        turning = (f.decl for f in self.world.each(sym.FunctionSymbol))
        added = tuple(decl for decl in turning if id(decl) not in own)
        written = (file, self.world.derived, added)
        for node in each(written, *_GIVING):
            self._collect(node, unclear)
        for symbol in unclear:
            if isinstance(symbol, sym.LocalSymbol):
                self.domains.pop(symbol, None)
                self.values.pop(symbol, None)

    def _collect(self, node: nodes.Node, unclear: set[sym.Symbol]) -> None:
        symbol = self.world.refs.get(id(node))
        match node:
            case nodes.Assign(target=target, op=op, value=value):
                changed = self.world.refs.get(id(target))
                if isinstance(changed, sym.LocalSymbol):
                    self.changed.add(changed)
                    if op == "=":
                        self.values.setdefault(changed, []).append(value)
                    else:
                        unclear.add(changed)
            case nodes.Binder(of=of) if isinstance(symbol, sym.LocalSymbol):
                self.domains.setdefault(symbol, []).append(of)
            case nodes.Choose(of=of, several=False) if isinstance(
                symbol, sym.LocalSymbol
            ):
                self.domains.setdefault(symbol, []).append(of)
                candidate = self.world.candidates.get(id(node))
                if candidate is not None:
                    self.domains.setdefault(candidate, []).append(of)
            case nodes.Let(value=value) if isinstance(symbol, sym.LocalSymbol):
                self.values.setdefault(symbol, []).append(value)
            case _ if isinstance(symbol, Taker):
                args: tuple[nodes.Expr, ...] = getattr(node, "args", ())
                for param, arg in zip(symbol.params, args, strict=False):
                    self.values.setdefault(param, []).append(arg)

    def of(self, node: nodes.Expr, depth: int = 0) -> Bounds:
        """The bounds of a number."""
        number = constant_int(self.world, node)
        if number is not None:
            return number, number
        if depth > DEEPEST:
            return ANY
        below = depth + 1
        match node:
            case nodes.Name() | nodes.Attribute() | nodes.Index() | nodes.It():
                return self._named(node, below)
            case nodes.Negative(of=of):
                return negative(self.of(of, below))
            case nodes.Arithmetic():
                return self._arithmetic(node, below)
            case nodes.Division(left=left, right=right, up=up):
                return quotient(self.of(left, below), self.of(right, below), up=up)
            case nodes.Conditional(then=then, otherwise=otherwise):
                return any_of((self.of(then, below), self.of(otherwise, below)))
            case nodes.Call(name="min" | "max" as name, args=args):
                result = [self.of(arg, below) for arg in args]
                return extreme(name, result)
            case nodes.Call(name="abs", args=(of,)):
                return absolute(self.of(of, below))
            case nodes.Call(name="size", args=(of,)):
                return self._size(of)
            case nodes.Fold(name="size"):
                return 0, None
            case nodes.Call(
                name="random" | "most" | "least" | "first" | "last", args=(of,)
            ):
                return self.items(of, below)
            case nodes.Call():
                symbol = self.world.refs.get(id(node))
                return self._results(symbol, self.of, below)
            case nodes.Fold(name="most" | "least", item=item, otherwise=instead):
                each = self.of(item, below)
                return (
                    each if instead is None else any_of((each, self.of(instead, below)))
                )
            case nodes.Quantified(kind="count") | nodes.Steps():
                return 0, None
            case nodes.Quantified(kind="the" | "any", binder=binder):
                return self.items(binder.of, below)
            case _:
                return ANY

    def _size(self, of: nodes.Expr) -> Bounds:
        """The bounds of a size: the amounts of a bundle that nobody holds may be below 0."""
        kind = self.world.types.get(id(of))
        held = isinstance(self.world.refs.get(id(of)), sym.VariableSymbol)
        is_bundle = kind is not None and isinstance(t.without_none(kind), t.BundleType)
        return ANY if is_bundle and not held else (0, None)

    def items(self, node: nodes.Expr, depth: int = 0) -> Bounds:
        """The bounds of each number of a collection."""
        if depth > DEEPEST:
            return ANY
        below = depth + 1
        match node:
            case nodes.RangeOf(low=low, high=high):
                return self.of(low, below)[0], self.of(high, below)[1]
            case nodes.ListOf(items=items) | nodes.SetOf(items=items) if items:
                return any_of(self.of(item, below) for item in items)
            case nodes.Attribute():
                symbol = self.world.refs.get(id(node))
                if isinstance(symbol, sym.FieldSymbol):
                    return declared(symbol.one)
                return ANY
            case nodes.Conditional(then=then, otherwise=otherwise):
                return any_of((self.items(then, below), self.items(otherwise, below)))
            case nodes.Quantified(kind="all", binder=binder):
                return self.items(binder.of, below)
            case nodes.ListFor(item=item) | nodes.SetFor(item=item):
                return self.of(item, below)
            case nodes.Call():
                return self._results(self.world.refs.get(id(node)), self.items, below)
            case _:
                return ANY

    def _results(
        self,
        symbol: sym.Symbol | None,
        bounds: Callable[[nodes.Expr, int], Bounds],
        depth: int,
    ) -> Bounds:
        """The bounds of all that a function gives back."""
        if not isinstance(symbol, sym.FunctionSymbol):
            return ANY
        returned = [
            node.value
            for node in walk(symbol.decl.body)
            if isinstance(node, nodes.Return)
        ]
        return self._once(
            symbol,
            lambda: any_of(ANY if v is None else bounds(v, depth) for v in returned),
        )

    def _once(self, symbol: sym.Symbol, results: Callable[[], Bounds]) -> Bounds:
        """The bounds of a symbol, which are worked out once; none while they are."""
        if symbol not in self._known:
            self._known[symbol] = ANY
            self._known[symbol] = results()
        return self._known[symbol]

    def _named(self, node: nodes.Expr, depth: int) -> Bounds:
        symbol = self.world.refs.get(id(node))
        match symbol:
            case sym.LocalSymbol() as name:
                return self._once(name, lambda: self._local(name, depth))
            case sym.VariableSymbol() | sym.OptionSymbol():
                return declared(symbol.type)
            case sym.FieldSymbol():
                return declared(symbol.one)
            case sym.ConstantSymbol():
                return self.of(symbol.decl.value, depth)
            case sym.TableSymbol() if isinstance(node, nodes.Index):
                return ANY
            case _:
                return self._builtin(node)

    def is_range(self, symbol: sym.Symbol) -> bool:
        """Whether a name stands for each number of a range in turn."""
        if not isinstance(symbol, sym.LocalSymbol) or symbol in self.values:
            return False
        result = self.domains.get(symbol, [])
        return bool(result) and all(isinstance(of, nodes.RangeOf) for of in result)

    def _local(self, symbol: sym.LocalSymbol, depth: int) -> Bounds:
        """The bounds of a name: of all that it is given and runs through."""
        return any_of(
            [
                *(self.items(of, depth) for of in self.domains.get(symbol, [])),
                *(self.of(value, depth) for value in self.values.get(symbol, [])),
            ]
        )

    def _builtin(self, node: nodes.Expr) -> Bounds:
        match node:
            case nodes.Name(text="player_count"):
                game = self.world.game
                return (1, None) if game is None else game.players
            case nodes.Attribute(of=of, name="seat" | "row" | "column" as name):
                owner = t.without_none(self.world.types.get(id(of)) or t.IntType())
                if isinstance(owner, t.PlayerType) and name == "seat":
                    return 1, None  # a neutral participant has one, too
                return (0, None) if isinstance(owner, t.CellType) else ANY
            case _:
                return ANY

    def _arithmetic(self, node: nodes.Arithmetic, depth: int) -> Bounds:
        left, right = self.of(node.left, depth), self.of(node.right, depth)
        match node.op:
            case "+":
                return total(left, right)
            case "-":
                return total(left, negative(right))
            case "mod":
                return remainder(left, right)
            case "*":
                return product(left, right)
            case _:
                return ANY
