"""Components and pieces are never lost: the first lie somewhere, the others are counted."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from rulesrun.dsl.symbols import PieceSymbol
from rulesrun.dsl.value_types import (
    ComponentType,
    GridType,
    PieceType,
    PlayerType,
    ZoneType,
)
from rulesrun.interpreter.layout import BOX, Family, Layout


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
        everybody: list[int | None] = [None]
        if piece.decl.each is not None:
            everybody = list(range(layout.participants))
        if piece.decl.kinds is not None:
            there = _of_each_kind(layout, piece.name, state)
            if there != _of_each_kind(layout, piece.name, layout.initial):
                return f"there are {there} {piece.name}s, and that is not as at the beginning"
            continue
        counts = dict.fromkeys(everybody, 0)
        for family in _zones(layout, piece.name, "stock"):
            for slot in range(family.base, family.base + family.size):
                held = state[slot]
                assert isinstance(held, int)
                counts[owners.get(slot)] = counts.get(owners.get(slot), 0) + held
        for family in _zones(layout, piece.name, "space"):
            for owner in state[family.base : family.base + family.size]:
                if isinstance(owner, int):
                    counts[owner] = counts.get(owner, 0) + 1
        for owner, count in counts.items():
            if count != piece.decl.count:
                whose = "" if owner is None else f" of player {owner + 1}"
                return (
                    f"there are {count} {piece.name}s{whose}, "
                    f"and {piece.decl.count} are declared"
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
        if not isinstance(kind, ZoneType | GridType):
            continue
        if not isinstance(kind.item, ComponentType):
            continue
        single = isinstance(kind, ZoneType) and kind.kind == "space"
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
            case ZoneType(zone, PieceType(name)) if (zone, name) == (kind, piece):
                yield family


def _last_player(family: Family, slot: int) -> int | None:
    owner = None
    keys = zip(family.symbol.all_keys, family.indexes(slot), strict=True)
    for key, index in keys:
        if isinstance(key.type, PlayerType):
            owner = index
    return owner
