"""Loops over players in which the first one ends the game for all."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.statements import ends
from rulesrun.dsl.semantics.value_types import PLAYER, UNKNOWN, element
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def check_endings(world: World, read: Read) -> Iterator[Diagnostic]:
    """Where each of several players wins or loses, the game does not end at the first."""
    for loop in each(world.file.declarations, nodes.ForEach):
        players = element(world.types.get(id(loop.binder.of), UNKNOWN)) == PLAYER
        if not players or not ends(loop.body):
            continue
        name = nodes.Name(span=loop.span, text=loop.binder.name)
        first = next((w for w in each(loop.body, nodes.Wins) if w.player == name), None)
        if first is not None:
            yield _at_once(loop.binder, first)


def _at_once(binder: nodes.Binder, line: nodes.Wins) -> Diagnostic:
    order, word = ("least", "loses") if line.loses else ("most", "wins")
    group = quoted(binder.of)
    if binder.where is not None:
        group = f"all {binder.name} in {group} where {quoted(binder.where)}"
    ranked = f"rank players by {order} (1 if it in ({group}) else 0)"
    if group in ("players", "participants"):
        ranked = "nobody wins" if line.loses else "rank players by most 1"
    return problem(
        "wins-in-loop",
        line.span,
        f"`{binder.name} {word}` ends the game at once, for all the others, too",
        mark="the loop comes no further",
        labels=(Label(binder.span, "so only the first of these has a turn"),),
        hint=f"say it for all at once, in place of the loop:  {ranked}",
    )
