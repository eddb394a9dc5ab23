"""What can be written at a place: names that are known there, and words of the language.

The line under the cursor can seldom be read as it stands. So a probe is put where the
name is to be written, with what would make the line whole, and the rules are understood
with it: then the names in sight there, and the type that is wanted, are known.

More than 400 lines: one method a kind of place, all of which ask the same probe.
"""

import re
from collections.abc import Iterable, Iterator

from attrs import frozen
from lsprotocol import types as lsp

from rulesrun.dsl import nodes
from rulesrun.dsl.compile import probe_rules
from rulesrun.dsl.inference.access import field_of, fields_of
from rulesrun.dsl.inference.infer import Inference
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.parse import parse
from rulesrun.dsl.probing import PROBE, Probe
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AmountSymbol,
    BoardSymbol,
    ComponentSymbol,
    EnumSymbol,
    EventSymbol,
    FunctionSymbol,
    LocalSymbol,
    PieceSymbol,
    RuleSymbol,
    Symbol,
    ValueSymbol,
    VariableSymbol,
)
from rulesrun.dsl.value_types import (
    EnumType,
    Type,
    UnknownType,
    element,
    fits,
    spelled,
    without_none,
)
from rulesrun.dsl.vocabulary import DECLARATIONS, INNER, STATEMENTS
from rulesrun.dsl.words import BUILTIN_NAMES, FUNCTIONS, ZONES
from rulesrun.dsl.world import World
from rulesrun.language_server.analysis import Analysis, Workspace
from rulesrun.language_server.describing import description, signature

Kind = lsp.CompletionItemKind

NAMED_AFTER: dict[str, tuple[type[Symbol], ...]] = {
    "do": (RuleSymbol,),
    "start": (RuleSymbol,),
    "raise": (EventSymbol,),
    "when": (EventSymbol,),
    "adjust": (AmountSymbol,),
    "can": (ActionSymbol,),
}
"""The kinds of names that follow a word of the language."""

KINDS: dict[type[Symbol], Kind] = {
    ActionSymbol: Kind.Event,
    AmountSymbol: Kind.Function,
    BoardSymbol: Kind.Module,
    ComponentSymbol: Kind.Class,
    EnumSymbol: Kind.Enum,
    EventSymbol: Kind.Event,
    FunctionSymbol: Kind.Function,
    LocalSymbol: Kind.Variable,
    PieceSymbol: Kind.Class,
    RuleSymbol: Kind.Method,
    ValueSymbol: Kind.EnumMember,
    VariableSymbol: Kind.Field,
}
"""How editors show each kind of symbol."""

WORDS_OF_TYPES = """
    int bool player cell text place edge side list set bundle grid ordered row of
""".split()
VALUES = "true false none not count some every all the".split()

HEADS = frozenset("if else while for repeat turn phase best when".split())
"""Lines that begin with these end in a colon and open a block."""

ENDINGS = (
    "",
    " rounded down",
    " else 0",
    " to x",
    " from x to x",
    " in players",
    " has true",
    " = 0",
    " wins",
)
"""With one of these, almost any line that has been begun can be read."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")
_TYPED = re.compile(r"(->|\bof|[\w\"\]]:)\s*$")


@frozen
class Place:
    """Where something is to be written: the line up to there, and the word begun."""

    rows: list[str]
    line: int
    before: str
    begun: str
    after: str

    @property
    def last(self) -> str:
        """The word or sign before the one that is begun."""
        found = re.search(r"([A-Za-z_][A-Za-z0-9_]*|\S)\s*$", self.before)
        return found[1] if found else ""

    @property
    def start(self) -> str:
        """The word that begins the line."""
        words = self.before.split()
        return words[0].rstrip(":") if words else ""


def place_at(rows: list[str], line: int, column: int) -> Place:
    """The place in a text; `line` counts from 1, `column` from 1."""
    row = rows[line - 1] if line <= len(rows) else ""
    left, right = row[: column - 1], row[column - 1 :]
    found = _WORD.search(left)
    begun = found[0] if found else ""
    rest = re.sub(r"^[A-Za-z0-9_]+", "", right)
    return Place(rows, line, left.removesuffix(begun), begun, rest)


def completions(
    workspace: Workspace, path: str, line: int, column: int
) -> list[lsp.CompletionItem]:
    """What can be written there, the most fitting first."""
    good = workspace.good(path)
    text = workspace.text(path)
    if good is None or good.world is None or text is None:
        return []
    place = place_at(text.split("\n"), line, column)
    said = place.before
    if said.count('"') % 2 or "#" in re.sub(r'"[^"]*"', "", said):
        return []
    cited = re.search(r"@([A-Z]*-?[A-Z]?[0-9]*)$", said + place.begun)
    if cited:
        return list(_paragraphs(good, cited[1]))
    wanted = NAMED_AFTER.get(place.last)
    if wanted is not None and (place.last != "when" or said == "when "):
        return _symbols(good, good.world, _of_kinds(good.world, wanted))
    if not said.strip():
        return list(_beginnings(good, place))
    if _TYPED.search(said) and (place.last != ":" or _declares(place)):
        return list(_types(good, good.world))
    return list(_values(workspace, good, path, place))


def _declares(place: Place) -> bool:
    """Whether a colon in this line is followed by a type."""
    inside = place.before.count("(") > place.before.count(")")
    if place.start in DECLARATIONS:
        return inside or place.start in ("option", "function")
    kind = _block(place)
    return kind in ("state", "each", "card", "tile")


def _block(place: Place) -> str:
    """The word that begins the block of a line."""
    for row in reversed(place.rows[: place.line - 1]):
        if row[:1].isalpha():
            return row.split(maxsplit=1)[0].rstrip(":")
    return ""


# ---- what is offered -----------------------------------------------------------------


def _item(
    name: str, kind: Kind, detail: str = "", about: str = "", order: str = "5"
) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=name,
        kind=kind,
        detail=detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, about)
        if about
        else None,
        sort_text=f"{order}{name}",
    )


def _symbols(
    good: Analysis, world: World, symbols: Iterable[Symbol], order: str = "4"
) -> list[lsp.CompletionItem]:
    return [
        _item(
            symbol.name,
            KINDS.get(type(symbol), Kind.Value),
            signature(symbol),
            description(good, symbol),
            order,
        )
        for symbol in symbols
    ]


def _of_kinds(world: World, kinds: tuple[type[Symbol], ...]) -> Iterator[Symbol]:
    return (s for s in world.names.values() if isinstance(s, kinds))


def _paragraphs(good: Analysis, begun: str) -> Iterator[lsp.CompletionItem]:
    for number, one in good.paragraphs.items():
        if number.startswith(begun):
            about = f"**{number}** {one.text}"
            yield _item(number, Kind.Reference, one.text[:60], about)


def _beginnings(good: Analysis, place: Place) -> Iterator[lsp.CompletionItem]:
    if not place.before:
        for word, example in DECLARATIONS.items():
            yield _item(word, Kind.Keyword, example)
        return
    kind = _block(place)
    if kind in INNER and kind != "scenario":
        what, example = INNER[kind]
        yield _item(example.split()[0].rstrip(":"), Kind.Snippet, f"{what}: {example}")
        return
    for word, example in STATEMENTS.items():
        yield _item(word, Kind.Keyword, example, order="3")
    if kind == "scenario":
        for word in ("given", "start", "expect", "chance", "player"):
            yield _item(word, Kind.Keyword, order="2")
    assert good.world is not None
    yield from _symbols(good, good.world, good.world.each(VariableSymbol))


def _types(good: Analysis, world: World) -> Iterator[lsp.CompletionItem]:
    kinds = (EnumSymbol, ComponentSymbol, PieceSymbol, BoardSymbol)
    yield from _symbols(good, world, _of_kinds(world, kinds))
    for word in (*WORDS_OF_TYPES, *ZONES):
        yield _item(word, Kind.Keyword)


def _values(
    workspace: Workspace, good: Analysis, path: str, place: Place
) -> Iterator[lsp.CompletionItem]:
    """Names of values: those of a field behind a full stop, else all in sight."""
    probe = Probe()
    world = _probed(workspace, path, place, probe)
    if place.before.endswith("."):
        if world is not None:
            yield from _fields(good, world)
        return
    known = world or good.world
    assert known is not None
    wanted = probe.wanted
    for name, local in probe.locals.items():
        order = "0" if _fits(local.type, wanted) else "1"
        if not name.startswith("_"):
            yield _item(name, Kind.Variable, signature(local), "", order)
    if probe.it is not None:
        yield _item("it", Kind.Variable, f"it: {spelled(probe.it.type)}", "", "1")
    yield from _globals(good, known, wanted)
    for name, text in FUNCTIONS.items():
        shape, _, about = text.partition(": ")
        yield _item(name, Kind.Function, shape, about, "5")
    for word in (*BUILTIN_NAMES, *VALUES):
        yield _item(word, Kind.Keyword, order="6")


def _globals(
    good: Analysis, world: World, wanted: Type | None
) -> Iterator[lsp.CompletionItem]:
    members = {id(v) for group in world.members.values() for v in group.values()}
    for symbol in world.names.values():
        if isinstance(symbol, RuleSymbol | EventSymbol) or id(symbol) in members:
            continue
        kind = getattr(symbol, "type", None) or getattr(symbol, "returns", None)
        order = "2" if _fits(kind, wanted) else "4"
        yield from _symbols(good, world, [symbol], order)
    inner = None if wanted is None else without_none(element(wanted) or wanted)
    for values in world.values.values():
        for value in values:
            if value.span is None and inner != EnumType(value.enum):
                continue
            order = "0" if inner == EnumType(value.enum) else "5"
            yield from _symbols(good, world, [value], order)


def _fits(kind: Type | None, wanted: Type | None) -> bool:
    if kind is None or wanted is None or isinstance(wanted, UnknownType):
        return False
    return fits(kind, wanted)


def _fields(good: Analysis, world: World) -> Iterator[lsp.CompletionItem]:
    """The fields of the value before the probe, each with its type."""
    for decl in world.file.declarations:
        for node in walk(decl):
            if isinstance(node, nodes.Attribute) and node.name == PROBE:
                yield from _fields_of(good, world, node)
                return


def _fields_of(
    good: Analysis, world: World, node: nodes.Attribute
) -> Iterator[lsp.CompletionItem]:
    infer = Inference(world)
    if isinstance(node.of, nodes.Name):
        enum = world.get(EnumSymbol, node.of.text)
        if enum is not None:
            yield from _symbols(good, world, enum.values, "0")
    owner = world.types.get(id(node.of))
    if owner is None:
        return
    each = without_none(owner)
    one = without_none(element(each) or each)
    for kind in dict.fromkeys((each, one)):
        for name in dict.fromkeys(fields_of(infer, kind)):
            asked = nodes.Attribute(
                span=node.span, of=node.of, name=name, name_span=node.name_span
            )
            world.refs.pop(id(asked), None)
            found = field_of(infer, asked, kind)
            symbol = world.refs.get(id(asked))
            if isinstance(symbol, VariableSymbol):
                found = symbol.type
            about = description(good, symbol) if symbol is not None else ""
            detail = f"{name}: {spelled(found)}" if found is not None else name
            yield _item(name, Kind.Field, detail, about, "0")


# ---- the probe -----------------------------------------------------------------------


def _probed(
    workspace: Workspace, path: str, place: Place, probe: Probe
) -> World | None:
    """The rules with a probe at that place, if the line can be made whole."""
    for text in _repaired(place, path):
        return probe_rules(text, path, workspace.read(path), workspace.readings, probe)
    return None


def _repaired(place: Place, path: str) -> Iterator[str]:
    """The text with the probe in it, in the first way in which its block can be read."""
    rows, at = place.rows, place.line - 1
    first = at
    while first and not (rows[first][:1].isalpha()):
        first -= 1
    end = at + 1
    while end < len(rows) and not rows[end][:1].isalpha():
        end += 1
    for changed in _ways(place, rows[first:end], at - first):
        block = "\n".join(changed)
        found = parse(f"language 1\n\n{block}\n", path).file
        declarations = found.declarations if found is not None else ()
        if any(PROBE in (_name_in(n)) for d in declarations for n in walk(d)):
            yield "\n".join([*rows[:first], *changed, *rows[end:]])


def _name_in(node: nodes.Node) -> tuple[str, ...]:
    match node:
        case nodes.Name(text=text):
            return (text,)
        case nodes.Attribute(name=name):
            return (name,)
        case _:
            return ()


def _ways(place: Place, block: list[str], at: int) -> Iterator[list[str]]:
    """The block with the probe, and with each of the endings that may be missing."""
    begun = place.before + PROBE
    yield [*block[:at], begun + place.after, *block[at + 1 :]]
    missing = _closing(begun)
    indent = " " * (len(begun) - len(begun.lstrip()) + 4)
    head = place.start in HEADS or (not begun.startswith(" ") and "=" not in begun)
    for ending in ENDINGS:
        line = begun + missing + ending
        if head:
            yield [*block[:at], f"{line}:", *block[at + 1 :]]
            rest = [""] * max(len(block) - at - 2, 0)
            yield [*block[:at], f"{line}:", f"{indent}pass", *rest]
        else:
            yield [*block[:at], line, *block[at + 1 :]]
            yield [*block[:at], line, *[""] * (len(block) - at - 1)]


def _closing(text: str) -> str:
    """The brackets that are open at the end of a text, closed."""
    opened = ""
    for sign in re.sub(r'"[^"]*"', "", text):
        if sign in "([{":
            opened = ")]}"["([{".index(sign)] + opened
        elif opened.startswith(sign):
            opened = opened[1:]
    return opened
