"""Work is counted while rules are carried out: what asks for too much ends at its line.

Only what may be much is counted (costs.py): loops and calls whose work is not known to be
little. One meter belongs to a game; it begins anew at every decision.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from itertools import islice
from time import monotonic, process_time
from typing import Any

from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.runtime.layout import LEDGER, NEWS, REVEALS, TURNS, State
from rulesrun.interpreter.runtime.support import RuleFault

BETWEEN_LOOKS = 15
"""The clock is looked at where the steps that are left have none of these bits."""

FEW_DECISIONS = 15
"""After a few decisions it is asked whether all of them took too long."""

MANY = 4096
"""Longer loops are counted as they go on, not at their beginning."""

FREE_ROUNDS = 8
"""From this round of a loop on it is asked whether anything changes."""

UNBOUNDED = range(1, sys.maxsize)
"""The numbers of the rounds of a loop that is to end by itself."""


class TooMuch(RuleFault):
    """The rules ask for more than the limits allow."""


class Endless(RuleFault):
    """A loop has come back to where it was."""


class Meter:
    """Counts the steps of one game between two decisions, against its limits.

    Attributes:
        limits: The limits.
        counts: Whether, just now, many choices are told by Many in place of being listed.
        reset: Begins anew: something else is asked for.
        begin: The same for a new decision; raises TooMuch where all that has been done
            took too long.
        tick: Counts one step; raises TooMuch. Gives none.
        counted: A collection whose items are looked at, each of them quickly.
        stepped: The items of a collection, of which each may take its time.
        span: The numbers from one to another, each of them looked at quickly.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.counts = False
        left = 0
        deadline: tuple[float, float] | None = None  # set after the first steps

        def reset() -> None:
            nonlocal left, deadline
            left = limits.steps
            deadline = None

        began = process_time()
        decisions = 0

        def begin() -> None:
            nonlocal left, deadline, decisions
            left = limits.steps
            deadline = None
            decisions += 1
            if limits.total and not decisions & FEW_DECISIONS:
                if process_time() - began > limits.total:
                    raise TooMuch(
                        f"all games together take more than {limits.total:,} seconds "
                        "(the limit `total`)"
                    )

        def look() -> None:
            nonlocal deadline
            if left < 0:
                raise TooMuch(_limit_message("takes", limits.steps, "steps", "steps"))
            until = deadline  # another thread may begin anew at any time
            if until is None:
                deadline = _in(limits.seconds)
            elif monotonic() > until[0]:
                rest = until[1] - process_time()
                if rest < 0:
                    raise TooMuch(
                        _limit_message("takes", limits.seconds, "seconds", "seconds")
                    )
                deadline = _in(rest)

        def tick() -> None:
            nonlocal left
            left -= 1
            if not left & BETWEEN_LOOKS:
                look()

        def counted(items: Any) -> Any:
            nonlocal left
            number = len(items)
            if number > MANY:
                return stepped(items)
            before = left
            left -= number
            if (before ^ left) & ~BETWEEN_LOOKS:
                look()
            return items

        def span(low: int, high: int) -> Iterable[int]:
            nonlocal left
            if high - low > MANY:
                return stepped(self.numbers(low, high))
            left -= 1
            if not left & BETWEEN_LOOKS:
                look()
            return range(low, high + 1)

        def stepped(items: Iterable[Any]) -> Iterator[Any]:
            nonlocal left
            for item in items:
                left -= 1
                if not left & BETWEEN_LOOKS:
                    look()
                yield item

        self.reset, self.begin, self.tick = reset, begin, tick
        self.counted, self.stepped, self.span = counted, stepped, span
        reset()

    # ---- what generated code calls ------------------------------------------

    def numbers(self, low: int, high: int) -> range:
        """The numbers from one to another, if they can be gone through."""
        if high - low > self.limits.steps:
            text = f"{low} to {high} are more numbers than can be gone through"
            raise TooMuch(f"{text}: the limit is {self.limits.steps:,} steps")
        return range(low, high + 1)

    def whole(self, items: Sized) -> Any:
        """A collection to be kept, if it is not too large."""
        if len(items) > self.limits.collection:
            self.too_large()
        return items

    def kept(self, items: Iterable[Any]) -> list[Any]:
        """The items of a collection to be kept, unless they are too many."""
        most = self.limits.collection
        result = list(islice(items, most + 1))
        if len(result) > most:
            self.too_large()
        return result

    def joined(self, items: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
        """Two lists one after the other."""
        if len(items) + len(others) > self.limits.collection:
            self.too_large()
        return (*items, *others)

    def too_large(self) -> None:
        """Raise what is said of a collection that is too large."""
        raise TooMuch(
            _limit_message(
                "makes a collection of", self.limits.collection, "items", "collection"
            )
        )

    def options(self, results: Iterable[Any]) -> list[Any]:
        """The options of a decision, unless they are too many."""
        most = self.limits.options
        options = list(islice(results, most + 1))
        self.full(options)
        return options

    def too_many_options(self, number: int) -> TooMuch:
        """What to raise where so many options are known to be there."""
        most = self.limits.options
        return TooMuch(
            f"this offers {number:,} options, and {most:,} are the most (the limit "
            "`options`)"
        )

    def full(self, options: Sized) -> None:
        """Raise TooMuch where there are too many options already."""
        most = self.limits.options
        if len(options) > most:
            raise TooMuch(_limit_message("offers", most, "options", "options"))

    def tools(self) -> dict[str, Callable[..., Any]]:
        """What generated code calls, by name."""
        return {
            "tick": self.tick,
            "counted": self.counted,
            "stepped": self.stepped,
            "numbers": self.numbers,
            "span": self.span,
            "whole": self.whole,
            "kept": self.kept,
            "joined": self.joined,
            "limited": self.options,
            "full": self.full,
            "compared": self.compared,
        }

    def compared(
        self, state: State, rounds: "Rounds | None", number: int, *values: Any
    ) -> "Rounds":
        """Note that a loop has come to its FREE_ROUNDS-th round or a later one.

        `rounds` is what this gave for the round before, `values` those of the locals that
        the loop looks at. Raises TooMuch and Endless.
        """
        rounds = rounds or Rounds(self, state)
        rounds.again(number, *values)
        return rounds


NAMES = frozenset(Meter(Limits()).tools())
"""The names of what generated code calls."""


def _in(seconds: float) -> tuple[float, float]:
    """When that has passed, at the earliest, and the processor's time then.

    To ask for the time of day takes a tenth of what the processor's time takes.
    """
    return monotonic() + seconds, process_time() + seconds


def _limit_message(does: str, most: int, what: str, limit: str) -> str:
    return f"this {does} more than {most:,} {what} (the limit `{limit}`)"


# ---- loops that never end ------------------------------------------------------------


class Rounds:
    """The rounds of a loop that is to end by itself.

    A round after which everything is as it was before an earlier one would be followed
    by the same rounds for ever. Which rounds are kept to be compared: the 8th, the 16th,
    the 32nd and so on, so that a circle of any length is found.
    """

    __slots__ = ("_kept", "_locals", "_meter", "_next", "_state")

    def __init__(self, meter: Meter, state: State) -> None:
        self._meter = meter
        self._state = state
        self._next = FREE_ROUNDS
        self._kept: State | None = None
        self._locals: tuple[Any, ...] = ()

    def again(self, number: int, *values: Any) -> None:
        """Begin a round, with these values of the locals it looks at; rounds begin at 1."""
        if number < FREE_ROUNDS:
            return
        self._meter.tick()
        if number == self._next:
            self._next *= 2
            self._kept, self._locals = self._state.copy(), values
        elif (
            values == self._locals
            and self._kept is not None
            and same_situation(self._kept, self._state)
        ):
            raise Endless("this loop never ends: its rounds change nothing any more")


_COUNTS = (TURNS, REVEALS, LEDGER, NEWS)
"""Slots that only count what has been, and that no rule can look at."""


def same_situation(earlier: State, now: State) -> bool:
    """Whether rules would go on from both states in the same way."""
    for slot in _COUNTS:
        earlier[slot] = now[slot]
    return earlier == now


class Circles:
    """Watches the loops of procedures between two decisions, like `Rounds` one loop."""

    __slots__ = ("_kept", "_next", "_number", "_passed")

    def __init__(self) -> None:
        self._number = 0
        self._next = 4
        self._kept: tuple[State, Any, Any] | None = None
        self._passed: dict[tuple[int, int], Span] = {}

    def round(
        self,
        state: State,
        rest: tuple[Any, ...],
        place: tuple[int, list[Any], int],
        span: Span,
    ) -> None:
        """A loop begins again at a procedure, its frame and a block; raises Endless.

        `span` is the loop. Where several stand inside each other, the outermost of those
        that come round again is told.
        """
        procedure, frame, block = place
        self._number += 1
        self._passed.setdefault((len(rest), block), span)
        if self._number == self._next:
            self._next *= 2
            self._passed = {(len(rest), block): span}
            self._kept = state.copy(), rest, (procedure, frame.copy(), block)
        elif self._kept is not None:
            earlier, outer, before = self._kept
            if before == place and outer == rest and same_situation(earlier, state):
                error = Endless(
                    "this loop never ends: nobody can choose anything in it, and its "
                    "rounds change nothing any more"
                )
                error.span = self._passed[min(self._passed)]
                raise error
