"""What scenarios give: it comes before what rules name from it."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.changes import Effects
from rulesrun.dsl.analysis.living import Living, Places, living_at_first
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

CHOOSING = nodes.ScenarioChoice | nodes.RandomChoices
ASKING = CHOOSING | nodes.ExpectRefused | nodes.ExpectOffered | nodes.ExpectOnly
"""The lines for which it matters what rules under way have named."""


def check_fixtures(world: World, read: Read) -> Iterator[Diagnostic]:
    """Nothing is given behind `start` that the rule has worked a name out from before."""
    places = Places(world, Effects(world))
    reported: set[tuple[Span, Span]] = set()
    for scenario in world.scenarios:
        if scenario.span.path != world.file.path:
            continue
        for result in _of_scenario(places, scenario):
            place = (result.span, result.labels[0].span)
            if place not in reported:
                reported.add(place)
                yield result


def _of_scenario(places: Places, scenario: nodes.ScenarioDecl) -> Iterator[Diagnostic]:
    """What is given too late for the first choice of what is started before."""
    start: nodes.Start | None = None
    late: list[Diagnostic] = []
    for step in scenario.steps:
        match step:
            case nodes.Start():  # names everything anew
                start, late = step, []
            case nodes.Given(body=body) if start is not None:
                late += _written_late(places, start, body)
            case _ if isinstance(step, ASKING) or each(step, nodes.Offered):
                yield from late
                late = []
                if isinstance(step, CHOOSING):
                    start = None
            case _:
                pass


def _written_late(
    places: Places, start: nodes.Start, body: nodes.Block
) -> Iterator[Diagnostic]:
    living = living_at_first(places, start)
    for written in places.written(body):
        for name in living:
            if any(written.place.meets(place) for place in name.read):
                yield _too_late(written.span, name, start)


def _too_late(span: Span, name: Living, start: nodes.Start) -> Diagnostic:
    called = start.name
    if start.args:
        called += f"({', '.join(map(quoted, start.args))})"
    return problem(
        "given-after-let",
        span,
        f"`{name.symbol.name}` was named before this, and keeps its value",
        mark="given too late",
        labels=(Label(name.span, "evaluated here, when the rule was started"),),
        hint=f"let `given` stand before  start {called}",
    )
