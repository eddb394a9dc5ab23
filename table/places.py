"""Which places on the table stand for actions, as where workers are placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.semantics.value_types import EnumType
from rulesrun.dsl.semantics.world import World
from rulesrun.interpreter.game import Game


def place_of(game: Game, looks: Looks, item: Item) -> str | None:
    """The key of the place where an action happens, if one is drawn.

    That is what `looks.toml` says of the action, or else the value that is called as the
    action is, up to a colon: "Workshop: hire" happens at the value "workshop".
    """
    if item.action is None:
        return None
    values = _drawn(game)
    given = looks.places.get(item.action.symbol.name)
    if given is not None:
        return values.get(_plain(given.rpartition(".")[2]))
    label = item.labels.text or item.name
    return values.get(_plain(label.partition(":")[0]))


def _plain(name: str) -> str:
    return name.replace("_", " ").casefold().strip()


def _drawn(game: Game) -> Mapping[str, str]:
    """The keys of the values that zones and variables are drawn for, by their names."""
    world: World = game.program.world
    return dict(_named(world, _enums(game)))


def _enums(game: Game) -> Iterator[str]:
    for symbol in game.layout.families:
        for key in symbol.keys:
            if isinstance(key.type, EnumType):
                yield key.type.name


def _named(world: World, enums: Iterator[str]) -> Iterator[tuple[str, str]]:
    for name in dict.fromkeys(enums):
        for value in world.enum(name).values:
            key = f"enum:{name}:{value.index}"
            yield _plain(value.name), key
            if value.labels.text:
                yield _plain(value.labels.text), key
