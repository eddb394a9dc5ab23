"""The core as trees: what is inside of a node, and which locals are read there."""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Any

from attrs import fields, frozen

from rulesrun.dsl.alike import Alike
from rulesrun.dsl.core.symbols import Local


@frozen(eq=False, repr=False)
class CoreNode(Alike):
    """What is a node of the core: an expression, a statement, or a part of one."""

    @cached_property
    def used(self) -> frozenset[Local]:
        """The locals that are read in it."""
        return used_locals(tuple(parts(self)))


def parts(node: object) -> list[CoreNode]:
    """The nodes directly inside of a node or a tuple, in the order of evaluation."""
    core_nodes: list[CoreNode] = []
    inside: Iterable[object] = node if isinstance(node, tuple) else _held(node)
    for part in inside:
        if isinstance(part, CoreNode):
            core_nodes.append(part)
        elif isinstance(part, tuple):
            core_nodes += parts(part)
    return core_nodes


def walk(tree: object) -> Iterator[CoreNode]:
    """All nodes of a tree, the outer before the inner; not the actions it names."""
    pending = [tree] if isinstance(tree, CoreNode) else parts(tree)[::-1]
    while pending:
        node = pending.pop()
        yield node
        pending += parts(node)[::-1]


def used_locals(tree: object) -> frozenset[Local]:
    """The locals that are read somewhere in a tree."""
    if isinstance(tree, CoreNode):
        return tree.used
    return frozenset[Local]().union(*[part.used for part in parts(tree)])


def mentions(tree: object, local: Local) -> bool:
    """Whether a local is read in a tree."""
    return local in used_locals(tree)


def _held(node: object) -> list[object]:
    kind: Any = type(node)
    return [getattr(node, name) for name in _names(kind)]


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
