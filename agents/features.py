"""Values of declared types as bytes: which features a type has, and what they are.

A byte is 255 for what is a whole. What has few values has a feature for each of them; a number
with bounds is scaled by them; one without is told twice, exactly up to 127 and then ever
flatter, and as a share that is steep where it is small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import Factory, define

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.support import bits

MOST_ONE_HOT = 24
"""A number with more values than that is one feature, not one for each value."""

IN_ORDER = 8
"""Of a list, so many items are given one by one."""

WHOLE = 255
"""The byte that stands for 1."""

Few = t.EnumType | t.PlayerType | t.CellType | t.ComponentType
"""Types whose values are counted out."""


def flattened(number: int) -> int:
    """A number from 0 on as a byte: itself up to 127, then ever flatter."""
    return number if number < 128 else 128 + 127 * (number - 127) // (number + 129)


def share(number: int, most: int | None) -> int:
    """A number of pieces as a byte, of which there are at most so many."""
    if most is None:
        return flattened(number)
    return min(WHOLE, number * WHOLE // most)


def steep(number: int) -> int:
    """A number from 0 on as a byte: n of n + 10."""
    return WHOLE * number // (number + 10)


def along(coordinate: int) -> int:
    """A coordinate of a growing grid as a byte, 128 in the middle."""
    return max(0, min(WHOLE, 128 + 4 * coordinate))


def from_eyes(layout: Layout, player: int, eyes: int) -> int:
    """A player's number from the eyes of a seat: 0 for that seat; neutral ones stay."""
    return (player - eyes) % layout.players if player < layout.players else player


def around(layout: Layout) -> tuple[str, ...]:
    """How players are called from the eyes of one of them."""
    others = [f"next {n}" for n in range(1, layout.players)]
    neutral = [name for name, number in layout.neutrals.items() if number is not None]
    return ("me", *others, *neutral)


def has_rows(layout: Layout, kind: t.CellType) -> bool:
    """Whether a board is a full rectangle of rows and columns."""
    board = layout.board_of(kind)
    many = len(board.names)
    return min(board.rows, board.columns) > 1 and many == board.rows * board.columns


@define(eq=False)
class Features:
    """The features of the types of one game."""

    game: Game
    _members: dict[t.ComponentType, dict[int, int]] = Factory(dict)

    @property
    def layout(self) -> Layout:
        """Where everything of the game lies."""
        return self.game.layout

    # ---- how many, and what they are called ----------------------------------------------

    def width(self, kind: t.Type) -> int:
        """How many features a value of a type has, 0 where it is not told."""
        match t.bundle_of(kind) or kind:
            case t.IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
                return high - low + 1
            case (
                t.IntType(int(), int())
                | t.BoolType()
                | t.ZoneType("stock", t.PieceType())
            ):
                return 1
            case t.IntType():
                return 3
            case t.BundleType(enum):
                return len(self.layout.world.enum(enum).values)
            case t.OptionalType(item):
                return self.width(item) + (not self.is_one_hot(item))
            case t.TupleType(items):
                return sum(map(self.width, items))
            case t.ListType(item):
                return IN_ORDER * (1 + self.width(item))
            case t.ZoneType("space", t.PieceType()):
                return self.layout.participants
            case t.GridType(_, t.ComponentType() as item):
                return 3 * self._alone(item)
            case t.PlaceType():
                return 2
            case t.SetType(item):
                return self.domain(item)
            case t.CellType() as cell if not self.is_one_hot(cell):
                return 2
            case other:
                return self.domain(other)

    def is_one_hot(self, kind: t.Type) -> bool:
        """Whether exactly one feature is a whole, so that none is told by none of them."""
        match kind:
            case t.IntType(int(low), int(high)):
                return high - low < MOST_ONE_HOT
            case t.CellType() as cell:
                many = len(self.layout.board_of(cell).names)
                return many <= MOST_ONE_HOT or not has_rows(self.layout, cell)
            case t.EnumType() | t.PlayerType() | t.ComponentType():
                return True
            case _:
                return False

    def domain(self, kind: t.Type) -> int:
        """How many values a type has that are counted out; 0 of others."""
        match kind:
            case t.EnumType(name):
                return len(self.layout.world.enum(name).values)
            case t.PlayerType():
                return self.layout.participants
            case t.CellType() as cell:
                return len(self.layout.board_of(cell).names)
            case t.ComponentType():
                return max(self.members(kind).values(), default=-1) + 1
            case _:
                return 0

    def members(self, kind: t.ComponentType) -> dict[int, int]:
        """The feature of each component of a type: equal ones have the same."""
        places = self._members.get(kind)
        if places is None:
            places, before = {}, 0
            for name in kind.names:
                rows, faces = self.rows(name)
                for number, row in zip(self.layout.spans[name], rows, strict=True):
                    places[number] = before + row
                before += len(faces)
            self._members[kind] = places
        return places

    def rows(self, kind: str, *, apart: bool = True) -> tuple[list[int], list[int]]:
        """For each component of a kind its row, and for each row one of its components.

        Equal ones have the same row, unless they are told `apart` and rules keep anything for
        each of them.
        """
        layout = self.layout
        apart = apart and any(
            isinstance(key.type, t.ComponentType) and kind in key.type.names
            for symbol in layout.variables
            for key in symbol.all_keys
        )
        rows, faces, places = list[int](), list[int](), dict[int, int]()
        for number in layout.spans[kind]:
            face = number if apart else layout.components[number].face
            if face not in places:
                places[face] = len(faces)
                faces.append(number)
            rows.append(places[face])
        return rows, faces

    def most_pieces(self, symbol: VariableSymbol) -> int | None:
        """How many pieces of one kind a stock can hold, where that is declared."""
        for variable in self.game.module.core.variables:
            if variable.symbol is symbol and variable.zone is not None:
                return variable.zone.pieces or None
        return None

    def labels(self, kind: t.Type) -> list[str]:
        """What each of the features of a type is."""
        layout = self.layout
        match t.bundle_of(kind) or kind:
            case t.IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
                return [str(number) for number in range(low, high + 1)]
            case t.IntType(int(), int()) | t.ZoneType("stock", t.PieceType()):
                return ["number"]
            case t.IntType():
                return ["number", "number, steep", "below 0"]
            case t.BundleType(enum):
                return self._names(t.EnumType(enum))
            case t.OptionalType(item):
                more = [] if self.is_one_hot(item) else ["there"]
                return [*more, *self.labels(item)]
            case t.TupleType(items):
                named = (self.labels(item) for item in items)
                return [f"{n}: {x}" for n, row in enumerate(named, 1) for x in row]
            case t.ListType(item):
                row = ["there", *self.labels(item)]
                return [f"{n}: {x}" for n in range(1, IN_ORDER + 1) for x in row]
            case t.ZoneType("space", t.PieceType()):
                return list(around(layout))
            case t.GridType(_, t.ComponentType(names)):
                numbers = [n for name in names for n in layout.spans[name]]
                called = [layout.components[n].name for n in numbers]
                return [f"{x}{of}" for x in called for of in ("", " column", " row")]
            case t.PlaceType():
                return ["column", "row"]
            case t.CellType() as cell if not self.is_one_hot(cell):
                return ["column", "row"]
            case t.BoolType():
                return ["true"]
            case t.SetType(item):
                return self._names(item)
            case other:
                return self._names(other)

    def _names(self, kind: t.Type) -> list[str]:
        """What the values of a type are called that are counted out."""
        layout, names = self.layout, self.game.names
        match kind:
            case t.PlayerType():
                return list(around(layout))
            case t.ComponentType():
                called = dict[int, str]()
                for number, feature in self.members(kind).items():
                    called.setdefault(feature, names.name(kind, number))
                return [called[feature] for feature in range(len(called))]
            case _:
                return [names.name(kind, n) for n in range(self.domain(kind))]

    def _alone(self, kind: t.ComponentType) -> int:
        """How many components of a type there are, equal ones as often as they are."""
        return sum(len(self.layout.spans[name]) for name in kind.names)

    # ---- values ----------------------------------------------------------------------------

    def encoded(
        self, kind: t.Type, value: Any, eyes: int, most: int | None = None
    ) -> Iterator[tuple[int, int]]:
        """Features of a value that are not 0, with their bytes, from the eyes of a seat.

        Of pieces `most` are a whole, where that is known.
        """
        match t.bundle_of(kind) or kind:
            case t.IntType(int(low), int(high)) if high - low < MOST_ONE_HOT:
                yield value - low, WHOLE
            case t.IntType(int(low), int(high)):
                yield 0, max(0, min(WHOLE, (value - low) * WHOLE // (high - low)))
            case t.IntType():
                yield 0, flattened(abs(value))
                yield 1, steep(abs(value))
                yield 2, WHOLE * (value < 0)
            case t.ZoneType("stock", t.PieceType()):
                yield 0, share(value, most)
            case t.BundleType():
                yield from enumerate(share(one, most) for one in value)
            case t.OptionalType(item):
                if value is not None:
                    more = not self.is_one_hot(item)
                    if more:
                        yield 0, WHOLE
                    yield from _moved(self.encoded(item, value, eyes), int(more))
            case t.TupleType(items):
                first = 0
                for item, one in zip(items, value, strict=True):
                    yield from _moved(self.encoded(item, one, eyes), first)
                    first += self.width(item)
            case t.ListType(item):
                yield from self._in_order(item, value, eyes)
            case t.ZoneType("space", t.PieceType()):
                if value is not None:
                    yield from_eyes(self.layout, value, eyes), WHOLE
            case t.SetType(item):
                if self.domain(item):
                    held = bits(value) if isinstance(value, int) else value
                    for one in held:
                        yield self._member(item, one, eyes), WHOLE
            case t.GridType(_, t.ComponentType() as item):
                yield from self._spread(item, value)
            case t.PlaceType():
                yield from enumerate(map(along, grids.coordinates(value)))
            case t.CellType() as cell if not self.is_one_hot(cell):
                board = self.layout.board_of(cell)
                yield 0, value % board.columns * WHOLE // (board.columns - 1)
                yield 1, value // board.columns * WHOLE // (board.rows - 1)
            case t.BoolType():
                yield 0, WHOLE * bool(value)
            case (
                t.EnumType() | t.PlayerType() | t.CellType() | t.ComponentType() as few
            ):
                yield self._member(few, value, eyes), WHOLE

    def _in_order(
        self, item: t.Type, values: Sequence[Any], eyes: int
    ) -> Iterator[tuple[int, int]]:
        step = 1 + self.width(item)
        for n, value in enumerate(values[:IN_ORDER]):
            yield n * step, WHOLE
            yield from _moved(self.encoded(item, value, eyes), n * step + 1)

    def _spread(
        self, kind: t.ComponentType, value: dict[int, int]
    ) -> Iterator[tuple[int, int]]:
        """A growing grid: of each component whether it lies there, and where."""
        for cell, component in value.items():
            first = 3 * self.place_among(kind, component)
            x, y = grids.coordinates(cell)
            yield first, WHOLE
            yield first + 1, along(x)
            yield first + 2, along(y)

    def place_among(self, kind: t.ComponentType, component: int) -> int:
        """The place of a component among all of a type."""
        before = 0
        for name in kind.names:
            span = self.layout.spans[name]
            if component in span:
                return before + component - span.start
            before += len(span)
        raise ValueError(f"component {component} is no {kind}")

    def _member(self, kind: t.Type, value: int, eyes: int) -> int:
        match kind:
            case t.PlayerType():
                return from_eyes(self.layout, value, eyes)
            case t.ComponentType():
                return self.members(kind)[value]
            case _:
                return int(value)


def _moved(features: Iterator[tuple[int, int]], by: int) -> Iterator[tuple[int, int]]:
    return ((feature + by, byte) for feature, byte in features)
