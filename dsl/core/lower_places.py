"""Places that statements change: where they are, and what may be kept there."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.no_ops import draws
from rulesrun.dsl.core.symbols import Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t


def settled(
    context: Context, place: stmt.Place, span: Span
) -> tuple[list[stmt.Stmt], stmt.Place]:
    """A place that is looked at and changed: keys drawn by chance are drawn before."""
    if not any(map(draws, place.keys)):
        return [], place
    before: list[stmt.Stmt] = []
    keys: list[core.Expr] = []
    for key in place.keys:
        local = context.fresh("key", key.type)
        before.append(stmt.SetLocal(local, key, span=span))
        keys.append(core.Get(local, type=key.type, span=key.span))
    return before, stmt.Place(place.variable, tuple(keys))


def what_lies_in(place: stmt.Place, span: Span) -> core.Read:
    """What lies in a variable or zone."""
    kind = t.without_none(place.variable.type)
    return core.Read(place.variable, place.keys, type=kind, span=span)


def limits_of(variable: Variable, value: core.Expr, op: str) -> stmt.Held | None:
    """What is to be looked at before a value is kept; none where it is proved."""
    kind = t.without_none(variable.type)
    if isinstance(kind, t.BundleType) and op != "+=":
        return (
            None
            if isinstance(value, core.MakeBundle) and _positive(value)
            else stmt.Held()
        )
    if not isinstance(kind, t.IntType) or (kind.low is None and kind.high is None):
        return None
    if isinstance(value, core.Const):
        constant = value.value
        if constant is None or (
            isinstance(constant, int)
            and (kind.low is None or constant >= kind.low)
            and (kind.high is None or constant <= kind.high)
        ):
            return None
    return stmt.Held(kind.low, kind.high)


def _positive(bundle: core.MakeBundle) -> bool:
    return all(
        isinstance(amount, core.Const)
        and isinstance(amount.value, int)
        and amount.value >= 0
        for _, amount in bundle.pairs
    )
