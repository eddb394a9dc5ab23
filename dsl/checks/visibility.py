"""Who may see a thing, and what else is said of variables beside their type."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.analysis.information_flow import Scope, Sight
from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.analysis.visibility import expression, joined
from rulesrun.dsl.checks.expectations import settled
from rulesrun.dsl.checks.knowledge import look_labels
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import near
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.audiences import OTHERS, OWNER, word_of
from rulesrun.dsl.semantics.initial_contents import is_deck
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_visibility(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is said of a variable makes sense for its type and its owner."""
    for variable in world.variables:
        if variable.type is not t.UNKNOWN:
            yield from _variable(world, variable)


def _variable(world: World, variable: VariableSymbol) -> Iterator[Diagnostic]:
    decl, kind = variable.decl, variable.type
    owned = any(isinstance(key.type, t.PlayerType) for key in variable.all_keys)
    word = word_of(decl)
    if word is not None and not owned:
        yield problem(
            "bad-visibility",
            decl.name_span,
            f"`{decl.name}` is to be seen by its owner, and belongs to no player"
            if word == OWNER
            else f"`{decl.name}` is to be seen by all but its owner, and belongs to no "
            "player",
            mark="without an owner",
            hint=f"declare it under `each player:`, or leave `seen by {word}` out",
        )
    if decl.seen_by is not None and decl.secret:
        yield problem(
            "bad-visibility",
            decl.name_span,
            f"`{decl.name}` is secret to all, and yet to be seen by somebody",
            hint="keep one of `secret` and `seen by`",
        )
    elif word == OTHERS and owned and player_counts(world).stop == 2:
        yield _unseen(variable)
    if decl.kinds_known and not (
        isinstance(kind, t.ZoneType)
        and kind.kind == "stock"
        and isinstance(kind.item, t.PieceType)
    ):
        yield problem(
            "bad-visibility",
            decl.name_span,
            f"the number alone can be hidden of pieces in a stock only, and `{decl.name}` is "
            f"{t.with_article(kind)}",
            mark=str(kind),
            hint="hide all of it:  secret,  or  seen by owner",
        )
    if decl.capacity is not None and not isinstance(kind, t.ZoneType | t.GridType):
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
    counted = isinstance(kind, t.ZoneType) and isinstance(kind.item, t.PieceType)
    if decl.ledger and not (isinstance(kind, t.IntType) or counted):
        yield problem(
            "wrong-type",
            decl.name_span,
            f"a ledger is kept of numbers, and `{decl.name}` is a {kind}",
            mark=str(kind),
            hint="leave `ledger` out",
        )


def _unseen(variable: VariableSymbol) -> Diagnostic:
    span = variable.decl.seen_by.span if variable.decl.seen_by else variable.decl.span
    return problem(
        "seen-by-nobody",
        span,
        f"nobody ever sees `{variable.name}`",
        mark="no player is ever one of these",
        hint="write  secret,  if that is meant, or say who sees it",
    )


def check_audiences(world: World, read: Read) -> Iterator[Diagnostic]:
    """Whoever sees a variable can know it, and is somebody."""
    sight = Sight(world)
    for variable in world.variables:
        if variable.audience is None:
            continue
        value = expression(variable.audience)
        look = sight.audience_look(value)
        if look is not None:
            yield problem(
                "hidden-in-seen-by",
                value.span,
                f"who sees `{variable.name}` depends on `{look.symbol.name}`, which they "
                "cannot know",
                mark="tells something hidden",
                labels=look_labels(look, value),
                hint="let it depend on what each of them can know of himself or herself, or "
                "on what all see",
            )
        if _holds_nobody(world, variable, value):
            yield _unseen(variable)


def check_announcements(world: World, read: Read) -> Iterator[Diagnostic]:
    """Whoever hears an announcement may know the values in it, and who hears it."""
    sight = Sight(world)
    for announcement in each(world.file.declarations, nodes.Announce):
        scope = Scope(anybody=True)
        if announcement.to is not None:
            kind = t.without_none(world.types.get(id(announcement.to), t.UNKNOWN))
            if kind == t.PLAYER:
                scope = Scope(me=announcement.to)
        for value in announcement.values:
            look = sight.look(value, scope)
            if look is not None:
                yield problem(
                    "hidden-in-announcement",
                    value.span,
                    f"`{value.text}` tells of `{look.symbol.name}`, which those who hear it "
                    "cannot know",
                    mark="tells something hidden",
                    labels=look_labels(look, value),
                    hint="let it be seen or shown before, or announce it to who sees it:  "
                    "announce ... to p",
                )


def check_shows(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is shown is something that somebody did not see."""
    sight = Sight(world)
    for show in each((*world.file.declarations, *world.derived), nodes.Show):
        node = _looked_into(world, show.what)
        symbol = world.refs.get(id(node))
        if not isinstance(symbol, VariableSymbol):
            continue
        seen = not has_secrets(symbol)
        if not seen and show.to is not None:
            seen = sight.is_seen(node, symbol, Scope(me=show.to))
        if seen:
            places = [Label(symbol.span, "declared here")] if symbol.span else []
            yield problem(
                "seen-anyway",
                show.what.span,
                f"`{symbol.name}` is shown to players who see it anyway",
                mark="seen anyway",
                labels=tuple(places),
                hint="remove the line, or show what lies hidden",
            )


def _looked_into(world: World, node: nodes.Expr) -> nodes.Expr:
    """The place that components are taken from, as far as it is written there."""
    while True:
        match node:
            case nodes.Call(name="top" | "bottom" | "first" | "last", args=(of,)):
                node = of
            case nodes.Index(of=of) if id(node) not in world.refs:
                node = of
            case _:
                return node


def _holds_nobody(world: World, variable: VariableSymbol, value: nodes.Expr) -> bool:
    """Whether an expression certainly gives no player."""
    match value:
        case nodes.NoneValue():
            return True
        case nodes.SetOf(items=()) | nodes.ListOf(items=()):
            return True
        case nodes.Quantified(kind="all", binder=nodes.Binder(where=where)) if where:
            parts = list(joined(where))
            if any(settled(world, part) is False for part in parts):
                return True
            same = [p for p in parts if isinstance(p, nodes.Compare) and p.op == "=="]
            unlike = [p for p in parts if isinstance(p, nodes.Compare) and p.op == "!="]
            sides = [{one.left, one.right} for one in same]
            if any({one.left, one.right} in sides for one in unlike):
                return True
            negated = [p.of for p in parts if isinstance(p, nodes.Not)]
            if any(part in negated for part in parts):
                return True
            return player_counts(world).stop == 2 and any(
                is_owner_of(world, variable, one) for one in unlike
            )
        case _:
            return False


def is_owner_of(world: World, variable: VariableSymbol, test: nodes.Compare) -> bool:
    """Whether a comparison is with whom a variable belongs to."""
    params = variable.audience.params if variable.audience is not None else ()
    sides = (test.left, test.right)
    return any(world.refs.get(id(side)) in params for side in sides)


def _turned(
    world: World, variable: VariableSymbol, by: nodes.Named
) -> Iterator[Diagnostic]:
    """What lies on a grid lies turned by a number that each component has."""
    kind = variable.type
    if not isinstance(kind, t.GridType):
        yield problem(
            "not-a-zone",
            by.span,
            f"components lie turned on a growing grid, and `{variable.name}` is a {kind}",
            hint="leave `turned by` out",
        )
        return
    last = len(world.enum(t.SIDES[kind.shape].name).values) - 1
    for name in kind.item.names:
        owner = t.ComponentType((name,))
        own = [v for v in world.variables if v.owner == owner and not v.keys]
        result = next((v for v in own if v.name == by.text), None)
        if result is None:
            numbers = [v.name for v in own if isinstance(v.type, t.IntType)]
            yield problem(
                "unknown-field",
                by.span,
                f"nothing called `{by.text}` says how each {name} is turned",
                mark="unknown",
                hint=near(by.text, numbers, by.span)
                or f"declare it:  each {name}:  {by.text}: 0..{last}",
            )
        elif result.type != t.IntType(0, last):
            yield problem(
                "wrong-type",
                by.span,
                f"a {kind.shape} turns by 0..{last} sides, and `{by.text}` is a {result.type}",
                mark=str(result.type),
                labels=(Label(result.decl.name_span, "declared here"),),
                hint=f"declare it as  {by.text}: 0..{last}",
            )
