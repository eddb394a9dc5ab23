"""The different components of a line of the supply: each of them, one, or a file of them."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from attrs import evolve, frozen

from rulesrun.dsl.data.cells import BAD, empty_side, empty_value, literal, read_cell
from rulesrun.dsl.data.csv_rows import CsvRow, find_columns, is_complete, read_csv
from rulesrun.dsl.data.domains import MOST_LISTED, number_of, values_of
from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.sided import side_name, sides, turning
from rulesrun.dsl.semantics.value_types import IntType, UnknownType
from rulesrun.dsl.semantics.world import Card, Declared, Supplying
from rulesrun.dsl.syntax import nodes


def component_cards(world: Supplying, line: nodes.SupplyLine, read: Read) -> list[Card]:
    """The different cards of a supply line, in order."""
    component = world.names.get(line.component.text)
    if not isinstance(component, sym.ComponentSymbol):
        return []
    if line.csv is not None:
        return _csv_cards(world, component, line, line.csv, read)
    fields = [f for f in component.fields.values() if f.span is not None]
    if line.each:
        domains: list[Sequence[object]] = []
        for field in fields:
            domain = values_of(world, field.type)
            if isinstance(field.type, UnknownType):
                return []
            if domain is None:
                world.report(
                    "needs-range",
                    line.component.span,
                    f"`of each {component.name}` needs fields that can be listed, "
                    f"and `{field.name}` is a {field.type}",
                    labels=[Label(field.span, "declared here")] if field.span else [],
                    hint="give the field a range such as 1..9",
                )
                return []
            domains.append(domain)
        number = prod(map(number_of, domains))
        if number > MOST_LISTED:
            world.report(
                "needs-range",
                line.component.span,
                f"`of each {component.name}` would make {number:,} different ones",
                mark=f"more than {MOST_LISTED:,}",
                hint="give the fields smaller ranges, or list them in a file",
            )
            return []
        return [
            Card(
                component.name,
                tuple(zip((f.name for f in fields), values, strict=True)),
            )
            for values in product(*domains)
        ]
    if len(fields) != len(line.args):
        return []
    values: list[tuple[str, object]] = []
    with world.told.trial() as result:
        for field, arg in zip(fields, line.args, strict=True):
            value = literal(world, arg, field.type)
            values += _sides(world, component, field, value)
            if value is BAD:
                break
    world.cells[id(line)] = result.problems
    bad = any(value is BAD for _, value in values)
    return [] if bad else [Card(component.name, tuple(values))]


def _csv_cards(
    world: Supplying,
    component: sym.ComponentSymbol,
    supply: nodes.SupplyLine,
    source: nodes.Text,
    read: Read,
) -> list[Card]:
    text = read(beside(world.file.path, source.span, source.value))
    on = (text, component.name, *_printed(world, component))
    result: _Cards | None = world.made.cards.get(on)
    if result is None:
        before = len(world.told)
        with sym.noting_uses() as used:
            cards = _cards_of_rows(world, component, supply, source, read)
        if len(world.told) > before or id(supply) in world.partial:
            for symbol in used:
                symbol.used = True
            return cards
        values = {(v.enum, v.index) for v in used if isinstance(v, sym.ValueSymbol)}
        named = component.fields.get("name") in used
        result = _Cards((*cards,), frozenset(values), named)
        world.made.cards.put(on, result)
    for enum, index in result.values:
        symbol = world.enum(enum)
        symbol.used = symbol.values[index].used = True
    if result.named:
        component.fields["name"].used = True
    return [*result.cards]


@frozen
class _Cards:
    """The components of a file in which nothing is wrong, and what is used in it.

    `values` are those of enums, each with its place; `named` whether there are names.
    """

    cards: tuple[Card, ...]
    values: frozenset[tuple[str, int]]
    named: bool


def _printed(world: Declared, component: sym.ComponentSymbol) -> Iterator[object]:
    """What the values in the columns of a component depend on, beside their texts."""
    yield world.limits.collection
    for field in component.fields.values():
        variable = turning(world, component.name, field)
        number = 0 if variable is None else len(sides(world, variable.type))
        yield field.name, field.span is None, field.type, field.by is None, number
    for enum in world.each(sym.EnumSymbol):
        yield enum.name, tuple(value.name for value in enum.values)


def _cards_of_rows(
    world: Supplying,
    component: sym.ComponentSymbol,
    supply: nodes.SupplyLine,
    source: nodes.Text,
    read: Read,
) -> list[Card]:
    world.partial.add(id(supply))  # until every row has been read
    data = read_csv(world, source, read)
    if data is None:
        return []
    header, rows = data
    fields = [f for f in component.fields.values() if f.span is not None]
    empty = {f.name: empty_value(world, f.type) for f in fields}
    nothing = {f.name: empty_side(world, f.one) for f in fields if f.by is not None}
    blank = [
        n
        for n, value in empty.items()
        if value is not BAD and n not in header and nothing.get(n) is not BAD
    ]
    wanted = [f.name for f in fields if f.name not in blank]

    def extra(name: str) -> bool:
        return name in ("name", "copies") or name.startswith("label_")

    places = find_columns(world, source, header, wanted, extra)
    if places is None:
        return []
    if "name" in places:
        component.fields["name"].used = True
    result: list[tuple[int, Card]] = []
    whole = True
    for row in rows:
        cards: list[tuple[int, Card]] = []
        if is_complete(world, header, row):
            cards = list(_card(world, component, places, row))
        whole = whole and bool(cards)
        more = tuple(
            pair
            for name in blank
            for pair in _sides(world, component, component.fields[name], empty[name])
        )
        result += [
            (copies, evolve(card, fields=(*card.fields, *more)))
            for copies, card in cards
        ]
    most = world.limits.collection
    if sum(copies for copies, _ in result) > most:
        world.report(
            "too-large",
            source.span,
            f"the file lists more than {most:,} components (the limit `collection`)",
            mark="too many",
        )
        return []
    if whole:
        world.partial.discard(id(supply))
    return [card for copies, card in result for _ in range(copies)]


def _card(
    world: Declared,
    component: sym.ComponentSymbol,
    places: dict[str, int],
    row: CsvRow,
) -> Iterator[tuple[int, Card]]:
    """The component of a row, and how many copies there are of it."""
    values: list[tuple[str, object]] = []
    labels: list[tuple[str, str]] = []
    copies = 1
    good = True
    for name, place in places.items():
        span, text = row.cell_span(place), row.cells[place]
        if name.startswith("label_"):
            labels.append((name.removeprefix("label_"), text.strip()))
        elif name == "copies":
            value = read_cell(world, text, IntType(0, 999), span)
            if isinstance(value, int) and value is not BAD:
                copies = value
            else:
                good = False
        else:
            field = component.fields[name]
            if field.by is None:
                value = read_cell(world, text, field.type, span)
            else:
                value = _several(world, component, field, text, span)
            good = good and value is not BAD
            values += _sides(world, component, field, value)
    if good:
        yield copies, Card(component.name, tuple(values), tuple(labels), row.line)


def _several(
    world: Declared,
    component: sym.ComponentSymbol,
    field: sym.FieldSymbol,
    text: str,
    span: Span,
) -> object:
    """The values of a cell such as `1 wood / 2 wood`, one for each side."""
    if text.strip() in ("", "none"):
        nothing = empty_side(world, field.one)
        return read_cell(world, text, field.one, span) if nothing is BAD else ()
    variable = turning(world, component.name, field)
    number = len(sides(world, variable.type)) if variable is not None else 1
    parts = text.split("/")
    if len(parts) not in (1, number):
        world.report(
            "bad-cell",
            span,
            f"`{field.name}` holds {number} values, and here are {len(parts)}",
            hint="separate them by /, or write one that is the same on all sides",
        )
        return BAD
    values = tuple(read_cell(world, part, field.one, span) for part in parts)
    return BAD if BAD in values else values


def _sides(
    world: Declared,
    component: sym.ComponentSymbol,
    field: sym.FieldSymbol,
    value: object,
) -> Iterator[tuple[str, object]]:
    """What a component keeps for a field: what is printed, and the value of each side."""
    yield field.name, value
    variable = turning(world, component.name, field)
    if variable is None or not isinstance(value, tuple):
        return
    for number in range(len(sides(world, variable.type))):
        one = value[number if len(value) > 1 else 0] if value else None
        here = one if value else empty_side(world, field.one)
        yield side_name(field.name, number), here
