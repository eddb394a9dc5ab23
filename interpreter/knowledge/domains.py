"""What a hidden value may be, as far as the rules tell: types, and what is put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from attrs import define

from rulesrun.dsl.analysis.aliases import Handed
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import NotFixed
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.runtime import chance
from rulesrun.interpreter.runtime.layout import Layout, State
from rulesrun.interpreter.runtime.support import bits, mask

MOST = 1000
"""Of more values than that, only where they lie is known, not each of them."""

DEEP = 5
"""So many names that are given each other's values are followed."""


@define
class Dice:
    """Chance with a place of its own in the sequence of a seed."""

    seed: int
    counter: int = 0

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        self.counter += 1
        return chance.draw(self.seed, self.counter, n)

    def shuffled(self, items: Iterable[Any]) -> list[Any]:
        """The items in another order."""
        mixed, self.counter = chance.shuffle(self.seed, self.counter + 1, tuple(items))
        return list(mixed)


@define(eq=False)
class Domains:
    """The values that names and variables can have.

    `before` is the state as it is, `state` the one in which components have changed
    places: a component is exchanged for one that now lies where it lay.
    """

    layout: Layout
    handed: Handed
    before: State
    state: State
    dice: Dice

    def of(self, symbol: sym.Symbol, value: Any) -> Sequence[Any] | None:
        """What a name or variable might hold as far as the rules tell; none for unknown."""
        declared = self._all(_type(symbol), value)
        if isinstance(symbol, sym.LocalSymbol):
            assigned = self._sources(symbol, value, DEEP)
            return declared if assigned is None else assigned
        if symbol in self.handed.counted:
            return declared
        assigned = self._sources(symbol, value, DEEP)
        if assigned is None:
            return declared
        if value not in assigned:
            return [value]  # nothing has been put in yet, as everybody knows
        if isinstance(assigned, range) or declared is None:
            return assigned
        return [v for v in assigned if v in declared]

    def anew(self, symbol: sym.Symbol, value: Any) -> Any:
        """Another value of several parts, or the same if nothing is known of them."""
        every = None
        if symbol in self.handed.members:
            every = self._members(self.handed.members[symbol], None)
        return self._composed(_type(symbol), value, every)

    def _sources(
        self, symbol: sym.Symbol, value: Any, deep: int
    ) -> Sequence[Any] | None:
        """All that the rules put into a name or a variable; none where that is open."""
        kind = _type(symbol)
        if symbol in self.handed.members and not isinstance(
            kind, t.ListType | t.SetType
        ):
            return self._members(self.handed.members[symbol], value)
        if symbol in self.handed.counted or symbol not in self.handed.given or not deep:
            return None
        result: list[Any] = []
        for node in self.handed.given[symbol]:
            source = self.handed.world.refs.get(id(node))
            some: Sequence[Any] | None
            match node:
                case nodes.Int(value=number):
                    some = (number,)
                case nodes.Call(name="random", args=(of,)) if source is None:
                    some = self._members(of, value)
                case _ if isinstance(source, sym.LocalSymbol):
                    some = self._sources(source, value, deep - 1)
                case _:
                    some = None
            if some is None:
                some = self._all(
                    self.handed.world.types.get(id(node), t.UnknownType()), value
                )
            if some is None:
                return None
            if len(self.handed.given[symbol]) == 1:
                return some
            if len(some) > MOST:
                return None
            result += some
        return tuple(dict.fromkeys(result))

    def _members(self, of: nodes.Expr, value: Any) -> Sequence[Any] | None:
        """What a member of a collection can be, as far as the rules fix it."""
        world = self.layout.world
        if isinstance(of, nodes.RangeOf):
            with suppress(NotFixed, ZeroDivisionError):
                low, high = self.layout.number(of.low), self.layout.number(of.high)
                return range(low, high + 1)
        kind = t.element(world.types.get(id(of), t.UnknownType()))
        return None if kind is None else self._all(kind, value)

    def _all(self, kind: t.Type, value: Any) -> Sequence[Any] | None:
        """All values of a type; of a component, those that lie where this one lies."""
        layout = self.layout
        match kind:
            case t.IntType(low, high) if low is not None and high is not None:
                return range(low, high + 1)
            case t.BoolType():
                return (False, True)
            case t.EnumType(name):
                return range(len(layout.world.enum(name).values))
            case t.PlayerType():
                return range(layout.players)
            case t.CellType():
                return range(len(layout.board_of(kind).names))
            case t.OptionalType(t.ComponentType() as inner):
                return None if value is None else self._all(inner, value)
            case t.OptionalType(inner):
                some = self._all(inner, value)
                return None if some is None else (None, *some)
            case t.ComponentType(names) if isinstance(value, int):
                there = held_in(self.state[self.before[layout.locations + value]])
                return [c for c in there if layout.components[c].kind in names]
            case _:
                return None

    def _composed(
        self, kind: t.Type, value: Any, every: Sequence[Any] | None = None
    ) -> Any:
        """A value of several parts, each part dealt anew; what cannot be is as it was.

        `every` is what the parts can be, where more is known than their types.
        """
        match kind:
            case t.ListType(t.ComponentType() as item) | t.SetType(
                t.ComponentType() as item
            ):
                rest: dict[int, list[int]] = {}
                result = []
                for card in value:
                    slot = self.before[self.layout.locations + card]
                    if slot not in rest:
                        rest[slot] = self.dice.shuffled(
                            self._all(item, card) or (card,)
                        )
                    result.append(rest[slot].pop() if rest[slot] else card)
                return tuple(sorted(result) if isinstance(kind, t.SetType) else result)
            case t.SetType(item) if isinstance(value, int):
                every = every or self._all(item, None)
                if every is None or len(every) > MOST:
                    return value
                return mask(self.dice.shuffled(every)[: len(tuple(bits(value)))])
            case t.ListType(item):
                every = every or self._all(item, None)
                if every is None:
                    return value
                if len(set(value)) == len(value) and len(every) <= MOST:
                    return tuple(self.dice.shuffled(every)[: len(value)])
                return tuple(every[self.dice.below(len(every))] for _ in value)
            case t.TupleType(items):
                return tuple(
                    self._part(k, v) for k, v in zip(items, value, strict=True)
                )
            case t.BundleType():
                amounts = [0] * len(value)
                for _ in range(sum(value)):
                    amounts[self.dice.below(len(amounts))] += 1
                return tuple(amounts)
            case t.OptionalType(inner) if value is not None:
                return self._composed(inner, value, every)
            case _:
                return value

    def _part(self, kind: t.Type, value: Any) -> Any:
        every = self._all(kind, value)
        if every:
            return every[self.dice.below(len(every))]
        return self._composed(kind, value)


def _type(symbol: sym.Symbol) -> t.Type:
    assert isinstance(symbol, sym.LocalSymbol | sym.VariableSymbol)
    return symbol.type
