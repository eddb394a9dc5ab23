"""What happened, and the line of the rules that said so.

A tracer listens to a game built with `trace=True`: it counts how often every
statement was carried out (coverage), and says for each change of the state which
statement made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl.spans import Span
from rulesrun.dsl.value_types import (
    ComponentType,
    GridType,
    ListType,
    PieceType,
    ZoneType,
)
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.layout import FORCED, HEADER, LEDGER, PROBE, State


@frozen
class Change:
    """One variable or zone changed: what, from what to what, by which line."""

    span: Span
    name: str
    before: str
    after: str


@define(eq=False)
class Tracer:
    """Listens to a game; raises ValueError for one that was built without trace.

    `hits[n]` counts statement n of `game.module.marks`; `changes` are collected only
    while `watching`.
    """

    game: Game
    watching: bool = False
    hits: list[int] = Factory(list)
    changes: list[Change] = Factory(list)
    _last: State | None = None
    _at: int = 0

    def __attrs_post_init__(self) -> None:
        if not self.game.trace:
            raise ValueError("the game was built without trace")
        self.hits = [0] * len(self.game.module.marks)
        self.game.module.names["reached"] = self.reached

    def reached(self, state: State, number: int) -> None:
        """Called by the generated code before each statement."""
        if state[FORCED] == PROBE:
            return  # looking ahead is not playing
        self.hits[number] += 1
        if self.watching:
            self._compare(state)
            self._last, self._at = state.copy(), number

    def take(self, position: Position) -> tuple[Change, ...]:
        """The changes since the last call, after the choice has been carried out."""
        self._compare(position.state)
        self._last = None
        found = tuple(self.changes)
        self.changes.clear()
        return found

    def _compare(self, state: State) -> None:
        if self._last is None:
            return
        span = self.game.module.marks[self._at]
        end = self.game.layout.locations
        for slot in range(HEADER, end):
            before, after = self._last[slot], state[slot]
            if before is not after and before != after:
                self.changes.append(
                    Change(
                        span,
                        slot_name(self.game, slot),
                        show_slot(self.game, slot, before),
                        show_slot(self.game, slot, after),
                    )
                )


def slot_name(game: Game, slot: int) -> str:
    """What a slot is called: `market[florin]`, `player 1.hand`, `5,4.house`."""
    names = game.names
    for symbol, family in game.layout.families.items():
        if not family.base <= slot < family.base + family.size:
            continue
        values = family.indexes(slot)
        shown = [
            names.name(key.type, value)
            for key, value in zip(symbol.all_keys, values, strict=True)
        ]
        prefix = ""
        if symbol.owner is not None:
            owner = shown.pop(0)
            prefix = f"player {owner}." if owner.isdigit() else f"{owner}."
        return prefix + symbol.name + (f"[{', '.join(shown)}]" if shown else "")
    return f"slot {slot}"


def show_slot(game: Game, slot: int, value: Any) -> str:
    """The value of a slot as names."""
    for symbol, family in game.layout.families.items():
        if not family.base <= slot < family.base + family.size:
            continue
        match symbol.type:
            case ZoneType("space", ComponentType() as item):
                return game.names.name(item, value)
            case ZoneType("space", PieceType()):
                return "none" if value is None else f"player {value + 1}"
            case ZoneType(_, PieceType()):
                return str(value)
            case ZoneType(_, ComponentType() as item):
                return game.names.name(ListType(item), value)
            case GridType(_, item):
                cells = sorted(value.items())
                shown = (f"{game.names.name(item, c)} at {_place(p)}" for p, c in cells)
                return "{" + ", ".join(shown) + "}"
            case kind:
                return game.names.written(kind, value)
    return str(value)


def _place(cell: int) -> str:
    from rulesrun.interpreter.grids import cell_name

    return cell_name(cell)


# ---- where points come from ------------------------------------------------------


@frozen
class Credit:
    """One entry of a ledger: whose variable, how much, and what said so."""

    name: str
    owner: Any
    amount: int
    span: Span
    cites: tuple[str, ...]


def credits(position: Position) -> Iterator[Credit]:
    """Every change of every variable declared `ledger`, in order.

    For each such variable the amounts add up to its value, unless the rules set it
    outright with `=`.
    """
    game = position.game
    for slot, amount, source in position.state[LEDGER]:
        span, cites = game.module.ledger[source]
        for symbol, family in game.layout.families.items():
            if family.base <= slot < family.base + family.size:
                owner = family.indexes(slot)[0] if symbol.owner is not None else None
                yield Credit(symbol.name, owner, amount, span, cites)
