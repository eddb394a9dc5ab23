"""What is carried out before the first choice of a game, and never after it."""

from attrs import define, field

from rulesrun.dsl.analysis.emptiness import size_of
from rulesrun.dsl.analysis.facts import NOTHING, Fact, Facts
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.value_types import ComponentType, ZoneType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

DECISIONS = (nodes.Choose, nodes.Menu, nodes.Anybody)


def opening(world: World) -> frozenset[int]:
    """The ids of all nodes that are gone through in set-ups, and only there."""
    if world.play is None:
        return frozenset()
    walker = _Opening(world)
    walker.rules.append(world.play.body)
    while walker.rules:
        walker.block(walker.rules.pop(), False)
    later = {id(node) for symbol in walker.late for node in walk(content(symbol))}
    return frozenset(walker.early - walker.behind - later)


def at_first(world: World) -> Facts:
    """What is known where play begins: how many lie in decks that are shuffled then."""
    facts: Facts = NOTHING
    for variable in world.variables:
        kind = variable.type
        if not variable.decl.shuffled or variable.all_keys:
            continue
        if isinstance(kind, ZoneType) and isinstance(kind.item, ComponentType):
            span = variable.decl.name_span
            deck = nodes.Name(span=span, text=variable.name)
            kinds = (nodes.Name(span=span, text=n) for n in kind.item.names)
            sizes = (size_of(world, NOTHING, of) for of in kinds)
            facts |= {Fact(deck, least=sum(sizes))}
    return facts


@define(eq=False)
class _Opening:
    """Goes through the course of play up to its first choice.

    `early` are the nodes before it, `behind` those after it, `late` what is carried out
    or worked out there. `rules` are the bodies that are still to be gone through.
    """

    world: World
    early: set[int] = field(factory=set, init=False)
    behind: set[int] = field(factory=set, init=False)
    late: set[sym.Symbol] = field(factory=set, init=False)
    rules: list[nodes.Block] = field(factory=list, init=False)
    _seen: set[sym.Symbol] = field(factory=set, init=False)
    _choosing: set[sym.Symbol] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._choosing = _choosing(self.world)

    def block(self, block: nodes.Block, may_have_asked: bool) -> bool:
        """Go through a block; whether somebody may have been asked by its end."""
        for node in block:
            may_have_asked = self._statement(node, may_have_asked)
        return may_have_asked

    def _statement(self, node: nodes.Stmt, may_have_asked: bool) -> bool:
        if may_have_asked:
            self._later(node)
            return True
        match node:
            case nodes.If(branches=branches, otherwise=otherwise):
                self._values(tuple(test for test, _ in branches))
                ways = [self.block(body, False) for _, body in branches]
                return any([*ways, self.block(otherwise, False)])
            case (
                nodes.ForEach(body=body)
                | nodes.While(body=body)
                | nodes.RepeatUntil(body=body)
                | nodes.RepeatTimes(body=body)
                | nodes.Best(body=body)
            ):
                if self._asks(node):
                    self._later(node)
                    return True
                self.block(body, False)
                self._values(node)
                return False
            case nodes.Turn(body=body) | nodes.Phase(body=body):
                if isinstance(node, nodes.Turn):
                    self._values(node.player)
                return self.block(body, False)
            case nodes.Do() | nodes.Raise() | nodes.LetDone():
                call = node.rule if isinstance(node, nodes.LetDone) else node
                asks = self._asks(node)
                self._values(call.args if asks else node)
                symbol = self.world.refs.get(id(call))
                if isinstance(symbol, sym.RuleSymbol) and symbol not in self._seen:
                    self._seen.add(symbol)
                    self.rules.append(symbol.decl.body)
                return asks
            case _:
                if self._asks(node):
                    self._later(node)
                    return True
                self._values(node)
                return False

    def _values(self, tree: object) -> None:
        """What stands there is worked out before the first choice."""
        pending = [tree]
        while pending:
            for node in walk(pending.pop()):
                self.early.add(id(node))
                symbol = self.world.refs.get(id(node))
                if (
                    isinstance(
                        symbol, sym.FunctionSymbol | sym.AmountSymbol | sym.EventSymbol
                    )
                    and symbol not in self._seen
                ):
                    self._seen.add(symbol)
                    pending.append(content(symbol))

    def _later(self, tree: object) -> None:
        """What stands there is carried out after the first choice, or at it."""
        pending = [tree]
        while pending:
            for node in walk(pending.pop()):
                self.behind.add(id(node))
                symbol = self.world.refs.get(id(node))
                if symbol is not None and symbol not in self.late:
                    body = content(symbol)
                    if body:
                        self.late.add(symbol)
                        pending.append(body)

    def _asks(self, tree: object) -> bool:
        """Whether somebody may be asked for a choice there."""
        return bool(each(tree, *DECISIONS)) or any(
            self.world.refs.get(id(node)) in self._choosing
            for node in each(tree, nodes.Do, nodes.Raise)
        )


def _choosing(world: World) -> set[sym.Symbol]:
    """The rules and events on whose way somebody may be asked for a choice."""
    users: dict[sym.Symbol, list[sym.Symbol]] = {}
    pending: list[sym.Symbol] = []
    for symbol in (*world.each(sym.RuleSymbol), *world.each(sym.EventSymbol)):
        body = content(symbol)
        if each(body, *DECISIONS):
            pending.append(symbol)
        for node in each(body, nodes.Do, nodes.Raise):
            used = world.refs.get(id(node))
            if used is not None:
                users.setdefault(used, []).append(symbol)
    symbols: set[sym.Symbol] = set()
    while pending:
        symbol = pending.pop()
        if symbol not in symbols:
            symbols.add(symbol)
            pending += users.get(symbol, ())
    return symbols


def content(symbol: sym.Symbol) -> tuple[nodes.Node, ...]:
    """All that is carried out or worked out with something."""
    match symbol:
        case sym.RuleSymbol() | sym.FunctionSymbol():
            return symbol.decl.body
        case sym.ActionSymbol():
            return (*symbol.decl.head, *symbol.decl.body)
        case sym.EventSymbol():
            return tuple(handler.decl for handler in symbol.handlers)
        case sym.AmountSymbol():
            return (symbol.decl, *(one.decl for one in symbol.adjustments))
        case _:
            return ()
