"""Numbers of components: what the supply states against what it brings."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.fixed import Cases, fixed, outside, settings
from rulesrun.dsl.data.paths import Read, shown_path
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import write
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.symbols import ComponentSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_supply(world: World, read: Read) -> Iterator[Diagnostic]:
    """Lines of the supply that cannot be right, and components that it leaves out."""
    all_settings = settings(world)
    supplied: set[str] = set()
    for line in world.supply:
        result = yield from fixed(
            world, line.count, all_settings, "the number of components"
        )
        if not result or any(value for _, value in result):
            supplied.add(line.component.text)
        yield from _line(world, line, result)
    if any(d.code == "unknown-type" for d in world.diagnostics):
        return  # it may be a line of the supply that has a name wrong
    for component in world.each(ComponentSymbol):
        if component.name not in supplied and component.name not in world.broken:
            yield _never_supplied(world, component)


def _line(world: World, line: nodes.SupplyLine, cases: Cases) -> Iterator[Diagnostic]:
    name = line.component.text
    negative = outside(cases, 0)
    if negative is not None:
        number, players = negative
        yield problem(
            "out-of-range",
            line.count.span,
            f"there cannot be {number} of {name}{players}",
            mark=f"{number}{players}",
            hint="a number of components is 0 or more",
        )
    elif world.get(ComponentSymbol, name) is None:
        return  # another message is about it
    elif line.csv is not None and _readable(world, line, line.csv):
        yield from _rows(world, line, line.csv, cases)


def _rows(
    world: World, line: nodes.SupplyLine, source: nodes.Text, cases: Cases
) -> Iterator[Diagnostic]:
    number = len(world.cards.get(id(line), []))
    other = outside(cases, number, number)
    if other is None:
        return
    stated, players = other
    yield problem(
        "count-mismatch",
        line.count.span,
        f"{stated} of {line.component.text} are stated{players}, "
        f"and the file lists {number}",
        mark=f"{stated} stated{players}",
        labels=(Label(source.span, f"{number} in this file"),),
        hint=write(line.count.span, str(number), "  here, or correct the file"),
    )


def _readable(world: World, line: nodes.SupplyLine, source: nodes.Text) -> bool:
    """Whether every row of the file counts; if not, the number means nothing."""
    if id(line) in world.partial:
        return False
    path = shown_path(source.span, source.value)
    component = world.names.get(line.component.text)
    fields = component.fields.values() if isinstance(component, ComponentSymbol) else ()
    spans = [line.span, *(field.span for field in fields if field.span is not None)]
    return not any(
        d.span.path == path or any(_within(d.span, span) for span in spans)
        for d in world.diagnostics
    )


def _within(inner: Span, outer: Span) -> bool:
    return inner.path == outer.path and outer.line <= inner.line <= outer.end_line


def _never_supplied(world: World, component: ComponentSymbol) -> Diagnostic:
    name = component.name
    zero = [line for line in world.supply if line.component.text == name]
    return problem(
        "never-supplied",
        component.decl.name_span,
        f"the supply brings no {name} into the game",
        mark="never supplied",
        labels=tuple(Label(line.count.span, "none by this line") for line in zero),
        hint=f"add a line such as  1 of each {name}  under `supply:`",
    )
