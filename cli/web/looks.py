"""How a game looks: colours, symbols and pictures, from a file beside it or by default.

[colours]                    # of values of enums, by name, and of the page
garden = "#4b8f4b"
"Kind.tower" = "#8560a8"

[symbols]                    # for a value of an enum: one that is drawn, or a sign or two
garden = "flower"

[pictures]                   # for components, or all of a kind: files beside this one
Building = "building.webp"

[tracks]                     # rows of numbered places that two players walk towards each other
men = "facing"

[sides]                      # how a set of sides is drawn on tiles
cities = "city"

[places]                     # actions that a value or zone with things lying there stands for
cut_stone = "Place.quarry"

[points]                     # what points are for, by the paragraph behind them
AL-85 = "outer wall"

[points.fa]                  # the same in another language
AL-85 = "..."
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import Factory, frozen

from rulesrun.cli.files.sources import read_file
from rulesrun.cli.files.unchanged import LOOKS as NAME
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.screen.strips import is_strip
from rulesrun.cli.web.signs import SIGNS
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

NAMED = {
    "red": "#c0392f",
    "orange": "#d9822b",
    "yellow": "#d9b021",
    "gold": "#cfa31a",
    "green": "#4c9141",
    "blue": "#2f6fb0",
    "purple": "#7a4fa3",
    "violet": "#7a4fa3",
    "pink": "#c9628f",
    "brown": "#8a5a34",
    "black": "#33363b",
    "white": "#e6e2d8",
    "grey": "#8b9096",
    "gray": "#8b9096",
    "silver": "#a9b0b8",
}
"""The colours of values that are called after one."""

PALETTE = (
    *("#3f7fa8", "#b8673a", "#5f8f4e", "#8a5c9e", "#b89a2e", "#3b8f8a", "#b0506a"),
    *("#6b7480", "#8f7a4a", "#5470b5", "#7d9440", "#a05f48"),
)
"""The colours of all other values, one after the other."""

SEATS = (
    *("#c8553d", "#2f6f9f", "#d0a12b", "#4f8a4b", "#7d559b", "#3d8b86", "#8a6a4d"),
    "#5a6270",
)
"""The colours of the players, by seat."""

SIDES = ("road", "river", "wall", "city", "field")
"""What a set of sides may be drawn as."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PICTURE = re.compile(r"[\w-]+(\.[\w-]+)*\.(png|jpg|jpeg|webp|avif|svg)")
_SHAPE = re.compile("house|castle|pawn|cube|disc")
_LONGEST_SIGN = 3


@frozen
class Looks:
    """What a game looks like beyond what its rules say."""

    colours: Mapping[str, str] = Factory(dict)
    symbols: Mapping[str, str] = Factory(dict)
    pictures: Mapping[str, str] = Factory(dict)
    pieces: Mapping[str, str] = Factory(dict)
    tracks: Mapping[str, str] = Factory(dict)
    places: Mapping[str, str] = Factory(dict)
    sides: Mapping[str, str] = Factory(dict)
    folder: Path | None = None
    points: Mapping[str, Mapping[str, str]] = Factory(dict)
    """What points are for, by language (none in the language of the rules) and paragraph."""

    def point(self, cites: Iterable[str], language: str | None) -> str | None:
        """What points are for that paragraphs give, where it is said."""
        texts = self.points.get(language or "", {})
        if language == "en":
            texts = {**self.points.get("", {}), **texts}
        return next((texts[cite] for cite in cites if cite in texts), None)

    def colour(self, enum: str, value: str, index: int) -> str:
        """The colour of a value of an enum."""
        chosen = self.colours.get(f"{enum}.{value}") or self.colours.get(value)
        return chosen or NAMED.get(value) or PALETTE[index % len(PALETTE)]

    def symbol(self, enum: str, value: str) -> str:
        """The sign of a value of an enum; empty where it has none."""
        return self.symbols.get(f"{enum}.{value}") or self.symbols.get(value, "")

    def seat(self, number: int) -> str:
        """The colour of a participant."""
        return self.colours.get(f"player {number + 1}") or SEATS[number % len(SEATS)]

    def picture(self, kind: str, name: str) -> str | None:
        """The file that shows a component."""
        return self.pictures.get(name) or self.pictures.get(kind)


def looks_beside(rules: Path, world: World) -> Looks:
    """The looks of the game with those rules; raises Unusable for a file that is wrong."""
    path = rules.with_suffix("") / NAME
    if not path.is_file():
        return Looks()
    try:
        result = tomllib.loads(read_file(path))
    except tomllib.TOMLDecodeError as error:
        raise Unusable(f"{path}: this is not TOML: {error}") from error
    return _checked(path, result, world)


def _checked(path: Path, results: Mapping[str, object], world: World) -> Looks:
    parts: dict[str, dict[str, str]] = {}
    patterns = {
        "colours": _COLOUR,
        "symbols": None,
        "pictures": _PICTURE,
        "pieces": _SHAPE,
        "tracks": None,
        "places": None,
        "sides": None,
        "points": None,
    }
    points: dict[str, dict[str, str]] = {}
    for part, entries in results.items():
        if part not in patterns:
            hint = did_you_mean(part, patterns) or f"there are {', '.join(patterns)}"
            raise Unusable(f"{path}: there is no part [{part}]; {hint}")
        if not isinstance(entries, dict):
            raise Unusable(f"{path}: write [{part}] with lines below it")
        if part == "points":
            points = _points(path, entries, world)
            continue
        pattern = patterns[part]
        for name, value in entries.items():
            where = f"{path}: [{part}] {name}"
            if not isinstance(value, str) or not value:
                raise Unusable(f"{where} is to be a text in quotes")
            if part == "colours" and not _COLOUR.fullmatch(value):
                raise Unusable(f'{where}: write a colour as "#4b8f4b", not {value!r}')
            if part == "symbols" and value not in SIGNS and len(value) > _LONGEST_SIGN:
                hint = did_you_mean(value, SIGNS) or f"drawn are {', '.join(SIGNS)}"
                raise Unusable(
                    f"{where}: a symbol is one that is drawn, or at most {_LONGEST_SIGN} "
                    f"signs; {hint}"
                )
            if pattern is _PICTURE and not _PICTURE.fullmatch(value):
                raise Unusable(
                    f"{where}: a picture is a PNG, JPEG, WebP, AVIF or SVG file beside "
                    f"{NAME}, such as tower.webp, not {value!r}"
                )
            if part == "pieces" and not _SHAPE.fullmatch(value):
                raise Unusable(
                    f"{where}: a shape is house, castle, pawn, cube or disc, not {value!r}"
                )
            if part == "tracks" and value != "facing":
                raise Unusable(f'{where}: write "facing", not {value!r}')
            if part == "pictures" and not (path.parent / value).is_file():
                raise Unusable(f"{where}: there is no file {value!r} beside {NAME}")
            if part == "sides" and value not in SIDES:
                raise Unusable(
                    f"{where}: sides are drawn as {', '.join(SIDES)}, not {value!r}"
                )
            if part == "places":
                _check_place(where, name, value, world)
                continue
            _check_name(where, part, name, world)
        parts[part] = dict(entries)
    return Looks(
        parts.get("colours", {}),
        parts.get("symbols", {}),
        parts.get("pictures", {}),
        parts.get("pieces", {}),
        parts.get("tracks", {}),
        parts.get("places", {}),
        parts.get("sides", {}),
        path.parent,
        points,
    )


def _points(
    path: Path, entries: Mapping[str, object], world: World
) -> dict[str, dict[str, str]]:
    """What points are for, by language and paragraph; raises Unusable."""
    cited = {
        cite.paragraph
        for declaration in world.file.declarations
        for cite in walk(declaration)
        if isinstance(cite, nodes.Cite)
    }
    points: dict[str, dict[str, str]] = {"": {}}
    rows: list[tuple[str, str, object]] = []
    for name, value in entries.items():
        if isinstance(value, dict):
            rows += [(name, cite, text) for cite, text in value.items()]
        else:
            rows.append(("", name, value))
    for language, cite, text in rows:
        where = f"{path}: [points{language and '.'}{language}] {cite}"
        if not isinstance(text, str) or not text:
            raise Unusable(f"{where} is to be a text in quotes")
        if cite not in cited:
            some = f"there are {', '.join(sorted(cited)[:8]) or 'none'}"
            hint = did_you_mean(cite, cited) or some
            raise Unusable(f"{where}: no line of the rules cites it; {hint}")
        points.setdefault(language, {})[cite] = text
    return points


def _check_place(where: str, action: str, value: str, world: World) -> None:
    """Refuse a place of no action, and one that no value of an enum is."""
    actions = [name for name, symbol in world.names.items() if _is_action(symbol)]
    if action not in actions:
        hint = did_you_mean(action, actions) or f"there are {', '.join(actions)}"
        raise Unusable(f"{where}: no action is called so; {hint}")
    values = set(_values(world)) | {
        symbol.name for symbol in world.each(sym.VariableSymbol)
    }
    if value not in values:
        near = did_you_mean(value, values)
        raise Unusable(
            f"{where}: no value or zone is called {value!r}{f'; {near}' if near else ''}"
        )


def _is_action(symbol: object) -> bool:
    decl = getattr(symbol, "decl", None)
    return isinstance(decl, nodes.ActionDecl)


def _values(world: World) -> Iterator[str]:
    for enum in world.each(sym.EnumSymbol):
        for value in enum.values:
            yield from (value.name, f"{enum.name}.{value.name}")


def _check_name(where: str, part: str, name: str, world: World) -> None:
    """Refuse what no value and no component is called."""
    if part == "pictures":
        kinds = {symbol.name for symbol in world.each(sym.ComponentSymbol)}
        cards = (card for cards in world.cards.values() for card in cards)
        names = kinds | {str(dict(card.fields).get("name")) for card in cards}
        if name not in names:
            listing = f"kinds are {', '.join(sorted(kinds))}"
            hint = did_you_mean(name, names) or listing
            raise Unusable(f"{where}: no component is called so; {hint}")
        return
    if part == "sides":
        fields = {
            field.name
            for symbol in world.each(sym.ComponentSymbol)
            for field in symbol.fields.values()
            if field.one
            in (t.SetType(t.EnumType("Side")), t.SetType(t.EnumType("HexSide")))
        }
        if name not in fields:
            listing = f"there are {', '.join(sorted(fields)) or 'none'}"
            hint = did_you_mean(name, fields) or listing
            raise Unusable(f"{where}: no field with sides is called so; {hint}")
        return
    if part == "pieces":
        pieces = {symbol.name for symbol in world.each(sym.PieceSymbol)}
        pieces |= _on_cells(world, t.PlayerType)
        if name not in pieces:
            listing = f"there are {', '.join(pieces) or 'none'}"
            hint = did_you_mean(name, pieces) or listing
            raise Unusable(f"{where}: no pieces are called so; {hint}")
        return
    if part == "tracks":
        owned = world.members.get(t.PLAYER, {}).values()
        rows = {symbol.name for symbol in owned if is_strip(symbol)}
        if name not in rows:
            listing = f"there are {', '.join(sorted(rows)) or 'none'}"
            hint = did_you_mean(name, rows) or listing
            raise Unusable(f"{where}: no row of numbered places is called so; {hint}")
        return
    values = set(_values(world))
    if part == "symbols":
        values |= _on_cells(world, t.BoolType)
        values |= {v.name for v in world.each(sym.VariableSymbol) if v.owner is None}
    seat = re.fullmatch(r"player [1-9][0-9]?", name)
    if name not in values and not (part == "colours" and seat):
        near = did_you_mean(name, values)
        raise Unusable(
            f"{where}: no value of an enum is called so{f'; {near}' if near else ''}"
        )


def _on_cells(world: World, kind: type[t.Type]) -> set[str]:
    """The names of the variables of cells that hold values of a kind."""
    return {
        symbol.name
        for owner, symbols in world.members.items()
        if isinstance(owner, t.CellType)
        for symbol in symbols.values()
        if isinstance(t.without_none(symbol.type), kind)
    }
