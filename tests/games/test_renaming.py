"""What things are called changes nothing: every shipped game under hostile names.

A few names of each game here; `python tests/renaming.py` tries as many as one likes.
"""

import pytest
from renaming import GAMES, play_both

SEEDS = {"architects": (1, 4), "auction": (0,), "classics/leduc_poker": (1,)}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_under_other_names_is_the_same_game(name: str) -> None:
    for seed in SEEDS.get(name, (2,)):
        play_both(name, seed, decisions=100)
