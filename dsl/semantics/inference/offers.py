"""Types of questions about choices, and of what would be after one."""

from collections.abc import Mapping

from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.problems.remedies import (
    near,
)
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.inference.calls import check_arguments
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes

_IN_SETS = (
    t.EnumType | t.PlayerType | t.CellType | t.PlaceType | t.IntType | t.ComponentType
)
"""Values that a set can be made of, or that are chosen several at a time."""


def type_of_can(infer: Typer, node: nodes.Can) -> t.Type:
    """The type of `can action(...)`."""
    action = infer.world.named(sym.ActionSymbol, node)
    if action is not None:
        check_arguments(infer, node, action.params, node.args)
        return t.BOOL
    infer.world.report_unknown(
        sym.ActionSymbol,
        node.name,
        node.name_span,
        f"describe it:  action {node.name}(p: player):",
        code="unknown-action",
    )
    for arg in node.args:
        infer.expr(arg, t.UNKNOWN)
    return t.BOOL


def type_of_offered(infer: Typer, node: nodes.Offered) -> t.Type:
    """The set of what is offered; only a scenario knows the present decision."""
    kind = None
    if node.of is None:
        offers = {
            line.name: infer.world.refs.get(id(line))
            for line in walk(infer.world.file.declarations)
            if isinstance(line, nodes.Choose) and line.player is not None
        }
        symbol = offers.get(node.name)
    else:
        action = infer.world.get(sym.ActionSymbol, node.of)
        offers = {s.name: s for s in action.chosen} if action else {}
        symbol = offers.get(node.name)
    if isinstance(symbol, sym.LocalSymbol):
        kind = t.without_none(symbol.type)
        if isinstance(kind, t.ListType):
            kind = t.SetType(kind.item)  # several at a time, in no order
        _check_stated(infer, node, offers)
    what = f"`{node.of}` lets" if node.of else "the game lets"
    message, hint = None, None
    if not infer.scenario:
        message = "what is offered now is known to scenarios only"
        hint = "move this into an `expect` line of a scenario"
    elif kind is None and "action" in infer.world.lost:
        return t.UNKNOWN  # what the game offers could not be read
    elif kind is None:
        message = f"{what} nobody choose a `{node.name}`"
        hint = did_you_mean(node.name, offers)
    elif not isinstance(kind, t.BundleType) and not isinstance(
        t.element(kind) or kind, _IN_SETS
    ):
        message = f"a set cannot be made of what is chosen as `{node.name}`"
        hint = "name the choices:  expect only offered player 1: ... | ..."
    if message is not None:
        infer.world.report("scenario-choice", node.span, message, hint=hint)
    return t.UNKNOWN if message or kind is None else t.SetType(kind)


def _check_stated(
    infer: Typer, node: nodes.Offered, offers: Mapping[str, sym.Symbol | None]
) -> None:
    """What else is chosen is called as in the action, and compared with what it can be."""
    for one in node.stated:
        assert isinstance(one.left, nodes.Name)
        other = offers.get(one.left.text)
        if isinstance(other, sym.LocalSymbol) and one.left.text != node.name:
            infer.world.refs[id(one.left)] = other
            infer.expr(one, t.BOOL)
        else:
            infer.world.report(
                "scenario-choice",
                one.left.span,
                f"`{node.of}` lets nobody choose a `{one.left.text}` besides",
                hint=near(one.left.text, {*offers} - {node.name}, one.left.span),
            )


def type_of_after(infer: Typer, node: nodes.After, expected: t.Type | None) -> t.Type:
    """What would be: the rule changes a copy, so nothing known before counts."""
    rule = infer.world.named(sym.RuleSymbol, node)
    if rule is None:
        rules = [r.name for r in infer.world.each(sym.RuleSymbol)]
        if not infer.world.excuses(node.name, rules, "rule"):
            infer.world.report(
                "unknown-rule",
                node.name_span,
                f"no rule is called `{node.name}`",
                mark="no rule",
                hint=near(node.name, rules, node.name_span),
            )
        for arg in node.args:
            infer.expr(arg, t.UNKNOWN)
    else:
        check_arguments(infer, node, rule.params, node.args)
    inner = infer.nested()
    inner.forget_state()
    return inner.plain(inner.expr(node.of, expected), node.of)
