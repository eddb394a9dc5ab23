"""What generated Python does not do twice, and that nothing is old that is kept for that.

Calls of the functions that are made of the rules are counted while a game is played.
"""

import sys
from collections import Counter
from functools import cache
from typing import Any

import pytest
from compiling import program_of

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.codegen.generate import generate
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import Machine

RULES = """language 1

game work "Work":
    players 3

enum Good "good": wood, wool

state:
    total "total": int
    seen "seen": list of int
    rate "rate": 0..9 = 1
    many[1..12]: int = 1

each player:
    silver "silver": 0..99
    stock[Good] "stock": 0..9

function small(p: player) -> bool = p.silver > 3

function heavy(p: player) -> int = sum(x for x in 1..200 where x mod 7 == p.silver)

function of_both(p: player, g: Good) -> int = sum(x for x in 1..200
    where x mod 5 == p.stock[g] + rate)

function of_left(p: player) -> int = heavy(p.left) + 1

function of_many(p: player) -> int = sum(x * many[x mod 12 + 1] for x in 1..200
    where x mod 7 == p.seat)

play:
    repeat 4 times:
        player 1 chooses n in 1..3
        for each p in players:
            repeat 5 times:
                if small(p): total += 1
                total += WHAT
            seen += [WHAT]
        player 1.silver += n
        player 1.stock[wool] += 1
        player 2.stock[wood] += 1
        many[n] += 1
        if n == 3: rate += 1
    nobody wins
"""


@cache
def program(what: str) -> Program:
    return program_of(RULES.replace("WHAT", what))


def played(what: str) -> tuple[Counter[str], list[int]]:
    """How often each function was called in a game, and the values that came out."""
    position = Game(program(what), 3).start(1)  # which remembers nothing yet
    calls: Counter[str] = Counter()

    def count(frame: Any, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code.co_name] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for choice in ("1", "3", "1", "2"):
            position.choose(choice)
    finally:
        sys.setprofile(before)
    return calls, list(position.seen_by(None).seen)


SILVER = [0, 1, 4, 5]
"""What player 1 has in the four rounds; the others have none."""


def by_silver(silver: int) -> int:
    return sum(x for x in range(1, 201) if x % 7 == silver)


def by_stock(number: int) -> int:
    return sum(x for x in range(1, 201) if x % 5 == number)


def many(n: int, seat: int) -> int:
    chosen = [1, 3, 1, 2][:n]
    return sum(
        x * (1 + chosen.count(x % 12 + 1)) for x in range(1, 201) if x % 7 == seat
    )


VALUES = {
    "heavy(p)": [by_silver(s) for n in SILVER for s in (n, 0, 0)],
    "of_left(p)": [by_silver(s) + 1 for n in SILVER for s in (0, 0, n)],
    "of_both(p, wool)": [
        by_stock(s + rate) for n, rate in enumerate((1, 1, 2, 2)) for s in (n, 0, 0)
    ],
    "of_both(p, wood)": [
        by_stock(s + rate) for n, rate in enumerate((1, 1, 2, 2)) for s in (0, n, 0)
    ],
    "of_many(p)": [many(n, seat) for n in range(4) for seat in (1, 2, 3)],
}
TIMES = {
    # three players, then player 1 again in each of three rounds
    "heavy(p)": ("heavy", 6),
    "of_left(p)": ("heavy", 6),
    # three players, then one in each round; all of them when the rate is another one
    "of_both(p, wool)": ("of_both", 3 + 1 + 3 + 1),
    "of_both(p, wood)": ("of_both", 3 + 1 + 3 + 1),
    # it looks at more than is remembered
    "of_many(p)": ("of_many", 4 * 3 * 6),
}


@pytest.mark.parametrize("what", VALUES)
def test_nothing_that_is_kept_is_old(what: str) -> None:
    assert played(what)[1] == VALUES[what]


@pytest.mark.parametrize("what", TIMES)
def test_what_is_kept_is_not_worked_out_again(what: str) -> None:
    name, times = TIMES[what]
    calls = played(what)[0]

    named = {call: n for call, n in calls.items() if call.endswith(f"_{name}")}
    assert min(named.values()) == times, named


def test_a_small_function_is_no_call() -> None:
    assert not [call for call in played("heavy(p)")[0] if call.endswith("_small")]


ASKED_AGAIN = """language 2

game again "Again":
    players 2

board field: square 17 x 18 named algebraic

each cell of field:
    mark "mark": player or none

state:
    marks "marks": 0..999

play:
    field["a1"].mark = player 1
    field["b2"].mark = player 2
    player 1 must go(player 1)
    nobody wins

action go(p: player) "Go":
    marks = count c in field where WHERE
"""


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ("(c.mark == p and c.mark == p)", 1),
        ("c.mark == p.left and not c.mark == p and (c.mark == p.left or p == p)", 1),
        ("(some d in field where d.mark == c.mark and d.mark == c.mark)", 306),
    ],
)
def test_what_chooses_the_candidates_may_be_asked_for_again(
    where: str, count: int
) -> None:
    game = Game(program_of(ASKED_AGAIN.replace("WHERE", where)), 2)
    machine = Machine(generate(game.lowered.core, game.layout))
    state, options = machine.start(1)
    machine.resume(state, options[0])

    (family,) = [f for s, f in game.layout.families.items() if s.name == "marks"]
    assert state[family.base] == count
