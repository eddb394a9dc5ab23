"""The values in a condition that fails: which numbers, cards and places it spoke of.

`sum(cards.value) >= market[slot].cost` fails because `sum(cards.value)` is 7 and
`market[slot].cost` is 9. A condition that calls a function of one expression is looked
at from the inside, too. What a player may not know is left out.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.quoting import quoted
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import FunctionSymbol, LocalSymbol, VariableSymbol
from rulesrun.dsl.value_types import (
    PLAYER,
    BoolType,
    ComponentType,
    GridType,
    IntType,
    ListType,
    OptionalType,
    PieceType,
    SetType,
    Type,
    UnknownType,
    ZoneType,
)
from rulesrun.interpreter.expressions import Env, Expressions
from rulesrun.interpreter.generate import Module
from rulesrun.interpreter.heads import Reason
from rulesrun.interpreter.layout import ACTOR
from rulesrun.interpreter.secrecy import has_secrets, is_hidden

_GAP = re.compile(r" {3,}(?=@)")
"""Citations stand at the end of a line, in a column of their own."""

MOST = 6
"""More values than that explain nothing any more."""

DEEP = 3
"""How far functions that call functions are looked into."""


@frozen
class Part:
    """A piece of a condition as it is written, and its value."""

    text: str
    type: Type
    value: Any


def lines_at(program: Program, span: Span) -> tuple[str, ...]:
    """The lines of the rules that a place covers, without what aligns them."""
    folder = posixpath.dirname(program.path)
    for name, text in program.texts.items():
        full = posixpath.normpath(posixpath.join(folder, name))
        if span.path in (name, full):
            lines = text.splitlines()[span.line - 1 : span.end_line]
            return tuple(_GAP.sub("  ", line.strip()) for line in lines)
    return ()


def text_at(program: Program, span: Span) -> str:
    """The words of the rules at a place, on one line."""
    folder = posixpath.dirname(program.path)
    for name, text in program.texts.items():
        full = posixpath.normpath(posixpath.join(folder, name))
        if span.path not in (name, full):
            continue
        lines = text.splitlines()[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(line.partition("  #")[0].split()) for line in lines)
    return ""


@define(eq=False)
class Reckoning:
    """Evaluates pieces of the rules with the values that a head had when it failed.

    Where it does not tell all, it is silent about what the actor cannot know.
    """

    module: Module
    names: dict[str, Any]
    expressions: Expressions
    tells_all: bool = False
    parts: list[Part] = Factory(list)
    _counter: int = 0

    @classmethod
    def begin(cls, module: Module, found: Mapping[str, Any]) -> Reckoning:
        """With the local values that the function of a head had."""
        return cls(module, {**module.names, **found}, Expressions(module.layout))

    def value(self, node: nodes.Expr, env: Env) -> Any:
        """What an expression is worth there."""
        return self.worth(self.expressions.code(node, env))

    def worth(self, code: str) -> Any:
        """What a piece of generated code is worth there."""
        names = self.names | self.expressions.tables
        exec(self.expressions.loops.source.text(), names)  # the text is our own
        return eval(code, names)

    # ---- the parts of a condition ---------------------------------------------------

    def explain(self, reason: Reason) -> tuple[Part, ...]:
        """The values that the condition behind a reason spoke of."""
        with contextlib.suppress(Exception):  # nothing explained must stop a game
            self._explain(reason)
        return tuple(self.parts[:MOST])

    def because(self, test: nodes.Expr, env: Env) -> tuple[Part, ...]:
        """The values for which a condition does not hold."""
        with contextlib.suppress(Exception):  # nothing explained must stop a test
            self._parts(test, env, False, 0)
        return tuple(self.parts[:MOST])

    def _explain(self, reason: Reason) -> None:
        if reason.counted is not None and reason.chosen is not None:
            text = f"size({reason.chosen})"
            self.parts.append(Part(text, IntType(), self.worth(reason.counted)))
            assert reason.test is not None
            self._show(reason.test, reason.env)
            return
        if reason.test is None:
            return
        env = reason.env
        if reason.each is not None:
            symbol = next((s for s in env if env[s] == "it"), None)
            for member in self.worth(reason.each):
                self.names["it"] = member
                if not self.value(reason.test, env):
                    if symbol is not None:
                        self.parts.append(Part("it", symbol.type, member))
                    break
        self._parts(reason.test, env, False, 0)

    def _parts(self, node: nodes.Expr, env: Env, wanted: bool, depth: int) -> None:
        """Collect why a condition came out as it did, `wanted` or not."""
        match node:
            case nodes.Not(of=of):
                self._parts(of, env, not wanted, depth)
            case nodes.And(left=left, right=right) | nodes.Or(left=left, right=right):
                both = isinstance(node, nodes.Or) != wanted
                for side in (left, right):
                    if bool(self.value(side, env)) == wanted:
                        self._parts(side, env, wanted, depth)
                        if not both:
                            return
            case nodes.Compare(left=left, right=right):
                self._show(left, env)
                self._show(right, env)
            case nodes.Member(item=item, of=of):
                self._show(item, env)
                self._show(of, env)
            case nodes.IsNone(of=of) | nodes.IsEmpty(of=of) | nodes.IsType(of=of):
                self._show(of, env)
            case nodes.Every(binder=binder, holds=holds):
                self._member(binder, holds, env, False, depth)
            case nodes.Quantified(kind="no", binder=binder) if not wanted:
                self._member(binder, binder.where, env, True, depth)
            case nodes.Quantified(kind="some", binder=binder) if wanted:
                self._member(binder, binder.where, env, True, depth)
            case nodes.Quantified(binder=binder):
                self._show(binder.of, env)
            case nodes.Call() if self._body(node) is not None and depth < DEEP:
                self._inside(node, env, wanted, depth)
            case _:
                self._show(node, env)

    def _member(
        self,
        binder: nodes.Binder,
        test: nodes.Expr | None,
        env: Env,
        wanted: bool,
        depth: int,
    ) -> None:
        """The first member of a collection that settles the matter, and why it does."""
        symbol = self.module.layout.world.refs[id(binder)]
        assert isinstance(symbol, LocalSymbol)
        name = self._fresh(None)
        inner = {**env, symbol: name}
        for member in self.worth(f"list({self.expressions.values(binder.of, env)})"):
            self.names[name] = member
            if binder.where is not None and not self.value(binder.where, inner):
                continue
            if test is not None and bool(self.value(test, inner)) != wanted:
                continue
            if not self._hidden(binder.of, env):
                self.parts.append(Part(binder.name, symbol.type, member))
            if test is not None:
                self._parts(test, inner, wanted, depth)
            return
        self._show(binder.of, env)

    def _body(self, node: nodes.Call) -> tuple[FunctionSymbol, nodes.Expr] | None:
        """The function that is called, if it is one expression."""
        symbol = self.module.layout.world.refs.get(id(node))
        if not isinstance(symbol, FunctionSymbol) or symbol.decl.of_enum:
            return None
        match symbol.decl.body:
            case (nodes.Return(value=value),) if value is not None:
                return symbol, value
        return None

    def _inside(self, node: nodes.Call, env: Env, wanted: bool, depth: int) -> None:
        found = self._body(node)
        assert found is not None
        symbol, value = found
        inner: Env = {}
        for arg, param in zip(node.args, symbol.params, strict=True):
            code = self.expressions.argument(arg, param, env)
            inner[param] = self._fresh(self.worth(code))
        self._parts(value, inner, wanted, depth + 1)

    def _fresh(self, value: Any) -> str:
        self._counter += 1
        name = f"RECKONED_{self._counter}"
        self.names[name] = value
        return name

    # ---- one value ------------------------------------------------------------------

    def _show(self, node: nodes.Expr, env: Env) -> None:
        plain = nodes.Int | nodes.Bool | nodes.NoneValue | nodes.Text | nodes.PlayerAt
        if isinstance(node, plain) or self._hidden(node, env):
            return
        kind = self.expressions.type_of(node)
        text = text_at(self.module.layout.program, node.span) or quoted(node)
        value = self.value(node, env)
        if isinstance(kind, UnknownType | GridType) or text == _word(kind, value):
            return
        if isinstance(kind, ZoneType):
            kind = _held(kind)
        part = Part(text, kind, value)
        if part.text not in [p.text for p in self.parts]:
            self.parts.append(part)

    def _hidden(self, node: nodes.Expr, env: Env) -> bool:
        """Whether an expression may tell what the player who chooses cannot know."""
        if self.tells_all:
            return False
        world = self.module.layout.world
        seen: set[int] = set()
        pending: list[tuple[nodes.Node, bool]] = [(node, True)]
        while pending:
            tree, outside = pending.pop()
            told = {id(part) for n in walk(tree) for part in _counted(n)}
            told |= {
                id(n.of)  # the family; the one that is meant is looked at instead
                for n in walk(tree)
                if isinstance(n, nodes.Index) and id(n) in world.refs
            }
            for part in walk(tree):
                symbol = world.refs.get(id(part))
                if isinstance(symbol, FunctionSymbol) and id(symbol) not in seen:
                    seen.add(id(symbol))
                    pending += [(s, False) for s in symbol.decl.body]
                    continue
                if not isinstance(symbol, VariableSymbol) or id(part) in told:
                    continue
                assert isinstance(part, nodes.Name | nodes.Attribute | nodes.Index)
                if self._secret(symbol, part, env if outside else None):
                    return True
        return False

    def _secret(
        self, symbol: VariableSymbol, node: nodes.Expr, env: Env | None
    ) -> bool:
        if env is None or not has_secrets(symbol):
            return has_secrets(symbol)
        try:
            place = self.expressions.place_of(node, env)
            family = self.module.layout.families[symbol]
            indexes = family.indexes(int(self.worth(place[1] if place else "")))
        except Exception:
            return True  # it hangs on a name bound further inside
        return is_hidden(symbol, indexes, self.names["S"][ACTOR])


def _counted(node: nodes.Node) -> Iterator[nodes.Node]:
    """What only the number of is asked for, which everybody knows."""
    if isinstance(node, nodes.IsEmpty):
        yield node.of
    if isinstance(node, nodes.Call) and node.name == "size":
        yield from node.args


def _held(kind: ZoneType) -> Type:
    """The type of what is in a zone, as a value that has a name."""
    if isinstance(kind.item, PieceType):
        return OptionalType(PLAYER) if kind.kind == "space" else IntType()
    assert isinstance(kind.item, ComponentType)
    if kind.kind == "space":
        return OptionalType(kind.item)
    ordered = kind.kind in ("deck", "pile", "row")
    return ListType(kind.item) if ordered else SetType(kind.item)


def _word(kind: Type, value: Any) -> str:
    """A truth as it is written, which tells nobody anything."""
    return str(value).lower() if isinstance(kind, BoolType) else ""
