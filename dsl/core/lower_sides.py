"""Fields that hold several values: the one that counts now."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.sided import side_name, sides, turning
from rulesrun.dsl.semantics.symbols import FieldSymbol


def showing(
    context: Context, symbol: FieldSymbol, of: core.Expr, kind: t.Type, span: Span
) -> core.Expr:
    """The value of a field of a component for what its variable is."""
    owner = t.without_none(of.type)
    assert isinstance(owner, t.ComponentType)
    variable = turning(context.world, owner.names[0], symbol)
    assert variable is not None
    now = core.Read(context.variable(variable), (of,), type=variable.type, span=span)
    *others, last = (
        (value, core.Field(of, side_name(symbol.name, number), type=kind, span=span))
        for number, value in enumerate(sides(context.world, variable.type))
    )
    result: core.Expr = last[1]
    for value, here in reversed(others):
        if value is False:
            result = folding.conditional(now, result, here, kind, span)
            continue
        wanted = core.Const(value, type=variable.type, span=span)
        test = folding.compare("==", now, wanted, span)
        result = folding.conditional(test, here, result, kind, span)
    return result
