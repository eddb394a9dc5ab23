"""Values and their types as plain data for the page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulesrun.cli.output.harmless import harmless
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.reports.views import Seen
from rulesrun.interpreter.runtime.support import bits

Plain = Any
"""What JSON can hold."""


def shown(text: str) -> str:
    """A text for the page, with its marks of direction: the page sets it apart as a whole."""
    return harmless(text)


def packed(data: Mapping[str, Plain]) -> str:
    """A message as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def type_data(kind: t.Type) -> dict[str, Plain]:
    """A type, as far as the page draws values of it in a way of their own."""
    bundle = t.bundle_of(kind)
    if bundle is not None:
        return {"sort": "bundle", "enum": bundle.enum}
    match t.without_none(kind):
        case t.BoolType():
            return {"sort": "bool"}
        case t.IntType(low, high):
            return {"sort": "int", "low": low, "high": high}
        case t.EnumType(enum):
            return {"sort": "enum", "enum": enum}
        case t.PlayerType():
            return {"sort": "player"}
        case t.CellType(board):
            return {"sort": "cell", "board": board}
        case t.ComponentType():
            return {"sort": "component"}
        case t.SetType(t.EnumType(enum)):
            return {"sort": "enums", "enum": enum}
        case t.ListType(t.EnumType(enum)):
            return {"sort": "enums", "enum": enum}
        case t.SetType(t.CellType(board)) | t.ListType(t.CellType(board)):
            return {"sort": "cells", "board": board}
        case _:
            return {"sort": "text"}


def face_of(labels: Labels, number: int) -> str:
    """What stands for a component: its name, with its side where people call it by that."""
    turned = labels.game.names.turned
    sides = {} if labels.state is None else turned.now(number, labels.state)
    return turned.face(number, sides)


def value_data(labels: Labels, kind: t.Type, value: Any) -> Plain:
    """A value as its `type_data` says; where that is `text`, its label."""
    if value is None:
        return None
    match t.bundle_of(kind) or t.without_none(kind):
        case t.BoolType():
            return bool(value)
        case t.IntType() | t.EnumType() | t.PlayerType() | t.CellType():
            return value
        case t.BundleType():
            return list(value)
        case t.ComponentType():
            return face_of(labels, value)
        case t.SetType(t.EnumType() | t.CellType()) | t.ListType(
            t.EnumType() | t.CellType()
        ):
            return list(bits(value)) if isinstance(value, int) else list(value)
        case t.SetType() | t.ListType() if not value:
            return None
        case other:
            return shown(labels.brief(other, value))


def seen_data(labels: Labels, seen: Seen) -> Plain:
    """What is seen of one variable or zone.

    Of what is hidden there is only the number, or the kinds, if that is known, and what one
    knows from before: the components that lie there, or the value. Components are their
    names; on a grid with the place before them.
    """
    if seen.hidden and seen.recalled and not seen.known:
        value = _content(labels, seen.type, seen.value)
        return {"hidden": seen.count, "recalled": value}
    if seen.hidden and seen.known:
        faces = [face_of(labels, number) for number in seen.known]
        return {"hidden": seen.count, "known": faces}
    if seen.hidden and seen.kinds is not None:
        return {"hidden": None, "kinds": list(seen.kinds)}
    if seen.hidden:
        return {"hidden": seen.count}
    return _content(labels, seen.type, seen.value)


def _content(labels: Labels, kind: t.Type, value: Any) -> Plain:
    match kind:
        case t.ZoneType("space", t.PieceType()):
            return value
        case t.ZoneType(_, t.PieceType()):
            return list(value) if t.bundle_of(kind) is not None else value
        case t.ZoneType("space", _):
            return [] if value is None else [face_of(labels, value)]
        case t.ZoneType():
            return [face_of(labels, number) for number in value]
        case t.GridType():
            return [[place, face_of(labels, part)] for place, part in value.items()]
        case _:
            return value_data(labels, kind, value)


def fields_data(labels: Labels, fields: Mapping[str, Any], number: int) -> list[Plain]:
    """What is printed on a component: pairs of the name of a field and its value."""
    part = labels.game.layout.components[number]
    result = []
    for name, symbol in fields.items():
        value = part.fields.get(name)
        if symbol.by is not None and isinstance(value, tuple):
            sides = shown(labels.by_side(symbol, value))
            result += [[name, sides]] if sides else []
        elif value is not None and value != () and value != "":
            result.append([name, value_data(labels, symbol.type, value)])
    return result
