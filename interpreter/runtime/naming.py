"""How values and choices are called: stable names to type, labels to show.

More than 400 lines because what writes a kind of value stands beside what reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from itertools import zip_longest
from typing import Any

from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.languages.spoken import in_every_language, translated
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.component_names import component_name
from rulesrun.dsl.semantics.world import World
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.keyboard import spelling
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.support import bits
from rulesrun.interpreter.runtime.turned_names import Sides, TurnedNames

Namer = Callable[[Any], str]
"""Gives the name of each value of one type."""


class Names:
    """Names and labels of the values of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.world: World = layout.world
        self._faces: dict[str, list[int]] = {}
        for component in layout.components:
            self._faces.setdefault(component.name, []).append(component.number)
        self._components = [str(c.name) for c in layout.components]
        self._in_order: Callable[[Iterable[str]], list[str]] = list
        self._wordings: dict[tuple[t.Type, Any], tuple[str, ...]] = {}
        self._labels: dict[str, list[int]] = {}
        self._copies: dict[int, tuple[int, ...]] = {}
        self._called: dict[tuple[Any, ...], str] = {}
        self._cells: dict[t.CellType, dict[str, int]] = {}
        self._namers: dict[t.Type, Namer] = {}
        self._chosen: dict[int, tuple[Item, list[tuple[str, Namer]]]] = {}
        self.turned = TurnedNames(layout)
        self.state: Sequence[Any] | None = None

    def at(self, state: Sequence[Any]) -> Names:
        """The same where the game stands: what people call a component may depend on it."""
        if not self.turned.any:
            return self
        result = copy(self)
        result.state, result._wordings, result._labels = state, {}, {}
        return result

    @cached_property
    def of_looks(self) -> Names:
        """The same with one name for all copies that look alike, collections sorted by it."""
        result, components = copy(self), self.layout.components
        result._chosen, result._namers = {}, {}
        result._in_order = sorted
        result._components = [str(components[c.face].name) for c in components]
        return result

    # ---- values to names ----------------------------------------------------

    def name(self, kind: t.Type, value: Any) -> str:
        """The name of a value, as choices, logs and scripts write it."""
        return self._namer(kind)(value)

    def _namer(self, kind: t.Type) -> Namer:
        """What names the values of a type; made once, for every option needs it."""
        result = self._namers.get(kind)
        if result is None:
            result = self._namers[kind] = self._new_namer(t.bundle_of(kind) or kind)
        return result

    def _new_namer(self, kind: t.Type) -> Namer:
        """The name of each value of a type; that of nothing is `none`."""
        match kind:
            case t.OptionalType(inner):
                return self._namer(inner)
            case t.EnumType(enum):
                return _one_of([v.name for v in self.world.enum(enum).values])
            case t.ComponentType():
                return _one_of(self._components)
            case t.CellType() as cell:
                return _unless_none(self.layout.board_of(cell).cell_name)
            case t.PlaceType():
                return _unless_none(grids.cell_name)
            case t.PlayerType():
                return _unless_none(self.player)
            case t.BoolType():
                return _unless_none(lambda value: "yes" if value else "no")
            case t.EdgeType(shape):
                side = self._namer(
                    t.EnumType("Side" if shape == "square" else "HexSide")
                )
                return _unless_none(lambda v: f"{grids.cell_name(v[0])} {side(v[1])}")
            case t.SetType(item):
                member = self._namer(item)
                order = self._in_order
                return _unless_none(
                    lambda v: _braces(
                        order(map(member, bits(v) if isinstance(v, int) else v))
                    )
                )
            case t.ListType(item):
                member = self._namer(item)
                order = self._in_order if isinstance(item, t.ComponentType) else list
                return _unless_none(lambda v: _braces(order(map(member, v))))
            case t.BundleType(enum):
                kinds = [v.name for v in self.world.enum(enum).values]
                return _unless_none(
                    lambda v: _braces(
                        f"{name}: {n}" for name, n in zip(kinds, v, strict=True) if n
                    )
                )
            case t.GridType(_, item):
                member = self._namer(item)
                return _unless_none(
                    lambda v: _braces(
                        f'"{grids.cell_name(at)}": "{member(v[at])}"'
                        for at in sorted(v)
                    )
                )
            case t.TupleType(items):
                namers = [self._namer(item) for item in items]
                return _unless_none(
                    lambda v: (
                        "("
                        + ", ".join(n(part) for n, part in zip(namers, v, strict=True))
                        + ")"
                    )
                )
            case _:
                return _unless_none(str)

    def spellings(self, kind: t.Type, value: Any) -> tuple[str, ...]:
        """The name of a value, and it as rules write it where that is another text."""
        return tuple(dict.fromkeys((self.name(kind, value), self.written(kind, value))))

    def written(self, kind: t.Type, value: Any) -> str:
        """A value as rules write it: `player 2`, `[saw, saw]`, `{saw}`."""
        if value is None:
            return "none"
        match t.bundle_of(kind) or kind:
            case t.OptionalType(inner):
                return self.written(inner, value)
            case t.PlayerType():
                name = self.player(value)
                return f"player {name}" if name.isdecimal() else name
            case t.BoolType():
                return "true" if value else "false"
            case t.ListType(item):
                return f"[{', '.join(self.written(item, v) for v in value)}]"
            case t.SetType(item):
                members = bits(value) if isinstance(value, int) else sorted(value)
                return _braces(self.written(item, v) for v in members)
            case t.TupleType(items):
                pairs = zip(items, value, strict=True)
                return "(" + ", ".join(self.written(k, v) for k, v in pairs) + ")"
            case other:
                return self.name(other, value)

    def player(self, number: int) -> str:
        """A participant: the seat of a player, or the name of a neutral one."""
        for name, index in self.layout.neutrals.items():
            if index == number:
                return name
        return str(number + 1)

    def label(self, kind: t.Type, value: Any, language: str | None = None) -> str:
        """A value as people read it."""
        if value is None:
            return "-"
        match t.bundle_of(kind) or kind:
            case t.OptionalType(inner):
                return self.label(inner, value, language)
            case t.EnumType(enum):
                symbol = self.world.enum(enum).values[value]
                return _label_text(symbol.labels, language, symbol.name)
            case t.ComponentType():
                return self.component(value, language)
            case t.BoolType():
                return translated("yes" if value else "no", language, "value")
            case t.PlayerType():
                return self.player_label(value, language)
            case t.ListType(item) | t.SetType(item):
                members = bits(value) if isinstance(value, int) else value
                comma = translated(", ", language, "value")
                return comma.join(self.label(item, m, language) for m in members) or "-"
            case t.BundleType(enum):
                comma = translated(", ", language, "value")
                kinds = zip(self.world.enum(enum).values, value, strict=True)
                texts = [_counted(v.labels, language, v.name, n) for v, n in kinds if n]
                return comma.join(texts) or "-"
            case t.GridType(_, item):
                comma, at = (
                    translated(s, language, "value") for s in (", ", "{0} at {1}")
                )
                cells = (
                    at.format(self.label(item, value[c], language), grids.cell_name(c))
                    for c in sorted(value)
                )
                return comma.join(cells) or "-"
            case t.CellType() as cell:
                return self._cell(cell, value, language)
            case _:
                return self.name(kind, value)

    def _cell(self, kind: t.CellType, cell: int, language: str | None) -> str:
        """A cell: a space by the label of its value, a link by those of its ends."""
        board = self.layout.board_of(kind)
        symbol = self.world.get(sym.BoardSymbol, kind.board)
        if symbol is None or symbol.shape not in ("graph", "links"):
            return board.cell_name(cell)
        if symbol.decl.spaces is not None:
            return self.label(t.EnumType(symbol.decl.spaces.text), cell, language)
        link = symbol.links[cell]
        spaces = t.CellType(symbol.whole or kind.board)
        ends = [self._cell(spaces, end, language) for end in (link.a, link.b)]
        _, copy, number = board.names[cell].partition("#")
        join = _ONE_WAY if link.one_way else _BOTH_WAYS
        return join.join(ends) + (f" {copy}{number}" if number else "")

    def cell_called(self, kind: t.CellType, text: str) -> int | None:
        """The space or link that is called so on the screen, from either of its ends."""
        board = self.layout.board_of(kind)
        if board.shape not in ("graph", "links"):
            return None
        cells = self._cells.get(kind)
        if cells is None:
            cells = self._cells[kind] = {}
            for cell in range(len(board.names)):
                for wording in self.wordings(kind, cell):
                    cells.setdefault(wording, cell)
        return cells.get(spelling(text))

    def _from_the_end(self, kind: t.CellType, cell: int) -> Iterator[str]:
        """What a link is called from its other end, in all languages."""
        if self.layout.board_of(kind).shape != "links":
            return
        for language in (None, *self._languages):
            bare, copy, number = self._cell(kind, cell, language).partition(" #")
            a, _, b = bare.partition(_ONE_WAY if _ONE_WAY in bare else _BOTH_WAYS)
            yield f"{b} {a}{copy}{number}"
        bare, copy, number = self.name(kind, cell).partition(" #")
        a, _, b = bare.partition("-")
        yield f"{b}-{a}{copy}{number}"

    def player_label(self, number: int, language: str | None = None) -> str:
        """A participant as people read it: the seat, or a neutral one's label."""
        for neutral in self.world.each(sym.NeutralSymbol):
            if self.layout.neutrals[neutral.name] == number:
                return _label_text(neutral.decl.labels, language, neutral.name)
        return str(number + 1)

    def component(
        self, number: int, language: str | None = None, sides: Sides | None = None
    ) -> str:
        """A card or a tile as people read it: its label, or its fields' labels.

        Of fields with a value for each side only one is told where its side is known:
        given, or by where the game stands.
        """
        if sides is None:
            placed = self.state is not None
            sides = self.turned.now(number, self.state or ()) if placed else {}
        key = number, language, *sides.items()
        called = self._called.get(key)
        if called is None:
            called = self._component(number, language, sides)
            if not self._hangs_on_others(number):
                self._called[key] = called
        return called

    def _hangs_on_others(self, number: int) -> bool:
        """Whether what a component is called tells another one, whose name may change."""
        symbol = self.world.component(self.layout.components[number].kind)
        kinds = (field.type for field in symbol.fields.values())
        return self.turned.any and any(
            isinstance(t.element(kind) or t.without_none(kind), t.ComponentType)
            for kind in kinds
        )

    def _component(self, number: int, language: str | None, sides: Sides) -> str:
        component = self.layout.components[number]
        label = component.labels.get(language or "en")
        if label:
            return label
        symbol = self.world.component(component.kind)
        fields = {f.name: f for f in symbol.fields.values() if f.span is not None}

        def value_label(name: str) -> str:
            field = fields[name]
            return self._field(
                field, *self.turned.value(field, number, sides), language
            )

        own = component.fields.get("name")
        text = self._template(symbol, language)
        if text is not None:
            text = text.replace("{name}", str(own))
            for name in fields:
                if "{" + name + "}" in text:
                    text = text.replace("{" + name + "}", value_label(name))
            return text
        rest = {name: v for name, v in component.fields.items() if name != "name"}
        if own != component_name(self.world, symbol, rest):  # the file calls it so
            return self.layout.components[component.face].name
        kind = _label_text(symbol.decl.labels, language, symbol.name)
        return " ".join((kind, *filter(None, map(value_label, fields))))

    def _field(
        self, field: sym.FieldSymbol, value: Any, one: bool, language: str | None
    ) -> str:
        """A field in the text that is made for a component, or its value of one side."""
        text = self.label(field.one if one else field.type, value, language)
        if text == "-" and value is not None:
            nothing = translated("none", language, "value")
            return field.labels.form("empty", language) or nothing
        return text

    def _template(
        self, symbol: sym.ComponentSymbol, language: str | None
    ) -> str | None:
        """The text of which what people read of a kind of component is made."""
        named = symbol.decl.named
        own = symbol.decl.shown.in_language(language or "en")
        return own or (named.value if named is not None else None)

    def fields_in_name(
        self, number: int, language: str | None = None
    ) -> frozenset[str]:
        """The fields of a component that what people call it tells already."""
        component = self.layout.components[number]
        if component.labels.get(language or "en"):
            return frozenset()
        symbol = self.world.component(component.kind)
        return frozenset(_FIELD.findall(self._template(symbol, language) or ""))

    def copies(self, number: int) -> tuple[int, ...]:
        """The components that look like one, in their order; itself among them."""
        if not self._copies:
            by_face: dict[int, list[int]] = {}
            for component in self.layout.components:
                by_face.setdefault(component.face, []).append(component.number)
            self._copies.update({face: tuple(same) for face, same in by_face.items()})
        return self._copies[self.layout.components[number].face]

    def copy(self, number: int) -> int | None:
        """Which of several components that look alike it is, from 1; else none."""
        alike = self.copies(number)
        return alike.index(number) + 1 if len(alike) > 1 else None

    def wordings(self, kind: t.Type, value: Any) -> tuple[str, ...]:
        """All that a value is called, its name first, as spellings are compared."""
        result = self._wordings.get((kind, value))
        if result is None:
            labels = (self.label(kind, value, one) for one in (None, *self._languages))
            texts = [self.name(kind, value), *labels]
            if isinstance(t.without_none(kind), t.ComponentType) and value is not None:
                copy = self.copy(value)
                texts += [f"{text} #{copy}" for text in texts[1:] if copy]
            cell = t.without_none(kind)
            if isinstance(cell, t.CellType) and value is not None:
                texts += self._from_the_end(cell, value)
            if t.without_none(kind) == t.PlayerType() and value is not None:
                texts += [f"{word} {texts[0]}" for word in _PLAYER]
            spelled = dict.fromkeys(map(spelling, texts))
            if "" in spelled:  # a `-` of which nothing is left
                spelled |= dict.fromkeys(_NOTHING)
            result = tuple(spelled)
            self._wordings[kind, value] = result
        return result

    @property
    def _languages(self) -> tuple[str, ...]:
        declared = self.world.game
        return declared.languages if declared is not None else ()

    def _labelled(self, text: str) -> list[int]:
        """The components with that label in a language of the game."""
        if not self._labels:
            for component in self.layout.components:
                for language in (None, *self._languages):
                    key = spelling(self.component(component.number, language))
                    self._labels.setdefault(key, []).append(component.number)
        return self._labels.get(spelling(text), [])

    # ---- names to values ----------------------------------------------------

    def parse(self, kind: t.Type, text: str) -> Any:
        """The value that a name stands for; raises ValueError with a sentence."""
        text = text.strip()
        match kind:
            case t.OptionalType(inner):
                nothing = text == "none" or _says_nothing(text)
                return None if nothing else self.parse(inner, text)
            case t.EnumType(enum):
                values = self.world.enum(enum).values
                key = spelling(text)
                for value in values:
                    if text == value.name:
                        return value.index
                for value in values:
                    if key and key in self.wordings(kind, value.index):
                        return value.index
                hint = did_you_mean(text, (value.name for value in values))
                what = self.world.enum(enum).labels.text or enum
                raise ValueError(f'"{text}" is no {what}{f"; {hint}" if hint else ""}')
            case t.ComponentType():
                of_kind = (
                    number
                    for number in self._faces.get(text) or self._labelled(text)
                    if self.layout.components[number].kind in kind.names
                )
                result = next(of_kind, None)
                if result is None:
                    symbols = map(self.world.component, kind.names)
                    what = " or ".join(
                        s.decl.labels.text or s.decl.name for s in symbols
                    )
                    raise ValueError(f'there is no {what} called "{text}"')
                return result
            case t.CellType():
                return self._cell_of(kind, text)
            case t.PlaceType():
                place = grids.parse_cell(text)
                if place is None:
                    raise ValueError(f'"{text}" is not a place; write x,y such as 1,0')
                return place
            case t.PlayerType():
                return self._player(text)
            case t.BoolType():
                if text in (*_YES, *_NO):
                    return text in _YES
                raise ValueError(f'"{text}" is neither yes nor no')
            case t.ListType(item) | t.SetType(item):
                bare = text.removeprefix("{").removesuffix("}")
                parts = [] if _says_nothing(bare) else self._members(item, text)
                members: list[Any] = [self.parse(item, part) for part in parts]
                if isinstance(kind, t.SetType) and not isinstance(
                    item, t.ComponentType
                ):
                    return sum(1 << member for member in set(members))
                return tuple(members)
            case t.BundleType(enum):
                return self._bundle(enum, text)
            case t.TupleType(items):
                return self._tuple(items, text)
            case t.EdgeType(shape):
                at, _, side = text.rpartition(" ")
                corner = grids.parse_cell(at)
                if corner is None:
                    raise ValueError(f'"{text}" is not an edge; write it as 1,0 north')
                sides = "Side" if shape == "square" else "HexSide"
                return corner, self.parse(t.EnumType(sides), side)
            case t.IntType():
                if re.fullmatch(r"-?[0-9]{1,18}", text):
                    return int(text)
                raise ValueError(f'"{_brief(text)}" is not a number')
            case _:
                return text

    def _cell_of(self, kind: t.CellType, text: str) -> int:
        """The cell of a name, or of what people read for it."""
        board = self.layout.board_of(kind)
        cell = board.parse_cell(text)
        if cell is None:
            cell = self.cell_called(kind, text)
        if cell is None and board.shape == "links":
            raise ValueError(f'no link is called "{text}"')
        if cell is None:
            raise ValueError(f'there is no cell "{text}" on the board')
        return cell

    def _members(self, item: t.Type, text: str) -> list[str]:
        """What stands in braces; a name with a comma in it is one name."""
        parts = split_braces(text)
        if not isinstance(item, t.ComponentType):
            return parts
        result: list[str] = []
        while parts:
            ends = range(len(parts), 0, -1)
            whole = ((end, ", ".join(parts[:end])) for end in ends)
            end, name = next((w for w in whole if self._is_called(w[1])), (1, parts[0]))
            result.append(name)
            del parts[:end]
        return result

    def _is_called(self, text: str) -> bool:
        """Whether a text is the name or the label of a component."""
        return text in self._faces or bool(self._labelled(text))

    def _tuple(self, items: tuple[t.Type, ...], text: str) -> tuple[Any, ...]:
        inner = text.removeprefix("(").removesuffix(")")
        parts = inner.split(", ")
        if len(parts) != len(items):
            raise ValueError(f'"{text}" is not {len(items)} values in parentheses')
        return tuple(self.parse(k, part) for k, part in zip(items, parts, strict=True))

    def _bundle(self, enum: str, text: str) -> tuple[int, ...]:
        amounts = [0] * len(self.world.enum(enum).values)
        for part in split_braces(text):
            kind, colon, number = part.partition(":")
            if not colon or not re.fullmatch(r"[0-9]{1,18}", number.strip()):
                raise ValueError(
                    f'"{part}" is not a number of something, such as wood: 2'
                )
            amounts[self.parse(t.EnumType(enum), kind)] += int(number)
        return tuple(amounts)

    def _player(self, text: str) -> int:
        digits = re.sub(rf"^({'|'.join(_PLAYER)})", "", text).strip()
        seated = re.fullmatch(r"\d{1,3}", digits)
        if seated and 1 <= int(digits) <= self.layout.players:
            return int(digits) - 1
        result = self.layout.neutrals.get(text)
        for name, number in self.layout.neutrals.items():
            if spelling(text) in self.wordings(t.PlayerType(), number):
                result = self.layout.neutrals[name]
        if result is None:
            raise ValueError(f'there is no player "{text}"')
        return result

    # ---- choices ------------------------------------------------------------

    def choice(self, item: Item, chosen: Sequence[Any]) -> str:
        """The name of an option: what it is and what it chooses."""
        cached = self._chosen.get(id(item))
        if cached is None:  # kept with its item, so that no other one gets its number
            named = [(f"{x.name}=", self._namer(x.type)) for x in item.chosen]
            cached = self._chosen[id(item)] = item, named
        parts = [] if item.kind == "value" else [item.name]
        for (name, namer), value in zip(cached[1], chosen, strict=True):
            parts.append(name + namer(value))
        return " ".join(parts)

    def choice_label(
        self, item: Item, chosen: Sequence[Any], language: str | None
    ) -> str:
        """An option as people read it."""
        head = _label_text(item.labels, language, item.name)
        if item.kind == "value" and item.labels.text is None:
            head = ""
        values = [
            self.label(symbol.type, value, language)
            for symbol, value in zip(item.chosen, chosen, strict=True)
        ]
        comma = translated(", ", language, "value")
        return ": ".join(part for part in (head, comma.join(values)) if part)


def _brief(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}..."


def _one_of(names: Sequence[str]) -> Namer:
    """The names of values that are counted from 0."""
    return lambda value: "none" if value is None else names[value]


def _unless_none(namer: Namer) -> Namer:
    return lambda value: "none" if value is None else namer(value)


def _braces(parts: Any) -> str:
    return "{" + ", ".join(parts) + "}"


def _label_text(labels: Any, language: str | None, otherwise: str) -> str:
    if language is not None:
        result = labels.in_language(language)
        if result:
            return str(result)
    return labels.text or otherwise.replace("_", " ")


def _counted(labels: Any, language: str | None, name: str, number: int) -> str:
    """So many of a kind."""
    form = labels.form("counted", language) if language is not None else None
    if form is not None:
        return str(form).replace("{n}", str(number))
    return f"{number} {_label_text(labels, language, name)}"


_BOTH_WAYS, _ONE_WAY = " - ", " → "
"""What stands between the ends of a link."""

_FIELD = re.compile(r"\{(\w+)\}")
"""Where a field stands in the text for a component."""

_NOTHING = frozenset(filter(None, map(spelling, in_every_language("none", "chosen"))))
"""What stands for nothing among the values of a choice, as spellings are compared."""


def _says_nothing(text: str) -> bool:
    return spelling(text) in _NOTHING


_PLAYER = in_every_language("player", "value")
_YES = ("true", *in_every_language("yes", "value"))
_NO = ("false", *in_every_language("no", "value"))


def split_braces(text: str) -> list[str]:
    """The members of `{a, b}`; a text without braces is one member."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1].strip()
        if not text:
            return []
        if re.fullmatch(r"-?\d+,-?\d+(, *-?\d+,-?\d+)*", text):
            return re.findall(r"-?\d+,-?\d+", text)
        return [part.strip() for part in text.split(",")]
    return [text]


_PARAMETER = re.compile(r"(?:^|\s)([A-Za-z_]\w*)=")


def split_choice(text: str) -> tuple[str, dict[str, str], list[str]]:
    """A typed choice: its first words, its named values, its values without a name."""
    text = text.strip()
    result = list(_PARAMETER.finditer(text))
    head = text[: result[0].start()] if result else text
    named = {}
    for here, following in zip_longest(result, result[1:]):
        end = following.start() if following else len(text)
        named[here.group(1)] = text[here.end() : end].strip()
    first, _, rest = head.strip().partition(" ")
    return first, named, [rest.strip()] if rest.strip() else []


def given_twice(text: str) -> str | None:
    """The first name that a typed choice gives two values to, if it does."""
    names = [match[1] for match in _PARAMETER.finditer(text)]
    return next((name for name in names if names.count(name) > 1), None)


def same_name(a: str, b: str) -> bool:
    """Whether two names of values are the same; sets are compared without order."""
    if a == b:
        return True
    if a.startswith("{") and b.startswith("{"):
        return sorted(split_braces(a)) == sorted(split_braces(b))
    return False


def told_apart(names: list[str]) -> list[str]:
    """Names, each once: where a menu offers an action again, it is counted."""
    if len(set(names)) == len(names):
        return names
    taken, counts = set(names), dict[str, int]()
    result: list[str] = []
    for name in names:
        unique = name
        while unique in counts or (unique != name and unique in taken):
            counts[name] += 1
            unique = f"{name} #{counts[name]}"
        counts[unique] = 1
        result.append(unique)
    return result
