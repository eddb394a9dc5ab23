"""What a player sees, as arrays for networks and as a text.

An observation is a row of bytes, put together of blocks that have names and shapes: a plane
a kind for what lies on a board, a row a kind of card with a column a place, and so on. A byte
is 255 for what is a whole: 1 of 0..1, the upper bound of a number that is declared with bounds.
All players are told of from the eyes of who sees: that player first, the next one behind.
What can never be seen, or never changes, has no place in it.

Blocks are made from the declared types, and filled from nothing but what the player may know.
More than 400 lines: what a block means is said beside the code that fills it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from math import prod
from typing import Any

import attrs
from attrs import Factory, define, field, frozen

from rulesrun.agents.features import (
    WHOLE,
    Features,
    around,
    flattened,
    from_eyes,
    has_rows,
)
from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core.expressions import Read
from rulesrun.dsl.core.symbols import Variable
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.secrecy import held_in, known_count, known_kinds
from rulesrun.interpreter.memory.sights import recalled_in
from rulesrun.interpreter.reports.views import Seen, View, view
from rulesrun.interpreter.runtime.layout import TURN, Family, Layout, State
from rulesrun.interpreter.runtime.naming import Names
from rulesrun.interpreter.runtime.watching import LOOSE

Row = list[float]


@frozen
class Block:
    """Some bytes of an observation that belong together.

    Attributes:
        name: What they are of, as in the rules: `house`, `hand`, `TerrainCard`.
        first: The place of the first one in the row.
        shape: Its shape as an array.
        axes: For each axis of it, what its entries are: seats as `me`, `next 1`; features;
            kinds of components; zones; rows and columns of a board.
        fields: Of a block with a row for each kind of component, what is printed on each of
            them, which never changes and so is not in an observation.
    """

    name: str
    first: int
    shape: tuple[int, ...]
    axes: tuple[tuple[str, ...], ...]
    fields: tuple[Mapping[str, object], ...] = ()

    @property
    def size(self) -> int:
        """How many bytes they are."""
        return prod(self.shape)

    def of(self, row: Any) -> Any:
        """Its part of a row, or of an array of rows, in its shape: a view, no copy."""
        part = row[..., self.first : self.first + self.size]
        return part.reshape(*row.shape[:-1], *self.shape)


@frozen(eq=False)
class Values:
    """A block of variables: each slot has the same features, `step` bytes apart.

    Attributes:
        block: Where it lies.
        symbol: What it is of.
        family: The slots of the variable.
        at: For each seat that sees, and each slot, where its first feature is.
        step: How far apart its features are: on a board each has a plane.
        has_flag: Whether the first feature says that the slot is hidden.
        counts: Whether the next one says how many are there, where that is known.
        is_visible: Whether anybody can ever see the values.
        most: Of pieces how many there can be, which is a whole, where that is declared.
    """

    block: Block
    symbol: VariableSymbol
    family: Family
    at: tuple[tuple[int, ...], ...]
    step: int
    has_flag: bool
    counts: bool
    is_visible: bool
    most: int | None = None


@frozen(eq=False)
class Cards:
    """Components of one kind of card or tile: which of them lie where.

    Attributes:
        kind: The kind.
        span: Their numbers.
        rows: For each of them, its row in the blocks: equal ones have the same.
        units: For each of them, what is added where it lies: all equal ones make a whole.
        at: For each seat that sees, by slot, where row 0 of that zone is; -1 where it can
            never be seen.
        steps: By slot, how far apart its rows are.
    """

    kind: str
    span: range
    rows: tuple[int, ...]
    units: tuple[int, ...]
    at: tuple[tuple[int, ...], ...]
    steps: tuple[int, ...]


@frozen(eq=False)
class Sizes:
    """How many components lie in each zone into which somebody cannot look.

    Attributes:
        block: Where that is told.
        at: For each seat that sees, by slot, where its number is; else -1.
        most: By slot, how many can be there.
    """

    block: Block
    at: tuple[tuple[int, ...], ...]
    most: tuple[int, ...]


class _Places:
    """Where the rows of zones begin while blocks are made: see `Cards`."""

    def __init__(self, layout: Layout) -> None:
        slots = len(layout.zone_kinds)
        self.at = [[-1] * slots for _ in range(layout.players)]
        self.steps = [0] * slots
        self.any = False

    def put(self, seat: int, slot: int, place: int, step: int) -> None:
        """What a seat sees in a slot is told from there on."""
        self.at[seat][slot] = place
        self.steps[slot] = step
        self.any = True


@define(eq=False)
class Observer:
    """Makes observations of the positions of one game; all have the same `size` in bytes.

    Attributes:
        game: The game.
        features: What values of its types are as bytes.
        blocks: What an observation is put together of, one block behind the other.
        values: The blocks of variables.
        cards: Those of components, by their kinds.
        sizes: That of the sizes of zones; none where all can look into all of them.
        decisions: The decisions that are told apart.
        memory: Whether it is told, too, what the player knows from before of what lies hidden
            now, as `seen_by` tells it: behind all else, from the byte `now` on.
        recalled_values: The blocks of that of variables,
        recalled_cards: and those of components.
    """

    game: Game
    memory: bool = field(default=False, kw_only=True)
    features: Features = Factory(lambda self: Features(self.game), takes_self=True)
    blocks: list[Block] = Factory(list)
    values: list[Values] = Factory(list)
    cards: list[Cards] = Factory(list)
    sizes: Sizes | None = None
    decisions: int = 0
    size: int = 0
    now: int = 0
    recalled_values: list[Values] = Factory(list)
    recalled_cards: list[Cards] = Factory(list)

    def __attrs_post_init__(self) -> None:
        layout = self.game.layout
        seats = tuple(str(seat + 1) for seat in range(layout.players))
        places = around(layout)[: layout.players]
        decisions = [
            " or ".join(item.name for item in decision.items)
            for decision in self.game.module.core.decisions
        ]
        self.decisions = len(decisions)
        self._block("seat", [seats])
        self._block("player to choose", [places])
        self._block("player on turn", [places])
        self._block("decision", [tuple(decisions)])
        changing = _changing(self.game)
        for symbol, family in layout.variables.items():
            if symbol in changing and not _holds_components(symbol.type):
                self._variable(symbol, family)
        for kind in layout.spans:
            self._components(kind)
        self._zone_sizes()
        self.now = self.size
        if self.memory and self.game.hides:
            self._recalled(changing)

    # ---- an observation -------------------------------------------------------------------

    def bytes(self, position: Position, player: int) -> bytearray:
        """What a player (a seat, from 0) may know of a position, as `size` bytes."""
        row, game, state = bytearray(self.size), self.game, position.state
        layout = game.layout
        unseen = game.machine.secrecy.slots(player, state)
        row[player] = WHOLE
        at = layout.players
        for actor in (position.player, state[TURN]):
            if actor is not None and actor < layout.players:
                row[at + (actor - player) % layout.players] = WHOLE
            at += layout.players
        if not position.over:
            row[at + position.decision_plan.number] = WHOLE
        for values in self.values:
            self._fill(row, values, player, state, unseen)
        where = state[layout.locations : layout.size]
        for cards in self.cards:
            places, steps, first = cards.at[player], cards.steps, cards.span.start
            for component in cards.span:
                slot = where[component]
                place = places[slot]
                if place >= 0 and slot not in unseen:
                    n = component - first
                    row[place + cards.rows[n] * steps[slot]] += cards.units[n]
        if self.sizes is not None:
            self._count(row, self.sizes, player, where)
        if self.size > self.now:
            row[self.now :] = self.recalled(position, player)
        return row

    def recalled(self, position: Position, player: int) -> bytearray:
        """What a player knows from before of what lies hidden now: the bytes from `now` on.

        They cost as much as the memory of the player takes to go on.
        """
        row, game, state = bytearray(self.size), self.game, position.state
        unseen = game.machine.secrecy.slots(player, state)
        components = game.layout.components
        recalled = recalled_in(game.watched, position.line, state, player)
        for values in self.recalled_values:
            for n, at in enumerate(values.at[player]):
                slot = values.family.base + n
                if slot not in unseen or not recalled.knows(slot, state[slot]):
                    continue
                row[at] = WHOLE
                encoded = self.features.encoded(
                    values.symbol.type, state[slot], player, values.most
                )
                for feature, byte in encoded:
                    row[at + (1 + feature) * values.step] = byte
        for cards in self.recalled_cards:
            for slot, place in enumerate(cards.at[player]):
                if place < 0 or slot not in unseen:
                    continue
                _, content = recalled.content(slot, state[slot], components)
                for component in held_in(content):
                    if component in cards.span:
                        n = component - cards.span.start
                        row[place + cards.rows[n] * cards.steps[slot]] += cards.units[n]
        return row[self.now :]

    def row(self, position: Position, player: int) -> Row:
        """The same as numbers from 0 to 1."""
        return [byte / WHOLE for byte in self.bytes(position, player)]

    def array(self, position: Position, player: int) -> Any:
        """The same as 32-bit floats of NumPy."""
        import numpy as np

        seen = np.frombuffer(bytes(self.bytes(position, player)), np.uint8)
        return seen.astype(np.float32) / np.float32(WHOLE)

    def describe(self) -> list[Block]:
        """What the bytes of an observation are, as data."""
        return list(self.blocks)

    def split(self, row: Any) -> dict[str, Any]:
        """An array of observations, of any type, by the names of the blocks: views of it."""
        return {block.name: block.of(row) for block in self.blocks}

    def text(self, position: Position, player: int) -> str:
        """The view of a player (a seat, from 0) as a text of one line."""
        return text_of(self.game, view(position, player, shown=False), self.game.names)

    def _fill(
        self,
        row: bytearray,
        values: Values,
        player: int,
        state: State,
        unseen: frozenset[int],
    ) -> None:
        symbol, step = values.symbol, values.step
        first, base = values.has_flag, values.family.base
        for n, at in enumerate(values.at[player]):
            slot = base + n
            value, hidden = state[slot], slot in unseen
            if values.has_flag and hidden:
                row[at] = WHOLE
            if values.counts:
                count = known_count(symbol, value, hidden=hidden)
                row[at + step * first] = flattened(count or 0)
            if not values.is_visible:
                continue
            place = at + step * (first + values.counts)
            if hidden:
                for kind in known_kinds(symbol, value) or ():
                    row[place + step * kind] = WHOLE
                continue
            for feature, byte in self.features.encoded(
                symbol.type, value, player, values.most
            ):
                row[place + step * feature] = byte

    def _count(
        self, row: bytearray, sizes: Sizes, player: int, where: Sequence[int]
    ) -> None:
        counts: dict[int, int] = {}
        places = sizes.at[player]
        for slot in where:
            if places[slot] >= 0:
                counts[slot] = counts.get(slot, 0) + 1
        for slot, count in counts.items():
            row[places[slot]] = min(WHOLE, count * WHOLE // sizes.most[slot])

    # ---- the blocks -----------------------------------------------------------------------

    def _block(
        self,
        name: str,
        axes: Sequence[tuple[str, ...]],
        fields: Sequence[Mapping[str, object]] = (),
    ) -> Block:
        names = {block.name for block in self.blocks}
        free = name
        number = 1
        while free in names:
            number += 1
            free = f"{name} {number}"
        shape = tuple(len(axis) for axis in axes)
        block = Block(free, self.size, shape, tuple(axes), tuple(fields))
        self.blocks.append(block)
        self.size += block.size
        return block

    def _recalled(self, changing: Set[VariableSymbol]) -> None:
        """The blocks of what somebody may know from before and cannot look into now."""
        layout = self.game.layout
        hideable = [
            (symbol, family)
            for symbol, family in layout.variables.items()
            if family.size and self._sight(family, ever=True)[1]
        ]
        for symbol, family in hideable:
            labels = self.features.labels(symbol.type)
            if symbol in changing and labels and not _holds_components(symbol.type):
                self._recalled_variable(symbol, family, ("known", *labels))
        for kind, span in layout.spans.items():
            cells = [
                (slot, seat, called(self.game, symbol, family.indexes(slot), seat))
                for symbol, family in hideable
                if _holds_components(symbol.type)
                and span
                and kind in layout.accepts[family.base]
                for slot in range(family.base, family.base + family.size)
                for seat in range(layout.players)
                if self._may_hide(slot, seat)
            ]
            if not cells:
                continue
            rows, faces = self.features.rows(kind, apart=False)
            columns = {
                name: n for n, name in enumerate(dict.fromkeys(c[2] for c in cells))
            }
            named = tuple(layout.components[face].name for face in faces)
            axes = [named, tuple(columns)]
            block = self._block(f"{kind} recalled", axes, self._fields(faces))
            places = _Places(layout)
            for slot, seat, column in cells:
                places.put(seat, slot, block.first + columns[column], len(columns))
            units = tuple(WHOLE // rows.count(row) for row in rows)
            at, steps = tuple(map(tuple, places.at)), tuple(places.steps)
            cards = Cards(kind, span, tuple(rows), units, at, steps)
            self.recalled_cards.append(cards)

    def _recalled_variable(
        self, symbol: VariableSymbol, family: Family, features: tuple[str, ...]
    ) -> None:
        keys, board = self._axes(symbol, family)
        lines = [] if board is None else _lines(self.game.layout, board[1])
        name = f"{_called(symbol)} recalled"
        block = self._block(name, [*keys, features, *lines])
        cells = prod(map(len, lines))
        at = self._places(block.first, symbol, family, len(features) * cells, cells)
        most = self.features.most_pieces(symbol)
        values = Values(block, symbol, family, at, cells, True, False, True, most)
        self.recalled_values.append(values)

    def _may_hide(self, slot: int, seat: int) -> bool:
        """Whether a seat cannot always look into a slot."""
        audiences = self.game.machine.secrecy.audiences
        members = audiences.fixed.get(slot)
        hides = members is not None and seat not in members
        return slot in audiences.varying or hides

    def _variable(self, symbol: VariableSymbol, family: Family) -> None:
        """The block of a variable that holds no components."""
        layout = self.game.layout
        visible, hideable = self._sight(family)
        counts = _is_counted(symbol) and (visible or symbol.decl.secret)
        features = (
            *(["hidden"] if hideable else []),
            *(["how many"] if counts else []),
            *(self.features.labels(symbol.type) if visible else []),
        )
        if not features or not family.size:
            return
        keys, board = self._axes(symbol, family)
        flat = _plane(layout, symbol.type)
        axes: list[tuple[str, ...]] = [*keys]
        if board is not None:
            axes += [features, *_lines(layout, board[1])]
        elif flat is not None and len(features) == len(layout.board_of(flat).names):
            axes += [("there",), *_lines(layout, flat)]
        else:
            axes.append(features)
        block = self._block(_called(symbol), axes)
        most = self.features.most_pieces(symbol)
        cells = 1 if board is None else len(layout.board_of(board[1]).names)
        at = self._places(block.first, symbol, family, len(features) * cells, cells)
        self.values.append(
            Values(block, symbol, family, at, cells, hideable, counts, visible, most)
        )

    def _sight(self, family: Family, *, ever: bool = False) -> tuple[bool, bool]:
        """Whether somebody can see any of the slots, and whether somebody may not.

        What nobody can see is not hidden from some, unless it is asked whether it is `ever`.
        """
        audiences = self.game.machine.secrecy.audiences
        slots = range(family.base, family.base + family.size)
        seats = self.game.layout.players
        visible = hideable = False
        for slot in slots:
            if slot in audiences.varying:
                return True, True
            members = audiences.fixed.get(slot)
            visible |= members is None or bool(members)
            hideable |= members is not None and len(members) < seats
        return visible, (visible or ever) and hideable

    def _axes(
        self, symbol: VariableSymbol, family: Family
    ) -> tuple[list[tuple[str, ...]], tuple[int, t.CellType] | None]:
        """The axes of the keys, and the board whose cells are the last of them."""
        layout, names = self.game.layout, self.game.names
        board = _board_key(layout, symbol)
        axes = []
        for number, (key, size, offset) in enumerate(
            zip(symbol.all_keys, family.sizes, family.offsets, strict=True)
        ):
            if board is not None and number == board[0]:
                continue
            if isinstance(key.type, t.PlayerType):
                axes.append(around(layout))
            else:
                many = range(offset, offset + size)
                axes.append(tuple(names.name(key.type, n) for n in many))
        return axes, board

    def _places(
        self,
        first: int,
        symbol: VariableSymbol,
        family: Family,
        size: int,
        cells: int = 1,
    ) -> tuple[tuple[int, ...], ...]:
        """For each seat that sees, where each slot begins: `size` bytes for the other keys."""
        layout = self.game.layout
        board = _board_key(layout, symbol) if cells > 1 else None
        rows = []
        for seat in range(layout.players):
            row = []
            for slot in range(family.base, family.base + family.size):
                other, cell = 0, 0
                for number, (key, n, many, offset) in enumerate(
                    zip(
                        symbol.all_keys,
                        family.indexes(slot),
                        family.sizes,
                        family.offsets,
                        strict=True,
                    )
                ):
                    if board is not None and number == board[0]:
                        cell = n
                    elif isinstance(key.type, t.PlayerType):
                        other = other * many + from_eyes(layout, n, seat)
                    else:
                        other = other * many + n - offset
                row.append(first + other * size + cell)
            rows.append(tuple(row))
        return tuple(rows)

    def _components(self, kind: str) -> None:
        """The blocks of one kind of component: planes for boards, one for all other zones."""
        layout = self.game.layout
        if not layout.spans[kind]:
            return
        on_boards, others = list[Family](), list[Family]()
        for symbol, family in layout.variables.items():
            if _holds_components(symbol.type) and kind in layout.accepts[family.base]:
                is_board = _board_key(layout, symbol) is not None
                (on_boards if is_board else others).append(family)
        self._planes(kind, on_boards)
        self._zones(kind, others)

    def _planes(self, kind: str, families: Sequence[Family]) -> None:
        """Planes of each sort of component that lies on a board; equal ones together."""
        layout = self.game.layout
        rows, faces = self.features.rows(kind, apart=False)
        named = tuple(layout.components[face].name for face in faces)
        positions = _Places(layout)
        for family in families:
            symbol = family.symbol
            keys, board = self._axes(symbol, family)
            assert board is not None
            visible, _ = self._sight(family)
            if not visible:
                continue
            lines = _lines(layout, board[1])
            fields = self._fields(faces)
            title = f"{kind} in {_called(symbol)}"
            block = self._block(title, [*keys, named, *lines], fields)
            cells = len(layout.board_of(board[1]).names)
            size = len(faces) * cells
            places = self._places(block.first, symbol, family, size, cells)
            for seat, row in enumerate(places):
                for n, place in enumerate(row):
                    positions.put(seat, family.base + n, place, cells)
        self._add_cards(kind, rows, positions)

    def _zones(self, kind: str, families: Sequence[Family]) -> None:
        """A row for each component, with a column for each zone in which it can be seen."""
        rows, faces = self.features.rows(kind)
        places = _Places(self.game.layout)
        columns = dict[str, int]()
        cells = [one for f in families for one in self._columns(f.symbol, f)]
        for _, _, column in cells:
            columns.setdefault(column, len(columns))
        if not columns:
            return
        named = tuple(self.game.layout.components[face].name for face in faces)
        block = self._block(kind, [named, tuple(columns)], self._fields(faces))
        for slot, seat, column in cells:
            places.put(seat, slot, block.first + columns[column], len(columns))
        self._add_cards(kind, rows, places)

    def _fields(self, faces: Sequence[int]) -> list[dict[str, object]]:
        components = self.game.layout.components
        return [dict(components[face].fields) for face in faces]

    def _add_cards(self, kind: str, rows: Sequence[int], places: _Places) -> None:
        if places.any:
            units = tuple(WHOLE // rows.count(row) for row in rows)
            at = tuple(map(tuple, places.at))
            span = self.game.layout.spans[kind]
            steps = tuple(places.steps)
            self.cards.append(Cards(kind, span, tuple(rows), units, at, steps))

    def _columns(
        self, symbol: VariableSymbol, family: Family
    ) -> Iterator[tuple[int, int, str]]:
        """Slots, who can ever see into them, and how they are called from those eyes."""
        audiences = self.game.machine.secrecy.audiences
        for slot in range(family.base, family.base + family.size):
            for seat in range(self.game.layout.players):
                members = audiences.fixed.get(slot)
                if (
                    slot in audiences.varying
                    or members is None
                    or (bool(members) and seat in members)
                ):
                    indexes = family.indexes(slot)
                    yield slot, seat, called(self.game, symbol, indexes, seat)

    def _zone_sizes(self) -> None:
        """How many lie in each zone that somebody cannot look into."""
        layout = self.game.layout
        slots = len(layout.zone_kinds)
        at = [[-1] * slots for _ in range(layout.players)]
        most = [1] * slots
        columns: dict[str, int] = {}
        for symbol, family in layout.variables.items():
            if not _holds_components(symbol.type) or not has_secrets(symbol):
                continue
            for slot in range(family.base, family.base + family.size):
                kinds = layout.accepts[slot]
                most[slot] = max(1, sum(len(layout.spans[kind]) for kind in kinds))
                if layout.zone_kinds[slot] == "space":
                    most[slot] = 1
                for seat in range(layout.players):
                    name = called(self.game, symbol, family.indexes(slot), seat)
                    at[seat][slot] = columns.setdefault(name, len(columns))
        if not columns:
            return
        block = self._block("how many", [tuple(columns)])
        places = tuple(
            tuple(-1 if column < 0 else block.first + column for column in row)
            for row in at
        )
        self.sizes = Sizes(block, places, tuple(most))


def _changing(game: Game) -> set[VariableSymbol]:
    """The variables that rules put anything into."""
    symbols = set[VariableSymbol]()
    core = game.module.core
    for routine in core.routines.values():
        for node in walk(routine.body):
            if isinstance(node, Read):
                continue
            for one in attrs.fields(type(node)):
                value = getattr(node, one.name)
                if isinstance(value, Variable) and value.symbol is not None:
                    symbols.add(value.symbol)
    return symbols


def _holds_components(kind: t.Type) -> bool:
    return isinstance(kind, t.ZoneType) and isinstance(kind.item, t.ComponentType)


def _is_counted(symbol: VariableSymbol) -> bool:
    """Whether it is told how many there are, besides which."""
    match symbol.type:
        case t.ZoneType("stock", t.PieceType()) as zone:
            return t.bundle_of(zone) is not None
        case t.GridType():
            return True
        case _:
            return False


def _board_key(layout: Layout, symbol: VariableSymbol) -> tuple[int, t.CellType] | None:
    """The last of the keys that is a cell of a board with rows and columns, and which it is."""
    for number, key in reversed(list(enumerate(symbol.all_keys))):
        if isinstance(key.type, t.CellType) and has_rows(layout, key.type):
            return number, key.type
    return None


def _plane(layout: Layout, kind: t.Type) -> t.CellType | None:
    """The board of a set of cells that has rows and columns."""
    match kind:
        case t.SetType(t.CellType() as cell) if has_rows(layout, cell):
            return cell
        case _:
            return None


def _lines(layout: Layout, kind: t.CellType) -> list[tuple[str, ...]]:
    """The axes of the rows and columns of a board."""
    board = layout.board_of(kind)
    return [
        tuple(f"row {n + 1}" for n in range(board.rows)),
        tuple(f"column {n + 1}" for n in range(board.columns)),
    ]


def _called(symbol: VariableSymbol) -> str:
    """A variable with its owner, where that is no player: `cell.house`."""
    match symbol.owner:
        case None | t.PlayerType():
            return symbol.name
        case t.ComponentType(names):
            return f"{' or '.join(names)}.{symbol.name}"
        case owner:
            return f"{owner}.{symbol.name}"


def called(
    game: Game, symbol: VariableSymbol, indexes: Sequence[int], eyes: int | None = None
) -> str:
    """A variable as it is called, with its keys; of players from the eyes of a seat."""
    layout = game.layout
    keys = [
        around(layout)[from_eyes(layout, n, eyes)]
        if isinstance(key.type, t.PlayerType) and eyes is not None
        else game.names.name(key.type, n)
        for key, n in zip(symbol.all_keys, indexes, strict=True)
    ]
    owner = "" if symbol.owner is None else f"{keys.pop(0)}."
    of = f"[{', '.join(keys)}]" if keys else ""
    return f"{owner}{symbol.name}{of}"


# ---- texts ---------------------------------------------------------------------------


def text_of(game: Game, seen: View, names: Names) -> str:
    """A view as a text of one line: equal views have equal texts."""
    head = f"player {_seat(seen.player)}, to choose {_seat(seen.actor)}, "
    head += f"turn {_seat(seen.turn)}"
    return "; ".join([head, *(line_of(game, each, names) for each in seen.seen)])


def _seat(player: int | None) -> str:
    return "-" if player is None else str(player + 1)


def line_of(game: Game, seen: Seen, names: Names) -> str:
    """A variable as a player sees it, as a text."""
    keys = ", ".join(str(key) for key in seen.keys)
    owner = "" if seen.owner is None else f"{seen.owner}."
    name = f"{owner}{seen.name}{f'[{keys}]' if keys else ''}"
    return f"{name}: {value_of(game, seen, names)}"


def value_of(game: Game, seen: Seen, names: Names | None = None) -> str:
    """What a player sees of a variable, as a text."""
    if seen.hidden:
        return "?" if seen.count is None else f"{seen.count} hidden"
    names = names or game.names
    match seen.type:
        case t.GridType(shape, item):
            cells = sorted(seen.value.items())
            kind = t.PlaceType(shape)
            return " ".join(
                f"{names.name(kind, c)}={names.name(item, tile)}" for c, tile in cells
            )
        case t.ZoneType("space", item):
            return (
                str(seen.value)
                if isinstance(item, t.PieceType)
                else names.name(item, seen.value)
            )
        case t.ZoneType("stock", _):
            return str(seen.value)
        case t.ZoneType(kind, item):
            called = [names.name(item, card) for card in seen.value]
            in_order = kind in LOOSE and names is game.names.of_looks
            return " ".join(sorted(called) if in_order else called)
        case kind:
            return names.name(kind, seen.value)


def counters(game: Game) -> dict[str, int]:
    """The first slot of each number that each player has, by its name."""
    return {
        symbol.name: family.base
        for symbol, family in game.layout.families.items()
        if symbol.owner == t.PLAYER and len(symbol.all_keys) == 1
    }


def counter(game: Game, name: str) -> int:
    """The first slot of a number that each player has; raises KeyError if none has it."""
    every = counters(game)
    if name not in every:
        hint = did_you_mean(name, every)
        raise KeyError(
            f"no player of {game.program.name} has a number `{name}`"
            + (f"; {hint}" if hint else "")
        )
    return every[name]
