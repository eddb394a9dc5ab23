"""All ways to choose several things, without building any: counted, by number, by parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen

MOST_SUMS = 200_000
"""More sums than this are not looked at only to count choices."""

Sum = tuple[int, int]
"""How many things are taken, and their weight; no more of either than makes a difference."""


class TooManySums(Exception):
    """To count the ways would take too long."""


@frozen
class Wanted:
    """What a choice must be: how many things, and between which bounds its weight."""

    least: int
    most: int
    low: int | None = None
    high: int | None = None


@frozen(eq=False)
class Ways:
    """The ways to take some of each of several groups of things that are alike.

    Of group `i`, `sizes[i]` things are there, each of the weight `weights[i]` (none of
    them negative), and at least `fewest[i]` of them are taken. Ways are told by how many
    are taken of each group; they are numbered as `subsets` builds them, with most of the
    first groups first.

    Raises TooManySums.
    """

    sizes: tuple[int, ...]
    weights: tuple[int, ...]
    wanted: Wanted
    fewest: tuple[int, ...]
    _open: bool = field(init=False)
    _after: list[dict[Sum, int]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_open", self.wanted.most >= sum(self.sizes))
        object.__setattr__(self, "_after", self._counted())

    @classmethod
    def of(
        cls, sizes: Sequence[int], weights: Sequence[int] | None, wanted: Wanted
    ) -> Ways:
        """All ways that fit; nothing weighs anything where no weights are given."""
        nothing = (0,) * len(sizes)
        heavy = nothing if weights is None else tuple(weights)
        return cls(tuple(sizes), heavy, wanted, nothing)

    @property
    def count(self) -> int:
        """How many ways there are."""
        return self._after[0].get((0, 0), 0)

    def with_at_least(self, fewest: Sequence[int]) -> Ways:
        """Those that take at least so many of each group."""
        return evolve(self, fewest=tuple(fewest))

    def nth(self, number: int) -> tuple[int, ...]:
        """The way of that number, from 0."""
        result, so_far = [], (0, 0)
        for group in range(len(self.sizes)):
            for more in reversed(self._possible(group, so_far)):
                then = self._and(so_far, group, more)
                ways = self._after[group + 1].get(then, 0)
                if number < ways:
                    result.append(more)
                    so_far = then
                    break
                number -= ways
            else:
                raise IndexError(number)
        return tuple(result)

    def holds(self, way: Sequence[int]) -> bool:
        """Whether it is one of these ways."""
        so_far = (0, 0)
        for group, more in enumerate(way):
            if more not in self._possible(group, so_far):
                return False
            so_far = self._and(so_far, group, more)
        return self._fits(so_far)

    def _counted(self) -> list[dict[Sum, int]]:
        """For each group and what was taken before it, how many ways go on from there."""
        reached: list[dict[Sum, int]] = [{(0, 0): 0}]
        total = 1
        for group in range(len(self.sizes)):
            further: dict[Sum, int] = {}
            for so_far in reached[-1]:
                for more in self._possible(group, so_far):
                    further[self._and(so_far, group, more)] = 0
            reached.append(further)
            total += len(further)
            if total > MOST_SUMS:
                raise TooManySums
        for so_far in reached[-1]:
            reached[-1][so_far] = int(self._fits(so_far))
        for group in range(len(self.sizes) - 1, -1, -1):
            after = reached[group + 1]
            for so_far in reached[group]:
                reached[group][so_far] = sum(
                    after[self._and(so_far, group, more)]
                    for more in self._possible(group, so_far)
                )
        return reached

    def _possible(self, group: int, so_far: Sum) -> range:
        """How many of a group can be taken."""
        count, weight = so_far
        room, each = self.sizes[group], self.weights[group]
        if not self._open:
            room = min(room, self.wanted.most - count)
        if self.wanted.high is not None:
            if weight > self.wanted.high:
                room = -1
            elif each:
                room = min(room, (self.wanted.high - weight) // each)
        return range(self.fewest[group], room + 1)

    def _and(self, so_far: Sum, group: int, more: int) -> Sum:
        count, weight = so_far[0] + more, so_far[1] + self.weights[group] * more
        if self._open:
            count = min(count, max(self.wanted.least, 0))
        if self.wanted.high is None:
            weight = min(weight, max(self.wanted.low or 0, 0))
        return count, weight

    def _fits(self, so_far: Sum) -> bool:
        count, weight = so_far
        wanted = self.wanted
        return (
            wanted.least <= count <= max(wanted.most, 0)
            and (wanted.low is None or weight >= wanted.low)
            and (wanted.high is None or weight <= wanted.high)
        )


@frozen(eq=False)
class Selections:
    """Choices of things, each given by the `groups` it takes the first ones of.

    Without groups it is a bundle that is chosen: each kind is a group, and a way is the
    bundle itself.
    """

    ways: Ways
    groups: tuple[tuple[int, ...], ...] | None = None

    @property
    def count(self) -> int:
        """How many choices there are."""
        return self.ways.count

    def nth(self, number: int) -> tuple[int, ...]:
        """The choice of that number, from 0."""
        return self.chosen(self.ways.nth(number))

    def chosen(self, way: Sequence[int]) -> tuple[int, ...]:
        """What a way chooses."""
        if self.groups is None:
            return tuple(way)
        pairs = zip(self.groups, way, strict=True)
        return tuple(thing for group, taken in pairs for thing in group[:taken])

    def way(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """How many of each group a choice, or a part of one, takes."""
        if self.groups is None:
            return tuple(chosen)
        left = Counter(chosen)
        return tuple(len(shared(group, left)) for group in self.groups)

    def holds(self, chosen: Sequence[int]) -> bool:
        """Whether it is one of these choices."""
        if self.groups is None and len(chosen) != len(self.ways.sizes):
            return False
        way = self.way(chosen)
        return self.chosen(way) == tuple(chosen) and self.ways.holds(way)

    def further(self, way: Sequence[int]) -> Iterator[tuple[int, Selections]]:
        """What can be added to a part of a choice: the thing, and what then is left."""
        for group, taken in enumerate(way):
            if taken == self.ways.sizes[group]:
                continue
            more = (*way[:group], taken + 1, *way[group + 1 :])
            left = self.ways.with_at_least(more)
            if left.count:
                thing = group if self.groups is None else self.groups[group][taken]
                yield thing, evolve(self, ways=left)


def shared(things: Sequence[int], left: Counter[int]) -> tuple[int, ...]:
    """Those of some things that are counted, each as often; they are taken out."""
    result = []
    for thing in things:
        if left[thing]:
            left[thing] -= 1
            result.append(thing)
    return tuple(result)
