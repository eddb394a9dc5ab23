"""What is said of several hidden cards together is so in all worlds: sums of hands."""

import pytest
from judged import game, held
from sights import stops_seen

from rulesrun.interpreter.reports.views import memory_at, worlds


def total(cards: list[str]) -> int:
    """What cards are worth."""
    return sum(map(int, cards))


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("seed", [2, 4])
def test_hands_are_worth_what_was_said(seed: int, native: bool) -> None:
    of = game("purses", 2)
    of.want_engine("auto" if native else "python")
    position = of.start(seed)
    for _ in range(11):
        position.play(position.raw[0])
    memory = memory_at(position, 0)
    (world,) = worlds(position, 0, 1, seed)
    mine, hand = held(world.position, "hand", 1), held(position, "hand", 1)

    assert stops_seen(world.position, 0) == memory.stops
    assert total(mine) == total(hand) == int(str(position.seen_by(0).told))
