"""By which ways cards can have come: drawn so that they can all have come so together."""

from random import Random

import pytest
from sights import stops_seen
from test_hard import reached

from rulesrun.interpreter.memory.replaying import replay
from rulesrun.interpreter.reports.views import memory_at, worlds

DRAWS = 8


@pytest.mark.parametrize(
    ("name", "players", "share"),
    [
        (
            "architects",
            3,
            0.5,
        ),  # cards that were seen, chosen from in secret and passed on
        ("architects", 3, 1.0),
        ("gallery/stories", 2, 0.5),  # decks that are shuffled again, with many copies
    ],
)
def test_no_card_comes_from_two_places(name: str, players: int, share: float) -> None:
    here, rng, drawn = reached(name, players, 1, share), Random(7), set[object]()
    for seat in range(players):
        memory = memory_at(here, seat)
        for _ in range(DRAWS):
            places = memory.guide(rng).places
            for at, pins in places.items():
                named = [p.component for p in pins.values() if p.component is not None]
                assert len(set(named)) == len(named), (seat, at)
            drawn.add(
                tuple(
                    (at, place, pin.component)
                    for at, pins in sorted(places.items())
                    for place, pin in sorted(pins.items())
                )
            )
    assert len(drawn) > players  # not only as they really came


@pytest.mark.parametrize("seed", [1, 2])
def test_a_draft_can_have_gone_as_is_drawn(seed: int) -> None:
    here, rng = reached("architects", 3, seed, 0.5), Random(seed)
    for seat in range(3):
        memory = memory_at(here, seat)
        fits = [replay(memory, rng, pins=memory.guide(rng)).fits for _ in range(DRAWS)]
        assert all(fits), seat


@pytest.mark.parametrize(("seed", "share"), [(1, 0.5), (1005, 0.25)])
def test_cards_of_one_hand_come_by_ways_of_each_other(seed: int, share: float) -> None:
    """First hands are drawn until they are worth enough: not in any order."""
    here = reached("alhambra", 3, seed, share)
    for seat in range(3):
        memory = memory_at(here, seat)
        for n in range(3):
            (world,) = worlds(here, seat, 1, 1000 * seat + n)
            assert stops_seen(world.position, seat) == memory.stops
            assert memory.is_even == (world.kind == "exact")


@pytest.mark.parametrize("base", [10**6, 7 * 10**6])
def test_sums_of_hands_from_decks_that_are_shuffled_again(base: int) -> None:
    here = reached("gallery/stories", 2, 3, 0.5)
    for seat in range(2):
        (world,) = worlds(here, seat, 1, base + seat)
        assert stops_seen(world.position, seat) == memory_at(here, seat).stops
