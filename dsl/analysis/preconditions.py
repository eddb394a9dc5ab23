"""What a body asks for that is to be proved by whoever comes to it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from rulesrun.dsl.analysis.facts import NOTHING, Fact, Facts, replaced
from rulesrun.dsl.analysis.needs import Need
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes


@frozen(eq=False)
class Asked:
    """A need that is to be proved by whoever comes to a body.

    `wants` and `facts`, what is known inside, speak of what the body is given.
    """

    need: Need
    wants: tuple[Fact, ...]
    facts: Facts = NOTHING


def with_names(precondition: Asked, names: Mapping[str, nodes.Expr]) -> Asked:
    """The same with other expressions in place of names."""
    return Asked(
        precondition.need,
        tuple(_fact_with(fact, names) for fact in precondition.wants),
        frozenset(_fact_with(fact, names) for fact in precondition.facts),
    )


def _fact_with(fact: Fact, names: Mapping[str, nodes.Expr]) -> Fact:
    return Fact(
        replaced(fact.of, names),
        frozenset(replaced(test, names) for test in fact.tests),
        fact.least,
    )


def bound_in(facts: Iterable[Fact]) -> set[str]:
    """The names that expressions bring in themselves."""
    trees = tuple(tree for fact in facts for tree in fact.trees)
    return {node.name for node in walk(trees) if isinstance(node, nodes.Binder)}


def parts(node: nodes.Node) -> tuple[object, ...]:
    """What a node is made of, as far as further nodes may be in it."""
    kind: Any = type(node)
    return tuple(getattr(node, name) for name in nodes.parts_of(kind))


def nodes_in(node: nodes.Node) -> Iterator[nodes.Node]:
    """The nodes right inside of one."""
    for part in parts(node):
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, nodes.Node):
                yield one
            elif isinstance(one, tuple):
                yield from (inner for inner in one if isinstance(inner, nodes.Node))
