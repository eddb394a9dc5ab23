"""Things that use one another: circles, and in which order to look at them."""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U")

MOST_SHOWN = 8
"""How many steps of a circle a message shows."""


def circles(
    uses: Mapping[T, Sequence[tuple[U, T]]],
) -> Iterator[tuple[T, list[tuple[U, T]]]]:
    """Each circle once: its first member, and the way from there back to it.

    Args:
        uses: For each thing what it uses, with the place where it does.
    """
    left = _inside(uses)
    for start in [thing for thing in uses if thing in left]:
        way = way_back(uses, start, start, left) if start in left else None
        if way is not None:
            yield start, way
            left -= {thing for _, thing in way}


def inner_first(
    uses: Mapping[T, Sequence[tuple[U, T]]], without: Collection[T] = ()
) -> Iterator[T]:
    """All things, each after those that it uses, as far as no circle forbids it."""
    seen = set(without)
    for start in uses:
        pending = [(start, False)]
        while pending:
            thing, done = pending.pop()
            if done:
                yield thing
            elif thing not in seen:
                seen.add(thing)
                pending.append((thing, True))
                pending += [(used, False) for _, used in uses.get(thing, ())]


def _inside(uses: Mapping[T, Sequence[tuple[U, T]]]) -> set[T]:
    """What may be in a circle: it uses something, and something uses it."""
    left = set(uses)
    forth = {thing: {t for _, t in uses[thing] if t in left} for thing in left}
    back: dict[T, set[T]] = {thing: set() for thing in left}
    for thing, used in forth.items():
        for other in used:
            back[other].add(thing)
    pending = [thing for thing in left if not forth[thing] or not back[thing]]
    while pending:
        thing = pending.pop()
        if thing in left:
            left.remove(thing)
            for near, far in ((forth, back), (back, forth)):
                for other in near[thing]:
                    far[other].discard(thing)
                    if not far[other]:
                        pending.append(other)
    return left


def reached(uses: Mapping[T, Sequence[tuple[U, T]]], start: T) -> set[T]:
    """A thing, and all that it uses, directly or through others."""
    result = {start}
    pending = [start]
    for thing in pending:  # grows while it is gone through
        for _, other in uses.get(thing, ()):
            if other not in result:
                result.add(other)
                pending.append(other)
    return result


def way_back(
    uses: Mapping[T, Sequence[tuple[U, T]]],
    start: T,
    end: T,
    left: Collection[T] | None = None,
) -> list[tuple[U, T]] | None:
    """The shortest way from one thing to another, or back to itself.

    It makes one step at least, and leads only through what is `left`.
    """
    came: dict[T, tuple[T, U]] = {}
    pending = [start]
    for thing in pending:  # grows while it is gone through
        for place, other in uses.get(thing, ()):
            if other in came or (left is not None and other not in left):
                continue
            came[other] = (thing, place)
            if other == end:
                return _traced(came, start, end)
            pending.append(other)
    return None


def _traced(came: Mapping[T, tuple[T, U]], start: T, end: T) -> list[tuple[U, T]]:
    way: list[tuple[U, T]] = []
    thing = end
    while not way or thing != start:
        before, place = came[thing]
        way.append((place, thing))
        thing = before
    return way[::-1]


def by_way_of(names: Sequence[str]) -> str:
    """`, through a, b and c`; of a long way only the beginning."""
    if not names:
        return ""
    links = [f"`{name}`" for name in names[:4]]
    if len(names) > 4:
        links.append(f"{len(names) - 4} more")
    *others, last = links
    return f", through {', '.join(others)}{' and ' if others else ''}{last}"
