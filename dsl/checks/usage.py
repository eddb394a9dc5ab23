"""What is declared, but plays no part in the game."""

import re
from collections.abc import Iterator

from rulesrun.dsl import nodes
from rulesrun.dsl.codes import problem
from rulesrun.dsl.collect import World
from rulesrun.dsl.diagnostics import Diagnostic, Label, Severity
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AmountSymbol,
    BoardSymbol,
    ConstantSymbol,
    EnumSymbol,
    EventSymbol,
    FunctionSymbol,
    OptionSymbol,
    PieceSymbol,
    RuleSymbol,
    Symbol,
    TableSymbol,
    VariableSymbol,
)
from rulesrun.dsl.tables import Read
from rulesrun.dsl.value_types import GridType, ZoneType

USES = (
    (RuleSymbol, "carry it out with  do {}  or remove it"),
    (FunctionSymbol, "use its value somewhere, or remove it"),
    (AmountSymbol, "use it where the number is needed, or remove it"),
    (ConstantSymbol, "use it, or remove it"),
    (TableSymbol, "look something up in it, or remove it"),
    (OptionSymbol, "let a rule ask for it, or remove it"),
    (EnumSymbol, "use it as the type of something, or remove it"),
    (PieceSymbol, "declare where such pieces lie, as in  stock of {},  or remove it"),
    (BoardSymbol, "let something happen on it, or remove it"),
)
"""For each kind of thing, what could be done with one that nothing uses."""


def check_usage(world: World, read: Read) -> Iterator[Diagnostic]:
    """Everything that the file itself declares is used."""
    excused = _excused(world)
    for kind, hint in USES:
        for symbol in world.each(kind):
            if symbol.span is None or symbol.used or symbol.name in excused:
                continue
            if symbol.span.path == world.file.path:
                yield problem(
                    "unused-name",
                    symbol.span,
                    f"the {symbol.what} `{symbol.name}` is never used",
                    mark="never used",
                    hint=hint.format(symbol.name),
                )
    for action in world.each(ActionSymbol):
        here = action.decl.span.path == world.file.path
        if here and not action.used and action.name not in excused:
            yield problem(
                "never-offered",
                action.decl.name_span,
                f"no player is ever offered the action `{action.name}`",
                mark="never offered",
                hint="offer it in a menu, under a line such as  p chooses one of:",
            )
    yield from _events(world, excused)
    yield from _variables(world, excused)


# ---- when nothing should be said -------------------------------------------


def _excused(world: World) -> frozenset[str]:
    """Names that are perhaps used, in a place that another message is about."""
    if not any(d.severity is Severity.ERROR for d in world.diagnostics):
        return world.broken
    names = set(world.broken)
    for found in world.diagnostics:
        names.update(re.findall(r'"(\w+)"', found.hint or ""))
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
    for event in world.each(EventSymbol):
        if event.name in excused or (event in raised and event.handlers):
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


# ---- variables -------------------------------------------------------------


def _variables(world: World, excused: frozenset[str]) -> Iterator[Diagnostic]:
    written, seen = _written_and_read(world)
    errors = any(d.severity is Severity.ERROR for d in world.diagnostics)
    for variable in world.variables:
        decl, name = variable.decl, variable.name
        if name in excused or decl.span.path != world.file.path:
            continue
        place = isinstance(variable.type, ZoneType | GridType)
        if not variable.used:
            message = f"`{name}` is never used"
            yield problem("unused-name", decl.name_span, message, hint="remove it")
        elif errors:
            continue  # an assignment may be among what could not be understood
        elif variable not in written and not (place and decl.initial):
            yield _never_changed(variable, place)
        elif variable not in seen and not place and not _is_shown(decl):
            yield problem(
                "unused-name",
                decl.name_span,
                f"`{name}` is set, but nothing ever looks at it",
                mark="never looked at",
                hint="remove it, or give it a label if people should see it",
            )


def _never_changed(variable: VariableSymbol, place: bool) -> Diagnostic:
    name = variable.name
    if place:
        message = f"nothing is ever put into `{name}`"
        hint = f"move something there:  move ... to {name}"
    else:
        message = f"`{name}` always keeps the value that it begins with"
        hint = "set it somewhere, or make it a constant"
    return problem(
        "never-changed",
        variable.decl.name_span,
        message,
        mark="never changed",
        hint=hint,
    )


def _is_shown(decl: nodes.Variable) -> bool:
    return decl.ledger or (decl.labels.text is not None and not decl.secret)


def _written_and_read(world: World) -> tuple[set[Symbol], set[Symbol]]:
    """The variables that the game sets, and those that it looks at."""
    written: set[Symbol] = set()
    seen: set[Symbol] = set()
    for decl in world.file.declarations:
        targets: set[int] = set()
        for node in walk(decl):
            match node:
                case nodes.Assign(target=target):
                    targets |= _target(target)
                case nodes.Move(to=to) | nodes.MovePieces(to=to) | nodes.Draw(to=to):
                    targets |= _target(to.zone)
                case _:
                    pass
            symbol = world.refs.get(id(node))
            if not isinstance(symbol, VariableSymbol):
                continue
            if id(node) not in targets:
                seen.add(symbol)
            elif not isinstance(decl, nodes.ScenarioDecl):
                written.add(symbol)
    return written, seen


def _target(node: nodes.Expr) -> set[int]:
    """The nodes that name what is changed; its keys and its owner are only read."""
    if isinstance(node, nodes.Index):
        return {id(node), *_target(node.of)}
    return {id(node)}
