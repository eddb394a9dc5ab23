"""What the rules look at that a player cannot know: found without playing.

A variable that its owner alone may see is known to the player where it is written with
the very expression that stands for that player, or with a name that was given it. Of one
that others see, `visibility.py` proves that the player is among them.

More than 400 lines: names, calls and scopes are followed in one walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import Factory, define, evolve, frozen

from rulesrun.dsl.analysis.aliases import Handed, returned
from rulesrun.dsl.analysis.secrecy import (
    Audience,
    audience,
    has_secrets,
    number_is_known,
)
from rulesrun.dsl.analysis.visibility import Seeing
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.audiences import owner_key
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

NOWHERE = Span("", 0, 0, 0, 0)
DEEP = 40
"""So many names and rules that lead to one another are followed."""


PASSING: tuple[type[nodes.Node], ...] = (
    nodes.IsEmpty,
    nodes.Call,
    nodes.Quantified,
    nodes.IsNone,
    nodes.Assign,
    nodes.Destination,
    nodes.Shuffle,
    nodes.Index,
    nodes.Compare,
    nodes.Binder,
    nodes.Choose,
)
"""What may name something without a look at what lies there."""

PRESENT = frozenset({(">", 0), (">=", 1), ("!=", 0), ("==", 0), ("<", 1), ("<=", 0)})
"""Comparisons that ask whether there is any, and nothing more."""


@frozen(eq=False)
class Look:
    """A place where something is looked at that the player cannot know."""

    node: nodes.Node
    symbol: sym.Symbol


@frozen(eq=False)
class Scope:
    """How the player is written at a place of the rules.

    `me` is an expression that stands for that player, `mine` are names that do, `others`
    names that stand for somebody else; `sees` are variables that `expect` says are seen.
    `known` are parameters of which it is known what they are given: an expression in another
    scope, or nothing that need be looked at again. Where it is not `sure` who the player
    is, only what nobody can know counts; for `anybody`, all that is hidden from anybody.
    """

    me: nodes.Expr | None = None
    mine: frozenset[sym.Symbol] = frozenset()
    others: frozenset[sym.Symbol] = frozenset()
    sees: tuple[nodes.Expr, ...] = ()
    known: Mapping[sym.Symbol, tuple[nodes.Expr, Scope] | None] = Factory(dict)
    sure: bool = True
    anybody: bool = False


@define(eq=False)
class Sight:
    """Finds such places; what was found in rules and functions is remembered.

    What is looked for takes time in proportion to the rules: no name is followed twice in
    the same scope, and of what is carried out only one place is remembered.
    """

    world: World
    handed: Handed = Factory(lambda self: Handed(self.world), takes_self=True)
    seeing: Seeing = Factory(lambda self: Seeing(self.world), takes_self=True)
    _secret: dict[sym.LocalSymbol, nodes.Choose | nodes.Menu] = Factory(
        lambda self: self.handed.secret_names(), takes_self=True
    )
    _inside: dict[tuple[object, ...], list[Look]] = Factory(dict)
    _followed: set[tuple[object, ...]] = Factory(set)
    _depth: int = 0
    _told: dict[sym.LocalSymbol, bool] = Factory(dict)

    def look(self, tree: object, scope: Scope) -> Look | None:
        """The first place in a tree, or in what it carries out, where there is a look."""
        self._begin()
        return next(self._looks(tree, scope), None)

    def audience_look(self, value: nodes.Expr) -> Look | None:
        """Where who sees something depends on what somebody cannot know of himself or herself.

        Of all players for whom a condition holds each must know whether it holds.
        """
        match value:
            case nodes.Quantified(kind="all", binder=binder, having=()):
                candidate = self.world.refs.get(id(binder))
                mine = frozenset(() if candidate is None else (candidate,))
                parts = () if binder.where is None else (binder.where,)
                own = self.look(parts, Scope(mine=mine))
                return own or self.look(binder.of, Scope(anybody=True))
            case _:
                return self.look(value, Scope(anybody=True))

    def _begin(self) -> None:
        self._followed.clear()
        self._depth = 0

    def _looks(self, tree: object, scope: Scope) -> Iterator[Look]:
        passed = self._passed(tree)
        for node in walk(tree):
            symbol = self.world.refs.get(id(node))
            match symbol:
                case sym.VariableSymbol() if id(node) not in passed:
                    if has_secrets(symbol) and not self.is_seen(node, symbol, scope):
                        yield Look(node, symbol)
                case sym.LocalSymbol() if isinstance(node, nodes.Name | nodes.It):
                    yield from self._local(node, symbol, scope)
                case (
                    sym.FunctionSymbol()
                    | sym.AmountSymbol()
                    | sym.RuleSymbol()
                    | sym.ActionSymbol()
                    | sym.EventSymbol()
                ):
                    args = getattr(node, "args", ())
                    yield from self._called(symbol, args, scope)
                case None if isinstance(node, nodes.Attribute) and node.name == "team":
                    if (
                        self.world.game is not None
                        and self.world.game.teams is not None
                    ):
                        yield from self._looks(
                            self.world.game.teams.by, Scope(anybody=True)
                        )
                case _:
                    pass

    def tells(self, symbol: sym.LocalSymbol) -> bool:
        """Whether a name may have been worked out from what somebody cannot know."""
        if symbol not in self._told:
            node = nodes.Name(span=symbol.span or NOWHERE, text=symbol.name)
            self._begin()
            result = self._local(node, symbol, Scope(anybody=True))
            self._told[symbol] = next(result, None) is not None
        return self._told[symbol]

    def choosing(self, decision: nodes.Choose | nodes.Menu) -> set[sym.Symbol | None]:
        """The names that stand for the player who is asked, whom everybody knows."""
        assert decision.player is not None
        scope = Scope(me=decision.player)
        result = {self.world.refs.get(id(decision.player))}
        if isinstance(decision, nodes.Menu):
            for item in decision.items:
                action = self.world.refs.get(id(item))
                if isinstance(item, nodes.MenuAction) and isinstance(
                    action, sym.ActionSymbol
                ):
                    pairs = zip(action.params, item.args, strict=False)
                    result.update(p for p, arg in pairs if self.is_me(arg, scope))
        return result

    def conditions(
        self, decision: nodes.Choose | nodes.Menu, scope: Scope
    ) -> Iterator[tuple[str, nodes.Expr, Scope]]:
        """What a decision offers depends on these: what each decides, and its scope."""
        if isinstance(decision, nodes.Choose):
            yield from _choosing(self.world, decision, scope)
            return
        for item in decision.items:
            if item.when is not None:
                yield f"whether `{item.name}` is offered", item.when, scope
            action = self.world.refs.get(id(item))
            if not isinstance(item, nodes.MenuAction) or not isinstance(
                action, sym.ActionSymbol
            ):
                continue
            pairs = list(zip(action.params, item.args, strict=False))
            inner = Scope(
                me=scope.me if isinstance(scope.me, nodes.PlayerAt) else None,
                mine=frozenset(p for p, arg in pairs if self.is_me(arg, scope)),
                others=frozenset(p for p, arg in pairs if self.is_other(arg, scope)),
                sees=scope.sees,
                known={param: (arg, scope) for param, arg in pairs},
                anybody=scope.anybody,
            )
            for line in action.decl.head:
                if isinstance(line, nodes.Require):
                    yield f"whether `{action.name}` is offered", line.test, inner
                elif isinstance(line, nodes.Choose):
                    yield from _choosing(self.world, line, inner)

    def all_know_offer(
        self, decision: nodes.Choose | nodes.Menu, line: Span | None = None
    ) -> bool:
        """Whether everybody knows what a decision offers.

        With a line only what the action offers in which that line stands.
        """
        if isinstance(decision, nodes.Menu) and line is not None:
            items = tuple(i for i in decision.items if self._stands_in(i, line))
            decision = evolve(decision, items=items or decision.items)
        result = self.conditions(decision, Scope(anybody=True))
        return all(self.look(test, scope) is None for _, test, scope in result)

    def _stands_in(self, item: nodes.Node, line: Span) -> bool:
        action = self.world.refs.get(id(item))
        if not isinstance(action, sym.ActionSymbol):
            return False
        spans = [(n.span.path, n.span.line) for n in walk(action.decl.head)]
        return (line.path, line.line) in spans

    def all_know(self, tree: object) -> bool:
        """Whether nothing that is hidden from anybody is looked at in a tree."""
        return self.look(tree, Scope(anybody=True)) is None

    def is_me(self, node: nodes.Expr, scope: Scope) -> bool:
        """Whether an expression certainly stands for the player."""
        return node == scope.me or self.world.refs.get(id(node)) in scope.mine

    def _passed(self, tree: object) -> set[int]:
        """The nodes where nothing is learned, but perhaps the number that all know."""
        passed: set[int] = set()
        for node in each(tree, *PASSING):
            counted: Iterable[nodes.Expr] = ()
            kinds = self._kinds_asked(node)
            if kinds is not None:
                passed.add(id(kinds))
            match node:
                case nodes.IsEmpty(of=of):
                    counted = (of,)
                case nodes.Call(name="size", args=args):
                    counted = args
                case nodes.Quantified(
                    kind="some" | "no" | "count", binder=nodes.Binder(of=of, where=None)
                ):
                    counted = (of,)
                case nodes.IsNone(of=of):
                    symbol = self.world.refs.get(id(of))
                    if isinstance(symbol, sym.VariableSymbol) and is_space(symbol):
                        passed.add(id(of))
                case nodes.Assign(target=target, op="="):
                    passed.add(id(target))
                case nodes.Destination(zone=zone):
                    passed.add(id(zone))
                case nodes.Shuffle(zone=zone):
                    passed.add(id(zone))
                case nodes.Index(of=of) if id(node) in self.world.refs:
                    passed.add(id(of))  # the family; the one that is meant is `node`
                case _:
                    pass
            for part in counted:
                symbol = self.world.refs.get(id(part))
                if isinstance(symbol, sym.VariableSymbol) and number_is_known(symbol):
                    passed.add(id(part))
        return passed

    def _kinds_asked(self, node: nodes.Node) -> nodes.Expr | None:
        """The stock of which only the kinds that all know are asked for."""
        result: nodes.Expr | None = None
        match node:
            case (
                nodes.IsEmpty(of=of)
                | nodes.Binder(of=of)
                | nodes.Choose(of=of, several=False)
            ):
                result = of
            case nodes.Compare(op=op, left=left, right=nodes.Int(value=value)) if (
                op,
                value,
            ) in PRESENT:
                result = left
                symbol = self.world.refs.get(id(left))
                if isinstance(left, nodes.Index) and symbol is None:
                    result = left.of
        return result if kinds_are_known(self.world, result) else None

    def is_other(self, node: nodes.Expr, scope: Scope) -> bool:
        """Whether an expression certainly stands for another player."""
        symbol = self.world.refs.get(id(node))
        if symbol in scope.others:
            return True
        binding = scope.known.get(symbol) if symbol is not None else None
        if binding is not None:
            return self.is_other(*binding)
        seat = scope.me.seat if isinstance(scope.me, nodes.PlayerAt) else None
        return self.seeing.is_another(node, lambda n: self.is_me(n, scope), seat)

    def is_seen(
        self, node: nodes.Node, symbol: sym.VariableSymbol, scope: Scope
    ) -> bool:
        """Whether the player certainly sees a variable that not all see."""
        if audience(symbol) is Audience.NOBODY or scope.anybody:
            return False
        if not scope.sure:
            return True
        keys: list[nodes.Expr] = []
        match node:
            case nodes.Attribute(of=of):
                keys = [of]
            case nodes.Index(of=nodes.Attribute(of=of), keys=more):
                keys = [of, *more]
            case nodes.Index(keys=more):
                keys = list(more)
        if len(keys) != len(symbol.all_keys):
            return False
        if any(self._is_that(node, seen, scope) for seen in scope.sees):
            return True
        at = owner_key(symbol)
        return self.seeing.sees(
            symbol,
            None if at is None else keys[at],
            lambda n: self.is_me(n, scope),
            lambda n: self.is_other(n, scope),
        )

    def _is_that(self, node: nodes.Node, seen: nodes.Expr, scope: Scope) -> bool:
        """Whether a variable is the very one that is said to be seen.

        What it belongs to may be called by a name that was given it.
        """
        refs = self.world.refs
        if refs.get(id(node)) is not refs.get(id(seen)):
            return False
        if not isinstance(node, nodes.Attribute) or not isinstance(
            seen, nodes.Attribute
        ):
            return node == seen
        of: nodes.Expr = node.of
        while True:
            symbol = refs.get(id(of))
            binding = scope.known.get(symbol) if symbol is not None else None
            if binding is None:
                return of == seen.of and symbol is refs.get(id(seen.of))
            of, scope = binding

    # ---- names -----------------------------------------------------------------------

    def _local(
        self, node: nodes.Node, symbol: sym.LocalSymbol, scope: Scope
    ) -> Iterator[Look]:
        """What is known through a name: what it was given, and how it was chosen."""
        key = (symbol, *_key(scope))
        if symbol in scope.mine or key in self._followed or self._depth >= DEEP:
            return
        if symbol not in scope.known:
            self._followed.add(key)
        self._depth += 1
        try:
            yield from self._through(node, symbol, scope)
        finally:
            self._depth -= 1

    def _through(
        self, node: nodes.Node, symbol: sym.LocalSymbol, scope: Scope
    ) -> Iterator[Look]:
        if symbol in scope.known:
            binding = scope.known[symbol]
            if binding is not None:
                yield from self._looks(*binding)
            return
        decision = self._secret.get(symbol)
        if decision is not None:
            who = decision.player
            mine = who is None or self.is_me(who, scope)
            if scope.anybody or (scope.sure and not mine):
                yield Look(node, symbol)
            return
        for value, call in self.handed.sources(symbol):
            if isinstance(call, nodes.LetDone):
                yield from self._result_looks(call.rule, scope)
                return
            outer = scope if call is None else self._outside(call, scope)
            yield from self._looks(value, outer)
        of = self.handed.members.get(symbol)
        if of is not None and symbol not in self.handed.chosen:
            if not kinds_are_known(self.world, of):
                yield from self._looks(of, scope)

    def _outside(self, call: nodes.Node, scope: Scope) -> Scope:
        """The scope of a line that carries out the rule that a scope stands in."""
        if scope.anybody:
            return scope
        callee = self.world.refs.get(id(call))
        params = getattr(callee, "params", ())
        args = getattr(call, "args", ())
        for param, arg in zip(params, args, strict=False):
            me = self.world.refs.get(id(scope.me))
            if param is me or param in scope.mine:
                return Scope(me=arg, sure=scope.sure)
        if isinstance(scope.me, nodes.PlayerAt):
            return Scope(me=scope.me, sure=scope.sure)
        return Scope(sure=False)

    def _result_looks(self, done: nodes.Do, scope: Scope) -> list[Look]:
        """What is known through a name for what a rule gives."""
        rule = self.world.refs.get(id(done))
        if not isinstance(rule, sym.RuleSymbol):
            return []
        return self._called(rule, done.args, scope, only_result=True)

    # ---- what is carried out ---------------------------------------------------------

    def _called(
        self,
        symbol: sym.Symbol,
        args: tuple[nodes.Expr, ...],
        scope: Scope,
        *,
        only_result: bool = False,
    ) -> list[Look]:
        params: tuple[sym.LocalSymbol, ...] = getattr(symbol, "params", ())
        pairs = list(zip(params, args, strict=False))
        mine = frozenset(param for param, arg in pairs if self.is_me(arg, scope))
        others = frozenset(p for p, arg in pairs if self.is_other(arg, scope))
        me = scope.me if isinstance(scope.me, nodes.PlayerAt) else None
        key = (symbol, me, mine, others, scope.sure, scope.anybody, only_result)
        if key not in self._inside:
            if self._depth >= DEEP:
                return []
            self._inside[key] = []  # for one that comes back to itself
            self._depth += 1
            for whole, own in _bodies(symbol):
                tree = tuple(returned(symbol)) if only_result else whole
                names = dict(zip(params, own, strict=False))
                inner = Scope(
                    me=me,
                    mine=mine | {names[p] for p in mine if p in names},
                    others=others | {names[p] for p in others if p in names},
                    known=dict.fromkeys((*params, *own)),
                    sure=scope.sure,
                    anybody=scope.anybody,
                )
                result = next(self._looks(tree, inner), None)
                if result is not None:
                    self._inside[key] = [result]
                    break
            self._depth -= 1
        return self._inside[key]


def _choosing(
    world: World, choice: nodes.Choose, scope: Scope
) -> Iterator[tuple[str, nodes.Expr, Scope]]:
    what = f"what can be chosen as `{choice.name}`"
    if choice.several or not kinds_are_known(world, choice.of):
        yield what, choice.of, scope
    tests = [part.test for part in choice.where]
    tests += [part.test for part in choice.require]
    tests += [part.test for part in choice.prefer]
    tests += [bound for bound in (choice.least, choice.most) if bound is not None]
    if choice.paying is not None:
        tests += [price.amount for price in choice.paying.prices]
        lines = world.stand_ins.get(id(choice), ())
        tests += [line.when for line in lines if line.when is not None]
    for test in tests:
        yield what, test, scope


def _key(scope: Scope) -> tuple[object, ...]:
    return scope.me, scope.mine, scope.others, scope.sure, scope.anybody


def kinds_are_known(world: World, node: nodes.Expr | None) -> bool:
    """Whether it is a stock of which all know which kinds there are any of."""
    symbol = world.refs.get(id(node))
    return isinstance(symbol, sym.VariableSymbol) and symbol.decl.kinds_known


def is_space(symbol: sym.VariableSymbol) -> bool:
    """Whether it is a zone for one component, of which all know whether it is taken."""
    return number_is_known(symbol) and getattr(symbol.type, "kind", "") == "space"


def _bodies(symbol: sym.Symbol) -> Iterator[tuple[object, tuple[sym.LocalSymbol, ...]]]:
    """What is carried out with a symbol, and how its parameters are called there."""
    match symbol:
        case sym.FunctionSymbol(params=params) | sym.RuleSymbol(params=params):
            yield symbol.decl.body, params
        case sym.ActionSymbol(params=params):
            yield (symbol.decl.head, symbol.decl.body), params
        case sym.EventSymbol():
            for handler in symbol.handlers:
                parts = (handler.decl.test, handler.decl.each, handler.decl.body)
                yield tuple(p for p in parts if p is not None), handler.params
        case sym.AmountSymbol(params=params):
            decl = symbol.decl
            limits = (decl.least, decl.most)
            yield (decl.value, *(p for p in limits if p is not None)), params
            for adjustment in symbol.adjustments:
                one = adjustment.decl
                rest = (one.each, one.when, one.value)
                yield tuple(p for p in rest if p is not None), adjustment.params
        case _:
            pass
