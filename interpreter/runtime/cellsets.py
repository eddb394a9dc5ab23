"""Sets of cells as whole numbers: bit c of a set says whether it holds c."""

from collections.abc import Iterator, Sequence
from itertools import compress, count

from rulesrun.interpreter.runtime.layout import RawOption

FEW = 8
"""Members of a set up to which they are found one by one."""

WIDE = 512
"""In sets of so many cells, few members are sought, not sifted."""

SPARSE = 8
"""Members are few where they are fewer than one of so many cells."""

FEW_CELLS = 12
"""The options of sets of so few cells are kept: there are not many sets of them."""

_DIGITS = bytes(i == ord("1") for i in range(256))


def members(cells: int) -> Sequence[int]:
    """The members of a set, ascending."""
    many = cells.bit_count()
    if many > FEW:
        if WIDE < cells.bit_length() > many * SPARSE:
            return list(_sought(cells))
        digits = f"{cells:b}"[::-1].encode().translate(_DIGITS)
        return list(compress(count(), digits))
    result = []
    while cells:
        low = cells & -cells
        result.append(low.bit_length() - 1)
        cells ^= low
    return result


def _sought(cells: int) -> Iterator[int]:
    """The members of a large set with few of them, ascending."""
    digits = f"{cells:b}"[::-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def first_member(cells: int) -> int | None:
    """The least member, none of an empty set."""
    return (cells & -cells).bit_length() - 1 if cells else None


def along(goal: int, through: int, by: int, rounds: int) -> int:
    """A set with all from which steps of `by` lead to it over members of `through`.

    1, 2, 4 ... steps are made at once; so many rounds are enough.
    """
    if by > 0:
        for _ in range(rounds):
            goal |= through & goal >> by
            through &= through >> by
            by *= 2
    else:
        by = -by
        for _ in range(rounds):
            goal |= through & goal << by
            through &= through << by
            by *= 2
    return goal


def reached(cells: int, through: int, steps: Sequence[Sequence[int]]) -> int:
    """A set with all that steps reach from it over members of `through`.

    `steps` says by cell where they lead.
    """
    size = len(steps) // 8 + 1
    left = bytearray((through & ~cells).to_bytes(size, "little"))
    pending = list(members(cells))
    result = bytearray(cells.to_bytes(size, "little"))
    for cell in pending:
        for to in steps[cell]:
            bit = 1 << (to & 7)
            if left[to >> 3] & bit:
                left[to >> 3] ^= bit
                result[to >> 3] |= bit
                pending.append(to)
    return int.from_bytes(result, "little")


class Single(dict[int, Sequence[RawOption]]):
    """By set of cells, one option of an item for each of them."""

    def __init__(self, item: int, cells: int) -> None:
        super().__init__()
        self._all = [(item, (cell,)) for cell in range(cells)]
        self._few = cells <= FEW_CELLS

    def __missing__(self, cells: int) -> Sequence[RawOption]:
        if WIDE < cells.bit_length() > cells.bit_count() * SPARSE:
            return [self._all[at] for at in _sought(cells)]
        digits = f"{cells:b}"[::-1].encode().translate(_DIGITS)
        result = list(compress(self._all, digits))
        if self._few:
            self[cells] = result
        return result
