"""Choices that may have nothing to choose from, and no `otherwise`."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.chains import uses_of
from rulesrun.dsl.analysis.paths import Decision, carried_out
from rulesrun.dsl.analysis.proofs import Proofs, bodies
from rulesrun.dsl.checks.needs import needs_of
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.circles import inner_first
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import Symbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def check_choices(world: World, read: Read) -> Iterator[Diagnostic]:
    """Each decision that the game comes to has an option, or says what else happens.

    What is offered in a menu is looked through to its end before it is offered, so a
    choice inside it needs no proof; but then the menu cannot count on it.
    """
    if world.play is None:
        return
    proofs = Proofs(world)
    for symbol in inner_first(uses_of(world)):
        proofs.effects.look_into(symbol)
        proofs.is_risky(symbol)  # in this order, no rule waits for a chain of others
    endless = _in_endless_loops(world)
    seen: set[Symbol] = set()
    pending: list[nodes.Block] = [world.play.body]
    for block in pending:  # grows while it is gone through
        fresh = block is world.play.body
        for decision in proofs.doubtful(block, fresh=fresh):
            if id(decision) not in endless:
                yield _may_be_empty(decision)
        for symbol in (*carried_out(world, block), *proofs.counted_on):
            if symbol not in seen:
                seen.add(symbol)
                pending += bodies(symbol)
    yield from _never(world, proofs)
    yield from needs_of(world, proofs)


def _never(world: World, proofs: Proofs) -> Iterator[Diagnostic]:
    """What is to be done where there is nothing to choose, and there always is."""
    for node in walk(world.file.declarations):
        if not isinstance(node, nodes.Choose | nodes.Menu) or not node.otherwise:
            continue
        if node.span.path in world.file.earlier or not proofs.certain(node):
            continue
        if world.left is not None:
            continue  # whoever is to choose may have left the game
        yield problem(
            "unreachable",
            node.otherwise_span or node.span,
            "this never happens: something can always be chosen",
            labels=(Label(node.span, "chosen here"),),
            hint="remove it",
        )


def _in_endless_loops(world: World) -> set[int]:
    """The nodes in loops that have been told to lack a condition that ends them."""
    endless = {
        label.span
        for diagnostic in world.diagnostics
        if diagnostic.code == "endless-loop"
        for label in diagnostic.labels
    }
    return {
        id(node)
        for loop in walk(world.file.declarations)
        if isinstance(loop, nodes.While | nodes.RepeatUntil) and loop.span in endless
        for node in walk(loop.body)
    }


def _may_be_empty(decision: Decision) -> Diagnostic:
    test = "test it before"
    if isinstance(decision, nodes.Menu):
        message = "perhaps none of these can be chosen"
        if len(decision.items) == 1:
            message = "perhaps this cannot be done"
            item = decision.items[0]
            if isinstance(item, nodes.MenuAction):
                message = f"perhaps `{item.name}` cannot be done here"
                test = f"test before whether it can:  {_can(item)}"
        labels = tuple(
            Label(item.name_span, "not always possible") for item in decision.items
        )
    else:
        few = "are too few" if decision.several else "is no"
        message = f"perhaps there {few} `{decision.name}` to choose here"
        conditions = (*decision.where, *decision.require)
        least = decision.least
        if decision.several and least is not None and not conditions:
            if not isinstance(least, nodes.Int):
                condition = f"size({quoted(decision.of)}) >= {quoted(least)}"
                test = f"test it before:  if {condition}:"
        labels = tuple(Label(c.span, "if nothing passes this") for c in conditions)
    return problem(
        "may-be-empty",
        decision.span,
        message,
        mark="may be impossible",
        labels=labels[:4],
        hint=f"say what happens then in an  otherwise:  below it, or {test}",
    )


def _can(item: nodes.MenuAction) -> str:
    return f"can {item.name}({', '.join(map(quoted, item.args))})"
