"""The components of a game on its page: cards, tables, maps, boards and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape

from attrs import define

from rulesrun.cli.screen.labels import (
    SIDE_BY_SIDE,
    Labels,
    is_nothing,
    printed_fields,
)
from rulesrun.cli.web import pages
from rulesrun.cli.web.figures import Cell, Figures
from rulesrun.cli.web.rules_text import RulesText
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.cases import lines_about
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Position

FEW = 3
"""Components with more fields than that, or with a drawing, are cards, not rows."""

STYLE = """\
.cards { display: grid; gap: .7rem; margin: .7rem 0;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
.card { border: 1px solid var(--edge); border-radius: .5rem; padding: .5rem .7rem;
  border-block-start: .35rem solid var(--tint, var(--edge)); min-width: 0; }
.card h4 { margin: 0 0 .3rem; }
.card dl { margin: 0; display: grid; grid-template-columns: auto minmax(0, 1fr);
  gap: .05rem .6rem; font-size: .9rem; }
.card dt { color: var(--faint); } .card dd { margin: 0; }
.card svg { margin: 0 auto .4rem; }
.chip { display: inline-block; margin-inline-end: .5rem; }
"""


@define
class Parts:
    """The components, maps and boards of a game, as HTML."""

    labels: Labels
    figures: Figures
    rules: RulesText
    start: Position | None

    def say(self, key: str, **values: object) -> str:
        """A heading in the language of the page, as HTML."""
        return pages.words(self.labels.words.say(f"page: {key}", **values))

    def label(self, labels: nodes.Labels, name: str) -> str:
        """What something is called, as HTML."""
        return pages.words(self.labels.words.label(labels, name))

    def named(self, labels: nodes.Labels, name: str) -> str:
        """What something is called, else its name as the rules write it, as HTML."""
        text = labels.in_language(self.labels.words.language or "en")
        if text is None:
            return f'<code dir="ltr">{escape(name)}</code>'
        return self.label(labels, name)

    # ---- kinds of components ---------------------------------------------------------

    def components(self) -> Iterator[tuple[str, str, str]]:
        """Every kind of card, tile and piece, and every table: place, title and HTML."""
        world = self.labels.game.program.world
        for symbol in world.each(sym.ComponentSymbol):
            faces = self._faces(symbol)
            if faces:
                title = self.label(symbol.decl.labels, symbol.name)
                yield f"kind-{symbol.name}", title, self._kind(symbol, faces)
        pieces = [self._piece(piece) for piece in world.each(sym.PieceSymbol)]
        if pieces:
            yield "pieces", self.say("pieces"), f"<ul>{''.join(pieces)}</ul>"
        for enum in world.each(sym.EnumSymbol):
            if any((enum.name, value.index) in self._lines for value in enum.values):
                title = self.label(enum.labels, enum.name)
                yield f"enum-{enum.name}", title, self._values(enum)
        for table in world.each(sym.TableSymbol):
            if not isinstance(table.decl, nodes.MapDecl):
                title = self.named(table.decl.labels, table.name)
                yield f"table-{table.name}", title, self._table(table)

    def some_cards(self, most: int) -> str:
        """The first kinds of cards and tiles, as cards, each once."""
        world = self.labels.game.program.world
        cards = [
            self._card(symbol, face, count)
            for symbol in world.each(sym.ComponentSymbol)
            for face, count in self._faces(symbol).items()
        ]
        return f'<div class="cards">{"".join(cards[:most])}</div>' if cards else ""

    def _faces(self, symbol: sym.ComponentSymbol) -> dict[int, int]:
        """The components of a kind that look different, and how often there are such."""
        result: dict[int, int] = {}
        for component in self.labels.game.layout.components:
            if component.kind == symbol.name:
                result[component.face] = result.get(component.face, 0) + 1
        return result

    def _kind(self, symbol: sym.ComponentSymbol, faces: dict[int, int]) -> str:
        fields = list(printed_fields(symbol))
        if len(fields) > FEW or self.figures.shape(symbol.name):
            cards = (self._card(symbol, face, count) for face, count in faces.items())
            meaning = self.figures.meaning_of_sides(symbol)
            return f'{meaning}<div class="cards">{"".join(cards)}</div>'
        head = [self.say("name"), *(self.label(f.labels, f.name) for f in fields)]
        head.append(self.say("copies"))
        rows = []
        for face, count in faces.items():
            values = self.labels.game.layout.components[face].fields
            name = pages.words(self.labels.called(face)) + self._does(face)
            cells = [self._field(f, values.get(f.name)) for f in fields]
            rows.append([name, *cells, self.labels.words.number(count)])
        numbers = [i for i, f in enumerate(fields, 1) if isinstance(f.type, t.IntType)]
        right = frozenset((*numbers, len(fields) + 1))
        return pages.table(head, rows, numbers=right, stacked=True)

    def _card(self, symbol: sym.ComponentSymbol, face: int, count: int) -> str:
        """A component as a card: its drawing, and what is printed on it."""
        values = self.labels.game.layout.components[face].fields
        printed = []
        drawn = self.figures.sides(symbol)
        for field in (f for f in printed_fields(symbol) if f not in drawn):
            kind, value = t.without_none(field.type), values.get(field.name)
            first = isinstance(kind, t.EnumType) and value == 0
            if is_nothing(field.type, value) and not first:
                continue
            content = "✓" if isinstance(kind, t.BoolType) else self._field(field, value)
            label = self.label(field.labels, field.name)
            printed.append(f"<dt>{label}</dt><dd>{content}</dd>")
        times = f" ×{self.labels.words.number(count)}" if count > 1 else ""
        tint = self.figures.tint(face)
        style = f' style="--tint: {tint}"' if tint else ""
        return (
            f'<div class="card"{style}>'
            f"<h4>{pages.words(self.labels.called(face))}{times}</h4>"
            f"{self.figures.tile(face) or ''}"
            f"<dl>{''.join(printed)}</dl>{self._does(face)}</div>"
        )

    def _field(self, field: sym.FieldSymbol, value: object) -> str:
        """What is printed on a component; of both sides, one beside the other."""
        if field.by is None or not isinstance(value, tuple):
            return self._cell(field.type, value)
        texts = [self._cell(field.one, one) for one in value]
        return SIDE_BY_SIDE.join(texts) if any(text != "-" for text in texts) else "-"

    def _cell(self, kind: t.Type, value: object) -> str:
        """A value; of things with colours, with these."""
        if value is None or value is False or value == "" or value == ():
            return "-"
        bundle, plain = t.bundle_of(kind), t.without_none(kind)
        if bundle is not None and isinstance(value, tuple):
            return self._chips(bundle.enum, value) or "-"
        if isinstance(plain, t.EnumType) and isinstance(value, int):
            colour = self.figures.colour(plain.name, value)
            text = pages.words(self.labels.value(kind, value))
            return f'<span class="chip" style="--tint: {colour}"><i></i>{text}</span>'
        return pages.words(self.labels.value(kind, value))

    def _chips(self, enum: str, counts: tuple[int, ...]) -> str:
        values = self.labels.game.program.world.enum(enum).values
        return "".join(
            f'<span class="chip" style="--tint: {self.figures.colour(enum, v.index)}">'
            f"<i></i>{self.labels.words.number(n)} {self.label(v.labels, v.name)}</span>"
            for v, n in zip(values, counts, strict=True)
            if n
        )

    def _piece(self, symbol: sym.PieceSymbol) -> str:
        decl = symbol.decl
        number = self.labels.game.layout.number(decl.count)
        if decl.each is not None:
            count = self.say("each", n=number)
        else:
            count = pages.words(self.labels.words.number(number))
        return f"<li>{self.label(decl.labels, decl.name)}: {count}</li>"

    def _table(self, table: sym.TableSymbol) -> str:
        columns = [*table.keys, *table.values]
        rows = [
            [
                self._cell(kind, value)
                for (_, kind), value in zip(columns, (*keys, *values), strict=True)
            ]
            for keys, values in table.rows
        ]
        params = (*table.decl.keys, *table.decl.values)
        head = [self.label(param.labels, param.name) for param in params]
        numbers = [i for i, (_, k) in enumerate(columns) if isinstance(k, t.IntType)]
        return pages.table(head, rows, numbers=frozenset(numbers), stacked=True)

    # ---- what components do, as it is written ----------------------------------------

    @cached_property
    def _lines(self) -> Mapping[str | tuple[str, int], Sequence[Span]]:
        return lines_about(self.labels.game.program.world)

    def _values(self, enum: sym.EnumSymbol) -> str:
        """An enum whose values do something: each with what it does."""
        rows = []
        for value in enum.values:
            lines = self._lines.get((enum.name, value.index), ())
            written = "".join(map(self.rules.excerpt, lines))
            rows.append([self.label(value.labels, value.name), written or "-"])
        head = [self.say("name"), ""]
        return pages.table(head, rows, numbers=frozenset(), stacked=True)

    @cached_property
    def handlers(self) -> dict[str, list[nodes.HandlerDecl | nodes.AdjustDecl]]:
        """What happens at an event, or adjusts an amount, by the name of that."""
        result: dict[str, list[nodes.HandlerDecl | nodes.AdjustDecl]] = {}
        for decl in self.labels.game.program.world.file.declarations:
            if isinstance(decl, nodes.HandlerDecl):
                result.setdefault(decl.event, []).append(decl)
            elif isinstance(decl, nodes.AdjustDecl):
                result.setdefault(decl.amount, []).append(decl)
        return result

    @cached_property
    def _effects(self) -> dict[str | tuple[str, int], list[Span]]:
        """Handlers by the names and by the values of enums that their conditions name."""
        world = self.labels.game.program.world
        result: dict[str | tuple[str, int], list[Span]] = {}
        for decl in (one for several in self.handlers.values() for one in several):
            test = decl.test if isinstance(decl, nodes.HandlerDecl) else decl.when
            for node in walk((test, decl.each)):
                symbol = world.refs.get(id(node))
                if isinstance(node, nodes.Text):
                    result.setdefault(node.value, []).append(decl.span)
                elif isinstance(symbol, sym.ValueSymbol):
                    key = (symbol.enum, symbol.index)
                    result.setdefault(key, []).append(decl.span)
        return result

    def _does(self, face: int) -> str:
        """What handlers do that name a component, or the value that is printed on it."""
        component = self.labels.game.layout.components[face]
        symbol = self.labels.game.program.world.component(component.kind)
        spans = list(self._effects.get(component.name, ()))
        for field in printed_fields(symbol):
            kind, value = t.without_none(field.type), component.fields.get(field.name)
            if isinstance(kind, t.EnumType) and isinstance(value, int):
                spans += self._effects.get((kind.name, value), ())
        if not spans:
            return ""
        written = "".join(map(self.rules.excerpt, dict.fromkeys(spans)))
        return f"<details><summary>{self.say('does')}</summary>{written}</details>"

    # ---- maps and boards -------------------------------------------------------------

    def maps(self) -> Iterator[tuple[str, str, str]]:
        """Every board and every drawn table: place, title and HTML."""
        world = self.labels.game.program.world
        shapes = {board.shape for board in self.labels.game.layout.boards.values()}
        shape = "hex" if shapes and "square" not in shapes else "square"
        for name in self.labels.game.layout.boards:
            symbol = world.names[name]
            if isinstance(symbol, sym.BoardSymbol) and symbol.whole is not None:
                continue  # drawn with the board that it belongs to
            labels = getattr(getattr(symbol, "decl", None), "labels", nodes.NO_LABELS)
            drawn = self.figures.board(name, self.start)
            note = (
                f"<p class='faint'>{self.say('as it begins')}</p>" if self.start else ""
            )
            yield f"board-{name}", self.named(labels, name), note + drawn
        for table in world.each(sym.TableSymbol):
            if isinstance(table.decl, nodes.MapDecl):
                title = self.named(table.decl.labels, table.name)
                yield f"map-{table.name}", title, self._map(table, shape)

    def _map(self, table: sym.TableSymbol, shape: str) -> str:
        """The drawings of a map: one for each combination of its first keys."""
        kind = t.without_none(table.values[-1][1])
        outer_keys = table.keys[:-2]
        drawn: dict[tuple[object, ...], dict[tuple[int, int], Cell]] = {}
        used: set[int] = set()
        for keys, values in table.rows:
            *first, row, column = keys
            assert isinstance(row, int)
            assert isinstance(column, int)
            value = values[-1]
            text = self.labels.brief(table.values[-1][1], value)
            cell = Cell(texts=[text])
            if isinstance(kind, t.EnumType) and isinstance(value, int):
                used.add(value)
                cell.fill = self.figures.colour(kind.name, value)
            else:
                cell.sign = text
            drawn.setdefault(tuple(first), {})[row, column] = cell
        figures = []
        for first_keys, cells in drawn.items():
            names = (
                self.labels.brief(k, v)
                for (_, k), v in zip(outer_keys, first_keys, strict=True)
            )
            title = self.labels.words.listed(names)
            rows = sorted({row for row, _ in cells})
            columns = sorted({column for _, column in cells})
            lines = [[cells.get((r, c), Cell()) for c in columns] for r in rows]
            caption = f"<figcaption>{pages.words(title)}</figcaption>" if title else ""
            svg = self.figures.grid(shape, lines, title or escape(table.name))
            figures.append(f"<figure>{svg}{caption}</figure>")
        legend = (
            self.figures.legend(kind.name, used) if isinstance(kind, t.EnumType) else ""
        )
        return f'{legend}<div class="figures">{"".join(figures)}</div>'
