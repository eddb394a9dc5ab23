"""Inlining: routines that only give a small value are written where they are called."""

from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.rewriting import rewritten, with_bodies, with_others
from rulesrun.interpreter.plan.totality import total

SMALL = 8
"""So many nodes the value has at most."""


def value_of(plan: ir.Plan, call: ir.Call) -> ir.Expr | None:
    """What a call gives, if that is small; an argument that fails must not be lost."""
    routine = plan.routines[call.routine]
    if not all(map(total, call.args)):
        return None
    match routine.body:
        case [ir.Return(value=ir.Expr() as value)] if (
            sum(1 for _ in ir.expressions(value)) <= SMALL
        ):
            arguments = dict(zip(routine.params, call.args, strict=True))
            return rewritten(
                value, lambda x: arguments.get(x) if isinstance(x, ir.Var) else None
            )
    return None


def inlined(x: ir.Expr, plan: ir.Plan) -> ir.Expr:
    """An expression without calls of small routines."""

    def change(y: ir.Expr) -> ir.Expr | None:
        return value_of(plan, y) if isinstance(y, ir.Call) else None

    return rewritten(x, change)


def inline(block: list[ir.Stmt], plan: ir.Plan) -> list[ir.Stmt]:
    """A block without calls of small routines."""
    return [
        with_bodies(
            with_others(
                s, lambda y: value_of(plan, y) if isinstance(y, ir.Call) else None
            ),
            lambda inner: inline(inner, plan),
        )
        for s in block
    ]
