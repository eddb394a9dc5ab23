"""Ladders: ratings from matches, and who sits where."""

from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulesrun
from rulesrun.studies.ladder import RUNG, climb, seated, share_of_pairs
from rulesrun.studies.ratings import rated


def test_three_wins_of_four_are_a_rung() -> None:
    gap = rated(2, {(0, 1): [0.0] * 3_000 + [1.0] * 1_000}).difference(1, 0)
    assert isclose(gap.points, RUNG, rel_tol=0.01)
    assert gap.clear
    assert gap.low < RUNG < gap.high


def test_draws_say_that_two_are_alike() -> None:
    drawn = rated(2, {(0, 1): [0.5] * 40}).difference(0, 1)
    mixed = rated(2, {(0, 1): [0.0, 1.0] * 20}).difference(0, 1)
    assert drawn.points == pytest.approx(0.0, abs=1e-6) == mixed.points
    assert not drawn.clear
    assert drawn.half_width < mixed.half_width / 3


def test_differences_add_up_over_a_chain() -> None:
    ratings = rated(3, {(0, 1): [0.0, 0.0, 1.0], (1, 2): [0.0, 0.0, 1.0]})
    whole, half = ratings.difference(2, 0), ratings.difference(1, 0)
    assert whole.points == pytest.approx(2 * half.points)
    assert whole.half_width > half.half_width


shares = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=30)


@given(shares, shares)
def test_nobody_is_without_a_finite_rating(low: list[float], high: list[float]) -> None:
    ratings = rated(3, {(0, 1): low, (0, 2): high})
    turned = rated(3, {(0, 2): low, (0, 1): high})
    for one, other in ((1, 0), (2, 0), (2, 1)):
        gap = ratings.difference(one, other)
        assert abs(gap.points) < 5_000
        assert gap.low < gap.points < gap.high
        back = turned.difference(*({1: 2, 2: 1, 0: 0}[n] for n in (one, other)))
        assert gap.points == pytest.approx(back.points, abs=1e-5)
        assert gap.half_width == pytest.approx(back.half_width, abs=1e-5)


@pytest.mark.parametrize("players", range(2, 7))
def test_two_games_exchange_the_seats(players: int) -> None:
    first, second = seated(players, 4), seated(players, 5)
    assert [not mine for mine in first] == second
    assert abs(2 * sum(first) - players) <= 1


@pytest.mark.parametrize(
    ("places", "share"),
    [
        ((1, 2, 3), 0.5),
        ((1, 3, 1), 1.0),
        ((1, 1, 3), 0.25),
        ((2, 1, 2), 0.0),
        (None, 0.5),
    ],
)
def test_a_share_is_how_often_one_comes_first(
    places: tuple[int, ...] | None, share: float
) -> None:
    assert share_of_pairs(places, (True, False, True)) == share


def test_processes_play_the_same_games() -> None:
    game = rulesrun.load("classics/nim", players=2)
    alone, shared = (
        climb(game, ("random", "thinker:20"), 3, jobs, 50, 16) for jobs in (1, 2)
    )
    assert alone.shares == shared.shares
    assert alone.games == 16 or alone.ratings.difference(1, 0).clear
