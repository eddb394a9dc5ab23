"""What uses what: rules, functions and events that come back to themselves."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.chains import (
    CARRIED_OUT,
    Circle,
    says_how_deep,
    uses_of,
    worked_out_by_itself,
)
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.circles import MOST_SHOWN, by_way_of, circles
from rulesrun.dsl.semantics.symbols import RuleSymbol, Symbol
from rulesrun.dsl.semantics.world import World


def check_flow(world: World, read: Read) -> Iterator[Diagnostic]:
    """Nothing uses itself, directly or through others, but rules that say how deep."""
    uses = uses_of(world)
    boundless = {s: used for s, used in uses.items() if not says_how_deep(s)}
    for symbol, circle in circles(boundless):
        yield _recursive(symbol, circle)
    for symbol, circle in worked_out_by_itself(uses):
        yield _recursive(symbol, circle)


def _recursive(start: Symbol, circle: Circle) -> Diagnostic:
    names = [target.name for _, target in circle[:-1]]
    (first, target), *others = circle
    labels = []
    for use, following in others[:MOST_SHOWN]:
        labels.append(Label(use.name_span, f"`{target.name}` uses `{following.name}`"))
        target = following
    return problem(
        "recursive",
        first.name_span,
        f"the {start.what} `{start.name}` uses itself{by_way_of(names)}",
        mark=f"`{start.name}` uses `{circle[0][1].name}`" if others else "again",
        labels=tuple(labels),
        hint=_instead(start, circle),
    )


def _instead(start: Symbol, circle: Circle) -> str:
    """What to write in place of a circle, with the rule that could say how deep it goes."""
    rules = [s for s in (start, *(s for _, s in circle)) if isinstance(s, RuleSymbol)]
    if not rules or not all(isinstance(use, CARRIED_OUT) for use, _ in circle):
        return "go round in a loop instead, such as  while ...:  or  for each ...:"
    decl = rules[0].decl
    params = ", ".join(param.name for param in decl.params)
    head = f"{decl.name}({params})" if params else decl.name
    return (
        f"say how deep it may go:  rule {head}, at most 20 deep:  or go round in a loop; "
        "what something spreads to is  reach from a in S stepping ..."
    )
