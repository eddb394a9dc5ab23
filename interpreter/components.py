"""Cards, tiles and other components as values: what is printed on each, by its name.

tile = game.component(name)
tile.declared_as, tile["cost"], tile.walls
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics.value_types import ComponentType
from rulesrun.interpreter.knowledge.seen import readable
from rulesrun.interpreter.runtime.naming import Names
from rulesrun.interpreter.setup import brief


@frozen(eq=True, repr=False)
class Component(Mapping[str, Any]):
    """A component: its name, the kind it is declared as, and the fields that its kind declares.

    Fields are read like variables (`readable`); they are attributes, too, unless a mapping
    has an attribute of that name.
    """

    name: str
    declared_as: str
    _fields: Mapping[str, Any] = field(eq=False)

    def __getitem__(self, name: str) -> Any:
        try:
            return self._fields[name]
        except KeyError:
            raise KeyError(self._unknown(name)) from None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked for while it is copied or pickled
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(self._unknown(name)) from None

    def __dir__(self) -> Sequence[str]:
        return [*super().__dir__(), *self._fields]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        fields = (f", {name}={value!r}" for name, value in self._fields.items())
        return f"<{self.declared_as} {self.name!r}{''.join(fields)}>"

    def _unknown(self, name: str) -> str:
        hint = did_you_mean(name, self._fields) or f"it has {', '.join(self._fields)}"
        return f"`{self.declared_as}` has no field `{name}`; {hint}"


@define(eq=False)
class Components(Mapping[str, Component]):
    """The components of a game by their names; those that look alike are one."""

    _names: Names
    _numbers: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._numbers = {}
        for component in self._names.layout.components:
            kind = ComponentType((component.kind,))
            name = self._names.name(kind, component.number)
            self._numbers.setdefault(name, component.number)

    def __getitem__(self, name: str) -> Component:
        number = self._numbers.get(name)
        if number is None:
            hint = did_you_mean(name, self._numbers) if isinstance(name, str) else None
            more = f"; {hint}" if hint else ""
            raise KeyError(f"there is no component {brief(name)}{more}")
        component = self._names.layout.components[number]
        symbol = self._names.world.component(component.kind)
        fields = {
            field.name: readable(self._names, field.type)(
                component.fields.get(field.name)
            )
            for field in symbol.fields.values()
            if field.span is not None and field.name != "name"
        }
        return Component(name, component.kind, fields)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)
