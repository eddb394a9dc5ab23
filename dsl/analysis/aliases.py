"""What is handed on: which names and variables are given the values of which others."""

from collections.abc import Iterator

from attrs import Factory, define

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


@define(eq=False)
class Handed:
    """For names and variables, what they are given.

    Symbols that are given each other's values as they are belong together: they have the
    same `root`.

    Attributes:
        given: The expressions whose value a symbol is given.
        members: The collection that a name stands for a member of, or for several.
        chosen: The names that are chosen.
        counted: The symbols that are also added to.
    """

    world: World
    given: dict[sym.Symbol, list[nodes.Expr]] = Factory(dict)
    chosen: set[sym.Symbol] = Factory(set)
    members: dict[sym.Symbol, nodes.Expr] = Factory(dict)
    counted: set[sym.Symbol] = Factory(set)
    _parents: dict[sym.Symbol, sym.Symbol] = Factory(dict)
    _sources: dict[sym.Symbol, list[tuple[nodes.Expr, nodes.Node | None]]] = Factory(
        dict
    )

    def __attrs_post_init__(self) -> None:
        for symbol, value, call in self._bindings():
            self.given.setdefault(symbol, []).append(value)
            self._sources.setdefault(symbol, []).append((value, call))
            source = self.world.refs.get(id(value))
            if isinstance(source, sym.LocalSymbol | sym.VariableSymbol):
                self._join(symbol, source)
        for event in self.world.each(sym.EventSymbol):
            for handler in event.handlers:
                for own, param in zip(handler.params, event.params, strict=False):
                    self._join(own, param)

    def sources(self, symbol: sym.Symbol) -> list[tuple[nodes.Expr, nodes.Node | None]]:
        """What a symbol is given, for a parameter with the line that carries it out."""
        return self._sources.get(symbol, [])

    def root(self, symbol: sym.Symbol) -> sym.Symbol:
        """The symbol that stands for all that belong together with this one."""
        while symbol in self._parents:
            symbol = self._parents[symbol]
        return symbol

    def _join(self, a: sym.Symbol, b: sym.Symbol) -> None:
        a, b = self.root(a), self.root(b)
        if a is not b:
            self._parents[a] = b

    def _bindings(self) -> Iterator[tuple[sym.Symbol, nodes.Expr, nodes.Node | None]]:
        refs = self.world.refs
        for node in each(
            (*self.world.file.declarations, *self.world.derived),
            nodes.Let,
            nodes.LetDone,
            nodes.Assign,
            nodes.Choose,
            nodes.Binder,
            nodes.Anybody,
            nodes.Do,
            nodes.Raise,
            nodes.MenuAction,
            nodes.Call,
        ):
            symbol = refs.get(id(node))
            match node:
                case nodes.Let(value=value) if symbol is not None:
                    yield symbol, value, None
                case nodes.LetDone(rule=done) if symbol is not None:
                    for value in returned(refs.get(id(done))):
                        yield symbol, value, node
                case nodes.Assign(target=target, value=value, op=op):
                    changed = refs.get(id(target))
                    if changed is None:
                        continue
                    if op == "=":
                        yield changed, value, None
                    else:
                        self.counted.add(changed)
                case nodes.Anybody(binder=binder) if symbol is not None:
                    self.members[symbol] = binder.of
                case nodes.Choose(of=of) | nodes.Binder(of=of) if symbol is not None:
                    self.members[symbol] = of
                    if isinstance(node, nodes.Choose):
                        self.chosen.add(symbol)
                case (
                    nodes.Do(args=args)
                    | nodes.Raise(args=args)
                    | nodes.MenuAction(args=args)
                    | nodes.Call(args=args)
                ) if isinstance(symbol, _WITH_PARAMS):
                    for param, arg in zip(symbol.params, args, strict=False):
                        yield param, arg, node
                case _:
                    pass

    def secret_names(self) -> dict[sym.LocalSymbol, nodes.Choose | nodes.Menu]:
        """The names that hold what is chosen in secret, with the decision."""
        result: dict[sym.LocalSymbol, nodes.Choose | nodes.Menu] = {}
        for node in each(self.world.file.declarations, nodes.Choose, nodes.Menu):
            match node:
                case nodes.Choose(secret=True):
                    symbol = self.world.refs.get(id(node))
                    if isinstance(symbol, sym.LocalSymbol):
                        result[symbol] = node
                case nodes.Menu(secret=True, items=items):
                    for item in items:
                        action = self.world.refs.get(id(item))
                        if isinstance(action, sym.ActionSymbol):
                            result.update(dict.fromkeys(action.chosen, node))
                case _:
                    pass
        return result


def returned(symbol: sym.Symbol | None) -> list[nodes.Expr]:
    """The values that a rule gives."""
    if not isinstance(symbol, sym.RuleSymbol):
        return []
    result = each(symbol.decl.body, nodes.Return)
    return [node.value for node in result if node.value is not None]


_WITH_PARAMS = (
    sym.RuleSymbol,
    sym.EventSymbol,
    sym.ActionSymbol,
    sym.FunctionSymbol,
    sym.AmountSymbol,
)
