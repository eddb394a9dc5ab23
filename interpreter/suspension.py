"""Which rules ask for choices: they must be able to stop in the middle and go on."""

from collections.abc import Iterable

from rulesrun.dsl import nodes
from rulesrun.dsl.collect import World
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.symbols import ActionSymbol, EventSymbol, RuleSymbol, Symbol


class Suspension:
    """Knows, for rules, actions, events and statements, whether they can stop."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.symbols: set[Symbol] = set()
        bodies: list[tuple[Symbol, Iterable[nodes.Block]]] = [
            (rule, [rule.decl.body]) for rule in world.each(RuleSymbol)
        ]
        bodies += [(a, [a.decl.body]) for a in world.each(ActionSymbol)]
        bodies += [
            (event, [h.decl.body for h in event.handlers])
            for event in world.each(EventSymbol)
        ]
        changed = True
        while changed:
            changed = False
            for symbol, blocks in bodies:
                if symbol not in self.symbols and any(map(self.block, blocks)):
                    self.symbols.add(symbol)
                    changed = True

    def block(self, block: nodes.Block) -> bool:
        """Whether any statement of a block can stop."""
        return any(map(self.statement, block))

    def statement(self, statement: nodes.Stmt) -> bool:
        """Whether a statement can stop for a choice."""
        for node in walk(statement):
            if isinstance(node, nodes.Choose | nodes.Menu | nodes.Best):
                return True
            if isinstance(node, nodes.Do | nodes.Raise):
                if self.world.refs.get(id(node)) in self.symbols:
                    return True
        return False
