"""The tools of generated code that stand alone: numbers, collections, bundles, subsets."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulesrun.dsl.spans import Span
from rulesrun.dsl.vocabulary import LARGEST


class RuleFault(Exception):
    """The rules ask for something impossible; the message is for the designer."""


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


PASSES = 100_000


def passes() -> Iterator[None]:
    """As many rounds of a loop as any rule can need."""
    for _ in range(PASSES):
        yield
    raise RuleFault(f"this loop does not come to an end: {PASSES} times round")


# ---- collections ---------------------------------------------------------


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set that is kept as bits, ascending."""
    found = _BITS.get(mask)
    if found is None:
        members = []
        rest = mask
        while rest:
            low = rest & -rest
            members.append(low.bit_length() - 1)
            rest ^= low
        found = tuple(members)
        if len(_BITS) < 100_000:
            _BITS[mask] = found
    return found


_BITS: dict[int, tuple[int, ...]] = {}


def mask(members: Iterable[int]) -> int:
    """A set kept as bits."""
    found = 0
    for member in members:
        found |= 1 << member
    return found


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


def last_of(items: Sequence[Any]) -> Any:
    """The last of a collection that must not be empty."""
    if items:
        return items[-1]
    raise RuleFault("there is none to take: the collection is empty")


def greatest(values: Iterable[int]) -> int:
    """The greatest value of a collection that must not be empty."""
    found = max(values, default=None)
    if found is None:
        raise RuleFault("`most` of an empty collection has no value")
    return found


def smallest(values: Iterable[int]) -> int:
    """The smallest value of a collection that must not be empty."""
    found = min(values, default=None)
    if found is None:
        raise RuleFault("`least` of an empty collection has no value")
    return found


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


def placed(player: int, place: int, others: int, players: int) -> tuple[int, ...]:
    """The places where one player has `place` and everybody else shares `others`."""
    return tuple([place if p == player else others for p in range(players)])


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each player, 1 for the best; ties share a place."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


# ---- bundles -------------------------------------------------------------


def bundle(size: int, *pairs: tuple[int, int]) -> tuple[int, ...]:
    """So many of each kind."""
    amounts = [0] * size
    for kind, number in pairs:
        amounts[kind] += number
    return tuple(amounts)


def covers(have: Sequence[int], need: Sequence[int]) -> bool:
    """Whether a bundle holds as many of each kind as another, or more."""
    return all(a >= b for a, b in zip(have, need, strict=True))


def held(value: tuple[int, ...], name: str) -> tuple[int, ...]:
    """The value of a bundle that somebody holds: never less than none of a kind."""
    if min(value, default=0) < 0:
        raise RuleFault(f"more is taken from `{name}` than there is")
    return sized_bundle(value)


def sized_bundle(value: tuple[int, ...]) -> tuple[int, ...]:
    """A bundle that is kept, with no number beyond all measure."""
    if max(value, default=0) > LARGEST:
        raise RuleFault(TOO_LARGE)
    return value


def sub_bundles(
    have: Sequence[int], least: int, most: int | None
) -> Iterator[tuple[int, ...]]:
    """Every choice from a bundle, most of the first kinds first."""
    total = sum(have)
    most = total if most is None else min(most, total)
    rest = [sum(have[i:]) for i in range(len(have) + 1)]

    def build(i: int, taken: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
        if i == len(have):
            yield taken
            return
        fewest = max(0, least - count - rest[i + 1])
        for number in range(min(have[i], most - count), fewest - 1, -1):
            yield from build(i + 1, (*taken, number), count + number)

    if least <= most:
        yield from build(0, (), 0)


# ---- subsets -------------------------------------------------------------


def subsets(
    items: Sequence[int],
    least: int,
    most: int | None,
    faces: Sequence[int] | None,
    weights: Sequence[int] | None = None,
    low: int | None = None,
    high: int | None = None,
) -> Iterator[tuple[int, ...]]:
    """Every choice of items, smaller ones first by position.

    Interchangeable items (`faces` alike) give one choice, not several. Where `weights`
    (none of them negative) are given, only choices whose total weight lies between
    `low` and `high` are built.
    """
    if not items:
        if least <= 0 and (low is None or low <= 0):
            yield ()
        return
    groups: dict[int, list[int]] = {}
    for item in items:
        groups.setdefault(item if faces is None else faces[item], []).append(item)
    order = list(groups.values())
    most = len(items) if most is None else min(most, len(items))
    rest_count = [0] * (len(order) + 1)
    rest_weight = [0] * (len(order) + 1)
    for i in range(len(order) - 1, -1, -1):
        rest_count[i] = rest_count[i + 1] + len(order[i])
        heavy = sum(weights[x] for x in order[i]) if weights else 0
        rest_weight[i] = rest_weight[i + 1] + heavy

    def build(i: int, taken: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
        if len(taken) + rest_count[i] < least:
            return
        if low is not None and total + rest_weight[i] < low:
            return
        if i == len(order):
            yield taken
            return
        group = order[i]
        weight = weights[group[0]] if weights else 0
        for count in range(min(len(group), most - len(taken)), -1, -1):
            heavier = total + weight * count
            if high is not None and heavier > high:
                continue
            yield from build(i + 1, taken + tuple(group[:count]), heavier)

    if least <= most:
        yield from build(0, (), 0)
