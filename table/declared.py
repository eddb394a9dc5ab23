"""What of a game never changes, as the page draws from it: all of it is in the rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any
from weakref import WeakKeyDictionary

from rulesrun.cli.screen.effects import Effects, effects
from rulesrun.cli.screen.labels import NAMED, Labels, printed_fields
from rulesrun.cli.screen.strips import (
    is_heap,
    is_row,
    is_strip,
    rows_beside,
    spoken_of,
)
from rulesrun.cli.web.looks import Looks
from rulesrun.cli.web.networks import links_at, spaces_at
from rulesrun.cli.web.signs import SIGNS
from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core.context import paragraphs
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.explain.citing import of_item
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import kind_of
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.boards import Board
from rulesrun.interpreter.runtime.layout import Family
from rulesrun.table.course import beginning, ending
from rulesrun.table.places import places_of
from rulesrun.table.points import giving, purpose
from rulesrun.table.values import Plain, fields_data, shown, type_data

_MADE: WeakKeyDictionary[Game, dict[str | None, tuple[Looks, dict[str, Plain]]]] = (
    WeakKeyDictionary()
)


def declared(labels: Labels, looks: Looks) -> dict[str, Plain]:
    """The game with its boards, enums, kinds of components and variables.

    It is made once for all tables of a game, in each language.
    """
    cache = _MADE.setdefault(labels.game, {})
    cached = cache.get(labels.words.language)
    if cached is None or cached[0] != looks:
        cached = cache[labels.words.language] = looks, _declared(labels, looks)
    return cached[1]


def _declared(labels: Labels, looks: Looks) -> dict[str, Plain]:
    layout = labels.game.layout
    world = labels.game.program.world
    assert world.game is not None
    rule_index = effects(labels.game.program)
    gives = giving(labels.game.program)
    return {
        "title": shown(labels.title),
        "name": world.game.name,
        "participants": [
            {
                "label": shown(labels.player(seat)),
                "colour": looks.seat(seat),
                "neutral": seat >= layout.players,
            }
            for seat in range(layout.participants)
        ],
        "boards": {
            b.name: _board(labels, b) | _whole(b) for b in world.each(sym.BoardSymbol)
        },
        "begins": list(beginning(labels.game.lowered.core)),
        "ends": list(ending(labels.game.program)),
        "stride": grids.STRIDE,
        "pieces": dict(looks.pieces),
        "tracks": dict(looks.tracks),
        "sides": dict(looks.sides),
        "places": _places(labels, looks),
        "drawings": {
            name: SIGNS[name]
            for name in sorted(set(looks.symbols.values()) & set(SIGNS))
        },
        "enums": {
            e.name: _enum(labels, looks, rule_index, e)
            for e in world.each(sym.EnumSymbol)
        },
        "kinds": {c.name: _kind(labels, c) for c in world.each(sym.ComponentSymbol)},
        "faces": _faces(labels, looks, rule_index),
        "families": [
            _family(labels, looks, symbol, family)
            | {"gives": _gives(labels, looks, symbol, gives.get(symbol.name, ()))}
            for symbol, family in layout.told.items()
        ],
    }


def _gives(
    labels: Labels,
    looks: Looks,
    symbol: sym.VariableSymbol,
    lines: Iterable[tuple[str, ...]],
) -> list[Plain]:
    """For what a counter is added to, with its paragraphs; alike words stand once."""
    program, words = labels.game.program, labels.words
    word = words.label(symbol.decl.labels, symbol.name)
    result: dict[str, dict[str, None]] = {}
    for cites in lines:
        label = purpose(program, words, looks, cites, word)
        result.setdefault(label, {}).update(dict.fromkeys(cites))
    return [
        {"label": label, "rules": list(cites)}
        for label, cites in result.items()
        if label
    ]


def _places(labels: Labels, looks: Looks) -> dict[str, Plain]:
    """The paragraphs of the actions at places, by the keys of these."""
    core = labels.game.lowered.core
    return {
        key: list(dict.fromkeys(n for item in items for n in of_item(core, item)))
        for key, items in places_of(labels.game, looks).items()
    }


def _label(labels: Labels, own_labels: nodes.Labels, name: str) -> str:
    return shown(labels.words.label(own_labels, name))


def _whole(board: sym.BoardSymbol) -> dict[str, Plain]:
    """The board whose corners or sides these are."""
    return {} if board.whole is None else {"of": board.whole}


def _board(labels: Labels, symbol: sym.BoardSymbol) -> dict[str, Plain]:
    board = labels.game.layout.boards[symbol.name]
    result: dict[str, Plain] = {
        "shape": board.shape,
        "rows": board.rows,
        "columns": board.columns,
        "names": _names(labels, symbol, board),
        "rules": list(paragraphs(symbol.decl.cites)),
    }
    if board.shape == "graph":
        result["points"] = [[round(x), round(y)] for x, y in spaces_at(labels, symbol)]
    elif board.shape == "links":
        result["points"] = [list(map(round, line)) for line in links_at(labels, symbol)]
        result["oneWay"] = [link.one_way for link in symbol.links]
    elif board.points:
        result["points"] = [list(point) for point in board.points]
    return result


def _names(labels: Labels, symbol: sym.BoardSymbol, board: Board) -> list[Plain]:
    if board.shape not in NAMED:
        return list(board.names)
    kind = t.CellType(symbol.name)
    return [shown(labels.brief(kind, cell)) for cell in range(len(board.names))]


def _enum(
    labels: Labels, looks: Looks, rule_index: Effects, enum: sym.EnumSymbol
) -> dict[str, Plain]:
    values = []
    of_all = _of_all(labels, enum)
    for value in enum.values:
        one = {
            "name": value.name,
            "label": _label(labels, value.labels, value.name),
            "colour": looks.colour(enum.name, value.name, value.index),
            "rules": list(rule_index.of_value(enum, value.index) or of_all),
        }
        symbol = looks.symbol(enum.name, value.name)
        if symbol:
            one["symbol"] = symbol
        values.append(one)
    return {"label": _label(labels, enum.labels, enum.name), "values": values}


def _of_all(labels: Labels, enum: sym.EnumSymbol) -> tuple[str, ...]:
    """The paragraphs about all values of an enum, for those that have none of their own."""
    declarations = labels.game.program.world.file.declarations
    own = (d for d in declarations if isinstance(d, nodes.EnumDecl))
    return next((paragraphs(d.cites)[:2] for d in own if d.name == enum.name), ())


def _kind(labels: Labels, symbol: sym.ComponentSymbol) -> dict[str, Plain]:
    fields = {}
    for field in printed_fields(symbol):
        fields[field.name] = {
            "label": _label(labels, field.labels, field.name),
            **type_data(field.type),
        }
        if field.by is not None:
            fields[field.name]["by"] = _turning(labels, field.by.text)
        if field.type in (
            t.SetType(t.EnumType("Side")),
            t.SetType(t.EnumType("HexSide")),
        ):
            fields[field.name]["sort"] = "sides"
        elif field.by is None and isinstance(t.without_none(field.type), t.ListType):
            if fields[field.name]["sort"] == "text":
                fields[field.name]["sort"] = "list"
    return {
        "label": _label(labels, symbol.decl.labels, symbol.name),
        "sort": symbol.decl.kind,
        "shape": _shape(labels, symbol.name),
        "named": symbol.decl.named is not None,
        "rules": list(_cited(symbol)),
        "fields": fields,
    }


def _turning(labels: Labels, name: str) -> str:
    """What the variable is called that says which side of a tile counts."""
    named = (v for v in labels.game.layout.families if v.name == name)
    return next((_label(labels, v.decl.labels, name) for v in named), "")


def _cited(symbol: sym.ComponentSymbol) -> tuple[str, ...]:
    """The paragraphs that a kind of component cites, or else its fields."""
    of_fields = (n for f in symbol.decl.fields for n in paragraphs(f.cites))
    return paragraphs(symbol.decl.cites) or tuple(dict.fromkeys(of_fields))


def _shape(labels: Labels, kind: str) -> str | None:
    """The shape of the growing grids on which components of a kind can lie."""
    types = (symbol.type for symbol in labels.game.layout.families)
    return next(
        (
            grid.shape
            for grid in types
            if isinstance(grid, t.GridType) and kind in grid.item.names
        ),
        None,
    )


def _faces(labels: Labels, looks: Looks, rule_index: Effects) -> dict[str, Plain]:
    """What components look like, by name; `original` is how the rules call them."""
    world = labels.game.program.world
    result: dict[str, Plain] = {}
    for part in labels.game.layout.components:
        if part.name in result:
            continue
        symbol = world.component(part.kind)
        fields = {field.name: field for field in printed_fields(symbol)}
        result[part.name] = {
            "kind": part.kind,
            "label": shown(labels.called(part.number)),
            "fields": fields_data(labels, fields, part.number),
            "rules": list(rule_index.of_component(labels.game, part.number)),
        }
        original = labels.game.names.component(part.number, None)
        if part.labels.get(labels.words.language or "en", original) != original:
            result[part.name]["original"] = shown(original)
        picture = looks.picture(part.kind, part.name)
        if picture is not None:
            result[part.name]["picture"] = picture
        names = labels.game.names
        for sides in names.turned.every(part.number):
            label = names.component(part.number, labels.words.language, sides)
            face = names.turned.face(part.number, sides)
            result[face] = {**result[part.name], "label": shown(label)}
    return result


def _family(
    labels: Labels, looks: Looks, symbol: sym.VariableSymbol, family: Family
) -> dict[str, Plain]:
    is_shown = symbol in labels.game.layout.shown
    result: dict[str, Plain] = {
        "name": symbol.name,
        "label": _label(labels, symbol.decl.labels, symbol.name),
        "sort": kind_of(symbol),
        "type": _contents(symbol.type),
        "owner": _owner(symbol.owner),
        "base": family.base,
        "size": family.size,
        "ledger": symbol.decl.ledger,
        "public": not (is_shown or has_secrets(symbol)),
        "inner": labels.is_inner(symbol),
        "filled": symbol.decl.initial is not None,
        "rules": list(_about(labels, symbol)),
    }
    if symbol.decl.capacity is not None:
        result["room"] = labels.game.layout.number(symbol.decl.capacity)
    if is_row(symbol):
        result["numbered"] = symbol.name in spoken_of(labels.game.lowered.core)
    if symbol.keys:
        beside = rows_beside(labels.game.lowered.core).get(symbol.name)
        if beside is not None:
            result["beside"] = beside
        result["keys"] = [
            [
                shown(labels.brief(k.type, i))
                for k, i in zip(symbol.keys, one, strict=True)
            ]
            for one in _keys(symbol, family)
        ]
        result["stands"] = [
            [
                _key(labels, symbol, k.type, i)
                for k, i in zip(symbol.keys, one, strict=True)
            ]
            for one in _keys(symbol, family)
        ]
        result["strip"] = is_heap(labels.game.program, symbol)
    if isinstance(symbol.owner, t.ComponentType):
        parts = labels.game.layout.components
        result["owners"] = [
            parts[family.indexes(family.base + at)[0]].name
            for at in range(0, family.size, max(1, family.strides[0]))
        ]
    if isinstance(symbol.type, t.ZoneType) and isinstance(
        symbol.type.item, t.PieceType
    ):
        result["piece"] = symbol.type.item.name
    if symbol.name in looks.symbols:
        result["symbol"] = looks.symbols[symbol.name]
    if symbol.decl.turned is not None:
        result["turned"] = symbol.decl.turned.text
    return result


def _about(labels: Labels, symbol: sym.VariableSymbol) -> tuple[str, ...]:
    """The paragraphs that a variable or zone cites, or else the pieces that lie there."""
    own = paragraphs(symbol.decl.cites)
    match symbol.type:
        case t.ZoneType(_, t.PieceType(name)):
            pieces = labels.game.program.world.each(sym.PieceSymbol)
            of_piece = (paragraphs(p.decl.cites) for p in pieces if p.name == name)
            return own or next(of_piece, ())
        case _:
            return own


def _keys(symbol: sym.VariableSymbol, family: Family) -> list[tuple[int, ...]]:
    """The values of the further keys, for the slots of one owner."""
    own = 0 if symbol.owner is None else 1
    spans = [
        range(offset, offset + size)
        for size, offset in zip(family.sizes[own:], family.offsets[own:], strict=True)
    ]
    return list(product(*spans))


def _key(
    labels: Labels, symbol: sym.VariableSymbol, kind: t.Type, index: int
) -> str | None:
    spoken = spoken_of(labels.game.lowered.core)
    match kind:
        case t.IntType() if is_strip(symbol) or symbol.name in spoken:
            return f"at:{symbol.name}:{index}"
        case t.EnumType(enum):
            return f"enum:{enum}:{index}"
        case t.PlayerType():
            return f"player:{index}"
        case t.CellType(board):
            return f"cell:{board}:{index}"
        case _:
            return None


def _contents(kind: t.Type) -> dict[str, Plain]:
    match kind:
        case t.GridType(shape, _):
            return {"sort": "grid", "shape": shape}
        case t.ZoneType(_, t.ComponentType(names)):
            return {"sort": "zone", "kinds": list(names)}
        case t.ZoneType() if type_data(kind)["sort"] != "bundle":
            return {"sort": "zone"}
        case _:
            return type_data(kind)


def _owner(kind: Any) -> dict[str, Plain] | None:
    match kind:
        case None:
            return None
        case t.PlayerType():
            return {"sort": "player"}
        case t.CellType(board):
            return {"sort": "cell", "board": board}
        case t.ComponentType():
            return {"sort": "component"}
        case t.EnumType(enum):
            return {"sort": "enum", "enum": enum}
        case _:
            return {"sort": "other"}
