"""Constants: worked out before the game, in whatever order they stand."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import small

Ended = Callable[..., dict[str, Any]]


def test_the_order_of_constants_does_not_matter(ended: Ended) -> None:
    result = ended(
        """
state:
    n: int
constant total = sum(prices) + size(chosen)
constant chosen = [x for x in prices where (some y in prices where y > x)]
constant prices = [4, 7, extra]
constant extra = 2 * 5
play:
    n = total
    nobody wins
"""
    )
    assert result["n"] == 21 + 2


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("n + 1", "n"),
        ("double(2)", "double(2)"),
        ("sum(players.silver)", "players.silver"),
        ("tax(2)", "tax(2)"),
        ("1 if can rest(player 1) else 2", "can rest(player 1"),
    ],
)
def test_a_constant_looks_at_no_game(value: str, wrong: str) -> None:
    text = f"""language 1
game g "G":
    players 2
state:
    n: int
each player:
    silver: int
function double(k: int) -> int = 2 * k
amount tax(k: int) = k
action rest(p: player) "Rest":
    p.silver += double(tax(1))
constant c = {value}
play:
    n = c
    player 1 must rest(player 1)
"""
    matching = [d for d in small(text).diagnostics if d.severity.value == "error"]
    assert [(d.code, d.span.line) for d in matching] == [("not-fixed", 12)]
    at = matching[0].span
    assert text.splitlines()[11][at.column - 1 : at.end_column - 1] == wrong
