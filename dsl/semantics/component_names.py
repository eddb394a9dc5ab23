"""How choices, logs and texts in the rules call the components of a game."""

import re
from collections.abc import Mapping

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import ComponentSymbol
from rulesrun.dsl.semantics.world import Declared, Supplied
from rulesrun.dsl.semantics.written_types import constant_int


def names_of(world: Supplied, kind: str) -> list[str]:
    """What the components of a kind are called, as far as the supply lists them."""
    symbol = world.component(kind)
    result: dict[str, None] = {}
    for line in world.supply:
        if line.component.text == kind:
            for card in world.cards.get(id(line), []):
                result[component_name(world, symbol, dict(card.fields))] = None
    return list(result)


COPY = re.compile(r"(.+) #([1-9][0-9]{0,8})")
"""How one of several components that are called alike can be called."""


def copy_of(name: str) -> tuple[str, int]:
    """The name without the number of the copy, and that number: 1 where none is said."""
    match = COPY.fullmatch(name)
    return (match[1], int(match[2])) if match else (name, 1)


def is_called(name: str, text: str) -> bool:
    """Whether a text is a name, as it is declared or in words: `quiet night`."""
    return text in (name, name.replace("_", " "))


def copies_of(world: Supplied, kind: str, name: str) -> int:
    """How many components of a kind are called so, as far as the supply fixes it."""
    symbol = world.component(kind)
    result = 0
    for line in world.supply:
        if line.component.text == kind:
            cards = world.cards.get(id(line), [])
            called = [component_name(world, symbol, dict(c.fields)) for c in cards]
            each = 1 if line.csv is not None else constant_int(world, line.count) or 1
            result += sum(is_called(one, name) for one in called) * each
    return result


def component_name(
    world: Declared, symbol: ComponentSymbol, fields: Mapping[str, object]
) -> str:
    """How choices and logs call a component."""
    name_field = fields.get("name")
    if isinstance(name_field, str) and name_field:
        return name_field
    template = symbol.decl.named.value if symbol.decl.named else None
    texts = {
        f.name: show_field(world, f.type, fields.get(f.name))
        for f in symbol.fields.values()
        if f.span is not None
    }
    if template is not None:
        for name, text in texts.items():
            template = template.replace("{" + name + "}", text)
        return template
    return " ".join([symbol.name.lower(), *texts.values()])


def show_field(world: Declared, kind: t.Type, value: object) -> str:
    """A field as names show it."""
    if value is None:
        return "none"
    if isinstance(kind, t.OptionalType):
        return show_field(world, kind.item, value)
    if isinstance(kind, t.EnumType) and isinstance(value, int):
        return world.enum(kind.name).values[value].name
    if isinstance(kind, t.SetType) and isinstance(kind.item, t.EnumType):
        assert isinstance(value, int)
        values = world.enum(kind.item.name).values
        return "+".join(v.name for v in values if value >> v.index & 1) or "none"
    if isinstance(kind, t.BoolType):
        return "yes" if value else "no"
    if isinstance(kind, t.BundleType) and isinstance(value, tuple):
        pairs = zip(world.enum(kind.enum).values, value, strict=True)
        return "+".join(f"{n} {v.name}" for v, n in pairs if n) or "none"
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    return str(value)
