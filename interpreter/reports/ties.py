"""Ties at the end of a game, and what decided them."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulesrun.dsl.core.expressions import Const, Expr, For, Given, Read
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Rank
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import EnumType
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.shown import Unknown
from rulesrun.interpreter.runtime.support import ranks


@frozen(eq=False)
class Criterion:
    """One of the numbers by which players are ranked, in their order.

    `most` says whether the greatest is the best. Of the `values`, one a player, none is
    what cannot be known. `symbol` is the variable that it is about, with the values of
    an enum among its `keys`; none where it is about several, or about none.
    """

    most: bool
    values: tuple[int | None, ...]
    symbol: VariableSymbol | None
    keys: tuple[tuple[EnumType, int], ...]


def tie_breaks(position: Position, viewer: int | None) -> tuple[Criterion, ...]:
    """What was compared to find who won, beyond the first: nothing where that sufficed.

    `viewer` is who is told (a seat, ONLOOKER; none may know everything). Where the winners
    remain equal in all of it, or the game is not over, or ended in another way than by the
    one line that ranks the players, there is nothing, either.
    """
    game, ranking = position.game, position.ranking
    rankings = _rankings(game.lowered.core)
    if not position.over or ranking is None or len(rankings) != 1:
        return ()
    (rank,) = rankings
    own = {node.local for node in walk(rank.by) if isinstance(node, For | Given)}
    alone = used_locals(rank.by) <= {rank.local, *own}
    if len(rank.by) < 2 or rank.team is not None or not alone:
        return ()
    players = range(game.players)
    evaluator = game.performer.evaluator(position.state)
    keys = [evaluator.key(rank.by, {rank.local: player}) for player in players]
    if rank.standing is not None or ranks(keys) != ranking:
        return ()
    first = [player for player in players if ranking[player] == 1]
    needed = next(
        n
        for n in range(1, len(rank.by) + 1)
        if [p for p in players if keys[p][:n] == keys[first[0]][:n]] == first
    )
    working = position.working(viewer)

    def seen(by: Expr, player: int) -> int | None:
        try:
            return working.number(by, {rank.local: player})
        except Unknown:
            return None

    return tuple(
        Criterion(
            order.most,
            tuple(seen(order.by, player) for player in players),
            *_about(order.by),
        )
        for order in rank.by[1:needed]
    )


def _rankings(core: Core) -> list[Rank]:
    """The lines that rank the players, but for an estimate."""
    return [
        node
        for symbol, routine in core.routines.items()
        if symbol is not core.estimate
        for node in walk(routine.body)
        if isinstance(node, Rank)
    ]


def _about(by: Expr) -> tuple[VariableSymbol | None, tuple[tuple[EnumType, int], ...]]:
    """The one variable that a number is about, if there is one."""
    reads = [node for node in walk(by) if isinstance(node, Read)]
    if len(reads) != 1 or reads[0].variable.symbol is None:
        return None, ()
    return reads[0].variable.symbol, tuple(_constants(reads[0].keys))


def _constants(keys: Iterable[Expr]) -> Iterable[tuple[EnumType, int]]:
    for key in keys:
        if isinstance(key, Const) and isinstance(key.type, EnumType):
            yield key.type, int(key.value or 0)
