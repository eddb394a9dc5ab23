"""Maps: drawn in files or in the rules, looked up by row and column."""

from collections.abc import Callable
from typing import Any

Ended = Callable[..., dict[str, Any]]


def test_one_map_for_each_value_of_an_enum(ended: Ended) -> None:
    rules = """
enum Ground: water, grass
enum Part: left, right

map coast (part: Part, row: 0..1, column: 0..2 -> land: Ground) from "maps/{part}.txt":
    W = water
    G = grass

board sea: hex 2 x 6

each cell of sea:
    ground: Ground

play:
    for each c in sea:
        let part = left if c.column < 3 else right
        c.ground = coast[part, c.row, c.column mod 3]
    rank players by most 0
"""
    files = {"maps/left.txt": "WWG\nGGG\n", "maps/right.txt": "GWW\r\nWWW\r\n\r\n"}

    assert [0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0] == ended(rules, files)["ground"]


def test_drawn_in_the_rules_and_counted_from_1(ended: Ended) -> None:
    rules = """
enum Man: king, pawn

map array (row: 1..2, column: 1..3 -> man: Man or none):
    k = king
    "." = none
    "1" = pawn
    ".k."
    "111"

state:
    corner: Man or none
    middle: Man or none
    last: Man or none

play:
    corner = array[1, 1]
    middle = array[1, 2]
    last = array[2, 3]
    rank players by most 0
"""
    assert {"corner": None, "middle": 0, "last": 1} == ended(rules)


def test_turned_by_180_degrees(ended: Ended) -> None:
    rules = """
map heights (row: 0..1, column: 0..2 -> height: 0..9):
    a = 1
    b = 2
    c = 3
    "abc"
    "bbb"

state:
    turned[0..2]: 0..9

play:
    for each i in 0..2:
        turned[i] = heights[1 - 1, 2 - i]
    rank players by most 0
"""
    assert [3, 2, 1] == ended(rules)["turned"]


def test_beyond_the_map_something_else_counts(ended: Ended) -> None:
    rules = """
map heights (row: 0..1, column: 0..1 -> height: 0..9), otherwise 7:
    a = 1
    "aa"
    "aa"

state:
    inside: 0..9
    outside: 0..9

play:
    inside = heights[1, 1]
    outside = heights[1, 1 + inside]
    rank players by most 0
"""
    assert {"inside": 1, "outside": 7} == ended(rules)
