"""Choices of several things: subsets of a collection, and parts of a bundle.

Only what fits is built: by how many there are, and by the sum of a field where that is
bounded. They come in a fixed order, one after another, without recursion.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import prod

from attrs import frozen

from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.ways import TooManySums, Wanted, Ways

FEW_ITEMS = 9
"""Choices from so few items are never too many."""

FEW_CHOICES = 32
"""So many choices are all built at once, and those that do not fit left out."""

NOTHING: Sequence[tuple[int, ...]] = ((),)
"""The only choice there is from nothing."""

MOST_LISTED = 2_000
"""More choices than this are not listed, where they can be counted."""

FEW_STEPS = 7
"""Each eighth step of the search counts as one."""


class Again:
    """Choices that are gone through more than once, and built as they are asked for."""

    __slots__ = ("_built", "_rest")

    def __init__(self, choices: Iterator[tuple[int, ...]]) -> None:
        self._built: list[tuple[int, ...]] = []
        self._rest = choices

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        at = 0
        while True:
            for choice in self._built[at:]:
                at += 1
                yield choice
            if at == len(self._built):
                for choice in self._rest:
                    self._built.append(choice)
                    break
                else:
                    return


@frozen
class Looks:
    """What components look like where variables of theirs tell them apart, too."""

    look: Callable[[int], Hashable]

    def __getitem__(self, component: int) -> Hashable:
        return self.look(component)


Looking = Sequence[int] | Looks
"""What each component looks like: those for which that is equal are interchangeable."""


def again(choices: Iterable[tuple[int, ...]]) -> Iterable[tuple[int, ...]]:
    """Choices in a form that can be gone through more than once."""
    return Again(choices) if isinstance(choices, Iterator) else choices


class Many(Exception):
    """There are so many choices that they had better be counted than listed."""


def subsets(
    meter: Meter,
    items: Sequence[int],
    least: int,
    most: int | None,
    faces: Looking | None,
    weights: Sequence[int] | None = None,
    low: int | None = None,
    high: int | None = None,
    *,
    all_fit: bool = False,
) -> Iterable[tuple[int, ...]]:
    """Every choice of items, smaller ones first by position.

    Interchangeable items (`faces` alike) give one choice, not several. Where `weights`
    (none of them negative) are given, only choices whose total weight lies between
    `low` and `high` are built. With `all_fit` each of them is an option: where they are
    many, Many is raised before any is built, or TooMuch.
    """
    if not items and (weights is None or low is None):
        return NOTHING if least <= 0 else ()
    if weights is None and len(items) < 2:
        room = len(items) if most is None else min(most, len(items))
        return [tuple(items[:n]) for n in range(room, max(least, 0) - 1, -1)]
    if weights is not None and low is not None:
        if sum([weights[item] for item in items]) < low:
            return ()
    order = grouped(items, faces)
    most = len(items) if most is None else min(most, len(items))
    if high is None and len(items) <= FEW_ITEMS:
        number = 1
        for group in order:
            number *= len(group) + 1
        if number <= FEW_CHOICES:
            return _few(order, least, most, weights, low)
    heavy = [weights[group[0]] for group in order] if weights else [0] * len(order)
    if all_fit and len(items) > FEW_ITEMS:
        wanted = Wanted(least, most, low, high)
        _not_many(meter, [len(group) for group in order], heavy, wanted)
    return _built(meter, order, heavy, least, most, low, high)


def _few(
    order: Sequence[tuple[int, ...]],
    least: int,
    most: int,
    weights: Sequence[int] | None,
    low: int | None,
) -> list[tuple[int, ...]]:
    """All choices where there are few, those of the last groups first."""
    result: list[tuple[int, ...]] = [()]
    heavy = weights is not None and low is not None
    sums = [0]
    for group in reversed(order):
        if len(group) == 1:
            result = [group + rest for rest in result] + result
        else:
            parts = [group[:n] for n in range(len(group), -1, -1)]
            result = [part + rest for part in parts for rest in result]
        if heavy:
            weight = weights[group[0]]  # type: ignore[index]
            numbers = range(len(group), -1, -1)
            sums = [weight * number + rest for number in numbers for rest in sums]
    if heavy:
        fit = zip(result, sums, strict=True)
        result = [choice for choice, whole in fit if whole >= low]  # type: ignore[operator]
    return [choice for choice in result if least <= len(choice) <= most]


def grouped(items: Iterable[int], faces: Looking | None) -> tuple[tuple[int, ...], ...]:
    """The items that are interchangeable, in the order of the first ones."""
    groups: dict[Hashable, list[int]] = {}
    for item in items:
        groups.setdefault(item if faces is None else faces[item], []).append(item)
    return tuple(tuple(group) for group in groups.values())


def _not_many(
    meter: Meter, sizes: Sequence[int], heavy: Sequence[int] | None, wanted: Wanted
) -> None:
    """Raise Many, or TooMuch, where there are many choices; nothing is built for it."""
    if prod(size + 1 for size in sizes) <= MOST_LISTED:
        return
    try:
        number = Ways.of(sizes, heavy, wanted).count
    except TooManySums:
        return
    if number > meter.limits.options:
        raise meter.too_many_options(number)
    if number > MOST_LISTED and meter.counts:
        raise Many


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


def sub_bundles(
    meter: Meter,
    have: Sequence[int],
    least: int,
    most: int | None,
    *,
    all_fit: bool = False,
) -> Iterator[tuple[int, ...]]:
    """Every choice from a bundle, most of the first kinds first.

    `all_fit` is as for `subsets`.
    """
    total = sum(have)
    most = total if most is None else min(most, total)
    if all_fit:
        _not_many(meter, have, None, Wanted(least, most))
    return _parts(meter, have, least, most)


def _parts(
    meter: Meter, have: Sequence[int], least: int, most: int
) -> Iterator[tuple[int, ...]]:
    kinds = [kind for kind, there in enumerate(have) if there]
    room = [have[kind] for kind in kinds]
    rest = [sum(room[i:]) for i in range(len(kinds) + 1)]
    if least > most or least > rest[0]:
        return
    looked = 0
    pending: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while pending:
        looked += 1
        if not looked & FEW_STEPS:
            meter.tick()
        taken, count = pending.pop()
        i = len(taken)
        if i == len(kinds):
            counts = [0] * len(have)
            for kind, number in zip(kinds, taken, strict=True):
                counts[kind] = number
            yield tuple(counts)
            continue
        fewest = max(0, least - count - rest[i + 1])
        for number in range(fewest, min(room[i], most - count) + 1):
            pending.append(((*taken, number), count + number))
