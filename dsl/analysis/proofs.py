"""Proofs that a decision always has an option."""

from collections.abc import Iterator

from attrs import Factory, define

from rulesrun.dsl.analysis.emptiness import holds
from rulesrun.dsl.analysis.facts import (
    NOTHING,
    Fact,
    Facts,
    Tests,
    conjuncts,
    names_in,
    negated,
    proved,
    replaced,
)
from rulesrun.dsl.analysis.paths import Decision, Path
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import ActionSymbol, EventSymbol, RuleSymbol, Symbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


def bodies(symbol: Symbol) -> list[nodes.Block]:
    """What is carried out with a rule, an action or an event."""
    match symbol:
        case RuleSymbol():
            return [symbol.decl.body]
        case ActionSymbol():
            return [symbol.decl.body]
        case EventSymbol():
            return [handler.decl.body for handler in symbol.handlers]
        case _:
            return []


@define(eq=False)
class Proofs:
    """What is certain about the decisions of a game; what was found is remembered."""

    world: World
    risks: dict[Symbol, bool] = Factory(dict)

    def doubtful(
        self, block: nodes.Block, facts: Facts = NOTHING, *, fresh: bool = False
    ) -> list[Decision]:
        """The decisions of a block that may have no option."""
        path = Path(self.world, self.possible, facts, fresh=fresh)
        path.block(block)
        return path.found

    def possible(self, decision: Decision, facts: Facts) -> bool:
        """Whether a decision always has an option."""
        if decision.optional or decision.otherwise is not None:
            return True
        if isinstance(decision, nodes.Menu):
            return self._menu(decision, facts)
        return self._choice(decision, facts, {})

    def carried_out(self, block: nodes.Block) -> Iterator[Symbol]:
        """The rules and events of a block, but for what menus offer."""
        offered = {
            id(inner)
            for node in each(block, nodes.MenuOption)
            for inner in walk(node.body)
        }
        for node in each(block, nodes.Do, nodes.Raise):
            if id(node) not in offered:
                symbol = self.world.refs.get(id(node))
                if symbol is not None:
                    yield symbol

    def completes(self, block: nodes.Block, facts: Facts = NOTHING) -> bool:
        """Whether a block can always be carried out to its end."""
        return not self.doubtful(block, facts) and not any(
            map(self.is_risky, self.carried_out(block))
        )

    def is_risky(self, symbol: Symbol) -> bool:
        """Whether what was begun might not be carried out to its end."""
        if symbol not in self.risks:
            self.risks[symbol] = True  # until it is known: for one that uses itself
            self.risks[symbol] = not all(map(self.completes, bodies(symbol)))
        return self.risks[symbol]

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

    def _one_of(self, menu: nodes.Menu, asked: nodes.Expr) -> bool:
        """Whether `can bid(p) or can call(p)` is about actions that a menu offers."""
        if isinstance(asked, nodes.Or):
            return self._one_of(menu, asked.left) and self._one_of(menu, asked.right)
        return isinstance(asked, nodes.Can) and any(
            isinstance(item, nodes.MenuAction)
            and item.when is None
            and self._action(item, frozenset({Fact(asked)}))
            for item in menu.items
        )

    def _action(self, item: nodes.MenuAction, facts: Facts) -> bool:
        action = self.world.refs.get(id(item))
        if not isinstance(action, ActionSymbol):
            return True  # another message is about it
        asked = nodes.Can(
            span=item.span, name=item.name, name_span=item.name_span, args=item.args
        )
        if Fact(asked) in facts:
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
            limit = constant_int(self.world, most)
            if number is None or limit is None or limit < number:
                return False
        if number is not None:
            return holds(self.world, facts, Fact(of, tests, number))
        return _no_more_than(replaced(least, names), of, tests, facts)


def _bound(action: ActionSymbol) -> set[str]:
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
