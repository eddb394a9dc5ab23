"""Core expressions put together, worked out beforehand where everything is known."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from attrs import evolve, fields

from rulesrun.dsl.core.context import TOO_LARGE, item_type
from rulesrun.dsl.core.expressions import (
    And,
    Binary,
    Clause,
    Compare,
    Const,
    Convert,
    Empty,
    Expr,
    Fail,
    Fold,
    For,
    Get,
    Given,
    If,
    IsNone,
    Make,
    MakeBundle,
    MakeGrid,
    Negative,
    Not,
    Or,
    Range,
)
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import CoreNode, used_locals
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax.vocabulary import LARGEST

N = TypeVar("N", bound=CoreNode)


def truth(value: bool, span: Span) -> Const:
    """True or false."""
    return Const(value, type=t.BOOL, span=span)


def number(value: int, span: Span) -> Const:
    """A number."""
    return Const(value, type=t.INT, span=span)


def negation(of: Expr, span: Span) -> Expr:
    """`not P`."""
    if isinstance(of, Const):
        return truth(not of.value, span)
    if isinstance(of, Not):
        return of.of
    return Not(of, type=t.BOOL, span=span)


def both(left: Expr, right: Expr, span: Span) -> Expr:
    """`P and Q`."""
    if isinstance(left, Const):
        return right if left.value else truth(False, span)
    if isinstance(right, Const) and right.value:
        return left
    return And(left, right, type=t.BOOL, span=span)


def either(left: Expr, right: Expr, span: Span) -> Expr:
    """`P or Q`."""
    if isinstance(left, Const):
        return truth(True, span) if left.value else right
    if isinstance(right, Const) and not right.value:
        return left
    return Or(left, right, type=t.BOOL, span=span)


def conditional(
    test: Expr, then: Expr, otherwise: Expr, kind: t.Type, span: Span
) -> Expr:
    """`a if P else b`."""
    if isinstance(test, Const):
        return then if test.value else otherwise
    return If(test, then, otherwise, type=kind, span=span)


def is_none(of: Expr, span: Span) -> Expr:
    """`x is none`."""
    if isinstance(of, Const):
        return truth(of.value is None, span)
    return IsNone(of, type=t.BOOL, span=span)


def compare(op: str, left: Expr, right: Expr, span: Span) -> Expr:
    """`a == b` and the like, of values of one type."""
    if isinstance(left, Const) and isinstance(right, Const):
        a, b = left.value, right.value
        if op in ("==", "!="):
            return truth((a == b) == (op == "=="), span)
        if isinstance(a, int) and isinstance(b, int):
            return truth({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op], span)
    if op in ("==", "!="):
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Const) and one.value is None:
                test = is_none(other, span)
                return test if op == "==" else negation(test, span)
    return Compare(op, left, right, type=t.BOOL, span=span)


def negative(of: Expr, span: Span) -> Expr:
    """`-a`."""
    if isinstance(of, Const) and isinstance(of.value, int):
        return number(-of.value, span)
    return Negative(of, type=t.INT, span=span)


def arithmetic(op: str, left: Expr, right: Expr, kind: t.Type, span: Span) -> Expr:
    """`a + b` and the like."""
    if isinstance(left, Const) and isinstance(right, Const):
        a, b = left.value, right.value
        if isinstance(a, int) and isinstance(b, int) and (b or op in ("+", "-", "*")):
            known = _worth(op, a, b)
            if abs(known) > LARGEST:
                return Fail(TOO_LARGE, type=t.INT, span=span)
            return number(known, span)
    return Binary(op, left, right, type=kind, span=span)


def _worth(op: str, a: int, b: int) -> int:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "mod":
            return a % b
        case "/":
            return a // b
        case _:
            return -(-a // b)


# ---- collections ---------------------------------------------------------------


def fitted(of: Expr, wanted: t.Type) -> Expr:
    """A value as one of the type that is wanted, where that is another collection."""
    result, kind = of.type, t.without_none(wanted)
    if isinstance(of, Const) and of.value is None and isinstance(result, t.NoneType):
        return evolve(of, type=wanted)
    if isinstance(of, Make) and not of.items and result != kind:
        match kind:
            case t.BundleType():
                return MakeBundle((), type=kind, span=of.span)
            case t.GridType():
                return MakeGrid((), type=kind, span=of.span)
            case t.ListType() | t.SetType():
                return evolve(of, type=kind)
    match result, kind:
        case (t.SetType(), t.SetType()) | (t.ListType(), t.ListType()):
            return of
        case ((t.SetType() | t.BundleType() | t.GridType()), t.ListType()):
            return Convert(of, type=t.ListType(item_type(result)), span=of.span)
        case t.ListType(item), t.SetType():
            if isinstance(of, Fold) and of.kind == "list":
                return evolve(of, kind="set", type=t.SetType(item))
            return Convert(of, type=t.SetType(item), span=of.span)
    return of


def as_list(of: Expr) -> Expr:
    """A collection as a list."""
    return fitted(of, t.ListType(item_type(of.type)))


def over(kind: str, of: Expr, each: Local, result: t.Type, span: Span) -> Expr:
    """A fold over the items of one collection, made together with the collection."""
    if isinstance(of, Fold) and of.kind == "list":
        return Fold(kind, of.clauses, of.item, type=result, span=span)
    item = Get(each, type=item_type(of.type), span=of.span)
    return Fold(kind, (For(each, of),), item, type=result, span=span)


def over_one(given: Given, number: Expr) -> Expr:
    """A number that looks at a value by its name."""
    return Fold("sum", (given,), number, type=t.INT, span=number.span)


def anything(of: Expr, span: Span) -> Expr:
    """Whether there is anything in a collection."""
    if isinstance(of, Fold) and of.kind == "list":
        return some(of.clauses, truth(True, span), span)
    return negation(nothing(of, span), span)


def nothing(of: Expr, span: Span) -> Expr:
    """Whether there is nothing in a collection."""
    if isinstance(of, Fold) and of.kind == "list":
        return negation(some(of.clauses, truth(True, span), span), span)
    if isinstance(of, Range) and isinstance(of.low, Const):
        if isinstance(of.high, Const):
            low, high = of.low.value, of.high.value
            assert isinstance(low, int)
            assert isinstance(high, int)
            return truth(high < low, span)
    return Empty(of, type=t.BOOL, span=span)


def some(clauses: Sequence[Clause], item: Expr, span: Span) -> Expr:
    """Whether something holds for any way through the clauses."""
    return Fold("any", tuple(clauses), item, type=t.BOOL, span=span)


def over_some(of: Expr, each: Local, test: Expr, span: Span) -> Expr:
    """Whether a test holds for any item of a collection."""
    return some((For(each, of),), test, span)


def optional(kind: t.Type) -> t.Type:
    """The type, or none."""
    return (
        kind if isinstance(kind, t.OptionalType | t.NoneType) else t.OptionalType(kind)
    )


# ---- values put in -------------------------------------------------------------


def settled(tree: N, given: Mapping[Local, Expr]) -> N:
    """A tree with expressions in place of some locals, worked out where it is known."""
    return _settled(tree, given)  # type: ignore[return-value]


def _settled(tree: object, given: Mapping[Local, Expr]) -> object:
    if isinstance(tree, tuple):
        return tuple(_settled(part, given) for part in tree)
    if isinstance(tree, Get):
        return given.get(tree.local, tree)
    if not isinstance(tree, CoreNode) or used_locals(tree).isdisjoint(given):
        return tree
    changes = {
        part.name: _settled(getattr(tree, part.name), given)
        for part in fields(type(tree))
        if part.name not in ("type", "span")
    }
    match evolve(tree, **changes):
        case Compare(op=op, left=left, right=right, span=span):
            return compare(op, left, right, span)
        case And(left=left, right=right, span=span):
            return both(left, right, span)
        case Or(left=left, right=right, span=span):
            return either(left, right, span)
        case Not(of=of, span=span):
            return negation(of, span)
        case If(test=test, then=then, otherwise=otherwise, span=span):
            return conditional(test, then, otherwise, then.type, span)
        case made:
            return made
