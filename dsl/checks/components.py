"""Components that the rules call by their names: whether there are any called so."""

import re
from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Remedy, Severity
from rulesrun.dsl.problems.remedies import change, near
from rulesrun.dsl.semantics.component_names import copies_of, names_of
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import ComponentSymbol
from rulesrun.dsl.semantics.value_types import ComponentType, is_unclear
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

COPY = re.compile(r" #\d+$")
"""How the name of a second copy ends."""

WORD = re.compile(r"\w+")

COURSE = (
    nodes.ScenarioDecl,
    nodes.RuleDecl,
    nodes.ActionDecl,
    nodes.FunctionDecl,
    nodes.HandlerDecl,
    nodes.Play,
)
"""Declarations of what happens, not of what there is."""

FIELD = re.compile(r"\{(\w+)\}")
"""Where a field stands in the text for a component."""


def _check_template(world: World, symbol: ComponentSymbol) -> Iterator[Diagnostic]:
    """What `named` says in braces are fields of the component."""
    named = symbol.decl.named
    if named is None:
        return
    known = [*symbol.fields, "name"]
    texts = [named.value, *(text for _, text in symbol.decl.shown.translations)]
    for name in dict.fromkeys(n for text in texts for n in FIELD.findall(text)):
        if name not in known and not world.excuses(name, known, "field"):
            yield problem(
                "unknown-field",
                named.span,
                f"`{name}` is no field of {symbol.name}",
                mark="unknown field",
                hint=_near_field(named, name, known)
                or f"it has {', '.join(dict.fromkeys(known))}",
            )


def _near_field(named: nodes.Text, name: str, known: list[str]) -> Remedy | None:
    """The field that was probably meant, put between its braces."""
    found = near(name, known, named.span)
    if found is None or not found.edits or f"{{{name}}}" not in named.value:
        return found and Remedy(found.sentence)
    (edit,) = found.edits
    text = named.value.replace(f"{{{name}}}", f"{{{edit.text}}}")
    return change(found.sentence, named.span, f'"{text}"')


def _supply_is_known(world: World) -> bool:
    """Whether all that is wrong stands in rules and scenarios, which bring no components."""
    starts = [(d.span.path, d.span.line, d) for d in world.file.declarations]
    for problem_ in world.diagnostics:
        if problem_.severity is not Severity.ERROR:
            continue
        span = problem_.span
        above = [d for p, line, d in starts if p == span.path and line <= span.line]
        if not above or not isinstance(max(above, key=lambda d: d.span.line), COURSE):
            return False
    return not world.lost


def _is_doubtful(world: World, name: str) -> bool:
    """Whether lines that cannot be read may be about that kind of component."""
    symbol = world.component(name)
    named = symbol.decl.named
    if world.broken and named is None:
        return True  # all fields are in its name, also one whose line cannot be read
    words = {name, *FIELD.findall(named.value if named else "")}
    if not world.broken.isdisjoint(words):
        return True
    return any(is_unclear(field.type) for field in symbol.fields.values())


def _near_name(text: nodes.Text, known: list[str]) -> Remedy | None:
    """The name of a component that was probably meant, in quotes."""
    found = near(text.value, known, text.span)
    if found is None or not found.edits:
        return found
    return change(found.sentence, text.span, f'"{found.edits[0].text}"')


def check_components(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every text that stands for a component is the name of one."""
    for symbol in world.each(ComponentSymbol):
        yield from _check_template(world, symbol)
    if not _supply_is_known(world):
        return
    names: dict[str, list[str]] = {}
    single = {
        id(arg)
        for decl in world.file.declarations
        if not isinstance(decl, nodes.ScenarioDecl)  # which take any one of them
        for node in each(decl, nodes.Call)
        for arg in node.args
    }
    for node in each(world.file.declarations, nodes.Text):
        kind = world.types.get(id(node))
        if not isinstance(kind, ComponentType):
            continue
        if any(_is_doubtful(world, name) for name in kind.names):
            continue
        if not world.broken.isdisjoint(WORD.findall(node.value)):
            continue
        known: list[str] = []
        for name in kind.names:
            if name not in names:
                names[name] = names_of(world, name)
            known += names[name]
        if id(node) in single:
            copies = sum(copies_of(world, name, node.value) for name in kind.names)
            if copies > 1:
                yield problem(
                    "several-called-so",
                    node.span,
                    f'{copies} of {kind} are called "{node.value}", and one is needed here',
                    mark="which one?",
                    hint=f'ask for what they are called:  x == "{node.value}"  or say which '
                    f"one is meant:  the x in S where P",
                )
        if known and COPY.sub("", node.value) not in known:
            yield problem(
                "unknown-name",
                node.span,
                f'no {kind} is called "{node.value}"',
                mark="unknown",
                hint=_near_name(node, known),
            )
