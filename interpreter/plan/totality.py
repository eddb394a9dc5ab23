"""Totality: which expressions give a value whatever the state is.

Only these may be evaluated where the rules would not evaluate them, or in another order.
"""

from rulesrun.interpreter.plan.nodes import Call, Expr, Op, expressions

PARTIAL = frozenset({"/", "mod", "sized", "in_range", "some"})
"""Operators that can be a fault."""


def total(x: Expr) -> bool:
    """Whether no operator in an expression can be a fault."""
    return not any(
        isinstance(n, Call) or (isinstance(n, Op) and n.op in PARTIAL)
        for n in expressions(x)
    )
