"""Values that are worked out and shown: to whoever looks, they are like variables.

`shown wealth(p: player) = ...` is a function, and people see one value for each player, as
they see a variable that each player has.
"""

from __future__ import annotations

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

_NOWHERE = Span("", 0, 0, 0, 0)


def check_shown(world: World, symbol: sym.ShownSymbol) -> None:
    """Report what has no values that could be shown one by one, or cannot be drawn."""
    for param in symbol.params:
        if param.type is t.UNKNOWN or key_of(param.type) is not None:
            continue
        world.report(
            "wrong-type",
            param.span or symbol.decl.name_span,
            f"`{symbol.name}` is shown once for each `{param.name}`, and nobody can list all "
            "of these",
            hint="let it be a player, a cell, a component, a value of an enum or a number "
            "in a range",
        )
    kind = symbol.returns
    inner = kind.item if isinstance(kind, t.ListType | t.SetType) else kind
    if inner is not None and isinstance(t.without_none(inner), t.GridType):
        world.report(
            "wrong-type",
            symbol.decl.name_span,
            f"`{symbol.name}` is a growing grid, which is drawn only where it lies",
            hint="show what is counted on it, or keep it in a variable",
        )


def key_of(kind: t.Type) -> sym.FamilyKey | None:
    """What a family of variables would be indexed by for all values of a type, if it can."""
    match kind:
        case t.IntType(int() as low, int() as high) if low <= high:
            ends = (nodes.Int(span=_NOWHERE, value=n) for n in (low, high))
            return sym.FamilyKey(t.INT, *ends)
        case t.CellType() | t.EnumType() | t.ComponentType((_,)):
            return sym.FamilyKey(kind)
        case _:
            return sym.FamilyKey(kind) if kind == t.PLAYER else None


def as_variable(symbol: sym.ShownSymbol) -> sym.VariableSymbol:
    """The variable that people see in its place."""
    decl, kind = symbol.decl, symbol.returns
    assert isinstance(decl, nodes.ShownDecl)
    assert kind is not None
    keys = tuple(key for p in symbol.params if (key := key_of(p.type)) is not None)
    owner = keys[0].type if keys and keys[0].type != t.INT else None
    return sym.VariableSymbol(
        symbol.name,
        symbol.span,
        nodes.Variable(
            span=decl.span,
            name=decl.name,
            name_span=decl.name_span,
            keys=(),
            labels=decl.labels,
            type=nodes.TypeNode(span=decl.span, base="int"),
            cites=decl.cites,
        ),
        owner,
        keys if owner is None else keys[1:],
        kind,
        used=True,
    )
