"""Small tools that only code written from the core calls."""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from rulesrun.interpreter.runtime.support import RuleFault

Ranked = tuple[Any, Any]
"""What an item is ranked by (the greatest is best), and the item."""

_rank = itemgetter(0)


def always(*_: object) -> bool:
    """Any step can be made."""
    return True


def fail(message: str) -> Any:
    """There is no value here."""
    raise RuleFault(message)


def outside(value: int, low: int | None, high: int | None, name: str) -> None:
    """A number lies outside of the range of a variable."""
    if low is not None and value < low:
        raise RuleFault(f"`{name}` would be {value}, and it is at least {low}")
    raise RuleFault(f"`{name}` would be {value}, and it is at most {high}")


def is_within(value: int | None, low: int, stop: int) -> bool:
    """Whether a number, or that of a component, is one of some; none never is."""
    return value is not None and low <= value < stop


def keep(table: dict[Any, Any], key: Any, value: Any) -> Any:
    """A value that is put into a table."""
    table[key] = value
    return value


class Positions:
    """Where values stand in a stretch of a state, remembered until that has changed."""

    def __init__(self) -> None:
        self._last: dict[tuple[int, Any], tuple[list[Any], list[int]]] = {}

    def find(self, S: list[Any], base: int, stop: int, value: Any) -> list[int]:
        """The positions of a value between two slots, counted from the first of them."""
        now = S[base:stop]
        last = self._last.get((base, value))
        if last is not None and last[0] == now:
            return last[1]
        result = [at for at, held in enumerate(now) if held == value]
        if len(self._last) > MOST_VALUES:
            self._last.clear()
        self._last[base, value] = now, result
        return result


MOST_VALUES = 1_000
"""Of no more values it is remembered where they stand."""


def look_up_or(table: dict[Any, Any], row: Any, otherwise: Callable[[], Any]) -> Any:
    """The row of a table, or what there is for rows that it has not."""
    return table[row] if row in table else otherwise()


def first_or(items: Iterable[Any], otherwise: Any) -> Any:
    """The first of a collection, or what there is for an empty one."""
    return next(iter(items), otherwise)


def best_of(ranked: Sequence[Ranked]) -> Any:
    """The item of the greatest rank, the first of several."""
    if not ranked:
        raise RuleFault("there is none to take: the collection is empty")
    return max(ranked, key=_rank)[1]


def best_or(ranked: Sequence[Ranked], otherwise: Any) -> Any:
    """The item of the greatest rank, or what there is where there is none."""
    return max(ranked, key=_rank)[1] if ranked else otherwise


def ties(ranked: Sequence[Ranked]) -> tuple[Any, ...]:
    """All items of the greatest rank."""
    if not ranked:
        return ()
    top = max(ranked, key=_rank)[0]
    return tuple([item for rank, item in ranked if rank == top])


def standings(ranked: Sequence[Ranked]) -> tuple[tuple[Any, ...], ...]:
    """Groups of items of the same rank, best first."""
    groups: dict[Any, list[Any]] = {}
    for rank, item in ranked:
        groups.setdefault(rank, []).append(item)
    return tuple(tuple(groups[rank]) for rank in sorted(groups, reverse=True))
