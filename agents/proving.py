"""Proofs: what options are worth for certain, where a game can be followed to its end.

For games of two players in which nothing is hidden; where chance is drawn, nothing is proved.
Values are those of seat 0: 1 if it wins, -1 if it loses, 0 for anything else.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import Factory, define, field, frozen

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    COUNTER,
    LEDGER,
    RESULT,
    REVEALS,
    SEED,
    TURNS,
    RawOption,
    State,
)

TRIED_FOR_EACH, TRIED_IN_PYTHON = 64, 16
"""For each continuation of a thinker so many choices are tried in search of a proof."""

DEEPEST = 400
"""So many choices deep proofs are looked for."""

SAY_NOTHING = frozenset((TURNS, REVEALS, SEED, LEDGER))
"""What of a state the rest of the game does not depend on, where no chance is drawn."""


@frozen
class Proof:
    """What an option is worth to whoever chooses it: between `low` and `high`, -1 to 1.

    `depth`: within so many choices, where it is proved; forced ones may not be counted.
    """

    low: int
    high: int
    depth: int

    def both(self, low: int, high: int, seat: int | None) -> Proof:
        """With what a search has proved besides, as seat 0 sees it, for a seat."""
        if seat:
            low, high = -high, -low
        low, high = max(low, self.low), min(high, self.high)
        is_proven = self.value is None and low == high  # how soon is not known
        return Proof(low, high, DEEPEST if is_proven else self.depth)

    @property
    def value(self) -> int | None:
        """Its value, if that is proved."""
        return self.low if self.low == self.high else None


UNKNOWN = Proof(-1, 1, 0)


def can_be_proved(game: Game) -> bool:
    """Whether there can be proofs: two players against each other, and nothing hidden."""
    endings = game.lowered.core.endings
    together = endings.wins or endings.loses
    return game.players == 2 and not game.hides and not together


def worth_at_end(state: State) -> int:
    """What the end of a game is worth to seat 0."""
    result = state[RESULT]
    if not result:
        return 0
    return int((result[0] < result[1]) - (result[0] > result[1]))


def proofs(
    engine: Engine | None,
    game: Game,
    state: State,
    numbers: Sequence[int],
    most: int,
) -> list[Proof] | None:
    """What is proved of the options with these numbers, trying `most` choices at most.

    It ends as soon as a win is proved. Where chance is drawn nothing is, and it gives none.
    """
    if engine is None:
        result = _Prover(game, most).proofs(state, numbers)
    else:
        result = _native_proofs(engine, state, numbers, most)
    if result is None or state[ACTOR] == 0:
        return result
    return [Proof(-proof.high, -proof.low, proof.depth) for proof in result]


def _native_proofs(
    engine: Engine, state: State, numbers: Sequence[int], most: int
) -> list[Proof] | None:
    ffi, count = engine.ffi, len(numbers)
    lows, highs = ffi.new("int8_t[]", count), ffi.new("int8_t[]", count)
    depths = ffi.new("int32_t[]", count)
    world, buffer = engine.from_state(state), ffi.new("int64_t[]", list(numbers))
    tried = engine.lib.game_prove(world, most, buffer, count, lows, highs, depths)
    if tried < 0:
        return None
    rows = (ffi.unpack(array, count) for array in (lows, highs, depths))
    return [Proof(*row) for row in zip(*rows, strict=True)]


class _Stopped(Exception):
    """So many choices have been tried as may be, or chance was drawn."""


@define(eq=False)
class _Prover:
    """The search of `native/solve.h` in Python; both prove the same, not in the same order."""

    game: Game
    left: int
    met: dict[tuple[object, ...], tuple[int, int, int]] = Factory(dict)
    chance: bool = field(default=False, init=False)

    def proofs(self, state: State, numbers: Sequence[int]) -> list[Proof] | None:
        """What is proved of these options, as seat 0 sees it."""
        result = [UNKNOWN] * len(numbers)
        options = self.game.machine.options(state)
        best, depth = (1 if state[ACTOR] == 0 else -1), 0
        try:
            while depth < DEEPEST and any(proof.value is None for proof in result):
                for place, number in enumerate(numbers):
                    if result[place].value is not None:
                        continue
                    low, high = self._choice(state, options[number], depth, -1, 1)
                    result[place] = Proof(low, high, depth + 1)
                    if low == high == best:
                        return result
                depth += 1 + depth // 3
        except _Stopped:
            pass
        return None if self.chance else result

    def _choice(
        self, state: State, option: RawOption, depth: int, low: int, high: int
    ) -> tuple[int, int]:
        self.left -= 1
        if self.left < 0:
            raise _Stopped
        then = state.copy()
        try:
            options = self.game.machine.resume(then, option)
        except GameFault:
            return -1, 1
        if then[COUNTER] != state[COUNTER]:
            self.chance = True
            raise _Stopped
        if not options:
            value = worth_at_end(then)
            return value, value
        return self._state(then, options, depth, low, high)

    def _state(
        self,
        state: State,
        options: Sequence[RawOption],
        depth: int,
        low: int,
        high: int,
    ) -> tuple[int, int]:
        key = key_of(state)
        bounds = self.met.get(key)
        if bounds is not None:
            least, most, deep = bounds
            if least == most or deep >= depth or least >= high or most <= low:
                return least, most
        if depth <= 0:
            return -1, 1
        is_max = state[ACTOR] == 0
        after = depth - (len(options) > 1)
        least = most = -1 if is_max else 1
        for place, option in enumerate(options, 1):
            choice = self._choice(state, option, after, low, high)
            if is_max:
                least, most = max(least, choice[0]), max(most, choice[1])
                low = max(low, least)
            else:
                least, most = min(least, choice[0]), min(most, choice[1])
                high = min(high, most)
            if least >= high if is_max else most <= low:
                if place < len(options):  # what was not looked at may be anything
                    least, most = (least, 1) if is_max else (-1, most)
                break
        self.met[key] = least, most, depth
        return least, most


def key_of(state: State) -> tuple[object, ...]:
    """All of a state that the rest of the game depends on, where no chance is drawn."""
    return tuple(
        frozenset(value.items()) if isinstance(value, dict) else value
        for slot, value in enumerate(state[:-1])  # the last one is news
        if slot not in SAY_NOTHING
    )
