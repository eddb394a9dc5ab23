"""Choices of several things: subsets of a collection, and parts of a bundle.

Only what fits is built: by how many there are, and by the sum of a field where that is
bounded. They come in a fixed order, one after another, without recursion.
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesrun.interpreter.metering import Meter

MOST_SUMS = 200_000
"""More sums than this are not looked at only to count choices beforehand."""


FEW_ITEMS = 9
"""Choices from so few items are never too many."""

FEW_STEPS = 7
"""Each eighth step of the search counts as one."""


@frozen
class Wanted:
    """What a choice must be: how many things, and between which bounds its weight."""

    least: int
    most: int
    low: int | None = None
    high: int | None = None


def subsets(
    meter: Meter,
    items: Sequence[int],
    least: int,
    most: int | None,
    faces: Sequence[int] | None,
    weights: Sequence[int] | None = None,
    low: int | None = None,
    high: int | None = None,
    *,
    all_fit: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Every choice of items, smaller ones first by position.

    Interchangeable items (`faces` alike) give one choice, not several. Where `weights`
    (none of them negative) are given, only choices whose total weight lies between
    `low` and `high` are built. With `all_fit` each of them is an option: where they are
    too many, TooMuch is raised before any is built.
    """
    if weights is None and len(items) < 2:
        room = len(items) if most is None else min(most, len(items))
        return iter([tuple(items[:n]) for n in range(room, max(least, 0) - 1, -1)])
    groups: dict[int, list[int]] = {}
    for item in items:
        groups.setdefault(item if faces is None else faces[item], []).append(item)
    order = [tuple(group) for group in groups.values()]
    heavy = [weights[group[0]] for group in order] if weights else [0] * len(order)
    most = len(items) if most is None else min(most, len(items))
    if all_fit and len(items) > FEW_ITEMS:
        wanted = Wanted(least, most, low, high)
        number = how_many([len(group) for group in order], heavy, wanted)
        if number is not None and number > meter.limits.options:
            raise meter.too_many_options(number)
    return _built(meter, order, heavy, least, most, low, high)


def _built(
    meter: Meter,
    order: Sequence[tuple[int, ...]],
    heavy: Sequence[int],
    least: int,
    most: int,
    low: int | None,
    high: int | None,
) -> Iterator[tuple[int, ...]]:
    meter.tick()
    if least > most:
        return
    number = len(order)
    if number == 1 and low is None and high is None:
        group = order[0]
        for count in range(most, max(least, 0) - 1, -1):
            yield group[:count]
        return
    rest_count = [0] * (number + 1)
    rest_weight = [0] * (number + 1)
    for i in range(number - 1, -1, -1):
        rest_count[i] = rest_count[i + 1] + len(order[i])
        rest_weight[i] = rest_weight[i + 1] + heavy[i] * len(order[i])
    looked = 0
    pending: list[tuple[int, tuple[int, ...], int]] = [(0, (), 0)]
    while pending:
        looked += 1
        if not looked & FEW_STEPS:
            meter.tick()
        i, taken, total = pending.pop()
        missing = least - len(taken)
        if missing > rest_count[i]:
            continue
        if low is not None and total + rest_weight[i] < low:
            continue
        if i == number or (len(taken) == most and (low is None or total >= low)):
            yield taken
            continue
        group, weight = order[i], heavy[i]
        room = min(len(group), most - len(taken))
        if high is not None and weight:
            room = min(room, (high - total) // weight)
        fewest = max(0, missing - rest_count[i + 1])
        for count in range(fewest, room + 1):  # the last one is looked at first
            pending.append((i + 1, taken + group[:count], total + weight * count))


def how_many(sizes: Sequence[int], heavy: Sequence[int], wanted: Wanted) -> int | None:
    """How many choices there are, without building them; none if that takes too long."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    enough = 0 if wanted.low is None else max(wanted.low, 0)
    for size, weight in zip(sizes, heavy, strict=True):
        further: dict[tuple[int, int], int] = {}
        for (count, total), number in ways.items():
            for more in range(min(size, wanted.most - count) + 1):
                sum_ = total + weight * more
                if wanted.high is None:
                    sum_ = min(
                        sum_, enough
                    )  # what is enough needs no more telling apart
                elif sum_ > wanted.high:
                    break
                key = count + more, sum_
                further[key] = further.get(key, 0) + number
        ways = further
        if len(ways) > MOST_SUMS:
            return None
    return sum(
        number
        for (count, total), number in ways.items()
        if count >= wanted.least and (wanted.low is None or total >= wanted.low)
    )


def sub_bundles(
    meter: Meter, have: Sequence[int], least: int, most: int | None
) -> Iterator[tuple[int, ...]]:
    """Every choice from a bundle, most of the first kinds first."""
    total = sum(have)
    most = total if most is None else min(most, total)
    if least > most:
        return
    rest = [sum(have[i:]) for i in range(len(have) + 1)]
    pending: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while pending:
        meter.tick()
        taken, count = pending.pop()
        i = len(taken)
        if i == len(have):
            yield taken
            continue
        fewest = max(0, least - count - rest[i + 1])
        for number in range(fewest, min(have[i], most - count) + 1):
            pending.append(((*taken, number), count + number))
