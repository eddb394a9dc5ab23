"""What uses what: rules, functions and events that come back to themselves."""

from collections.abc import Iterator

from rulesrun.dsl import nodes
from rulesrun.dsl.codes import problem
from rulesrun.dsl.collect import World
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AmountSymbol,
    EventSymbol,
    FunctionSymbol,
    RuleSymbol,
    Symbol,
)
from rulesrun.dsl.tables import Read

Use = nodes.Do | nodes.Call | nodes.Raise | nodes.MenuAction | nodes.After
Uses = dict[Symbol, list[tuple[Use, Symbol]]]


def check_flow(world: World, read: Read) -> Iterator[Diagnostic]:
    """Nothing uses itself, neither directly nor by way of others."""
    uses = uses_of(world)
    told: set[Symbol] = set()
    for symbol in uses:
        circle = _circle(uses, symbol, told)
        if circle:
            told.update(target for _, target in circle)
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
    """What everything uses, and where."""
    found: Uses = {}
    for symbol, tree in parts(world):
        found[symbol] = [
            (node, world.refs[id(node)])
            for node in walk(tree)
            if isinstance(node, Use) and id(node) in world.refs
        ]
    return found


def _circle(
    uses: Uses, start: Symbol, told: set[Symbol]
) -> list[tuple[Use, Symbol]] | None:
    """The shortest way from a symbol back to itself, without those told of already."""
    ways: list[list[tuple[Use, Symbol]]] = [[use] for use in uses[start]]
    seen: set[Symbol] = set(told)
    for way in ways:  # grows while it is gone through
        symbol = way[-1][1]
        if symbol in seen:
            continue
        seen.add(symbol)
        if symbol is start:
            return way
        ways += [[*way, use] for use in uses.get(symbol, [])]
    return None


def _recursive(start: Symbol, circle: list[tuple[Use, Symbol]]) -> Diagnostic:
    names = [f"`{target.name}`" for _, target in circle[:-1]]
    by_way = f", by way of {' and '.join(names)}" if names else ""
    (first, target), *others = circle
    labels = []
    for use, following in others:
        labels.append(Label(use.name_span, f"`{target.name}` uses `{following.name}`"))
        target = following
    return problem(
        "recursive",
        first.name_span,
        f"the {start.what} `{start.name}` uses itself{by_way}",
        mark=f"`{start.name}` uses `{circle[0][1].name}`",
        labels=tuple(labels),
        hint="go round in a loop instead, such as  while ...:  or  for each ...:",
    )
