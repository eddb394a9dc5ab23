"""Copies of parts of a tree, for what stands at several places.

What is found out about a tree is kept by node: no two places may share one.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from attrs import evolve, fields

from rulesrun.dsl.syntax import nodes

NOTHING: Mapping[str, nodes.Expr] = MappingProxyType({})


def copied(node: Any, values: Mapping[str, nodes.Expr] = NOTHING) -> Any:
    """The same tree anew, with values in place of the names that are given."""
    if isinstance(node, nodes.Name) and node.text in values:
        return copied(values[node.text])
    if isinstance(node, tuple):
        return tuple(copied(item, values) for item in node)
    if not isinstance(node, nodes.Node):
        return node
    changed = {
        part.name: copied(getattr(node, part.name), values)
        for part in fields(type(node))
        if part.name != "span"
    }
    return evolve(node, **changed)
