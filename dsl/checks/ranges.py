"""Numbers that are known, at places where they cannot be right."""

from collections.abc import Iterable, Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

Taker = (
    sym.RuleSymbol
    | sym.FunctionSymbol
    | sym.ActionSymbol
    | sym.EventSymbol
    | sym.AmountSymbol
)


def check_ranges(world: World, read: Read) -> Iterator[Diagnostic]:
    """Arguments, keys of tables and seats lie in their ranges."""
    for decl in world.file.declarations:
        seats = _seats(world, decl)
        for node in each(
            decl,
            nodes.Call,
            nodes.Do,
            nodes.Raise,
            nodes.MenuAction,
            nodes.Start,
            nodes.Index,
            nodes.PlayerAt,
        ):
            symbol = world.refs.get(id(node))
            match node:
                case (
                    nodes.Call(args=args)
                    | nodes.Do(args=args)
                    | nodes.Raise(args=args)
                    | nodes.MenuAction(args=args)
                    | nodes.Start(args=args)
                ) if isinstance(symbol, Taker):
                    wanted = [(p.name, p.type, p.span) for p in symbol.params]
                    yield from _numbers(world, symbol, wanted, args)
                case nodes.Index(keys=keys) if isinstance(symbol, sym.TableSymbol):
                    columns = zip(symbol.keys, symbol.decl.keys, strict=True)
                    wanted = [(n, kind, p.span) for (n, kind), p in columns]
                    yield from _numbers(world, symbol, wanted, keys)
                case nodes.PlayerAt(seat=seat) if not 1 <= seat <= seats:
                    yield problem(
                        "out-of-range",
                        node.span,
                        f"there is no player {seat}",
                        mark=f"one of 1..{seats}",
                        hint=_more_players(world, decl, seat),
                    )
                case _:
                    pass


def _seats(world: World, decl: nodes.Decl) -> int:
    if isinstance(decl, nodes.ScenarioDecl):
        fewest = world.game.players[0] if world.game is not None else 99
        return decl.players or fewest
    return world.game.players[1] if world.game is not None else 99


def _more_players(world: World, decl: nodes.Decl, seat: int) -> str:
    most = world.game.players[1] if world.game is not None else 0
    if isinstance(decl, nodes.ScenarioDecl) and seat <= most:
        return f"set the number of players:  players {seat}  under the title of the scenario"
    return "seats count from 1 to the number of players"


def _numbers(
    world: World,
    symbol: sym.Symbol,
    wanted: Iterable[tuple[str, t.Type, Span | None]],
    arguments: tuple[nodes.Expr, ...],
) -> Iterator[Diagnostic]:
    for (name, kind, span), value in zip(wanted, arguments, strict=False):
        kind = t.without_none(kind)
        number = constant_int(world, value)
        if number is None or not isinstance(kind, t.IntType):
            continue
        low, high = kind.low, kind.high
        if (low is not None and number < low) or (high is not None and number > high):
            yield problem(
                "out-of-range",
                value.span,
                f"`{name}` of `{symbol.name}` is one of {low}..{high}, "
                f"and this is {number}",
                mark="outside",
                labels=(Label(span, "declared here"),) if span else (),
                hint="give a number of that range, or widen the range",
            )
