"""Fields that hold one value for each value of a variable: tiles of two sides, and grades.

`points: int by upgraded` is what counts on the side that shows. Printed are all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declared

MOST_SIDES = 12
"""So many values a field can have at most."""


def side_name(field: str, number: int) -> str:
    """By what name a component keeps the value for one side, counted from 0."""
    return f"{field}__{number}"


def field_of(name: str) -> str:
    """The field that a value is kept for under that name."""
    before, _, number = name.rpartition("__")
    return before if number.isdecimal() and before else name


def turning(
    world: Declared, component: str, field: sym.FieldSymbol
) -> sym.VariableSymbol | None:
    """The variable that says which value of a field counts; none if all are one."""
    if field.by is None:
        return None
    members = world.members.get(t.ComponentType((component,)), {})
    return members.get(field.by.text)


def sides(world: Declared, kind: t.Type) -> Sequence[int]:
    """The values that such a variable can have; nothing where they cannot be listed."""
    match kind:
        case t.BoolType():
            return (False, True)
        case t.EnumType(name):
            return range(len(world.enum(name).values))
        case t.IntType(int() as low, int() as high):
            return range(low, min(high, low + MOST_SIDES) + 1)
        case _:
            return ()


def check_sides(world: Declared) -> None:
    """What a field depends on is a variable of its component that has few values."""
    for component in world.each(sym.ComponentSymbol):
        for field in component.fields.values():
            if field.by is not None:
                _check(world, component, field)


def _check(
    world: Declared, component: sym.ComponentSymbol, field: sym.FieldSymbol
) -> None:
    assert field.by is not None
    name, span = field.by.text, field.by.span
    members = world.members.get(t.ComponentType((component.name,)), {})
    variable = turning(world, component.name, field)
    if variable is None:
        if not world.excuses(name, members, "each"):
            world.report(
                "unknown-name",
                span,
                f"each {component.name} has no variable `{name}`",
                mark="unknown",
                hint=near(name, members, span)
                or f"declare it:  each {component.name}:  with a line  {name}: bool",
            )
        field.by, field.type = None, t.UNKNOWN
        return
    variable.used = True
    hidden = variable.decl.secret or variable.decl.seen_by is not None
    number = len(sides(world, variable.type))
    if isinstance(variable.type, t.UnknownType):
        field.by, field.type = None, t.UNKNOWN
    elif variable.keys or isinstance(variable.type, t.ZoneType) or not number or hidden:
        world.report(
            "wrong-type",
            span,
            f"`{name}` cannot say which value of `{field.name}` counts",
            mark="hidden" if hidden else str(variable.type),
            labels=[Label(variable.span, "declared here")] if variable.span else [],
            hint="it is a variable that all can see, of yes or no, of an enum or a range",
        )
        field.by, field.type = None, t.UNKNOWN
    elif number > MOST_SIDES:
        world.report(
            "wrong-type",
            span,
            f"`{name}` has more than {MOST_SIDES} values",
            labels=[Label(variable.span, "declared here")] if variable.span else [],
            hint="keep them in a table, and look them up",
        )
        field.by, field.type = None, t.UNKNOWN
