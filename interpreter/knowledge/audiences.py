"""Who sees the slots of a state, where an expression of the rules says it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.dsl.analysis.secrecy import Audience, audience
from rulesrun.dsl.semantics.audiences import owner_key
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.runtime.layout import FORCED, PROBE, State
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.support import FAULTS, RuleFault, Unforeseeable


class _Looked(Exception):
    """Raised where an expression looks at the state."""


class _NoState(list[Any]):
    """In place of a state: whoever looks at it depends on it."""

    def __getitem__(self, at: Any) -> Any:
        raise _Looked


_NOBODY = (RuleFault, Unforeseeable, *FAULTS)
"""What an expression that cannot be worked out raises."""


class Varying(NamedTuple):
    """Whether a seat sees a slot, where that depends on the state.

    It is a generated function, to be given the state, these and the seat.
    """

    function: Any
    args: tuple[int, ...]


@define(eq=False)
class Audiences:
    """Who sees each slot of the states of one module.

    Attributes:
        fixed: For each slot that somebody cannot look into, who always can.
        varying: The slots of which the state says who can.
    """

    module: Module
    fixed: dict[int, Set[int]] = field(factory=dict, init=False)
    varying: dict[int, Varying] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        layout = self.module.layout
        seats = frozenset(range(layout.players))
        for symbol, family in layout.families.items():
            who, at = audience(symbol), owner_key(symbol)
            if who is Audience.EVERYBODY:
                continue
            for slot in range(family.base, family.base + family.size):
                owner = None if at is None else family.indexes(slot)[at]
                if who is Audience.SOME:
                    self._find(symbol, slot, () if owner is None else (owner,))
                    continue
                mine = seats & {owner}
                if who is Audience.NOBODY:
                    self.fixed[slot] = frozenset()
                else:
                    self.fixed[slot] = mine if who is Audience.OWNER else seats - mine

    def _find(self, symbol: VariableSymbol, slot: int, args: tuple[int, ...]) -> None:
        assert symbol.audience is not None
        name = spelled("function", name=symbol.audience.name)
        layout, one = self.module.layout, Varying(self.module.names[name], args)
        try:
            self.fixed[slot] = _members(one, _NoState(), layout.players)
        except _Looked:
            self.varying[slot] = one
        except _NOBODY:
            self.fixed[slot] = frozenset()

    def sees(self, slot: int, seat: int, state: State) -> bool:
        """Whether a seat can look into a slot that not all can look into always.

        Nobody sees where the expression cannot be worked out. A seat below 0 sees what
        all see.
        """
        members = self.fixed.get(slot)
        if members is not None:
            return _is_among(members, seat, self.module.layout.players)
        if seat < 0:
            return len(self.members(slot, state)) == self.module.layout.players
        return self._sees(slot, seat, self._unwatched(state))

    def members(self, slot: int, state: State) -> Set[int]:
        """The seats that see a slot of which the state says it."""
        state, seats = self._unwatched(state), range(self.module.layout.players)
        return frozenset(seat for seat in seats if self._sees(slot, seat, state))

    def _sees(self, slot: int, seat: int, state: State) -> bool:
        one = self.varying[slot]
        try:
            return bool(one.function(state, *one.args, seat))
        except _NOBODY:
            return False

    def _unwatched(self, state: State) -> State:
        if self.module.listeners:  # who looks is not playing
            state = state.copy()
            state[FORCED] = PROBE
        return state

    def hidden(self, seat: int) -> frozenset[int]:
        """The slots that a seat can never look into."""
        return _without(self.fixed, seat, self.module.layout.players)


def _without(seen: Mapping[int, Set[int]], seat: int, players: int) -> frozenset[int]:
    return frozenset(s for s, who in seen.items() if not _is_among(who, seat, players))


def _is_among(members: Set[int], seat: int, players: int) -> bool:
    return seat in members if seat >= 0 else len(members) == players


def _members(one: Varying, state: State, players: int) -> Set[int]:
    return frozenset(s for s in range(players) if one.function(state, *one.args, s))
