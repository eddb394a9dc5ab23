"""How much work a piece of the rules may be, so that what may be much is counted."""

import pytest

from rulesrun.interpreter.codegen.costs import (
    LITTLE,
    TINY,
    UNSURE,
    capped,
    floor_of,
    is_little,
    is_unsure,
    product,
    total,
)

WITHOUT_END = float("inf")


@pytest.mark.parametrize(
    ("works", "whole"),
    [
        ((), 0),
        ((3, 4), 7),
        ((3, 4 + UNSURE), 7 + UNSURE),
        ((3 + UNSURE, 4 + UNSURE), 7 + UNSURE),
        ((3, WITHOUT_END), WITHOUT_END),
    ],
)
def test_works_one_after_another(works: tuple[float, ...], whole: float) -> None:
    assert total(works) == whole


@pytest.mark.parametrize(
    ("times", "work", "whole"),
    [
        (3, 4, 12),
        (0, 4, 0),
        (3 + UNSURE, 4, 12 + UNSURE),
        (3, 4 + UNSURE, 12 + UNSURE),
        (3 + UNSURE, 4 + UNSURE, WITHOUT_END),
        (3, WITHOUT_END, WITHOUT_END),
    ],
)
def test_a_work_done_several_times(times: float, work: float, whole: float) -> None:
    assert product(times, work) == whole


@pytest.mark.parametrize(
    ("number", "whole", "little"),
    [
        (LITTLE, LITTLE, True),
        (TINY, LITTLE + 1, True),
        (TINY + 1, LITTLE + 1, False),
        (TINY, TINY * LITTLE, True),
        (TINY, TINY * LITTLE + 1, False),
        (TINY - 1 + UNSURE, LITTLE, True),
        (TINY - 1 + UNSURE, LITTLE + 1, False),
        (1, WITHOUT_END, False),
    ],
)
def test_which_loops_are_not_counted(number: float, whole: float, little: bool) -> None:
    assert is_little(number, whole) is little


def test_what_is_counted_is_little_for_what_is_around_it() -> None:
    assert capped(LITTLE - 1) == LITTLE - 1
    assert capped(LITTLE + 1) == LITTLE
    assert capped(WITHOUT_END) == LITTLE


def test_a_bound_on_a_list_of_unknown_length_is_marked() -> None:
    assert is_unsure(3 + UNSURE)
    assert not is_unsure(3)
    assert not is_unsure(LITTLE + UNSURE)
    assert floor_of(3 + UNSURE) == floor_of(3) == 3
    assert floor_of(LITTLE + 1) == LITTLE + 1
