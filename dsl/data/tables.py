"""Rows of tables and of component lists, from the file itself or from CSV.

More than 400 lines: cells are read alike from both, and each fault of a cell has its
own sentence.
"""

import csv
import io
import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from attrs import evolve, frozen

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.remedies import change, near
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.sided import side_name, sides, turning
from rulesrun.dsl.semantics.symbols import (
    ComponentSymbol,
    EnumSymbol,
    FieldSymbol,
    TableSymbol,
    ValueSymbol,
    noting_uses,
)
from rulesrun.dsl.semantics.value_types import (
    BoolType,
    BundleType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    SetType,
    TextType,
    TupleType,
    Type,
    UnknownType,
    is_unclear,
)
from rulesrun.dsl.semantics.world import Card, Declared, Supplying
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.text import counted, lines_of


def beside(root: str, span: Span, name: str) -> str:
    """A file name written at a place, as counted from the folder of the first file."""
    here = posixpath.join(posixpath.dirname(span.path), name)
    return posixpath.relpath(here, posixpath.dirname(root) or ".")


def shown_path(span: Span, name: str) -> str:
    """The path by which messages call a file that is named at a place."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(span.path), name))


Read = Callable[[str], str | None]
"""Gives the text of a file named in the rules, or none where it cannot be read."""

MOST_CARDS = 10_000
"""How many different components one line of the supply may bring."""

SIGNS = re.compile(r"[+,;&/|]")
"""What people write between the values of a set instead of blanks."""

BAD = object()
"""What a cell that does not fit its column counts as."""


def read_tables(world: Supplying, read: Read) -> None:
    """Fill every table and list every component; problems go to the report."""
    for line in world.supply:
        world.cards[id(line)] = component_cards(world, line, read)
    for table in world.each(TableSymbol):
        if isinstance(table.decl, nodes.MapDecl):
            continue  # read_maps
        before = len(world.told)
        if table.decl.csv is not None:
            _csv_table(world, table, table.decl.csv, read)
        else:
            _inline_table(world, table)
        whole = len(world.told) == before and table.name not in world.broken
        _check_rows(world, table, whole=whole)


def component_cards(world: Supplying, line: nodes.SupplyLine, read: Read) -> list[Card]:
    """The different cards of a supply line, in order."""
    component = world.names.get(line.component.text)
    if not isinstance(component, ComponentSymbol):
        return []
    if line.csv is not None:
        return _csv_cards(world, component, line, line.csv, read)
    fields = [f for f in component.fields.values() if f.span is not None]
    if line.each:
        domains: list[Sequence[object]] = []
        for field in fields:
            domain = _domain(world, field.type)
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
        number = prod(map(_count, domains))
        if number > MOST_CARDS:
            world.report(
                "needs-range",
                line.component.span,
                f"`of each {component.name}` would make {number:,} different ones",
                mark=f"more than {MOST_CARDS:,}",
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
    with world.told.trial() as found:
        for field, arg in zip(fields, line.args, strict=True):
            value = literal(world, arg, field.type)
            values += _sides(world, component, field, value)
            if value is BAD:
                break
    world.cells[id(line)] = found.problems
    bad = any(value is BAD for _, value in values)
    return [] if bad else [Card(component.name, tuple(values))]


def _several(
    world: Declared,
    component: ComponentSymbol,
    field: FieldSymbol,
    text: str,
    span: Span,
) -> object:
    """The values of a cell such as `1 wood / 2 wood`, one for each side."""
    if text.strip() in ("", "none"):
        nothing = _nothing_on(world, field.one)
        return _cell_text(world, text, field.one, span) if nothing is BAD else ()
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
    values = tuple(_cell_text(world, part, field.one, span) for part in parts)
    return BAD if BAD in values else values


def _sides(
    world: Declared, component: ComponentSymbol, field: FieldSymbol, value: object
) -> Iterator[tuple[str, object]]:
    """What a component keeps for a field: what is printed, and the value of each side."""
    yield field.name, value
    variable = turning(world, component.name, field)
    if variable is None or not isinstance(value, tuple):
        return
    for number in range(len(sides(world, variable.type))):
        one = value[number if len(value) > 1 else 0] if value else None
        here = one if value else _nothing_on(world, field.one)
        yield side_name(field.name, number), here


def _nothing_on(world: Declared, kind: Type) -> object:
    """The value for a side on which nothing is printed."""
    match kind:
        case IntType(low, high) if (low or 0) <= 0 <= (high or 0):
            return 0
        case _:
            return _nothing(world, kind)


def _domain(world: Declared, kind: Type) -> Sequence[object] | None:
    match kind:
        case EnumType(name):
            return range(len(world.enum(name).values))
        case IntType(int() as low, int() as high):
            return range(low, high + 1)
        case BoolType():
            return [False, True]
        case OptionalType(inner):
            rest = _domain(world, inner)
            if rest is None or _count(rest) > MOST_CARDS:
                return rest
            return [None, *rest]
        case _:
            return None


def _count(domain: Sequence[object]) -> int:
    """The length, also where it is too great for `len`."""
    if isinstance(domain, range):
        return max(domain.stop - domain.start, 0)
    return len(domain)


# ---- cells -----------------------------------------------------------------


def literal(world: Declared, node: nodes.Expr, kind: Type) -> object:
    """The value of a cell written in the rules file."""
    if is_unclear(kind):
        return BAD
    match node, kind:
        case nodes.NoneValue(), OptionalType():
            return None
        case _, OptionalType(inner):
            return literal(world, node, inner)
        case nodes.Name(text=text), EnumType(name):
            return _enum_index(world, text, name, node.span)
        case nodes.Bool(value=value), BoolType():
            return value
        case nodes.Text(value=value), TextType():
            return value
        case nodes.Name(text=text), TextType():
            return text
        case nodes.TupleOf(items=items), TupleType(kinds) if len(items) == len(kinds):
            pairs = zip(items, kinds, strict=True)
            return tuple(literal(world, i, k) for i, k in pairs)
        case nodes.SetOf(items=items), SetType(EnumType() as item):
            members = [literal(world, i, item) for i in items]
            if all(isinstance(m, int) for m in members):
                return sum({1 << m for m in members if isinstance(m, int)})
            return BAD
        case nodes.BundleOf(pairs=pairs), BundleType(enum):
            return _bundle_literal(world, pairs, enum)
        case nodes.SetOf(items=()), BundleType(enum):
            return _bundle_literal(world, (), enum)
        case nodes.ListOf(items=items), ListType(item):
            parts = [literal(world, i, item) for i in items]
            return BAD if BAD in parts else tuple(parts)
        case _, IntType(low, high):
            number = constant_int(world, node)
            if number is not None:
                return _in_range(world, number, low, high, node.span)
        case _:
            pass
    shown = ""
    match node:
        case nodes.Name(text=word) | nodes.Text(value=word):
            shown = f", and this is `{word}`"
        case nodes.Int(value=number):
            shown = f", and this is {number}"
        case _:
            pass
    world.report(
        "bad-cell",
        node.span,
        f"a {kind} belongs here{shown}",
        hint="correct it, or the type where the column is declared",
    )
    return BAD


def _bundle_literal(
    world: Declared, pairs: tuple[tuple[nodes.Expr, nodes.Expr], ...], enum: str
) -> object:
    """The value of `{wood: 2}` for a field of a component."""
    amounts = [0] * len(world.enum(enum).values)
    good = True
    for name, amount in pairs:
        index = _enum_index(world, quoted(name), enum, name.span)
        number = literal(world, amount, IntType())
        if isinstance(index, int) and isinstance(number, int):
            amounts[index] += number
        else:
            good = False
    return tuple(amounts) if good else BAD


def _enum_set(world: Declared, words: list[str], enum: str, span: Span) -> object:
    """The value of a cell such as `east west`; every word that is no value is told."""
    found = [_enum_index(world, word, enum, span, several=True) for word in words]
    if BAD in found:
        return BAD
    return sum({1 << index for index in found if isinstance(index, int)})


def _enum_index(
    world: Declared, text: str, enum: str, span: Span, *, several: bool = False
) -> object:
    symbol = world.enum(enum)
    for value in symbol.values:
        if value.name == text:
            value.used = symbol.used = True
            return value.index
    names = [v.name for v in symbol.values]
    if world.excuses(text, names, "value"):
        return BAD
    hint: str | Remedy
    hint = near(text, names, span) or f"one of: {', '.join(names[:12])}"
    if several and isinstance(hint, Remedy):
        hint = hint.sentence  # the place is that of the whole cell
    parts = [part for part in SIGNS.split(text) if part]
    if several and len(parts) > 1 and set(parts) <= set(names):
        apart = " ".join(parts)
        hint = change(f"separate them by blanks:  {apart}", span, apart)
    world.report("bad-cell", span, f"`{text}` is no {enum}", mark="unknown", hint=hint)
    return BAD


def _in_range(
    world: Declared, number: int, low: int | None, high: int | None, span: Span
) -> object:
    if (low is not None and number < low) or (high is not None and number > high):
        world.report(
            "out-of-range",
            span,
            f"{number} is outside {low}..{high}",
            hint="correct the cell, or widen the range where the column is declared",
        )
        return BAD
    return number


def _cell_text(world: Declared, text: str, kind: Type, span: Span) -> object:
    """The value of a CSV cell."""
    text = text.strip()
    if text == "none" and _may_be_empty(kind):
        text = ""
    if is_unclear(kind):
        return BAD
    match kind:
        case OptionalType(inner):
            return (
                None if text in ("", "none") else _cell_text(world, text, inner, span)
            )
        case EnumType(enum):
            return _enum_index(world, text, enum, span)
        case TextType():
            return text
        case BoolType():
            known = {"yes": True, "true": True, "1": True}
            known |= {"no": False, "false": False, "0": False, "": False}
            if text.lower() in known:
                return known[text.lower()]
        case IntType(low, high):
            if text.lstrip("-").isdigit() and text.isascii():
                return _in_range(world, int(text), low, high, span)
        case SetType(EnumType(enum)):
            return _enum_set(world, text.split(), enum, span)
        case ListType(EnumType(enum)):
            parts = [
                _enum_index(world, word, enum, span, several=True)
                for word in text.split()
            ]
            return BAD if BAD in parts else tuple(parts)
        case ListType(item):
            parts = [_cell_text(world, word, item, span) for word in text.split()]
            return BAD if BAD in parts else tuple(parts)
        case BundleType(enum):
            words = text.split()
            numbers = [int(w) if w.isascii() and w.isdigit() else None for w in words]
            return _bundle(world, words, numbers, enum, span)
        case _:
            pass
    shown = f"`{text}`" if text else "an empty cell"
    world.report(
        "bad-cell",
        span,
        f"a {kind} belongs here, and this is {shown}",
        hint="correct it, or the type where the column is declared",
    )
    return BAD


def _may_be_empty(kind: Type) -> bool:
    """Whether `none` in a cell says that nothing is in a collection."""
    if isinstance(kind, ListType):
        return not isinstance(kind.item, TextType)
    return isinstance(kind, SetType | BundleType)


# ---- inline tables ---------------------------------------------------------


def _bundle(
    world: Declared, words: list[str], numbers: list[int | None], enum: str, span: Span
) -> object:
    """The value of a cell such as `2 wood 1 stone`; an empty one holds nothing."""
    amounts = [0] * len(world.enum(enum).values)
    if len(words) % 2 or None in numbers[::2]:
        shown = " ".join(words)
        apart = SIGNS.sub(" ", shown).split()
        hint: str | Remedy = "write the number before each, as in  2 wood 1 stone"
        if apart != words and all(n.isdecimal() for n in apart[::2]):
            hint = change(
                f"separate them by blanks:  {' '.join(apart)}", span, " ".join(apart)
            )
        world.report(
            "bad-cell",
            span,
            f"so many of each {enum} belong here, and this is `{shown}`",
            hint=hint,
        )
        return BAD
    found = [_enum_index(world, word, enum, span) for word in words[1::2]]
    if BAD in found:
        return BAD
    for number, index in zip(numbers[::2], found, strict=True):
        assert isinstance(index, int)
        amounts[index] += number or 0
    return tuple(amounts)


def _inline_table(world: Declared, table: TableSymbol) -> None:
    columns = (*table.keys, *table.values)
    for row in table.decl.rows:
        if len(row.cells) != len(columns):
            names = " | ".join(name for name, _ in columns)
            world.report(
                "bad-table-row",
                row.span,
                f"`{table.name}` has {len(columns)} columns, and this row has "
                f"{len(row.cells)}",
                labels=[Label(table.span, f"the columns are {names}")]
                if table.span
                else [],
                hint="separate the cells with |",
            )
            continue
        values: list[object] = []
        spans = row.cell_spans
        for cell, (name, kind), span in zip(row.cells, columns, spans, strict=True):
            values.append(_cell(world, cell, kind, span, name))
        if BAD in values:
            continue
        cut = len(table.keys)
        table.rows.append((tuple(values[:cut]), tuple(values[cut:])))
        table.places.append(row.span)


def _cell(
    world: Declared, cell: tuple[nodes.Expr, ...], kind: Type, span: Span, name: str
) -> object:
    if len(cell) == 1 and isinstance(cell[0], nodes.NoneValue) and _may_be_empty(kind):
        cell = ()
    if isinstance(kind, ListType):
        parts = [literal(world, part, kind.item) for part in cell]
        return BAD if BAD in parts else tuple(parts)
    if isinstance(kind, SetType) and isinstance(kind.item, EnumType):
        parts = [literal(world, part, kind.item) for part in cell]
        if BAD in parts:
            return BAD
        return sum({1 << index for index in parts if isinstance(index, int)})
    if isinstance(kind, BundleType):
        words = [_word(part) for part in cell]
        numbers = [constant_int(world, part) for part in cell]
        return _bundle(world, words, numbers, kind.enum, span)
    if isinstance(kind, TupleType) and len(cell) == len(kind.items):
        pairs = zip(cell, kind.items, strict=True)
        parts = [literal(world, part, inner) for part, inner in pairs]
        return BAD if BAD in parts else tuple(parts)
    if len(cell) != 1:
        world.report(
            "bad-cell",
            span,
            f"`{name}` holds one {kind}, and here are {len(cell)} values",
            hint="declare the column as  list of ...  for several of them",
        )
        return BAD
    return literal(world, cell[0], kind)


def _word(part: nodes.Expr) -> str:
    match part:
        case nodes.Name(text=text):
            return text
        case nodes.Int(value=value):
            return str(value)
        case _:
            return "?"


def _check_rows(world: Declared, table: TableSymbol, *, whole: bool) -> None:
    """Two rows for one case, and, if every row could be read, a case without a row."""
    seen: dict[tuple[object, ...], Span] = {}
    for (key, _), place in zip(table.rows, table.places, strict=True):
        if key in seen:
            world.report(
                "duplicate-row",
                place,
                f"`{table.name}` has two rows for {_case(world, table, key)}",
                mark="again",
                labels=[Label(seen[key], "the first one")],
                hint="remove one of them",
            )
        seen.setdefault(key, place)
    domains = [_domain(world, kind) for _, kind in table.keys]
    if table.decl.default is not None or not whole or any(d is None for d in domains):
        return
    every = [domain for domain in domains if domain is not None]
    number = prod(map(_count, every)) - len(seen)
    if number > 0:
        missing = next(key for key in _keys(every) if key not in seen)
        more = f" and {number - 1:,} more" if number > 1 else ""
        world.report(
            "missing-row",
            table.span or table.decl.span,
            f"`{table.name}` has no row for {_case(world, table, missing)}{more}",
            mark="incomplete",
            hint="add it, or say what else counts:  , otherwise 0",
        )


def _keys(domains: Sequence[Sequence[object]]) -> Iterator[tuple[object, ...]]:
    """Like `product`, which would first write down a range of millions."""
    if not domains:
        yield ()
        return
    for first in domains[0]:
        for rest in _keys(domains[1:]):
            yield (first, *rest)


def _case(world: Declared, table: TableSymbol, key: tuple[object, ...]) -> str:
    """What a row is about, such as `scoring 1, kind tower`."""
    return ", ".join(
        f"{name} {_shown(world, value, kind)}"
        for value, (name, kind) in zip(key, table.keys, strict=True)
    )


def _shown(world: Declared, value: object, kind: Type) -> str:
    if isinstance(kind, EnumType) and isinstance(value, int):
        return world.enum(kind.name).values[value].name
    return "none" if value is None else str(value)


# ---- CSV -------------------------------------------------------------------


def _rows(
    world: Declared, source: nodes.Text, read: Read
) -> tuple[list[str], list[tuple[int, list[str], str]]] | None:
    """The header and the rows, each with its line number and its text."""
    text = read(beside(world.file.path, source.span, source.value))
    if text is None:
        world.report(
            "unreadable-table",
            source.span,
            f'there is no readable file "{source.value}"',
            mark="not found",
            hint="the name counts from the folder of the rules file",
        )
        return None
    lines = lines_of(text)
    most = world.limits.collection
    if len(lines) > most + 1:
        world.report(
            "too-large",
            source.span,
            f"the file has {len(lines):,} lines, and {most:,} rows are read at most "
            "(the limit `collection`)",
            mark="too many",
        )
        return None
    rows: list[tuple[int, list[str], str]] = []
    reader = csv.reader(io.StringIO("\n".join(lines)), strict=True)
    try:
        for row in reader:
            if row and any(cell.strip() for cell in row):
                number = reader.line_num
                rows.append((number, row, lines[number - 1] if lines else ""))
    except csv.Error as error:
        number = reader.line_num
        span = Span(
            shown_path(source.span, source.value), max(1, number), 1, max(1, number), 2
        )
        world.report(
            "bad-table-row",
            span,
            f"this line cannot be read as CSV ({error})",
            hint="put texts with commas between double quotes, and close the quotes",
        )
        return None
    if not rows:
        world.report(
            "unreadable-table", source.span, f'the file "{source.value}" is empty'
        )
        return None
    return [cell.strip() for cell in rows[0][1]], rows[1:]


def _cell_span(path: str, line: int, text: str, row: list[str], column: int) -> Span:
    start = sum(len(cell) + 1 for cell in row[:column])
    if '"' in text:
        start = max(0, text.find(row[column])) if row[column] else 0
    width = max(1, len(row[column]))
    return Span(path, line, start + 1, line, start + 1 + width)


def _separated(header: list[str]) -> str | None:
    """What to do about a file whose columns are not separated by commas."""
    for sign, name in ((";", "semicolons"), ("\t", "tabs")):
        if len(header) == 1 and sign in header[0]:
            return f"separate the columns by commas, not by {name}"
    return None


def _columns(
    world: Declared,
    source: nodes.Text,
    header: list[str],
    wanted: list[str],
    extra: Callable[[str], bool],
) -> dict[str, int] | None:
    """Where each column stands; problems are placed in the header.

    Where columns are missing, those that nobody asked for are not told of as well:
    most likely it is the wrong file.
    """
    path = shown_path(source.span, source.value)
    label = Label(source.span, "read from here")
    found: dict[str, int] = {}
    strange: list[tuple[str, Span]] = []
    good = True
    for position, name in enumerate(header):
        span = _cell_span(path, 1, ",".join(header), header, position)
        if name in found:
            world.report("extra-column", span, f"the column `{name}` appears twice")
            good = False
        elif name in wanted or extra(name):
            found[name] = position
        elif not world.excuses(name, wanted, "field"):
            strange.append((name, span))
    missing = [n for n in wanted if n not in found and n not in world.broken]
    good = good and all(name in found for name in wanted)
    for name, span in list(strange):
        close = nearest(name, missing, 1)
        if close:
            meant = change(f'did you mean "{close[0]}"?', span, close[0])
            _extra_column(world, name, span, label, meant)
            missing.remove(close[0])
            strange.remove((name, span))
            good = False
    if missing:
        names = " and ".join(f"`{name}`" for name in missing)
        one = len(missing) == 1
        world.report(
            "missing-column",
            Span(path, 1, 1, 1, 1 + max(1, len(",".join(header)))),
            f"the {'column' if one else 'columns'} {names} {'is' if one else 'are'} "
            "missing",
            labels=[label],
            hint=_separated(header) or f"the file needs the columns {','.join(wanted)}",
        )
        return None
    for name, span in strange:
        _extra_column(world, name, span, label, "remove it, or declare such a field")
    return found if good and not strange else None


def _extra_column(
    world: Declared, name: str, span: Span, label: Label, hint: str | Remedy
) -> None:
    message = f"no field is called `{name}`"
    world.report("extra-column", span, message, labels=[label], hint=hint)


def _complete(
    world: Declared, path: str, header: list[str], line: int, row: list[str], text: str
) -> bool:
    if len(row) == len(header):
        return True
    world.report(
        "bad-table-row",
        Span(path, line, 1, line, max(2, len(text) + 1)),
        f"this row has {counted(len(row), 'cell')}, and the header has {len(header)}",
        hint="put texts with commas between double quotes",
    )
    return False


def _csv_table(
    world: Declared, table: TableSymbol, source: nodes.Text, read: Read
) -> None:
    data = _rows(world, source, read)
    if data is None:
        return
    header, rows = data
    path = shown_path(source.span, source.value)
    columns = (*table.keys, *table.values)
    places = _columns(world, source, header, [n for n, _ in columns], lambda _: False)
    if places is None:
        return
    for line, row, text in rows:
        if not _complete(world, path, header, line, row, text):
            continue
        values = []
        for name, kind in columns:
            span = _cell_span(path, line, text, row, places[name])
            values.append(_cell_text(world, row[places[name]], kind, span))
        if BAD not in values:
            cut = len(table.keys)
            table.rows.append((tuple(values[:cut]), tuple(values[cut:])))
            table.places.append(Span(path, line, 1, line, max(2, len(text) + 1)))


def _csv_cards(
    world: Supplying,
    component: ComponentSymbol,
    supply: nodes.SupplyLine,
    source: nodes.Text,
    read: Read,
) -> list[Card]:
    text = read(beside(world.file.path, source.span, source.value))
    on = (text, component.name, *_printed(world, component))
    if on not in _read:
        before = len(world.told)
        with noting_uses() as used:
            cards = _cards_of_rows(world, component, supply, source, read)
        if len(world.told) > before or id(supply) in world.partial:
            for symbol in used:
                symbol.used = True
            return cards
        if len(_read) >= MOST_READ:
            _read.pop(next(iter(_read)), None)
        values = {(v.enum, v.index) for v in used if isinstance(v, ValueSymbol)}
        named = component.fields.get("name") in used
        _read[on] = _Cards((*cards,), frozenset(values), named)
    found = _read[on]
    for enum, index in found.values:
        symbol = world.enum(enum)
        symbol.used = symbol.values[index].used = True
    if found.named:
        component.fields["name"].used = True
    return [*found.cards]


@frozen
class _Cards:
    """The components of a file in which nothing is wrong, and what is used in it.

    `values` are those of enums, each with its place; `named` whether there are names.
    """

    cards: tuple[Card, ...]
    values: frozenset[tuple[str, int]]
    named: bool


_read: dict[tuple[object, ...], _Cards] = {}
"""What was read last, by all that it hangs on: editors ask again after every letter."""

MOST_READ = 64


def _printed(world: Declared, component: ComponentSymbol) -> Iterator[object]:
    """What the values in the columns of a component hang on, beside their texts."""
    yield world.limits.collection
    for field in component.fields.values():
        variable = turning(world, component.name, field)
        number = 0 if variable is None else len(sides(world, variable.type))
        yield field.name, field.span is None, field.type, field.by is None, number
    for enum in world.each(EnumSymbol):
        yield enum.name, tuple(value.name for value in enum.values)


def _cards_of_rows(
    world: Supplying,
    component: ComponentSymbol,
    supply: nodes.SupplyLine,
    source: nodes.Text,
    read: Read,
) -> list[Card]:
    world.partial.add(id(supply))  # until every row has been read
    data = _rows(world, source, read)
    if data is None:
        return []
    header, rows = data
    path = shown_path(source.span, source.value)
    fields = [f for f in component.fields.values() if f.span is not None]
    empty = {f.name: _nothing(world, f.type) for f in fields}
    nothing = {f.name: _nothing_on(world, f.one) for f in fields if f.by is not None}
    blank = [
        n
        for n, value in empty.items()
        if value is not BAD and n not in header and nothing.get(n) is not BAD
    ]
    wanted = [f.name for f in fields if f.name not in blank]

    def extra(name: str) -> bool:
        return name in ("name", "copies") or name.startswith("label_")

    places = _columns(world, source, header, wanted, extra)
    if places is None:
        return []
    if "name" in places:
        component.fields["name"].used = True
    found: list[tuple[int, Card]] = []
    whole = True
    for line, row, text in rows:
        cards: list[tuple[int, Card]] = []
        if _complete(world, path, header, line, row, text):
            cards = list(_card(world, component, path, places, line, row, text))
        whole = whole and bool(cards)
        more = tuple(
            pair
            for name in blank
            for pair in _sides(world, component, component.fields[name], empty[name])
        )
        found += [
            (copies, evolve(card, fields=(*card.fields, *more)))
            for copies, card in cards
        ]
    most = world.limits.collection
    if sum(copies for copies, _ in found) > most:
        world.report(
            "too-large",
            source.span,
            f"the file lists more than {most:,} components (the limit `collection`)",
            mark="too many",
        )
        return []
    if whole:
        world.partial.discard(id(supply))
    return [card for copies, card in found for _ in range(copies)]


def _nothing(world: Declared, kind: Type) -> object:
    """The value of an empty cell; a column of such cells may be left out."""
    match kind:
        case OptionalType():
            return None
        case BoolType():
            return False
        case SetType(EnumType()):
            return 0
        case ListType():
            return ()
        case BundleType(enum):
            return (0,) * len(world.enum(enum).values)
        case _:
            return BAD


def _card(
    world: Declared,
    component: ComponentSymbol,
    path: str,
    places: dict[str, int],
    line: int,
    row: list[str],
    text: str,
) -> Iterator[tuple[int, Card]]:
    """The component of a row, and how many copies there are of it."""
    values: list[tuple[str, object]] = []
    labels: list[tuple[str, str]] = []
    copies = 1
    good = True
    for name, place in places.items():
        span = _cell_span(path, line, text, row, place)
        if name.startswith("label_"):
            labels.append((name.removeprefix("label_"), row[place].strip()))
        elif name == "copies":
            value = _cell_text(world, row[place], IntType(0, 999), span)
            if isinstance(value, int) and value is not BAD:
                copies = value
            else:
                good = False
        else:
            field = component.fields[name]
            if field.by is None:
                value = _cell_text(world, row[place], field.type, span)
            else:
                value = _several(world, component, field, row[place], span)
            good = good and value is not BAD
            values += _sides(world, component, field, value)
    if good:
        yield copies, Card(component.name, tuple(values), tuple(labels), line)
