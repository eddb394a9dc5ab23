"""What uses what, and which rules may carry themselves out: chains of effects.

    rule spread(t: Town), at most 20 deep:

Every way from a rule back to itself leads through one that says how deep it goes, by lines
that carry something out; what is only worked out (functions, `E after rule`) never comes
back to itself.
"""

from collections.abc import Iterator
from typing import get_args

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.circles import reached, way_back
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Use = nodes.Do | nodes.Call | nodes.Raise | nodes.MenuAction | nodes.After | nodes.Can
Uses = dict[sym.Symbol, list[tuple[Use, sym.Symbol]]]
Circle = list[tuple[Use, sym.Symbol]]
CARRIED_OUT = nodes.Do | nodes.Raise | nodes.MenuAction
"""The uses that are carried out, so that a rule may come back to itself by them."""


def parts(world: World) -> Iterator[tuple[sym.Symbol, object]]:
    """Everything that can be carried out or worked out, with its text."""
    for symbol in world.names.values():
        match symbol:
            case sym.RuleSymbol() | sym.FunctionSymbol():
                yield symbol, symbol.decl.body
            case sym.ActionSymbol():
                yield symbol, (symbol.decl.head, symbol.decl.body)
            case sym.EventSymbol():
                yield symbol, tuple(h.decl for h in symbol.handlers)
            case sym.AmountSymbol():
                adjustments = tuple(a.decl for a in symbol.adjustments)
                yield symbol, (symbol.decl.value, adjustments)


def uses_of(world: World) -> Uses:
    """What everything uses, and where.

    `can capture(p)` uses nothing but the head of the action, which has a symbol of its
    own here.
    """
    heads: dict[sym.Symbol, sym.Symbol] = {
        action: sym.ActionSymbol(action.name, action.span, action.decl)
        for action in world.each(sym.ActionSymbol)
    }
    trees = list(parts(world))
    trees += [(heads[a], a.decl.head) for a in world.each(sym.ActionSymbol)]
    uses: Uses = {}
    for symbol, tree in trees:
        uses[symbol] = []
        for node in each(tree, *get_args(Use)):
            if id(node) in world.refs:
                used = world.refs[id(node)]
                is_condition = isinstance(node, nodes.Can)
                uses[symbol].append(
                    (node, heads.get(used, used) if is_condition else used)
                )
    return uses


def says_how_deep(symbol: sym.Symbol) -> bool:
    """Whether it is a rule that says how deep it may go."""
    return isinstance(symbol, sym.RuleSymbol) and symbol.decl.deepest is not None


def worked_out_by_itself(uses: Uses) -> Iterator[tuple[sym.Symbol, Circle]]:
    """The ways of rules that say how deep they go back to themselves by what is worked out.

    For each such rule one, with the rule.
    """
    for start in filter(says_how_deep, uses):
        for symbol, used in uses.items():
            for node, target in used:
                if isinstance(node, CARRIED_OUT):
                    continue
                forth = way_between(uses, start, symbol)
                back = way_between(uses, target, start)
                if forth is not None and back is not None:
                    yield start, [*forth, (node, target), *back]
                    break
            else:
                continue
            break


def way_between(uses: Uses, start: sym.Symbol, end: sym.Symbol) -> Circle | None:
    """The shortest way from one to another, none where none leads there."""
    return [] if start is end else way_back(uses, start, end)


def inner_calls(world: World) -> frozenset[int]:
    """The ids of the lines that carry a rule out that may be under way there."""
    uses = uses_of(world)
    result: set[int] = set()
    for rule in filter(says_how_deep, uses):
        for symbol in reached(uses, rule):
            result |= {id(node) for node, used in uses.get(symbol, ()) if used is rule}
    return frozenset(result)
