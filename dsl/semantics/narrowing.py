"""What a condition proves: which values are not none, which cards are of one kind."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar, cast

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes

N = TypeVar("N", bound=nodes.Node)

Facts = Mapping[nodes.Expr, t.Type]
"""For an expression, the type that it is known to have."""

TypeOf = Callable[[nodes.Expr], t.Type | None]


def proved(test: nodes.Expr, holds: bool, type_of: TypeOf) -> dict[nodes.Expr, t.Type]:
    """What is known where the test holds (or where it does not)."""
    match test:
        case nodes.Not(of=of):
            return proved(of, not holds, type_of)
        case nodes.And(left=left, right=right) if holds:
            return proved(left, True, type_of) | proved(right, True, type_of)
        case nodes.Or(left=left, right=right) if not holds:
            return proved(left, False, type_of) | proved(right, False, type_of)
        case nodes.And(left=left, right=right) | nodes.Or(left=left, right=right):
            ways = proved(left, holds, type_of), proved(right, holds, type_of)
            return {e: kind for e, kind in ways[0].items() if ways[1].get(e) == kind}
        case nodes.IsNone(of=of, negated=negated) if negated == holds:
            return _not_none(of, type_of)
        case nodes.IsEmpty(of=of, negated=negated) if negated == holds:
            return _not_none(of, type_of)
        case (
            nodes.Compare(op="==" | "!=" as op, left=of, right=nodes.NoneValue())
            | nodes.Compare(op="==" | "!=" as op, left=nodes.NoneValue(), right=of)
        ):
            return _not_none(of, type_of) if (op == "!=") == holds else {}
        case nodes.Member(item=item, of=of, negated=negated) if negated != holds:
            return _member(item, of, type_of)
        case nodes.Compare(op="==" | "!=" as op, left=left, right=right) if (
            op == "=="
        ) == holds:
            return _equal(left, right, type_of) | _equal(right, left, type_of)
        case nodes.IsType(of=of, name=name, negated=negated):
            return _of_kind(of, name.text, negated != holds, type_of)
        case _:
            return {}


def _not_none(of: nodes.Expr, type_of: TypeOf) -> dict[nodes.Expr, t.Type]:
    kind = type_of(of)
    return {of: kind.item} if isinstance(kind, t.OptionalType) else {}


def _equal(a: nodes.Expr, b: nodes.Expr, type_of: TypeOf) -> dict[nodes.Expr, t.Type]:
    kind, other = type_of(a), type_of(b)
    if isinstance(kind, t.OptionalType) and not isinstance(
        other, t.OptionalType | t.NoneType | None
    ):
        return {a: kind.item}
    return {}


def _member(
    item: nodes.Expr, of: nodes.Expr, type_of: TypeOf
) -> dict[nodes.Expr, t.Type]:
    """What is in a collection that does not hold none is not none."""
    kind, among = type_of(item), type_of(of)
    inside = None if among is None else t.element(among)
    if isinstance(kind, t.OptionalType) and not isinstance(
        inside, t.OptionalType | t.NoneType | t.UnknownType | None
    ):
        return {item: kind.item}
    return {}


def _of_kind(
    of: nodes.Expr, name: str, is_kind: bool, type_of: TypeOf
) -> dict[nodes.Expr, t.Type]:
    kind = type_of(of)
    inner = kind.item if isinstance(kind, t.OptionalType) else kind
    if is_kind:
        return {of: t.ComponentType((name,))}
    if isinstance(inner, t.ComponentType):
        rest = tuple(n for n in inner.names if n != name)
        if rest and not isinstance(kind, t.OptionalType):
            return {of: t.ComponentType(rest)}
    return {}


def mentions(expr: object, stop: Callable[[nodes.Node], bool]) -> bool:
    """Whether any node of the expression satisfies the condition."""
    return any(stop(node) for node in walk(expr))


def walk(tree: object) -> list[nodes.Node]:
    """All nodes of a tree, the outer before the inner."""
    if isinstance(tree, nodes.Node):
        return [tree, *tree.inside]
    if isinstance(tree, tuple):
        return [node for part in tree for node in walk(part)]
    return []


def each(tree: object, *kinds: type[N]) -> list[N]:
    """The nodes of a tree that are of some kinds, one kind after the other.

    Where most nodes are of no interest, this is much faster than to walk.
    """
    every = _with_subclasses(kinds)
    result: list[nodes.Node] = []
    pending = [tree]
    while pending:
        part = pending.pop()
        if isinstance(part, nodes.Node):
            by_kind = part.by_kind
            for kind in every:
                if kind in by_kind:
                    result += by_kind[kind]
        elif isinstance(part, tuple):
            pending += part[::-1]
    return cast(list[N], result)


@cache
def _with_subclasses(kinds: tuple[type[nodes.Node], ...]) -> list[type[nodes.Node]]:
    result = dict.fromkeys(kinds)
    for kind in kinds:
        result |= dict.fromkeys(_with_subclasses(tuple(kind.__subclasses__())))
    return list(result)
