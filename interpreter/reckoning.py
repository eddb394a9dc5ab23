"""The values in a condition that fails: which numbers, cards and places it spoke of.

`sum(cards.value) >= market[slot].cost` fails because `sum(cards.value)` is 7 and
`market[slot].cost` is 9. A condition that calls a function of one expression is looked
at from the inside, too. What a player may not know is left out.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
from collections.abc import Mapping
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program
from rulesrun.dsl.quoting import quoted
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import FunctionSymbol, LocalSymbol
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
from rulesrun.interpreter.layout import ACTOR, DECISION, FRAMES
from rulesrun.interpreter.machine import Machine
from rulesrun.interpreter.secrecy import Secrecy
from rulesrun.interpreter.support import Unforeseeable
from rulesrun.interpreter.veils import VEIL, Veil, VeiledZone

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

    What hangs on anything hidden raises Unforeseeable where it `begins` for the player
    who chooses; that is left out.
    """

    module: Module
    names: dict[str, Any]
    expressions: Expressions
    parts: list[Part] = Factory(list)
    _counter: int = 0

    @classmethod
    def begin(cls, machine: Machine, found: Mapping[str, Any], env: Env) -> Reckoning:
        """With the local values that the function of a head had, as the actor knows them.

        The `env` says how the rules call them.
        """
        module, secrecy = machine.module, machine.secrecy
        state = found["S"]
        veiled = secrecy.veiled(state, state[ACTOR], state[FRAMES])
        names = {**module.names, **found, "S": veiled}
        if veiled[FRAMES]:
            names["L"] = list(veiled[FRAMES][-1][2])
        reckoning = cls(module, names, Expressions(module.layout))
        known = secrecy.sight.choosing(module.decisions[state[DECISION]].node)
        for symbol, place in env.items():
            if symbol not in known:
                reckoning._veil(secrecy, symbol, place, env)
        return reckoning

    def _veil(
        self, secrecy: Secrecy, symbol: LocalSymbol, place: str, env: Env
    ) -> None:
        """Take a local value out if it may have been worked out from something hidden."""
        if symbol in secrecy.sight.handed.chosen:
            return  # chosen by the actor, or by others and then told, or veiled already
        if place.startswith("L["):
            if secrecy.sight.tells(symbol):
                self.names["L"][int(place[2:-1])] = VEIL
            return
        sources = secrecy.sight.handed.sources(symbol)
        if place in self.names and any(call is not None for _, call in sources):
            if secrecy.sight.tells(symbol):
                self.names[place] = VEIL
            return
        for value, _ in sources:  # a `let` of the same head
            try:
                self.names[place] = self.value(value, env)
            except Unforeseeable:
                self.names[place] = VEIL

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
                holds = self._holds(reason.test, env)
                if holds is None:
                    break
                if not holds:
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
                    if self._holds(side, env) == wanted:
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
        try:
            members = self.worth(f"list({self.expressions.values(binder.of, env)})")
        except Unforeseeable:
            return
        for member in members:
            self.names[name] = member
            holds = [True if binder.where is None else self._holds(binder.where, inner)]
            holds.append(wanted if test is None else self._holds(test, inner))
            if None in holds:
                return  # which one it is would tell something hidden
            if holds != [True, wanted]:
                continue
            self.parts.append(Part(binder.name, symbol.type, member))
            if test is not None:
                self._parts(test, inner, wanted, depth)
            return
        self._show(binder.of, env)

    def _holds(self, test: nodes.Expr, env: Env) -> bool | None:
        """Whether a condition holds; none if that cannot be known."""
        try:
            return bool(self.value(test, env))
        except Unforeseeable:
            return None

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
            try:
                inner[param] = self._fresh(self.worth(code))
            except Unforeseeable:
                inner[param] = self._fresh(VEIL)
        self._parts(value, inner, wanted, depth + 1)

    def _fresh(self, value: Any) -> str:
        self._counter += 1
        name = f"RECKONED_{self._counter}"
        self.names[name] = value
        return name

    # ---- one value ------------------------------------------------------------------

    def _show(self, node: nodes.Expr, env: Env) -> None:
        plain = nodes.Int | nodes.Bool | nodes.NoneValue | nodes.Text | nodes.PlayerAt
        if isinstance(node, plain):
            return
        kind = self.expressions.type_of(node)
        text = text_at(self.module.layout.program, node.span) or quoted(node)
        try:
            value = self.value(node, env)
        except Unforeseeable:
            return
        if isinstance(value, Veil | VeiledZone):
            return
        if isinstance(kind, UnknownType | GridType) or text == _word(kind, value):
            return
        if isinstance(kind, ZoneType):
            kind = _held(kind)
        part = Part(text, kind, value)
        if part.text not in [p.text for p in self.parts]:
            self.parts.append(part)


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
