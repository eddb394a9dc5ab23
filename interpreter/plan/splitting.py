"""Long unions of sets are written on lines of their own."""

from collections.abc import Callable, Sequence

from rulesrun.interpreter.plan.nodes import (
    Expr,
    Let,
    Op,
    Shape,
    Stmt,
    Var,
    expressions,
)
from rulesrun.interpreter.plan.rewriting import rewritten, with_bodies, with_others

MOST = 14
"""So many nodes an expression may have on one line."""


def split(block: Sequence[Stmt], fresh: Callable[[Shape], Var]) -> list[Stmt]:
    """A block whose long unions are put together step by step."""
    stmts: list[Stmt] = []
    for s in block:
        s = with_bodies(s, lambda inner: split(inner, fresh))

        def cut(x: Expr, s: Stmt = s) -> Expr | None:
            if not isinstance(x, Op) or x.op != "|" or _size(x) <= MOST:
                return None
            var, value = fresh(x.shape), None
            for part in _parts(x):
                part = rewritten(part, cut)
                value = part if value is None else Op("|", (var, part), x.shape)
                stmts.append(Let(var, value, span=s.span))
            return var

        stmts.append(with_others(s, cut))
    return stmts


def _size(x: Expr) -> int:
    return sum(1 for _ in expressions(x))


def _parts(x: Expr) -> list[Expr]:
    if isinstance(x, Op) and x.op == "|":
        return [*_parts(x.args[0]), *_parts(x.args[1])]
    return [x]
