"""What is looked up is there, or it is told at its line: nothing else is met instead."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.testing.scenarios import run_scenario

Ended = Callable[..., dict[str, Any]]

HEAD = """\
language 1
game g "G":
    players 2
enum Good: wood, wool
tile T:
    k: 1..2
supply:
    3 of each T
board land: square 3 x 4
table price (good: Good, n: 1..3 -> silver: int):
    wood | 1 | 1
    wood | 2 | 2
    wood | 3 | 3
    wool | 1 | 4
    wool | 2 | 5
    wool | 3 | 6
map ground (row: 0..1, column: 0..1 -> good: Good):
    W = wood
    L = wool
    "WL"
    "LW"
state:
    before: int = 7
    seeds[0..3]: int = 1
    after_them: int = 5
    both[2..3, Good, -1..1]: 0..9 = 1
    row: row of T
    field: square grid of T
    cell: cell of land
each player:
    stock[1..player_count]: int = 2
function as_is(n: int) -> int = n + before - 7
play:
    cell = land["0,0"]
"""
LINE = HEAD.count("\n") + 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("seeds[as_is(4)] = 99", "`seeds` goes from 0 to 3, and this is 4"),
        ("seeds[as_is(-1)] = 99", "`seeds` goes from 0 to 3, and this is -1"),
        ("seeds[as_is(-1)] += 1", "`seeds` goes from 0 to 3, and this is -1"),
        ("before = seeds[as_is(9)]", "`seeds` goes from 0 to 3, and this is 9"),
        ("before = both[as_is(1), wood, 0]", "`both` goes from 2 to 3, and this is 1"),
        ("before = both[2, wool, as_is(2)]", "`both` goes from -1 to 1, and this is 2"),
        ("both[3, wood, as_is(-2)] = 1", "`both` goes from -1 to 1, and this is -2"),
        (
            "player 1.stock[as_is(3)] = 1",
            "`stock` goes from 1 to 2, and this is 3",
        ),
        (
            "before = player 2.stock[as_is(0)]",
            "`stock` goes from 1 to 2, and this is 0",
        ),
        ("before = [4, 5][as_is(3)]", "there is no item 3 among 2"),
        ("before = [4, 5][as_is(0)]", "there is no item 0 among 2"),
        ("before = [4, 5][as_is(-1)]", "there is no item -1 among 2"),
        ("move row[as_is(1)] to box", "there is no item 1 among 0"),
        ("before = price[wood, as_is(4)]", "`price` has no row for (0, 4)"),
        (
            "before = 1 if ground[as_is(2), 0] == wood else 0",
            "`ground` has no row for (2, 0)",
        ),
        (
            "before = 1 if ground[as_is(-1), 0] == wood else 0",
            "`ground` has no row for (-1, 0)",
        ),
        (
            "move first(T) to field at place_at(as_is(501), 0)",
            "there is no place 501,0: a grid grows to 500 places from its origin in each "
            "direction",
        ),
        (
            "move first(T) to field at step(place_at(as_is(0), -500), north)",
            "there is no place 0,-501: a grid grows to 500 places from its origin in each "
            "direction",
        ),
        (
            "before = section(cell, 1, as_is(-1))",
            "a section has at least one row and one column",
        ),
        (
            "before = section(cell, as_is(0), 1)",
            "a section has at least one row and one column",
        ),
    ],
)
def test_what_is_not_there(line: str, message: str) -> None:
    text = f"{HEAD}    {line}\n    after_them += before\n    nobody wins\n"
    with pytest.raises(GameFault) as result:
        Game(program_of(text), 2).start()
    assert result.value.message.startswith(message)
    assert result.value.span is not None
    assert result.value.span.line == LINE


def test_a_cell_beyond_the_border_is_none(ended: Ended) -> None:
    result = ended(
        """
board land: square 3 x 4
state:
    far: bool
    high: bool
    near: bool
function as_is(n: int) -> int = n
play:
    far = cell_at(land, 0, as_is(4)) is none
    high = cell_at(land, as_is(-1), 0) is none
    near = cell_at(land, as_is(2), as_is(3)) is none
    nobody wins
"""
    )
    assert (result["far"], result["high"], result["near"]) == (True, True, False)


def test_what_is_there(ended: Ended) -> None:
    result = ended(
        """
enum Good: wood, wool
state:
    seeds[-1..3]: int
    both[2..3, Good, -1..1]: int
    total: int
    zero: int
each player:
    stock[1..player_count]: int
function as_is(n: int) -> int = n + zero
play:
    for each i in -1..3:
        seeds[as_is(i)] += 10 * i
        seeds[i] += 1
    for each g in Good:
        for each i in 2..3:
            for each j in -1..1:
                both[as_is(i), g, as_is(j)] = 100 * i + j
                total += both[i, g, j]
    for each p in players:
        for each i in 1..player_count:
            p.stock[i] += i
            p.stock[as_is(i)] += 10 * p.seat
    nobody wins
"""
    )
    assert result["seeds"] == [-9, 1, 11, 21, 31]
    assert result["both"] == [199, 200, 201] * 2 + [299, 300, 301] * 2
    assert result["total"] == 3000
    assert result["stock"] == [11, 12, 21, 22]


def test_in_scenarios() -> None:
    text = f"""{HEAD}    player 1 chooses k in 0..3
        where seeds[as_is(k)] > 0
    seeds[k] = before + after_them
    nobody wins
scenario "given":
    given:
        seeds[as_is(4)] = 9
scenario "expected":
    expect seeds[as_is(4)] == 5
"""
    program = program_of(text)
    for scenario in program.world.scenarios:
        outcome = run_scenario(program, scenario, partial(Game, program))
        assert "`seeds` goes from 0 to 3, and this is 4" in str(outcome.message)
        assert outcome.where is not None
        assert outcome.where.line in (LINE + 6, LINE + 8)


def test_a_choice_whose_condition_looks_too_far() -> None:
    text = f"""{HEAD}    player 1 chooses k in 0..9
        where seeds[as_is(k)] > 0
    seeds[min(k, 3)] = before + after_them
    nobody wins
"""
    with pytest.raises(GameFault, match="`seeds` goes from 0 to 3, and this is 4"):
        Game(program_of(text), 2).start()
