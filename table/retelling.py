"""Choices as the history tells them: places by what lies there, which is lit up as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.strips import is_local
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, held_in
from rulesrun.interpreter.runtime.layout import Family
from rulesrun.table.keys import inner

_LETTERED = re.compile(r"[a-z]+[0-9]+")
"""Names of cells whose letters and numbers are drawn at the edges of a board."""


def turned_by(game: Game, item: stmt.Item) -> frozenset[Local]:
    """The numbers of a choice that say how a tile is turned, as a grid draws it."""
    names = {symbol.decl.turned for symbol in game.layout.variables}
    angles = frozenset(name.text for name in names if name is not None)
    return _turned(game.lowered.core, item, angles) if angles else frozenset()


@lru_cache(maxsize=1024)
def _turned(core: Core, item: stmt.Item, angles: frozenset[str]) -> frozenset[Local]:
    if item.action is None:
        return frozenset()
    body = core.routines[item.action.symbol].body
    return frozenset(
        local
        for local in item.chosen
        if isinstance(local.type, t.IntType)
        and _is_angle(core, body, local, angles, set())
    )


def _is_angle(
    core: Core, tree: object, local: Local, angles: frozenset[str], seen: set[Local]
) -> bool:
    """Whether a local becomes the angle of a component, also where it is handed on."""
    seen.add(local)
    for node in walk(tree):
        if isinstance(node, stmt.Write) and is_local(node.value, local):
            symbol = node.to.variable.symbol
            if symbol is not None and symbol.name in angles:
                return isinstance(symbol.owner, t.ComponentType)
        elif isinstance(node, stmt.Carry):
            body = core.routines[node.routine].body
            for param, arg in zip(node.routine.params, node.args, strict=True):
                if is_local(arg, local) and param not in seen:
                    if _is_angle(core, body, param, angles, seen):
                        return True
    return False


def told_where(labels: Labels, position: Position, option: Option) -> str:
    """An option as it is told of somebody who has chosen it, for whoever looks at the table.

    Coordinates say little there, and what is meant lights up: what lies at a place stands
    for it, as far as everybody sees it: where nothing does, the tile that is laid there, if
    only one can be meant. How a tile was turned is seen.
    """
    there = Places(labels.at(position), position)
    item = position.decision_plan.items[option.raw[0]]
    texts = dict(there.instead(item, option.raw[1]))
    tile = there.laid(item)
    if tile is not None:
        brief = there.labels.brief(t.ComponentType(()), tile)
        for at, symbol in enumerate(item.chosen):
            if isinstance(inner(symbol.type), t.PlaceType) and texts.get(at) == "":
                texts[at] = brief
                break
    return labels.choice_text(position, option, texts)


@frozen
class Places:
    """What everybody sees at the places of a position, in the words of `labels`."""

    labels: Labels
    position: Position

    def instead(self, item: stmt.Item, values: tuple[Any, ...]) -> Mapping[int, str]:
        """What is said instead of parts of a choice, by their number: perhaps nothing."""
        turns = turned_by(self.position.game, item)
        parts = enumerate(zip(item.chosen, values, strict=True))
        texts = {
            at: "" if symbol in turns else self.at(symbol.type, value)
            for at, (symbol, value) in parts
        }
        return {at: text for at, text in texts.items() if text is not None}

    def at(self, kind: t.Type, value: Any) -> str | None:
        """What is said of a place; none of what is told as it is."""
        if value is None:
            return None
        match t.without_none(kind):
            case t.CellType(board) as cell:
                name = self.labels.game.layout.boards[board].names[value]
                if self.labels.is_named(cell) or _LETTERED.fullmatch(name):
                    return None
                return self._on_cell(board, value)
            case t.PlaceType(shape):
                return self._on_grid(shape, value)
            case t.EdgeType(shape):
                return self._on_grid(shape, value[0])
            case t.EnumType(enum) as named:
                there = self._in_space(enum, value)
                return there and self.labels.words.separator.join(
                    [self.labels.brief(named, value), there]
                )
            case _:
                return None

    def laid(self, item: stmt.Item) -> int | None:
        """The tile that a choice of a place lays: the only one that lies ready for it."""
        kinds = [type(inner(symbol.type)) for symbol in item.chosen]
        if t.PlaceType not in kinds or t.ComponentType in kinds:
            return None
        ready = [
            number
            for family in self._families()
            if isinstance(family.symbol.type, t.ZoneType)
            and family.symbol.type.kind == "space"
            and isinstance(family.symbol.type.item, t.ComponentType)
            and not family.symbol.all_keys
            and (number := self._seen(family.base)) is not None
        ]
        return ready[0] if len(ready) == 1 else None

    def _families(self) -> Iterator[Family]:
        for symbol, family in self.position.game.layout.variables.items():
            if not self.labels.is_inner(symbol):
                yield family

    def _seen(self, slot: int) -> Any:
        """What lies in a slot, or nothing where not everybody sees it."""
        state = self.position.state
        is_hidden = self.position.game.machine.secrecy.is_hidden
        return None if is_hidden(slot, ONLOOKER, state) else state[slot]

    def _on_cell(self, board: str, cell: int) -> str | None:
        """The components on a cell, or else its values of enums; none if no cell has any."""
        texts: dict[bool, list[str]] = {True: [], False: []}
        is_told = False
        for family in self._families():
            symbol = family.symbol
            if symbol.owner != t.CellType(board) or symbol.keys:
                continue
            kind = t.without_none(symbol.type)
            holds = isinstance(kind, t.ZoneType) and isinstance(
                kind.item, t.ComponentType
            )
            if not holds and not isinstance(kind, t.EnumType):
                continue
            is_told = True
            value = self._seen(family.base + cell - family.offsets[0])
            if value is not None:
                lying = held_in(value) if holds else [value]
                one = kind.item if isinstance(kind, t.ZoneType) else kind
                texts[holds] += [self.labels.brief(one, each) for each in lying]
        return (
            self.labels.words.listed(dict.fromkeys(texts[True] or texts[False]))
            if is_told
            else None
        )

    def _on_grid(self, shape: str, place: int) -> str:
        """The tile at a place: that of whoever chooses before those of others."""
        lying: dict[int | None, int] = {}
        for family in self._families():
            kind = family.symbol.type
            if not isinstance(kind, t.GridType) or kind.shape != shape:
                continue
            for slot in range(family.base, family.base + family.size):
                grid = self._seen(slot)
                if grid and place in grid:
                    owner = family.indexes(slot)[0] if family.sizes else None
                    lying.setdefault(owner, grid[place])
        if not lying:
            return ""
        number = lying.get(self.position.player, next(iter(lying.values())))
        return self.labels.brief(t.ComponentType(()), number)

    def _in_space(self, enum: str, value: int) -> str | None:
        """What lies in the only kind of space that there is one of for each value."""
        spaces = [
            family
            for family in self._families()
            if isinstance(family.symbol.type, t.ZoneType)
            and family.symbol.type.kind == "space"
            and isinstance(family.symbol.type.item, t.ComponentType)
            and [key.type for key in family.symbol.all_keys] == [t.EnumType(enum)]
        ]
        if len(spaces) != 1:
            return None
        number = self._seen(spaces[0].base + value - spaces[0].offsets[0])
        return (
            None if number is None else self.labels.brief(t.ComponentType(()), number)
        )
