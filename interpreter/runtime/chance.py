"""Chance that depends on nothing but a seed and a counter, the same everywhere."""

from typing import TypeVar

_T = TypeVar("_T")

ROBOTS = 0x5EA7
"""Makes of a game's seed that of its players: their choices are no chances of the game."""

# The generator splitmix64: its state moves on by the same amount every time, so the
# number at any place is computed straight away and nothing is kept between draws.
_MASK = 0xFFFF_FFFF_FFFF_FFFF
_RANGE = _MASK + 1
_GAMMA = 0x9E37_79B9_7F4A_7C15
_MIX_1 = 0xBF58_476D_1CE4_E5B9
_MIX_2 = 0x94D0_49BB_1331_11EB


class Undrawn(Exception):
    """More is drawn than has been settled; `outcomes` results are equally likely."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(f"one of {outcomes} is still to be drawn")
        self.outcomes = outcomes


Seed = int | tuple[int, ...]
"""Which sequence of numbers; or the settled results of the first draws, in order."""


def draw(seed: Seed, counter: int, n: int) -> int:
    """A whole number in 0..n-1, each equally likely.

    Args:
        seed: Which sequence of numbers; seeds that are equal modulo 2**64 are alike.
            Of settled results, that of the draw with this counter, counted from 1.
        counter: Which number of that sequence, from 0.
        n: How many results are possible, in 1..2**64.

    Raises:
        ValueError: There is nothing to draw from, or more than 2**64 numbers.
        Undrawn: Settled results are given, and none for this draw.
    """
    if not 0 < n <= _RANGE:
        raise ValueError(f"cannot draw one of {n}")
    if isinstance(seed, tuple):
        if counter > len(seed):
            raise Undrawn(n)
        return seed[counter - 1]
    state = seed + (counter + 1) * _GAMMA
    while True:
        state &= _MASK
        z = ((state ^ (state >> 30)) * _MIX_1) & _MASK
        z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
        z ^= z >> 31
        result = z % n
        # The last, incomplete stretch of n numbers would favour small results.
        if z - result <= _RANGE - n:
            return result
        # Not the next state in line: that one belongs to the next counter.
        state = z + _GAMMA


def shuffle(
    seed: int, counter: int, items: tuple[_T, ...]
) -> tuple[tuple[_T, ...], int]:
    """The items in an order drawn by chance, each order equally likely.

    Args:
        seed: Which sequence of numbers, as for `draw`.
        counter: The first number of that sequence to use.
        items: What to shuffle; equal items may occur several times.

    Returns:
        The shuffled items, and the first counter that was not used: one is used for
        every item but one.
    """
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = draw(seed, counter, last + 1)
        counter += 1
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed), counter
