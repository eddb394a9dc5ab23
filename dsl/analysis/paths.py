"""The way through a body: at each decision, what is certain to hold something."""

from collections.abc import Callable

from attrs import Factory, define

from rulesrun.dsl.analysis.emptiness import holds
from rulesrun.dsl.analysis.facts import NOTHING, Fact, Facts, no_less, proved
from rulesrun.dsl.semantics.leaving import leaves, leaves_loop
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import (
    INT,
    UNKNOWN,
    OptionalType,
    ZoneType,
    fits,
)
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Decision = nodes.Choose | nodes.Menu
CHANGES = (
    nodes.Assign,
    nodes.Move,
    nodes.MovePieces,
    nodes.Draw,
    nodes.Do,
    nodes.LetDone,
    nodes.Raise,
    nodes.Menu,
)
"""The statements after which nothing is known about the state."""


@define(eq=False)
class Path:
    """Goes through the statements of a body with what is known at each.

    `fresh` says that the state is still as every game begins.
    """

    world: World
    possible: Callable[[Decision, Facts], bool]
    facts: Facts = NOTHING
    found: list[Decision] = Factory(list)
    fresh: bool = False

    def block(self, block: nodes.Block) -> None:
        """Go through the statements of a block; `found` are the doubtful decisions."""
        for statement in block:
            self._statement(statement)

    def _inner(self, block: nodes.Block, facts: Facts) -> Facts:
        path = Path(self.world, self.possible, facts, self.found)
        path.block(block)
        return path.facts

    def _statement(self, node: nodes.Stmt) -> None:
        match node:
            case nodes.Choose() | nodes.Menu():
                self._decision(node)
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.While(test=test, body=body):
                self._forget(body)
                self._inner(body, self.facts | proved(self.world, test))
                if not leaves_loop(body):
                    self.facts |= proved(self.world, test, False)
            case nodes.RepeatUntil(body=body, until=until):
                again = proved(self.world, until, False)
                true_now = frozenset(filter(self._is_true_now, again))
                self._forget(body)
                self._inner(body, self.facts | true_now)
                if not leaves_loop(body):
                    self.facts |= proved(self.world, until)
            case nodes.RepeatTimes(body=body):
                self._forget(body)
                self._inner(body, self.facts)
            case nodes.ForEach(binder=binder, body=body):
                self._forget(body)
                self._inner(body, self.facts | _about(self.world, binder))
            case nodes.Turn(body=body) | nodes.Phase(body=body) | nodes.Best(body=body):
                self.facts = self._inner(body, self.facts)
            case nodes.Expectation(test=test):
                self.facts |= proved(self.world, test)
            case nodes.Let(name=name, value=value):
                named = nodes.Name(span=node.name_span, text=name)
                if holds(self.world, self.facts, Fact(value)):
                    self.facts |= {Fact(named)}
                if fits(self.world.types.get(id(value), UNKNOWN), INT):
                    self.facts |= {no_less(value, named), no_less(named, value)}
            case _:
                self._forget((node,))

    def _decision(self, node: Decision) -> None:
        if not self.possible(node, self.facts):
            self.found.append(node)
        passing = node.passing if isinstance(node, nodes.Menu) else None
        for block in (passing, node.otherwise):
            if block is not None:
                self._inner(block, self.facts)
        self._forget((node,))

    def _if(
        self,
        branches: tuple[tuple[nodes.Expr, nodes.Block], ...],
        otherwise: nodes.Block,
    ) -> None:
        here = self.facts
        after: list[Facts] = []
        for test, block in branches:
            facts = self._inner(block, here | proved(self.world, test))
            if not leaves(block):
                after.append(facts)
            here |= proved(self.world, test, False)
        facts = self._inner(otherwise, here)
        if not leaves(otherwise):
            after.append(facts)
        self.facts = frozenset.intersection(*after) if after else NOTHING

    def _is_true_now(self, fact: Fact) -> bool:
        """Whether a fact holds here, be it because nothing has happened yet."""
        if holds(self.world, self.facts, fact):
            return True
        untouched = self.fresh and all(map(self._begins_true, fact.tests))
        return untouched and holds(self.world, self.facts, Fact(fact.of))

    def _begins_true(self, test: nodes.Expr) -> bool:
        """Whether a test asks for the none that a variable begins with."""
        if not isinstance(test, nodes.IsNone) or test.negated:
            return False
        match test.of:
            case nodes.Attribute(of=nodes.It(), name=name):
                found = [m[name] for m in self.world.members.values() if name in m]
                return bool(found) and all(map(_begins_with_none, found))
            case _:
                return False

    def _forget(self, block: nodes.Block) -> None:
        """Drop what is known about all that the block may change."""
        changes = each(block, *CHANGES)
        locals_ = {
            node.target.text
            for node in changes
            if isinstance(node, nodes.Assign)
            and isinstance(node.target, nodes.Name)
            and node.target.text not in self.world.names
        }
        state = any(
            not isinstance(node, nodes.Assign)
            or not isinstance(node.target, nodes.Name)
            or node.target.text not in locals_
            for node in changes
        )
        self.fresh = self.fresh and not state
        self.facts = frozenset(
            fact for fact in self.facts if not self._touches(fact, locals_, state)
        )

    def _touches(self, fact: Fact, locals_: set[str], state: bool) -> bool:
        for node in walk((fact.of, *fact.tests)):
            match node:
                case nodes.Name(text=text):
                    if text in locals_ or (state and self._is_state(text)):
                        return True
                case nodes.Attribute() | nodes.Index() | nodes.Call():
                    if state:
                        return True
                case nodes.Can() | nodes.After():
                    if state:
                        return True
                case _:
                    pass
        return False

    def _is_state(self, name: str) -> bool:
        return name == "box" or isinstance(self.world.names.get(name), VariableSymbol)


def _begins_with_none(variable: VariableSymbol) -> bool:
    kind = variable.type
    space = isinstance(kind, ZoneType) and kind.kind == "space"
    return variable.decl.initial is None and (space or isinstance(kind, OptionalType))


def _about(world: World, binder: nodes.Binder) -> Facts:
    """What is known inside a loop about what its name stands for."""
    found = NOTHING if binder.where is None else proved(world, binder.where)
    if isinstance(binder.of, nodes.Standings | nodes.Regions):
        found |= {Fact(nodes.Name(span=binder.name_span, text=binder.name))}
    return found
