"""`runs of x in L where P`: the parts of a list in which a condition holds."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t


def runs(context: Context, each: core.For, test: core.Expr, span: Span) -> core.Expr:
    """From each place where one begins, the items as far as the condition goes on holding.

    It is looked at once for each item; the rest is counting.
    """
    one, nought = (core.Const(n, type=t.INT, span=span) for n in (1, 0))
    flag = core.If(test, one, nought, type=t.INT, span=span)
    flags = core.Fold("list", (each,), flag, type=t.ListType(t.INT), span=span)
    whole = folding.as_list(each.of)
    fresh, result = context.fresh, t.ListType(each.local.type)
    items, held = fresh("items", result), fresh("held", t.ListType(t.INT))
    first, last, at = (fresh(name, t.INT) for name in ("first", "last", "at"))

    def get(local: Local) -> core.Get:
        return core.Get(local, type=local.type, span=span)

    def holds(place: core.Expr) -> core.Expr:
        flagged = core.Index(get(held), place, type=t.INT, span=span)
        return core.Compare("==", flagged, one, type=t.BOOL, span=span)

    def span_of(low: core.Expr, high: core.Expr) -> core.Range:
        return core.Range(low, high, type=t.ListType(t.INT), span=span)

    size = core.Prim("size", (get(items),), type=t.INT, span=span)
    before = core.Binary("-", get(first), one, type=t.INT, span=span)
    begins = core.Or(
        core.Compare("==", get(first), one, type=t.BOOL, span=span),
        core.Not(holds(before), type=t.BOOL, span=span),
        type=t.BOOL,
        span=span,
    )
    goes_on = core.Fold(
        "all",
        (core.For(at, span_of(get(first), get(last))),),
        holds(get(at)),
        type=t.BOOL,
        span=span,
    )
    run = core.Fold(
        "list",
        (core.For(last, span_of(get(first), size)), core.When(goes_on)),
        core.Index(get(items), get(last), type=each.local.type, span=span),
        type=result,
        span=span,
    )
    clauses = (
        core.Given(items, whole),
        core.Given(held, flags),
        core.For(first, span_of(one, size)),
        core.When(core.And(holds(get(first)), begins, type=t.BOOL, span=span)),
    )
    return core.Fold("list", clauses, run, type=t.ListType(result), span=span)
