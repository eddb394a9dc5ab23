"""The longest trail in a small graph, found exactly.

A trail makes no step twice; it may pass a point more than once. Every step counts as two,
one for each direction, and is followed by those that go on where it arrives. All trails
are tried, from each step on; what follows first is tried first, and of several that are
longest it is the first one found. Where steps are of different lengths, the longest one
is the one with the greatest sum.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from rulesrun.interpreter.runtime.loops import Step
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.interpreter.runtime.traversal import priced

Following = tuple[tuple[int, ...], ...]
"""By step and direction (twice its number, and 1 more the other way), what can follow."""

MOST_TRIED = 300_000
"""So many steps are tried at most: then an error says so."""


class TooManyTrails(RuleFault):
    """The graph has too many trails for the longest one to be found in time."""


def trail_of_points(points: Iterable[int], steps: Iterable[Step]) -> tuple[int, ...]:
    """The points along the longest trail, in its order; of a single one no step leads away.

    Args:
        points: All points, upwards; there may be none.
        steps: The pairs of points, the smaller first, that one can go between.
    """
    ordered = sorted(steps)
    if not ordered:
        return tuple(points)[:1]
    away: dict[int, list[int]] = {}
    for number, (a, b) in enumerate(ordered):
        away.setdefault(a, []).append(2 * number)
        away.setdefault(b, []).append(2 * number + 1)
    ends = [end for a, b in ordered for end in (b, a)]
    following = tuple(
        tuple(way for way in away[end] if way >> 1 != at >> 1)
        for at, end in enumerate(ends)
    )
    trail = _longest(following)
    return (ends[trail[0] ^ 1], *(ends[way] for way in trail))


def trail_of_sides(
    step_table: Sequence[Sequence[int | None]],
    by: Sequence[Sequence[int | None]],
    ends: Sequence[tuple[int, ...]],
    within: Iterable[int],
    step: Callable[[int, int, int], bool],
    length: Callable[[int], int] | None = None,
) -> tuple[int, ...]:
    """The sides or links along the longest trail, in its order.

    Args:
        step_table: By way and side, a side that meets it, or None.
        by: By way and side, the corner where they meet.
        ends: By side, its two corners.
        within: The sides that a trail may lead over.
        step: Whether one can go on from a side to another, past a corner.
        length: How long a side is; all are alike without it.

    Raises:
        RuleFault: A side is shorter than nothing, or there are too many trails.
    """
    inside = sorted(set(within))
    number = {side: at for at, side in enumerate(inside)}
    following: list[list[int]] = [[] for _ in range(2 * len(inside))]
    for at, a in enumerate(inside):
        for there, corners in zip(step_table, by, strict=True):
            b, corner = there[a], corners[a]
            if b is None or corner is None or b not in number:
                continue
            if step(a, b, corner) and step(b, a, corner):
                arrives = 2 * at + (corner == ends[a][0])
                leaves = 2 * number[b] + (corner == ends[b][1])
                following[arrives].append(leaves)
    lengths = None if length is None else tuple(priced(length(a)) for a in inside)
    trail = _longest(tuple(map(tuple, following)), lengths)
    return tuple(inside[way >> 1] for way in trail)


@lru_cache(maxsize=4096)
def _longest(
    following: Following, lengths: tuple[int, ...] | None = None
) -> tuple[int, ...]:
    """The steps along the longest trail, each with its direction."""
    lengths = lengths or (1,) * (len(following) // 2)
    size = _sizes(following, lengths)
    best: list[int] = []
    longest = -1
    tried = 0
    for start in range(len(following)):
        most = size[start >> 1]
        if most <= longest:
            continue
        trail, next_at, passed = [start], [0], 1 << (start >> 1)
        length = lengths[start >> 1]
        if length > longest:
            best, longest = trail[:], length
        while trail and longest < most:
            ways, at = following[trail[-1]], next_at[-1]
            while at < len(ways) and passed >> (ways[at] >> 1) & 1:
                at += 1
            if at == len(ways):
                last = trail.pop() >> 1
                passed ^= 1 << last
                length -= lengths[last]
                next_at.pop()
                continue
            next_at[-1] = at + 1
            tried += 1
            if tried > MOST_TRIED:
                raise TooManyTrails(
                    "the longest trail cannot be found: there are too many"
                )
            trail.append(ways[at])
            next_at.append(0)
            passed |= 1 << (ways[at] >> 1)
            length += lengths[ways[at] >> 1]
            if length > longest:
                best, longest = trail[:], length
    return tuple(best)


def _sizes(following: Following, lengths: Sequence[int]) -> list[int]:
    """By step, how long all that hang together with it are."""
    head = list(range(len(following) // 2))

    def top(step: int) -> int:
        while head[step] != step:
            step = head[step]
        return step

    for way, ways in enumerate(following):
        for other in ways:
            a, b = top(way >> 1), top(other >> 1)
            head[max(a, b)] = min(a, b)
    tops = [top(step) for step in range(len(head))]
    sums = [0] * len(head)
    for one, length in zip(tops, lengths, strict=True):
        sums[one] += length
    return [sums[one] for one in tops]
