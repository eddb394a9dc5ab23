"""Games in which worlds are hard to find: what is known of hidden things must be found out."""

from random import Random

import pytest
from judged import game
from sights import stops_seen

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.reports.views import memory_at, view, worlds


def reached(name: str, players: int, seed: int, share: float) -> Position:
    """A game by chance, after a share of its choices."""
    position, chance = game(name, players).start(seed), Random(seed)
    way = [position.copy()]
    while not position.over:
        position.play(position.raw[chance.randrange(len(position.raw))])
        way.append(position.copy())
    return way[int((len(way) - 1) * share)]


@pytest.mark.parametrize(
    ("name", "seed", "share"),
    [
        ("gallery/weavers", 4, 0.5),  # of their own cards they have been told much
        ("gallery/weavers", 4, 0.85),
        ("gallery/rails", 1, 0.5),  # wagons that were drawn unseen have been spent
        ("gallery/rails", 2, 0.85),  # and the yard is nearly empty
    ],
)
def test_a_world_is_found_for_everybody(name: str, seed: int, share: float) -> None:
    here, missing = reached(name, 4, seed, share), 0
    for seat in range(4):
        try:
            (world,) = worlds(here, seat, 1, seed)
        except NoWorld:
            missing += 1
            continue
        assert view(world.position, seat) == view(here, seat)
        assert stops_seen(world.position, seat) == memory_at(here, seat).stops
    assert missing == 0
