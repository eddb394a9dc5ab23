"""Columns and fields whose values nothing in a table or a supply can say."""

from collections.abc import Iterable

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declared


def refused(world: Declared, columns: Iterable[tuple[str, t.Type, Span]]) -> bool:
    """Whether some of the columns can hold nothing, which is told where they are declared."""
    result = False
    for name, kind, span in columns:
        inner = _unsayable(kind)
        if inner is None:
            continue
        result = True
        hint = "keep it in a variable, and set it in the set-up"
        if isinstance(inner, t.CellType | t.PlaceType | t.EdgeType):
            hint = "take numbers for it, such as  row: 0..7, column: 0..7"
        elif isinstance(inner, t.PlayerType):
            hint = "take the number of the seat for it:  seat: 1..4"
        elif isinstance(inner, t.ComponentType):
            hint = "take what it is called for it:  called: text"
        world.report(
            "bad-cell",
            span,
            f"nothing that is written in `{name}` can stand for {t.with_article(inner)}",
            mark="cannot be filled in",
            hint=hint,
        )
    return result


def _unsayable(kind: t.Type) -> t.Type | None:
    """The part of a type of which no cell can name a value; none if all can be named."""
    match kind:
        case (
            t.CellType()
            | t.PlaceType()
            | t.EdgeType()
            | t.PlayerType()
            | t.ComponentType()
        ):
            return kind
        case t.GridType():
            return kind
        case t.OptionalType(inner) | t.ListType(inner):
            return _unsayable(inner)
        case t.SetType(item):
            return _unsayable(item) or (None if isinstance(item, t.EnumType) else kind)
        case t.TupleType(items):
            parts = [_unsayable(item) for item in items]
            return next((part for part in parts if part is not None), None)
        case _:
            return None
