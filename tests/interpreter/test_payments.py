"""Prices, paid by what may stand for what."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.payments import payments as payments_of
from rulesrun.interpreter.runtime.payments import pays, pays_in_part
from rulesrun.interpreter.runtime.subsets import FEW_STEPS

Way = tuple[int, int, int, int]


def splits(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to deal so many alike things to so many places."""
    if parts == 0:
        if not number:
            yield ()
        return
    for first in range(number + 1):
        for rest in splits(number - first, parts - 1):
            yield (first, *rest)


def payments(
    cost: tuple[int, ...], number: int, kinds: int, ways: list[Way]
) -> set[tuple[int, ...]]:
    """Every bundle that pays, worked out by paying each part in every way."""
    parts = [(n, 1 << kind) for kind, n in enumerate(cost)] + [(number, kinds)]
    choices = []
    for n, asked in parts:
        units = [(1, kind) for kind in range(len(cost)) if asked >> kind & 1]
        for many, given, wanted, now in ways:
            if now and asked & wanted:
                units += [(many, k) for k in range(len(cost)) if given >> k & 1]
        part = set()
        for split in splits(n, len(units)):
            paid = [0] * len(cost)
            for times, (many, kind) in zip(split, units, strict=True):
                paid[kind] += times * many
            part.add(tuple(paid))
        choices.append(part)
    return {tuple(map(sum, zip(*one, strict=True))) for one in product(*choices)}


@pytest.mark.parametrize("seed", range(40))
def test_what_pays_is_what_any_way_of_paying_comes_to(seed: int) -> None:
    chance = Random(seed)
    cost = tuple(chance.randint(0, 2) for _ in range(3))
    number, kinds = chance.randint(0, 2), chance.randint(1, 7)
    ways: list[Way] = [
        (chance.randint(1, 2), chance.randint(1, 7), chance.randint(1, 7), now)
        for now in (1, chance.randint(0, 1))
    ]
    flat = [n for way in ways for n in way]
    every = payments(cost, number, kinds, ways)

    for paid in product(range(7), repeat=3):
        assert (paid in every) == pays(paid, cost, number, kinds, *flat), paid
    used = {kind for paid in every for kind in range(3) if paid[kind]}
    assert used == {k for k in range(3) if pays_in_part(k, cost, number, kinds, *flat)}


@pytest.mark.parametrize("now", [0, 1])
@pytest.mark.parametrize("number", [0, 2])
def test_payments_are_found_in_the_order_of_all_parts(number: int, now: int) -> None:
    chance = Random(number + now)
    meter = Meter(Limits())
    result = 0
    for _ in range(60):
        have = tuple(chance.randint(0, 4) for _ in range(3))
        cost = tuple(chance.randint(0, 2) for _ in range(3))
        price = (cost, number, chance.randint(1, 7))
        ways = (chance.randint(1, 2), chance.randint(1, 7), chance.randint(1, 7), now)

        parts = product(*(range(n, -1, -1) for n in have))
        expected = [part for part in parts if pays(part, *price, *ways)]
        assert list(payments_of(meter, have, *price, *ways)) == expected
        result += len(expected)
    assert result > 20


def test_no_more_of_a_kind_is_tried_than_the_parts_take_that_it_pays_for() -> None:
    gold_for_any = (1, 0b1000, 0b0111, 1)
    meter = Counted(Limits())

    result = list(payments_of(meter, (40,) * 4, (5, 5, 5, 0), 0, 0, *gold_for_any))

    assert len(result) == 6**3  # 0 to 5 of each, and the rest in gold
    assert meter.ticks * (FEW_STEPS + 1) <= 2.5 * len(result)


class Counted(Meter):
    """Counts how often it is asked, too."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.ticks, tick = 0, self.tick

        def counted() -> None:
            self.ticks += 1
            tick()

        self.tick = counted
