"""Choices of several things: every one that fits, none that does not."""

import random
import re
import time
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from compiling import program_of

from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.metering import Meter, TooMuch
from rulesrun.interpreter.runtime.subsets import sub_bundles, subsets
from rulesrun.interpreter.runtime.ways import Wanted, Ways

METER = Meter(DEFAULT)

Ended = Callable[..., dict[str, Any]]


def every_choice(
    items: Sequence[int], faces: Sequence[int], fits: Callable[[Sequence[int]], bool]
) -> set[tuple[int, ...]]:
    """All choices that fit, by the faces of what is chosen."""
    return {
        tuple(sorted(faces[x] for x in chosen))
        for number in range(len(items) + 1)
        for chosen in combinations(items, number)
        if fits(chosen)
    }


@pytest.mark.parametrize("seed", range(60))
def test_they_are_what_trying_all_gives(seed: int) -> None:
    chance = random.Random(seed)
    number = chance.randint(0, 8)
    items = list(range(number))
    alike = chance.random() < 0.5
    faces = [chance.randint(0, i) if alike else i for i in items]
    for i in items:
        faces[i] = faces[faces[i]]  # an item of the same face is a face itself
    weights = [chance.randint(0, 5) for _ in items]
    weights = [weights[f] for f in faces]
    least = chance.randint(0, 3)
    most = chance.choice((None, chance.randint(0, 8)))
    low = chance.choice((None, chance.randint(0, 12)))
    high = chance.choice((None, chance.randint(0, 20)))

    def fits(chosen: Sequence[int]) -> bool:
        total = sum(weights[x] for x in chosen)
        return (
            len(chosen) >= least
            and (most is None or len(chosen) <= most)
            and (low is None or total >= low)
            and (high is None or total <= high)
        )

    given = faces if alike else None
    result = list(subsets(METER, items, least, most, given, weights, low, high))

    assert len(set(result)) == len(result)
    as_faces = [tuple(sorted(faces[x] for x in chosen)) for chosen in result]
    assert len(set(as_faces)) == len(as_faces)
    assert every_choice(items, faces, fits) == set(as_faces)
    sizes = [faces.count(f) for f in dict.fromkeys(faces)]
    heavy = [weights[f] for f in dict.fromkeys(faces)]
    wanted = Wanted(least, len(items) if most is None else most, low, high)
    ways = Ways.of(sizes, heavy, wanted)
    assert len(result) == ways.count
    taken = [
        [sum(faces[x] == f for x in chosen) for f in dict.fromkeys(faces)]
        for chosen in (result if alike else [])
    ]
    assert taken == [list(ways.nth(n)) for n in range(ways.count)] or not alike
    assert all(ways.holds(way) for way in taken)


def test_they_come_in_a_fixed_order() -> None:
    result = list(subsets(METER, (4, 5, 7), 1, 2, None))

    assert result == [(4, 5), (4, 7), (4,), (5, 7), (5,), (7,)]


@pytest.mark.parametrize("have", [(), (2,), (1, 0, 2), (3, 2, 1)])
@pytest.mark.parametrize("least", [0, 2, 9])
@pytest.mark.parametrize("most", [None, 1, 4])
def test_parts_of_a_bundle(have: tuple[int, ...], least: int, most: int | None) -> None:
    every = product(*(range(n + 1) for n in have))
    wanted = [
        part
        for part in every
        if least <= sum(part) and (most is None or sum(part) <= most)
    ]

    assert sorted(wanted, reverse=True) == list(sub_bundles(METER, have, least, most))


def test_the_number_is_told_before_any_is_built() -> None:
    meter = Meter(Limits(options=1000))

    with pytest.raises(TooMuch, match="1,099,511,627,776 options"):
        subsets(meter, range(40), 0, None, None, all_fit=True)


def test_what_cannot_fit_is_not_looked_at(ended: Ended) -> None:
    """Of 2**40 subsets, those of a size are built alone."""
    rules = """
state:
    n: int
    m: int

play:
    player 1 chooses xs from 1..40
        require size(xs) == 39
    n = size(xs)
    player 1 chooses ys from 1..40, at most 2
        require size(ys) > 1
    m = size(ys)
    nobody wins
"""
    result = ended(rules)

    assert (39, 2) == (result["n"], result["m"])


def hoarded(number: int) -> str:
    return f"""language 1

game hoard "Hoard":
    players 2

card Money "money":
    value "value": 1..9
    named "{{value}}"

supply:
    {number} of each Money

each player:
    hand "hand": hand of Money

action buy(p: player) "Buy":
    choose cards from p.hand, at least 1
        require sum(cards.value) >= 12
    move cards to box

play:
    move Money to player 1.hand
    player 1 must buy(player 1)
    nobody wins
"""


def test_a_hand_of_27_cards_is_listed_soon() -> None:
    began = time.process_time()

    position = Game(program_of(hoarded(3)), 2).start(1)

    assert time.process_time() - began < 10
    assert len(position.raw) == 4**9 - 140  # all but those worth 11 at most


def test_a_hand_of_54_cards_is_told_to_be_too_much() -> None:
    with pytest.raises(GameFault, match="options, and 500,000 are the most") as told:
        Game(program_of(hoarded(6)), 2).start(1)

    assert told.value.span is not None


TWO_SUMS = """language 1

game sums "Sums":
    players 1

card Card "card":
    value: 1..9
    cost: 0..9
    named "{value}"

supply:
    1 of Card(1, 5)
    1 of Card(2, 0)
    1 of Card(3, 2)
    1 of Card(4, 1)

each player:
    hand "hand": hand of Card

play:
    move Card to player 1.hand
    player 1 must pay(player 1)
    nobody wins

action pay(p: player) "Pay":
    choose cards from p.hand, at least 1
        REQUIRE
"""
PRICED = {1: 5, 2: 0, 3: 2, 4: 1}


@pytest.mark.parametrize(
    ("tests", "fits"),
    [
        (
            ("sum(cards.value) >= 5", "sum(cards.cost) <= 3"),
            lambda value, cost: value >= 5 and cost <= 3,
        ),
        (
            ("sum(cards.cost) < 3", "sum(cards.value) > 2"),
            lambda value, cost: cost < 3 and value > 2,
        ),
        (
            ("sum(cards.value) >= 3", "sum(cards.value) >= 6", "sum(cards.cost) > 2"),
            lambda value, cost: value >= 6 and cost > 2,
        ),
        (("sum(cards.value) == 5",), lambda value, cost: value == 5),
    ],
)
def test_bounds_on_the_sums_of_several_fields(
    tests: Sequence[str], fits: Callable[[int, int], bool]
) -> None:
    lines = "\n    ".join(f"require {test}" for test in tests)
    rules = TWO_SUMS.replace("        REQUIRE", f"    {lines}")
    options = Game(program_of(rules), 1).start(0).options
    chosen = [
        some
        for number in range(1, 5)
        for some in combinations(PRICED, number)
        if fits(sum(some), sum(PRICED[value] for value in some))
    ]

    assert len(options) == len(chosen)
    assert {re.sub(r"\D", "", o.name) for o in options} == {
        "".join(map(str, some)) for some in chosen
    }


ASKED_APART = """language 1

game apart "Apart":
    players 1

card Card "card":
    value: 1..3
    named "{value}"

supply:
    1 of each Card

state:
    few: list of int

each player:
    hand "hand": hand of Card

play:
    move Card to player 1.hand
    few = [4, 5]
    player 1 must pay(player 1)
    nobody wins

action pay(p: player) "Pay":
    choose t in 1..2
    choose cards from p.hand, at least 1
        where few[it.value] > 0
        where (6 / (it.value - t) rounded down) > 0
"""


def test_conditions_are_asked_card_by_card() -> None:
    """The first card has the fault of the second condition before others are looked at."""
    with pytest.raises(GameFault, match="nothing can be divided by 0"):
        Game(program_of(ASKED_APART), 1).start(0)
