"""Inlining: routines that only give a small value are written where they are called."""

from rulesrun.interpreter.plan.nodes import (
    Call,
    Expr,
    Plan,
    Return,
    Stmt,
    Var,
    expressions,
)
from rulesrun.interpreter.plan.rewriting import rewritten, with_bodies, with_others
from rulesrun.interpreter.plan.totality import total

SMALL = 8
"""So many nodes the value has at most."""


def value_of(plan: Plan, call: Call) -> Expr | None:
    """What a call gives, if that is small; an argument that fails must not be lost."""
    routine = plan.routines[call.routine]
    if not all(map(total, call.args)):
        return None
    match routine.body:
        case [Return(value=Expr() as value)] if (
            sum(1 for _ in expressions(value)) <= SMALL
        ):
            given = dict(zip(routine.params, call.args, strict=True))
            return rewritten(
                value, lambda x: given.get(x) if isinstance(x, Var) else None
            )
    return None


def inlined(x: Expr, plan: Plan) -> Expr:
    """An expression without calls of small routines."""

    def change(y: Expr) -> Expr | None:
        return value_of(plan, y) if isinstance(y, Call) else None

    return rewritten(x, change)


def inline(block: list[Stmt], plan: Plan) -> list[Stmt]:
    """A block without calls of small routines."""
    return [
        with_bodies(
            with_others(
                s, lambda y: value_of(plan, y) if isinstance(y, Call) else None
            ),
            lambda inner: inline(inner, plan),
        )
        for s in block
    ]
