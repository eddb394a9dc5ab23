"""Which copies of a card or a tile are one option: those that rules cannot tell apart.

They look alike and lie in one zone, no variable of theirs differs, and where that zone
has an order, no rule asks at which place a component of the kind lies.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.expressions import Expr, Get, Read
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import (
    BoolType,
    CellType,
    ComponentType,
    EnumType,
    IntType,
    ListType,
    PlayerType,
    ZoneType,
    without_none,
)
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

ORDERED = ("deck", "pile", "row")
"""Zones whose components lie one behind the other."""

PLACES = ("bottom", "first", "last", "reversed", "top")
"""Functions that ask what lies at a place of a zone; `position` asks for the place."""

SIMPLE = (BoolType, CellType, EnumType, IntType, PlayerType)
"""Values that all engines compare as numbers."""


def told_apart(
    context: Context, of: nodes.Expr, candidate: Local
) -> tuple[Expr, ...] | None:
    """Of the candidates that look alike, what those differ in that are another option.

    None where each candidate is an option of its own.
    """
    world = context.world
    zone, kind = world.types.get(id(of)), without_none(candidate.type)
    if not isinstance(zone, ZoneType) or not isinstance(kind, ComponentType):
        return None  # copies that lie elsewhere are another choice
    symbol = world.refs.get(id(of))
    if isinstance(symbol, VariableSymbol) and not _is_seen(symbol, by_owner=True):
        return None  # who cannot see them chooses by where they lie
    if not _has_copies(context, kind):
        return None
    if zone.kind in ORDERED:
        asked = context.asked_places
        if asked is None:
            asked = context.asked_places = asked_places(world)
        if symbol in asked or any(_overlap(one, kind) for one in asked):
            return None
    result: list[Expr] = []
    for variable in world.variables:
        keys = [key.type for key in variable.all_keys]
        if not any(_overlap(key, kind) for key in keys):
            continue
        if len(keys) > 1 or keys[0] != kind or not _is_seen(variable):
            return None
        if not isinstance(without_none(variable.type), SIMPLE):
            return None
        component = Get(candidate, type=kind, span=of.span)
        family = context.variable(variable)
        result.append(Read(family, (component,), type=family.type, span=of.span))
    return tuple(result)


def _is_seen(symbol: VariableSymbol, *, by_owner: bool = False) -> bool:
    """Whether nothing hides it, or it may be nothing but `seen by owner`."""
    by = symbol.decl.seen_by
    owner = by_owner and isinstance(by, nodes.Name) and by.text == "owner"
    return not symbol.decl.secret and (by is None or owner)


def _has_copies(context: Context, kind: ComponentType) -> bool:
    """Whether some components of a kind only look different by their numbers."""
    setting = context.setting
    return any(
        setting.components[number].face != number
        for name in kind.names
        for number in setting.spans[name]
    )


def asked_places(world: World) -> frozenset[VariableSymbol | ComponentType]:
    """The zones of which rules ask what lies at which place.

    Kinds of components stand for all zones where a list of theirs is asked about.
    """
    return frozenset(_asked(world))


def _asked(world: World) -> Iterator[VariableSymbol | ComponentType]:
    tests = nodes.ScenarioDecl | nodes.PositionDecl
    whole = (*world.file.declarations, *world.derived)
    rules = tuple(d for d in whole if not isinstance(d, tests))
    for node in each(rules, nodes.Call, nodes.Index):
        match node:
            case nodes.Call(name="position", args=(of, *_)):
                held = world.types.get(id(of))
                if isinstance(held, ListType) and isinstance(held.item, ComponentType):
                    yield held.item
            case nodes.Call(name=name, args=(of,)) if name in PLACES:
                pass
            case nodes.Index(of=of) if not _is_variable(world, node):
                pass
            case _:
                continue
        symbol = world.refs.get(id(of))
        zone = world.types.get(id(of))
        if isinstance(zone, ZoneType) and zone.kind in ORDERED:
            if zone.kind == "deck" and not _asks_for_place(node):
                continue  # nobody sees what lies where
            if isinstance(symbol, VariableSymbol):
                yield symbol
            elif isinstance(zone.item, ComponentType):
                yield zone.item


def _asks_for_place(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and node.name == "position"


def _is_variable(world: World, node: nodes.Expr) -> bool:
    return isinstance(world.refs.get(id(node)), VariableSymbol)


def _overlap(one: object, other: ComponentType) -> bool:
    if not isinstance(one, ComponentType):
        return False
    return not set(one.names).isdisjoint(other.names)
