"""Long unions of sets are written on lines of their own."""

from collections.abc import Callable, Sequence

from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.rewriting import rewritten, with_bodies, with_others

MOST = 14
"""So many nodes an expression may have on one line."""


def split(
    block: Sequence[ir.Stmt], fresh: Callable[[ir.Shape], ir.Var]
) -> list[ir.Stmt]:
    """A block whose long unions are put together step by step."""
    stmts: list[ir.Stmt] = []
    for s in block:
        s = with_bodies(s, lambda inner: split(inner, fresh))

        def cut(x: ir.Expr, s: ir.Stmt = s) -> ir.Expr | None:
            if not isinstance(x, ir.Op) or x.op != "|" or _size(x) <= MOST:
                return None
            var, value = fresh(x.shape), None
            for part in _parts(x):
                part = rewritten(part, cut)
                value = part if value is None else ir.Op("|", (var, part), x.shape)
                stmts.append(ir.Let(var, value, span=s.span))
            return var

        stmts.append(with_others(s, cut))
    return stmts


def _size(x: ir.Expr) -> int:
    return sum(1 for _ in ir.expressions(x))


def _parts(x: ir.Expr) -> list[ir.Expr]:
    if isinstance(x, ir.Op) and x.op == "|":
        return [*_parts(x.args[0]), *_parts(x.args[1])]
    return [x]
