"""Variables and places that are never used, never looked at or never changed."""

from collections.abc import Iterator

from rulesrun.dsl.checks.usage import excused_names, is_own
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_variables(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every variable is set as well as looked at."""
    codes = {d.code for d in world.diagnostics}
    if not codes.isdisjoint(("unknown-name", "unknown-field")):
        return  # it may be one of them that has its name wrong
    excused = excused_names(world)
    written, seen = _written_and_read(world)
    errors = (
        any(d.severity is Severity.ERROR for d in world.diagnostics) or world.broken
    )
    from_files = {
        world.members.get(t.CellType(board.name), {}).get(name)
        for board in world.each(sym.BoardSymbol)
        for name in board.begun
    }
    for variable in world.variables:
        decl, name = variable.decl, variable.name
        if not is_own(world, decl.span, name, excused):
            continue
        if t.UNKNOWN in (variable.type, *(key.type for key in variable.all_keys)):
            continue  # another message is about it
        if variable is world.left:
            continue  # it is set by `leaves`, and shown
        place = isinstance(variable.type, t.ZoneType | t.GridType)
        if not variable.used:
            message = f"`{name}` is never used"
            yield problem("unused-name", decl.name_span, message, hint="remove it")
        elif errors:
            continue  # an assignment may be among what could not be understood
        elif variable in from_files:
            continue
        elif variable not in written and not (place and decl.initial):
            yield _never_changed(variable, place)
        elif variable not in seen and not place and not _is_shown(world, decl):
            yield problem(
                "unused-name",
                decl.name_span,
                f"`{name}` is set, but nothing ever looks at it",
                mark="never looked at",
                hint="remove it, or give it a label if people should see it",
            )


def _never_changed(variable: sym.VariableSymbol, place: bool) -> Diagnostic:
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


def _is_shown(world: World, decl: nodes.Variable) -> bool:
    turns = {v.decl.turned.text for v in world.variables if v.decl.turned is not None}
    if decl.name in turns:
        return True  # maps show the components as they lie
    return decl.ledger or (decl.labels.text is not None and not decl.secret)


def _written_and_read(world: World) -> tuple[set[sym.Symbol], set[sym.Symbol]]:
    """The variables that the game sets, and those that it looks at."""
    written: set[sym.Symbol] = set()
    seen: set[sym.Symbol] = set()
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
            if not isinstance(symbol, sym.VariableSymbol):
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
