"""What a block of the rules does to the state, with all that it carries out."""

from collections.abc import Iterator

from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import (
    ActionSymbol,
    AmountSymbol,
    EventSymbol,
    FunctionSymbol,
    RuleSymbol,
    Symbol,
    VariableSymbol,
)
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def only_gained(world: World, variable: VariableSymbol, block: nodes.Block) -> bool:
    """Whether a block, with all it carries out, only adds to a variable."""
    added: set[int] = set()
    for node in _everything(world, block):
        if isinstance(node, nodes.Assign) and node.op in ("+=", "-="):
            added.add(id(node.target))
        if world.refs.get(id(node)) is variable and id(node) not in added:
            return False
    return True


def changed_by(world: World, block: nodes.Block) -> frozenset[VariableSymbol] | None:
    """The variables that a block, with all it carries out, can change.

    None where more than variables and stocks may change. What is only added to counts
    as changed, too.
    """
    found: set[VariableSymbol] = set()
    for node in _everything(world, block):
        match node:
            case nodes.Assign(target=target):
                zones = [target]
            case nodes.MovePieces(source=source, to=to):
                zones = [source, to.zone]
            case (
                nodes.Move()
                | nodes.Draw()
                | nodes.Shuffle()
                | nodes.Turn()
                | nodes.Phase()
                | nodes.Rank()
                | nodes.EndGame()
                | nodes.Wins()
            ):
                return None
            case _:
                continue
        for zone in zones:
            symbol = world.refs.get(id(zone))
            if isinstance(symbol, VariableSymbol):
                found.add(symbol)
    return frozenset(found)


def _everything(world: World, block: nodes.Block) -> Iterator[nodes.Node]:
    """All that stands in a block and in what it carries out or works out."""
    seen: set[Symbol] = set()
    pending: list[object] = [block]
    while pending:
        for node in walk(pending.pop()):
            yield node
            symbol = world.refs.get(id(node))
            if symbol is not None and symbol not in seen:
                seen.add(symbol)
                pending += _inside(symbol)


def _inside(symbol: Symbol) -> list[object]:
    match symbol:
        case RuleSymbol() | FunctionSymbol():
            return [symbol.decl.body]
        case ActionSymbol():
            return [symbol.decl.head, symbol.decl.body]
        case EventSymbol():
            return [handler.decl for handler in symbol.handlers]
        case AmountSymbol():
            return [symbol.decl, *(a.decl for a in symbol.adjustments)]
        case _:
            return []
