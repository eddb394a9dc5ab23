"""Positions that scenarios begin from.

Where a scenario says `from "..."`, the lines of that position stand before its own. Later
passes see the lines only.
"""

from __future__ import annotations

from attrs import evolve

from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics.world import Declared, Declaring
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.copies import copied


def begin_scenarios(world: Declaring) -> None:
    """Put the lines of positions into the scenarios that begin from them."""
    _cut_circles(world)
    begun = {id(decl): from_position(world, decl) for decl in world.scenarios}
    world.scenarios = [begun[id(decl)] for decl in world.scenarios]
    declarations = tuple(
        begun.get(id(decl), decl)
        for decl in world.file.declarations
        if not isinstance(decl, nodes.PositionDecl)  # what counts is where it is used
    )
    world.file = evolve(world.file, declarations=declarations)


def from_position(world: Declared, decl: nodes.ScenarioDecl) -> nodes.ScenarioDecl:
    """A scenario with the lines of the position that it begins from."""
    before: list[nodes.PositionDecl] = []
    begins = decl.begins
    while begins is not None:
        position = world.positions.get(begins.title)
        if position is None:
            _unknown(world, begins)
            break
        before.append(position)
        begins = position.lines.begins
    for position in before:
        decl = _after(decl, position.lines)
    return decl


def _cut_circles(world: Declaring) -> None:
    """Report positions that begin from themselves, and let them begin from none."""
    for title, position in list(world.positions.items()):
        first = position.lines.begins
        begins, seen = first, {title}
        while begins is not None and begins.title not in seen:
            seen.add(begins.title)
            other = world.positions.get(begins.title)
            begins = other.lines.begins if other is not None else None
        if first is not None and begins is not None and begins.title == title:
            world.report(
                "recursive",
                first.span,
                f'the position "{title}" begins from itself',
                labels=[Label(position.title_span, "declared here")],
                hint="let one of them begin from no other one",
            )
            alone = evolve(position, lines=evolve(position.lines, begins=None))
            world.positions[title] = alone


def used_positions(world: Declared) -> set[str]:
    """The titles of the positions that some scenario begins from, directly or not."""
    used: set[str] = set()
    for scenario in world.scenarios:
        begins = scenario.begins
        while begins is not None and begins.title not in used:
            used.add(begins.title)
            position = world.positions.get(begins.title)
            begins = position.lines.begins if position is not None else None
    return used


def _after(
    decl: nodes.ScenarioDecl, position: nodes.ScenarioDecl
) -> nodes.ScenarioDecl:
    """A scenario behind the lines of a position; what it says itself counts."""
    steps = tuple(copied(step) for step in position.steps)
    own = decl.players is not None
    return evolve(
        decl,
        players=decl.players if own else position.players,
        players_span=decl.players_span if own else position.players_span,
        seed=decl.seed if decl.seed_span is not None else position.seed,
        seed_span=decl.seed_span or position.seed_span,
        options=(*position.options, *decl.options),
        steps=(*steps, *decl.steps),
        taken=len(steps) + decl.taken,
        cites=position.cites + decl.cites,
    )


def _unknown(world: Declared, begins: nodes.Begins) -> None:
    if "position" in world.lost:
        return  # it may stand in a block that cannot be read
    world.report(
        "unknown-name",
        begins.span,
        f'no position is called "{begins.title}"',
        mark="unknown",
        hint=near(begins.title, world.positions, begins.span)
        or f'declare it:  position "{begins.title}":',
    )
