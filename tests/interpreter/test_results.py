"""How a game ends with a winner, a loser, or nobody."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game

Ended = Callable[..., dict[str, Any]]


@pytest.mark.parametrize(
    ("line", "ranking"),
    [
        ("player 2 wins", (2, 1, 2)),
        ("player 2 loses", (1, 3, 1)),
        ("nobody wins", (1, 1, 1)),
    ],
)
def test_the_result_ranks_everybody(line: str, ranking: tuple[int, ...]) -> None:
    text = f"language 1\n\ngame small:\n    players 3\n\nplay:\n    {line}\n"

    position = Game(program_of(text), 3).start()

    assert position.over
    assert ranking == position.ranking


def test_nothing_happens_after_the_end(ended: Ended) -> None:
    rules = """
state:
    number: int

play:
    for each n in 1..5:
        do count_to(n)

rule count_to(n: int):
    number = n
    if n == 3:
        player 1 wins
"""
    assert {"number": 3} == ended(rules)


def test_a_line_after_the_end_is_unreachable() -> None:
    text = (
        "language 1\n\ngame small:\n    players 2\n\nplay:\n    nobody wins\n    pass\n"
    )

    compiled = small(text)

    assert ["unreachable"] == [d.code for d in compiled.diagnostics]
