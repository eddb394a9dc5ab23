"""Games that mix ways of hiding: worlds fit all that a seat has seen, and there are some.

Hands that are passed on and robbed, discards shuffled on top, the top of a deck looked at and
laid back, rows seen by others that are moved to other watchers, bids that come out later,
claims that are doubted, dice under a cup, pieces in hidden stocks, copies that look alike.
"""

from __future__ import annotations

from random import Random

import pytest
from judged import game
from sights import stops_seen

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.reports.views import memory_at, view, worlds

GAMES = [
    ("caravan", 3),
    ("whispers", 3),
    ("sealed", 3),
    ("stalls", 3),
    ("gallery/spread", 4),
]


def by_chance(name: str, players: int, seed: int) -> list[Position]:
    """All positions of a game."""
    position, chance = game(name, players).start(seed), Random(seed)
    way = [position.copy()]
    while not position.over:
        position.play(position.raw[chance.randrange(len(position.raw))])
        way.append(position.copy())
    return way


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_worlds_fit_what_was_seen(name: str, players: int) -> None:
    none = calls = 0
    for seed in (1, 2):
        way = by_chance(name, players, seed)
        for here in (way[len(way) // 2], way[-1]):
            for seat in range(players):
                memory = memory_at(here, seat)
                calls += 1
                try:
                    (world,) = worlds(here, seat, 1, 7 * seed + seat)
                except NoWorld:
                    none += 1
                    continue
                assert view(world.position, seat) == view(here, seat)
                if here.player == seat:
                    assert list(world.position.raw) == list(here.raw)
                assert stops_seen(world.position, seat) == memory.stops
    assert none <= calls // 10


def test_a_bid_that_comes_out_long_after_it_was_made_is_known() -> None:
    """More than eight choices lie between: what was written then is looked for."""
    way = by_chance("sealed", 3, 1)
    bids = [n for n, here in enumerate(way) if n < 3 and here.player != 0]
    later = memory_at(way[-1], 0)
    chosen = [n for n, event in enumerate(later.events) if event.kind == "choice"]

    assert len(bids) == 2
    assert all(n in later.recorder.pins.values for n in chosen[:2])


def test_games_that_end_sooner_where_hidden_things_lie_otherwise() -> None:
    """What is tried to find out what shows may end the game, or ask something else."""
    way = by_chance("gallery/bandits", 5, 1)
    assert memory_at(way[34], 0).stops


def test_a_copy_that_leaves_is_not_told_from_one_that_was_passed_on() -> None:
    """What a seat knows is the same, whichever of two cards that look alike it was."""
    shapes = set()
    for seed in range(1, 40):
        case_way = by_chance("equals", 3, seed)
        memory = memory_at(case_way[2], 0)
        mine = memory.stops[0].sight, memory.stops[1].sight, memory.stops[2].sight
        places = sorted(
            tuple(pin.faces)
            for pins in memory.recorder.pins.places.values()
            for pin in pins.values()
        )
        shapes.add((repr(mine), repr(places)))

    assert len({sight for sight, _ in shapes}) == len(shapes)
