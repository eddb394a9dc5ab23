"""Rows of places that the rules number: which they are, and which choices speak of them.

`men[0..25]` of a player, or `seeds[0..11]` of nobody, is drawn as a row of places. Where a
choice of a number says which place is meant, that place can be clicked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rulesrun.dsl.core.expressions import Call, Expr, Get, InRange, Read
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Carry, Place
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import (
    IntType,
    PieceType,
    PlayerType,
    Type,
    ZoneType,
    bundle_of,
    without_none,
)


def is_strip(symbol: VariableSymbol) -> bool:
    """Whether a variable holds a number of something for each of some numbered places."""
    keys = symbol.keys
    if len(keys) != 1 or not isinstance(keys[0].type, IntType):
        return False
    return isinstance(symbol.owner, PlayerType | None) and _counts(symbol.type)


def _counts(kind: Type) -> bool:
    if isinstance(kind, ZoneType):
        return isinstance(kind.item, PieceType) and bundle_of(kind) is None
    return isinstance(kind, IntType)


@lru_cache(maxsize=1024)
def strips_of(core: Core, decision: int) -> Mapping[Local, str]:
    """For the numbers that a decision lets choose, the strip whose places they say."""
    result = {}
    for item in core.decisions[decision].items:
        trees: tuple[object, ...] = (item.body, item.head)
        if item.action is not None:
            trees += (item.action.head, _body(core, item.action.symbol))
        for local in item.chosen:
            if isinstance(without_none(local.type), IntType):
                named = _indexed(core, trees, local, set())
                strip = next((one.name for one in named if is_strip(one)), None)
                if strip is not None:
                    result[local] = strip
    return result


def _indexed(
    core: Core, tree: object, local: Local, seen: set[Local]
) -> Iterator[VariableSymbol]:
    """The variables of which a local is the last key, also where it is handed on."""
    seen.add(local)
    for node in walk(tree):
        if isinstance(node, Read | Place):
            variable: Variable = node.variable
            if variable.symbol and node.keys and _is(node.keys[-1], local):
                yield variable.symbol
        elif isinstance(node, Call | Carry):
            for param, arg in zip(node.routine.params, node.args, strict=True):
                if _is(arg, local) and param not in seen:
                    yield from _indexed(core, _body(core, node.routine), param, seen)


def _body(core: Core, routine: RoutineSymbol) -> object:
    return core.routines[routine].body


def _is(expression: Expr, local: Local) -> bool:
    while isinstance(expression, InRange):
        expression = expression.of
    return isinstance(expression, Get) and expression.local is local
