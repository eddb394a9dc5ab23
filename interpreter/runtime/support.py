"""The tools of generated code that stand alone: numbers, collections, bundles, subsets."""

from collections.abc import Iterable, Sequence
from operator import ge
from typing import Any

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.vocabulary import LARGEST


class RuleFault(Exception):
    """The rules ask for something impossible; the message is for the designer.

    `span` is the line, where it cannot be seen from the code that was carried out.
    """

    span: Span | None = None


TOO_GREAT = (RecursionError, ArithmeticError, MemoryError)
"""Errors of Python that rules can cause: by what is too deep or too great."""

FAULTS = (TypeError, ValueError, IndexError, KeyError, AttributeError, *TOO_GREAT)
"""All that the code of rules, or what works them out, can raise in place of a fault."""


class WrongDraw(RuleFault):
    """What was to be drawn next is not among what can be drawn."""


class Unforeseeable(Exception):
    """Raised where looking ahead comes to chance, which nobody can foresee."""


class Unplayable(RuleFault):
    """The rules cannot be made into a game; `span` is the place that it fails at."""

    def __init__(self, message: str, span: Span | None) -> None:
        super().__init__(message)
        self.span = span


class GameOver(Exception):
    """Raised by `end game` inside a rule that asks for no choice."""


# ---- numbers and values --------------------------------------------------


def bounded(value: int, low: int | None, high: int | None, name: str) -> int:
    """The value of a variable, which must lie in its range."""
    if low is not None and value < low:
        raise RuleFault(f"`{name}` would be {value}, and it is at least {low}")
    if high is not None and value > high:
        raise RuleFault(f"`{name}` would be {value}, and it is at most {high}")
    return value


def sized(value: int) -> int:
    """A number that is kept, which must not be beyond all measure."""
    if -LARGEST <= value <= LARGEST:
        return value
    raise RuleFault(TOO_LARGE)


def sized_or_none(value: int | None) -> int | None:
    """Such a number, or none."""
    return None if value is None else sized(value)


def times(a: int, b: int) -> int:
    """The product of two numbers, which must not be beyond all measure."""
    return sized(a * b)


TOO_LARGE = f"this would be a number of more than {len(str(LARGEST))} digits"


def divided(a: int, b: int) -> int:
    """Division rounded down."""
    if b == 0:
        raise RuleFault("nothing can be divided by 0")
    return a // b


def remainder(a: int, b: int) -> int:
    """What a division leaves."""
    if b == 0:
        raise RuleFault("nothing can be divided by 0")
    return a % b


def in_range(key: int, low: int, high: int, name: str) -> int:
    """A key of a family of variables, which must be one of those that there are."""
    if low <= key <= high:
        return key
    raise RuleFault(f"`{name}` goes from {low} to {high}, and this is {key}")


def look_up(table: dict[Any, Any], key: Any, name: str) -> Any:
    """The row of a table that has no value for everything else."""
    try:
        return table[key]
    except KeyError:
        raise RuleFault(f"`{name}` has no row for {key}") from None


# ---- collections ---------------------------------------------------------


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set that is kept as bits, ascending."""
    result = _BITS.get(mask)
    if result is None:
        members = []
        rest = mask
        while rest:
            low = rest & -rest
            members.append(low.bit_length() - 1)
            rest ^= low
        result = tuple(members)
        if len(_BITS) < 100_000:
            _BITS[mask] = result
    return result


_BITS: dict[int, tuple[int, ...]] = {}


def mask(members: Iterable[int]) -> int:
    """A set kept as bits."""
    result = 0
    for member in members:
        result |= 1 << member
    return result


def nth(items: Sequence[Any], position: int) -> Any:
    """An item by its position, counted from 1."""
    if 1 <= position <= len(items):
        return items[position - 1]
    raise RuleFault(f"there is no item {position} among {len(items)}")


def first_of(items: Iterable[Any]) -> Any:
    """The first of a collection that must not be empty."""
    for item in items:
        return item
    raise RuleFault("there is none to take: the collection is empty")


SEVERAL = "several fit, and `the` means the only one: write `any`, or say which one"


def only_of(items: Iterable[Any]) -> Any:
    """The one item of a collection; raises RuleFault for none, and for several."""
    result = tuple(items)
    if len(result) > 1:
        raise RuleFault(SEVERAL)
    return first_of(result)


def last_of(items: Sequence[Any]) -> Any:
    """The last of a collection that must not be empty."""
    if items:
        return items[-1]
    raise RuleFault("there is none to take: the collection is empty")


def greatest(values: Iterable[int]) -> int:
    """The greatest value of a collection that must not be empty."""
    result = max(values, default=None)
    if result is None:
        raise RuleFault("`most` of an empty collection has no value")
    return result


def smallest(values: Iterable[int]) -> int:
    """The smallest value of a collection that must not be empty."""
    result = min(values, default=None)
    if result is None:
        raise RuleFault("`least` of an empty collection has no value")
    return result


def minus(items: Sequence[Any], others: Iterable[Any]) -> tuple[Any, ...]:
    """A list without the first occurrence of each of the others."""
    rest = list(items)
    for other in others:
        if other in rest:
            rest.remove(other)
    return tuple(rest)


def position_of(items: Sequence[Any], item: Any) -> int:
    """Where an item stands in a list, counted from 1."""
    if item in items:
        return items.index(item) + 1
    raise RuleFault("`position` looks for what is not in the list")


def shared(items: Iterable[Any], others: Any) -> tuple[Any, ...]:
    """What is in both collections, in the order of the first."""
    return tuple([item for item in items if item in others])


def with_at(grid: dict[int, int], component: int, cell: int) -> dict[int, int]:
    """A grid with a component at a place."""
    return {**grid, cell: component}


def without_at(grid: dict[int, int], cell: int) -> dict[int, int]:
    """A grid with nothing at a place."""
    rest = dict(grid)
    rest.pop(cell, None)
    return rest


# ---- players -------------------------------------------------------------


def placed(
    player: int, place: int, others: int, teams: Sequence[Any]
) -> tuple[int, ...]:
    """The places where the team of a player has `place` and everybody else `others`.

    `teams` are, for each player, what tells the teams apart.
    """
    own = teams[player]
    return tuple([place if team == own else others for team in teams])


def ranks(keys: Sequence[Any], teams: Sequence[Any] = ()) -> tuple[int, ...]:
    """The place of each player, 1 for the best; ties share a place.

    As many are before somebody as players are, or as `teams` are: those for whom it is
    equal are one.
    """
    if not teams:
        return tuple(1 + sum(1 for other in keys if other > key) for key in keys)
    best = dict(zip(teams, keys, strict=True))
    return tuple(1 + sum(1 for o in best.values() if o > key) for key in keys)


# ---- bundles -------------------------------------------------------------


def kinds_in(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds that a bundle holds any of, ascending."""
    result = _KINDS.get(amounts)
    if result is None:
        result = tuple([kind for kind, number in enumerate(amounts) if number])
        if len(_KINDS) < 100_000:
            _KINDS[amounts] = result
    return result


_KINDS: dict[tuple[int, ...], tuple[int, ...]] = {}


def bundle(size: int, *pairs: tuple[int, int]) -> tuple[int, ...]:
    """So many of each kind."""
    amounts = [0] * size
    for kind, number in pairs:
        amounts[kind] += number
    return tuple(amounts)


def covers(have: Sequence[int], need: Sequence[int]) -> bool:
    """Whether a bundle holds as many of each kind as another, or more."""
    return all(map(ge, have, need))


def held(value: tuple[int, ...], name: str) -> tuple[int, ...]:
    """The value of a bundle that somebody holds: never less than none of a kind."""
    if value and (max(value) > LARGEST or min(value) < 0):
        sized_bundle(value)
        raise RuleFault(f"more is taken from `{name}` than there is")
    return value


def changed(value: tuple[int, ...], kind: int, amount: int) -> tuple[int, ...]:
    """A bundle with so much more of one kind, or less."""
    amounts = list(value)
    amounts[kind] += amount
    return tuple(amounts)


def sized_bundle(value: tuple[int, ...]) -> tuple[int, ...]:
    """A bundle that is kept, with no number beyond all measure."""
    if value and (max(value) > LARGEST or min(value) < -LARGEST):
        raise RuleFault(TOO_LARGE)
    return value
