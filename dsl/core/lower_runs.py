"""`runs of x in L where P`: the parts of a list in which a condition holds."""

from rulesrun.dsl.core import folding
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.expressions import (
    And,
    Binary,
    Compare,
    Const,
    Expr,
    Fold,
    For,
    Get,
    Given,
    If,
    Index,
    Not,
    Or,
    Prim,
    Range,
    When,
)
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t


def runs(context: Context, each: For, test: Expr, span: Span) -> Expr:
    """From each place where one begins, the items as far as the condition goes on holding.

    It is looked at once for each item; the rest is counting.
    """
    one, nought = (Const(n, type=t.INT, span=span) for n in (1, 0))
    flag = If(test, one, nought, type=t.INT, span=span)
    flags = Fold("list", (each,), flag, type=t.ListType(t.INT), span=span)
    whole = folding.as_list(each.of)
    fresh, result = context.fresh, t.ListType(each.local.type)
    items, held = fresh("items", result), fresh("held", t.ListType(t.INT))
    first, last, at = (fresh(name, t.INT) for name in ("first", "last", "at"))

    def get(local: Local) -> Get:
        return Get(local, type=local.type, span=span)

    def holds(place: Expr) -> Expr:
        flagged = Index(get(held), place, type=t.INT, span=span)
        return Compare("==", flagged, one, type=t.BOOL, span=span)

    def span_of(low: Expr, high: Expr) -> Range:
        return Range(low, high, type=t.ListType(t.INT), span=span)

    size = Prim("size", (get(items),), type=t.INT, span=span)
    before = Binary("-", get(first), one, type=t.INT, span=span)
    begins = Or(
        Compare("==", get(first), one, type=t.BOOL, span=span),
        Not(holds(before), type=t.BOOL, span=span),
        type=t.BOOL,
        span=span,
    )
    goes_on = Fold(
        "all",
        (For(at, span_of(get(first), get(last))),),
        holds(get(at)),
        type=t.BOOL,
        span=span,
    )
    run = Fold(
        "list",
        (For(last, span_of(get(first), size)), When(goes_on)),
        Index(get(items), get(last), type=each.local.type, span=span),
        type=result,
        span=span,
    )
    clauses = (
        Given(items, whole),
        Given(held, flags),
        For(first, span_of(one, size)),
        When(And(holds(get(first)), begins, type=t.BOOL, span=span)),
    )
    return Fold("list", clauses, run, type=t.ListType(result), span=span)
