"""The longest round trip in a small graph, found exactly.

A round trip makes no step twice, so the steps it makes meet every point an even number
of times; and steps that do, and hang together, are a round trip. The sets of steps that
meet every point an even number of times are the sums of some of `k` simple cycles, where
`k` is how many steps there are more than a tree needs: all 2**k of them are looked at.
"""

from collections.abc import Iterable
from functools import lru_cache

from rulesrun.interpreter.runtime.support import RuleFault

Step = tuple[int, int]
"""Two points that one can go between."""

MOST_CYCLES = 20
"""More independent cycles than this would take minutes: then an error says so."""


class TooTangled(RuleFault):
    """The graph has too many cycles for the longest loop to be found in time."""


@lru_cache(maxsize=1024)
def longest_loop(steps: frozenset[Step]) -> tuple[int, ...]:
    """The points of a round trip that passes the most different points, sorted.

    Of several such trips it is always the same one; where there is no way round, there
    are no points. Raises TooTangled for a graph that is too large.
    """
    best: tuple[int, ...] = ()
    for part in _parts(_without_bridges(sorted(steps))):
        result = _longest(part, len(best))
        if len(result) > len(best):
            best = result
    return best


def _without_bridges(steps: list[Step]) -> list[Step]:
    """The steps that lie on a way round."""
    at: dict[int, list[int]] = {}
    for number, (a, b) in enumerate(steps):
        at.setdefault(a, []).append(number)
        at.setdefault(b, []).append(number)
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    bridges: set[int] = set()
    for root in sorted(at):
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack = [(root, -1, iter(at[root]))]
        while stack:
            here, by, further = stack[-1]
            way = next(further, None)
            if way is None:
                stack.pop()
                if stack:
                    before = stack[-1][0]
                    low[before] = min(low[before], low[here])
                    if low[here] > order[before]:
                        bridges.add(by)
            elif way != by:
                a, b = steps[way]
                there = b if here == a else a
                if there in order:
                    low[here] = min(low[here], order[there])
                else:
                    order[there] = low[there] = len(order)
                    stack.append((there, way, iter(at[there])))
    return [step for number, step in enumerate(steps) if number not in bridges]


def _parts(steps: list[Step]) -> list[list[Step]]:
    """The steps in groups that hang together."""
    group: dict[int, int] = {}

    def head(point: int) -> int:
        while group.setdefault(point, point) != point:
            point = group[point]
        return point

    for a, b in steps:
        first, second = sorted((head(a), head(b)))
        group[second] = first
    parts: dict[int, list[Step]] = {}
    for step in steps:
        parts.setdefault(head(step[0]), []).append(step)
    return list(parts.values())


def _longest(steps: list[Step], to_beat: int) -> tuple[int, ...]:
    """The points of the longest round trip in a part without bridges, if it is longer."""
    points = sorted({point for step in steps for point in step})
    if len(points) <= to_beat:
        return ()
    cycles = _cycles(steps, points)
    if len(cycles) > MOST_CYCLES:
        raise TooTangled(
            f"the longest loop cannot be found: there are {len(cycles)} independent "
            f"loops here, and {MOST_CYCLES} are the most that can be looked at"
        )
    passed = _Passed(steps, points)
    best: list[int] = []
    chosen = 0
    for turn in range(1, 1 << len(cycles)):
        chosen ^= cycles[(turn & -turn).bit_length() - 1]  # each sum once: a Gray code
        if passed.points(chosen).bit_count() <= max(len(best), to_beat):
            continue
        for part in _parts([s for i, s in enumerate(steps) if chosen >> i & 1]):
            result = sorted({point for step in part for point in step})
            if len(result) > max(len(best), to_beat):
                best = result
        if len(best) == len(points):
            break
    return tuple(best)


def _cycles(steps: list[Step], points: Iterable[int]) -> list[int]:
    """Cycles as bits of steps: all others are sums of some of them."""
    way = {min(points): 0}
    rest = list(enumerate(steps))
    cycles = []
    while rest:
        later = []
        for number, (a, b) in rest:
            if a in way and b in way:
                cycles.append(way[a] ^ way[b] ^ 1 << number)
            elif a in way:
                way[b] = way[a] ^ 1 << number
            elif b in way:
                way[a] = way[b] ^ 1 << number
            else:
                later.append((number, (a, b)))
        rest = later
    return cycles


class _Passed:
    """Which points a set of steps passes, looked up eight steps at a time."""

    def __init__(self, steps: list[Step], points: list[int]) -> None:
        bits = [1 << points.index(a) | 1 << points.index(b) for a, b in steps]
        self.tables: list[list[int]] = []
        for first in range(0, len(bits), 8):
            table = [0]
            for bit in bits[first : first + 8]:
                table += [subset | bit for subset in table]
            self.tables.append(table)

    def points(self, chosen: int) -> int:
        """The points, as bits."""
        result = 0
        for table in self.tables:
            result |= table[chosen & 255]
            chosen >>= 8
        return result
