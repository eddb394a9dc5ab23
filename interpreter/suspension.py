"""Which rules ask for choices: they must be able to stop in the middle and go on."""

from collections.abc import Iterable
from functools import cached_property

from rulesrun.dsl import nodes
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.symbols import ActionSymbol, EventSymbol, RuleSymbol, Symbol
from rulesrun.dsl.world import World


class Suspension:
    """Knows, for rules, actions, events and statements, whether they can stop."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._known: dict[int, tuple[nodes.Stmt, bool]] = {}

    @cached_property
    def symbols(self) -> set[Symbol]:
        """The rules, actions and events that can stop."""
        world = self.world
        found: set[Symbol] = set()
        bodies: list[tuple[Symbol, Iterable[nodes.Block]]] = [
            (rule, [rule.decl.body]) for rule in world.each(RuleSymbol)
        ]
        bodies += [(a, [a.decl.body]) for a in world.each(ActionSymbol)]
        bodies += [
            (event, [h.decl.body for h in event.handlers])
            for event in world.each(EventSymbol)
        ]
        carried_out: dict[Symbol, set[Symbol]] = {}
        for symbol, blocks in bodies:
            asks, called = self._look(tuple(blocks))
            carried_out[symbol] = called
            if asks:
                found.add(symbol)
        changed = True
        while changed:
            more = {s for s, called in carried_out.items() if called & found}
            changed = not more <= found
            found |= more
        return found

    def block(self, block: nodes.Block) -> bool:
        """Whether any statement of a block can stop."""
        return any(map(self.statement, block))

    def statement(self, statement: nodes.Stmt) -> bool:
        """Whether a statement can stop for a choice."""
        known = self._known.get(id(statement))
        if known is None:  # kept with its node, so that no other node gets its number
            asks, called = self._look(statement)
            known = (statement, asks or bool(called & self.symbols))
            self._known[id(statement)] = known
        return known[1]

    def _look(self, tree: object) -> tuple[bool, set[Symbol]]:
        """Whether a choice stands in a tree, and what it carries out or raises."""
        asks, called = False, set[Symbol]()
        for node in walk(tree):
            if isinstance(node, nodes.Choose | nodes.Menu | nodes.Best):
                asks = True
            elif isinstance(node, nodes.Do | nodes.Raise):
                symbol = self.world.refs.get(id(node))
                if symbol is not None:
                    called.add(symbol)
        return asks, called
