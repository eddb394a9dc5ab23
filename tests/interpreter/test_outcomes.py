"""How scenarios go, line by line: what fails, where, why, and what is noted beside it."""

from collections.abc import Iterator
from functools import cache

from compiling import small
from syrupy.assertion import SnapshotAssertion
from test_fixtures import RULES as STONES
from test_refusals import FILES
from test_refusals import RULES as FAIR

from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.interpreter.testing.scenarios import (
    Games,
    position_of,
    positions_of,
    run_scenario,
)

OF_THE_FAIR = """
expect player 1 to act

expect player 2 to act

player 1: first_=wood
player 2: pass

player 1: gold

player 1: first_=wood
player 1: bonus=9

player 1: first_=wood
player 1: pass
player 1: rent stall=wood stall coins={coin 1}

player 1: first_=wood
player 1: pass
player 1: rent

player 1: first_=wood
player 1: pass
expect refused player 1: rent stall=wood stall coins={coin 1}
expect refused player 1: rent stall=wood stall coins={coin 1} because "that is too little money"
expect refused player 1: rent stall=wood stall coins={coin 9} because "that is too little money"
expect refused player 1: rent stall=wood stall coins={coin 1} because "no"

player 1: first_=wood
player 1: pass
expect refused player 1: rest

player 1: first_=wood
player 1: pass
expect refused player 1: rent stall=gold stall coins={coin 1}

player 1: first_=wood
player 1: pass
expect refused player 1: rent red_salt stall coin 1
expect refused player 1: rent red_salt stall {coin 1, coin 2}
expect refused player 1: rent coin 9
expect refused player 1: bribe yes
expect refused player 1: bribe open_=no
expect refused player 1: befriend 1
expect refused player 1: pass
expect refused player 1: 3

player 1: first_=wood
player 1: pass
expect refused player 1: back=1

player 1: first_=wood
player 1: pass
expect refused player 1: rent coin 4

player 1: first_=wood
player 1: pass
expect refused player 1: rent wood stall tin

player 1: first_=wood
player 1: pass
expect refused player 1: rest now

player 1: first_=wood
player 1: pass
expect refused player 1: rent stall=wood stall stall=wool stall

player 1: first_=wood
player 1: pass
expect refused player 2: rest

player 1: first_=wood
player 1: pass
expect offered player 1: rent
expect offered player 1: rent stall=wood stall
expect offered player 1: rent stall=red_salt stall

player 1: first_=wood
player 1: pass
expect offered player 1: qqq

expect only offered player 1: wood, wool, red_salt

expect only offered player 1: wood, wool

expect only offered player 1: wood, gold

expect announced "x"

expect game over

expect rule over

player 1: first_=wood
player 1: pass
start promise(player 1, 2)
expect rule over
expect only offered player 1: 3

start promise(player 1, 2)
player 1: 3
expect rule over
expect player 1.points == 3
expect game over

start promise(player 1, 3)

start promise(player 1, 1)
player 1: 2
expect player 1 to act

start round(player 1) in play
expect day == 1

given:
    day = 3
    player 1.points = 7
    player 1.purse = {"coin 9"}
start round(player 1)
player 1: rest_long
expect player 1.points == 9
expect rule over
expect day == 4

given:
    day = 3
    player 1.purse = {"coin 9", "coin 9"}

given:
    player 1.wares = {wood: 3}
    player 2.wares = {wood: 13}

given:
    player 1.wares = {wood: 2}
    player 2.wares = {wool: 4, red_salt: 4}
expect stock_ == {wood: 2}
expect player 2.wares[wool] == 4

given:
    row_ = ["wool stall"]
    till = ["coin 5", "coin 1"]
expect "wood stall" in box
expect top(till).value == 5
expect size(row_) == 1 and top(till).value == 1

given:
    row_ -= ["wool stall"]

given:
    row_ += ["wool stall"]
expect size(row_) == 3

given:
    day = size(player 1.purse) + 5

given:
    day = 1 / (player 1.points) rounded down

let x = 1 / (player 1.points) rounded down

expect 1 / (player 1.points) rounded down == 3

let x = size(player 1.purse)
expect x == 6
expect x == 5
expect player 1.points == x

always player 1.points < 4
player 1: first_=wood
player 1: pass
player 1: rest
player 1: rest
player 1: rest_long

always day > 0

always day < 2
random 9

random 3

player 1: first_=wood
player 1: pass
random 200
random 5

expect shown to player 1: player 1.purse
expect hidden from player 2: player 1.purse
expect shown to player 2: player 1.purse

expect hidden from player 2: row_

expect shown to player 1: secret_

chance: 3
player 1: first_=wood
"""

OF_STONES = """
given:
    row1 = ["coin 3", "coin 2"]
expect row1 == ["coin 3", "coin 1"]

given:
    row1 = ["coin 1", "coin 2"]
    row1 += ["coin 3"]

given:
    row1 = ["coin 1", "coin 2"]
    row1 += ["coin 1"]
    row1 += ["coin 1"]

given:
    shelf[1] = "stone 1"
    shelf[2] = "stone 1"

given:
    shelf[1] = "stone 1"
given:
    shelf[2] = "stone 1"
expect shelf[1] is none

given:
    shelf[1] = "stone 1"
given:
    shelf[2] = "stone 1"
    shelf[1] = "stone 2"
expect shelf[1] is none

given:
    player 1.yard = {"0,0": "stone 1"}
    player 1.yard += {"0,0": "stone 2"}

given:
    player 1.yard = {"0,0": "stone 1", "0,1": "stone 1"}

given:
    bowl = 3
expect beads == 3 and bowl == 4

given:
    bowl = 7

given:
    bowl = 6
    beads = 1

given:
    player 1.away = 4
    player 2.huts = 1
expect player 1.huts == 0 and player 2.huts == 4

given:
    player 1.away = 5

given:
    for each p in players:
        p.wares = {wood: 3}
expect bank[wood] == 1

given:
    player 1.wares = {wood: 0 - 1}
"""


def bodies(lines: str) -> Iterator[str]:
    yield from lines.strip("\n").split("\n\n")


@cache
def program(rules: str, lines: str) -> Program:
    """A program with a scenario for each body, or what is wrong with it."""
    texts = [f'scenario "{n}":\n{_indented(b)}' for n, b in enumerate(bodies(lines))]
    made = small(f"{rules}\n" + "\n".join(texts), FILES)
    assert made.program is not None, [
        (made.texts[made.path].split("\n")[d.span.line - 1], d.message)
        for d in made.diagnostics
        if d.severity is Severity.ERROR
    ]
    return made.program


def _indented(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.split("\n"))


def told(rules: str, lines: str) -> str:
    """Each scenario, with how it goes."""
    made = program(rules, lines)
    games = Games(made)
    source = made.texts[made.path].split("\n")
    result = []
    for body, decl in zip(bodies(lines), made.world.scenarios, strict=True):
        outcome = run_scenario(made, decl, games)
        result += [body, f"  {outcome.message or 'holds'}"]
        if outcome.where is not None:
            result.append(f"  at: {source[outcome.where.line - 1].strip()}")
        result += [f"  {detail}" for detail in outcome.details]
        result += [f"  note: {note}" for _, note in outcome.notes]
        positions = list(positions_of(made, decl, games))
        assert position_of(made, decl, games).digest() == positions[-1].digest()
        result += [f"  stands at {len(positions)} places", ""]
    return "\n".join(result)


def test_how_scenarios_of_the_fair_go(snapshot_txt: SnapshotAssertion) -> None:
    assert told(FAIR, OF_THE_FAIR) == snapshot_txt


def test_how_scenarios_of_stones_go(snapshot_txt: SnapshotAssertion) -> None:
    assert told(STONES, OF_STONES) == snapshot_txt
