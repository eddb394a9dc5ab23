"""The way through a body, with what is certain at each of its lines.

More than 400 lines because it is one walk, with a case for each statement.
"""

from collections.abc import Callable, Iterator
from typing import Protocol

from attrs import Factory, define, evolve

from rulesrun.dsl.analysis.arrivals import arrived, only_more
from rulesrun.dsl.analysis.changes import Effects, Variables
from rulesrun.dsl.analysis.emptiness import holds
from rulesrun.dsl.analysis.facts import (
    NOTHING,
    Fact,
    Facts,
    learned,
    names_in,
    no_less,
    proved,
    replaced,
)
from rulesrun.dsl.analysis.members import about, bound, chosen, taken
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.control_flow import leaves, leaves_loop, may_be_none
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import Symbol, VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Decision = nodes.Choose | nodes.Menu
CHANGES = (
    nodes.Assign,
    nodes.Move,
    nodes.MovePieces,
    nodes.Draw,
    nodes.Leaves,
    nodes.Do,
    nodes.LetDone,
    nodes.Raise,
    nodes.Menu,
)
"""The statements after which nothing is known about the state."""

MOST_FACTS = 500
"""Where so much is known, names bring nothing more: all of it is looked through for each."""

ROUNDS = 3
"""So often a body is gone through to see what holds in each of its rounds."""


class Look(Protocol):
    """Who looks at what is worked out and done on the way."""

    def values(self, path: "Path", tree: object, facts: Facts) -> None:
        """Expressions are worked out, where the facts hold."""

    def line(self, path: "Path", node: nodes.Stmt) -> None:
        """A line is carried out, where the facts of the path hold."""

    def offer(self, path: "Path", item: nodes.MenuAction, facts: Facts) -> None:
        """An action is offered, where the facts hold."""


@define(eq=False)
class Path:
    """Goes through the statements of a body with what is known at each.

    `at_once` says that its lines see the state as it was before the first of them.
    `changed` are the variables that may have been changed on the way (none: any of them)
    and `anew` the locals that have another value since then; `meant` says what those are
    that have been named. `look` is shown all that is worked out. `behind` gives what is
    known where a rule has ended.

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
    look: Look | None = None
    behind: Callable[[Symbol, Facts], Facts] | None = None
    changed: Variables | None = frozenset()
    anew: set[str] = Factory(set)
    at_once: bool = False
    meant: dict[str, nodes.Expr] = Factory(dict)

    def block(self, block: nodes.Block) -> None:
        """Go through the statements of a block; `found` are the doubtful decisions."""
        for statement in block:
            self._statement(statement)

    def _inner(self, block: nodes.Block, facts: Facts) -> Facts:
        """What is known behind a block."""
        path = evolve(self, facts=facts, fresh=False)
        path.block(block)
        self._has_changed(path.changed)
        return path.facts

    def _loop(self, body: nodes.Block, test: Facts = NOTHING, *names: str) -> Facts:
        """Go through a body that is carried out again and again; the names are new to it.

        What holds before it and again at its end holds at the beginning of each round.
        """
        before = self.facts
        self.forget(body)
        left = each(body, nodes.Stop, nodes.Next)  # there its end is not come to
        if self.look is not None and before != self.facts and not left:
            trial = evolve(self, facts=before | test, found=[], promised=[], begun=[])
            trial.look, trial.anew, trial.fresh = None, set(), False
            steady = before
            for _ in range(ROUNDS):
                trial.facts = self._without(steady, *names) | test
                trial.block(body)
                still = frozenset(
                    fact for fact in steady if holds(self.world, trial.facts, fact)
                )
                if still == steady:
                    self.facts = steady
                    break
                steady = still
        outer = self._without(self.facts, *names)
        return self._inner(body, learned(self.world, outer, test))

    def _without(self, facts: Facts, *names: str) -> Facts:
        """The facts but those about something else that is called by one of the names."""
        if not names:
            return facts
        return frozenset(f for f in facts if f.names.isdisjoint(names))

    def _see(self, *trees: object) -> None:
        if self.look is not None:
            self.look.values(self, trees, self.facts)

    def _statement(self, node: nodes.Stmt) -> None:
        match node:
            case nodes.Choose() | nodes.Menu():
                self._decision(node)
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.While(test=test, body=body):
                self._loop(body, proved(self.world, test))
                self._see(test)
                if not leaves_loop(body):
                    self._learn(proved(self.world, test, False))
            case nodes.RepeatUntil(body=body, until=until):
                again = proved(self.world, until, False)
                true_now = frozenset(filter(self._is_true_now, again))
                end = self._loop(body, true_now)
                if self.look is not None:
                    certain = self.facts if each(body, nodes.Next) else end
                    self.look.values(self, until, certain)
                if not leaves_loop(body):
                    self._learn(proved(self.world, until))
            case nodes.RepeatTimes(times=times, body=body):
                self._see(times)
                self._loop(body)
            case nodes.ForEach(binder=binder, body=body, at_once=at_once):
                outer, self.at_once = self.at_once, self.at_once or at_once
                self._see(binder)
                member = about(self.world, binder)
                steady = bound(self.world, binder)
                if steady:
                    changed = self.effects.changed(body)
                    member |= {f for f in steady if not self._touches(f, changed)}
                self._loop(body, member, binder.name)
                self.at_once = outer
            case nodes.Turn(player=player, body=body):
                self._see(player)
                self.facts = self._inner(body, self.facts)
            case nodes.Phase(body=body):
                self.facts = self._inner(body, self.facts)
            case nodes.Best(player=player, by=by, body=body):
                self._see(player)
                self.facts = self._inner(body, self.facts)
                self._see(by)
            case nodes.Expectation(test=test):
                self._see(test)
                self._learn(proved(self.world, test))
            case nodes.ExpectSees(player=player, what=what):
                self._see(player)
                self._see(what)
            case nodes.Let(name=name, value=value):
                self._see(value)
                self._name(node, name, value)
            case nodes.Anybody(binder=binder, menu=menu, otherwise=otherwise):
                self._see(binder)
                if self.look is not None:
                    holding = self._without(self.facts, binder.name)
                    holding = learned(self.world, holding, about(self.world, binder))
                    for item in menu.items:
                        if isinstance(item, nodes.MenuAction):
                            self.look.offer(self, item, holding)
                    self.forget((menu,))
                    for block in (menu.passing, otherwise):
                        self._inner(block or (), holding & self.facts)
                self._carry_out(node)
            case _:
                if self.look is not None:
                    self.look.line(self, node)
                self._carry_out(node)

    def _learn(self, facts: Facts) -> None:
        self.facts = learned(self.world, self.facts, facts)

    def _name(self, node: nodes.Let, name: str, value: nodes.Expr) -> None:
        self.facts = self._without(self.facts, name)
        if len(self.facts) < MOST_FACTS:
            self._known_of(nodes.Name(span=node.name_span, text=name), value)
        if self.look is not None:
            original = self.at_the_beginning(value)
            if original is not None:
                self.meant[name] = original
                self.anew.discard(name)
            else:
                self.meant.pop(name, None)
                self.anew.add(name)

    def _known_of(self, named: nodes.Name, value: nodes.Expr) -> None:
        """Learn what is known of a name that is given a value."""
        if holds(self.world, self.facts, Fact(value)):
            self.facts |= {Fact(named)}
        kind = self.world.types.get(id(value), t.UNKNOWN)
        drawn = any(call.name == "random" for call in each(value, nodes.Call))
        if (t.fits(kind, t.INT) or t.bundle_of(kind) is not None) and not drawn:
            self.facts |= {no_less(value, named), no_less(named, value)}
        if isinstance(kind, t.OptionalType | t.ZoneType):
            none = nodes.IsNone(span=named.span, of=named, negated=False)
            some = nodes.IsNone(span=named.span, of=value, negated=True)
            self.facts |= {Fact(nodes.Or(span=named.span, left=none, right=some))}
        self.facts |= taken(self.world, named, value)

    def at_the_beginning(self, tree: nodes.Expr) -> nodes.Expr | None:
        """What had this value where the body began, if that is certain."""
        looked_at = self.effects.variables_in((tree,))
        if self.changed is None or looked_at is None:
            if looked_at is None and self.changed != frozenset():
                return None
            if looked_at:
                return None
        elif not looked_at.isdisjoint(self.changed):
            return None
        names = names_in((tree,))
        if not names.isdisjoint(self.anew):
            return None
        used = {name: self.meant[name] for name in names if name in self.meant}
        return replaced(tree, used) if used else tree

    def _carry_out(self, node: nodes.Stmt) -> None:
        for symbol in carried_out(self.world, (node,)):
            if not self.ends(symbol, self.facts):
                self.begun.append(symbol)
        before = self.facts
        self.forget((node,))
        if self.at_once:
            return
        if isinstance(node, nodes.MovePieces):
            self.facts |= only_more(self.effects, node, before - self.facts)
        self.facts |= arrived(self.world, self.effects, node, before)
        if self.behind is not None and isinstance(node, nodes.Do | nodes.LetDone):
            for symbol in carried_out(self.world, (node,)):
                self.facts |= self.behind(symbol, before)

    def _decision(self, node: Decision) -> None:
        if not self.possible(node, self.facts):
            self.found.append(node)
            if self.asked(node, self.facts):
                self.promised.append(node)
        if self.look is not None:
            self._see_decision(node)
        before = self.facts
        for block in (node.passing, node.otherwise):
            if block is not None:
                self._inner(block, self.facts)
        if isinstance(node, nodes.Menu):
            self.forget((node,))
            return
        self.facts = self._without(before, node.name)
        self.meant.pop(node.name, None)
        self.anew.add(node.name)
        for block in (node.passing, node.otherwise):
            if block is not None and not leaves(block):
                self.forget(block)
        goes_on = node.otherwise is not None and not leaves(node.otherwise)
        if not may_be_none(node) and not (node.several and (node.optional or goes_on)):
            self._learn(chosen(self.world, node))

    def _see_decision(self, node: Decision) -> None:
        assert self.look is not None
        if isinstance(node, nodes.Choose):
            self.look.line(self, node)
            return
        self._see(node.player)
        for item in node.items:
            self._see(item.when)
            facts = self.facts
            if item.when is not None:
                facts = learned(self.world, facts, proved(self.world, item.when))
            then = item.body if isinstance(item, nodes.MenuOption) else item.then
            if isinstance(item, nodes.MenuAction):
                self.look.offer(self, item, facts)
            if then:
                apart = evolve(self, facts=facts, found=[], promised=[], begun=[])
                apart.fresh = False
                apart.block(then)

    def _if(
        self,
        branches: tuple[tuple[nodes.Expr, nodes.Block], ...],
        otherwise: nodes.Block,
    ) -> None:
        here = self.facts
        after: list[Facts] = []
        for test, block in branches:
            if self.look is not None:
                self.look.values(self, test, here)
            holding = learned(self.world, here, proved(self.world, test))
            facts = self._inner(block, holding)
            if not leaves(block):
                after.append(facts)
            here = learned(self.world, here, proved(self.world, test, False))
        facts = self._inner(otherwise, here)
        if not leaves(otherwise):
            after.append(facts)
        self.facts = self._common(after) if after else NOTHING

    def _common(self, ways: list[Facts]) -> Facts:
        """What is known whichever way has been taken."""
        every = frozenset.union(*ways)
        return frozenset(
            fact
            for fact in every
            if all(fact in way or holds(self.world, way, fact) for way in ways)
        )

    def _has_changed(self, changed: Variables | None) -> None:
        if self.changed is not None:
            self.changed = None if changed is None else self.changed | changed

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
                result = [m[name] for m in self.world.members.values() if name in m]
                return bool(result) and all(map(_begins_with_none, result))
            case _:
                return False

    def forget(self, block: nodes.Block) -> None:
        """Drop what is known about all that a block may change."""
        for shuffle in each(block, nodes.Shuffle):
            changed = self.effects.changed((shuffle,))
            self._has_changed(changed)
            self.facts = frozenset(
                fact
                for fact in self.facts
                if not _has_order(fact) or not self._touches(fact, changed)
            )
        changes = each(block, *CHANGES)
        locals_ = {local for node in changes if (local := self._local(node))}
        if not all(map(self._local, changes)):
            self.fresh = False
            changed = self.effects.changed(block)
            self._has_changed(changed)
            self.facts = frozenset(
                fact for fact in self.facts if not self._touches(fact, changed)
            )
        if locals_:
            self.anew |= locals_
            self.facts = frozenset(
                fact for fact in self.facts if locals_.isdisjoint(fact.names)
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
        looked_at = self.effects.asked_of(fact)
        if looked_at is None or changed is None:
            return bool(looked_at is None or looked_at)
        return not looked_at.isdisjoint(changed)


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
    space = isinstance(kind, t.ZoneType) and kind.kind == "space"
    return variable.decl.initial is None and (space or isinstance(kind, t.OptionalType))


def _has_order(fact: Fact) -> bool:
    """Whether it may be about the order of something."""
    calls = each(fact.trees, nodes.Call)
    return bool(each(fact.trees, nodes.Index)) or any(c.name != "size" for c in calls)
