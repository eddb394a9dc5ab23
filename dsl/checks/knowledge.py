"""Conditions on what the player who chooses cannot know."""

from collections.abc import Iterator
from functools import cached_property
from typing import get_args

from attrs import define

from rulesrun.dsl.analysis.chains import Use, parts
from rulesrun.dsl.analysis.information_flow import Look, Scope, Sight
from rulesrun.dsl.analysis.secrecy import Audience, audience
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

SEEN = {
    Audience.NOBODY: "seen by nobody",
    Audience.OWNER: "seen only by its owner",
    Audience.OTHERS: "seen by all but its owner",
    Audience.SOME: "seen only by some players",
}
"""Who sees a variable, in words."""


def check_knowledge(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is offered, and what is best, depends on what the player may know."""
    sight = Sight(world)
    reported: set[int] = set()
    chance, expected = _Chance(world), _expected(world)
    for node in each(world.file.declarations, nodes.Best, nodes.Menu, nodes.Choose):
        match node:
            case nodes.Best():
                yield from _best(sight, node)
                yield from chance.of(node)
            case nodes.Menu() | nodes.Choose() if node.player is not None:
                scope = Scope(me=node.player, sees=expected.get(id(node), ()))
                for what, condition, inner in sight.conditions(node, scope):
                    yield from _condition(sight, condition, inner, what, reported)
            case _:
                pass


def _expected(world: World) -> dict[int, tuple[nodes.Expr, ...]]:
    """For each choice what the lines just before it say that its player sees."""
    result: dict[int, tuple[nodes.Expr, ...]] = {}
    for block in _blocks(world.file.declarations):
        seen: list[nodes.ExpectSees] = []
        for line in block:
            match line:
                case nodes.ExpectSees():
                    seen.append(line)
                case nodes.Let() | nodes.Expectation():
                    pass
                case nodes.Choose() | nodes.Menu():
                    mine = (s.what for s in seen if s.player == line.player)
                    result[id(line)] = tuple(mine)
                case _:
                    seen = []
    return result


def _blocks(tree: object) -> Iterator[tuple[nodes.Statement, ...]]:
    """The lines under each line that has some, with those of the rules themselves."""
    for node in walk(tree):
        for name in node.__attrs_attrs__:
            part = getattr(node, name.name)
            rows = [part, *part] if isinstance(part, tuple) else []
            for row in rows:
                row = row[1] if isinstance(row, tuple) and len(row) == 2 else row
                if isinstance(row, tuple) and any(
                    isinstance(line, nodes.ExpectSees) for line in row
                ):
                    yield row


def _condition(
    sight: Sight, condition: nodes.Expr, scope: Scope, what: str, reported: set[int]
) -> Iterator[Diagnostic]:
    look = sight.look(condition, scope)
    if look is None or id(condition) in reported:
        return
    reported.add(id(condition))
    yield problem(
        "hidden-in-offer",
        condition.span,
        f"{what} depends on {_called(look)}, which the player cannot know",
        mark="tells something hidden",
        labels=look_labels(look, condition),
        hint=_place_of_unseen(sight.world, condition)
        or "ask for it in what follows the choice, where it may come out, "
        "or let it be seen",
    )


def _place_of_unseen(world: World, offered: nodes.Expr) -> str | None:
    """How one of a zone is chosen by somebody who cannot look into it: by its place."""
    zone = world.types.get(id(offered))
    if not isinstance(zone, t.ZoneType) or isinstance(zone.item, t.PieceType):
        return None
    name = quoted(offered)
    chosen = f"choose n in 1..size({name}),  and take  {name}[n]"
    if zone.kind in t.ORDERED:
        return f"choose its place:  {chosen}"
    return f"let it be a row, and choose a place in it:  {chosen}"


def _best(sight: Sight, best: nodes.Best) -> Iterator[Diagnostic]:
    look = sight.look((best.by, best.body), Scope(me=best.player))
    if look is None:
        return
    yield problem(
        "hidden-in-best",
        best.by.span,
        f"what is best depends on {_called(look)}, which the player cannot know",
        mark="cannot be found out",
        labels=look_labels(look, best.by),
        hint="let the player choose, without `best for`",
    )


@define(eq=False)
class _Chance:
    """Knows where rules draw by chance, and what leads there."""

    world: World

    def of(self, best: nodes.Best) -> Iterator[Diagnostic]:
        """What is best is looked for by trying, and chance cannot be tried."""
        pending: list[object] = [(best.by, best.body)]
        seen: set[sym.Symbol] = set()
        while pending:
            tree = pending.pop(0)
            for node in each(tree, nodes.Call, nodes.Shuffle, nodes.Draw):
                if self._is_drawn(node):
                    yield self._diagnostic(best, node)
                    return
            for use in each(tree, *get_args(Use)):
                symbol = self.world.refs.get(id(use))
                if symbol is not None and symbol not in seen:
                    seen.add(symbol)
                    pending.append(self._parts.get(symbol))

    @cached_property
    def _parts(self) -> dict[sym.Symbol, object]:
        return dict(parts(self.world))

    def _is_drawn(self, node: nodes.Node) -> bool:
        match node:
            case nodes.Call(name=name):
                return name == "random"
            case nodes.Draw(source=source):
                zone = self.world.types.get(id(source))
                if not isinstance(zone, t.ZoneType):
                    return False
                kinds = isinstance(zone.item, t.PieceType) and zone.item.kinds
                return zone.kind == "bag" or bool(kinds)
            case _:
                return isinstance(node, nodes.Shuffle)

    def _diagnostic(self, best: nodes.Best, node: nodes.Node) -> Diagnostic:
        inside = any(node is other for other in walk(best))
        return problem(
            "chance-in-best",
            node.span if inside else best.by.span,
            "what is best cannot be found out where chance plays a part",
            mark="drawn by chance" if inside else "cannot be found out",
            labels=() if inside else (Label(node.span, "drawn by chance here"),),
            hint="draw before `best for`, or let the player choose without it",
        )


def _called(look: Look) -> str:
    return f"`{look.symbol.name}`"


def look_labels(look: Look, condition: nodes.Expr) -> tuple[Label, ...]:
    """Where something hidden is looked at, and where it is declared."""
    inside = any(node is look.node for node in walk(condition))
    places = [] if inside else [Label(look.node.span, "looked at here")]
    symbol = look.symbol
    if isinstance(symbol, sym.LocalSymbol):
        text = "chosen in secret here"
    else:
        assert isinstance(symbol, sym.VariableSymbol)
        text = SEEN[audience(symbol)]
    if symbol.span is not None:
        places.append(Label(symbol.span, text))
    return tuple(places)
