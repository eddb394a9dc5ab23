"""Conditions asked of all cells at once are what they are when asked of one after another.

Rules with conditions by chance are played by the plan, printed twice, and by the code that
other games are made into, state by state.
"""

import random
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "native"))

from compiling import program_of
from engines import compare
from test_whole_games import alike

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.plan.making import make

RULES = """language 2

game conditions "Conditions":
    players 2

board field: {board}

state:
    results[1..{count}] "result": 0..100000

each cell of field:
    mark "mark": player or none
    lit "lit": bool

play:
    let p = player 1
    while can put(p):
        turn p: p must put(p)
        p = p.left
    nobody wins

action put(p: player) "Put":
    choose k "where" in field
        where k.mark is none  "taken"
    k.mark = p if k.row != 1 else p.left
    k.lit = some x in k.neighbours where x.lit or x.mark == p
    do measure(p, k)

rule measure(p: player, k: cell):
{measures}

function away(c: cell, n: int) -> int = c.row + n if c.column < 2 else c.row - n

function ours(c: cell, p: player) -> bool:
    let below = step(c, south)
    if below is none or below.mark != p:
        return false
    let far = first x in ray(c, south) where x.mark != p
    return far is not none and far.mark is none

"""

ATOMS = (
    "c.mark is none",
    "c.mark is not none",
    "c.mark == p",
    "c.mark != p.left",
    "c.lit",
    "not c.lit",
    "c.row < 2",
    "c.column == c.row + 1",
    "c.row == k.row",
    "c != k",
    "away(c, 1) == 2",
    "away(c, 1 if p == player 1 else 2) > 2",
    "step(c, northeast) is none",
    "(step(c, east) is not none and step(c, east).mark == p)",
    "(some x in c.neighbours where x.mark == p)",
    "(every x in c.around has x.mark is none)",
    "(some x in c.neighbours where (every y in x.neighbours has y.mark != p))",
    "(some x in c.around where x.row > c.row and x.lit)",
    "(some way in {ways} where step(c, way) is not none and step(c, way).lit)",
    "ours(c, p)",
    "c in k.neighbours",
    "(results[1] mod 2 == 0)",
    "(some q in players where q != p and c.mark == q)",
    "(some line in lines_through(c, 3) where every x in line has x.mark is none)",
)

WHOLE = (
    "count c in field where {0}",
    "1 if (some c in field where {0}) else 0",
    "1 if (every c in field has {0}) else 0",
    "count c in k.around where {0}",
    "sum(c.column for c in field where {0})",
    "size(reach from k in field stepping at to c where c.mark == p or c.lit)",
)


def condition(chooser: random.Random, depth: int) -> str:
    """A condition on a cell c."""
    if not depth:
        return chooser.choice(ATOMS)
    a, b = condition(chooser, depth - 1), condition(chooser, chooser.randrange(depth))
    form = chooser.choice(("({} and {})", "({} or {})", "(not {0} or {1})", "{0}"))
    return form.format(a, b)


def rules(seed: int, board: str, ways: str, count: int) -> str:
    """A game that measures so many things after each choice."""
    chooser = random.Random(seed)
    measures = [
        f"    results[{n}] = "
        + chooser.choice(WHOLE).format(condition(chooser, chooser.randrange(3)))
        for n in range(1, count + 1)
    ]
    text = RULES.format(board=board, count=count, measures="\n".join(measures))
    text = text.replace("{ways}", ways)
    return text if ways == "Direction" else text.replace("south)", "southeast)")


BOARDS = (
    ("square 4 x 5", "Direction"),
    ("square 9 x 9", "Direction"),
    ("rhombus 4 x 4", "HexSide"),
    ("hex 5 x 4", "HexSide"),
    ("square 17 x 18", "Direction"),
    ("rhombus 23 x 23", "HexSide"),
)


@pytest.mark.parametrize("seed", range(12))
def test_the_plan_and_the_old_code_agree(seed: int) -> None:
    board, ways = BOARDS[seed % len(BOARDS)]
    game = Game(program_of(rules(seed, board, ways, 10)), 2)

    make(game.lowered.core, game.layout)
    assert alike(game, 1, 12) > 10


@pytest.mark.parametrize("large", [False, True])
def test_both_targets_agree(large: bool) -> None:
    board, ways = BOARDS[4 if large else 1]
    game = Game(program_of(rules(100, board, ways, 12)), 2)
    make(game.lowered.core, game.layout)

    try:
        assert compare(game, 1) > 30
    except NoCompiler as missing:
        pytest.skip(str(missing))
