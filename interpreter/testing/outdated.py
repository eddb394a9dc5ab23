"""Names that were given before something was changed, and what they would be now.

A scenario begins where the game first asks for a choice. What rules have named up to there
(`let`, parameters) keeps the value that it had, whatever is given then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from attrs import frozen

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Expr, Read
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import NONE, fits
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import ALONE
from rulesrun.interpreter.runtime.layout import DECISION, FRAMES, State
from rulesrun.interpreter.runtime.support import TOO_GREAT, RuleFault

_MISSING = object()


@frozen
class Outdated:
    """A name that keeps a value: what it is, what it would be, the rule to begin with.

    `read` are the variables that it was worked out from.
    """

    name: str
    value: str
    instead: str
    rule: str | None
    read: frozenset[object]


def outdated(game: Game, before: State, after: State) -> Iterator[Outdated]:
    """What rules under way have named before, and would name otherwise now."""
    performer, core = game.performer, game.lowered.core
    above: tuple[RoutineSymbol, dict[Local, Any]] | None = None
    rule: str | None = None
    frames = before[FRAMES]
    for depth, frame in enumerate(frames):
        if frame == ALONE:
            continue
        procedure, block, values = frame
        if depth == len(frames) - 1 and before[DECISION] is not None:
            live = game.module.live.at_decision[before[DECISION]]
        else:
            live = game.module.live.at_block[procedure][block]
        symbol = core.procedures[procedure]
        if symbol.kind == "rule":
            rule = f"{symbol.name}{'(...)' * bool(symbol.params)}"
        local = {
            name: value
            for name, value in performer.locals_in(procedure, values).items()
            if value is not None or fits(NONE, name.type)  # else it has no value yet
        }
        body = core.routines[symbol].body
        ways = [
            (n.local, n.value, local)
            for n in walk(body)
            if isinstance(n, stmt.SetLocal)
        ]
        if above is not None:
            caller, local_values = above
            ways += [
                (param, arg, local_values)
                for node in walk(core.routines[caller].body)
                if isinstance(node, stmt.Carry) and node.routine is symbol
                for param, arg in zip(symbol.params, node.args, strict=False)
            ]
        above = (symbol, local)
        needed = performer.names_at(procedure, live)
        for name, expression, local_values in ways:
            held = local.get(name, _MISSING)
            if name.symbol is None or held is _MISSING or name not in needed:
                continue
            now = _worth(game, before, expression, local_values)
            then = _worth(game, after, expression, local_values)
            if now == held and then is not _MISSING and then != held:
                yield Outdated(
                    name.name,
                    game.names.written(name.type, held),
                    game.names.written(name.type, then),
                    rule,
                    frozenset(
                        n.variable for n in walk(expression) if isinstance(n, Read)
                    ),
                )


def changing(block: stmt.Block, variables: frozenset[object]) -> Span:
    """The first line of a block that writes to one of some variables, else the first."""
    for node in walk(block):
        if isinstance(node, stmt.Write | stmt.Enter) and node.to.variable in variables:
            return node.span
    return block[0].span


def _worth(
    game: Game, state: State, expression: Expr, local: dict[Local, Any]
) -> object:
    with suppress(KeyError, RuleFault, *TOO_GREAT):  # of a local that has no value yet
        return game.performer.evaluator(state.copy()).value(expression, local)
    return _MISSING
