"""What a condition proves about collections: that they hold something, and what."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import attrs
from attrs import frozen

from rulesrun.dsl.analysis.lower_bounds import is_bundle, kind_of, lowest
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import (
    FunctionSymbol,
    LocalSymbol,
)
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

Tests = frozenset[nodes.Expr]


@frozen(cache_hash=True)
class Fact:
    """At least so many members of a collection satisfy all the tests (of `it`)."""

    of: nodes.Expr
    tests: Tests = frozenset()
    least: int = 1

    @property
    def trees(self) -> tuple[nodes.Expr, ...]:
        """What it is about."""
        return (self.of, *self.tests)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it mentions."""
        return frozenset(names_in(self.trees))


Facts = frozenset[Fact]
NOTHING: Facts = frozenset()
FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


# ---- expressions -------------------------------------------------------------


def replaced(tree: nodes.Expr, names: Mapping[str, nodes.Expr]) -> nodes.Expr:
    """The expression with other expressions in place of some of its names."""
    return _replaced(tree, names)  # type: ignore[return-value]


IT = "it"
"""What the candidate of a choice is called among names that are replaced."""


def _replaced(tree: object, names: Mapping[str, nodes.Expr]) -> object:
    match tree:
        case nodes.Name(text=text):
            return names.get(text, tree)
        case nodes.It():
            return names.get(IT, tree)
        case nodes.Node():
            changes: dict[str, object] = {}
            kind: Any = type(tree)
            for name in nodes.parts_of(kind):
                part = getattr(tree, name)
                other = _replaced(part, names)
                if other is not part:
                    changes[name] = other
            # what is as it was stays the same node: more is known of it
            return attrs.evolve(tree, **changes) if changes else tree  # type: ignore[arg-type]
        case tuple():
            parts = tuple(_replaced(part, names) for part in tree)
            same = all(a is b for a, b in zip(parts, tree, strict=True))
            return tree if same else parts
        case _:
            return tree


def conjuncts(test: nodes.Expr | None, name: str | None = None) -> Tests:
    """The parts of a condition that are joined by `and`, the name being `it`."""
    if test is None:
        return frozenset()
    if isinstance(test, nodes.And):
        return conjuncts(test.left, name) | conjuncts(test.right, name)
    if name is None:
        return frozenset({test})
    return frozenset({replaced(test, {name: nodes.It(span=test.span)})})


def negated(test: nodes.Expr) -> nodes.Expr:
    """The condition that holds where this one does not."""
    match test:
        case nodes.Not(of=of):
            return of
        case nodes.IsNone() | nodes.IsEmpty() | nodes.IsType() | nodes.Member():
            return attrs.evolve(test, negated=not test.negated)
        case nodes.Compare(op=op):
            return attrs.evolve(test, op=OPPOSITE[op])
        case nodes.Quantified(kind="some" | "no" as kind):
            return attrs.evolve(test, kind="no" if kind == "some" else "some")
        case _:
            return nodes.Not(span=test.span, of=test)


# ---- what a condition proves -------------------------------------------------


def proved(world: World, test: nodes.Expr, holds: bool = True) -> Facts:
    """What is known to hold something where the test holds (or where it does not)."""
    match test:
        case nodes.Not(of=of):
            return proved(world, of, not holds)
        case nodes.And(left=left, right=right):
            a, b = proved(world, left, holds), proved(world, right, holds)
            return a | b if holds else a & b
        case nodes.Or(left=left, right=right):
            a, b = proved(world, left, holds), proved(world, right, holds)
            return a & b | {Fact(test)} if holds else a | b
        case nodes.IsEmpty(of=of, negated=no):
            return frozenset({Fact(of) if no == holds else so(test, holds)})
        case nodes.Member(item=item, of=of, negated=no) if no != holds:
            result = {Fact(of), so(test, holds)}
            if is_bundle(world, of):  # there are some of that kind
                amount = nodes.Index(span=of.span, of=of, keys=(item,))
                result.add(no_less(amount, nodes.Int(span=of.span, value=1)))
            return frozenset(result)
        case nodes.IsNone(negated=no) if no == holds:
            return frozenset({so(test, holds)})
        case nodes.Quantified(kind="some" | "no" as kind) if (kind == "some") == holds:
            return _some(test.binder, 1)
        case nodes.Every(binder=binder, holds=every) if not holds:
            other = conjuncts(negated(every), binder.name)
            tests = conjuncts(binder.where, binder.name) | other
            return frozenset({Fact(binder.of, tests)})
        case nodes.Can() if holds:
            return frozenset({Fact(test)})
        case nodes.Compare(op=op, left=left, right=right):
            op = op if holds else OPPOSITE[op]
            facts = _counted(world, op, left, right)
            facts |= _counted(world, FLIPPED[op], right, left)
            facts |= _above(world, op, left, right)
            facts |= _above(world, FLIPPED[op], right, left)
            facts |= _not_at_the_end(world, op, left, right)
            facts |= _not_at_the_end(world, op, right, left)
            facts |= _not_none(world, op, left, right)
            facts |= _not_none(world, op, right, left)
            return facts | _no_less(world, op, left, right)
        case nodes.Call():
            inner = inside(world, test)
            return NOTHING if inner is None else proved(world, inner, holds)
        case _:
            return NOTHING


def _above(world: World, op: str, one: nodes.Expr, number: nodes.Expr) -> Facts:
    """What is known where something is greater than a number that is fixed."""
    n = constant_int(world, number)
    if n is None or op != ">":
        return NOTHING
    return frozenset({no_less(one, nodes.Int(span=number.span, value=n + 1))})


def _not_at_the_end(
    world: World, op: str, one: nodes.Expr, number: nodes.Expr
) -> Facts:
    """What is known where a number is not the least, or the greatest, that it can be."""
    n = constant_int(world, number) if op == "!=" else None
    if n is None:
        return NOTHING
    if lowest(world, one) == n:
        return frozenset({no_less(one, nodes.Int(span=number.span, value=n + 1))})
    kind = kind_of(world, one)
    if isinstance(kind, t.IntType) and kind.high == n:
        return frozenset({no_less(nodes.Int(span=number.span, value=n - 1), one)})
    return NOTHING


NONE_OR_NUMBER = (t.OptionalType, t.NoneType, t.UnknownType, t.IntType)


def _not_none(world: World, op: str, one: nodes.Expr, other: nodes.Expr) -> Facts:
    """What is known where something is equal to what is never none."""
    kind = world.types.get(id(other))
    if op != "==" or kind is None or isinstance(kind, NONE_OR_NUMBER):
        return NOTHING
    if not isinstance(one, nodes.Name | nodes.Attribute | nodes.Index):
        return NOTHING
    own = kind_of(world, one)
    if own is not None and not isinstance(own, t.OptionalType | t.ZoneType):
        return NOTHING
    return frozenset({so(nodes.IsNone(span=one.span, of=one, negated=True))})


def so(test: nodes.Expr, holds: bool = True) -> Fact:
    """That a condition holds, or does not: as the one that holds."""
    return Fact(test if holds else negated(test))


def within(item: nodes.Expr, of: nodes.Expr) -> nodes.Member:
    """That something is in a collection."""
    return nodes.Member(span=item.span, item=item, of=of, negated=False)


def learned(world: World, facts: Facts, more: Facts) -> Facts:
    """All of both, and what follows of `A or B` where one of them is known not to hold."""
    result = facts | more
    for fact in result:
        if isinstance(fact.of, nodes.Or):
            for one, other in (
                (fact.of.left, fact.of.right),
                (fact.of.right, fact.of.left),
            ):
                if Fact(negated(one)) in result:
                    result |= proved(world, other)
    return result


_LOCALS: "WeakKeyDictionary[World, frozenset[str]]" = WeakKeyDictionary()


def names_of_locals(world: World) -> frozenset[str]:
    """What the locals of a world are called."""
    if world not in _LOCALS:
        symbols = world.refs.values()
        _LOCALS[world] = frozenset(
            symbol.name for symbol in symbols if isinstance(symbol, LocalSymbol)
        )
    return _LOCALS[world]


def inside(world: World, call: nodes.Call) -> nodes.Expr | None:
    """What a function of a single value says of what it is given, as far as that is safe.

    It is not where a name could mean something else here than in the function: one that it
    binds itself, or a value of an enum like which some local is called.
    """
    function = world.refs.get(id(call)) or world.names.get(call.name)
    if not isinstance(function, FunctionSymbol):
        return None
    params = [param.name for param in function.params]
    match function.decl.body:
        case (nodes.Return(value=value),) if value is not None:
            pass
        case _:
            return None
    if len(params) != len(call.args):
        return None
    bound = {n.name for n in walk(value) if isinstance(n, nodes.Binder)}
    values = (names_in((value,)) - set(params) - bound) & world.values.keys()
    if bound & names_in(call.args):
        return None
    if values and not values.isdisjoint(names_of_locals(world)):
        return None
    return replaced(value, dict(zip(params, call.args, strict=True)))


def _no_less(world: World, op: str, left: nodes.Expr, right: nodes.Expr) -> Facts:
    """What a comparison says of two numbers, as `a >= b`, whichever way it is written."""
    if op == "==":
        kind = world.types.get(id(left)) or world.types.get(id(right))
        if kind is not None and not (
            isinstance(kind, t.IntType | t.ZoneType) or t.bundle_of(kind) is not None
        ):
            return NOTHING
    sides = {
        ">": [(left, right)],
        ">=": [(left, right)],
        "<": [(right, left)],
        "<=": [(right, left)],
        "==": [(left, right), (right, left)],
    }
    result = frozenset(no_less(a, b) for a, b in sides.get(op, ()))
    for held, least in sides.get(op, ()):
        if isinstance(least, nodes.BundleOf):  # so many of each kind
            for key, amount in least.pairs:
                one = nodes.Index(span=held.span, of=held, keys=(key,))
                result |= {no_less(one, amount)}
    if op not in "<>":
        return result
    more, less = sides[op][0]
    next_one = nodes.Int(span=less.span, value=1)
    next_ = nodes.Arithmetic(span=less.span, op="+", left=less, right=next_one)
    return result | {no_less(more, next_)}


def no_less(one: nodes.Expr, other: nodes.Expr) -> Fact:
    """That a number is not less than another."""
    return Fact(nodes.Compare(span=one.span, op=">=", left=one, right=other))


def _some(binder: nodes.Binder, least: int) -> Facts:
    return frozenset({Fact(binder.of, conjuncts(binder.where, binder.name), least)})


def _counted(world: World, op: str, count: nodes.Expr, number: nodes.Expr) -> Facts:
    """What is known where a count is compared with a number."""
    n = lowest(world, number)
    if n is None:
        return NOTHING
    least = {">": n + 1, ">=": n, "==": n}.get(op, 0)
    if op == "!=" and constant_int(world, number) == 0:
        least = 1
    if least < 1:
        return NOTHING
    match count:
        case nodes.Call(name="size", args=(of,)):
            return frozenset({Fact(of, frozenset(), least)})
        case nodes.Quantified(kind="count", binder=binder):
            return _some(binder, least)
        case _:
            return NOTHING


def names_in(trees: Iterable[nodes.Expr]) -> set[str]:
    """The names that some expressions mention."""
    result = walk(tuple(trees))
    return {node.text for node in result if isinstance(node, nodes.Name)}
