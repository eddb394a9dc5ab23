"""Worlds come up as often as games that are played by chance and look the same to a seat.

The seat chooses as it did, and so do others where all are told; what they choose in secret is
drawn, and a game counts for as many as there were options. No memory says what fits: the sights
at each stop are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from random import Random

import pytest
from judged import game
from models import p_value
from sights import stops_seen

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.stops import Step
from rulesrun.interpreter.reports.views import dealt, memory_at, worlds
from rulesrun.interpreter.runtime.layout import HEADER
from rulesrun.interpreter.runtime.watching import LOOSE

LEAST = 5.0
"""Of so many worlds, as they should come up, a count says something."""


def begun(name: str, players: int, seed: int, choices: int) -> Position:
    position, chance = game(name, players).start(seed), Random(seed)
    for _ in range(choices):
        kinds: dict[int, list[int]] = {}
        for number, option in enumerate(position.raw):
            kinds.setdefault(option[0], []).append(number)
        kind = kinds[chance.choice(sorted(kinds))]
        position.play(position.raw[chance.choice(kind)])
    return position


def looks(position: Position) -> Hashable:
    """All that there is, whichever of several copies lies where."""
    watched, layout = position.game.watched, position.game.layout
    return tuple(
        watched.faced(position.state[slot], loose=layout.zone_kinds[slot] in LOOSE)
        if watched.is_component_slot[slot]
        else position.state[slot]
        for slot in range(HEADER, layout.declared)
    )


def by_chance(
    here: Position, seat: int, games: int, start: Position | None
) -> tuple[Counter[Hashable], int]:
    """What there is in games that look the same, by weight; and how many these were.

    They begin as a start looks to the seat, where there is one.
    """
    memory, chance = memory_at(here, seat), Random(1)
    eyes, watched = here.game.watched.eyes(seat), here.game.watched
    result: Counter[Hashable] = Counter()
    alike = 0

    def goes_on(position: Position, step: Step) -> int:
        if step.kind == "secret":
            ways = len(position.raw)
            position.play(position.raw[chance.randrange(ways)])
            return ways
        assert step.option is not None
        exact = {"is_exact": False}
        option = watched.listed(position.state, step.option, position.raw, **exact)
        if option is None:
            return 0
        position.play(option)
        return 1

    for _ in range(games):
        other, weight = chance.getrandbits(60), 1
        position = dealt(start, seat, other) if start else here.game.start(other)
        for number, stop in enumerate(memory.stops):
            if number:
                weight *= goes_on(position, memory.steps[number - 1])
            if not weight or eyes.sight(position.state, position.raw) != stop.sight:
                break
        else:
            result[looks(position)] += weight
            alike += 1
    return result, alike


@pytest.mark.parametrize(
    ("name", "players", "seed", "choices", "seat", "number", "games"),
    [
        ("barter", 3, 5, 5, 0, 1_500, 20_000),
        ("outbreaks", 2, 7, 6, 0, 200, 40_000),
        ("outbreaks", 2, 7, 6, 1, 200, 40_000),
        ("chests", 2, 2, 4, 0, 200, 8_000),
        ("chests", 2, 3, 4, 1, 200, 8_000),
    ],
)
def test_worlds_come_up_as_games_do_that_look_the_same(
    name: str,
    players: int,
    seed: int,
    choices: int,
    seat: int,
    number: int,
    games: int,
) -> None:
    here = begun(name, players, seed, choices)
    assert here.game.engine is not None
    start = None if name == "chests" else here.game.start(seed)
    wanted, alike = by_chance(here, seat, games, start)
    made, stops = Counter[Hashable](), memory_at(here, seat).stops
    for seed_ in range(number):
        (world,) = worlds(here, seat, 1, seed_)
        assert stops_seen(world.position, seat) == stops
        made[looks(world.position)] += 1
    whole = sum(wanted.values())
    should = {key: number * weight / whole for key, weight in wanted.items()}
    counted = {key: n for key, n in should.items() if n >= LEAST}
    unsure = 1 + number / alike  # what should come up is itself drawn
    chi = sum((made[key] - n) ** 2 / (n * unsure) for key, n in counted.items())
    assert len(counted) > 1
    assert alike > number / 3
    assert p_value(chi, len(counted) - 1) > 1e-4
