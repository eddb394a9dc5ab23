"""Seeded games come to what they came to: a short form of `make golden`."""

import pytest
from golden import digest, kept, set_ups

SMALL = (
    "alhambra", "auction", "classics/backgammon", "classics/breakthrough",
    "classics/checkers", "classics/goofspiel", "classics/hearts", "classics/hex",
    "classics/kuhn_poker", "classics/leduc_poker", "classics/liars_dice",
    "classics/nim", "classics/othello", "classics/oware", "classics/pig",
    "connect_four", "gallery/bandits", "gallery/carpet", "gallery/cellars",
    "gallery/chestnuts", "gallery/djinns", "gallery/furrows", "gallery/keepers",
    "gallery/nine_lines", "gallery/oasis", "gallery/pledge", "gallery/rails",
    "gallery/spread", "gallery/stories", "gallery/terrace", "gallery/vizier",
    "gallery/weavers", "island", "kingdom_builder", "tic_tac_toe",
)  # fmt: skip
"""Games of which the first set-up takes less than a second."""


@pytest.mark.parametrize("name", SMALL)
def test_seeded_games_come_to_what_they_came_to(name: str) -> None:
    set_up, game = next(set_ups(name))

    assert digest(game, 1) == kept()[set_up]
