"""What components are called whose names depend on a variable of theirs, as it is now.

Of a field `rent: int by built` the name that people read shows the value that counts. The
name by which logs and rules call the component holds all of them, and never changes.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from attrs import define, frozen

from rulesrun.dsl.semantics.sided import side_name, sides, turning
from rulesrun.dsl.semantics.symbols import FieldSymbol
from rulesrun.interpreter.runtime.layout import Layout

Sides = Mapping[str, int]
"""By name of a variable, which of its values it has, counted from 0."""


@frozen
class _Turning:
    """A variable of a component: its name, its values, and its slot for number 0."""

    name: str
    values: tuple[int, ...]
    base: int


@define(eq=False, slots=False)
class TurnedNames:
    """Knows for each kind of component what its name depends on."""

    layout: Layout

    @cached_property
    def _of_kinds(self) -> dict[str, tuple[_Turning, ...]]:
        world = self.layout.world
        result: dict[str, tuple[_Turning, ...]] = {}
        for kind, span in self.layout.spans.items():
            symbol = world.component(kind)
            labels = symbol.decl.shown
            texts = [text for _, text in labels.translations]
            texts += [labels.text or ""]
            if symbol.decl.named is not None:
                texts.append(symbol.decl.named.value)
            variables: dict[str, _Turning] = {}
            for field in symbol.fields.values():
                variable = turning(world, kind, field)
                named = any("{" + field.name + "}" in text for text in texts)
                if variable is not None and named:
                    base = self.layout.families[variable].base - span.start
                    values = tuple(sides(world, variable.type))
                    variables[variable.name] = _Turning(variable.name, values, base)
            if variables:
                result[kind] = tuple(variables.values())
        return result

    @property
    def any(self) -> bool:
        """Whether the name of any component depends on a variable of it."""
        return bool(self._of_kinds)

    def now(self, number: int, state: Sequence[Any]) -> Sides:
        """Which value each variable has on which the name of a component hangs."""
        turnings = self._of_kinds.get(self.layout.components[number].kind, ())
        values = [state[one.base + number] for one in turnings]
        pairs = list(zip(turnings, values, strict=True))
        if not all(value in one.values for one, value in pairs):
            return {}  # it is not known
        return {one.name: one.values.index(value) for one, value in pairs}

    def every(self, number: int) -> list[Sides]:
        """All that those variables can be, together; none where the name depends on none."""
        turnings = self._of_kinds.get(self.layout.components[number].kind, ())
        if not turnings:
            return []
        names = [one.name for one in turnings]
        ways = product(*(range(len(one.values)) for one in turnings))
        return [dict(zip(names, way, strict=True)) for way in ways]

    def face(self, number: int, current_sides: Sides) -> str:
        """What stands on a page for a component as it looks: its name, and its side."""
        name = self.layout.components[number].name
        return "|".join((name, *map(str, current_sides.values())))

    def value(
        self, field: FieldSymbol, number: int, current_sides: Sides
    ) -> tuple[Any, bool]:
        """The value of a field, and whether it is the one of a side."""
        fields = self.layout.components[number].fields
        if field.by is not None and field.by.text in current_sides:
            return fields.get(side_name(field.name, current_sides[field.by.text])), True
        return fields.get(field.name), False
