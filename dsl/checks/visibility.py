"""Who may see a thing, and what else is said of variables beside their type."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics.beginnings import is_deck
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import (
    SIDES,
    UNKNOWN,
    ComponentType,
    GridType,
    IntType,
    PieceType,
    PlayerType,
    ZoneType,
    with_article,
)
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_visibility(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is said of a variable makes sense for its type and its owner."""
    for variable in world.variables:
        if variable.type is not UNKNOWN:
            yield from _variable(world, variable)


def _variable(world: World, variable: VariableSymbol) -> Iterator[Diagnostic]:
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
    if decl.kinds_known and not (
        isinstance(kind, ZoneType)
        and kind.kind == "stock"
        and isinstance(kind.item, PieceType)
    ):
        yield problem(
            "bad-visibility",
            decl.name_span,
            f"only of pieces in a stock the number alone is hidden, and `{decl.name}` is "
            f"{with_article(kind)}",
            mark=str(kind),
            hint="hide all of it:  secret,  or  seen by owner",
        )
    if decl.capacity is not None and not isinstance(kind, ZoneType | GridType):
        yield problem(
            "not-a-zone",
            decl.capacity.span,
            f"`at most` limits a place for components, and `{decl.name}` is a {kind}",
            hint=f"give it a range instead:  {decl.name}: 0..10",
        )
    if decl.shuffled and not (is_deck(decl) and not variable.all_keys):
        yield problem(
            "not-a-zone",
            decl.name_span,
            f"only a deck of its own is shuffled before the game, and `{decl.name}` is none",
            hint="say in the set-up what lies there, or leave `shuffled` out",
        )
    if decl.turned is not None:
        yield from _turned(world, variable, decl.turned)
    counted = isinstance(kind, ZoneType) and isinstance(kind.item, PieceType)
    if decl.ledger and not (isinstance(kind, IntType) or counted):
        yield problem(
            "wrong-type",
            decl.name_span,
            f"a ledger is kept of numbers, and `{decl.name}` is a {kind}",
            mark=str(kind),
            hint="leave `ledger` out",
        )


def _turned(
    world: World, variable: VariableSymbol, by: nodes.Named
) -> Iterator[Diagnostic]:
    """What lies on a grid lies turned by a number that each component has."""
    kind = variable.type
    if not isinstance(kind, GridType):
        yield problem(
            "not-a-zone",
            by.span,
            f"components lie turned on a growing grid, and `{variable.name}` is a {kind}",
            hint="leave `turned by` out",
        )
        return
    last = len(world.enum(SIDES[kind.shape].name).values) - 1
    for name in kind.item.names:
        owner = ComponentType((name,))
        own = [v for v in world.variables if v.owner == owner and not v.keys]
        found = next((v for v in own if v.name == by.text), None)
        if found is None:
            numbers = [v.name for v in own if isinstance(v.type, IntType)]
            yield problem(
                "unknown-field",
                by.span,
                f"nothing called `{by.text}` says how each {name} is turned",
                mark="unknown",
                hint=near(by.text, numbers, by.span)
                or f"declare it:  each {name}:  {by.text}: 0..{last}",
            )
        elif found.type != IntType(0, last):
            yield problem(
                "wrong-type",
                by.span,
                f"a {kind.shape} turns by 0..{last} sides, and `{by.text}` is a {found.type}",
                mark=str(found.type),
                labels=(Label(found.decl.name_span, "declared here"),),
                hint=f"declare it as  {by.text}: 0..{last}",
            )
