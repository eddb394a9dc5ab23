"""Routines that may be under way inside themselves: how often, and where their locals lie.

A frame of a procedure lies in the state, one of each. Where a procedure comes to itself the
frame of the outer one is put away in `belowN` and taken back when the inner one ends; which
is which the stack says, so nothing more is kept.
"""

from collections.abc import Mapping

from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Carry, Item
from rulesrun.dsl.core.symbols import RoutineSymbol
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.circles import reached


def most_under_way(core: Core) -> Mapping[RoutineSymbol, int]:
    """The routines that may be under way inside themselves, and how often at most."""
    uses = {
        symbol: [(node, used) for node in walk(routine.body) for used in _carried(node)]
        for symbol, routine in core.routines.items()
    }
    ways = {symbol: reached(uses, symbol) for symbol in uses}
    result: dict[RoutineSymbol, int] = {}
    for symbol in uses:
        round_ = {s for s in ways[symbol] if symbol in ways[s]}
        if len(round_) > 1 or any(used is symbol for _, used in uses[symbol]):
            limits = [s.deepest for s in round_ if s.deepest is not None]
            result[symbol] = symbol.deepest or sum(limits) + 1
    return result


def _carried(node: object) -> list[RoutineSymbol]:
    match node:
        case Carry(routine=routine):
            return [routine]
        case Item(action=action) if action is not None:
            return [action.symbol]
        case _:
            return []


def frame_fields(number: int, fields: str, room: int | None) -> str:
    """The fields of the state for the locals of a procedure.

    `room` is how many frames of it may lie there at once, none where it is one.
    """
    if room is None or room < 2:
        return f"struct {{ {fields} }} frame{number};"
    return f"struct {{ {fields} }} frame{number}, below{number}[{room - 1}];"


def putting_away(number: int, room: int | None) -> str:
    """What is done with the frame of a procedure that begins, before it is cleared."""
    if room is None or room < 2:
        return ""
    return (
        f"{{ int k = under_way(S, {number}) - 1; if (UNLIKELY(k >= {room})) "
        f"fault(FAULT_ROUNDS, 0, 0, 0, 0); "
        f"if (k > 0) S->below{number}[k - 1] = S->frame{number}; }} "
    )


def ending(number: int, room: int | None) -> str:
    """How a procedure ends: the frame of the one around it is taken back."""
    if room is None or room < 2:
        return "S->depth--; return RETURNED;"
    return (
        f"S->depth--; {{ int k = under_way(S, {number}); "
        f"if (k > 0) S->frame{number} = S->below{number}[k - 1]; }} return RETURNED;"
    )


UNDER_WAY = """
/* How many frames of a procedure lie on the stack. */
static int under_way(const State *S, int procedure) {
    int count = 0;
    for (int i = 0; i < S->depth; i++) count += S->stack[i].procedure == procedure;
    return count;
}
"""
