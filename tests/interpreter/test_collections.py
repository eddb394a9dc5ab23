"""Several `for` in one pair of brackets, and values for empty collections."""

from collections.abc import Callable
from typing import Any

from compiling import small

from rulesrun.dsl.problems.diagnostics import Severity

Ended = Callable[..., dict[str, Any]]


def test_a_later_for_sees_the_names_before_it(ended: Ended) -> None:
    rules = """
state:
    pairs: list of int
    products: set of int
    total: int

play:
    pairs = [10 * a + b for a in 1..3 where a != 2 for b in 1..a where b > 1 or a == 1]
    products = {a * b for a in 1..3 for b in 1..3}
    total = sum(a * b for a in 1..2 for b in 1..2)
    rank players by most 0
"""
    result = ended(rules)

    assert (11, 32, 33) == result["pairs"]
    assert {1, 2, 3, 4, 6, 9} == result["products"]
    assert 9 == result["total"]


def test_otherwise_is_the_value_of_nothing(ended: Ended) -> None:
    rules = """
state:
    greatest: int
    smallest: int
    none_at_all: int
    front: int
    back: int

play:
    greatest = most(a for a in 1..5 where a > 9, otherwise 0 - 1)
    smallest = least(a for a in 1..5 where a > 3, otherwise 9)
    none_at_all = least(a for a in 1..5 where a > 9 for b in 1..a, otherwise 8)
    front = first(a for a in 3..5, otherwise 0)
    back = last(a for a in 3..5 where a > 5, otherwise 7)
    rank players by most 0
"""
    expected = {"greatest": -1, "smallest": 4, "none_at_all": 8, "front": 3, "back": 7}

    assert expected == ended(rules)


SHARED = """
enum Crop: corn, rye

enum Drink: rye, ale

state:
    ways: int
    others: int
    crops: int

play:
    for each s in Direction:
        if s in {northeast, south}:
            ways += 1
        if s not in [east, southwest]:
            others += 1
    for each c in Crop:
        if c in {rye}:
            crops += 1
    rank players by most 0
"""


def test_what_is_looked_for_says_which_of_several_values_is_meant(ended: Ended) -> None:
    result = ended(SHARED)

    assert (result["ways"], result["others"], result["crops"]) == (2, 6, 1)


def test_two_names_of_several_enums_are_still_not_clear() -> None:
    rules = SHARED.replace("c in {rye}", "rye in {rye}")
    result = small(f"language 1\n\ngame small:\n    players 2\n{rules}")

    errors = [d.code for d in result.diagnostics if d.severity is Severity.ERROR]
    assert errors == ["duplicate-name"]
