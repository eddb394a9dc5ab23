"""What a seat saw at each stop, as it is judged by, is what its memory has."""

import pytest
from judged import by_chance, game
from sights import stops_seen

from rulesrun.interpreter.reports.views import memory_at

GAMES = (
    ("gallery/bandits", 5, 40),
    ("gallery/chestnuts", 3, 12),
    ("gallery/rails", 3, 25),
    ("gallery/spread", 3, 25),
    ("gallery/pledge", 4, 20),
    ("classics/hearts", 4, 30),
)


@pytest.mark.parametrize(("name", "players", "choices"), GAMES)
def test_it_is_as_the_memory_has_it(name: str, players: int, choices: int) -> None:
    """For each seat, at every stop."""
    position = by_chance(name, players, choices, 7)
    for seat in range(players):
        assert stops_seen(position, seat) == memory_at(position, seat).stops


@pytest.mark.parametrize(
    ("name", "players", "choices"),
    [("classics/hearts", 4, 30), ("gallery/pledge", 4, 9)],
)
def test_another_game_does_not_look_the_same(
    name: str, players: int, choices: int
) -> None:
    """The same choices after another deal, where that is possible, and others."""
    position = by_chance(name, players, choices, 7)
    other = game(name, players).start(8)
    for _ in range(choices):
        other.play(other.raw[0])
    for seat in range(players):
        assert stops_seen(other, seat) != memory_at(position, seat).stops
