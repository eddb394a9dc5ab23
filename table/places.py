"""Which places on the table stand for actions, as where workers are placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.semantics.value_types import EnumType
from rulesrun.dsl.semantics.world import World
from rulesrun.interpreter.game import Game

_DRAWN: WeakKeyDictionary[Game, Mapping[str, str]] = WeakKeyDictionary()


def place_of(game: Game, looks: Looks, item: Item) -> str | None:
    """The key of the place where an action happens, if one is drawn.

    That is what `looks.toml` says of the action, or else the value, variable or zone that
    is called as the action is, up to a colon: "Workshop: hire" happens at the value
    "workshop", "Guildhall: construct" at the zone "guildhall".
    """
    if item.action is None:
        return None
    places = _DRAWN.get(game)
    if places is None:
        places = _DRAWN[game] = dict(_zones(game)) | dict(_values(game))
    place = looks.places.get(item.action.symbol.name)
    if place is not None:
        return places.get(_plain(place.rpartition(".")[2]))
    label = item.labels.text or item.name
    return places.get(_plain(label.partition(":")[0]))


def places_of(game: Game, looks: Looks) -> Mapping[str, tuple[Item, ...]]:
    """The actions of a game that happen at places, by the keys of these; each once."""
    actions: dict[str, dict[str, Item]] = {}
    for decision in game.lowered.core.decisions:
        for item in decision.items:
            key = place_of(game, looks, item)
            if key is not None and item.action is not None:
                actions.setdefault(key, {}).setdefault(item.action.symbol.name, item)
    return {key: tuple(items.values()) for key, items in actions.items()}


def _plain(name: str) -> str:
    return name.replace("_", " ").casefold().strip()


def _zones(game: Game) -> Iterator[tuple[str, str]]:
    """The keys of the variables and zones of nobody, by their names."""
    for symbol in game.layout.told:
        if symbol.owner is None:
            key = f"zone:{symbol.name}"
            yield _plain(symbol.name), key
            if symbol.decl.labels.text:
                yield _plain(symbol.decl.labels.text), key


def _values(game: Game) -> Iterator[tuple[str, str]]:
    """The keys of the values that zones and variables are drawn for, by their names."""
    world: World = game.program.world
    enums = (
        key.type.name
        for symbol in game.layout.told
        for key in symbol.keys
        if isinstance(key.type, EnumType)
    )
    for name in dict.fromkeys(enums):
        for value in world.enum(name).values:
            key = f"enum:{name}:{value.index}"
            yield _plain(value.name), key
            if value.labels.text:
                yield _plain(value.labels.text), key
