"""Proofs that a decision always has an option.

More than 400 lines because each kind of decision has its own, and all share what is found.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from attrs import define, field

from rulesrun.dsl.analysis.changes import Effects
from rulesrun.dsl.analysis.emptiness import holds
from rulesrun.dsl.analysis.facts import (
    NOTHING,
    Fact,
    Facts,
    Tests,
    conjuncts,
    names_in,
    names_of_locals,
    negated,
    proved,
    replaced,
)
from rulesrun.dsl.analysis.lower_bounds import lowest
from rulesrun.dsl.analysis.members import chosen
from rulesrun.dsl.analysis.paths import Decision, Look, Path
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

MANY_HANDLERS = 20
"""Of more handlers of one event it is not asked what each of them leaves as it was."""

DEEP = 40
"""What is known is followed through so many rules that carry out one another."""


def bodies(symbol: sym.Symbol) -> list[nodes.Block]:
    """What is carried out with a rule, an action or an event."""
    match symbol:
        case sym.RuleSymbol():
            return [symbol.decl.body]
        case sym.ActionSymbol():
            return [symbol.decl.body]
        case sym.EventSymbol():
            return [handler.decl.body for handler in symbol.handlers]
        case _:
            return []


@define(eq=False)
class Proofs:
    """What is certain about the decisions of a game; what was found is remembered.

    `counted_on` are the actions that are taken where `can` says so, though the choices in
    them may come to nothing: those must be looked through at their own place.
    """

    world: World
    counted_on: set[sym.ActionSymbol] = field(factory=set, init=False)
    effects: Effects = field(init=False)
    _risks: dict[tuple[sym.Symbol, Facts], bool] = field(factory=dict, init=False)
    _behind: dict[tuple[sym.Symbol, Facts], Facts] = field(factory=dict, init=False)
    _deep: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.effects = Effects(self.world)

    def doubtful(
        self, block: nodes.Block, facts: Facts = NOTHING, *, fresh: bool = False
    ) -> list[Decision]:
        """The decisions of a block that may have no option, though nobody asks before."""
        path = self._path(block, facts, fresh=fresh)
        promised = set(map(id, path.promised))
        self.counted_on.update(
            action
            for menu in path.promised
            if isinstance(menu, nodes.Menu)
            for item in menu.items
            if isinstance(action := self.world.refs.get(id(item)), sym.ActionSymbol)
        )
        return [result for result in path.found if id(result) not in promised]

    def possible(self, decision: Decision, facts: Facts) -> bool:
        """Whether a decision always has an option."""
        if decision.optional or decision.otherwise is not None:
            return True
        if isinstance(decision, nodes.Menu):
            return self._menu(decision, facts)
        return self._choice(decision, facts, {})

    def certain(self, decision: Decision) -> bool:
        """Whether a decision has more to offer than to pass or to take none, always."""
        if isinstance(decision, nodes.Menu):
            return self._menu(decision, NOTHING)
        least = (
            None if decision.least is None else constant_int(self.world, decision.least)
        )
        if decision.several and not least:
            return False
        return self._choice(decision, NOTHING, {})

    def completes(self, block: nodes.Block, facts: Facts = NOTHING) -> bool:
        """Whether a block can always be carried out to its end."""
        path = self._path(block, facts)
        return not path.found and not path.begun

    def is_risky(self, symbol: sym.Symbol, facts: Facts = NOTHING) -> bool:
        """Whether what was begun might not be carried out to its end.

        Of what is known where it begins, that counts which is about no locals.
        """
        facts = frozenset(filter(self._is_closed, facts))
        if self._deep == DEEP:
            facts = NOTHING
        result = self._risks.get((symbol, facts))
        if result is None:
            self._risks[symbol, facts] = True  # until known: for one that uses itself
            self._deep += bool(facts)
            result = any(path.found or path.begun for path in self._ways(symbol, facts))
            self._deep -= bool(facts)
            self._risks[symbol, facts] = result
        return result

    def needed(self, action: sym.ActionSymbol) -> tuple[nodes.Expr, ...]:
        """Collections that only need to hold something for an action to come to its end.

        There are none where it comes to its end anyhow, and where more is needed.
        """
        doubts = self._doubts(action, set())
        doubtful = {
            Fact(doubt.of) for doubt in doubts if isinstance(doubt, nodes.Choose)
        }
        facts = frozenset(filter(self._is_closed, doubtful))
        if not facts or self.is_risky(action, facts):
            return ()
        return tuple(
            doubt.of
            for doubt in doubts
            if isinstance(doubt, nodes.Choose) and Fact(doubt.of) in facts
        )

    def _doubts(self, symbol: sym.Symbol, seen: set[sym.Symbol]) -> list[Decision]:
        """The decisions on the way of a rule, an action or an event that may have none."""
        decisions: list[Decision] = []
        seen.add(symbol)
        for path in self._ways(symbol, NOTHING):
            decisions += path.found
            for inner in path.begun:
                if inner not in seen:
                    decisions += self._doubts(inner, seen)
        return decisions

    def _ways(self, symbol: sym.Symbol, facts: Facts) -> Iterator[Path]:
        """The ways through what is carried out with a rule, an action or an event."""
        match symbol:
            case sym.ActionSymbol():
                yield self._path(symbol.decl.body, facts | self._head(symbol))
            case sym.EventSymbol():
                paths = self.before_each(symbol, lambda: self._path((), facts))
                for handler, path in zip(symbol.handlers, paths, strict=True):
                    yield self._path(handler.decl.body, path.facts)
            case _:
                for body in bodies(symbol):
                    yield self._path(body, facts)

    def before_each(
        self, event: sym.EventSymbol, begin: Callable[[], Path]
    ) -> Iterator[Path]:
        """The way that leads to each handler: it may come after all the others.

        Of many handlers each may come after itself, too, so that one way leads to all.
        """
        every = [handler.decl.body for handler in event.handlers]
        behind_all: Path | None = None
        if len(every) > MANY_HANDLERS:
            behind_all = begin()
            for body in every:
                behind_all.forget(body)
        for handler in event.handlers:
            path = begin()
            if behind_all is not None:
                path.facts, path.changed = behind_all.facts, behind_all.changed
                path.anew, path.fresh = set(behind_all.anew), behind_all.fresh
                yield path
                continue
            for body in every:
                if body is not handler.decl.body or handler.each is not None:
                    path.forget(body)
            yield path

    def _head(self, action: sym.ActionSymbol) -> Facts:
        """What is known where an action begins: that it could be chosen."""
        path = self._path((), NOTHING)
        for line in action.decl.head:
            match line:
                case nodes.Require(test=test):
                    path.facts |= proved(self.world, test)
                case nodes.Let():
                    path.block((line,))
                case nodes.Choose():
                    path.facts |= chosen(self.world, line)
                case _:
                    pass
        return path.facts

    def _path(self, block: nodes.Block, facts: Facts, *, fresh: bool = False) -> Path:
        path = Path(
            self.world,
            self.effects,
            self.possible,
            self._ends,
            self._has_option,
            facts,
            fresh=fresh,
        )
        path.block(block)
        return path

    def looking(self, look: Look, facts: Facts) -> Path:
        """A way on which somebody looks at what is worked out, and decisions count as made."""
        path = self._fresh_path(facts)
        path.look = look
        return path

    def _fresh_path(self, facts: Facts) -> Path:
        return Path(
            self.world, self.effects, _true, _true, _true, facts, behind=self.behind
        )

    def behind(self, symbol: sym.Symbol, facts: Facts) -> Facts:
        """What is known where a rule has ended, that is about no locals."""
        if not isinstance(symbol, sym.RuleSymbol) or each(
            symbol.decl.body, nodes.Return
        ):
            return NOTHING
        facts = frozenset(filter(self._is_closed, facts))
        if (symbol, facts) not in self._behind:
            if self._deep == DEEP:
                return NOTHING
            self._behind[symbol, facts] = NOTHING  # for one that uses itself
            self._deep += 1
            path = self._fresh_path(facts)
            path.block(symbol.decl.body)
            self._deep -= 1
            closed = frozenset(filter(self._is_closed, path.facts))
            self._behind[symbol, facts] = closed
        return self._behind[symbol, facts]

    @cached_property
    def lasting(self) -> frozenset[str]:
        """The names that mean the same wherever they stand."""
        return self._global - self._local

    def _ends(self, symbol: sym.Symbol, facts: Facts) -> bool:
        return not self.is_risky(symbol, facts)

    def _is_closed(self, fact: Fact) -> bool:
        """Whether it means the same wherever it stands: it is about no locals."""
        named = fact.names
        return named <= self._global and named.isdisjoint(self._local)

    @cached_property
    def _global(self) -> frozenset[str]:
        return frozenset(self.world.names) | frozenset(self.world.values)

    @cached_property
    def _local(self) -> frozenset[str]:
        """What locals are called; one may be called like a value of an enum."""
        return names_of_locals(self.world)

    # ---- decisions -----------------------------------------------------------

    def _menu(self, menu: nodes.Menu, facts: Facts) -> bool:
        conditions: set[nodes.Expr] = set()
        for item in menu.items:
            here = facts if item.when is None else facts | proved(self.world, item.when)
            if isinstance(item, nodes.MenuAction):
                possible = self._action(item, here)
            else:
                possible = self.completes(item.body, here)
            if possible and item.when is None:
                return True
            if possible and item.when is not None:
                conditions.add(item.when)
        if any(negated(condition) in conditions for condition in conditions):
            return True
        return any(self._one_of(menu, fact.of) for fact in facts)

    def _has_option(self, decision: Decision, facts: Facts) -> bool:
        """Whether it is known that an action that a menu offers has an option."""
        return isinstance(decision, nodes.Menu) and any(
            self._names_one(decision, fact.of) for fact in facts
        )

    def _names_one(self, menu: nodes.Menu, condition: nodes.Expr) -> bool:
        """Whether all that is asked by `can bid(p) or can call(p)` is in a menu."""
        if isinstance(condition, nodes.Or):
            sides = (condition.left, condition.right)
            return all(self._names_one(menu, side) for side in sides)
        return isinstance(condition, nodes.Can) and any(
            isinstance(item, nodes.MenuAction)
            and item.when is None
            and (item.name, item.args) == (condition.name, condition.args)
            for item in menu.items
        )

    def _one_of(self, menu: nodes.Menu, condition: nodes.Expr) -> bool:
        """Whether `can bid(p) or can call(p)` is about actions that a menu offers."""
        if isinstance(condition, nodes.Or):
            return self._one_of(menu, condition.left) and self._one_of(
                menu, condition.right
            )
        return isinstance(condition, nodes.Can) and any(
            isinstance(item, nodes.MenuAction)
            and item.when is None
            and self._action(item, frozenset({Fact(condition)}))
            for item in menu.items
        )

    def _action(self, item: nodes.MenuAction, facts: Facts) -> bool:
        action = self.world.refs.get(id(item))
        if not isinstance(action, sym.ActionSymbol):
            return True  # another message is about it
        condition = nodes.Can(
            span=item.span, name=item.name, name_span=item.name_span, args=item.args
        )
        if Fact(condition) in facts:
            return not self.is_risky(action)
        params = [param.name for param in action.params]
        if len(params) != len(item.args) or names_in(item.args) & _bound(action):
            return False
        names = dict(zip(params, item.args, strict=True))
        for line in action.decl.head:
            match line:
                case nodes.Let(name=name, value=value):
                    names[name] = replaced(value, names)
                case nodes.Require():
                    return False
                case nodes.Choose(name=name):
                    if not self._choice(line, facts, names):
                        return False
                    names[name] = nodes.Name(span=line.name_span, text=f"<{name}>")
        return not self.is_risky(action)

    def _choice(
        self, choice: nodes.Choose, facts: Facts, names: dict[str, nodes.Expr]
    ) -> bool:
        of = replaced(choice.of, names)
        tests: frozenset[nodes.Expr] = frozenset()
        conditions: tuple[nodes.Where | nodes.Require, ...]
        conditions = (*choice.where, *choice.require)
        for part in conditions:
            name = None if choice.several else choice.name
            tests |= {replaced(t, names) for t in conjuncts(part.test, name)}
        if not choice.several:
            return holds(self.world, facts, Fact(of, tests))
        if choice.require or choice.paying is not None:
            return False
        least, most = choice.least, choice.most
        if least is None:
            return True
        number = constant_int(self.world, least)
        if most is not None and most != least:
            if number is None or not _is_at_least(self.world, facts, most, number):
                return False
        if number is not None:
            return holds(self.world, facts, Fact(of, tests, number))
        return _no_more_than(replaced(least, names), of, tests, facts)


def _is_at_least(world: World, facts: Facts, of: nodes.Expr, number: int) -> bool:
    """Whether a number is known not to be below another."""
    bounds = [lowest(world, of)]
    bounds += [
        lowest(world, fact.of.right)
        for fact in facts
        if isinstance(fact.of, nodes.Compare)
        and fact.of.op == ">="
        and fact.of.left == of
    ]
    return any(bound is not None and bound >= number for bound in bounds)


def _true(_: object, __: Facts) -> bool:
    return True


def _bound(action: sym.ActionSymbol) -> set[str]:
    """The names that the head of an action brings in, which others must not have."""
    return {
        node.name
        for node in walk(action.decl.head)
        if isinstance(node, nodes.Binder | nodes.Choose | nodes.Let)
    }


def _no_more_than(
    number: nodes.Expr, of: nodes.Expr, tests: Tests, facts: Facts, depth: int = 2
) -> bool:
    """Whether a number is at most as great as there are members that pass the tests.

    That is so by its form alone, or where it has been compared with their number, or
    with one of which it is so.
    """
    match number:
        case nodes.Call(name="size", args=(inner,)) if not tests and inner == of:
            return True
        case nodes.Quantified(kind="count", binder=binder) if _counts(
            binder, of, tests
        ):
            return True
        case nodes.Call(name="min", args=args):
            if any(_no_more_than(arg, of, tests, facts, depth) for arg in args):
                return True
        case nodes.Division(left=left, right=nodes.Int(value=value)) if value > 0:
            if _no_more_than(left, of, tests, facts, depth):
                return True
        case _:
            pass
    greater = [
        fact.of.left
        for fact in facts
        if isinstance(fact.of, nodes.Compare)
        and fact.of.op == ">="
        and fact.of.right == number
    ]
    return depth > 0 and any(
        _no_more_than(other, of, tests, facts, depth - 1) for other in greater
    )


def _counts(binder: nodes.Binder, of: nodes.Expr, tests: Tests) -> bool:
    """Whether those that are counted are members that pass the tests."""
    return binder.of == of and tests <= conjuncts(binder.where, binder.name)
