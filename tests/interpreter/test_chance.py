"""Draws are the published generator's, even, and never change."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.interpreter.runtime.chance import draw, shuffle

WHOLE = 2**64
seeds = st.integers(-(2**70), 2**70)
counters = st.integers(0, 2**40)


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
    ],
    ids=["rosetta", "zero"],
)
def test_numbers_are_those_of_splitmix64(seed: int, numbers: list[int]) -> None:
    assert numbers == [draw(seed, i, WHOLE) for i in range(len(numbers))]


def test_draws_never_change() -> None:
    """Stored games replay only as long as these hold."""
    dice = [draw(42, counter, 6) for counter in range(20)]

    assert [1, 1, 0, 0, 4, 0, 1, 2, 1, 2, 5, 4, 2, 1, 2, 2, 5, 3, 3, 0] == dice


def test_draws_that_reject_never_change() -> None:
    n = 2**63 + 1  # nearly every second number is rejected
    numbers = [draw(7, counter, n) for counter in range(4)]

    assert [
        7191089600892374487,
        309689372594955804,
        2199523471440747067,
        9191982372252742339,
    ] == numbers
    assert numbers != [draw(7, counter, WHOLE) for counter in range(4)]


def test_shuffles_never_change() -> None:
    assert (tuple("jedfichabg"), 109) == shuffle(42, 100, tuple("abcdefghij"))


@given(seeds, counters, st.integers(1, WHOLE))
def test_draws_stay_in_range(seed: int, counter: int, n: int) -> None:
    number = draw(seed, counter, n)

    assert 0 <= number < n
    assert number == draw(seed + WHOLE, counter, n)


@pytest.mark.parametrize("n", [0, -1, WHOLE + 1])
def test_impossible_draws_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        draw(1, 0, n)


@pytest.mark.parametrize("n", [2, 6, 7, 52, 3 * 2**62])
def test_draws_are_even(n: int) -> None:
    """Chi-squared over six stretches or n results, far beyond its usual spread."""
    parts = min(n, 52)
    draws = 20_000
    counts = Counter(draw(11, i, n) * parts // n for i in range(draws))
    mean = draws / parts
    spread = sum((counts[part] - mean) ** 2 / mean for part in range(parts))

    assert spread < parts + 5 * (2 * parts) ** 0.5


def test_neighbouring_seeds_are_unlike() -> None:
    pairs = Counter((draw(seed, 0, 6), draw(seed + 1, 0, 6)) for seed in range(36_000))

    assert 36 == len(pairs)
    assert all(850 < count < 1150 for count in pairs.values())


@given(seeds, counters, st.lists(st.integers()).map(tuple))
def test_shuffles_keep_all_items(
    seed: int, counter: int, items: tuple[int, ...]
) -> None:
    shuffled, following = shuffle(seed, counter, items)

    assert sorted(items) == sorted(shuffled)
    assert counter + max(0, len(items) - 1) == following


def test_every_order_is_equally_likely() -> None:
    counter = 0
    orders: Counter[tuple[str, ...]] = Counter()
    for _ in range(24_000):
        order, counter = shuffle(3, counter, tuple("abcd"))
        orders[order] += 1

    assert set(permutations("abcd")) == orders.keys()
    assert all(850 < count < 1150 for count in orders.values())
