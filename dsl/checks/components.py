"""Components that the rules call by their names: whether there are any called so."""

import re
from collections.abc import Iterator

from rulesrun.dsl import nodes
from rulesrun.dsl.codes import problem
from rulesrun.dsl.component_names import names_of
from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.nearest import did_you_mean
from rulesrun.dsl.symbols import ComponentSymbol
from rulesrun.dsl.tables import Read
from rulesrun.dsl.value_types import ComponentType
from rulesrun.dsl.world import World

COPY = re.compile(r" #\d+$")
"""How the name of a second copy ends."""

FIELD = re.compile(r"\{(\w+)\}")
"""Where a field stands in the text for a component."""


def _check_template(symbol: ComponentSymbol) -> Iterator[Diagnostic]:
    """What `named` says in braces are fields of the component."""
    named = symbol.decl.named
    if named is None:
        return
    known = [*symbol.fields, "name"]
    texts = [named.value, *(text for _, text in symbol.decl.shown.translations)]
    for name in dict.fromkeys(n for text in texts for n in FIELD.findall(text)):
        if name not in known:
            yield problem(
                "unknown-field",
                named.span,
                f"`{name}` is no field of {symbol.name}",
                mark="unknown field",
                hint=did_you_mean(name, known)
                or f"it has {', '.join(dict.fromkeys(known))}",
            )


def check_components(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every text that stands for a component is the name of one."""
    for symbol in world.each(ComponentSymbol):
        yield from _check_template(symbol)
    names: dict[str, list[str]] = {}
    for node in walk(world.file.declarations):
        kind = world.types.get(id(node))
        if not isinstance(node, nodes.Text) or not isinstance(kind, ComponentType):
            continue
        known: list[str] = []
        for name in kind.names:
            if name not in names:
                names[name] = names_of(world, name)
            known += names[name]
        if known and COPY.sub("", node.value) not in known:
            yield problem(
                "unknown-name",
                node.span,
                f'no {kind} is called "{node.value}"',
                mark="unknown",
                hint=did_you_mean(node.value, known),
            )
