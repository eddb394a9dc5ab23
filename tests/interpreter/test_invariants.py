"""Scenarios that play by chance, and what always holds in them."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Outcome, run_scenario

RULES = """language 1

game nim "Nim":
    players 2

card Order "order":
    n: 1..3

supply:
    2 of each Order

state:
    heap "heap": 0..30 = 30
    row "row": row of Order

action take(p: player) "Take":
    choose n in 1..3
        where n <= heap
    heap -= n

play:
    move Order to row
    repeat:
        for each p in players:
            turn p: p may take(p)
    until heap == 0

scenario "it":
"""


def outcome(*lines: str) -> Outcome:
    program = program_of(RULES + "".join(f"    {line}\n" for line in lines))
    return run_scenario(
        program, program.world.scenarios[0], lambda n, o: Game(program, n, o)
    )


HOLD = {
    "a value before": ("let b = heap", "player 1: take n=3", "expect b == heap + 3"),
    "to the end": ("random 999", "expect game over", "expect heap == 0"),
    "some choices": ("random 2", "player 1: take n=1", "expect heap < 30"),
    "always": ("always heap + 1 > heap - size(row)", "random 9", "expect heap < 30"),
}


@pytest.mark.parametrize("lines", HOLD.values(), ids=HOLD.keys())
def test_it_holds(lines: tuple[str, ...]) -> None:
    assert outcome(*lines).message is None


FAIL = {
    "after a choice": (
        ("always heap > 28", "player 1: take n=1", "player 2: take n=2"),
        ("heap is 27", "after  player 2: take n=2"),
    ),
    "at once": (("always heap < 30", "random 1"), ("heap is 30",)),
    "a set": (
        ("expect options n of take == {1, 2, 4}",),
        ("options n of take is {1, 2, 3}", "missing: 4", "too many: 3"),
    ),
    "copies": (
        ('expect row == {"order 1", "order 2", "order 3", "order 3"}',),
        ("too many: order 1, order 2",),
    ),
}


@pytest.mark.parametrize(("lines", "details"), FAIL.values(), ids=FAIL.keys())
def test_what_fails_is_told(lines: tuple[str, ...], details: tuple[str, ...]) -> None:
    result = outcome(*lines)

    assert result.message == "this does not hold"
    assert [d for d in result.details if d in details] == list(details)


def test_choices_by_chance_are_those_of_the_seed() -> None:
    lines = ("seed 7", "random 4", "expect heap == 99")

    assert outcome(*lines) == outcome(*lines)
    assert outcome(*lines) != outcome("seed 8", *lines[1:])


def test_nothing_is_chosen_when_all_is_over() -> None:
    result = outcome("random 999", "random 1")

    assert result.message == "the game is over; there is nothing to choose"
