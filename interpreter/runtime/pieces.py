"""Components and pieces are never lost: the first lie somewhere, the others are counted."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import PieceSymbol
from rulesrun.interpreter.runtime.layout import BOX, Family, Layout


@cache
def owned_stocks(layout: Layout) -> dict[int, int]:
    """By slot, the player whose pieces lie in a stock: the last player of its keys."""
    owners: dict[int, int] = {}
    for piece in layout.world.each(PieceSymbol):
        if piece.decl.each is None:
            continue
        for family in _zones(layout, piece.name, "stock"):
            for slot in range(family.base, family.base + family.size):
                owner = _last_player(family, slot)
                if owner is not None:
                    owners[slot] = owner
    return owners


def miscounted(layout: Layout, state: list[object]) -> str | None:
    """How a state breaks the law that there are always as many pieces of each kind."""
    owners = owned_stocks(layout)
    for piece in layout.world.each(PieceSymbol):
        stocks = list(_zones(layout, piece.name, "stock"))
        spaces = list(_zones(layout, piece.name, "space"))
        if not stocks and not spaces:
            continue  # it is declared, and lies nowhere
        everybody: list[int | None] = [None]
        if piece.decl.each is not None:
            everybody = list(range(layout.participants))
        if piece.decl.kinds is not None:
            there = _of_each_kind(layout, piece.name, state)
            if there != _of_each_kind(layout, piece.name, layout.initial):
                return f"there are {there} {piece.name}s, and that is not as at the beginning"
            continue
        counts = dict.fromkeys(everybody, 0)
        for family in stocks:
            for slot in range(family.base, family.base + family.size):
                held = state[slot]
                assert isinstance(held, int)
                counts[owners.get(slot)] = counts.get(owners.get(slot), 0) + held
        for family in spaces:
            for owner in state[family.base : family.base + family.size]:
                if isinstance(owner, int):
                    counts[owner] = counts.get(owner, 0) + 1
        declared = layout.number(piece.decl.count)
        for owner, count in counts.items():
            if count != declared:
                whose = "" if owner is None else f" of player {owner + 1}"
                return (
                    f"there are {count} {piece.name}s{whose}, "
                    f"and {declared} are declared"
                )
    return None


def misplaced(layout: Layout, state: list[Any]) -> str | None:
    """How a state breaks the law that each component is in exactly one place."""
    places: list[int | None] = [None] * len(layout.components)
    for slot, held in _holdings(layout, state):
        for component in held:
            name = layout.components[component].name
            if places[component] is not None:
                return f"{name} is in two places at once"
            places[component] = slot
            if state[layout.locations + component] != slot:
                return f"{name} is not where it is said to be"
    for component, place in enumerate(places):
        if place is None:
            return f"{layout.components[component].name} is nowhere"
    return None


def _holdings(layout: Layout, state: list[Any]) -> Iterator[tuple[int, Any]]:
    """Every place with the components in it."""
    yield BOX, state[BOX]
    for symbol, family in layout.families.items():
        kind = symbol.type
        if not isinstance(kind, t.ZoneType | t.GridType):
            continue
        if not isinstance(kind.item, t.ComponentType):
            continue
        single = isinstance(kind, t.ZoneType) and kind.kind == "space"
        for slot in range(family.base, family.base + family.size):
            held = state[slot]
            if single:
                yield slot, () if held is None else (held,)
            else:
                yield slot, held.values() if isinstance(held, dict) else held


def _of_each_kind(layout: Layout, piece: str, state: list[Any]) -> list[int]:
    """How many pieces of each kind there are."""
    slots = (
        slot
        for family in _zones(layout, piece, "stock")
        for slot in range(family.base, family.base + family.size)
    )
    return [sum(kind) for kind in zip(*(state[slot] for slot in slots), strict=True)]


def _zones(layout: Layout, piece: str, kind: str) -> Iterator[Family]:
    for symbol, family in layout.families.items():
        match symbol.type:
            case t.ZoneType(zone, t.PieceType(name)) if (zone, name) == (kind, piece):
                yield family


def _last_player(family: Family, slot: int) -> int | None:
    owner = None
    keys = zip(family.symbol.all_keys, family.indexes(slot), strict=True)
    for key, index in keys:
        if isinstance(key.type, t.PlayerType):
            owner = index
    return owner


# ---- counting ------------------------------------------------------------------------


@frozen
class Kind:
    """Pieces that nothing tells apart: of one name, of an owner, of a value of an enum."""

    piece: str
    owner: int | None = None
    which: int | None = None


@define(eq=False)
class PieceCount:
    """Counts the pieces in a state, and those in one zone."""

    layout: Layout
    _zones: dict[int, tuple[str, str]] = Factory(dict)

    @staticmethod
    @cache
    def of(layout: Layout) -> "PieceCount":
        """That of a layout, made once."""
        piece_count = PieceCount(layout)
        for symbol, family in layout.families.items():
            match symbol.type:
                case t.ZoneType(zone, t.PieceType(name)):
                    for slot in range(family.base, family.base + family.size):
                        piece_count._zones[slot] = (name, zone)
        return piece_count

    def lying(self, slot: int, held: Any) -> dict[Kind, int]:
        """How many of each kind lie in a zone that holds that."""
        piece, zone = self._zones[slot]
        if zone == "space":
            return {} if held is None else {Kind(piece, owner=held): 1}
        if isinstance(held, tuple):
            return {Kind(piece, which=n): amount for n, amount in enumerate(held)}
        return {Kind(piece, owner=owned_stocks(self.layout).get(slot)): held}

    def number(self, state: list[Any], kind: Kind) -> int:
        """How many pieces of a kind lie anywhere."""
        return sum(
            self.lying(slot, state[slot]).get(kind, 0)
            for slot, (piece, _) in self._zones.items()
            if piece == kind.piece
        )

    def declared(self, kind: Kind) -> int:
        """How many pieces of a kind there are in the game."""
        if kind.which is not None:
            return self.number(list(self.layout.initial), kind)
        return self.layout.number(self._symbol(kind).decl.count)

    def slots(self, kind: Kind) -> list[int]:
        """The zones where pieces of a kind may lie: first those where they begin."""
        begun = self.layout.initial
        result = [
            slot for slot, (piece, _) in self._zones.items() if piece == kind.piece
        ]
        return sorted(
            result,
            key=lambda slot: (not self.lying(slot, begun[slot]).get(kind, 0), slot),
        )

    def take(self, state: list[Any], slot: int, kind: Kind, most: int) -> int:
        """Take pieces of a kind out of a zone, as many as there are; gives how many."""
        held = state[slot]
        number = min(self.lying(slot, held).get(kind, 0), most)
        if number <= 0:
            return 0
        if kind.which is not None:
            state[slot] = tuple(
                n - number if which == kind.which else n for which, n in enumerate(held)
            )
        else:
            state[slot] = None if self._zones[slot][1] == "space" else held - number
        return number

    def only(self, kind: Kind) -> str:
        """That there are no more of a kind, as a sentence."""
        number, name = self.declared(kind), kind.piece
        symbol = self._symbol(kind)
        if kind.which is not None and symbol.decl.kinds is not None:
            value = self.layout.world.enum(symbol.decl.kinds.text).values[kind.which]
            return f"there are only {number} of {name} {value.name}"
        if kind.owner is not None:
            neutrals = {index: own for own, index in self.layout.neutrals.items()}
            owner = neutrals.get(kind.owner, f"player {kind.owner + 1}")
            return f"there are only {number} of {name} for {owner}"
        return f"there are only {number} of {name}"

    def _symbol(self, kind: Kind) -> PieceSymbol:
        symbol = self.layout.world.get(PieceSymbol, kind.piece)
        assert symbol is not None
        return symbol
