"""What a seat followed and what then went from one hidden place to another.

The seat still knows where it lies if it would lie there however the hidden things were.
Hidden things are dealt anew in the state before, some times, and the choice is carried
out again; what would lie elsewhere, while the seat saw the same, is not followed any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from rulesrun.interpreter.knowledge.dealing import Deal
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.layout import ACTOR, DECISION, RawOption, State
from rulesrun.interpreter.runtime.watching import LOOSE

DEALT = 8
"""So many times hidden things are dealt anew."""


def elsewhere(
    watched: Watched,
    eyes: Eyes,
    before: State,
    option: RawOption,
    after: State,
    followed: frozenset[int],
    components: Iterable[int],
) -> set[int]:
    """Those of the components asked for that may lie elsewhere after a choice.

    `followed` are the components that the seat knew in the state before it.
    """
    machine, decision = watched.machine, before[DECISION]
    is_secret = watched.is_secret[decision] and before[ACTOR] != eyes.seat
    components, strays = set(components), set[int]()
    chosen = () if is_secret else watched.components_in(decision, option)
    fixed = followed.union(chosen)
    places = {c: _place(watched, after, c) for c in components}
    for number in range(DEALT):
        if not components - strays:
            break
        dice = Dice(number)
        state = Deal(machine.secrecy, before, eyes.seat, dice, fixed).deal()
        try:
            options = machine.options(state) if is_secret else ()
            taken = options[dice.below(len(options))] if options else option
            machine.resume(state, taken)
        except GameFault:
            continue
        if _may_be(watched, eyes, after, state, followed):
            strays |= {c for c in components if _place(watched, state, c) != places[c]}
    return strays


def _place(watched: Watched, state: State, component: int) -> tuple[int, Any]:
    """Where a component lies: the slot, and where the order there counts, the place."""
    layout = watched.module.layout
    slot = state[layout.locations + component]
    kind = layout.zone_kinds[slot] if slot < layout.declared else None
    if kind is None or kind in LOOSE:
        return slot, None
    content = state[slot]
    if isinstance(content, dict):
        return slot, next(at for at, c in content.items() if c == component)
    return slot, held_in(content).index(component)


def _may_be(
    watched: Watched, eyes: Eyes, real: State, other: State, followed: Set[int]
) -> bool:
    """Whether nothing in the other state contradicts what the seat sees in the real one.

    Of components only those that it had followed are compared: the others are dealt.
    """
    for slot in watched.variables:
        sees = eyes.sees(slot, real)
        if sees != eyes.sees(slot, other) or (sees and real[slot] != other[slot]):
            return False
    where = watched.module.layout.locations
    for component in followed:
        one, two = real[where + component], other[where + component]
        if one != two and (eyes.sees(one, real) or eyes.sees(two, other)):
            return False
    return tuple(eyes.news(real)) == tuple(eyes.news(other))
