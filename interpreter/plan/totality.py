"""Totality: which expressions give a value whatever the state is.

Only these may be evaluated where the rules would not evaluate them, or in another order.
"""

from rulesrun.interpreter.plan import nodes as ir

PARTIAL = frozenset({"/", "mod", "sized", "in_range", "some"})
"""Operators that can be a fault."""


def total(x: ir.Expr) -> bool:
    """Whether no operator in an expression can be a fault."""
    return not any(
        isinstance(n, ir.Call) or (isinstance(n, ir.Op) and n.op in PARTIAL)
        for n in ir.expressions(x)
    )
