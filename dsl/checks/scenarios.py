"""Choices in scenarios: each names something that the game lets a player choose."""

import re
from collections.abc import Iterator

from attrs import frozen

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import ActionSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

HEAD = re.compile(r"[A-Za-z_]\w*(?!\w*\s*=)")
PARAMETER = re.compile(r"(?:^|\s)([A-Za-z_]\w*)=")


Spoken = (
    nodes.ScenarioChoice
    | nodes.ExpectRefused
    | nodes.ExpectOffered
    | nodes.ExpectOnly
    | nodes.ExpectSeen
)


@frozen
class _Offers:
    """What the game offers: words that begin a choice, values that are chosen."""

    heads: frozenset[str]
    values: frozenset[str]


def check_scenarios(world: World, read: Read) -> Iterator[Diagnostic]:
    """What scenarios choose exists, as far as its name tells."""
    if not world.scenarios:
        return
    yield from _titles(world)
    tree = walk(world.file.declarations)
    offers = _Offers(
        frozenset(
            node.name
            for node in tree
            if isinstance(node, nodes.MenuOption | nodes.ActionDecl)
        ),
        frozenset(node.name for node in tree if isinstance(node, nodes.Choose)),
    )
    for scenario in world.scenarios:
        for step in scenario.steps:
            match step:
                case (
                    nodes.ScenarioChoice(choice=choice)
                    | nodes.ExpectRefused(choice=choice)
                    | nodes.ExpectOffered(choice=choice)
                ):
                    yield from _seat(world, scenario, step)
                    yield from _choice(world, offers, step, choice)
                case nodes.ExpectSeen():
                    yield from _seat(world, scenario, step)
                case nodes.ExpectOnly(choices=choices):
                    yield from _seat(world, scenario, step)
                    for choice in choices:
                        yield from _choice(world, offers, step, choice)
                case _:
                    pass


def _titles(world: World) -> Iterator[Diagnostic]:
    """No two scenarios of the file itself have one title."""
    first: dict[str, nodes.ScenarioDecl] = {}
    for scenario in world.scenarios:
        if scenario.span.path != world.file.path:
            continue
        if first.setdefault(scenario.title, scenario) is not scenario:
            yield problem(
                "duplicate-scenario",
                scenario.span,
                f'there is a scenario "{scenario.title}" already',
                labels=(Label(first[scenario.title].span, "the first one"),),
                hint="say in the title what is different in this one",
            )


def _seat(
    world: World,
    scenario: nodes.ScenarioDecl,
    step: Spoken,
) -> Iterator[Diagnostic]:
    players = scenario.players or (world.game.players[1] if world.game else 99)
    if not 1 <= step.seat <= players:
        yield problem(
            "scenario-choice",
            step.span,
            f"there is no player {step.seat} among {players} players",
            hint="seats count from 1 to the number of players",
        )


def _choice(
    world: World, offers: _Offers, step: nodes.ScenarioStep, choice: str
) -> Iterator[Diagnostic]:
    match = HEAD.match(choice)
    head = match[0] if match else None
    named = PARAMETER.findall(choice)
    if head is None and "action" not in world.lost:
        yield from _values(step, named, offers.values, (), "the game")
    elif head is None or world.excuses(head, offers.heads, "action"):
        return
    elif head not in offers.heads | {"pass"}:
        hint = did_you_mean(head, offers.heads)
        if named or hint:  # else it may be a value, which only the game can tell
            yield problem(
                "scenario-choice",
                step.span,
                f"no player can choose `{head}`",
                hint=hint or "begin with the name of an action, or of a menu's option",
            )
    else:
        action = world.get(ActionSymbol, head)
        if action is not None:
            label = (Label(action.decl.name_span, "declared here"),)
            chosen = frozenset(symbol.name for symbol in action.chosen)
            yield from _values(step, named, chosen, label, f"`{head}`")


def _values(
    step: nodes.ScenarioStep,
    named: list[str],
    names: frozenset[str],
    labels: tuple[Label, ...],
    what: str,
) -> Iterator[Diagnostic]:
    for name in named:
        if name not in names:
            chosen = ", ".join(sorted(names)) or "nothing"
            yield problem(
                "scenario-choice",
                step.span,
                f"{what} lets nobody choose a `{name}`",
                labels=labels,
                hint=did_you_mean(name, names) or f"what is chosen there: {chosen}",
            )
