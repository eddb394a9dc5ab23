"""Where names stand: which symbol is declared or used at each place of some files."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from attrs import define, field, frozen

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import lines_of

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Occurrence:
    """A name at a place, and what it stands for there."""

    span: Span
    symbol: sym.Symbol
    declares: bool = False


@define
class Occurrences:
    """All names of a world, by place and by symbol."""

    world: World | None
    texts: Mapping[str, str]
    _lines: dict[str, list[str]] = field(factory=dict, init=False)
    _at: dict[tuple[str, int], dict[int, Occurrence]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        if self.world is None:
            return
        for symbol in _symbols(self.world):
            if symbol.span is not None:
                self._add(symbol.span, symbol)
        refs = self.world.refs
        for decl in (*self.world.file.declarations, *self.world.derived):
            for node in (decl, *decl.inside):
                referent = refs.get(id(node))
                if referent is not None:
                    self._add_symbol(node, referent)
            for node in each(decl, *_NAMED):
                for named, text in _named(node):
                    declared = self.world.names.get(text)
                    if declared is not None:
                        self._add(named, declared)
            for node in each(decl, *_SPECIAL):
                self._special(self.world, node)

    def at(self, path: str, line: int, column: int) -> Occurrence | None:
        """The name at a place, or just before it."""
        for result in self._at.get((path, line), {}).values():
            if result.span.column <= column <= result.span.end_column:
                return result
        return None

    def of(self, symbol: sym.Symbol) -> list[Occurrence]:
        """Every place of a symbol, in order."""
        result = [
            one
            for line in self._at.values()
            for one in line.values()
            if one.symbol is symbol or _is_same(one.symbol, symbol)
        ]
        return sorted(result, key=lambda one: one.span)

    def in_line(self, path: str, line: int) -> Mapping[int, Occurrence]:
        """The names in a line by their columns."""
        return self._at.get((path, line), {})

    def _row(self, path: str, line: int) -> str:
        if path not in self._lines:
            self._lines[path] = lines_of(self.texts.get(path, ""))
        rows = self._lines[path]
        return rows[line - 1] if 0 < line <= len(rows) else ""

    def _add(self, span: Span, symbol: sym.Symbol) -> bool:
        """Note a name, if it is what stands there."""
        row = self._row(span.path, span.line)
        end = span.column + len(symbol.name)
        if row[span.column - 1 : end - 1] != symbol.name:
            return False
        if f"a{row[end - 1 : end]}".isidentifier() and len(row) >= end:
            return False  # it only begins so: what is handed on by name stands nowhere
        at = symbol.span
        declares = (
            at is not None
            and (at.line, at.column) == (span.line, span.column)
            and at.path == span.path
        )
        there = self._at.setdefault((span.path, span.line), {})
        if span.column not in there or declares:
            place = Span(span.path, span.line, span.column, span.line, end)
            there[span.column] = Occurrence(place, symbol, declares)
        return True

    def _add_symbol(self, node: nodes.Node, symbol: sym.Symbol) -> None:
        """A node that stands for a symbol: its name, or the node is the name."""
        inner: Any = node.of if isinstance(node, nodes.Index) else node
        kind: Any = type(inner)
        place = inner.name_span if _has_name(kind) else None
        if place is None or not self._add(place, symbol):
            self._add(inner.span, symbol)

    def _special(self, world: World, node: nodes.Node) -> None:
        """Names that stand for something by the place that they stand at."""
        match node:
            case nodes.HandlerDecl():
                handler = next((h for h in world.handlers if h.decl is node), None)
                self._params(node.params or (), handler.params if handler else ())
            case nodes.AdjustDecl():
                adjust = next((a for a in world.adjustments if a.decl is node), None)
                self._params(node.params or (), adjust.params if adjust else ())
            case (
                nodes.ScenarioChoice(choice=choice)
                | nodes.ExpectRefused(choice=choice)
                | nodes.ExpectOffered(choice=choice)
            ):
                self._spoken(world, node.span, (choice,))
            case nodes.ExpectOnly(choices=choices):
                self._spoken(world, node.span, choices)
            case _:
                pass

    def _params(
        self, named: tuple[nodes.Named, ...], symbols: tuple[sym.LocalSymbol, ...]
    ) -> None:
        for name, symbol in zip(named, symbols, strict=False):
            self._add(name.span, symbol)

    def _spoken(self, world: World, span: Span, choices: tuple[str, ...]) -> None:
        """The names in what a player says: the action, what it chooses, and values."""
        actions = {choice.split(maxsplit=1)[0] for choice in choices if choice.strip()}
        for line in range(span.line, span.end_line + 1):
            row = self._row(span.path, line)
            for word in _WORD.finditer(row):
                place = Span(span.path, line, word.start() + 1, line, word.end() + 1)
                declared = world.names.get(word[0])
                if word[0] in actions and isinstance(declared, sym.ActionSymbol):
                    self._add(place, declared)
                    continue
                for name in actions:
                    action = world.names.get(name)
                    chosen = (
                        action.chosen if isinstance(action, sym.ActionSymbol) else ()
                    )
                    for symbol in chosen:
                        if symbol.name == word[0] and row[word.end() :][:1] == "=":
                            self._add(place, symbol)
                values = world.values.get(word[0], ())
                if len(values) == 1:
                    self._add(place, values[0])


@cache
def _has_name(kind: Any) -> bool:
    return any(part.name == "name_span" for part in kind.__attrs_attrs__)


def _is_same(one: sym.Symbol, other: sym.Symbol) -> bool:
    """Whether both were made of the same declaration, by different checks."""
    return one.span is not None and one.span == other.span and one.name == other.name


def _symbols(world: World) -> Iterator[sym.Symbol]:
    """Everything that a world declares but the locals that its refs give."""
    yield from world.names.values()
    for values in world.values.values():
        yield from values
    yield from world.variables
    for component in world.each(sym.ComponentSymbol):
        yield from component.fields.values()
    for symbol in world.names.values():
        yield from getattr(symbol, "params", ())
        yield from getattr(symbol, "chosen", ())


def _named(node: nodes.Node) -> Iterator[tuple[Span, str]]:
    """The names of declared things in a node that no ref stands for."""
    match node:
        case nodes.TypeNode(name=str(name), name_span=Span() as span):
            yield span, name
        case nodes.Key(name=str(name), name_span=Span() as span):
            yield span, name
        case nodes.HandlerDecl():
            yield node.event_span, node.event
        case nodes.AdjustDecl():
            yield node.amount_span, node.amount
        case nodes.EnumCase():
            yield node.name_span, node.name
        case nodes.Named():
            yield node.span, node.text
        case _:
            pass


_NAMED: tuple[type[nodes.Node], ...] = (
    nodes.TypeNode,
    nodes.Key,
    nodes.HandlerDecl,
    nodes.AdjustDecl,
    nodes.EnumCase,
    nodes.Named,
)
"""Nodes that name something declared, though no ref stands for it."""

_SPECIAL: tuple[type[nodes.Node], ...] = (
    nodes.HandlerDecl,
    nodes.AdjustDecl,
    nodes.ScenarioChoice,
    nodes.ExpectRefused,
    nodes.ExpectOffered,
    nodes.ExpectOnly,
)
"""Nodes in which names stand that are no nodes."""
