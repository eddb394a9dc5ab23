"""Both engines play alike where only the number of pieces is hidden."""

from pathlib import Path

from alike import play_alike

RULES = Path(__file__).parents[1] / "cli/games/stores.rules"


def test_both_engines_find_the_same() -> None:
    play_alike(RULES.read_text("utf-8"), 3, games=20)
