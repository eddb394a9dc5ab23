"""The way through a body: at each decision, what is certain to hold something."""

from collections.abc import Callable, Iterator

from attrs import Factory, define, evolve

from rulesrun.dsl.analysis.changes import Effects, Variables
from rulesrun.dsl.analysis.emptiness import holds
from rulesrun.dsl.analysis.facts import (
    NOTHING,
    Fact,
    Facts,
    names_in,
    no_less,
    proved,
)
from rulesrun.dsl.semantics.leaving import leaves, leaves_loop
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import Symbol, VariableSymbol
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

    `fresh` says that the state is still as every game begins. `ends` says of a rule or an
    event whether it comes to its end with what is known where it is carried out; those of
    which it does not are `begun`. Of the doubtful decisions that are `found`, those are
    `promised` before which the rules ask whether they can be made.
    """

    world: World
    effects: Effects
    possible: Callable[[Decision, Facts], bool]
    ends: Callable[[Symbol, Facts], bool]
    asked: Callable[[Decision, Facts], bool]
    facts: Facts = NOTHING
    found: list[Decision] = Factory(list)
    promised: list[Decision] = Factory(list)
    begun: list[Symbol] = Factory(list)
    fresh: bool = False

    def block(self, block: nodes.Block) -> None:
        """Go through the statements of a block; `found` are the doubtful decisions."""
        for statement in block:
            self._statement(statement)

    def _inner(self, block: nodes.Block, facts: Facts) -> Facts:
        path = evolve(self, facts=facts, fresh=False)
        path.block(block)
        return path.facts

    def _statement(self, node: nodes.Stmt) -> None:
        match node:
            case nodes.Choose() | nodes.Menu():
                self._decision(node)
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.While(test=test, body=body):
                self.forget(body)
                self._inner(body, self.facts | proved(self.world, test))
                if not leaves_loop(body):
                    self.facts |= proved(self.world, test, False)
            case nodes.RepeatUntil(body=body, until=until):
                again = proved(self.world, until, False)
                true_now = frozenset(filter(self._is_true_now, again))
                self.forget(body)
                self._inner(body, self.facts | true_now)
                if not leaves_loop(body):
                    self.facts |= proved(self.world, until)
            case nodes.RepeatTimes(body=body):
                self.forget(body)
                self._inner(body, self.facts)
            case nodes.ForEach(binder=binder, body=body):
                self.forget(body)
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
                for symbol in carried_out(self.world, (node,)):
                    if not self.ends(symbol, self.facts):
                        self.begun.append(symbol)
                self.forget((node,))

    def _decision(self, node: Decision) -> None:
        if not self.possible(node, self.facts):
            self.found.append(node)
            if self.asked(node, self.facts):
                self.promised.append(node)
        for block in (node.passing, node.otherwise):
            if block is not None:
                self._inner(block, self.facts)
        self.forget((node,))

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

    def forget(self, block: nodes.Block) -> None:
        """Drop what is known about all that a block may change."""
        changes = each(block, *CHANGES)
        locals_ = {local for node in changes if (local := self._local(node))}
        if not all(map(self._local, changes)):
            self.fresh = False
            changed = self.effects.changed(block)
            self.facts = frozenset(
                fact for fact in self.facts if not self._touches(fact, changed)
            )
        if locals_:
            self.facts = frozenset(
                fact for fact in self.facts if locals_.isdisjoint(names_in(fact.trees))
            )

    def _local(self, node: nodes.Node) -> str | None:
        """The local that a statement sets, if it sets one."""
        match node:
            case nodes.Assign(target=nodes.Name(text=text)):
                return None if text in self.world.names else text
            case _:
                return None

    def _touches(self, fact: Fact, changed: Variables | None) -> bool:
        """Whether a fact is about what has changed; if that is not known, about any."""
        asked = self.effects.asked(fact.trees)
        if asked is None or changed is None:
            return bool(asked is None or asked)
        return not asked.isdisjoint(changed)


def carried_out(world: World, block: nodes.Block) -> Iterator[Symbol]:
    """The rules and events of a block, but for what menus offer."""
    offered = {
        id(inner) for node in each(block, nodes.MenuOption) for inner in walk(node.body)
    }
    for node in each(block, nodes.Do, nodes.Raise):
        if id(node) not in offered:
            symbol = world.refs.get(id(node))
            if symbol is not None:
                yield symbol


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
