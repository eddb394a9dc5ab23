"""Whether a player certainly sees what belongs to somebody: by `seen by`, and by names.

That two names stand for different players is proved by the conditions under which they
were chosen, such as `q in players where q != p`, and by where the players sit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeGuard

from attrs import Factory, define

from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.analysis.secrecy import Audience, audience
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Asked = Callable[[nodes.Expr], bool]
"""Whether an expression certainly stands for a player that is looked for."""


@define(eq=False)
class Seeing:
    """Proves who sees what, in one file."""

    world: World
    _tests: dict[sym.Symbol, list[nodes.Expr]] = Factory(dict)
    _origin: dict[sym.Symbol, nodes.Expr] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        world = self.world
        parts = (*world.file.declarations, *world.derived)
        for node in each(parts, nodes.Binder, nodes.Choose, nodes.Anybody):
            symbol = world.refs.get(id(node))
            if symbol is None:
                continue
            tests: list[nodes.Expr] = []
            match node:
                case nodes.Binder(of=of, where=where):
                    tests = [] if where is None else [where]
                case nodes.Choose(of=of, where=lines, require=require):
                    tests = [line.test for line in lines]
                    tests += [line.test for line in require]
                case nodes.Anybody(binder=nodes.Binder(of=of, where=where)):
                    tests = [] if where is None else [where]
            self._origin[symbol] = of
            self._tests.setdefault(symbol, []).extend(tests)
        for action in world.each(sym.ActionSymbol):
            head = action.decl.head
            required = [n.test for n in head if isinstance(n, nodes.Require)]
            for symbol in action.chosen:
                self._tests.setdefault(symbol, []).extend(required)

    def sees(
        self,
        symbol: sym.VariableSymbol,
        owner: nodes.Expr | None,
        is_me: Asked,
        is_other: Asked,
    ) -> bool:
        """Whether a player certainly sees the variable of an owner."""
        match audience(symbol):
            case Audience.OWNER:
                return owner is not None and is_me(owner)
            case Audience.OTHERS:
                return owner is not None and is_other(owner)
            case Audience.SOME if symbol.audience is not None:
                value = expression(symbol.audience)
                return self._holds_me(symbol.audience, value, owner, is_me, is_other)
            case other:
                return other is Audience.EVERYBODY

    def is_another(self, node: nodes.Expr, is_me: Asked, seat: int | None) -> bool:
        """Whether an expression certainly stands for another player than one.

        `seat` is that player's, where a number is written.
        """
        symbol = self.world.refs.get(id(node))
        if isinstance(node, nodes.PlayerAt):
            return seat is not None and node.seat != seat
        if isinstance(node, nodes.Attribute) and node.name in ("left", "right"):
            return player_counts(self.world).start > 1 and is_me(node.of)

        of = self._origin.get(symbol) if symbol is not None else None
        if _asks_others(of) and any(map(is_me, of.args)):
            return True

        def is_it(part: nodes.Expr) -> bool:
            result = self.world.refs.get(id(part))
            return isinstance(part, nodes.It) or (
                result is symbol and symbol is not None
            )

        return isinstance(symbol, sym.LocalSymbol) and any(
            _differ(part, is_it, is_me)
            for test in self._tests.get(symbol, ())
            for part in joined(test)
        )

    def _holds_me(
        self,
        who: sym.AudienceSymbol,
        value: nodes.Expr,
        owner: nodes.Expr | None,
        is_me: Asked,
        is_other: Asked,
    ) -> bool:
        """Whether the player is among those that an expression gives."""
        refs = self.world.refs

        def is_owner(node: nodes.Expr) -> bool:
            return bool(who.params) and refs.get(id(node)) is who.params[0]

        def inside(part: nodes.Expr) -> bool:
            return self._holds_me(who, part, owner, is_me, is_other)

        match value:
            case nodes.Quantified(kind="all", binder=binder, having=()):
                candidate = refs.get(id(binder))

                def is_candidate(node: nodes.Expr) -> bool:
                    return isinstance(node, nodes.It) or (
                        refs.get(id(node)) is candidate and candidate is not None
                    )

                def holds(test: nodes.Expr) -> bool:
                    match test:
                        case nodes.Or(left=left, right=right):
                            return holds(left) or holds(right)
                        case nodes.And(left=left, right=right):
                            return holds(left) and holds(right)
                        case nodes.Compare(op="==") if _joins(
                            test, is_candidate, is_owner
                        ):
                            return owner is not None and is_me(owner)
                        case nodes.Compare(op="!=") if _joins(
                            test, is_candidate, is_owner
                        ):
                            return owner is not None and is_other(owner)
                        case _:
                            return False

                test = binder.where
                return inside(binder.of) and (test is None or holds(test))
            case nodes.Call(name="others", args=(of,)) if is_owner(of):
                return owner is not None and is_other(owner)
            case nodes.Name(text="players") if refs.get(id(value)) is None:
                return True
            case nodes.Arithmetic(op="+", left=left, right=right):
                return inside(left) or inside(right)
            case nodes.SetOf(items=items) | nodes.ListOf(items=items):
                return any(map(inside, items))
            case _:
                return is_owner(value) and owner is not None and is_me(owner)


def expression(who: sym.AudienceSymbol) -> nodes.Expr:
    """The expression that says who sees a variable."""
    (line,) = who.decl.body
    assert isinstance(line, nodes.Return)
    assert line.value is not None
    return line.value


def joined(test: nodes.Expr) -> Iterator[nodes.Expr]:
    """The conditions that `and` joins."""
    if isinstance(test, nodes.And):
        yield from joined(test.left)
        yield from joined(test.right)
    else:
        yield test


def _joins(test: nodes.Compare, one: Asked, other: Asked) -> bool:
    left, right = test.left, test.right
    return (one(left) and other(right)) or (one(right) and other(left))


def _differ(test: nodes.Expr, one: Asked, other: Asked) -> bool:
    return (
        isinstance(test, nodes.Compare) and test.op == "!=" and _joins(test, one, other)
    )


def _asks_others(of: nodes.Expr | None) -> TypeGuard[nodes.Call]:
    return isinstance(of, nodes.Call) and of.name == "others"
