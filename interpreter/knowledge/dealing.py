"""Other worlds: what a player cannot know, dealt anew by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import chain
from typing import Any

from attrs import define, field

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.knowledge.domains import Dice, Domains
from rulesrun.interpreter.knowledge.secrecy import Secrecy, held_in, known_kinds
from rulesrun.interpreter.runtime.layout import (
    FORCED,
    FRAMES,
    NEWS,
    SEED,
    Family,
    Layout,
    State,
)
from rulesrun.interpreter.runtime.pieces import owned_stocks
from rulesrun.interpreter.runtime.showing import Shown, still_shown

TRIES = 200
"""So often a value is looked for that all can have that go on being the same, and so often
all is dealt until nothing lies as it was shown that does not lie so any more.
"""

Store = Callable[[Any], None]


@define(eq=False)
class Deal:
    """Deals anew, in a state, all that a player cannot know of it.

    `before` is the state as it is, `followed` are components that lie where the player
    knows them to lie, `meant` gives for a hidden component the one that now takes its
    place. What the player has been shown since the last choice stays, too, if it is still so.
    """

    secrecy: Secrecy
    before: State
    player: int
    dice: Dice
    followed: Set[int] = frozenset()
    state: State = field(init=False)
    meant: dict[int, int] = field(factory=dict)
    _hidden: frozenset[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        hidden = self.secrecy.slots(self.player, self.before)
        where, kinds = self._layout.locations, self._layout.zone_kinds
        followed, values = set(self.followed), set[int]()
        for one in self.before[NEWS]:
            if not isinstance(one, Shown) or not one.is_for(self.player):
                continue
            if not one.is_still(self.before, where):
                continue
            followed.update(lying.component for lying in one.components)
            kind = None if one.slot is None else kinds[one.slot]
            if one.slot is None:
                continue
            if kind is None or kind.startswith("piece"):
                values.add(one.slot)
            else:
                followed.update(held_in(one.content))
        self.followed, self._hidden = followed, hidden - values

    @property
    def _layout(self) -> Layout:
        return self.secrecy.layout

    @property
    def _domains(self) -> Domains:
        aliases = self.secrecy.pending.handed
        return Domains(self._layout, aliases, self.before, self.state, self.dice)

    def deal(self) -> State:
        """The other world."""
        where = self._layout.locations
        still = still_shown(self.before, where, self.player)
        for _ in range(TRIES):
            self.state, self.meant = self.before.copy(), {}
            self._components()
            self._pieces()
            self._facts()
            self._values()
            # what has been shown and has gone since is not dealt back
            if all(still) or still_shown(self.state, where, self.player) == still:
                break
        self.state[SEED] = self.dice.below(1 << 62)
        self.state[FORCED] = ()
        return self.state

    # ---- components and pieces -------------------------------------------------------

    def _components(self) -> None:
        """Hidden components change places with hidden ones of their own kind.

        Each place gets its card whatever lies there now: what is dealt depends on
        nothing that is hidden.
        """
        layout, state = self._layout, self.state
        hidden = self.secrecy.components(self.before, self.player) - self.followed
        slots = sorted({self.before[layout.locations + card] for card in hidden})
        placed = [c for s in slots for c in held_in(self.before[s]) if c in hidden]
        for span in layout.spans.values():
            cards = [card for card in placed if card in span]
            dealt = self.dice.shuffled(sorted(cards))
            self.meant.update(zip(cards, dealt, strict=True))
        for slot in self._hidden:
            kind = layout.zone_kinds[slot]
            held = self.before[slot]
            if kind is None or kind.startswith("piece") or not held_in(held):
                continue
            if isinstance(held, dict):
                state[slot] = {at: self.meant.get(c, c) for at, c in held.items()}
            elif isinstance(held, tuple):
                lying = [self.meant.get(card, card) for card in held_in(held)]
                loose = kind in ("hand", "area", "bag")
                state[slot] = tuple(
                    sorted(lying) if loose else self._mixed(held, lying, hidden)
                )
            else:
                state[slot] = self.meant.get(held, held)
            for card in held_in(state[slot]):
                state[layout.locations + card] = slot

    def _mixed(
        self, held: Sequence[int], lying: Sequence[int], hidden: Set[int]
    ) -> Sequence[int]:
        """Where kinds lie one upon another, nobody knows which place is of which kind."""
        places = [at for at, card in enumerate(held) if card in hidden]
        spans = self._layout.spans.values()
        kinds = {n for at in places for n, s in enumerate(spans) if lying[at] in s}
        if len(kinds) < 2:
            return lying
        mixed = list(lying)
        for at, card in zip(
            places, self.dice.shuffled(sorted(lying[at] for at in places)), strict=True
        ):
            mixed[at] = card
        return mixed

    def _pieces(self) -> None:
        """The pieces of hidden stocks change places; known numbers stay as they are."""
        layout, state = self._layout, self.state
        owners = owned_stocks(layout)
        stocks: dict[tuple[str, int | None], list[int]] = {}
        fixed: set[int] = set()
        shown_kinds: dict[int, tuple[int, ...]] = {}
        for symbol, family in layout.families.items():
            match symbol.type:
                case t.ZoneType("stock", t.PieceType(name, kinds)):
                    for slot in range(family.base, family.base + family.size):
                        if slot in self._hidden:
                            owner = None if kinds else owners.get(slot)
                            stocks.setdefault((name, owner), []).append(slot)
                            kinds_ = known_kinds(symbol, state[slot])
                            if kinds_ is not None:
                                shown_kinds[slot] = kinds_
                            elif kinds and symbol.decl.secret:
                                fixed.add(slot)  # how many there are is seen by all
                case _:
                    pass
        for slots in stocks.values():
            pool = [
                kind
                for slot in slots
                for kind, number in enumerate(_amounts(state[slot]))
                for _ in range(number)
            ]
            tries = range(TRIES if shown_kinds.keys() & slots else 1)
            ways = (self._shared_out(slots, pool, fixed, shown_kinds) for _ in tries)
            dealt = next((way for way in ways if way is not None), {})
            for slot, pieces in dealt.items():
                if isinstance(state[slot], int):
                    state[slot] = len(pieces)
                else:
                    all_kinds = range(len(state[slot]))
                    state[slot] = tuple(pieces.count(kind) for kind in all_kinds)

    def _shared_out(
        self,
        slots: Sequence[int],
        pool: Sequence[int],
        fixed: Set[int],
        shown_kinds: Mapping[int, Sequence[int]],
    ) -> dict[int, list[int]] | None:
        """The pieces of a pool in these stocks by chance; none where some fit nowhere.

        In the `fixed` ones there are as many as before, in others of the kinds that are
        shown one at least, and none of any other kind.
        """
        left = self.dice.shuffled(sorted(pool))
        dealt: dict[int, list[int]] = {
            slot: [*shown_kinds.get(slot, ())] for slot in slots
        }
        for kind in chain.from_iterable(dealt.values()):
            left.remove(kind)
        for slot in slots:
            if slot in fixed:
                number = sum(self.state[slot])
                dealt[slot], left = left[:number], left[number:]
        free = [slot for slot in slots if slot not in fixed]
        for piece in left:
            room = [
                slot
                for slot in free
                if self._has_room(slot, len(dealt[slot]))
                if slot not in shown_kinds or piece in shown_kinds[slot]
            ]
            if not room:
                return None
            dealt[room[self.dice.below(len(room))]].append(piece)
        return dealt

    def _has_room(self, slot: int, number: int) -> bool:
        symbol = next(
            symbol
            for symbol, family in self._layout.families.items()
            if family.base <= slot < family.base + family.size
        )
        most = symbol.decl.capacity
        return most is None or number < self._layout.number(most)

    # ---- variables -------------------------------------------------------------------

    def _facts(self) -> None:
        """What is secret about hidden components stays with their places."""
        for symbol, family in self._layout.families.items():
            if not isinstance(symbol.owner, t.ComponentType):
                continue
            first, stride = family.offsets[0], family.strides[0]
            for card in self.meant.keys() & range(first, first + family.sizes[0]):
                here, there = (
                    family.base + (number - first) * stride
                    for number in (card, self.meant[card])
                )
                for key in range(stride):
                    if here + key in self._hidden:
                        self.state[there + key] = self.before[here + key]

    def _values(self) -> None:
        """Secret variables, and choices that others have made in secret."""
        result: list[tuple[sym.Symbol, Any, Any, Store]] = []
        hidden = self._hidden
        for symbol, family in self._layout.families.items():
            if isinstance(symbol.type, t.ZoneType | t.GridType):
                continue
            slots = [
                slot
                for slot in range(family.base, family.base + family.size)
                if slot in hidden
            ]
            if not slots:
                continue
            if any(_is_thing(key.type) for key in symbol.all_keys):
                self._exchanged(symbol, family, slots)
                continue
            for slot in slots:
                owner = self._owner(symbol, family, slot)
                result.append((symbol, owner, self.state[slot], self._store(slot)))
        result += self._chosen()
        self._dealt(result)

    def _exchanged(
        self, symbol: sym.VariableSymbol, family: Family, slots: list[int]
    ) -> None:
        """What is said of cells and components changes places among those alike."""
        groups: dict[tuple[Any, ...], list[int]] = {}
        for slot in slots:
            alike: list[Any] = []
            for key, index in zip(symbol.all_keys, family.indexes(slot), strict=True):
                if isinstance(key.type, t.ComponentType):
                    alike.append(self.state[self._layout.locations + index])
                elif not isinstance(key.type, t.CellType):
                    alike.append(index)
            groups.setdefault(tuple(alike), []).append(slot)
        for group in groups.values():
            values = self.dice.shuffled(
                sorted((self.state[s] for s in group), key=repr)
            )
            for slot, value in zip(group, values, strict=True):
                self.state[slot] = value

    def _owner(self, symbol: sym.VariableSymbol, family: Family, slot: int) -> Any:
        pairs = zip(symbol.all_keys, family.indexes(slot), strict=True)
        return next(
            (at for key, at in pairs if isinstance(key.type, t.PlayerType)), None
        )

    def _store(self, slot: int) -> Store:
        def store(value: Any) -> None:
            self.state[slot] = value

        return store

    def _chosen(self) -> list[tuple[sym.Symbol, Any, Any, Store]]:
        result: list[tuple[sym.Symbol, Any, Any, Store]] = []
        frames = self.before[FRAMES]
        for held in self.secrecy.locals(self.before, frames, self.player):
            value = frames[held.frame][2][held.local]
            store = self._store_local(held.frame, held.local)
            # what is about to be chosen anew goes together with nothing
            owner = (held.frame, held.local) if held.stale else held.owner
            result.append((held.symbol, owner, value, store))
        return result

    def _store_local(self, frame: int, local: int) -> Store:
        def store(value: Any) -> None:
            frames = list(self.state[FRAMES])
            procedure, place, values = frames[frame]
            values = (*values[:local], value, *values[local + 1 :])
            frames[frame] = (procedure, place, values)
            self.state[FRAMES] = tuple(frames)

        return store

    def _dealt(self, results: list[tuple[sym.Symbol, Any, Any, Store]]) -> None:
        """Deal; values that were handed on from one another go on being the same."""
        aliases = self.secrecy.pending.handed
        groups: dict[Any, list[tuple[sym.Symbol, Any, Store]]] = {}
        for number, (symbol, owner, value, store) in enumerate(results):
            key: Any = (aliases.root(symbol), owner, value)
            try:
                hash(key)
            except TypeError:
                key = number
            groups.setdefault(key, []).append((symbol, value, store))
        for group in groups.values():
            names = any(isinstance(symbol, sym.LocalSymbol) for symbol, _, _ in group)
            parts = [group] if names else [[one] for one in group]
            for part in parts:
                self._deal_one(part)

    def _deal_one(self, group: list[tuple[sym.Symbol, Any, Store]]) -> None:
        value = group[0][1]
        result = [self._domains.of(symbol, value) for symbol, _, _ in group]
        bounded = [domain for domain in result if domain is not None]
        if bounded:
            first, *others = sorted(bounded, key=len)
            tried = (first[self.dice.below(len(first))] for _ in range(TRIES) if first)
            fits = (v for v in tried if all(v in domain for domain in others))
            value = next(fits, value)
        else:
            value = self._domains.anew(group[0][0], value)
        for _, _, store in group:
            store(value)


def _amounts(content: Any) -> tuple[int, ...]:
    """How many pieces of each kind there are in a stock."""
    return content if isinstance(content, tuple) else (content,)


def _is_thing(kind: t.Type) -> bool:
    return isinstance(kind, t.CellType | t.ComponentType)
