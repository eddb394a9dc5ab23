"""Columns and fields whose values nothing in a table or a supply can say."""

from collections.abc import Iterable

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import (
    CellType,
    ComponentType,
    EdgeType,
    EnumType,
    GridType,
    ListType,
    OptionalType,
    PlaceType,
    PlayerType,
    SetType,
    TupleType,
    Type,
    with_article,
)
from rulesrun.dsl.semantics.world import Declared


def refused(world: Declared, columns: Iterable[tuple[str, Type, Span]]) -> bool:
    """Whether some of the columns can hold nothing, which is told where they are declared."""
    result = False
    for name, kind, span in columns:
        inner = _unsayable(kind)
        if inner is None:
            continue
        result = True
        hint = "keep it in a variable, and set it in the set-up"
        if isinstance(inner, CellType | PlaceType | EdgeType):
            hint = "take numbers for it, such as  row: 0..7, column: 0..7"
        elif isinstance(inner, PlayerType):
            hint = "take the number of the seat for it:  seat: 1..4"
        elif isinstance(inner, ComponentType):
            hint = "take what it is called for it:  called: text"
        world.report(
            "bad-cell",
            span,
            f"nothing that is written in `{name}` can stand for {with_article(inner)}",
            mark="cannot be filled in",
            hint=hint,
        )
    return result


def _unsayable(kind: Type) -> Type | None:
    """The part of a type of which no cell can name a value; none if all can be named."""
    match kind:
        case CellType() | PlaceType() | EdgeType() | PlayerType() | ComponentType():
            return kind
        case GridType():
            return kind
        case OptionalType(inner) | ListType(inner):
            return _unsayable(inner)
        case SetType(item):
            return _unsayable(item) or (None if isinstance(item, EnumType) else kind)
        case TupleType(items):
            parts = [_unsayable(item) for item in items]
            return next((part for part in parts if part is not None), None)
        case _:
            return None
