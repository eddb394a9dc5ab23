"""Whether pieces of several kinds pay a price, where some may stand for others.

Bundles are numbers by kind, sets of kinds bits. What stands for what comes four by four:
how many, of which kinds, for one of which kinds, and whether it does now.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import ge

from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.subsets import sub_bundles

Way = tuple[int, int, int]
"""So many, of these kinds, stand for one of those."""

Wanted = tuple[int, int]
"""So many are asked for, of any of these kinds."""


def pays(
    paid: Sequence[int], cost: Sequence[int], number: int, kinds: int, *ways: int
) -> bool:
    """Whether these pieces are exactly a way to pay a bundle and a number of some kinds."""
    return _pays(tuple(paid), tuple(cost), number, kinds, ways)


def payments(
    meter: Meter,
    have: Sequence[int],
    cost: Sequence[int],
    number: int,
    kinds: int,
    *ways: int,
) -> Iterable[tuple[int, ...]]:
    """Every way to pay that out of what one has, most of the first kinds first."""
    if not number and not any(ways[3::4]):  # mostly nothing stands for anything else
        return (tuple(cost),) if all(map(ge, have, cost)) else ()
    room = list(map(min, have, _most_of_each(tuple(cost), number, kinds, ways)))
    least = sum(cost) + number
    most = least * max(many for many, _, _ in [(1, 0, 0), *_ways(ways)])
    parts = sub_bundles(meter, room, least, most)
    return (part for part in parts if pays(part, cost, number, kinds, *ways))


@lru_cache(maxsize=10_000)
def _pays(
    paid: tuple[int, ...],
    cost: tuple[int, ...],
    number: int,
    kinds: int,
    ways: tuple[int, ...],
) -> bool:
    wanted, alone, dearer = _price(cost, number, kinds, ways)
    return _fits(list(paid), wanted, alone, dearer)


@lru_cache(maxsize=1000)
def _price(
    cost: tuple[int, ...], number: int, kinds: int, ways: tuple[int, ...]
) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
    """How many of each part are wanted, what pays for it one for one, and what several."""
    every = list(_ways(ways))
    wanted = _wanted(cost, number, kinds)
    alone = [_accepted(way, every) for way in wanted]
    dearer = [
        (many, kind, at)
        for many, accepted, instead in every
        if many > 1
        for kind in range(len(cost))
        if accepted >> kind & 1
        for at, (_, part) in enumerate(wanted)
        if part & instead
    ]
    return [n for n, _ in wanted], alone, dearer


def pays_in_part(
    kind: int, cost: Sequence[int], number: int, kinds: int, *ways: int
) -> bool:
    """Whether pieces of a kind pay any part of that."""
    return _most_of_each(tuple(cost), number, kinds, ways)[kind] > 0


@lru_cache(maxsize=1000)
def _most_of_each(
    cost: tuple[int, ...], number: int, kinds: int, ways: tuple[int, ...]
) -> tuple[int, ...]:
    """How many pieces of each kind all the parts take at most that it pays for."""
    every, result = list(_ways(ways)), [0] * len(cost)
    for wanted, part in _wanted(cost, number, kinds):
        for kind in range(len(cost)):
            counts = [
                n for n, of, instead in every if part & instead and of >> kind & 1
            ]
            result[kind] += wanted * max([part >> kind & 1, *counts])
    return tuple(result)


def _ways(ways: Sequence[int]) -> Iterator[Way]:
    for at in range(0, len(ways), 4):
        if ways[at + 3]:
            yield ways[at], ways[at + 1], ways[at + 2]


def _wanted(cost: Sequence[int], number: int, kinds: int) -> list[Wanted]:
    wanted = [(n, 1 << kind) for kind, n in enumerate(cost) if n > 0]
    return [*wanted, (number, kinds)] if number > 0 else wanted


def _accepted(part: Wanted, ways: Sequence[Way]) -> int:
    """The kinds of which one pays for one of a part."""
    accepted = part[1]
    for many, kinds, instead in ways:
        if part[1] & instead and many <= 1:
            accepted |= kinds
    return accepted


def _fits(
    paid: list[int],
    wanted: Sequence[int],
    alone: Sequence[int],
    dearer: Sequence[tuple[int, int, int]],
) -> bool:
    """Whether all that is paid goes to what is wanted, one for one or several for one."""
    if not dearer:
        return sum(paid) == sum(wanted) and _all_go(paid, wanted, alone)
    (many, kind, at), *rest = dearer
    for times in range(min(paid[kind] // many, wanted[at]) + 1):
        left, still = paid.copy(), list(wanted)
        left[kind] -= many * times
        still[at] -= times
        if _fits(left, still, alone, rest):
            return True
    return False


def _all_go(paid: list[int], wanted: Sequence[int], alone: Sequence[int]) -> bool:
    """Whether everything wanted can be paid, one for one; `paid` is used up."""
    kinds = range(len(paid))
    shares = [[0] * len(paid) for _ in wanted]
    missing = list(wanted)
    for part, accepted in enumerate(alone):
        for kind in kinds:
            if accepted >> kind & 1:
                here = min(paid[kind], missing[part])
                paid[kind] -= here
                missing[part] -= here
                shares[part][kind] = here

    def pay(part: int, passed: set[int]) -> bool:
        for kind in kinds:
            if alone[part] >> kind & 1 and paid[kind]:
                paid[kind] -= 1
                shares[part][kind] += 1
                return True
        for kind in kinds:
            if alone[part] >> kind & 1:
                for other in range(len(wanted)):
                    if shares[other][kind] and other not in passed:
                        passed.add(other)
                        if pay(other, passed):
                            shares[other][kind] -= 1
                            shares[part][kind] += 1
                            return True
        return False

    return all(pay(part, {part}) for part, n in enumerate(missing) for _ in range(n))
