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

from rulesrun.dsl.compile import Program
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import (
    And,
    Binary,
    Call,
    Compare,
    Const,
    Empty,
    Expr,
    Field,
    Fold,
    For,
    Get,
    Given,
    In,
    IsKind,
    IsNone,
    Not,
    Or,
    Prim,
    Range,
    Reached,
    Read,
    Sized,
    When,
)
from rulesrun.dsl.core.symbols import Local, Variable, Zone
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.sided import field_of
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.evaluator.objections import Objection
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.knowledge.secrecy import Secrecy
from rulesrun.interpreter.runtime.layout import ACTOR, DECISION, FRAMES, State
from rulesrun.interpreter.runtime.support import Unforeseeable
from rulesrun.interpreter.runtime.veils import VEIL, hangs_on_hidden

_GAP = re.compile(r" {3,}(?=@)")
"""Citations stand at the end of a line, in a column of their own."""

MOST = 6
"""More values than that explain nothing any more."""

DEEP = 3
"""How far functions that call functions are looked into."""


@frozen
class Part:
    """A piece of a condition as it is written, and its value.

    `labels` are those of what it reads, if that has any, and `of` what it is read of,
    such as a player, as types and values.
    """

    text: str
    type: t.Type
    value: Any
    labels: nodes.Labels = nodes.NO_LABELS
    of: tuple[tuple[t.Type, Any], ...] = ()


def lines_at(program: Program, span: Span) -> tuple[str, ...]:
    """The lines of the rules that a place covers, without what aligns them."""
    folder = posixpath.dirname(program.path)
    for name, text in program.texts.items():
        full = posixpath.normpath(posixpath.join(folder, name))
        if span.path in (name, full):
            lines = lines_of(text)[span.line - 1 : span.end_line]
            return tuple(_GAP.sub("  ", line.strip()) for line in lines)
    return ()


def text_at(program: Program, span: Span) -> str:
    """The words of the rules at a place, on one line."""
    folder = posixpath.dirname(program.path)
    for name, text in program.texts.items():
        full = posixpath.normpath(posixpath.join(folder, name))
        if span.path not in (name, full):
            continue
        lines = lines_of(text)[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(" ".join(line.partition("  #")[0].split()) for line in lines)
    return ""


@define(eq=False)
class Reckoning:
    """Collects the values that a condition spoke of, in a state.

    What depends on anything that the evaluator's state does not hold is left out.
    `phrases` are the words of what stands in no text of the program, such as a script.
    """

    program: Program
    evaluator: Evaluator
    phrases: Mapping[Span, str] = Factory(dict)
    parts: list[Part] = Factory(list)

    # ---- the parts of a condition ---------------------------------------------------

    def explain(self, objection: Objection) -> tuple[Part, ...]:
        """The values that the condition behind an objection spoke of."""
        with contextlib.suppress(Exception):  # nothing explained must stop a game
            self._explain(objection)
        return tuple(self.parts[:MOST])

    def because(self, test: Expr, local: Values) -> tuple[Part, ...]:
        """The values for which a condition does not hold."""
        with contextlib.suppress(Exception):  # nothing explained must stop a test
            self._parts(test, local, False, 0)
        return tuple(self.parts[:MOST])

    def _explain(self, objection: Objection) -> None:
        test, local = objection.test, objection.local
        if test is None:
            if objection.select is not None:
                self._show(objection.select.of, local)
            return
        if objection.counted is not None and objection.select is not None:
            text = f"size({objection.select.local.name})"
            self.parts.append(Part(text, t.INT, objection.counted))
            for bound in _prices(objection.select) or (test,):
                self._show(bound, local)
            return
        if objection.member is not None:
            self.parts.append(
                Part("it", objection.member.type, local[objection.member])
            )
        self._parts(test, local, False, 0)

    def _parts(self, node: Expr, local: Values, wanted: bool, depth: int) -> None:
        """Collect why a condition came out as it did, `wanted` or not."""
        match node:
            case Reached(of=of) | Sized(of=of):
                self._parts(of, local, wanted, depth)
            case Not(of=of):
                self._parts(of, local, not wanted, depth)
            case And(left=left, right=right) | Or(left=left, right=right):
                both = isinstance(node, Or) != wanted
                for side in (left, right):
                    if self._holds(side, local) == wanted:
                        self._parts(side, local, wanted, depth)
                        if not both:
                            return
            case Compare(left=left, right=right):
                self._show(left, local)
                self._show(right, local)
            case In(item=item, of=of):
                self._show(item, local)
                self._show(of, local)
            case Prim(name="same_face" | "same_faces" | "same_faces_in_order"):
                for side in node.args:
                    self._show(side, local)
            case Prim(name="pays" | "pays_in_part", args=(Get(local=paid), *_)):
                if node.name == "pays":  # else it is a kind of piece, and shown already
                    self.parts.append(Part(paid.name, paid.type, local[paid]))
                for price in _prices_of(node):
                    self._show(price, local)
            case IsNone(of=of) | Empty(of=of) | IsKind(of=of):
                self._show(of, local)
            case Fold(kind="any" | "all") if wanted == (node.kind == "any"):
                self._member(node, local, wanted, depth)
            case Fold(kind="any" | "all", clauses=(For(of=of), *_)):
                self._show(of, local)
            case Call() if depth < DEEP and (inner := self._inside(node)) is not None:
                params = node.routine.params
                args = [self._worth(arg, local) for arg in node.args]
                arguments = dict(zip(params, args, strict=True))
                self._parts(inner, arguments, wanted, depth + 1)
            case _:
                self._show(node, local)

    def _member(self, node: Fold, local: Values, wanted: bool, depth: int) -> None:
        """The first way through a fold that settles the matter, and why it does."""
        assert node.item is not None
        try:
            for way in self.evaluator.ways(node.clauses, local):
                if self.evaluator.truth(node.item, way) == wanted:
                    self._settled(node, way, wanted, depth)
                    return
        except Unforeseeable:
            return  # which one it is would tell something hidden
        for clause in node.clauses:
            if isinstance(clause, For):
                self._show(clause.of, local)
                return

    def _settled(self, node: Fold, way: Values, wanted: bool, depth: int) -> None:
        for clause in node.clauses:
            if isinstance(clause, For):
                name = clause.local
                self.parts.append(Part(name.name, name.type, way[name]))
        for clause in node.clauses:
            if isinstance(clause, When) and node.kind == "any":
                self._parts(clause.test, way, True, depth)
        assert node.item is not None
        if not isinstance(node.item, Const):
            self._parts(node.item, way, wanted, depth)

    def _holds(self, test: Expr, local: Values) -> bool | None:
        """Whether a condition holds; none if that cannot be known."""
        try:
            return self.evaluator.truth(test, local)
        except Unforeseeable:
            return None

    def _worth(self, node: Expr, local: Values) -> Any:
        """What an expression is worth, or what stands for that it cannot be known."""
        try:
            return self.evaluator.value(node, local)
        except Unforeseeable:
            return VEIL

    def _inside(self, node: Call) -> Expr | None:
        """The expression that a function is, if it is one."""
        core = self.evaluator.routines.core
        body = [
            line
            for line in core.routines[node.routine].body
            if not isinstance(line, stmt.Mark)
        ]
        match body:
            case [stmt.Return(value=value)]:
                return value
        return None

    # ---- one value ------------------------------------------------------------------

    def _show(self, node: Expr, local: Values) -> None:
        if isinstance(node, Range):  # its ends tell more than all that lies between
            self._show(node.low, local)
            self._show(node.high, local)
            return
        text = text_at(self.program, node.span) or self.phrases.get(node.span, "")
        if not text or (isinstance(node, Const) and _LITERAL.fullmatch(text)):
            return
        kind = _shown_type(node)
        value = self._worth(node, local)
        if isinstance(kind, t.UnknownType) or hangs_on_hidden(value):
            return
        if text == self._word(kind, value):
            return
        if text not in [part.text for part in self.parts]:
            labels, operands = self._called(node)
            of = tuple((one.type, self._worth(one, local)) for one in operands)
            is_open = not any(hangs_on_hidden(worth) for _, worth in of)
            labels = labels if is_open else nodes.NO_LABELS
            self.parts.append(Part(text, kind, value, labels, of if is_open else ()))

    def _word(self, kind: t.Type, value: Any) -> str:
        """A truth or a value of an enum as it is written, which tells nobody anything."""
        match t.without_none(kind):
            case t.BoolType():
                return str(value).lower()
            case t.EnumType(enum) if value is not None:
                return str(self.program.world.enum(enum).values[value].name)
        return ""

    def _called(self, node: Expr) -> tuple[nodes.Labels, tuple[Expr, ...]]:
        """The labels of what an expression reads, and what it is read of."""
        match node:
            case Read(variable=Variable(symbol=symbol), keys=keys) if (
                symbol is not None
            ):
                return symbol.decl.labels, keys
            case Get(local=Local(symbol=symbol)) if symbol is not None:
                return symbol.labels, ()
            case Field(of=of, name=name) if isinstance(
                kind := t.without_none(of.type), t.ComponentType
            ):
                symbols = [self.program.world.component(one) for one in kind.names]
                name = field_of(name)
                fields = [s.fields[name] for s in symbols if name in s.fields]
                return fields[0].labels if fields else nodes.NO_LABELS, (of,)
        return nodes.NO_LABELS, ()


def _prices(select: stmt.Select) -> list[Expr]:
    """What is to be paid by a choice, if it pays anything."""
    tests = (line.test for line in select.require)
    pays = (test for test in tests if isinstance(test, Prim) and test.name == "pays")
    return [price for test in pays for price in _prices_of(test)]


def _prices_of(pays: Prim) -> list[Expr]:
    """The amounts of a price that are written in the rules."""
    result, left = [], list(pays.args[1:3])
    while left:
        price = left.pop(0)
        if isinstance(price, Binary) and price.span == pays.span:
            left += [price.left, price.right]
        elif price.span != pays.span:
            result.append(price)
    return result


# ---- what the player who chooses can know ----------------------------------------------


def as_known(
    performer: Performer,
    secrecy: Secrecy,
    state: State,
    item: stmt.Item,
    values: Values,
) -> tuple[Evaluator, Values]:
    """An evaluator and locals without what the player who is asked cannot know.

    Of what the locals hold, that is left out which may have been worked out from
    something hidden. To look at what is not there raises Unforeseeable.
    """
    veiled = secrecy.veiled(state, state[ACTOR], state[FRAMES])
    evaluator = performer.evaluator(veiled)
    frame = performer.locals_of(veiled)
    aliases, sight = secrecy.sight.handed, secrecy.sight
    source = performer.core.decisions[state[DECISION]].source
    free = sight.choosing(source) | aliases.chosen
    head = item.head if item.action is None else item.action.head
    named = {line.local: line.value for line in head if isinstance(line, Given)}
    local: dict[Local, Any] = {}
    for name, value in values.items():
        # what is being chosen has no value yet where the game stands
        local[name] = value if name in item.chosen else frame.get(name, value)
        if name.symbol is None or name.symbol in free:
            continue
        if name in named:
            try:
                local[name] = evaluator.value(named[name], local)
            except Unforeseeable:
                local[name] = VEIL
        elif sight.tells(name.symbol):
            local[name] = VEIL
    return evaluator, local


_LITERAL = re.compile(r'-?[0-9]+|true|false|none|"[^"]*"|player [0-9]+')
"""What tells nobody anything: it says its value."""


def _shown_type(node: Expr) -> t.Type:
    """The type of a value that has a name: what lies without order is a set."""
    match node:
        case Read(variable=Variable(zone=Zone(has_order=False)), type=t.ListType(item)):
            return t.SetType(item)
    return node.type
