"""What lines mean where an engine could take a short cut: in Python, C and the evaluator.

Each line is carried out from the same state, everywhere; what it leaves in `a`, or the
fault that ends it, stands beside it. Faults come in the order of the lines and of what is
written in them, and only where it comes to that.
"""

from functools import cache
from typing import Any

import pytest
from alike import ends_alike
from compiling import program_of

from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import FLAGS, NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.support import RuleFault

RULES = """language 1

game meaning "Meaning":
    players 3

enum Good "good": wood, wool, salt

card Card "card":
    value "value": 1..4
    cost "cost": 0..9
    good "good": Good

supply:
    1 of Card(1, 5, wood)
    1 of Card(2, 0, wool)
    1 of Card(3, 2, wood)
    1 of Card(4, 1, salt)

board land "land": square 4 x 5

table fees (n: 1..3, good: Good -> fee: int), otherwise 9:
    1 | wood | 4
    2 | wool | 6
    3 | salt | 0

table tolls (n: 1..3, m: 1..2 -> toll: int):
    1 | 1 | 1
    1 | 2 | 20
    2 | 1 | 300
    2 | 2 | 4000
    3 | 1 | 50000
    3 | 2 | 600000

state:
    a "a": int = 7
    b "b": 0..9 = 3
    no "no": bool
    yes "yes": bool = true
    few "few": list of int
    k[0..4] "k": int = 2
    deck "deck": deck of Card
    row "row": row of Card, at most 1000000
    goods "goods": set of Good
    held "held": bundle of Good = {wood: 2, salt: 1}

each player:
    silver "silver": int
    hand "hand": hand of Card

each cell of land:
    wet "wet": bool
    mark "mark": 0..9

function chosen(flag: bool, n: int) -> bool = flag and n > 2

function either(flag: bool, n: int) -> bool = flag or n > 2

function there(n: int) -> int = k[n]

function twice(n: int) -> int = there(n) + there(n)

function richer(p: player) -> bool = some q in others(p) where q.silver > p.silver

function above(p: player) -> int = sum(q.silver for q in others(p) where q.silver > 1)

function dry(c: cell of land) -> list of cell of land = (reach from c in land
    stepping x to y where not y.wet)

function flooded(c: cell of land, way: Direction) -> bool:
    let beside = step(c, way)
    return beside is not none and beside.wet

function far(c: cell of land, d: cell of land) -> int = ((steps from c to d in land
    stepping x to y where not y.wet) otherwise 99)

function pairs(n: int) -> list of list of int = [[n], [n, 5], []]

LINES

play:
    move Card to deck
    few = [4, 5]
    for each p in players:
        p.silver = p.seat * 3 - 2
    for each c in land where c.row == 2 and c.column < 4:
        c.wet = true
        c.mark = c.column + 1
    player 1 chooses one of:
OPTIONS
    nobody wins
"""

LINES: dict[str, int | str] = {
    # what is given to a function is worked out first, whatever the function asks
    "a = 1 if chosen(no, few[9]) else 2": "there is no item 9 among 2",
    "a = 1 if either(yes, few[9]) else 2": "there is no item 9 among 2",
    "a = 1 if chosen(yes, few[2]) else 2": 1,
    "a = 1 if no and chosen(yes, few[9]) else 2": 2,
    "a = 1 if chosen(no, there(a)) else 2": "`k` goes from 0 to 4, and this is 7",
    "a = 1 if chosen(no, there(b)) else 2": 2,
    "a = (sum(few[n] for n in 1..b) + sum(few[n] for n in 1..b)) if b > 5 else 4": 4,
    "a = there(a)": "`k` goes from 0 to 4, and this is 7",
    # what is written twice is not worked out where it does not come to that
    "a = (k[a] + k[a]) if b > 5 else 5": 5,
    "a = (there(a) + there(a)) if b > 5 else 6": 6,
    "a = (twice(a) + twice(a)) if b > 5 else 8": 8,
    "a = (few[a] + few[a]) if b == 3 else 5": "there is no item 7 among 2",
    "a = few[b - 1] + few[b - 1] + twice(b)": 14,
    # the first fault of a line
    "a = few[6] + k[a]": "there is no item 6 among 2",
    "a = k[a] + few[6]": "`k` goes from 0 to 4, and this is 7",
    "a = (1 / (b - 3) rounded down) + k[a]": "nothing can be divided by 0",
    "b = few[6]": "there is no item 6 among 2",
    "b = few[1] - 5": "`b` would be -1, and it is at least 0",
    "b = few[1] + 6": "`b` would be 10, and it is at most 9",
    # the others of three players
    "a = count p in players where richer(p)": 2,
    "a = sum(above(p) for p in players)": 22,
    "a = most(q.silver for q in others(player 3))": 4,
    "a = 1 if (every q in others(player 1) has q.silver > 3) else 2": 1,
    "a = 1 if (every q in others(player 2) has q.silver > 3) else 2": 2,
    # numbers that grow on the way
    "a = random(900000000000000000..900000000000000001) * 1000": (
        "this would be a number of more than 18 digits"
    ),
    "a = 999999999999999999 + b - 3": 999999999999999999,
    "a = -999999999999999999 - b + 3": -999999999999999999,
    # rounds that share what is alike for all of them
    "a = sum(far(c, d) for c in land where c.row < 3 for d in land where d.row == 1)": 170,
    "a = sum(far(c, d) for c in land where c.row == 3 for d in land where d.row == 1)": 150,
    "a = sum(((steps from c to d in land stepping x to y where not y.wet) otherwise 99)"
    " for c in land where c.row == 3 for d in land where d.row == 1)": 150,
    "a = sum(((steps from c to d in land) otherwise 99)"
    " for c in land where c.row == 3 for d in land where d.row == 1)": 90,
    "a = sum(size(dry(c)) for c in land where not c.wet)": 256,
    "a = size(dry(first(land)))": 16,
    "a = sum(n * m for n in 1..3 for m in n..3)": 25,
    "a = count c in land where some way in Direction where flooded(c, way)": 15,
    "a = most(c.mark for c in land where c.wet)": 4,
    "a = sum(fees[n, g] for n in 1..3 for g in Good)": 64,
    "a = sum(tolls[n, m] for n in 1..3 for m in 1..2 where n + m == 4)": 54000,
    "a = tolls[b, 2] + tolls[b - 1, 1]": 600300,
    "a = count c in land where (c.row == 0 and c.column == 0) or c.wet": 5,
    "a = count c in land where c.row < 3 and c.column > 0 and not c.wet": 9,
    "a = size(all q in players having most min(q.silver, 4))": 2,
    "a = size(all q in players having least min(q.silver, 4))": 1,
    "a = size(standings of q in players by most min(q.silver, 4))": 2,
    "a = size(last(pairs(b))) + size(pairs(b)[2]) * 10 + sum(pairs(b)[2]) * 100": 820,
    "a = longest run n in [1, 0, 2, 3] where n > 0": 3,
    "a = size(runs of n in [1, 0, 2, 3] where n > 0)": 2,
    "a = size({c.good for c in deck})": 3,
    "a = size(held) + held[wood] * 10": 23,
    "a = first(n for n in 1..9 where n * n > 30)": 6,
    "a = first(n for n in 1..5 where n * n > 30)": (
        "there is none to take: the collection is empty"
    ),
}


def _named(at: int) -> str:
    return f"probe_{at + 1}"


def written() -> str:
    """A game in which each option carries out a line."""
    rules = "\n\n".join(f"rule {_named(i)}:\n    {x}" for i, x in enumerate(LINES))
    options = "\n".join(
        f'        option o{i + 1} "o{i + 1}": do {_named(i)}' for i in range(len(LINES))
    )
    return RULES.replace("LINES", rules).replace("OPTIONS", options)


@cache
def game() -> Game:
    return Game(program_of(written()), 3)


@cache
def engine() -> Engine:
    try:
        compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))
    return Engine(game().module, (*FLAGS, "-O0"))


def slot(name: str) -> int:
    return next(f.base for s, f in game().layout.families.items() if s.name == name)


@pytest.mark.parametrize("at", range(len(LINES)), ids=list(LINES))
def test_a_line_in_python_and_the_evaluator(at: int) -> None:
    state, options = game().machine.start(1)
    before = state.copy()
    message: Any
    try:
        game().machine.resume(state, options[at])
        message = state[slot("a")]
    except GameFault as fault:
        message = fault.message
    core = game().lowered.core
    performer = Performer(core, game().layout, bound_to(game().layout))
    (routine,) = (r for r in core.routines if r.name == _named(at))
    worked_out: Any
    try:
        performer.call(performer.evaluator(before), routine, [])
        worked_out = before[slot("a")]
    except RuleFault as fault:
        worked_out = str(fault)

    assert (message, worked_out) == (list(LINES.values())[at],) * 2


def test_all_lines_in_c() -> None:
    for at, outcome in enumerate(LINES.values()):
        fault = ends_alike(game(), engine(), [at])
        assert bool(fault) == isinstance(outcome, str)
