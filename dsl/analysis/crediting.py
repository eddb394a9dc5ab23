"""For what a line gives points: the card, tile or value that it is carried out for.

A line that adds to a ledger is carried out for what a loop around it goes through, for what
its rule is given, or for a `let` or a choice that the number itself names: the innermost of
these that is a component, or else a value of an enum. Whoever sees the points is told for
what they are; so there is such a name only where nothing that decides it is hidden from
anybody, and nobody learns more than the number and what lies open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import Factory, define, fields, frozen

from rulesrun.dsl.analysis.information_flow import Sight
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

_BOUND = (nodes.ForEach, nodes.Let, nodes.LetDone, nodes.Choose)
_LEAVING = (nodes.Next, nodes.Stop, nodes.Return)


@frozen(eq=False)
class _Line:
    """A statement: what decides whether it is reached, and the names that hold there.

    `near` are those that need not stand in the statement itself to be meant.
    """

    node: nodes.Node
    tests: tuple[nodes.Node, ...]
    names: tuple[sym.LocalSymbol, ...]
    near: frozenset[sym.LocalSymbol]


@define(eq=False)
class Credits:
    """Gives the name for what a line gives points."""

    world: World
    sight: Sight
    _lines: dict[int, _Line] = Factory(dict)
    _calls: dict[sym.Symbol, list[_Line]] = Factory(dict)
    _params: dict[sym.Symbol, tuple[sym.Symbol, int]] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        for declaration in self.world.file.declarations:
            symbols = tuple(self._parameters(declaration))
            leaving = tuple(_ways_out(declaration))
            for line in self._inside(declaration, leaving, symbols, frozenset(symbols)):
                self._lines[id(line.node)] = line
                symbol = self.world.refs.get(id(line.node))
                if symbol is not None:
                    self._calls.setdefault(symbol, []).append(line)

    def of(self, node: nodes.Assign) -> sym.LocalSymbol | None:
        """The name for what a line gives points; none where there is none, or it may
        depend on what is hidden.
        """
        line = self._lines.get(id(node))
        if line is None:
            return None
        used = {self.world.refs.get(id(part)) for part in walk(node)}
        candidates = [name for name in line.names if name in line.near or name in used]
        for kind in (t.ComponentType, t.EnumType):
            for name in reversed(candidates):
                if isinstance(t.without_none(name.type), kind):
                    return name if self._is_open(line, name, set()) else None
        return None

    def _is_open(
        self, line: _Line, name: sym.LocalSymbol, seen: set[sym.Symbol]
    ) -> bool:
        """Whether all know what a line does for what a name stands for, and when."""
        if self.sight.tells(name) or not self.sight.all_know((*line.tests, line.node)):
            return False
        if name not in self._params or name in seen:
            return True
        seen.add(name)
        symbol, at = self._params[name]
        if isinstance(symbol, sym.ActionSymbol):
            return False
        for call in self._calls.get(symbol, ()):
            argument = getattr(call.node, "args", ())[at : at + 1]
            outer = self.world.refs.get(id(argument[0])) if argument else None
            if not self.sight.all_know(call.tests):
                return False
            if isinstance(outer, sym.LocalSymbol) and not self._is_open(
                call, outer, seen
            ):
                return False
        return True

    def _parameters(self, declaration: nodes.Node) -> Iterator[sym.LocalSymbol]:
        """What a rule, an action or a handler is given."""
        for symbol in self.world.names.values():
            parts = (symbol, *getattr(symbol, "handlers", ()))
            for part in parts:
                if getattr(part, "decl", None) is declaration:
                    for at, param in enumerate(getattr(part, "params", ())):
                        self._params[param] = symbol, at
                        yield param

    def _inside(
        self,
        node: nodes.Node,
        tests: tuple[nodes.Node, ...],
        names: tuple[sym.LocalSymbol, ...],
        near: frozenset[sym.LocalSymbol],
    ) -> Iterator[_Line]:
        bound: Any = getattr(node, "each", None) or getattr(node, "binder", None)
        for part in (node, bound):
            symbol = self.world.refs.get(id(part)) if part is not None else None
            if isinstance(symbol, sym.LocalSymbol) and isinstance(
                part, (nodes.Binder, *_BOUND)
            ):
                names = (*names, symbol)
                if isinstance(part, nodes.Binder):
                    near = near | {symbol}
        inner = tuple(p for p in _parts(node) if isinstance(p, nodes.Statement))
        if inner or isinstance(node, nodes.Declaration):
            others = (p for p in _parts(node) if not isinstance(p, nodes.Statement))
            tests = (*tests, *others)
        for part in inner:
            yield _Line(part, tests, names, near)
            yield from self._inside(part, tests, names, near)
            symbol = self.world.refs.get(id(part))
            if isinstance(part, _BOUND) and isinstance(symbol, sym.LocalSymbol):
                names = (*names, symbol)


def _parts(node: nodes.Node) -> Iterator[nodes.Node]:
    """The nodes directly inside of a node, also of the tuples that it holds."""
    kind: Any = type(node)
    for field in fields(kind):
        yield from _flat(getattr(node, field.name))


def _flat(value: object) -> Iterator[nodes.Node]:
    if isinstance(value, nodes.Node):
        yield value
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from _flat(part)


def _ways_out(declaration: nodes.Node) -> Iterator[nodes.Node]:
    """What decides whether the lines of a declaration leave a loop, or the whole."""
    for node in walk(declaration):
        if isinstance(node, nodes.Statement):
            inner = [p for p in _parts(node) if isinstance(p, nodes.Statement)]
            if any(isinstance(p, _LEAVING) for part in inner for p in walk(part)):
                yield from (p for p in _parts(node) if p not in inner)
