"""What is declared, but plays no part in the game."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label, Severity
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.positions import used_positions
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

NAME, TYPE, FUNCTION = "unknown-name", "unknown-type", "unknown-function"

USES: tuple[tuple[type[sym.Symbol], tuple[str, ...], str], ...] = (
    (sym.HeadSymbol, (NAME,), "begin an action with it:  head {}(...),  or remove it"),
    (
        sym.SubstitutionSymbol,
        (NAME,),
        "pay with it:  paying E with {}(...),  or remove it",
    ),
    (sym.RuleSymbol, ("unknown-rule",), "carry it out with  do {},  or remove it"),
    (sym.FunctionSymbol, (FUNCTION, NAME), "use its value somewhere, or remove it"),
    (
        sym.AmountSymbol,
        (FUNCTION, NAME),
        "use it where the number is needed, or remove it",
    ),
    (sym.ConstantSymbol, (NAME,), "use it, or remove it"),
    (sym.TableSymbol, (NAME,), "look something up in it, or remove it"),
    (sym.OptionSymbol, (NAME,), "let a rule ask for it, or remove it"),
    (sym.EnumSymbol, (NAME, TYPE), "use it as the type of something, or remove it"),
    (sym.PieceSymbol, (TYPE,), "declare where such pieces lie, as in  stock of {}"),
    (sym.BoardSymbol, (NAME, TYPE), "let something happen on it, or remove it"),
)
"""Kinds of things: the problems that hide a use, and what to do if there is none."""


def check_usage(world: World, read: Read) -> Iterator[Diagnostic]:
    """Everything that the file itself declares is used."""
    result = {d.code for d in world.diagnostics}
    excused = excused_names(world)
    for kind, codes, hint in USES:
        if result.isdisjoint(codes):
            for symbol in world.each(kind):
                if symbol.used or (
                    isinstance(symbol, sym.BoardSymbol) and symbol.links
                ):
                    continue  # links say what the spaces have beside them
                if is_own(world, symbol.span, symbol.name, excused):
                    yield _unused(symbol, hint.format(symbol.name))
    for title in world.positions.keys() - used_positions(world):
        position = world.positions[title]
        if is_own(world, position.span, title, excused):
            yield problem(
                "unused-name",
                position.title_span,
                f'no scenario begins from the position "{title}"',
                mark="never used",
                hint=f'begin one from it:  scenario "..." from "{title}":  or remove it',
            )
    if not world.broken:
        yield from _names(world, excused)
    if "unknown-action" not in result and not world.broken:  # a menu may be unreadable
        yield from _actions(world, excused)
    if "unknown-event" not in result:
        yield from _events(world, excused)


def check_actions(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every action that asks for something changes something."""
    for action in world.each(sym.ActionSymbol):
        asks = any(isinstance(line, nodes.Choose) for line in action.decl.head)
        if asks and not action.decl.body:
            if is_own(world, action.span, action.name, world.broken):
                yield problem(
                    "changes-nothing",
                    action.decl.name_span,
                    f"whoever takes `{action.name}` chooses something, and nothing is "
                    "changed",
                    mark="changes nothing",
                    hint="say under the choice what happens, or write  pass  if nothing "
                    "does",
                )


def _names(world: World, excused: frozenset[str]) -> Iterator[Diagnostic]:
    """Names of parameters that no parameter has, or that always say what they are."""
    heads = tuple(head.decl for head in world.each(sym.HeadSymbol))
    params = each((world.file.declarations, heads), nodes.Param)
    used = {param.name for param in params if param.type is None}
    for name, _ in world.called.values():
        if name.text not in used and is_own(world, name.span, name.text, excused):
            yield problem(
                "unused-name",
                name.span,
                f"no parameter is called `{name.text}` without saying what it is",
                mark="never used",
                hint="remove it",
            )


def is_own(world: World, span: Span | None, name: str, excused: frozenset[str]) -> bool:
    """Whether a name is to be checked: declared in the file itself, and not excused."""
    return span is not None and span.path == world.file.path and name not in excused


def _unused(symbol: sym.Symbol, hint: str) -> Diagnostic:
    assert symbol.span is not None
    return problem(
        "unused-name",
        symbol.span,
        f"the {symbol.what} `{symbol.name}` is never used",
        mark="never used",
        hint=hint,
    )


def _actions(world: World, excused: frozenset[str]) -> Iterator[Diagnostic]:
    tree = world.file.declarations
    offered = {node.name for node in each(tree, nodes.MenuAction)}
    for action in world.each(sym.ActionSymbol):
        if action.name in offered:
            continue
        if is_own(world, action.span, action.name, excused):
            yield problem(
                "never-offered",
                action.decl.name_span,
                f"no player is ever offered the action `{action.name}`",
                mark="never offered",
                hint=f"offer it:  p must {action.name}(p)  or in a menu, under a line "
                "such as  p chooses one of:",
            )


# ---- when nothing should be said -------------------------------------------


def excused_names(world: World) -> frozenset[str]:
    """Names that are perhaps used, in a place that another message is about."""
    if not any(d.severity is Severity.ERROR for d in world.diagnostics):
        return world.broken
    names = set(world.broken)
    for node in walk(world.file.declarations):
        match node:
            case nodes.Name(text=name) | nodes.Named(text=name):
                names.add(name)
            case (
                nodes.Attribute(name=name)
                | nodes.Call(name=name)
                | nodes.Do(name=name)
                | nodes.Raise(name=name)
                | nodes.MenuAction(name=name)
                | nodes.Start(name=name)
                | nodes.Can(name=name)
                | nodes.After(name=name)
            ):
                names.add(name)
            case nodes.TypeNode(name=str(name)) | nodes.Key(name=str(name)):
                names.add(name)
            case nodes.HandlerDecl(event=name) | nodes.AdjustDecl(amount=name):
                names.add(name)
            case _:
                pass
    return frozenset(names)


# ---- events ----------------------------------------------------------------


def _events(world: World, excused: frozenset[str]) -> Iterator[Diagnostic]:
    raised = {
        world.refs.get(id(node))
        for node in walk(world.file.declarations)
        if isinstance(node, nodes.Raise)
    }
    for event in world.each(sym.EventSymbol):
        if event in raised and event.handlers:
            continue
        if not is_own(world, event.span, event.name, excused):
            continue
        if event in raised:
            message = f"`{event.name}` is raised, but nothing answers to it"
            hint = f"say what happens then:  when {event.name}(...):"
        elif event.handlers:
            message = f"nothing ever raises the event `{event.name}`"
            hint = f"raise it where it happens:  raise {event.name}(...)"
        else:
            message = f"the event `{event.name}` is never used"
            hint = "raise it and answer to it, or remove it"
        yield problem(
            "unused-name",
            event.decl.name_span,
            message,
            labels=tuple(
                Label(h.decl.event_span, "answered here") for h in event.handlers
            ),
            hint=hint,
        )
