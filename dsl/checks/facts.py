"""What a condition proves about collections: that they hold something, and what."""

from collections.abc import Iterable, Mapping

import attrs
from attrs import frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.narrowing import walk

Tests = frozenset[nodes.Expr]


@frozen
class Fact:
    """At least so many members of a collection satisfy all the tests (of `it`)."""

    of: nodes.Expr
    tests: Tests = frozenset()
    least: int = 1


Facts = frozenset[Fact]
NOTHING: Facts = frozenset()
FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


# ---- expressions -------------------------------------------------------------


def replaced(tree: nodes.Expr, names: Mapping[str, nodes.Expr]) -> nodes.Expr:
    """The expression with other expressions in place of some of its names."""
    return _replaced(tree, names)  # type: ignore[return-value]


def _replaced(tree: object, names: Mapping[str, nodes.Expr]) -> object:
    match tree:
        case nodes.Name(text=text):
            return names.get(text, tree)
        case nodes.Node():
            changes = {
                a.name: _replaced(getattr(tree, a.name), names)
                for a in tree.__attrs_attrs__
                if a.name != "span"
            }
            return attrs.evolve(tree, **changes)  # type: ignore[arg-type]
        case tuple():
            return tuple(_replaced(part, names) for part in tree)
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


def proved(test: nodes.Expr, holds: bool = True) -> Facts:
    """What is known to hold something where the test holds (or where it does not)."""
    match test:
        case nodes.Not(of=of):
            return proved(of, not holds)
        case nodes.And(left=left, right=right):
            a, b = proved(left, holds), proved(right, holds)
            return a | b if holds else a & b
        case nodes.Or(left=left, right=right):
            a, b = proved(left, holds), proved(right, holds)
            return a & b | {Fact(test)} if holds else a | b
        case nodes.IsEmpty(of=of, negated=no) if no == holds:
            return frozenset({Fact(of)})
        case nodes.Member(of=of, negated=no) if no != holds:
            return frozenset({Fact(of)})
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
            return _counted(op, left, right) | _counted(FLIPPED[op], right, left)
        case _:
            return NOTHING


def _some(binder: nodes.Binder, least: int) -> Facts:
    return frozenset({Fact(binder.of, conjuncts(binder.where, binder.name), least)})


def _counted(op: str, count: nodes.Expr, number: nodes.Expr) -> Facts:
    """What is known where a count is compared with a number."""
    if not isinstance(number, nodes.Int):
        return NOTHING
    n = number.value
    least = {">": n + 1, ">=": n, "==": n, "!=": 1 if n == 0 else 0}.get(op, 0)
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
    found = walk(tuple(trees))
    return {node.text for node in found if isinstance(node, nodes.Name)}
