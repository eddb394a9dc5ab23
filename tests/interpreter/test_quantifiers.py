"""Quantifiers that stop as soon as the answer is known."""

from collections.abc import Callable
from typing import Any

Ended = Callable[..., dict[str, Any]]


def test_they_stop_at_the_first_that_decides(ended: Ended) -> None:
    rules = """
state:
    found: int or none
    missing: int or none
    answers: list of bool

play:
    found = first n in 1..9 where 12 / (4 - n) rounded down == 4
    missing = first n in 1..3 where n > 3
    answers = [
        (some n in 1..9 where 12 / (4 - n) rounded down == 4),
        (every n in 1..9 has 12 / (4 - n) rounded down == 3),
        (every n in 1..3 has n < 4),
        (no n in 1..9 where n == 2)]
    nobody wins
"""
    result = ended(rules)

    assert 1 == result["found"]
    assert None is result["missing"]
    assert (True, False, True, False) == result["answers"]


def test_every_one_of_some_only(ended: Ended) -> None:
    """What stands after `where` is looked at first, and proves what it proves."""
    rules = """
state:
    owners[1..3]: player or none
    answers: list of bool

play:
    owners[2] = player 2
    answers = [
        (every n in 1..9 where n != 4 has 12 / (4 - n) rounded down != 99),
        (every n in 1..3 where owners[n] is not none has owners[n].seat == 2),
        (every n in 1..3 where owners[n] is not none has owners[n].seat == 1),
        (every n in 1..3 where n > 3 has n == 0),
        not every n in 1..3 where n > 1 has n == 2]
    nobody wins
"""
    assert (True, True, False, True, True) == ended(rules)["answers"]


def test_a_name_used_before_means_nothing_later(ended: Ended) -> None:
    rules = """
state:
    answers: list of bool

play:
    do look([])
    nobody wins

rule look(numbers: list of int):
    for each n in numbers:
        pass
    let limit = 2
    answers = [(some n in 1..3 where n > limit and (every m in 1..n has m > 0))]
"""
    assert (True,) == ended(rules)["answers"]
