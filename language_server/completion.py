"""What can be written at a place: names that are known there, and words of the language.

Names of values and fields are those that are known where a probe stands; see `probes.py`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from attrs import frozen
from lsprotocol import types as lsp

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.inference.access import field_of, fields_of
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.probing import PROBE, Probe
from rulesrun.dsl.semantics.world import Typing, World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS, INNER, STATEMENTS
from rulesrun.dsl.syntax.words import BUILTIN_NAMES, SCENARIOS, ZONES
from rulesrun.language_server.analysis import Analysis, Workspace
from rulesrun.language_server.describing import description, signature
from rulesrun.language_server.probes import Place, place_at, probed

Kind = lsp.CompletionItemKind

NAMED_AFTER: dict[str, tuple[type[sym.Symbol], ...]] = {
    "do": (sym.RuleSymbol,),
    "start": (sym.RuleSymbol,),
    "raise": (sym.EventSymbol,),
    "when": (sym.EventSymbol,),
    "adjust": (sym.AmountSymbol,),
    "can": (sym.ActionSymbol,),
}
"""The kinds of names that follow a word of the language."""

KINDS: dict[type[sym.Symbol], Kind] = {
    sym.ActionSymbol: Kind.Event,
    sym.AmountSymbol: Kind.Function,
    sym.BoardSymbol: Kind.Module,
    sym.ComponentSymbol: Kind.Class,
    sym.EnumSymbol: Kind.Enum,
    sym.EventSymbol: Kind.Event,
    sym.ConditionSymbol: Kind.Function,
    sym.FunctionSymbol: Kind.Function,
    sym.ShownSymbol: Kind.Function,
    sym.LocalSymbol: Kind.Variable,
    sym.PieceSymbol: Kind.Class,
    sym.RuleSymbol: Kind.Method,
    sym.ValueSymbol: Kind.EnumMember,
    sym.VariableSymbol: Kind.Field,
}
"""How editors show each kind of symbol."""

WORDS_OF_TYPES = """
    int bool player cell text place edge side list set bundle grid ordered row of
""".split()
VALUES = "true false none not count some every all the".split()


@frozen
class Offered:
    """What can be written, and what is said about it, if anybody asks."""

    item: lsp.CompletionItem
    about: Callable[[], str]


_TYPED = re.compile(r"(->|\bof|[\w\"\]]:)\s*$")


def completions(
    workspace: Workspace, path: str, line: int, column: int
) -> list[Offered]:
    """What can be written there, the most fitting first."""
    text = workspace.text(path)
    if text is None:
        return []
    place = place_at(text.split("\n"), line, column)
    good = workspace.around(path, *place.bounds)
    if good is None or good.world is None:
        return []
    before = place.before
    if before.count('"') % 2 or "#" in re.sub(r'"[^"]*"', "", before):
        return []
    cited = re.search(r"@([A-Z]*-?[A-Z]?[0-9]*)$", before + place.begun)
    if cited:
        return list(_paragraphs(good, cited[1]))
    wanted = NAMED_AFTER.get(place.last)
    if wanted is not None and (place.last != "when" or before == "when "):
        return _symbols(good, _of_kinds(good.world, wanted))
    if not before.strip():
        return list(_beginnings(good, place))
    if _TYPED.search(before) and (place.last != ":" or _declares(place)):
        return list(_types(good, good.world))
    return list(_values(workspace, good, path, place))


def _declares(place: Place) -> bool:
    """Whether a colon in this line is followed by a type."""
    inside = place.before.count("(") > place.before.count(")")
    if place.start in DECLARATIONS:
        return inside or place.start in ("option", "function", "shown")
    kind = place.block
    return kind in ("state", "each", "card", "tile")


# ---- what is offered -----------------------------------------------------------------


def _item(
    name: str,
    kind: Kind,
    detail: str = "",
    about: Callable[[], str] = str,
    order: str = "5",
) -> Offered:
    item = lsp.CompletionItem(
        label=name, kind=kind, detail=detail or None, sort_text=f"{order}{name}"
    )
    return Offered(item, about)


def _symbols(
    good: Analysis, symbols: Iterable[sym.Symbol], order: str = "4"
) -> list[Offered]:
    return [
        _item(
            symbol.name,
            KINDS.get(type(symbol), Kind.Value),
            signature(symbol),
            partial(description, good, symbol),
            order,
        )
        for symbol in symbols
    ]


def _of_kinds(
    world: World, kinds: tuple[type[sym.Symbol], ...]
) -> Iterator[sym.Symbol]:
    return (s for s in world.names.values() if isinstance(s, kinds))


def _paragraphs(good: Analysis, begun: str) -> Iterator[Offered]:
    for number, one in good.paragraphs.items():
        if number.startswith(begun):
            about = partial(str, f"**{number}** {one.text}")
            yield _item(number, Kind.Reference, one.text[:60], about)


def _beginnings(good: Analysis, place: Place) -> Iterator[Offered]:
    if not place.before:
        for word, example in DECLARATIONS.items():
            yield _item(word, Kind.Keyword, example)
        return
    kind = place.block
    if kind in INNER and kind not in SCENARIOS:
        what, example = INNER[kind]
        yield _item(example.split()[0].rstrip(":"), Kind.Snippet, f"{what}: {example}")
        return
    for word, example in STATEMENTS.items():
        yield _item(word, Kind.Keyword, example, order="3")
    if kind in SCENARIOS:
        for word in ("given", "start", "expect", "chance", "player", "random", "cases"):
            yield _item(word, Kind.Keyword, order="2")
    assert good.world is not None
    yield from _symbols(good, good.world.each(sym.VariableSymbol))


def _types(good: Analysis, world: World) -> Iterator[Offered]:
    kinds = (sym.EnumSymbol, sym.ComponentSymbol, sym.PieceSymbol, sym.BoardSymbol)
    yield from _symbols(good, _of_kinds(world, kinds))
    for word in (*WORDS_OF_TYPES, *ZONES):
        yield _item(word, Kind.Keyword)


def _values(
    workspace: Workspace, good: Analysis, path: str, place: Place
) -> Iterator[Offered]:
    """Names of values: those of a field behind a full stop, else all in sight."""
    probe = Probe()
    with probed(workspace, path, place, probe) as world:
        if place.before.endswith("."):
            if world is not None:
                yield from _fields(good, world)
        else:
            yield from _in_sight(good, world or good.world, probe)


def _in_sight(good: Analysis, world: World | None, probe: Probe) -> Iterator[Offered]:
    """Local names, those of the file and of the language, by what fits there."""
    assert world is not None
    wanted = probe.wanted
    for name, local in probe.locals.items():
        order = "0" if _fits(local.type, wanted) else "1"
        if not name.startswith("_"):
            yield _item(name, Kind.Variable, signature(local), order=order)
    if probe.it is not None:
        yield _item("it", Kind.Variable, f"it: {t.spelled(probe.it.type)}", order="1")
    yield from _globals(good, world, wanted)
    for name, function in FUNCTIONS.items():
        about = partial(str, function.about)
        yield _item(name, Kind.Function, function.written, about)
    for word in (*BUILTIN_NAMES, *VALUES):
        yield _item(word, Kind.Keyword, order="6")


def _globals(good: Analysis, world: World, wanted: t.Type | None) -> Iterator[Offered]:
    members = {id(v) for group in world.members.values() for v in group.values()}
    for symbol in world.names.values():
        if (
            isinstance(symbol, sym.RuleSymbol | sym.EventSymbol)
            or id(symbol) in members
        ):
            continue
        kind = getattr(symbol, "type", None) or getattr(symbol, "returns", None)
        order = "2" if _fits(kind, wanted) else "4"
        yield from _symbols(good, [symbol], order)
    inner = None if wanted is None else t.without_none(t.element(wanted) or wanted)
    for values in world.values.values():
        for value in values:
            if value.span is None and inner != t.EnumType(value.enum):
                continue
            order = "0" if inner == t.EnumType(value.enum) else "5"
            yield from _symbols(good, [value], order)


def _fits(kind: t.Type | None, wanted: t.Type | None) -> bool:
    if kind is None or wanted is None or isinstance(wanted, t.UnknownType):
        return False
    return t.fits(kind, wanted)


def _fields(good: Analysis, world: World) -> Iterator[Offered]:
    """The fields of the value before the probe, each with its type."""
    for node in each(world.file.declarations, nodes.Attribute):
        if node.name == PROBE:
            yield from _fields_of(good, world, node)
            return


def _fields_of(
    good: Analysis, world: World, node: nodes.Attribute
) -> Iterator[Offered]:
    infer = Inference(Typing.after(world, refs={}))
    if isinstance(node.of, nodes.Name):
        enum = world.get(sym.EnumSymbol, node.of.text)
        if enum is not None:
            yield from _symbols(good, enum.values, "0")
    owner = world.types.get(id(node.of))
    if owner is None:
        return
    whole = t.without_none(owner)
    one = t.without_none(t.element(whole) or whole)
    for kind in dict.fromkeys((whole, one)):
        for name in dict.fromkeys(fields_of(infer, kind)):
            attribute = nodes.Attribute(
                span=node.span, of=node.of, name=name, name_span=node.name_span
            )
            result = field_of(infer, attribute, kind)
            symbol = infer.world.refs.pop(id(attribute), None)
            if isinstance(symbol, sym.VariableSymbol):
                result = symbol.type
            about = partial(description, good, symbol) if symbol is not None else str
            detail = f"{name}: {t.spelled(result)}" if result is not None else name
            yield _item(name, Kind.Field, detail, about, "0")
