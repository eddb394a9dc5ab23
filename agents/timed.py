"""A search that keeps to a time: each of its steps has a share of it.

What a step costs is not known before in any game, so each begins with a little and goes on
by what that took. Shares are of the whole time: worlds are dealt until a fifth is over, proofs
sought until a third, options looked at one choice ahead until half.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

from attrs import frozen

from rulesrun.agents.proving import Proof
from rulesrun.agents.search import Search
from rulesrun.agents.tree import Found
from rulesrun.interpreter.runtime.layout import State

MEASURING, DEALING, PROVING, LOOKING = 0.1, 0.2, 0.33, 0.5
"""Up to which share of the time each step may go on."""

ENOUGH = 0.9
"""Where so much of the time is over, nothing more is begun."""

FEW_PROOFS, FEW_OPTIONS, FEW_CONTINUATIONS = 2_000, 32, 16
"""With so much a step begins."""

MOST_PROOFS = 10**10
"""No search for proofs tries so many choices in its time: one that may has ended by itself, as
deep as it goes."""


@frozen
class Span:
    """A time that has begun, in seconds."""

    begin: float
    seconds: float

    @classmethod
    def of(cls, seconds: float) -> Span:
        """So many seconds from now on."""
        return cls(time.perf_counter(), seconds)

    def left(self, share: float = 1.0) -> float:
        """How much is left until so much of it is over."""
        return self.begin + share * self.seconds - time.perf_counter()

    def until(self, share: float = 1.0) -> float:
        """When so much of it is over, by the clock `time.perf_counter`."""
        return self.begin + share * self.seconds


def proofs_within(
    span: Span, search: Search, state: State, numbers: Sequence[int]
) -> list[Proof] | None:
    """What is proved of these options; none where nothing can be proved."""
    most = FEW_PROOFS
    while True:
        before = time.perf_counter()
        result = search.proofs(state, numbers, most)
        spent = time.perf_counter() - before
        if result is None or all(proof.value is not None for proof in result):
            return result
        if max(proof.low for proof in result) == 1 or 6 * spent > span.left(PROVING):
            return result
        most *= 4
        if most > MOST_PROOFS:
            return result


def looks_within(
    span: Span,
    search: Search,
    states: Sequence[State],
    numbers: Sequence[int],
    tries: int,
    chance: Random,
) -> dict[int, float]:
    """What is expected of options one choice ahead: of as many as there is time for."""
    order = list(numbers)
    chance.shuffle(order)
    sums: dict[int, float] = {}
    for turn in range(tries):
        size, at = FEW_OPTIONS, 0
        while at < len(order):
            part = order[at : at + size]
            before = time.perf_counter()
            row = search.look_ahead(states, part, 1, 1, chance.getrandbits(62))
            spent = time.perf_counter() - before
            for number, value in zip(part, row, strict=True):
                sums[number] = sums.get(number, 0.0) + value
            at += len(part)
            if at < len(order) and 1.5 * spent > span.left(LOOKING):
                break
            if 4 * spent < span.left(LOOKING):
                size *= 2
        if at < len(order):  # this turn was not finished: what it brought is left out
            if turn == 0:
                return {number: sums[number] for number in order[:at]}
            for number in order[:at]:
                sums[number] *= turn / (turn + 1)
            return {number: total / turn for number, total in sums.items()}
        if span.left(LOOKING) < (time.perf_counter() - span.begin) / (turn + 2):
            return {number: total / (turn + 1) for number, total in sums.items()}
    return {number: total / tries for number, total in sums.items()}


Tree = Callable[[int, float], list[Found]]
"""Follows so many continuations, or as many as there is time for: until when, by the clock."""


def tree_within(span: Span, tree: Tree) -> list[Found]:
    """What a search finds in the time that is left, in one go or several."""
    begin = time.perf_counter()
    result = tree(FEW_CONTINUATIONS, span.until())
    while span.left() > (1 - ENOUGH) * span.seconds:
        spent = max(time.perf_counter() - begin, 1e-7)
        followed = max(1, sum(one.visits for one in result))
        more = max(FEW_CONTINUATIONS, int(followed / spent * span.left()))
        # What a few continuations take says little of many: it is approached in steps.
        more = min(more, 64 * followed)
        again = tree(more, span.until())
        visits = sum(one.visits for one in again)
        result = [a.with_(b) for a, b in zip(result, again, strict=True)]
        if visits < more and span.left() > 0:  # a win is proved
            break
    return result
