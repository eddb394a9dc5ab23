"""What forms that are written in a way of their own come to, in both engines."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from alike import ends_alike
from compiling import program_of

from rulesrun.interpreter.codegen.blocks import MOST_LINES
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine

RULES = """\
language 2

game forms:
    players 2

enum Good: wood, wool, salt

board land: square 4 x 4

state:
    zero: int
    later: 0..9 = 1
    few[1..3]: 0..9
    marked[cell of land]: bool
    tried: int
    two: 0..9 = 2
    five: int or none = 5
    six: int or none = 6
    nothing_: int or none
    what: Good or none = salt
    which: Good or none
    goods: set of Good
    held: bundle of Good
    number: int
    numbers: list of int
    truth: bool
    some_goods: set of Good
    few_goods: list of Good

function shifted(n: int) -> int = n * n + later

function is_far(c: cell of land) -> bool = c.row + c.column > later

play:
    tried = sum(shifted(n) for n in 1..9)
    tried += count c in land where is_far(c)
    player 1 chooses pick in 1..COUNT
    zero = 0
    later = 4
    marked[land["3,3"]] = true
    marked[land["3,3"]] = false
    goods = {wool, salt}
    held = {wood: 2, salt: 1}
PROBES    five = 5
    six = 6
    player 2 chooses _end in 1..2
    rank players by most number
"""

FORMS: dict[str, Any] = {
    "truth = five in 2..5": True,
    "truth = six in 2..5": False,
    "truth = six in 6..6": True,
    "truth = five in 6..9": False,
    "truth = nothing_ in 2..5": False,
    "truth = nothing_ not in 2..5": True,
    "truth = two in 2..5": True,
    "truth = two - 1 in 2..5": False,
    "truth = two in zero..3000000000": True,
    "truth = two not in -3000000000..zero": True,
    "truth = two in 3..few[two]": False,
    "truth = nothing_ in -3000000000..3000000000": False,
    "truth = nothing_ not in -3000000000..3000000000": True,
    "truth = five in -3000000000..two + 3": True,
    "truth = what in held": True,
    "truth = which in held": False,
    "truth = what not in held": False,
    "truth = which not in held": True,
    "truth = wool in held": False,
    "truth = wool not in held": True,
    "truth = what in goods": True,
    "truth = which in goods": False,
    "truth = wood in goods": False,
    "number = size({wool, salt})": 2,
    "number = count g in {wood, salt} where g in goods": 1,
    "few_goods = [g for g in {wood, salt}]": (0, 2),
    "few_goods = [g for g in goods]": (1, 2),
    "few_goods = [g for g in held]": (0, 2),
    "some_goods = {g for g in Good where g not in held}": 0b010,
    "some_goods = goods + {wood}": 0b111,
    "some_goods = goods - {wool}": 0b100,
    "numbers = 3..5": (3, 4, 5),
    "numbers = 2..zero + 3": (2, 3),
    "numbers = -1..70": tuple(range(-1, 71)),
    "numbers = 0..300": tuple(range(301)),
    "numbers = reversed([1, 2, two + 2])": (4, 2, 1),
    "numbers = reversed(1..4)": (4, 3, 2, 1),
    "numbers = [n * n for n in 1..4 where n != two]": (1, 9, 16),
    "number = sum(n for n in -3..5)": 9,
    "number = sum(n for n in 1..zero)": 0,
    "number = most(n mod 4 for n in 1..9, otherwise 0)": 3,
    "number = first(n for n in 3..99 where n mod 5 == 1)": 6,
    "number = last(n for n in 3..99 where n mod 5 == 1)": 96,
    "number = the n in 1..9 where n * n == 49": 7,
    "truth = every n in 1..5 has n in 0..5": True,
    "truth = no n in 1..5 where n == two": False,
    "number = -7 / 2 rounded down": -4,
    "number = (zero - 7) / 2 rounded up": -3,
    "number = (zero - 7) mod 4": 1,
    "number = -(two - 5)": 3,
    # what reads the state is worked out again once that has changed
    "number = sum(shifted(n) for n in 1..9)": 285 + 9 * 4,
    "number = count n in 1..9 where shifted(n) > 40": 3,
    "number = count c in land where is_far(c)": 3,
    # what is asked second is not asked where the first settles it
    "number = count c in land where c.row > 0 and few[c.row] == 0": 12,
    "number = count c in land where marked[c] and few[c.row] > 0": 0,
    "number = count c in land where c.row == 0 or few[c.row] > 0": 4,
    "number = tried": 285 + 9 * 1 + 13,
}

OUTSIDE = "`few` goes from 1 to 3, and this is 0"

FAULTS = {
    "number = count c in land where marked[c] or few[c.row] > 0": OUTSIDE,
    "number = count c in land where not marked[c] and few[c.row] > 0": OUTSIDE,
    "number = count c in land where few[c.row] > 0 and marked[c]": OUTSIDE,
    "number = count c in land where few[c.row] > 0 or c.row == 0": OUTSIDE,
    "truth = some c in land where c.column > 2 and few[c.row] > 0": OUTSIDE,
    "number = few[zero]": OUTSIDE,
}

LINES = [*FORMS, *FAULTS]


def _probes() -> str:
    return "".join(
        f"    if pick == {number}: {line}\n" for number, line in enumerate(LINES, 1)
    )


def rules() -> str:
    """A game in which each choice carries out a line."""
    return RULES.replace("COUNT", str(len(LINES))).replace("PROBES", _probes())


@cache
def game() -> Game:
    return Game(program_of(rules()), 2)


@cache
def engine() -> Engine | None:
    try:
        compiler()
    except NoCompiler:
        return None
    return Engine(game().module)


@pytest.mark.parametrize("line", FORMS)
def test_what_a_form_comes_to(line: str) -> None:
    pick = list(FORMS).index(line)
    position = game().start(1)
    position.play(position.raw[pick])
    name = line.partition(" ")[0]
    family = next(f for s, f in game().layout.families.items() if s.name == name)

    assert position.state[family.base] == FORMS[line]
    native = engine()
    if native is not None:
        assert not ends_alike(game(), native, [pick])


@pytest.mark.parametrize("line", FAULTS)
def test_what_goes_wrong_goes_wrong_in_both(line: str) -> None:
    pick = LINES.index(line)
    position = game().start(1)

    with pytest.raises(GameFault, match=re.escape(FAULTS[line])):
        position.play(position.raw[pick])
    native = engine()
    if native is not None:
        assert FAULTS[line] in ends_alike(game(), native, [pick])


def test_blocks_are_written_into_others_only_until_those_are_long() -> None:
    steps = "".join(
        f"    if number mod {n} == 1:\n        player 1 chooses _c{n} in 1..2\n"
        f"    number += {n}\n"
        for n in range(2, 20)
    )
    rules = RULES.replace("COUNT", "2").replace("PROBES", steps)
    lines = Game(program_of(rules), 2).module.text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("def ")]
    longest = max(end - start for start, end in pairwise(starts))

    assert MOST_LINES < longest <= MOST_LINES + 3


@pytest.mark.parametrize(
    ("threads", "games", "used"),
    [(3, 5, 3), (8, 2, 2), (1, 4, 0), (0, 4, 0), (2, 0, 0)],
)
def test_games_are_shared_out_over_threads(
    threads: int, games: int, used: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    native = engine()
    if native is None:
        pytest.skip("there is no C compiler")
    asked = []

    def pool(number: int) -> ThreadPoolExecutor:
        asked.append(number)
        return ThreadPoolExecutor(number)

    alone = native.random_games(games, 1, seed=3)
    monkeypatch.setattr("rulesrun.interpreter.native.engine.ThreadPoolExecutor", pool)

    assert native.random_games(games, threads, seed=3) == alone
    assert len(alone) == games
    assert asked == ([used] if used else [])
