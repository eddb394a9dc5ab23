"""The parts of a file: symbols, folds, and the words in their colours."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from lsprotocol import types as lsp

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.words import KEYWORDS
from rulesrun.language_server.analysis import Analysis
from rulesrun.language_server.places import range_of, units

Kind = lsp.SymbolKind

KINDS: dict[type[nodes.Declaration], Kind] = {
    nodes.Game: Kind.Package,
    nodes.OptionDecl: Kind.Property,
    nodes.EnumDecl: Kind.Enum,
    nodes.ComponentDecl: Kind.Class,
    nodes.PieceDecl: Kind.Class,
    nodes.BoardDecl: Kind.Module,
    nodes.TableDecl: Kind.Array,
    nodes.MapDecl: Kind.Array,
    nodes.Neutral: Kind.Object,
    nodes.ConstantDecl: Kind.Constant,
    nodes.FunctionDecl: Kind.Function,
    nodes.ConditionDecl: Kind.Function,
    nodes.ShownDecl: Kind.Function,
    nodes.RuleDecl: Kind.Method,
    nodes.ActionDecl: Kind.Event,
    nodes.EventDecl: Kind.Event,
    nodes.AmountDecl: Kind.Function,
}
"""How editors show the declarations that have a name."""

TOKENS = "keyword type enumMember variable property parameter function method event \
string number comment operator decorator".split()
"""The kinds of words, as the protocol calls them."""

COLOURS: dict[type[sym.Symbol], str] = {
    sym.ActionSymbol: "event",
    sym.AmountSymbol: "function",
    sym.BoardSymbol: "type",
    sym.ComponentSymbol: "type",
    sym.ConstantSymbol: "variable",
    sym.EnumSymbol: "type",
    sym.EventSymbol: "event",
    sym.FieldSymbol: "property",
    sym.ConditionSymbol: "function",
    sym.FunctionSymbol: "function",
    sym.ShownSymbol: "function",
    sym.LocalSymbol: "parameter",
    sym.OptionSymbol: "variable",
    sym.PieceSymbol: "type",
    sym.RuleSymbol: "method",
    sym.TableSymbol: "variable",
    sym.ValueSymbol: "enumMember",
    sym.VariableSymbol: "property",
}
"""The kind of word of each kind of symbol."""

_WORDS = re.compile(
    r'(?P<string>"[^"]*"?)|(?P<comment>\#.*)|(?P<decorator>@[A-Z]+-[A-Z]?[0-9]+(?:\.\.[0-9]+)?)'
    r"|(?P<number>\b[0-9]+)|(?P<name>[^\W\d]\w*)"
)


NONE = -1
"""No colour."""

_COLOUR_OF = {kind: TOKENS.index(colour) for kind, colour in COLOURS.items()}


class _Word(NamedTuple):
    """A word in a row: our column, the protocol's place and size, and its own colour."""

    column: int
    start: int
    size: int
    colour: int
    is_name: bool


def symbols(analysis: Analysis) -> list[lsp.DocumentSymbol]:
    """The declarations of a file, and what stands in them."""
    file = analysis.world.file if analysis.world is not None else None
    declarations = file.declarations if file is not None else ()
    own = [decl for decl in declarations if decl.span.path == analysis.path]
    if not own:
        return []
    after = [decl.span.line for decl in own[1:]] + [len(analysis.lines) + 1]
    document_symbols: list[lsp.DocumentSymbol] = []
    for decl, end in zip(own, after, strict=True):
        title, kind, inner = _caption(analysis, decl)
        if kind is None:
            continue
        last = end - 1
        while last > decl.span.line and not _says(analysis.lines[last - 1]):
            last -= 1
        ends = Span("", last, 1, last, len(analysis.lines[last - 1]) + 1)
        document_symbols.append(
            lsp.DocumentSymbol(
                name=title or "_",
                kind=kind,
                range=range_of(analysis.lines, decl.span.to(ends)),
                selection_range=_name_range(analysis, decl),
                children=inner,
            )
        )
    return document_symbols


def _says(row: str) -> bool:
    return bool(row.strip()) and not row.strip().startswith("#")


def _name_range(analysis: Analysis, node: nodes.Node) -> lsp.Range:
    span = getattr(node, "name_span", None)
    if not isinstance(span, Span) or span.line != node.span.line:
        span = node.span
    return range_of(analysis.lines, Span("", *_one_line(analysis, span)))


def _one_line(analysis: Analysis, span: Span) -> tuple[int, int, int, int]:
    end = span.end_column
    if span.end_line != span.line:
        end = len(analysis.lines[span.line - 1]) + 1
    return span.line, span.column, span.line, end


def _caption(
    analysis: Analysis, decl: nodes.Decl
) -> tuple[str, Kind | None, list[lsp.DocumentSymbol]]:
    """How a declaration is called in an outline, its kind, and what it holds."""

    def inner(
        parts: Sequence[nodes.EnumValue | nodes.FieldDecl | nodes.Variable], kind: Kind
    ) -> list[lsp.DocumentSymbol]:
        return [
            lsp.DocumentSymbol(
                name=part.name,
                kind=kind,
                range=range_of(
                    analysis.lines, Span("", *_one_line(analysis, part.span))
                ),
                selection_range=range_of(
                    analysis.lines, Span("", *_one_line(analysis, part.span))
                ),
            )
            for part in parts
        ]

    match decl:
        case nodes.ScenarioDecl():
            return decl.title, Kind.Boolean, []
        case nodes.StateDecl(owner=owner):
            title = "state" if owner is None else f"each {owner.name or owner.kind}"
            return title, Kind.Struct, inner(decl.variables, Kind.Field)
        case nodes.Play():
            return "play", Kind.Method, []
        case nodes.AlwaysDecl():
            return "always", Kind.Boolean, []
        case nodes.Supply():
            return "supply", Kind.Array, []
        case nodes.HandlerDecl():
            return f"when {decl.event}", Kind.Event, []
        case nodes.AdjustDecl():
            return f"adjust {decl.amount}", Kind.Function, []
        case nodes.EnumDecl():
            return decl.name, Kind.Enum, inner(decl.values, Kind.EnumMember)
        case nodes.ComponentDecl():
            return decl.name, Kind.Class, inner(decl.fields, Kind.Field)
        case _:
            name = str(getattr(decl, "name", ""))
            return name, KINDS.get(type(decl)), []


def folds(lines: list[str]) -> list[lsp.FoldingRange]:
    """Lines under which deeper ones stand, and comments of several lines."""
    folding_ranges: list[lsp.FoldingRange] = []
    opened: list[tuple[int, int]] = []  # indentation, line
    last = -1
    for number, row in enumerate(lines):
        text = row.strip()
        if not text or text.startswith("#"):
            continue
        indent = len(row) - len(row.lstrip(" "))
        while opened and opened[-1][0] >= indent:
            start = opened.pop()[1]
            if last > start:
                folding_ranges.append(lsp.FoldingRange(start, last))
        opened.append((indent, number))
        last = number
    folding_ranges += [
        lsp.FoldingRange(start, last) for _, start in opened if last > start
    ]
    begun: int | None = None
    for number, row in enumerate([*lines, ""]):
        if row.strip().startswith("#"):
            begun = number if begun is None else begun
        elif begun is not None:
            if number - begun > 1:
                kind = lsp.FoldingRangeKind.Comment
                folding_ranges.append(lsp.FoldingRange(begun, number - 1, kind=kind))
            begun = None
    return sorted(folding_ranges, key=lambda fold: fold.start_line)


def tokens(analysis: Analysis) -> list[int]:
    """The words of a file with their colours, as the protocol packs them."""
    names = analysis.occurrences
    data: list[int] = []
    last = 0
    for number, row in enumerate(analysis.lines):
        there = names.in_line(analysis.path, number + 1)
        before = 0
        for word in _words(row):
            one = there.get(word.column)
            if one is None or not word.is_name:
                colour = word.colour
            else:
                colour = _COLOUR_OF.get(type(one.symbol), NONE)
            if colour == NONE:
                continue
            data += (number - last, word.start - before, word.size, colour, 0)
            last, before = number, word.start
    return data


@lru_cache(maxsize=1 << 14)
def _words(row: str) -> tuple[_Word, ...]:
    """The words of a row; most rows are as they were when they were asked for before."""
    result = []
    for word in _WORDS.finditer(row):
        kind = word.lastgroup or ""
        is_name = kind == "name"
        if is_name:
            kind = "keyword" if word[0] in KEYWORDS else ""
        result.append(
            _Word(
                word.start() + 1,
                units(row[: word.start()]),
                units(word[0]),
                TOKENS.index(kind) if kind in TOKENS else NONE,
                is_name,
            )
        )
    return tuple(result)
