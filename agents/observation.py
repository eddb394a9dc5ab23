"""What a player sees, as numbers in a row and as a text.

Both are made from the declared types and from nothing but the player's view: what is
hidden is told as hidden, with how much of it there is where that is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import field, frozen

from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import (
    PLAYER,
    BoolType,
    BundleType,
    CellType,
    ComponentType,
    EnumType,
    GridType,
    IntType,
    ListType,
    OptionalType,
    PieceType,
    PlaceType,
    PlayerType,
    SetType,
    TupleType,
    Type,
    ZoneType,
    bundle_of,
)
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import Seen, View, view
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.support import bits

MOST_ONE_HOT = 24
"""A number with more values than that is one feature, not one for each value."""

IN_ORDER = 8
"""Of a list, so many items are told one by one."""

Row = list[float]


@frozen
class Part:
    """Some of the numbers of an observation, from `first` on.

    Attributes:
        name: What they tell of, as in the rules: `market[florin]`, `player 2.hand`.
        first: The place of the first one in the row.
        features: What each of them is: a value, where it is 1 for that value and 0 for others;
            `hidden`, 1 where the player cannot look into it; `how many`, n / (n + 10) of n
            things; `number`, the number itself.
    """

    name: str
    first: int
    features: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many they are."""
        return len(self.features)


@frozen(eq=False)
class Observer:
    """Makes observations of the positions of one game; all have the same `size`."""

    game: Game
    size: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        size = len(self.row(self.game.start(0), 0))
        object.__setattr__(self, "size", size)

    def row(self, position: Position, player: int) -> Row:
        """The view of a player (a seat, from 0) as numbers, most of them in 0..1."""
        seen = view(position, player, shown=False)
        layout = self.game.layout
        found = _one(player, layout.players)
        found += _one(seen.actor, layout.players) + _one(seen.turn, layout.players)
        decisions = len(self.game.module.decisions)
        decision = None if position.over else position.decision_plan.number
        found += _one(decision, decisions)
        for each in seen.seen:
            found += _features(layout, each)
        return found

    def describe(self) -> list[Part]:
        """What the numbers of a row are, as data: its parts, one behind the other."""
        game, first = self.game, 0
        layout = game.layout
        seats = tuple(str(seat + 1) for seat in range(layout.players))
        decisions = (
            " or ".join(item.name for item in decision.items)
            for decision in game.module.core.decisions
        )
        head = (
            ("player who sees", seats),
            ("player to choose", seats),
            ("player on turn", seats),
            ("decision", tuple(decisions)),
        )
        rows = list(head)
        for symbol, family in layout.variables.items():
            of = ("hidden", "how many", *_labels(game, symbol.type))
            slots = range(family.base, family.base + family.size)
            rows += ((_variable(game, symbol, family.indexes(s)), of) for s in slots)
        parts = list[Part]()
        for name, of in rows:
            parts.append(Part(name, first, of))
            first += len(of)
        return parts

    def text(self, position: Position, player: int) -> str:
        """The view of a player (a seat, from 0) as a text of one line."""
        return text_of(self.game, view(position, player, shown=False))


def text_of(game: Game, seen: View) -> str:
    """A view as a text of one line: equal views have equal texts."""
    head = f"player {_seat(seen.player)}, to choose {_seat(seen.actor)}, "
    head += f"turn {_seat(seen.turn)}"
    return "; ".join([head, *(_said(game, each) for each in seen.seen)])


def _seat(player: int | None) -> str:
    return "-" if player is None else str(player + 1)


def _variable(game: Game, symbol: VariableSymbol, indexes: Sequence[int]) -> str:
    """A variable as rules call it, with its keys."""
    kinds = symbol.all_keys
    keys = [game.names.name(k.type, n) for k, n in zip(kinds, indexes, strict=True)]
    owner = ""
    if symbol.owner is not None:
        whose = "player " if symbol.owner == PLAYER else ""
        owner = f"{whose}{keys.pop(0)}."
    of = f"[{', '.join(keys)}]" if keys else ""
    return f"{owner}{symbol.name}{of}"


def _said(game: Game, seen: Seen) -> str:
    keys = ", ".join(str(key) for key in seen.keys)
    owner = "" if seen.owner is None else f"{seen.owner}."
    name = f"{owner}{seen.name}{f'[{keys}]' if keys else ''}"
    if seen.hidden:
        return f"{name}: {'?' if seen.count is None else f'{seen.count} hidden'}"
    return f"{name}: {_value(game, seen)}"


def _value(game: Game, seen: Seen) -> str:
    names = game.names
    match seen.type:
        case GridType(shape, item):
            cells = sorted(seen.value.items())
            kind = PlaceType(shape)
            return " ".join(
                f"{names.name(kind, c)}={names.name(item, t)}" for c, t in cells
            )
        case ZoneType("space", item):
            return (
                str(seen.value)
                if isinstance(item, PieceType)
                else names.name(item, seen.value)
            )
        case ZoneType("stock", _):
            return str(seen.value)
        case ZoneType(_, item):
            return " ".join(names.name(item, card) for card in seen.value)
        case kind:
            return names.name(kind, seen.value)


# ---- numbers -------------------------------------------------------------------------


def _features(layout: Layout, seen: Seen) -> Row:
    size = width(layout, seen.type)
    count = 0.0 if seen.count is None else float(seen.count)
    told = [float(seen.hidden), count / (count + 10.0)]
    if seen.hidden:
        return told + [0.0] * size
    return told + _encoded(layout, seen.type, seen.value)


def width(layout: Layout, kind: Type) -> int:
    """How many features a variable or zone of a type has."""
    match bundle_of(kind) or kind:
        case IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
            return high - low + 1
        case BundleType(enum):
            return len(layout.world.enum(enum).values)
        case OptionalType(item):
            return 1 + width(layout, item)
        case TupleType(items):
            return sum(width(layout, item) for item in items)
        case ListType(item):
            return IN_ORDER * (1 + width(layout, item))
        case ZoneType("stock", PieceType()):
            return 1
        case ZoneType("space", PieceType()):
            return 1 + layout.participants
        case ZoneType("space", item):
            return 1 + domain(layout, item)
        case ZoneType(_, item) | SetType(item):
            return domain(layout, item)
        case GridType(_, item):
            return 3 * domain(layout, item)
        case PlaceType():
            return 2
        case other:
            return domain(layout, other)


def _labels(game: Game, kind: Type) -> list[str]:
    """What each of the features of a variable or zone of a type is."""
    layout = game.layout
    match bundle_of(kind) or kind:
        case IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
            return [str(number) for number in range(low, high + 1)]
        case BundleType(enum):
            return _members(game, EnumType(enum))
        case OptionalType(item):
            return ["none", *_labels(game, item)]
        case TupleType(items):
            rows = (_labels(game, item) for item in items)
            return [f"{n}: {x}" for n, row in enumerate(rows, 1) for x in row]
        case ListType(item):
            row = ["there", *_labels(game, item)]
            return [f"{n}: {x}" for n in range(1, IN_ORDER + 1) for x in row]
        case ZoneType("stock", PieceType()) | IntType():
            return ["number"]
        case ZoneType("space", PieceType()):
            return ["none", *map(str, range(1, layout.participants + 1))]
        case ZoneType("space", item):
            return ["none", *_members(game, item)]
        case ZoneType(_, item) | SetType(item):
            return _members(game, item)
        case GridType(_, item):
            names = _members(game, item)
            return [f"{x}{of}" for x in names for of in ("", " column", " row")]
        case PlaceType():
            return ["column", "row"]
        case BoolType():
            return ["true"]
        case other:
            return _members(game, other)


def _members(game: Game, kind: Type) -> list[str]:
    """What each of the features of one value of a type is."""
    layout, names = game.layout, game.names
    match kind:
        case ComponentType(kinds):
            spans = (layout.spans[name] for name in kinds)
            return [names.name(kind, number) for span in spans for number in span]
        case EnumType() | PlayerType() | CellType():
            return [names.name(kind, n) for n in range(domain(layout, kind))]
        case _:
            return ["-"] * domain(layout, kind)


def domain(layout: Layout, kind: Type) -> int:
    """How many features one value of a type has."""
    match kind:
        case EnumType(name):
            return len(layout.world.enum(name).values)
        case PlayerType():
            return layout.participants
        case CellType() as cell:
            return len(layout.board_of(cell).names)
        case ComponentType(names):
            return sum(len(layout.spans[name]) for name in names)
        case _:
            return 1


def _encoded(layout: Layout, kind: Type, value: Any) -> Row:
    size = width(layout, kind)
    match bundle_of(kind) or kind:
        case IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
            return _one(value - low, size)
        case BundleType():
            return [float(n) for n in value]
        case OptionalType(item):
            if value is None:
                return [1.0] + [0.0] * (size - 1)
            return [0.0, *_encoded(layout, item, value)]
        case TupleType(items):
            pairs = zip(items, value, strict=True)
            return [part for k, v in pairs for part in _encoded(layout, k, v)]
        case ListType(item):
            rows = [[1.0, *_encoded(layout, item, v)] for v in value[:IN_ORDER]]
            flat = [part for row in rows for part in row]
            return flat + [0.0] * (size - len(flat))
        case ZoneType("stock", PieceType()):
            return [float(value)]
        case ZoneType("space", item):
            if value is None:
                return [1.0] + [0.0] * (size - 1)
            if isinstance(item, PieceType):
                return [0.0, *_one(value, size - 1)]
            return [0.0, *_one(_member(layout, item, value), size - 1)]
        case ZoneType(_, item) | SetType(item):
            held = bits(value) if isinstance(value, int) else value
            return _several([_member(layout, item, v) for v in held], size)
        case GridType(shape, item):
            return _spread(layout, shape, item, value, size)
        case PlaceType():
            x, y = grids.coordinates(value)
            return [float(x), float(y)]
        case BoolType():
            return [float(value)]
        case EnumType() | PlayerType() | CellType() | ComponentType():
            return _one(_member(layout, kind, value), size)
        case IntType():
            return [float(value)]
        case _:
            return [0.0] * size


def _spread(
    layout: Layout, shape: str, item: Type, value: dict[int, int], width: int
) -> Row:
    """A growing grid: of each component whether it lies there, and where."""
    row = [0.0] * width
    for cell, component in value.items():
        first = 3 * _member(layout, item, component)
        x, y = grids.coordinates(cell)
        row[first : first + 3] = [1.0, float(x), float(y)]
    return row


def _member(layout: Layout, kind: Type, value: Any) -> int:
    if not isinstance(kind, ComponentType):
        return int(value) if isinstance(value, int) else 0
    before = 0
    for name in kind.names:
        span = layout.spans[name]
        if value in span:
            return before + int(value) - span.start
        before += len(span)
    raise ValueError(f"component {value} is no {kind}")


def _one(value: int | None, size: int) -> Row:
    return _several([] if value is None else [value], size)


def _several(values: Sequence[int] | Iterator[int], size: int) -> Row:
    row = [0.0] * size
    for value in values:
        if 0 <= value < size:
            row[value] += 1.0
    return row


def counter(game: Game, name: str) -> int:
    """The first slot of a number that each player has; raises KeyError if none has it."""
    for symbol, family in game.layout.families.items():
        if symbol.name == name and symbol.owner == PLAYER and len(symbol.all_keys) == 1:
            return family.base
    raise KeyError(name)
