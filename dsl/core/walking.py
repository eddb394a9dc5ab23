"""All nodes of a piece of the core, for analyses that ask only for some of them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import fields

from rulesrun.dsl.core import expressions, statements
from rulesrun.dsl.core.symbols import Local

_NODES = tuple(
    kind
    for module in (expressions, statements)
    for kind in vars(module).values()
    if isinstance(kind, type) and hasattr(kind, "__attrs_attrs__")
    if kind is not statements.Action
    if kind.__module__ == module.__name__
)


def parts(node: object) -> Iterator[object]:
    """The nodes directly inside of a node or a tuple, in the order of evaluation."""
    if isinstance(node, tuple):
        for part in node:
            if isinstance(part, _NODES):
                yield part
            elif isinstance(part, tuple):
                yield from parts(part)
        return
    kind: Any = type(node)
    for name in _names(kind):
        inner = getattr(node, name)
        if isinstance(inner, _NODES):
            yield inner
        elif isinstance(inner, tuple) and inner:
            yield from parts(inner)


def walk(tree: object) -> Iterator[object]:
    """All nodes of a tree, the outer before the inner; not the actions it names."""
    pending = list(parts(tree))[::-1] if isinstance(tree, tuple) else [tree]
    while pending:
        node = pending.pop()
        yield node
        pending += list(parts(node))[::-1]


def used_locals(tree: object) -> set[Local]:
    """The locals that are read somewhere in a tree."""
    return {n.local for n in walk(tree) if isinstance(n, expressions.Get)}


def mentions(tree: object, local: Local) -> bool:
    """Whether a local is read in a tree."""
    return any(isinstance(n, expressions.Get) and n.local is local for n in walk(tree))


@cache
def _names(kind: Any) -> tuple[str, ...]:
    plain = (
        "type",
        "span",
        "place",
        "cites",
        "local",
        "name",
        "variable",
        "labels",
        "reason",
    )
    return tuple(a.name for a in fields(kind) if a.name not in plain)
