"""Functions of enums: each value says its own."""

from collections.abc import Callable
from typing import Any

Ended = Callable[..., dict[str, Any]]


def test_each_value_says_its_own(ended: Ended) -> None:
    rules = """
enum Goal:
    function worth(p: player) -> int
    coins "Coins":
        worth = p.coins
    twice:
        worth = 2 * p.coins
    seats:
        worth = p.seat

each player:
    coins: int
    points: int

play:
    for each p in players:
        p.coins = 10 * p.seat
        p.points = sum(worth(g, p) for g in Goal)
    rank players by most 0
"""
    assert [31, 62] == ended(rules)["points"]


def test_what_most_values_give_is_said_once(ended: Ended) -> None:
    rules = """
enum Beast:
    function legs() -> int = 4
    function is_odd() -> bool = legs(me) mod 2 == 1
    cat
    hen:
        legs = 2
    tripod:
        legs = 3

state:
    legs_of[Beast]: int
    odd[Beast]: bool

play:
    for each b in Beast:
        legs_of[b] = legs(b)
        odd[b] = is_odd(b)
    rank players by most 0
"""
    assert {"legs_of": [4, 2, 3], "odd": [False, False, True]} == ended(rules)


def test_one_may_use_another(ended: Ended) -> None:
    rules = """
enum Size:
    function weight() -> int
    function price(copies: int) -> int
    small:
        weight = 1
        price = copies * weight(me)
    large:
        weight = 5
        price = copies * weight(me) - 1

state:
    paid: int

play:
    paid = price(large, 10) + price(small, 3)
    rank players by most 0
"""
    assert 52 == ended(rules)["paid"]


def test_a_function_has_a_line_for_each_of_several_values(ended: Ended) -> None:
    rules = """
enum Beast: cat, hen, tripod, snake

function legs(b: Beast, more: int) -> int by b, otherwise more:
    hen: 2
    tripod:
        if more > 1:
            return 3
        return 30
    cat, snake: 4 if b == cat else 0

state:
    legs_of[Beast]: int
    others[Beast]: int

play:
    for each b in Beast:
        legs_of[b] = legs(b, 1)
        others[b] = legs(b, 2)
    rank players by most 0
"""
    assert {"legs_of": [4, 2, 30, 0], "others": [4, 2, 3, 0]} == ended(rules)
