"""Who may know what: the one place that says it.

Whatever tells anything to anybody (views, reasons, news, logs, ledgers) and whatever
must do without what a player cannot know (looking ahead, `best for`, `undo`, other
worlds) asks here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any

from attrs import Factory, define, field

from rulesrun.dsl.analysis.information_flow import Sight
from rulesrun.dsl.core.statements import Decide
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.knowledge.audiences import Audiences
from rulesrun.interpreter.knowledge.pending import Held, Pending
from rulesrun.interpreter.runtime.layout import FRAMES, Frames, Layout, State
from rulesrun.interpreter.runtime.veils import (
    VEIL,
    Veil,
    VeiledPlace,
    VeiledZone,
    veiled_numbers,
    veiled_zone,
)

ONLOOKER = -1
"""In place of a seat: somebody who knows what everybody knows, and nothing else."""


def known_count(symbol: VariableSymbol, value: Any, *, hidden: bool) -> int | None:
    """How much is in a variable, where that is known of it; `hidden` if no more is."""
    if symbol.decl.secret and not isinstance(symbol.type, t.ZoneType):
        return None
    if known_kinds(symbol, value) == ():
        return 0
    if isinstance(symbol.type, t.ZoneType) and symbol.type.kind == "space":
        return int(value is not None)
    if isinstance(symbol.type, t.ZoneType) and isinstance(
        symbol.type.item, t.PieceType
    ):
        if t.bundle_of(symbol.type) is None:
            return None if hidden else int(value)  # the number is all there is to know
        is_known = symbol.decl.secret and not symbol.decl.kinds_known
        return sum(value) if is_known or not hidden else None
    if isinstance(symbol.type, t.ZoneType | t.GridType):
        return len(value)
    return None


def known_kinds(symbol: VariableSymbol, value: Any) -> tuple[int, ...] | None:
    """Of which kinds of pieces all know that there are any, though not how many.

    Pieces that are all of one kind are of kind 0. None where that is not known, either.
    """
    if not symbol.decl.kinds_known:
        return None
    amounts = value if isinstance(value, tuple) else (value,)
    return tuple(kind for kind, amount in enumerate(amounts) if amount)


def may_hear(chooser: int, player: int | None, *, secret: bool) -> bool:
    """Whether a player may be told what somebody has chosen, perhaps in secret."""
    return not secret or player is None or chooser == player


@define(eq=False)
class Secrecy:
    """What each player cannot know of the states of one module."""

    module: Module
    pending: Pending = Factory(lambda self: Pending(self.module), takes_self=True)
    sight: Sight = Factory(
        lambda self: Sight(self.module.layout.world, self.pending.handed),
        takes_self=True,
    )
    audiences: Audiences = Factory(lambda self: Audiences(self.module), takes_self=True)
    _known_kinds: frozenset[int] = field(init=False)
    _hidden: dict[int, frozenset[int]] = Factory(dict)
    _places: dict[frozenset[int], VeiledPlace] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        self._known_kinds = frozenset(
            slot
            for symbol, family in self.layout.families.items()
            if symbol.decl.kinds_known
            for slot in range(family.base, family.base + family.size)
        )

    @property
    def layout(self) -> Layout:
        """Where everything lies."""
        return self.module.layout

    @property
    def varying(self) -> Set[int]:
        """The slots of which the state says who can look into them."""
        return self.audiences.varying.keys()

    def never(self, player: int) -> frozenset[int]:
        """The slots into which that player (a seat, from 0) can never look."""
        result = self._hidden.get(player)
        if result is None:
            result = self._hidden[player] = self.audiences.hidden(player)
        return result

    def slots(self, player: int, state: State) -> frozenset[int]:
        """The slots of a state whose content that player cannot know."""
        hidden = self.never(player)
        if not self.audiences.varying:
            return hidden
        sees = self.audiences.sees
        return hidden.union(s for s in self.varying if not sees(s, player, state))

    def is_hidden(self, slot: int, player: int | None, state: State) -> bool:
        """Whether a player cannot know what is in a slot; none may know everything."""
        if player is None:
            return False
        if slot in self.audiences.varying:
            return not self.audiences.sees(slot, player, state)
        return slot in self.never(player)

    def see_the_same(self, players: Iterable[int]) -> bool:
        """Whether these players can look into the same slots, in whichever state."""
        seats = list(players)
        alike = len({self.never(seat) for seat in seats}) <= 1
        return len(seats) <= 1 or (alike and not self.audiences.varying)

    def may_hear_why(
        self, chooser: int, player: int | None, decision: Decide, line: Span | None
    ) -> bool:
        """Whether a player may be told why something cannot be chosen by another.

        Reasons tell values, and what stands against a choice may be hidden. `line` is
        the one that stands against it.
        """
        is_own = player is None or player == chooser
        return is_own or self.sight.all_know_offer(decision.source, line)

    def components(self, state: State, player: int) -> set[int]:
        """The components whose place that player cannot know."""
        result: set[int] = set()
        for slot in self.slots(player, state):
            if self._holds_components(slot):
                result.update(held_in(state[slot]))
        return result

    def locals(self, state: State, frames: Frames, player: int) -> Iterator[Held]:
        """What lies in the locals of some frames that others have chosen in secret."""
        for held in self.pending.held(state, frames):
            if held.owner != player or held.stale:
                yield held

    # ---- a state without what somebody cannot know -----------------------------------

    def veiled(self, state: State, player: int, frames: Frames) -> State:
        """A copy with these frames that holds nothing that player cannot know.

        To look at what is not there raises Unseen.
        """
        layout = self.layout
        hidden = self.slots(player, state)
        veiled = state.copy()
        place = self._places.get(hidden)
        if place is None:
            place = self._places[hidden] = VeiledPlace(hidden)
        kinds = layout.zone_kinds
        for slot in hidden:
            content = state[slot]
            kind = kinds[slot]
            if isinstance(content, _VEILED):
                continue
            if kind in _COUNTED and slot in self._known_kinds:
                veiled[slot] = veiled_numbers(content)
            elif kind is None or kind == "grid" or kind in _COUNTED:
                veiled[slot] = VEIL
            elif isinstance(content, tuple):
                veiled[slot] = veiled_zone(len(content))
            elif content is not None:
                veiled[slot] = VEIL
            if kind is not None and not kind.startswith("piece"):
                for component in held_in(content):
                    veiled[layout.locations + component] = place
        veiled[FRAMES] = self._veiled_frames(state, frames, player)
        return veiled

    def _veiled_frames(self, state: State, frames: Frames, player: int) -> Frames:
        """Frames without what others have chosen in secret."""
        if not self.pending.anything:
            return frames
        result = list(self.locals(state, frames, player))
        if not result:
            return frames
        changed = [list(frame) for frame in frames]
        for held in result:
            values = list(changed[held.frame][2])
            values[held.local] = VEIL
            changed[held.frame][2] = tuple(values)
        return tuple(tuple(frame) for frame in changed)

    def _holds_components(self, slot: int) -> bool:
        kind = self.layout.zone_kinds[slot]
        return kind is not None and not kind.startswith("piece")


_VEILED = (Veil, VeiledZone)

_COUNTED = ("piece stock", "piece bundle")


def held_in(content: Any) -> Sequence[int]:
    """The components in the content of a zone or a grid."""
    if content is None:
        return ()
    if isinstance(content, dict):
        return tuple(content.values())
    return content if isinstance(content, tuple) else (content,)
