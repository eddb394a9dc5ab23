"""Where everything lies: the slots of a state, the components, the boards.

A layout belongs to a program, a number of players and a choice of options; two
layouts of the same three are the same. More than 400 lines: one place says where all lies.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from attrs import Factory, define, field, frozen

from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.component_names import component_name
from rulesrun.dsl.semantics.constants import Fixed, evaluate
from rulesrun.dsl.semantics.displays import as_variable
from rulesrun.dsl.semantics.geometry import parts_of, parts_of_board
from rulesrun.dsl.semantics.world import Card, World
from rulesrun.interpreter.runtime.boards import Board, lattice_board, spaces_board
from rulesrun.interpreter.runtime.linking import with_links
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.interpreter.runtime.tessellation import with_parts

State = list[Any]
"""Everything about a game under way, slot by slot."""

Frames = tuple[Any, ...]
"""The procedures under way, outermost first, each with its block and its locals."""

RawOption = tuple[int, tuple[Any, ...]]
"""The number of an item of the decision, and the values chosen for it."""

FRAMES, DECISION, ACTOR, SEED, COUNTER = 0, 1, 2, 3, 4
TURN, TURNS, PHASE, RESULT, REVEALS, FORCED, LEDGER = 5, 6, 7, 8, 9, 10, 11
BOX = 12
HEADER = 13
"""The first slots of every state: where the game stands, chance, whose turn, result."""

NEWS = -1
"""The last slot of a state under way: what has been announced since the last choice.

It counts for nothing: it is not saved, not hashed, and beyond the size of the layout.
"""

PROBE = "probe"
"""In place of scripted draws: nothing may be drawn, as it is only being tried."""

HEADER_NAMES = (
    "frames decision actor seed counter turn turns phase result reveals forced ledger box"
).split()


@frozen(eq=False)
class Component:
    """A card or tile of the game."""

    number: int
    kind: str
    fields: Mapping[str, object]
    labels: Mapping[str, str]
    name: str
    face: int


@define(eq=False)
class Family:
    """The slots of one declared variable: one for each combination of its keys."""

    symbol: sym.VariableSymbol
    base: int
    sizes: tuple[int, ...]
    offsets: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many slots there are."""
        total = 1
        for size in self.sizes:
            total *= size
        return total

    @property
    def strides(self) -> tuple[int, ...]:
        """How far apart two values of each key are."""
        strides: list[int] = []
        step = 1
        for size in reversed(self.sizes):
            strides.append(step)
            step *= size
        return tuple(reversed(strides))

    def indexes(self, slot: int) -> tuple[int, ...]:
        """The keys of a slot."""
        rest = slot - self.base
        result = []
        for stride in self.strides:
            result.append(rest // stride)
            rest %= stride
        return tuple(i + o for i, o in zip(result, self.offsets, strict=True))

    def places(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The slots in order, each with its keys."""
        ranges = (
            range(o, o + n) for o, n in zip(self.offsets, self.sizes, strict=True)
        )
        return enumerate(product(*ranges), self.base)


@define(eq=False, repr=False)
class Layout:
    """Where everything of a game lies, for a number of players and options.

    `families` are those of `variables`, whose slots end at `declared`, and behind them of what
    nobody declares: what rules give, for a moment, and pieces in the box. `told` are the
    variables and, behind them, the values that are worked out and `shown`: their slots lie
    behind those of a state, and hold nothing.
    """

    program: Program
    players: int
    options: Mapping[str, Fixed]
    participants: int = 0
    neutrals: dict[str, int | None] = Factory(dict)
    boards: dict[str, Board] = Factory(dict)
    components: list[Component] = Factory(list)
    spans: dict[str, range] = Factory(dict)
    families: dict[sym.VariableSymbol, Family] = Factory(dict)
    variables: dict[sym.VariableSymbol, Family] = Factory(dict)
    told: dict[sym.VariableSymbol, Family] = Factory(dict)
    shown: dict[sym.VariableSymbol, sym.ShownSymbol] = Factory(dict)
    declared: int = 0
    locations: int = 0
    size: int = 0
    zone_kinds: list[str | None] = field(factory=list)
    accepts: list[tuple[str, ...]] = field(factory=list)
    initial: list[object] = field(factory=list)

    @property
    def world(self) -> World:
        """What the program declares."""
        return self.program.world

    @property
    def fixed_values(self) -> dict[str, Fixed]:
        """The values that are fixed from the beginning."""
        return {"player_count": self.players, **self.options}

    @property
    def payoff(self) -> Family | None:
        """What is played for, where each player has a number called `payoff`."""
        for symbol, family in self.families.items():
            owned = isinstance(symbol.owner, t.PlayerType) and len(symbol.all_keys) == 1
            if symbol.name == "payoff" and owned and isinstance(symbol.type, t.IntType):
                return family
        return None

    def number(self, node: object) -> int:
        """The value of an expression that is fixed from the beginning."""
        value = evaluate(self.world, node, self.fixed_values)  # type: ignore[arg-type]
        assert isinstance(value, int)
        return value

    def board_of(self, kind: t.CellType) -> Board:
        """The board of a type of cell."""
        return self.boards[kind.board]


def option_values(program: Program, chosen: Mapping[str, Fixed]) -> dict[str, Fixed]:
    """Every option with its value: the chosen one, else the declared one."""
    values: dict[str, Fixed] = {}
    for option in program.world.each(sym.OptionSymbol):
        if option.name in chosen:
            values[option.name] = chosen[option.name]
        else:
            values[option.name] = evaluate(program.world, option.decl.default, {})
    return values


def make_layout(
    program: Program, players: int, chosen: Mapping[str, Fixed] | None = None
) -> Layout:
    """Lay out the state of a game."""
    layout = Layout(program, players, option_values(program, chosen or {}))
    world = program.world
    layout.participants = players
    for neutral in world.each(sym.NeutralSymbol):
        when = neutral.decl.when
        if when is None or evaluate(world, when, layout.fixed_values):
            layout.neutrals[neutral.name] = layout.participants
            layout.participants += 1
        else:
            layout.neutrals[neutral.name] = None
    _make_boards(layout)
    _make_components(layout)
    _make_slots(layout)
    return layout


def _make_boards(layout: Layout) -> None:
    """All boards in the order of the file; corners, sides, links with their wholes."""
    boards: dict[str, Board] = {}
    for board in layout.world.each(sym.BoardSymbol):
        if board.whole is not None:
            continue
        boards[board.name] = _board(layout, board)
        parts = {p.shape: p.name for p in parts_of_board(layout.world, board.name)}
        parts.pop("links", None)
        links = parts_of(layout.world, board.name, "links")
        if parts:
            names = {"cells": board.name, **parts}
            for part, result in with_parts(boards[board.name], tuple(parts)).items():
                boards[names[part]] = result
        if links is not None:
            both = with_links(boards[board.name], links.links)
            boards[board.name], boards[links.name] = both
    for board in layout.world.each(sym.BoardSymbol):
        layout.boards[board.name] = boards[board.name]


def _board(layout: Layout, board: sym.BoardSymbol) -> Board:
    decl = board.decl
    if decl.spaces is not None:
        values = layout.world.enum(decl.spaces.text).values
        return spaces_board([v.name for v in values], board.points)
    assert decl.rows is not None
    assert decl.columns is not None
    rows, columns = layout.number(decl.rows), layout.number(decl.columns)
    if rows * columns > layout.world.limits.collection:
        span = decl.rows.span.to(decl.columns.span)
        raise _too_large(layout, rows * columns, "cells", span)
    return lattice_board(board.shape, rows, columns, decl.naming or "row,column")  # type: ignore[arg-type]


# ---- components ------------------------------------------------------------


def _make_components(layout: Layout) -> None:
    world = layout.world
    cards: dict[str, list[Card]] = {}
    total = 0
    for line in world.supply:
        result = world.cards[id(line)]
        count = layout.number(line.count)
        total += len(result) if line.csv is not None else count * len(result)
        if total > world.limits.collection:
            raise _too_large(layout, total, "components", line.count.span)
        if line.csv is not None:
            copies = result
        else:
            copies = [card for card in result for _ in range(count)]
        cards.setdefault(line.component.text, []).extend(copies)
    faces: dict[tuple[object, ...], int] = {}
    used: dict[str, int] = {}
    for symbol in world.each(sym.ComponentSymbol):
        first = len(layout.components)
        told_apart = t.ComponentType((symbol.name,)) in world.members
        for card in cards.get(symbol.name, []):
            fields = dict(card.fields)
            name = component_name(world, symbol, fields)
            fields.setdefault("name", name)
            key = (
                symbol.name,
                *sorted((k, v) for k, v in fields.items() if v is not None),
            )
            face = faces.setdefault(key, len(layout.components))
            number = len(layout.components)
            if face != number and not told_apart:
                name = layout.components[face].name
            elif name in used:
                used[name] += 1
                name = f"{name} #{used[name]}"
            used.setdefault(name, 1)
            layout.components.append(
                Component(number, symbol.name, fields, dict(card.labels), name, face)
            )
        layout.spans[symbol.name] = range(first, len(layout.components))


# ---- slots -----------------------------------------------------------------


def _make_slots(layout: Layout) -> None:
    layout.initial = [(), None, None, 0, 0, None, 0, None, None, 0, (), ()]
    layout.initial.append(tuple(range(len(layout.components))))
    layout.zone_kinds = [None] * BOX + ["bag"]
    layout.accepts = [()] * BOX + [tuple(layout.spans)]
    unseen = set(layout.world.unseen)
    for symbol in (*layout.world.variables, *layout.world.unseen):
        if symbol in unseen and not layout.declared:
            layout.declared = len(layout.initial)
        family = _family(layout, symbol, len(layout.initial))
        layout.families[symbol] = family
        kind, accepts = _zone(symbol.type)
        layout.initial += _initial_values(layout, symbol, family)
        layout.zone_kinds += [kind] * family.size
        layout.accepts += [accepts] * family.size
    layout.locations = len(layout.initial)
    layout.declared = layout.declared or layout.locations
    layout.initial += [BOX] * len(layout.components)
    layout.zone_kinds += [None] * len(layout.components)
    layout.accepts += [()] * len(layout.components)
    layout.size = len(layout.initial)
    layout.variables = {s: f for s, f in layout.families.items() if s not in unseen}
    layout.told = dict(layout.variables)
    end = layout.size
    for display in layout.world.each(sym.ShownSymbol):
        family = _family(layout, as_variable(display), end)
        layout.told[family.symbol] = family
        layout.shown[family.symbol] = display
        end += family.size


def _family(layout: Layout, symbol: sym.VariableSymbol, base: int) -> Family:
    ranges = [key_range(layout, key) for key in symbol.all_keys]
    sizes, offsets = (tuple(r[i] for r in ranges) for i in (0, 1))
    family = Family(symbol, base, sizes, offsets)
    total = base + family.size
    if total > layout.world.limits.collection:
        raise _too_large(layout, total, "values", symbol.decl.name_span)
    return family


def _too_large(layout: Layout, number: int, what: str, span: Span) -> RuleFault:
    most = layout.world.limits.collection
    fault = RuleFault(
        f"there would be {number:,} {what}, and {most:,} are the most that there may be "
        "(the limit `collection`)"
    )
    fault.span = span
    return fault


def key_range(layout: Layout, key: sym.FamilyKey) -> tuple[int, int]:
    """How many values a key has, and the first of them."""
    match key.type:
        case t.PlayerType():
            return layout.participants, 0
        case t.CellType() as cell:
            return len(layout.board_of(cell).names), 0
        case t.EnumType(name):
            return len(layout.world.enum(name).values), 0
        case t.ComponentType((name,)):
            span = layout.spans[name]
            return len(span), span.start
        case t.IntType() if key.low is not None and key.high is not None:
            low, high = layout.number(key.low), layout.number(key.high)
            return high - low + 1, low
        case _:
            return 0, 0


def _zone(kind: t.Type) -> tuple[str | None, tuple[str, ...]]:
    match kind:
        case t.ZoneType(zone, t.ComponentType(names)):
            return zone, names
        case t.ZoneType("stock", t.PieceType(name, str())):
            return "piece bundle", (name,)
        case t.ZoneType(zone, t.PieceType(name)):
            return f"piece {zone}", (name,)
        case t.GridType(_, t.ComponentType(names)):
            return "grid", names
        case _:
            return None, ()


def _initial_values(
    layout: Layout, symbol: sym.VariableSymbol, family: Family
) -> list[object]:
    """What the slots of a variable hold before the game."""
    if isinstance(symbol.owner, t.CellType):
        board = layout.world.get(sym.BoardSymbol, symbol.owner.board)
        if board is not None and symbol.name in board.begun:
            return list(board.begun[symbol.name])
    initial = symbol.decl.initial
    value = (
        default_value(layout, symbol.type)
        if initial is None
        else evaluate(layout.world, initial, layout.fixed_values)
    )
    return [value] * family.size


def default_value(layout: Layout, kind: t.Type) -> object:
    """What a variable holds before anything is put into it."""
    match kind:
        case t.IntType(low, high):
            if low is not None and low > 0:
                return low
            return high if high is not None and high < 0 else 0
        case t.BoolType():
            return False
        case t.ZoneType("space", _) | t.OptionalType():
            return None
        case t.ZoneType("stock", t.PieceType(_, str(enum))):
            return (0,) * len(layout.world.enum(enum).values)
        case t.ZoneType("stock", _):
            return 0
        case t.ZoneType() | t.ListType():
            return ()
        case t.GridType():
            return {}
        case t.SetType(item):
            if isinstance(item, t.EnumType | t.PlayerType | t.CellType):
                return 0
            return () if isinstance(item, t.ComponentType) else frozenset()
        case t.BundleType(enum):
            return (0,) * len(layout.world.enum(enum).values)
        case t.ComponentType((name, *_)):
            return layout.spans[name].start
        case t.PlayerType() | t.EnumType() | t.CellType() | t.PlaceType():
            return 0
        case t.EdgeType():
            return (0, 0)
        case t.TupleType(items):
            return tuple(default_value(layout, item) for item in items)
        case _:
            return ""
