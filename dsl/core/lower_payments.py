"""Choices that pay a price in the core: a condition on what is chosen, and its number."""

from __future__ import annotations

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core.lower_expressions import Expressions
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.payments import kinds_named
from rulesrun.dsl.syntax import nodes


def payment(
    expressions: Expressions, line: nodes.Choose, paid: Local, kind: Local
) -> tuple[core.Prim, core.Prim]:
    """Whether a kind pays a part of the price, and whether the whole pays it."""
    world, bundle = expressions.context.world, paid.type
    assert line.paying is not None
    assert isinstance(bundle, t.BundleType)
    enum, span = world.enum(bundle.enum), line.paying.span
    cost: core.Expr = core.MakeBundle((), type=bundle, span=span)
    number: core.Expr = folding.number(0, span)
    kinds = 0
    for price in line.paying.prices:
        amount = expressions.expr(price.amount)
        if price.kinds:
            number, kinds = amount, kinds_named(enum, price.kinds)
        elif isinstance(cost, core.MakeBundle) and not cost.pairs:
            cost = amount
        else:
            added = core.Binary("+", cost, amount, type=bundle, span=span)
            cost = expressions.limited(added)
    ways: list[core.Expr] = []
    for part in world.stand_ins.get(id(line), ()):
        offered = kinds_named(enum, part.given)
        wanted = kinds_named(enum, part.wanted)
        ways += [folding.number(n, part.span) for n in (part.number, offered, wanted)]
        yes = core.Const(True, type=t.BOOL, span=part.span)
        ways.append(yes if part.when is None else expressions.expr(part.when))
    price_args = (cost, number, folding.number(kinds, span), *ways)
    parts, whole = (
        core.Prim(
            name,
            (core.Get(local, type=local.type, span=span), *price_args),
            type=t.BOOL,
            span=span,
        )
        for name, local in (("pays_in_part", kind), ("pays", paid))
    )
    return parts, whole


def how_many(pays: core.Prim) -> tuple[core.Expr, core.Expr]:
    """How many pieces pay a price, at least and at most."""
    _, cost, number, _, *ways = pays.args
    size = core.Prim("size", (cost,), type=t.INT, span=pays.span)
    least: core.Expr = core.Binary("+", size, number, type=t.INT, span=pays.span)
    for_one = [int(n.value) for n in ways[::4] if isinstance(n, core.Const)]  # type: ignore[arg-type]
    dearest = max(for_one, default=1)
    if dearest == 1:
        return least, least
    times = folding.number(dearest, pays.span)
    return least, core.Binary("*", least, times, type=t.INT, span=pays.span)
