"""The longest round trip in a graph, compared with trying every set of steps."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.interpreter.runtime.loops import Step, TooTangled, longest_loop

Ended = Callable[..., dict[str, Any]]
PAIRS = list(combinations(range(7), 2))


def hang_together(steps: Iterable[Step]) -> bool:
    left = set(steps)
    reached = {left.pop()}
    points = {p for step in reached for p in step}
    while joined := {s for s in left if points & set(s)}:
        left -= joined
        points |= {p for step in joined for p in step}
    return not left


def longest_by_trying(steps: list[Step]) -> int:
    best = 0
    for count in range(3, len(steps) + 1):
        for chosen in combinations(steps, count):
            met = Counter(point for step in chosen for point in step)
            if all(n % 2 == 0 for n in met.values()) and hang_together(chosen):
                best = max(best, len(met))
    return best


@given(st.sets(st.sampled_from(PAIRS), max_size=11))
def test_no_round_trip_is_longer(steps: set[Step]) -> None:
    result = longest_loop(frozenset(steps))

    assert longest_by_trying(sorted(steps)) == len(result)
    assert set(result) <= {point for step in steps for point in step}


def test_a_point_may_be_passed_twice() -> None:
    bow_tie = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)}

    assert (0, 1, 2, 3, 4) == longest_loop(frozenset(bow_tie))


def test_loops_joined_by_a_bridge_are_two() -> None:
    dumb_bell = {(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (3, 6)}

    assert (3, 4, 5, 6) == longest_loop(frozenset(dumb_bell))


def test_too_many_ways_round_are_an_error() -> None:
    with pytest.raises(TooTangled, match="45 independent loops"):
        longest_loop(frozenset(combinations(range(11), 2)))


def test_a_loop_over_places_and_over_cells(ended: Ended) -> None:
    rules = """
tile Path:
    sides: set of HexSide

supply:
    7 Path from "paths.csv"

board field: hex 3 x 3

state:
    walk: hex grid of Path
    passed: int
    around: int
    without_middle: int

play:
    for each s in HexSide:
        move first(box) to walk at step(place_at(0, 0), s)
    move first(box) to walk at place_at(0, 0)
    passed = size(longest loop in walk stepping a to b by s where joined(walk[a], walk[b], s))
    around = size(longest loop in field)
    without_middle = size(longest loop in [c for c in field where c.row == 0])
    rank players by most 0

function joined(a: Path, b: Path, s: HexSide) -> bool =
    s in a.sides and s.opposite in b.sides
"""
    paths = "".join(f"p{i},east west\n" for i in range(6))
    files = {"paths.csv": f"name,sides\n{paths}p6,east west northeast southwest\n"}
    result = ended(rules, files)

    assert 0 == result["passed"]
    assert 9 == result["around"]
    assert 0 == result["without_middle"]
