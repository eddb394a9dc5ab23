"""Which rules, events and actions ask for choices: those must be able to stop."""

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def asking(world: World) -> set[sym.Symbol]:
    """Those that ask for a choice, themselves or in what they carry out."""
    symbols: set[sym.Symbol] = set()
    carried_out: dict[sym.Symbol, set[sym.Symbol]] = {}
    bodies: list[tuple[sym.Symbol, object]] = [
        (rule, rule.decl.body) for rule in world.each(sym.RuleSymbol)
    ]
    bodies += [(action, action.decl.body) for action in world.each(sym.ActionSymbol)]
    bodies += [
        (event, tuple(handler.decl.body for handler in event.handlers))
        for event in world.each(sym.EventSymbol)
    ]
    for symbol, body in bodies:
        called = carried_out[symbol] = set()
        for node in walk(body):
            if isinstance(node, nodes.Choose | nodes.Menu | nodes.Best):
                symbols.add(symbol)
            elif isinstance(node, nodes.Do | nodes.Raise):
                called.add(world.refs[id(node)])
    while True:
        more = {s for s, called in carried_out.items() if called & symbols} - symbols
        if not more:
            return symbols
        symbols |= more
