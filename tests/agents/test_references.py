"""The heuristics that thinkers are measured by play whole games, better than chance does."""

import sys
from pathlib import Path

import pytest
from compiling import shipped

from rulesrun.interpreter.game import Game

sys.path.insert(0, str(Path(__file__).parents[1] / "strength"))
import references


@pytest.mark.parametrize("name", ["alhambra", "kingdom_builder"])
def test_a_heuristic_beats_chance(name: str) -> None:
    game = Game(shipped(name), 2)
    won = [references.share(game, name, "random", seed) for seed in range(1, 5)]
    assert sum(won) <= 1


@pytest.mark.parametrize("players", [3, 5])
def test_heuristics_come_to_an_end_among_themselves(players: int) -> None:
    game = Game(shipped("architects"), players)
    position = game.start(1)
    seats = [references.Heuristic("architects", game, seat) for seat in range(players)]
    while not position.over and position.choices_made < 600:
        assert position.player is not None
        position.choose(seats[position.player].choose(position))
    assert position.over


def test_intervals_hold_what_is_measured() -> None:
    low, high = references.interval(13, 20)
    assert (round(low, 3), round(high, 3)) == (0.433, 0.819)
