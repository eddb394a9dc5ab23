"""Conditions on what the player who chooses cannot know."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.secrecy import Audience, audience
from rulesrun.dsl.analysis.sight import Look, Scope, Sight
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import LocalSymbol, VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

SEEN = {
    Audience.NOBODY: "seen by nobody",
    Audience.OWNER: "seen by its owner alone",
    Audience.OTHERS: "seen by all but its owner",
    Audience.SOME: "seen by some players alone",
}
"""Who sees a variable, in words."""


def check_knowledge(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is offered, and what is best, depends on what the player may know."""
    sight = Sight(world)
    told: set[int] = set()
    for node in each(world.file.declarations, nodes.Best, nodes.Menu, nodes.Choose):
        match node:
            case nodes.Best():
                yield from _best(sight, node)
            case nodes.Menu() | nodes.Choose() if node.player is not None:
                scope = Scope(me=node.player)
                for what, condition, inner in sight.conditions(node, scope):
                    yield from _condition(sight, condition, inner, what, told)
            case _:
                pass


def _condition(
    sight: Sight, condition: nodes.Expr, scope: Scope, what: str, told: set[int]
) -> Iterator[Diagnostic]:
    look = sight.look(condition, scope)
    if look is None or id(condition) in told:
        return
    told.add(id(condition))
    yield problem(
        "hidden-in-offer",
        condition.span,
        f"{what} hangs on {_called(look)}, which the player cannot know",
        mark="tells something hidden",
        labels=look_labels(look, condition),
        hint="ask for it in what follows the choice, where it may come out, "
        "or let it be seen",
    )


def _best(sight: Sight, best: nodes.Best) -> Iterator[Diagnostic]:
    look = sight.look((best.by, best.body), Scope(me=best.player))
    if look is None:
        return
    yield problem(
        "hidden-in-best",
        best.by.span,
        f"what is best hangs on {_called(look)}, which the player cannot know",
        mark="cannot be found out",
        labels=look_labels(look, best.by),
        hint="let the player choose, without `best for`",
    )


def _called(look: Look) -> str:
    return f"`{look.symbol.name}`"


def look_labels(look: Look, condition: nodes.Expr) -> tuple[Label, ...]:
    """Where something hidden is looked at, and where it is declared."""
    inside = any(node is look.node for node in walk(condition))
    places = [] if inside else [Label(look.node.span, "looked at here")]
    symbol = look.symbol
    if isinstance(symbol, LocalSymbol):
        text = "chosen in secret here"
    else:
        assert isinstance(symbol, VariableSymbol)
        text = SEEN[audience(symbol)]
    if symbol.span is not None:
        places.append(Label(symbol.span, text))
    return tuple(places)
