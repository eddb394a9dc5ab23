"""What uses what: rules, functions and events that come back to themselves."""

from collections.abc import Iterator
from typing import get_args

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.circles import MOST_SHOWN, by_way_of, circles
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import (
    ActionSymbol,
    AmountSymbol,
    EventSymbol,
    FunctionSymbol,
    RuleSymbol,
    Symbol,
)
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Use = nodes.Do | nodes.Call | nodes.Raise | nodes.MenuAction | nodes.After | nodes.Can
Uses = dict[Symbol, list[tuple[Use, Symbol]]]


def check_flow(world: World, read: Read) -> Iterator[Diagnostic]:
    """Nothing uses itself, neither directly nor by way of others."""
    for symbol, circle in circles(uses_of(world)):
        yield _recursive(symbol, circle)


# ---- what uses what --------------------------------------------------------


def parts(world: World) -> Iterator[tuple[Symbol, object]]:
    """Everything that can be carried out or worked out, with its text."""
    for symbol in world.names.values():
        match symbol:
            case RuleSymbol() | FunctionSymbol():
                yield symbol, symbol.decl.body
            case ActionSymbol():
                yield symbol, (symbol.decl.head, symbol.decl.body)
            case EventSymbol():
                yield symbol, tuple(h.decl for h in symbol.handlers)
            case AmountSymbol():
                adjustments = tuple(a.decl for a in symbol.adjustments)
                yield symbol, (symbol.decl.value, adjustments)


def uses_of(world: World) -> Uses:
    """What everything uses, and where.

    `can capture(p)` uses nothing but the head of the action, which has a symbol of its
    own here.
    """
    heads: dict[Symbol, Symbol] = {
        action: ActionSymbol(action.name, action.span, action.decl)
        for action in world.each(ActionSymbol)
    }
    trees = list(parts(world))
    trees += [(heads[a], a.decl.head) for a in world.each(ActionSymbol)]
    found: Uses = {}
    for symbol, tree in trees:
        found[symbol] = []
        for node in each(tree, *get_args(Use)):
            if id(node) in world.refs:
                used = world.refs[id(node)]
                asked = isinstance(node, nodes.Can)
                found[symbol].append((node, heads.get(used, used) if asked else used))
    return found


def _recursive(start: Symbol, circle: list[tuple[Use, Symbol]]) -> Diagnostic:
    names = [target.name for _, target in circle[:-1]]
    (first, target), *others = circle
    labels = []
    for use, following in others[:MOST_SHOWN]:
        labels.append(Label(use.name_span, f"`{target.name}` uses `{following.name}`"))
        target = following
    return problem(
        "recursive",
        first.name_span,
        f"the {start.what} `{start.name}` uses itself{by_way_of(names)}",
        mark=f"`{start.name}` uses `{circle[0][1].name}`" if others else "again",
        labels=tuple(labels),
        hint="go round in a loop instead, such as  while ...:  or  for each ...:",
    )
