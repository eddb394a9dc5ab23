"""Who may see a thing, and what else is said of variables beside their type."""

from collections.abc import Iterator

from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.symbols import VariableSymbol
from rulesrun.dsl.tables import Read
from rulesrun.dsl.value_types import (
    UNKNOWN,
    GridType,
    IntType,
    PieceType,
    PlayerType,
    ZoneType,
)
from rulesrun.dsl.world import World


def check_visibility(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is said of a variable makes sense for its type and its owner."""
    for variable in world.variables:
        if variable.type is not UNKNOWN:
            yield from _variable(variable)


def _variable(variable: VariableSymbol) -> Iterator[Diagnostic]:
    decl, kind = variable.decl, variable.type
    owned = any(isinstance(key.type, PlayerType) for key in variable.all_keys)
    if decl.owner_only and not owned:
        yield problem(
            "bad-visibility",
            decl.name_span,
            f"`{decl.name}` is to be seen by its owner, and belongs to no player",
            mark="without an owner",
            hint="declare it under `each player:`, or leave `seen by owner` out",
        )
    if decl.owner_only and decl.secret:
        yield problem(
            "bad-visibility",
            decl.name_span,
            f"`{decl.name}` is secret to all, and yet to be seen by its owner",
            hint="keep one of `secret` and `seen by owner`",
        )
    if decl.capacity is not None and not isinstance(kind, ZoneType | GridType):
        yield problem(
            "not-a-zone",
            decl.capacity.span,
            f"`at most` limits a place for components, and `{decl.name}` is a {kind}",
            hint=f"give it a range instead:  {decl.name}: 0..10",
        )
    counted = isinstance(kind, ZoneType) and isinstance(kind.item, PieceType)
    if decl.ledger and not (isinstance(kind, IntType) or counted):
        yield problem(
            "wrong-type",
            decl.name_span,
            f"a ledger is kept of numbers, and `{decl.name}` is a {kind}",
            mark=str(kind),
            hint="leave `ledger` out",
        )
