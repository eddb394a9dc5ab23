"""The value of a cell: one that is written in the rules, and one of a CSV file."""

import re

from rulesrun.dsl.problems.diagnostics import Remedy
from rulesrun.dsl.problems.remedies import change, near
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

BAD = object()
"""What a cell that does not fit its column counts as."""


SIGNS = re.compile(r"[+,;&/|]")
"""What people write between the values of a set instead of blanks."""


def literal(world: Declared, node: nodes.Expr, kind: t.Type) -> object:
    """The value of a cell written in the rules file."""
    if t.is_unclear(kind):
        return BAD
    match node, kind:
        case nodes.NoneValue(), t.OptionalType():
            return None
        case _, t.OptionalType(inner):
            return literal(world, node, inner)
        case nodes.Name(text=text), t.EnumType(name):
            return _enum_index(world, text, name, node.span)
        case nodes.Bool(value=value), t.BoolType():
            return value
        case nodes.Text(value=value), t.TextType():
            return value
        case nodes.Name(text=text), t.TextType():
            return text
        case nodes.TupleOf(items=items), t.TupleType(kinds) if len(items) == len(kinds):
            pairs = zip(items, kinds, strict=True)
            return tuple(literal(world, i, k) for i, k in pairs)
        case nodes.SetOf(items=items), t.SetType(t.EnumType() as item):
            members = [literal(world, i, item) for i in items]
            if all(isinstance(m, int) for m in members):
                return sum({1 << m for m in members if isinstance(m, int)})
            return BAD
        case nodes.BundleOf(pairs=pairs), t.BundleType(enum):
            return _bundle_literal(world, pairs, enum)
        case nodes.SetOf(items=()), t.BundleType(enum):
            return _bundle_literal(world, (), enum)
        case nodes.ListOf(items=items), t.ListType(item):
            parts = [literal(world, i, item) for i in items]
            return BAD if BAD in parts else tuple(parts)
        case _, t.IntType(low, high):
            number = constant_int(world, node)
            if number is not None:
                return _in_range(world, number, low, high, node.span)
        case _:
            pass
    actual = ""
    match node:
        case nodes.Name(text=word) | nodes.Text(value=word):
            actual = f", and this is `{word}`"
        case nodes.Int(value=number):
            actual = f", and this is {number}"
        case _:
            pass
    return _of_another_type(world, node.span, kind, actual)


def _of_another_type(world: Declared, span: Span, kind: t.Type, actual: str) -> object:
    world.report(
        "bad-cell",
        span,
        f"a {kind} belongs here{actual}",
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
        number = literal(world, amount, t.IntType())
        if isinstance(index, int) and isinstance(number, int):
            amounts[index] += number
        else:
            good = False
    return tuple(amounts) if good else BAD


def written_cell(
    world: Declared, cell: tuple[nodes.Expr, ...], kind: t.Type, span: Span, name: str
) -> object:
    """The value of a cell of a table that stands in the rules; `name` is its column."""
    if len(cell) == 1 and isinstance(cell[0], nodes.NoneValue) and _may_be_empty(kind):
        cell = ()
    if isinstance(kind, t.ListType):
        parts = [literal(world, part, kind.item) for part in cell]
        return BAD if BAD in parts else tuple(parts)
    if isinstance(kind, t.SetType) and isinstance(kind.item, t.EnumType):
        parts = [literal(world, part, kind.item) for part in cell]
        if BAD in parts:
            return BAD
        return sum({1 << index for index in parts if isinstance(index, int)})
    if isinstance(kind, t.BundleType):
        words = [_word(part) for part in cell]
        numbers = [constant_int(world, part) for part in cell]
        return _bundle(world, words, numbers, kind.enum, span)
    if isinstance(kind, t.TupleType) and len(cell) == len(kind.items):
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


def read_cell(world: Declared, text: str, kind: t.Type, span: Span) -> object:
    """The value of a CSV cell."""
    text = text.strip()
    if text == "none" and _may_be_empty(kind):
        text = ""
    if t.is_unclear(kind):
        return BAD
    match kind:
        case t.OptionalType(inner):
            return None if text in ("", "none") else read_cell(world, text, inner, span)
        case t.EnumType(enum):
            return _enum_index(world, text, enum, span)
        case t.TextType():
            return text
        case t.BoolType():
            truths = {"yes": True, "true": True, "1": True}
            truths |= {"no": False, "false": False, "0": False, "": False}
            if text.lower() in truths:
                return truths[text.lower()]
        case t.IntType(low, high):
            if text.lstrip("-").isdigit() and text.isascii():
                return _in_range(world, int(text), low, high, span)
        case t.SetType(t.EnumType(enum)):
            return _enum_set(world, text.split(), enum, span)
        case t.ListType(t.EnumType(enum)):
            parts = [
                _enum_index(world, word, enum, span, several=True)
                for word in text.split()
            ]
            return BAD if BAD in parts else tuple(parts)
        case t.ListType(item):
            parts = [read_cell(world, word, item, span) for word in text.split()]
            return BAD if BAD in parts else tuple(parts)
        case t.BundleType(enum):
            words = text.split()
            numbers = [int(w) if w.isascii() and w.isdigit() else None for w in words]
            return _bundle(world, words, numbers, enum, span)
        case _:
            pass
    quoted_text = f"`{text}`" if text else "an empty cell"
    return _of_another_type(world, span, kind, f", and this is {quoted_text}")


def _may_be_empty(kind: t.Type) -> bool:
    """Whether `none` in a cell says that nothing is in a collection."""
    if isinstance(kind, t.ListType):
        return not isinstance(kind.item, t.TextType)
    return isinstance(kind, t.SetType | t.BundleType)


def empty_value(world: Declared, kind: t.Type) -> object:
    """The value of an empty cell; a column of such cells may be left out."""
    match kind:
        case t.OptionalType():
            return None
        case t.BoolType():
            return False
        case t.SetType(t.EnumType()):
            return 0
        case t.ListType():
            return ()
        case t.BundleType(enum):
            return (0,) * len(world.enum(enum).values)
        case _:
            return BAD


def empty_side(world: Declared, kind: t.Type) -> object:
    """The value for a side on which nothing is printed."""
    match kind:
        case t.IntType(low, high) if (low or 0) <= 0 <= (high or 0):
            return 0
        case _:
            return empty_value(world, kind)


def _bundle(
    world: Declared, words: list[str], numbers: list[int | None], enum: str, span: Span
) -> object:
    """The value of a cell such as `2 wood 1 stone`; an empty one holds nothing."""
    amounts = [0] * len(world.enum(enum).values)
    if len(words) % 2 or None in numbers[::2]:
        cell_text = " ".join(words)
        apart = SIGNS.sub(" ", cell_text).split()
        hint: str | Remedy = "write the number before each, as in  2 wood 1 stone"
        if apart != words and all(n.isdecimal() for n in apart[::2]):
            hint = change(
                f"separate them by blanks:  {' '.join(apart)}", span, " ".join(apart)
            )
        world.report(
            "bad-cell",
            span,
            f"the number of each {enum} belongs here, and this is `{cell_text}`",
            hint=hint,
        )
        return BAD
    result = [_enum_index(world, word, enum, span) for word in words[1::2]]
    if BAD in result:
        return BAD
    for number, index in zip(numbers[::2], result, strict=True):
        assert isinstance(index, int)
        amounts[index] += number or 0
    return tuple(amounts)


def _enum_set(world: Declared, words: list[str], enum: str, span: Span) -> object:
    """The value of a cell such as `east west`; every word that is no value is told."""
    result = [_enum_index(world, word, enum, span, several=True) for word in words]
    if BAD in result:
        return BAD
    return sum({1 << index for index in result if isinstance(index, int)})


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
