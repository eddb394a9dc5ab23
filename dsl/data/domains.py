"""All values that a column or a field may hold, where they can be listed."""

from collections.abc import Iterator, Sequence

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declared

MOST_LISTED = 10_000
"""How many values are listed, and how many different components a line may bring."""


def values_of(world: Declared, kind: t.Type) -> Sequence[object] | None:
    """The values of a type in their order; none if they cannot be listed."""
    match kind:
        case t.EnumType(name):
            return range(len(world.enum(name).values))
        case t.IntType(int() as low, int() as high):
            return range(low, high + 1)
        case t.BoolType():
            return [False, True]
        case t.OptionalType(inner):
            rest = values_of(world, inner)
            if rest is None or number_of(rest) > MOST_LISTED:
                return rest
            return [None, *rest]
        case _:
            return None


def number_of(domain: Sequence[object]) -> int:
    """The length, also where it is too great for `len`."""
    if isinstance(domain, range):
        return max(domain.stop - domain.start, 0)
    return len(domain)


def combinations(domains: Sequence[Sequence[object]]) -> Iterator[tuple[object, ...]]:
    """Like `product`, which would first write down a range of millions."""
    if not domains:
        yield ()
        return
    for first in domains[0]:
        for rest in combinations(domains[1:]):
            yield (first, *rest)
