"""What prevents an event: where it may stand, and what is done then."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import EventSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_cancelling(world: World, read: Read) -> Iterator[Diagnostic]:
    """Events are cancelled in their handlers alone, and whoever raises one says what then."""
    for decl in world.file.declarations:
        if isinstance(decl, nodes.HandlerDecl):
            continue
        for line in each(decl, nodes.Cancel):
            yield problem(
                "nothing-to-cancel",
                line.span,
                "`cancel` belongs in what is done at an event",
                mark="no event here",
                hint="let it stand below  when E(...):  or leave a rule with  return",
            )
    for raised in each(world.file.declarations, nodes.Raise):
        event = world.refs.get(id(raised))
        if isinstance(event, EventSymbol):
            yield from _raised(raised, event)


def _raised(raised: nodes.Raise, event: EventSymbol) -> Iterator[Diagnostic]:
    cancels = [line for h in event.handlers for line in each(h.decl.body, nodes.Cancel)]
    if cancels and not raised.prevented:
        yield problem(
            "nothing-to-cancel",
            raised.name_span,
            f"`{event.name}` may be cancelled, and nothing says what is done then",
            mark="what if it is cancelled?",
            labels=(Label(cancels[0].span, "here it is cancelled"),),
            hint="say below it  otherwise: return  or  otherwise: nothing",
        )
    elif raised.prevented and not cancels:
        yield problem(
            "unreachable",
            raised.name_span,
            f"this never happens: nothing cancels `{event.name}`",
            mark="never cancelled",
            hint="leave its  otherwise:  out, or let a handler say  cancel",
        )
