"""Components that the rules call by their names: whether there are any called so."""

import re
from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Remedy, Severity
from rulesrun.dsl.problems.remedies import change, near
from rulesrun.dsl.semantics.component_names import (
    copies_of,
    copy_of,
    is_called,
    names_of,
)
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import ComponentSymbol
from rulesrun.dsl.semantics.value_types import ComponentType, is_unclear
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

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
    fields = [*symbol.fields, "name"]
    texts = [named.value, *(text for _, text in symbol.decl.shown.translations)]
    for name in dict.fromkeys(n for text in texts for n in FIELD.findall(text)):
        if name not in fields and not world.excuses(name, fields, "field"):
            yield problem(
                "unknown-field",
                named.span,
                f"`{name}` is not a field of {symbol.name}",
                mark="unknown field",
                hint=_near_field(named, name, fields)
                or f"it has {', '.join(dict.fromkeys(fields))}",
            )


def _near_field(named: nodes.Text, name: str, fields: list[str]) -> Remedy | None:
    """The field that was probably meant, put between its braces."""
    result = near(name, fields, named.span)
    if result is None or not result.edits or f"{{{name}}}" not in named.value:
        return result and Remedy(result.sentence)
    (edit,) = result.edits
    text = named.value.replace(f"{{{name}}}", f"{{{edit.text}}}")
    return change(result.sentence, named.span, f'"{text}"')


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


def _near_name(text: nodes.Text, names: list[str]) -> Remedy | None:
    """The name of a component that was probably meant, in quotes."""
    result = near(text.value, names, text.span)
    if result is None or not result.edits:
        return result
    return change(result.sentence, text.span, f'"{result.edits[0].text}"')


LOOPS = (nodes.ForEach, nodes.While, nodes.RepeatUntil, nodes.RepeatTimes)
"""Lines that do what is below them several times."""


def _called_again(
    world: World, decl: nodes.ScenarioDecl
) -> Iterator[tuple[nodes.Text, bool]]:
    """Names with which lines that are given do the same again, and whether in a loop."""
    seen: set[tuple[object, ...]] = set()
    for step in decl.steps:
        if not isinstance(step, nodes.Given):
            continue
        loops = tuple(each(step.body, *LOOPS))
        repeated = {id(n) for n in each(loops, nodes.Do, nodes.Raise, nodes.Move)}
        for line in each(step.body, nodes.Do, nodes.Raise, nodes.Move):
            what: str | None = None
            args: tuple[nodes.Expr, ...] = ()
            match line:
                case nodes.Do(name=what, args=args) | nodes.Raise(name=what, args=args):
                    pass
                case nodes.Move(what=moved):
                    args = (moved,)
            for at, arg in enumerate(args):
                text = arg
                if isinstance(arg, nodes.Call) and len(arg.args) == 1:
                    kind = world.get(ComponentSymbol, arg.name)
                    text = arg.args[0] if kind is not None else arg
                if not isinstance(text, nodes.Text):
                    continue
                key = (type(line), what, at, text.value)
                if key in seen or id(line) in repeated:
                    yield text, key not in seen
                seen.add(key)


def _given_to(line: nodes.Node) -> tuple[nodes.Expr, ...]:
    """What a line moves, or gives to what it carries out."""
    match line:
        case nodes.Move(what=what):
            return (what,)
        case nodes.Call(args=args) | nodes.Do(args=args) | nodes.Raise(args=args):
            return args
    return ()


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
        for node in each(decl, nodes.Call, nodes.Do, nodes.Raise, nodes.Move)
        for arg in _given_to(node)
    }
    again = {
        id(text): looped
        for decl in world.file.declarations
        if isinstance(decl, nodes.ScenarioDecl)
        for text, looped in _called_again(world, decl)
    }
    for node in each(world.file.declarations, nodes.Text):
        kind = world.types.get(id(node))
        if not isinstance(kind, ComponentType):
            continue
        if any(_is_doubtful(world, name) for name in kind.names):
            continue
        if not world.broken.isdisjoint(WORD.findall(node.value)):
            continue
        texts: list[str] = []
        for name in kind.names:
            if name not in names:
                names[name] = names_of(world, name)
            texts += names[name]
        if id(node) in single or id(node) in again:
            copies = sum(copies_of(world, name, node.value) for name in kind.names)
            if copies > 1 and again.get(id(node)):
                yield problem(
                    "several-called-so",
                    node.span,
                    f'{copies} of {kind} are called "{node.value}", and this is the same '
                    "one each time",
                    mark="which one?",
                    hint="say which one is meant each time:  any x in S where "
                    f'x == "{node.value}"',
                )
            elif copies > 1 and id(node) in again:
                yield problem(
                    "several-called-so",
                    node.span,
                    f'{copies} of {kind} are called "{node.value}", and this is the same '
                    "one as above",
                    mark="which one?",
                    hint=f'call another one  "{node.value} #2"',
                )
            elif copies > 1:
                yield problem(
                    "several-called-so",
                    node.span,
                    f'{copies} of {kind} are called "{node.value}", and one is needed here',
                    mark="which one?",
                    hint=f'ask for what they are called:  x == "{node.value}"  or say which '
                    f"one is meant:  the x in S where P",
                )
        bare, copy = copy_of(node.value)
        called = bare in texts or any(is_called(one, bare) for one in texts)
        if called and copy > 1:
            copies = sum(copies_of(world, name, bare) for name in kind.names)
            if 0 < copies < copy:
                yield problem(
                    "unknown-name",
                    node.span,
                    f'there are only {copies} of {kind} called "{bare}"',
                    mark="one more than there are",
                    hint=f'the last one is  "{bare} #{copies}"',
                )
        elif texts and not called:
            yield problem(
                "unknown-name",
                node.span,
                f'no {kind} is called "{node.value}"',
                mark="unknown",
                hint=_near_name(node, texts),
            )
