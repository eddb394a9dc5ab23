"""Core expressions put together, worked out beforehand where everything is known."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from attrs import evolve, fields

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.context import TOO_LARGE, item_type
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import CoreNode, used_locals
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax.vocabulary import LARGEST

N = TypeVar("N", bound=CoreNode)


def truth(value: bool, span: Span) -> core.Const:
    """True or false."""
    return core.Const(value, type=t.BOOL, span=span)


def number(value: int, span: Span) -> core.Const:
    """A number."""
    return core.Const(value, type=t.INT, span=span)


def negation(of: core.Expr, span: Span) -> core.Expr:
    """`not P`."""
    if isinstance(of, core.Const):
        return truth(not of.value, span)
    if isinstance(of, core.Not):
        return of.of
    return core.Not(of, type=t.BOOL, span=span)


def both(left: core.Expr, right: core.Expr, span: Span) -> core.Expr:
    """`P and Q`."""
    if isinstance(left, core.Const):
        return right if left.value else truth(False, span)
    if isinstance(right, core.Const) and right.value:
        return left
    return core.And(left, right, type=t.BOOL, span=span)


def either(left: core.Expr, right: core.Expr, span: Span) -> core.Expr:
    """`P or Q`."""
    if isinstance(left, core.Const):
        return truth(True, span) if left.value else right
    if isinstance(right, core.Const) and not right.value:
        return left
    return core.Or(left, right, type=t.BOOL, span=span)


def conditional(
    test: core.Expr, then: core.Expr, otherwise: core.Expr, kind: t.Type, span: Span
) -> core.Expr:
    """`a if P else b`."""
    if isinstance(test, core.Const):
        return then if test.value else otherwise
    return core.If(test, then, otherwise, type=kind, span=span)


def is_none(of: core.Expr, span: Span) -> core.Expr:
    """`x is none`."""
    if isinstance(of, core.Const):
        return truth(of.value is None, span)
    return core.IsNone(of, type=t.BOOL, span=span)


def compare(op: str, left: core.Expr, right: core.Expr, span: Span) -> core.Expr:
    """`a == b` and the like, of values of one type."""
    if isinstance(left, core.Const) and isinstance(right, core.Const):
        a, b = left.value, right.value
        if op in ("==", "!="):
            return truth((a == b) == (op == "=="), span)
        if isinstance(a, int) and isinstance(b, int):
            return truth({"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op], span)
    if op in ("==", "!="):
        for one, other in ((left, right), (right, left)):
            if isinstance(one, core.Const) and one.value is None:
                test = is_none(other, span)
                return test if op == "==" else negation(test, span)
    return core.Compare(op, left, right, type=t.BOOL, span=span)


def negative(of: core.Expr, span: Span) -> core.Expr:
    """`-a`."""
    if isinstance(of, core.Const) and isinstance(of.value, int):
        return number(-of.value, span)
    return core.Negative(of, type=t.INT, span=span)


def arithmetic(
    op: str, left: core.Expr, right: core.Expr, kind: t.Type, span: Span
) -> core.Expr:
    """`a + b` and the like."""
    if isinstance(left, core.Const) and isinstance(right, core.Const):
        a, b = left.value, right.value
        if isinstance(a, int) and isinstance(b, int) and (b or op in ("+", "-", "*")):
            value = _worth(op, a, b)
            if abs(value) > LARGEST:
                return core.Fail(TOO_LARGE, type=t.INT, span=span)
            return number(value, span)
    return core.Binary(op, left, right, type=kind, span=span)


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


def fitted(of: core.Expr, wanted: t.Type) -> core.Expr:
    """A value as one of the type that is wanted, where that is another collection."""
    result, kind = of.type, t.without_none(wanted)
    if (
        isinstance(of, core.Const)
        and of.value is None
        and isinstance(result, t.NoneType)
    ):
        return evolve(of, type=wanted)
    if isinstance(of, core.Make) and not of.items and result != kind:
        match kind:
            case t.BundleType():
                return core.MakeBundle((), type=kind, span=of.span)
            case t.GridType():
                return core.MakeGrid((), type=kind, span=of.span)
            case t.ListType() | t.SetType():
                return evolve(of, type=kind)
    match result, kind:
        case (t.SetType(), t.SetType()) | (t.ListType(), t.ListType()):
            return of
        case ((t.SetType() | t.BundleType() | t.GridType()), t.ListType()):
            return core.Convert(of, type=t.ListType(item_type(result)), span=of.span)
        case t.ListType(item), t.SetType():
            if isinstance(of, core.Fold) and of.kind == "list":
                return evolve(of, kind="set", type=t.SetType(item))
            return core.Convert(of, type=t.SetType(item), span=of.span)
    return of


def as_list(of: core.Expr) -> core.Expr:
    """A collection as a list."""
    return fitted(of, t.ListType(item_type(of.type)))


def over(
    kind: str, of: core.Expr, each: Local, result: t.Type, span: Span
) -> core.Expr:
    """A fold over the items of one collection, made together with the collection."""
    if isinstance(of, core.Fold) and of.kind == "list":
        return core.Fold(kind, of.clauses, of.item, type=result, span=span)
    item = core.Get(each, type=item_type(of.type), span=of.span)
    return core.Fold(kind, (core.For(each, of),), item, type=result, span=span)


def over_one(clause: core.Given, number: core.Expr) -> core.Expr:
    """A number that looks at a value by its name."""
    return core.Fold("sum", (clause,), number, type=t.INT, span=number.span)


def anything(of: core.Expr, span: Span) -> core.Expr:
    """Whether there is anything in a collection."""
    if isinstance(of, core.Fold) and of.kind == "list":
        return some(of.clauses, truth(True, span), span)
    return negation(nothing(of, span), span)


def nothing(of: core.Expr, span: Span) -> core.Expr:
    """Whether there is nothing in a collection."""
    if isinstance(of, core.Fold) and of.kind == "list":
        return negation(some(of.clauses, truth(True, span), span), span)
    if isinstance(of, core.Range) and isinstance(of.low, core.Const):
        if isinstance(of.high, core.Const):
            low, high = of.low.value, of.high.value
            assert isinstance(low, int)
            assert isinstance(high, int)
            return truth(high < low, span)
    return core.Empty(of, type=t.BOOL, span=span)


def some(clauses: Sequence[core.Clause], item: core.Expr, span: Span) -> core.Expr:
    """Whether something holds for any way through the clauses."""
    return core.Fold("any", tuple(clauses), item, type=t.BOOL, span=span)


def over_some(of: core.Expr, each: Local, test: core.Expr, span: Span) -> core.Expr:
    """Whether a test holds for any item of a collection."""
    return some((core.For(each, of),), test, span)


def optional(kind: t.Type) -> t.Type:
    """The type, or none."""
    return (
        kind if isinstance(kind, t.OptionalType | t.NoneType) else t.OptionalType(kind)
    )


# ---- values put in -------------------------------------------------------------


def settled(tree: N, values: Mapping[Local, core.Expr]) -> N:
    """A tree with expressions in place of some locals, worked out where it is known."""
    return _settled(tree, values)  # type: ignore[return-value]


def _settled(tree: object, values: Mapping[Local, core.Expr]) -> object:
    if isinstance(tree, tuple):
        return tuple(_settled(part, values) for part in tree)
    if isinstance(tree, core.Get):
        return values.get(tree.local, tree)
    if not isinstance(tree, CoreNode) or used_locals(tree).isdisjoint(values):
        return tree
    changes = {
        part.name: _settled(getattr(tree, part.name), values)
        for part in fields(type(tree))
        if part.name not in ("type", "span")
    }
    match evolve(tree, **changes):
        case core.Compare(op=op, left=left, right=right, span=span):
            return compare(op, left, right, span)
        case core.And(left=left, right=right, span=span):
            return both(left, right, span)
        case core.Or(left=left, right=right, span=span):
            return either(left, right, span)
        case core.Not(of=of, span=span):
            return negation(of, span)
        case core.If(test=test, then=then, otherwise=otherwise, span=span):
            return conditional(test, then, otherwise, then.type, span)
        case rebuilt:
            return rebuilt
