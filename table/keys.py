"""What on the page stands for which value: keys, made and read again.

A component is called by its name and the slot that it lies in, never by its number: of
cards that look alike nobody can tell which one has come back from a deck.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulesrun.cli.screen.strips import strips_of
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import EnumSymbol
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.runtime.layout import Component

SORTS = ("cell", "component", "place", "edge", "player", "enum", "at")
"""The kinds of values that can stand somewhere on the page."""


@frozen
class Keys:
    """The keys of a position, for somebody who may not look into the `hidden` slots."""

    position: Position
    hidden: frozenset[int]

    @property
    def strips(self) -> Mapping[Local, str]:
        """For the numbers that can be chosen here, the strip whose places they say."""
        core = self.position.game.machine.module.core
        return strips_of(core, self.position.decision_plan.number)

    def key(self, kind: t.Type, value: Any, strip: str | None = None) -> str | None:
        """What stands for a value on the page; none where nothing does."""
        if strip is not None and value is not None:
            return f"at:{strip}:{value}"
        if value is None or t.bundle_of(kind) is not None:
            return None
        match t.without_none(kind):
            case t.CellType(board):
                return f"cell:{board}:{value}"
            case t.PlaceType(shape):
                return f"place:{shape}:{value}"
            case t.EdgeType(shape):
                return f"edge:{shape}:{value[0]}:{value[1]}"
            case t.PlayerType():
                return f"player:{value}"
            case t.EnumType(enum):
                return f"enum:{enum}:{value}"
            case t.ComponentType():
                layout = self.position.game.layout
                slot = self.position.state[layout.locations + value]
                if slot in self.hidden or slot >= layout.locations:
                    return None
                turned = self.position.game.names.turned
                face = turned.face(value, turned.now(value, self.position.state))
                return f"component:{slot}:{face}"
            case _:
                return None


def sort_of(kind: t.Type) -> str:
    """What kind of key values of a type have: one of SORTS, or `value`."""
    match inner(kind):
        case t.CellType():
            return "cell"
        case t.PlaceType():
            return "place"
        case t.EdgeType():
            return "edge"
        case t.PlayerType():
            return "player"
        case t.EnumType():
            return "enum"
        case t.ComponentType():
            return "component"
        case _:
            return "value"


def is_several(kind: t.Type) -> bool:
    """Whether a part of a choice is several values, picked one by one."""
    return isinstance(t.without_none(kind), t.ListType | t.SetType)


def inner(kind: t.Type) -> t.Type:
    """The type of a value, or of each where there may be several."""
    if t.bundle_of(kind) is not None:
        return kind
    return t.without_none(t.element(t.without_none(kind)) or t.without_none(kind))


def name_of(
    position: Position, kind: t.Type, key: str, strip: str | None = None
) -> str | None:
    """What a choice calls the value of a key; none if no value of that type has it.

    Keys come from whoever is at the other end: any text may be one.
    """
    sort, _, rest = key.partition(":")
    names = position.game.names
    wanted = inner(kind)
    if sort == "at":
        head, _, tail = rest.partition(":")
        is_number = re.fullmatch(r"-?[0-9]{1,7}", tail) is not None
        return tail if strip is not None and head == strip and is_number else None
    if sort != sort_of(kind):
        return None
    if sort == "component":
        return _component(position, wanted, rest.partition(":")[2])
    head, _, tail = rest.partition(":")
    try:
        match wanted:
            case t.CellType(board) if head == board:
                return names.name(wanted, _within(tail, names.layout.boards[board]))
            case t.PlaceType(shape) if head == shape:
                return names.name(wanted, int(tail[:8]))
            case t.EdgeType(shape) if head == shape:
                corner, _, side = tail.partition(":")
                return names.name(wanted, (int(corner[:8]), int(side[:2])))
            case t.PlayerType():
                return names.player(_small(head, names.layout.participants))
            case t.EnumType(enum) if head == enum:
                values = names.world.enum(enum).values
                return str(values[_small(tail, len(values))].name)
    except (ValueError, IndexError):
        return None
    return None


def stands_for_something(position: Position, key: str) -> bool:
    """Whether a key is that of any value of the game, whatever is asked."""
    sort, _, rest = key.partition(":")
    head, _, tail = rest.partition(":")
    layout, world = position.game.layout, position.game.program.world
    kind: t.Type
    match sort:
        case "component":
            return any(tail in _faces(position, part) for part in layout.components)
        case "player":
            kind = t.PlayerType()
        case "cell" if head in layout.boards:
            kind = t.CellType(head)
        case "enum" if isinstance(world.names.get(head), EnumSymbol):
            kind = t.EnumType(head)
        case _:
            return False
    return name_of(position, kind, key) is not None


def _component(position: Position, kind: t.Type, name: str) -> str | None:
    components = position.game.layout.components
    names = kind.names if isinstance(kind, t.ComponentType) else ()
    fitting = (part for part in components if part.kind in names)
    return next((part.name for part in fitting if name in _faces(position, part)), None)


def _faces(position: Position, part: Component) -> tuple[str, ...]:
    """All that stands for a component on the page."""
    turned = position.game.names.turned
    every = turned.every(part.number)
    return (part.name, *(turned.face(part.number, sides) for sides in every))


def _small(text: str, below: int) -> int:
    number = int(text[:6])
    if not 0 <= number < below:
        raise ValueError(text)
    return number


def _within(text: str, board: Any) -> int:
    return _small(text, len(board.names))
