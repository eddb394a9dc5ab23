"""Loops that read a variable at successive keys take a slice of the state."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import compile_once

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault

Ended = Callable[..., dict[str, Any]]

STATE = """
state:
    row[3..8]: int = 1
    field[1..2, -1..2]: int = 2
    answers: list of int
    several: list of list of int
    gone: set of int

each player:
    coins: int = 4

function side(p: player) -> list of int = 3..5 if p == player 1 else 6..8

play:
    row[3] = 10
    row[8] = 20
    field[2, -1] = 7
    field[2, 2] = 9
    player 2.coins = 5
"""


def test_what_is_read_lies_where_it_is_declared(ended: Ended) -> None:
    rules = (
        STATE
        + """
    answers = [
        sum(row[n] for n in 3..8),
        sum(row[n] for n in 4..8),
        sum(field[2, n] for n in -1..2),
        sum(field[n, -1] for n in 1..2),
        sum(row[n] for n in side(player 1)),
        sum(row[n] for n in side(player 2)),
        most(p.coins for p in players),
        least(row[n] for n in 5..7)]
    several = [[row[n] for n in 3..8], [field[2, n] for n in -1..1], [row[n + 1] for n in 3..4]]
    gone = {row[n] for n in 3..8}
    nobody wins
"""
    )
    result = ended(rules)

    assert (34, 24, 20, 9, 12, 22, 5, 1) == result["answers"]
    assert ((10, 1, 1, 1, 1, 20), (7, 2, 2), (1, 1)) == result["several"]
    assert {1, 10, 20} == result["gone"]


@pytest.mark.parametrize("keys", ["2..8", "3..9", "2..9"])
def test_a_key_that_is_not_there_is_still_a_fault(keys: str) -> None:
    text = (
        "language 2\n\ngame sums:\n    players 2\n"
        + STATE
        + f"    answers = [sum(row[n] for n in {keys})]\n    nobody wins\n"
    )
    program = compile_once(text, "sums.rules", lambda name: None).program
    assert program is not None

    with pytest.raises(GameFault, match="row"):
        Game(program, 2).machine.start(1)
