"""Players, components and values of a game as people read them.

More than 400 lines: one case for each kind of value, which call one another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from attrs import evolve, frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import right_to_left, unmarked
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.languages import spoken
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.inspection import Announcement
from rulesrun.interpreter.reports.views import Seen
from rulesrun.interpreter.runtime.layout import RawOption
from rulesrun.interpreter.runtime.support import bits

MANY = 12
"""Of more components in a bag only the number is shown."""

SIDE_BY_SIDE = " / "
"""What stands between the values for the two sides of a tile."""

NAMED = ("graph", "links")
"""The shapes of boards whose cells are called by labels."""

NOTHING: Mapping[int, str] = MappingProxyType({})

CHECK = "✓"
"""What stands in a column for something that is so."""

ARROWS = {
    "north": "↑",
    "northeast": "↗",
    "east": "→",
    "southeast": "↘",
    "south": "↓",
    "southwest": "↙",
    "west": "←",
    "northwest": "↖",
}
"""Sides, as short as they can be in every language."""


@frozen
class Labels:
    """Says how everything in a game is called."""

    game: Game
    words: Words
    state: Sequence[Any] | None = None
    """Where the game stands, for names that depend on it."""

    def at(self, position: Position) -> Labels:
        """The same where the game stands: some names depend on that."""
        return evolve(self, state=position.state)

    # ---- the game and those who play it ---------------------------------------------

    @property
    def title(self) -> str:
        """The name of the game."""
        declared = self.game.program.world.game
        assert declared is not None
        return self.words.label(declared.labels, declared.name)

    def player(self, seat: int) -> str:
        """A participant: a player by seat, a neutral one by its label."""
        for neutral, number in self.game.layout.neutrals.items():
            if number == seat:
                symbol = self.game.program.world.names[neutral]
                labels = getattr(
                    getattr(symbol, "decl", None), "labels", nodes.NO_LABELS
                )
                return self.words.label(labels, neutral)
        return self.words.say("player", n=seat + 1)

    # ---- options --------------------------------------------------------------------

    def option(self, position: Position, option: Option) -> str:
        """An option in full."""
        item = position.decision_plan.items[option.raw[0]]
        return (
            ": ".join(
                p
                for p in (self.item(position, option), self.chosen(position, option))
                if p
            )
            or item.name
        )

    def item(self, position: Position, option: Option) -> str:
        """What an option is, without what it chooses."""
        item = position.decision_plan.items[option.raw[0]]
        if item.kind == "value" and item.labels.text is None:
            return ""
        menu = self.words.form(item.labels, "menu")
        return menu or self.words.label(item.labels, item.name)

    def choice_text(
        self, position: Position, option: Option, instead: Mapping[int, str] = NOTHING
    ) -> str:
        """An option as it is told of somebody who has chosen it.

        Parts are told by the texts `instead` of them, by their numbers; empty ones are left
        out.
        """
        item = position.decision_plan.items[option.raw[0]]
        history = self.words.form(item.labels, "history")
        chosen = self.at(position)._history(item, option.raw[1], instead)
        what = history or self.item(position, option)
        if instead and not chosen and (not what or "{what}" in what):
            return self.choice_text(position, option)
        if history is None:
            sign = " " if what.endswith(("?", "\u061f")) else ": "
            return sign.join(part for part in (what, chosen) if part) or item.name
        if "{what}" in history:
            return history.replace("{what}", chosen)
        return ": ".join(part for part in (history, chosen) if part)

    def chosen(self, position: Position, option: Option) -> str:
        """What an option chooses, and which copy, where that makes a difference."""
        number, values = option.raw
        item = position.decision_plan.items[number]
        texts, here = [], self.at(position)
        for at, (symbol, value) in enumerate(zip(item.chosen, values, strict=True)):
            text = here._taken(symbol.type, value)
            if text == "-":
                text = spoken.translated("none", self.words.language, "chosen")
            if isinstance(t.without_none(symbol.type), t.ComponentType):
                text += self._which(position, option.raw, at)
            texts.append(text)
        return self.words.separator.join(texts)

    def _history(
        self, item: Item, values: tuple[Any, ...], instead: Mapping[int, str]
    ) -> str:
        """What was chosen, for who does not see what each part of it means.

        A number is told with its label; what is nothing is left out beside others.
        """
        parts = list(enumerate(zip(item.chosen, values, strict=True)))
        there = [(at, (s, v)) for at, (s, v) in parts if self.brief(s.type, v) != "-"]
        texts = [
            instead[at] if at in instead else self._part(symbol, value)
            for at, (symbol, value) in there or parts
        ]
        return self.words.separator.join(text for text in texts if text)

    def _part(self, symbol: Local, value: Any) -> str:
        """A part of a choice, a number with its label if it has one."""
        text = self._taken(symbol.type, value)
        if text == "-":
            return spoken.translated("none", self.words.language, "chosen")
        own = nodes.NO_LABELS if symbol.symbol is None else symbol.symbol.labels
        if own.text is None or not isinstance(t.without_none(symbol.type), t.IntType):
            return text
        counted = self.words.form(own, "counted")
        if counted is not None:
            return counted.replace("{n}", text)
        return f"{self.words.label(own, symbol.name)}: {text}"

    def _taken(self, kind: t.Type, value: Any) -> str:
        """A value that is chosen; cards and tiles that go together as one sum."""
        item = t.element(kind)
        if not isinstance(item, t.ComponentType) or value is None:
            return self.brief(kind, value)
        text = self.words.joined([self.brief(item, member) for member in value])
        return right_to_left(text) if text and self.words.persian else text or "-"

    def _which(self, position: Position, raw: RawOption, at: int) -> str:
        """Which copy is chosen, where another one can be, with all else alike."""
        number, values = raw
        if values[at] is None:
            return ""
        names = self.game.names
        others = (
            (number, (*values[:at], other, *values[at + 1 :]))
            for other in names.copies(values[at])
            if other != values[at]
        )
        if not any(other in position.raw for other in others):
            return ""
        return f" #{self.words.number(names.copy(values[at]))}"

    def parameter(self, symbol: Local) -> str:
        """What is chosen: by its label, or that of its kind, without one by its name.

        Where names would tell nobody anything, a general word stands for them.
        """
        own = nodes.NO_LABELS if symbol.symbol is None else symbol.symbol.labels
        if own.text is not None:
            return self.words.part(self.words.label(own, symbol.name))
        return self.kind_called(symbol.type, symbol.name)

    def kind_called(self, of: t.Type, name: str) -> str:
        """Values of a type, by the label of their kind, without one by their own name."""
        world = self.game.program.world
        kind = t.element(of) or t.without_none(of)
        label = nodes.NO_LABELS
        general: str | None = None
        match kind:
            case t.EnumType(enum):
                labels = {
                    decl.name: decl.labels
                    for decl in world.file.declarations
                    if isinstance(decl, nodes.EnumDecl)
                }
                label = labels.get(enum, label)
                general = "side" if enum not in labels else None
            case t.ComponentType(names) if len(names) == 1:
                label = world.component(names[0]).decl.labels
            case t.CellType() | t.PlaceType() | t.EdgeType():
                general = "place"
            case t.PlayerType():
                general = "player"
            case t.BoolType():
                general = "yes or no"
            case _:
                pass
        if isinstance(kind, t.IntType):
            return self.words.say("a number")
        if general is not None and self.words.persian:
            return self.words.say(f"chosen: {general}")
        called = self.words.part(self.words.label(label, name))
        several = t.element(of) is not None and label is not nodes.NO_LABELS
        return self.words.say("several of it", what=called) if several else called

    def of_choices(self, position: Position) -> dict[str, str]:
        """What may be chosen now and the parts of it, by their names in the rules."""
        result: dict[str, str] = {}
        for item in position.decision_plan.items:
            result.update((s.name, unmarked(self.parameter(s))) for s in item.chosen)
            if item.kind != "value":
                result[item.name] = self.words.label(item.labels, item.name)
        return result

    # ---- values ---------------------------------------------------------------------

    def brief(self, kind: t.Type, value: Any) -> str:
        """A value by its name alone."""
        if value is None:
            return "-"
        match t.bundle_of(kind) or t.without_none(kind):
            case t.PlayerType():
                return self.player(value)
            case t.IntType():
                return self.words.number(value)
            case t.BundleType() as bundle:
                return self._bundle(bundle, value)
            case t.ComponentType():
                return self.words.part(self.called(value))
            case t.TupleType(items):
                pairs = zip(items, value, strict=True)
                return f"({self.words.listed(self.brief(k, v) for k, v in pairs)})"
            case t.ListType(item) | t.SetType(item):
                members = bits(value) if isinstance(value, int) else value
                return self.words.list_of(self.brief(item, v) for v in members) or "-"
            case t.GridType(shape, item):
                return self.words.list_of(
                    self.lying(self.brief(item, value[at]), shape, at)
                    for at in sorted(value)
                )
            case t.CellType() as cell if self.is_named(cell):
                label = self.game.names.label(cell, value, self.words.language)
                return self.words.part(self.words.digits(label))
            case t.CellType() | t.PlaceType() | t.EdgeType() as place:
                name = self.game.names.label(place, value, self.words.language)
                return self.words.name(self.words.place(name))
            case other:
                label = self.game.names.label(other, value, self.words.language)
                return self.words.part(self.words.digits(label))

    def is_named(self, kind: t.CellType) -> bool:
        """Whether cells are called by labels: named spaces, and the links between them."""
        board = self.game.layout.board_of(kind)
        if board.shape != "links":
            return board.shape in NAMED
        symbol = self.game.program.world.get(sym.BoardSymbol, kind.board)
        whole = symbol.whole if symbol is not None else None
        return whole is None or self.game.layout.boards[whole].shape in NAMED

    def lying(self, what: str, shape: str, at: int) -> str:
        """What lies at a place of a growing grid of a shape."""
        place = self.brief(t.PlaceType(shape), at)
        return self.words.say("lies at", what=what, place=place)

    def called(self, number: int) -> str:
        """What a component is called: its label, else its name."""
        names = self.game.names
        sides = {} if self.state is None else names.turned.now(number, self.state)
        return self.words.digits(names.component(number, self.words.language, sides))

    def _bundle(self, kind: t.BundleType, counts: tuple[int, ...]) -> str:
        """So many of each value of an enum, of which there are any."""
        values = self.game.program.world.enum(kind.enum).values
        pairs = zip(values, counts, strict=True)
        parts = [self._counted(v.labels, v.name, n) for v, n in pairs if n]
        return self.words.part(self.words.joined(parts) or "-")

    def _counted(self, labels: nodes.Labels, name: str, number: int) -> str:
        """So many of a kind, with the word that counts them, if there is one."""
        counted = self.words.form(labels, "counted")
        count = self.words.number(number)
        if counted is not None:
            return counted.replace("{n}", count)
        return f"{count} {self.words.label(labels, name)}"

    def announced(self, one: Announcement) -> str:
        """What is announced, with the values in it."""
        return one.text(self.words.label(one.labels, ""), self.value)

    def value(self, kind: t.Type, value: Any) -> str:
        """A value, of a component with what is printed on it."""
        if isinstance(t.without_none(kind), t.ComponentType) and value is not None:
            return self.component(value)
        return self.brief(kind, value)

    def component(self, number: int, *, whole: bool = False) -> str:
        """A component with what is printed on it, as far as its name does not tell.

        Names that the rules make of fields tell enough, unless the whole is wanted.
        """
        component = self.game.layout.components[number]
        symbol = self.game.program.world.component(component.kind)
        name = self.words.part(self.called(number))
        if symbol.decl.named is not None and not whole:
            return name
        printed = self.words.clauses(self._printed(symbol, number))
        return f"{name} ({printed})" if printed else name

    def met(self, number: int, familiar: Collection[int]) -> str:
        """A component, by its name alone if a person knows it already."""
        if number not in familiar:
            return self.component(number)
        return self.words.part(self.called(number))

    def _printed(self, symbol: sym.ComponentSymbol, number: int) -> Iterator[str]:
        for field in printed_fields(symbol):
            text = self.printed_besides(field, number)
            if text == CHECK:
                yes = self.words.form(field.labels, "yes")
                yield yes or self.words.label(field.labels, field.name)
            elif text and isinstance(t.without_none(field.type), t.EnumType):
                yield text
            elif text:
                yield f"{self.words.label(field.labels, field.name)} {text}"

    def printed(self, field: sym.FieldSymbol, number: int) -> str:
        """What is printed on a component under a label; nothing if it is not worth it."""
        value = self.game.layout.components[number].fields.get(field.name)
        kind = t.without_none(field.type)
        if field.by is not None and isinstance(kind, t.ListType):
            return self.by_side(field, value)
        first = isinstance(kind, t.EnumType) and value == 0
        if is_nothing(field.type, value) and not first:
            return ""
        if isinstance(kind, t.BoolType):
            return CHECK
        if isinstance(kind, t.EnumType):
            word, called = self.value(kind, value), self.called(number)
            return "" if unmarked(word).casefold() in called.casefold() else word
        if isinstance(kind, t.SetType) and kind.item in t.SIDES.values():
            return self.sides(kind.item, value)
        return self.value(kind, value)

    def by_side(self, field: sym.FieldSymbol, values: Any) -> str:
        """The values of a field for each side of a tile, of which one counts at a time."""
        texts = [self.brief(field.one, value) for value in values or ()]
        return SIDE_BY_SIDE.join(texts) if any(text != "-" for text in texts) else ""

    def printed_besides(self, field: sym.FieldSymbol, number: int) -> str:
        """What is printed on a component under a label, unless its name tells it."""
        in_name = self.game.names.fields_in_name(number, self.words.language)
        return "" if field.name in in_name else self.printed(field, number)

    def sides(self, kind: t.Type, value: Any) -> str:
        """Some sides of a square or a hex as arrows, from the top on clockwise."""
        names = [self.game.names.name(kind, side) for side in bits(value)]
        return "".join(arrow for side, arrow in ARROWS.items() if side in names)

    def is_inner(self, symbol: sym.VariableSymbol) -> bool:
        """Whether a variable is only for the rules: it has no label where others have."""
        if symbol.decl.labels.text is not None:
            return False
        layout = self.game.layout
        if symbol in layout.shown:
            return False
        return any(other.decl.labels.text is not None for other in layout.families)

    # ---- what lies somewhere --------------------------------------------------------

    def number(self, number: int | None) -> str:
        """A number, none for one that cannot be known."""
        if number is None:
            return self.words.say("unknown")
        return self.words.number(number)

    def _hidden(self, kind: t.Type, number: int) -> str:
        """So many of what cannot be seen, with the word that counts them, if it has one."""
        item = kind.item if isinstance(kind, t.ZoneType) else None
        counted = self.words.form(self._labels_of(item), "counted")
        if counted is not None and number:
            what = counted.replace("{n}", self.words.number(number))
            return self.words.say("counted, hidden", what=what)
        return self.words.say(f"hidden{self._what(item)}", n=number)

    def _labels_of(self, item: t.Type | None) -> nodes.Labels:
        """The labels of what lies somewhere, where all of it is of one kind."""
        world = self.game.program.world
        if isinstance(item, t.ComponentType) and len(item.names) == 1:
            return world.component(item.names[0]).decl.labels
        if isinstance(item, t.PieceType) and (
            piece := world.get(sym.PieceSymbol, item.name)
        ):
            return piece.decl.labels
        return nodes.NO_LABELS

    def _what(self, item: t.Type | None) -> str:
        """Whether cards, tiles or pieces are counted, as keys of messages say it."""
        if isinstance(item, t.PieceType):
            return " piece"
        names = item.names if isinstance(item, t.ComponentType) else ()
        world = self.game.program.world
        kinds = {world.component(name).decl.kind for name in names}
        return f" {kinds.pop()}" if len(kinds) == 1 else ""

    def variable_text(
        self, symbol: sym.VariableSymbol, seen: Seen, name: str, content: str
    ) -> str:
        """A variable with what is in it, as one piece of a line."""
        labels = symbol.decl.labels
        if isinstance(seen.type, t.BoolType) and not seen.hidden and not symbol.keys:
            form = self.words.form(labels, "yes" if seen.value else "no")
            form = form or (name if seen.value else None)  # "still bidding"
        else:
            form = self.words.form(labels, "empty") if is_empty(seen) else None
        return form or f"{name} {content}"

    def slot_value(self, kind: t.Type, value: Any) -> str:
        """The value of a variable, or what is in a stock or a space of pieces."""
        if not isinstance(kind, t.ZoneType):
            return self.value(kind, value)
        if kind.kind == "space":
            return self.value(t.OptionalType(t.PLAYER), value)
        if t.bundle_of(kind) is not None:
            return self.brief(kind, value)
        return self.words.number(value)

    def _known_content(self, seen: Seen, familiar: Collection[int]) -> str:
        """Hidden components of which it is known that they lie there."""
        kind = seen.type
        if isinstance(kind, t.ZoneType) and kind.kind != "space":
            return self.content(evolve(seen, hidden=False, value=seen.known), familiar)
        item = (
            kind.item
            if isinstance(kind, t.ZoneType | t.GridType)
            else t.without_none(kind)
        )
        return self.words.listed(self.brief(item, each) for each in seen.known)

    def content(self, seen: Seen, familiar: Collection[int] = ()) -> str:
        """What is seen of a variable or a zone; of known components only the names."""
        kind = seen.type
        if seen.hidden and seen.recalled and not seen.known:
            value = self.slot_value(kind, seen.value)
            return self.words.say("hidden, recalled", value=value)
        if seen.hidden and seen.known:
            total = len(seen.known) if seen.count is None else seen.count
            lying = self._known_content(seen, familiar)
            hidden = self._hidden(kind, total)
            return self.words.say("hidden, known", hidden=hidden, known=lying)
        if seen.hidden:
            bundle = t.bundle_of(kind)
            if seen.kinds and bundle is not None:
                item, unknown = t.EnumType(bundle.enum), self.words.say("unknown")
                return self.words.listed(
                    f"{self.brief(item, each)} {unknown}" for each in seen.kinds
                )
            if seen.count is None:
                return self.words.say("unknown")
            return self._hidden(kind, seen.count)
        if not isinstance(kind, t.ZoneType):
            return self.value(kind, seen.value)
        if isinstance(kind.item, t.PieceType):
            return self.slot_value(kind, seen.value)
        held = seen.value
        if kind.kind == "space":
            held = () if held is None else (held,)
        if not held:
            return "-"
        if kind.kind == "bag" and len(held) > MANY:
            return self.words.number(len(held))
        if kind.kind in ("pile", "deck") and len(held) > 1:
            top = self.component(held[0])
            key = f"top{self._what(kind.item)}"
            return self.words.say(key, n=len(held), what=top)
        names = [self.met(card, familiar) for card in held]
        if kind.kind == "row":
            return self.words.listed(names)
        counted = Counter(names).items()
        return self.words.listed(
            text if n == 1 else self.words.say("copies", number=n, what=text)
            for text, n in counted
        )


def printed_fields(symbol: sym.ComponentSymbol) -> Iterator[sym.FieldSymbol]:
    """The declared fields of a kind of component, but for its name.

    One that has no label, where others have one, is only for the rules.
    """
    declared = [f for f in symbol.fields.values() if f.span is not None]
    labelled = any(field.labels.text is not None for field in declared)
    for field in declared:
        if field.name != "name" and (field.labels.text is not None or not labelled):
            yield field


def _of_players(kind: t.Type) -> bool:
    """Whether there are players in a collection of that type."""
    match t.without_none(kind):
        case t.ListType(item) | t.SetType(item):
            return isinstance(t.without_none(item), t.PlayerType) or _of_players(item)
        case t.TupleType(items):
            return any(
                isinstance(t.without_none(i), t.PlayerType) or _of_players(i)
                for i in items
            )
        case _:
            return False


def is_nothing(kind: t.Type, value: object) -> bool:
    """Whether a value is not worth being shown."""
    if isinstance(value, tuple):
        return not any(value) if t.bundle_of(kind) is not None else not value
    if isinstance(t.without_none(kind), t.CellType | t.PlaceType | t.ComponentType):
        return value is None  # what is numbered 0 is the first one
    return value is None or value is False or value == "" or value == 0


def is_empty(seen: Seen) -> bool:
    """Whether there is nothing to see."""
    if seen.hidden and seen.count is None:
        return False
    if isinstance(seen.type, t.ZoneType | t.GridType):
        return not seen.count
    number = isinstance(
        t.without_none(seen.type), t.IntType | t.EnumType | t.PlayerType
    )
    return seen.value is None or (not number and is_nothing(seen.type, seen.value))


def is_zero(seen: Seen) -> bool:
    """Whether a number that stands alone, with no key, is 0."""
    return not seen.keys and isinstance(seen.type, t.IntType) and seen.value == 0


def is_nought(seen: Seen) -> bool:
    """Whether there is nothing to see, or only a 0 that is not worth a line."""
    return is_empty(seen) or (isinstance(seen.type, t.IntType) and seen.value == 0)
