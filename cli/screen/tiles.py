"""Short texts for what lies on boards and grids, and what they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs
from attrs import Factory, evolve, frozen

from rulesrun.cli.output.terminal import folded, width
from rulesrun.cli.screen.labels import Labels, printed_fields
from rulesrun.cli.screen.maps import CROSSING, FLOWING
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import evaluate
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.reports.views import Seen
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.support import bits

LETTERS = 3
"""How much of a word stands on a tile."""

WRAP, LINES = 13, 2
"""So many columns and lines are there for a name on a hex."""

DOTS = "·:∴"
"""One component on a cell, two, and three; more are a number."""


_ALONE = "اآأإدذرزژوؤةء"
"""The letters that are not joined to the one behind them."""


def begun(word: str, letters: int) -> str:
    """The beginning of a word; a letter that was joined to the next still looks so."""
    start, rest = word[:letters], word[letters:]
    joins = rest and "\u0620" <= start[-1] <= "\u06d3" and start[-1] not in _ALONE
    if joins and "\u0620" <= rest[0] <= "\u06d3":
        return f"{start}\u0640"
    return start.rstrip()


def is_owner(kind: t.Type) -> bool:
    """Whether values of a type say whose something is."""
    if isinstance(kind, t.ZoneType):
        return kind.kind == "space" and isinstance(kind.item, t.PieceType)
    return isinstance(kind, t.PlayerType)


def _holds_one(symbol: sym.VariableSymbol) -> bool:
    """Whether it is a place for one piece of a single kind, which is there or not."""
    kind = symbol.type
    if not (isinstance(kind, t.ZoneType) and kind.kind == "stock"):
        return False
    single = isinstance(kind.item, t.PieceType) and kind.item.kinds is None
    capacity = symbol.decl.capacity
    return single and isinstance(capacity, nodes.Int) and capacity.value == 1


@frozen
class Tiles:
    """Shortens the components and values of a game.

    `marks` are the letters that tell whose huts from whose paths on one drawing.
    """

    labels: Labels
    marks: Mapping[sym.VariableSymbol, str] = Factory(dict)
    _letters: dict[str, list[str]] = attrs.field(factory=dict, init=False, eq=False)

    # ---- tiles on growing grids -----------------------------------------------------

    def sides(self, number: int, angle: int = 0) -> frozenset[str]:
        """The sides that the fields of a tile name, as it lies: its walls, say."""
        names = grids.SQUARE.sides  # clockwise
        if self._several(number):
            return frozenset(names)
        return frozenset(
            names[(side + angle) % len(names)]
            for _, _, mask in self._ways(number, "square")
            for side in bits(mask)
        )

    def _several(self, number: int) -> bool:
        """Whether several fields of a square tile name its sides: no single kind of wall."""
        component = self.labels.game.layout.components[number]
        fields = self.labels.game.program.world.component(component.kind).fields
        return sum(f.type == t.SetType(t.SIDES["square"]) for f in fields.values()) > 1

    def ways_out(self, number: int, angle: int, shape: str) -> dict[str, str]:
        """What leads out of a tile that lies turned: a sign by the side of it."""
        hexes = shape == "hex"
        if not hexes and not self._several(number):
            return {}
        names = (grids.HEX if hexes else grids.SQUARE).sides
        angle = (
            -angle if hexes else angle
        )  # tiles are turned clockwise, as squares count
        return {
            names[(side + angle) % len(names)]: sign
            for sign, _, mask in self._ways(number, shape)
            for side in bits(mask)
        }

    def meaning_of_ways(self, number: int, shape: str) -> dict[str, str]:
        """What the signs on the sides of a tile stand for."""
        if shape != "hex" and not self._several(number):
            return {}
        return {
            "╪" if sign == CROSSING else sign: self.labels.words.label(
                field.labels, field.name
            )
            for sign, field, _ in self._ways(number, shape)
        }

    def _ways(
        self, number: int, shape: str
    ) -> Iterator[tuple[str, sym.FieldSymbol, int]]:
        """The fields of a tile that name its sides, with the sign of each."""
        component = self.labels.game.layout.components[number]
        world = self.labels.game.program.world
        sign = CROSSING
        for field in world.component(component.kind).fields.values():
            if field.type == t.SetType(t.SIDES[shape]):
                mask = component.fields.get(field.name)
                if isinstance(mask, int) and mask:
                    yield sign, field, mask
                sign = FLOWING

    def fits(self, number: int) -> bool:
        """Whether the name of a component is short enough to stand on a hex."""
        lines = folded(self._name(number), WRAP, cut_words=False)
        return len(lines) <= LINES and max(map(width, lines)) <= WRAP

    def lines(self, number: int) -> list[str]:
        """A component on a hex: its name in lines, else in a few letters."""
        if self.fits(number):
            return folded(self._name(number), WRAP, cut_words=False)
        return [self.short(number)]

    def short(self, number: int) -> str:
        """A component in a few letters: its first enum value and its first number."""
        component = self.labels.game.layout.components[number]
        symbol = self.labels.game.program.world.component(component.kind)
        own = self.labels.words.form(symbol.decl.labels, "short")
        if own is not None:
            return own
        word = self._word(number)
        if word is None:
            return begun(self._name(number), 2 * LETTERS)
        for field in printed_fields(symbol):
            value = component.fields.get(field.name)
            if isinstance(t.without_none(field.type), t.IntType) and value is not None:
                return f"{begun(word, LETTERS)} {self.labels.words.number(value)}"
        return begun(word, 2 * LETTERS)

    def meaning(self, number: int) -> tuple[str, str] | None:
        """The letters in a short text, and what they stand for, if it is not plain."""
        word = self._word(number)
        short = self.short(number)
        full = self._name(number) if word is None else word
        if word is not None and " " in short:
            short = begun(word, LETTERS)
        return None if short == full else (short, full)

    def _word(self, number: int) -> str | None:
        component = self.labels.game.layout.components[number]
        symbol = self.labels.game.program.world.component(component.kind)
        for field in printed_fields(symbol):
            kind = t.without_none(field.type)
            value = component.fields.get(field.name)
            if isinstance(kind, t.EnumType) and isinstance(value, int):
                return self._value_labels(kind)[value]
        return None

    def _name(self, number: int) -> str:
        return self.labels.called(number)

    # ---- cells of fixed boards ------------------------------------------------------

    def code(self, symbol: sym.VariableSymbol, seen: Seen) -> str:
        """What is seen of a cell, as short as possible; a dot for nothing."""
        kind = t.without_none(seen.type)
        value = seen.value
        names = self.labels.game.names
        if seen.hidden:
            return "?"
        if value is None or value is False or value == ():
            return "."
        match kind:
            case t.EnumType():
                return str(self._codes(kind)[value])
            case t.BoolType():
                return self._initial(symbol)
            case t.PlayerType() | t.ZoneType("space", t.PieceType()):
                number = self.labels.words.number(names.player(value)[:1])
                return self.marks.get(symbol, "") + number
            case t.ZoneType("space", _):
                short = self.short(value)
                return short.replace(" ", "")
            case t.ZoneType(_, t.PieceType(kinds=str(kinds))):
                return self._amounts(t.EnumType(kinds), value) or "."
            case t.ZoneType(_, t.PieceType()) if _holds_one(symbol):
                return self._initial(symbol) if value else "."
            case t.ZoneType(_, t.PieceType()) | t.IntType():
                return self.labels.words.number(value) if value else "."
            case _:
                if seen.count is None:
                    return "*"
                if 0 < seen.count <= len(DOTS):  # unlike the number of a player
                    return DOTS[seen.count - 1]
                return self.labels.words.number(seen.count) if seen.count else "."

    def legend(self, symbol: sym.VariableSymbol, seen: Sequence[Seen]) -> list[str]:
        """What the codes on the cells stand for."""
        kind = t.without_none(symbol.type)
        if isinstance(kind, t.EnumType):
            codes, full = self._codes(kind), self._value_labels(kind)
            used = {s.value for s in seen if s.value is not None}
            return [
                f"{codes[v]} = {full[v]}" for v in sorted(used) if codes[v] != full[v]
            ]
        label = self.labels.words.label(symbol.decl.labels, symbol.name)
        if isinstance(kind, t.BoolType) or _holds_one(symbol):
            occupied = any(s.value for s in seen)
            return [f"{self._initial(symbol)} = {label}"] if occupied else []
        if isinstance(kind, t.ZoneType) and isinstance(kind.item, t.PieceType):
            if kind.item.kinds is not None:
                return self._amounts_legend(t.EnumType(kind.item.kinds), seen)
        if is_owner(kind):
            owners = {s.value: s for s in seen if s.value is not None}
            return [
                f"{self.code(symbol, s)} = {label} ({self.labels.player(owner)})"
                for owner, s in sorted(owners.items())
            ]
        used = {self.code(symbol, s) for s in seen}
        dots = [sign for sign in DOTS if sign in used]
        return [f"{' '.join(dots)} = {label}"] if dots else []

    def _amounts(self, kind: t.EnumType, amounts: Sequence[int]) -> str:
        """So many pieces of each kind, with the letter of the kind behind the number."""
        number = self.labels.words.number
        pairs = zip(amounts, self._codes(kind), strict=True)
        return " ".join(f"{number(n)}{code}" for n, code in pairs if n)

    def _amounts_legend(self, kind: t.EnumType, seen: Sequence[Seen]) -> list[str]:
        """What the letters of those kinds stand for of which there is any."""
        amounts = [s.value for s in seen if isinstance(s.value, tuple)]
        named = enumerate(zip(self._codes(kind), self._value_labels(kind), strict=True))
        return [
            f"{code} = {full}"
            for at, (code, full) in named
            if code != full and any(value[at] for value in amounts)
        ]

    def told_apart(self, symbols: Sequence[sym.VariableSymbol]) -> Tiles:
        """With a letter for each of what players own, if there is more than one of it.

        Args:
            symbols: All that stands on one drawing; no letter is used for two things.
        """
        owned = [s for s in symbols if is_owner(t.without_none(s.type))]
        if len(owned) < 2:
            return self
        enums = (t.without_none(symbol.type) for symbol in symbols)
        taken = {c for e in enums if isinstance(e, t.EnumType) for c in self._codes(e)}
        marks: dict[sym.VariableSymbol, str] = {}
        for symbol in owned:
            label = self.labels.words.label(symbol.decl.labels, symbol.name)
            wished = [c for c in label if c.isalpha()]
            wished = [c.lower() for c in wished] + [c.upper() for c in wished]
            marks[symbol] = next((c for c in wished if c not in taken), "")
            taken.add(marks[symbol])
        return evolve(self, marks=marks)

    def _initial(self, symbol: sym.VariableSymbol) -> str:
        """A letter for what a cell has or has not."""
        if not self.labels.words.persian:
            return symbol.name[0]
        return self.labels.words.label(symbol.decl.labels, symbol.name)[0]

    def _value_labels(self, kind: t.EnumType) -> list[str]:
        values = self.labels.game.program.world.enum(kind.name).values
        return [self.labels.words.label(v.labels, v.name) for v in values]

    def _codes(self, kind: t.EnumType) -> list[str]:
        """A letter for each value of an enum; every cell asks for them."""
        letters = self._letters.get(kind.name)
        if letters is None:
            letters = self._letters[kind.name] = self._new_codes(kind)
        return letters

    def _new_codes(self, kind: t.EnumType) -> list[str]:
        """The letters of a map that draws the values of an enum, if one draws them all.

        Without one in the letters of the language, the first in its name that is free.
        """
        values = self.labels.game.program.world.enum(kind.name).values
        own = [self.labels.words.form(value.labels, "short") for value in values]
        if all(own):
            return [code for code in own if code is not None]
        drawn = self._drawn(kind)
        if drawn is not None and not self.labels.words.persian:
            return drawn
        codes: list[str] = []
        for at, text in enumerate(self._value_labels(kind)):
            letters = [c for c in text if c.isalpha()]
            wished = [*(c.upper() for c in letters[:1]), *(c.lower() for c in letters)]
            free = (c for c in wished if c not in codes)
            codes.append(next(free, self.labels.words.number(at)))
        return codes

    def _drawn(self, kind: t.EnumType) -> list[str] | None:
        """The letters in which a map of the rules draws the values of an enum."""
        world = self.labels.game.program.world
        values = world.enum(kind.name).values
        for table in world.each(sym.TableSymbol):
            if isinstance(table.decl, nodes.MapDecl) and table.values:
                if table.values[-1][1] != kind:
                    continue
                letters = {
                    evaluate(world, line.value, {}): line.letter
                    for line in table.decl.letters
                }
                if all(value.index in letters for value in values):
                    return [letters[value.index] for value in values]
        return None
