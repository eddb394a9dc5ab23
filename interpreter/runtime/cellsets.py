"""Sets of cells as whole numbers: bit c of a set says whether it holds c."""

from collections.abc import Sequence
from itertools import compress, count

from rulesrun.interpreter.runtime.layout import RawOption

FEW = 8
"""Members of a set up to which they are found one by one."""

FEW_CELLS = 12
"""The options of sets of so few cells are kept: there are not many sets of them."""

_DIGITS = bytes(i == ord("1") for i in range(256))


def members(cells: int) -> Sequence[int]:
    """The members of a set, ascending."""
    if cells.bit_count() > FEW:
        digits = f"{cells:b}"[::-1].encode().translate(_DIGITS)
        return list(compress(count(), digits))
    result = []
    while cells:
        low = cells & -cells
        result.append(low.bit_length() - 1)
        cells ^= low
    return result


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


class Single(dict[int, Sequence[RawOption]]):
    """By set of cells, one option of an item for each of them."""

    def __init__(self, item: int, cells: int) -> None:
        super().__init__()
        self._all = [(item, (cell,)) for cell in range(cells)]
        self._few = cells <= FEW_CELLS

    def __missing__(self, cells: int) -> Sequence[RawOption]:
        digits = f"{cells:b}"[::-1].encode().translate(_DIGITS)
        result = list(compress(self._all, digits))
        if self._few:
            self[cells] = result
        return result
