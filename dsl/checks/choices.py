"""Choices that may have nothing to choose from, and no `otherwise`."""

from collections.abc import Iterator

from rulesrun.dsl import nodes
from rulesrun.dsl.checks.flow import uses_of
from rulesrun.dsl.checks.paths import Decision
from rulesrun.dsl.checks.proofs import Proofs, bodies
from rulesrun.dsl.circles import inner_first
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.symbols import Symbol
from rulesrun.dsl.tables import Read
from rulesrun.dsl.world import World


def check_choices(world: World, read: Read) -> Iterator[Diagnostic]:
    """Each decision that the game comes to has an option, or says what else happens.

    What is offered in a menu is looked through to its end before it is offered, so a
    choice inside it needs no proof; but then the menu cannot count on it.
    """
    if world.play is None:
        return
    proofs = Proofs(world)
    for symbol in inner_first(uses_of(world)):
        proofs.is_risky(symbol)  # in this order, no rule waits for a chain of others
    seen: set[Symbol] = set()
    pending: list[nodes.Block] = [world.play.body]
    for block in pending:  # grows while it is gone through
        fresh = block is world.play.body
        for decision in proofs.doubtful(block, fresh=fresh):
            yield _may_be_empty(decision)
        for symbol in proofs.carried_out(block):
            if symbol not in seen:
                seen.add(symbol)
                pending += bodies(symbol)


def _may_be_empty(decision: Decision) -> Diagnostic:
    if isinstance(decision, nodes.Menu):
        message = "perhaps none of these can be chosen"
        labels = tuple(
            Label(item.name_span, "not always possible") for item in decision.items
        )
    else:
        few = "are too few" if decision.several else "is no"
        message = f"perhaps there {few} `{decision.name}` to choose here"
        conditions = (*decision.where, *decision.require)
        labels = tuple(Label(c.span, "if nothing passes this") for c in conditions)
    return problem(
        "may-be-empty",
        decision.span,
        message,
        mark="may be impossible",
        labels=labels[:4],
        hint="say what happens then in an  otherwise:  below it, or test it before",
    )
