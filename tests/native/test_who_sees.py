"""Both engines play alike where words say who sees what, and where things are shown."""

from pathlib import Path

import pytest
from alike import play_alike

GAMES = Path(__file__).parents[1] / "cli/games"


@pytest.mark.parametrize("name", ["lanterns", "peeks"])
def test_both_engines_find_the_same(name: str) -> None:
    play_alike((GAMES / f"{name}.rules").read_text("utf-8"), 3, games=20)
