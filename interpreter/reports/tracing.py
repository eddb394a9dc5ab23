"""What happened, and the line of the rules that said so.

A tracer listens to a game built with `trace=True`: it counts how often every
statement was carried out (coverage), and says for each change of the state which
statement made it.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Set
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.runtime.ending import UntilNext
from rulesrun.interpreter.runtime.grids import cell_name
from rulesrun.interpreter.runtime.layout import FORCED, HEADER, LEDGER, PROBE, State


@frozen
class Change:
    """One variable or zone changed: what, from what to what, by which line.

    `slot` is where it lies in the state; `seen_by` are the players who saw it before and
    after, where the state says who sees it.
    """

    span: Span
    name: str
    before: str
    after: str
    slot: int
    seen_by: Set[int] | None = None


MOST_RUNS = 1_000
"""How many states a tracer keeps beside each other; of more, the oldest are let go."""


@define(eq=False)
class _Run:
    """What has been seen of one state: as it last was, at which statement, and changes."""

    state: State
    last: State
    at: int
    changes: list[Change] = Factory(list)


@define(eq=False)
class Tracer:
    """Listens to all runs of a game; raises ValueError for one built without trace.

    `hits[n]` counts statement or condition n of `game.module.marks`. Changes are noted
    only while `watching`, for each position by itself. Any number of tracers may listen to one
    game; one that nobody keeps any more listens no longer.
    """

    game: Game
    watching: bool = False
    hits: list[int] = Factory(list)
    _runs: dict[int, _Run] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        if not self.game.trace:
            raise ValueError("the game was built without trace")
        self.hits = [0] * len(self.game.module.marks)
        listeners = self.game.module.listeners
        listening = weakref.ref(self, lambda _: listeners.remove(tell))

        def tell(state: State, number: int) -> None:
            tracer = listening()
            if tracer is not None:
                tracer.reached(state, number)

        listeners.append(tell)

    def reached(self, state: State, number: int) -> None:
        """Called by the generated code before each statement."""
        if state[FORCED] == PROBE or isinstance(state, UntilNext):
            return  # looking ahead is not playing
        self.hits[number] += 1
        if not self.watching or number in self.game.module.conditions:
            return
        run = self._runs.get(id(state))
        if run is None:
            if len(self._runs) >= MOST_RUNS:
                del self._runs[next(iter(self._runs))]
            self._runs[id(state)] = _Run(state, state.copy(), number)
        else:
            self._compare(run)
            run.last, run.at = state.copy(), number

    def take(self, position: Position, player: int | None = None) -> tuple[Change, ...]:
        """The changes since the last call, after the choice has been carried out.

        What that player (a seat, from 0) cannot know is left out; none may know all.
        """
        run = self._runs.pop(id(position.state), None)
        if run is None:
            return ()
        self._compare(run)
        secrecy = self.game.machine.secrecy
        if player is None:
            return tuple(run.changes)
        hidden = secrecy.never(player)
        return tuple(
            change
            for change in run.changes
            if change.slot not in hidden
            if change.seen_by is None or player in change.seen_by
        )

    def _compare(self, run: _Run) -> None:
        span = self.game.module.marks[run.at]
        audiences = self.game.machine.secrecy.audiences
        for slot in range(HEADER, self.game.layout.declared):
            before, after = run.last[slot], run.state[slot]
            if before is not after and before != after:
                seen_by: Set[int] | None = None
                if slot in audiences.varying:
                    seen_by = audiences.members(slot, run.last)
                    seen_by &= audiences.members(slot, run.state)
                run.changes.append(
                    Change(
                        span,
                        slot_name(self.game, slot),
                        show_slot(self.game, slot, before),
                        show_slot(self.game, slot, after),
                        slot,
                        seen_by,
                    )
                )


def slot_name(game: Game, slot: int) -> str:
    """What a slot is called: `market[florin]`, `player 1.hand`, `5,4.house`."""
    names = game.names
    for symbol, family in game.layout.families.items():
        if not family.base <= slot < family.base + family.size:
            continue
        values = family.indexes(slot)
        keys = [
            names.name(key.type, value)
            for key, value in zip(symbol.all_keys, values, strict=True)
        ]
        prefix = ""
        if symbol.owner is not None:
            owner = keys.pop(0)
            prefix = f"player {owner}." if owner.isdigit() else f"{owner}."
        return prefix + symbol.name + (f"[{', '.join(keys)}]" if keys else "")
    return f"slot {slot}"


def show_slot(game: Game, slot: int, value: Any) -> str:
    """The value of a slot as names."""
    for symbol, family in game.layout.families.items():
        if not family.base <= slot < family.base + family.size:
            continue
        match symbol.type:
            case t.ZoneType("space", t.ComponentType() as item):
                return game.names.name(item, value)
            case t.ZoneType("space", t.PieceType()):
                return "none" if value is None else f"player {value + 1}"
            case t.ZoneType(_, t.PieceType()):
                return str(value)
            case t.ZoneType(_, t.ComponentType() as item):
                return game.names.name(t.ListType(item), value)
            case t.GridType(_, item):
                cells = sorted(value.items())
                items = (
                    f"{game.names.name(item, c)} at {cell_name(p)}" for p, c in cells
                )
                return "{" + ", ".join(items) + "}"
            case kind:
                return game.names.written(kind, value)
    return str(value)


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
        line = game.lowered.core.ledger[source]
        for symbol, family in game.layout.families.items():
            if family.base <= slot < family.base + family.size:
                owner = family.indexes(slot)[0] if symbol.owner is not None else None
                yield Credit(symbol.name, owner, amount, line.span, line.cites)
