"""Walks over cells, corners and sides: compiled games take the same ones."""

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

pytestmark = NEEDS_COMPILER

WALKS = """language 1

game walks "Walks":
    players 2

board land "land": SHAPE 3 x 4
board ends "ends": corners of land
board rims "rims": sides of land

enum Ground "ground": sand, grass

state:
    found "found": list of int
    gap: int

each cell of land:
    ground "ground": Ground

each cell of ends:
    town "town": player or none

each cell of rims:
    road "road": player or none

function roads(p: player) -> list of cell of rims = all r in rims where r.road == p

function free(k: cell of ends, p: player) -> bool = k.town is none or k.town == p

function corner() -> list of cell of land =
    all c in land where c.row <= 1 and c.column < 2

rule measure(p: player):
    found = []
    found += [size(longest trail in roads(p) stepping a to b by k where free(k, p))]
    found += [size(longest trail in ends stepping a to b by r where r.road == p)]
    found += [n.row for n in longest trail in corner()
        stepping a to b where a.ground == b.ground]
    found += [size(longest loop in ends stepping a to b by r where r.road is not none)]
    found += [size(g) for g in regions of roads(p)]
    found += [size(g) for g in regions of ends stepping a to b by r where r.road == p]
    found += [size(g) for g in regions of land stepping a to b where a.ground == b.ground]
    found += [size(reach from first(rims) in rims stepping a to b by k where k.town is none)]
    let across = steps from ends["0,0-se"] to ends["2,3-se"] in ends
    found += [across otherwise 99]
    let way = (steps from first(ends) to last(ends) in ends
        stepping a to b by r where r.road is none)
    found += [way otherwise 99]
    gap = distance(first(ends), last(ends)) + size(border(ends)) + size(border(rims))
    found += [count k in ends where some c in k.cells where c.ground == grass]
    found += [count c in land where some r in c.sides where r.road == p]
    found += [count r in rims where every k in r.corners has k.town is none]
    found += [count k in ends where no n in k.neighbours where n.town is not none]
    found += [1 if toward(first(ends), n) in n.sides else 0 for n in first(ends).neighbours]

action lay(p: player) "Lay":
    choose r in rims
        where r.road is none and (some n in r.neighbours where n.road == p)
    r.road = p

action found_town(p: player) "Found":
    choose k in ends
        where k.town is none and no n in k.neighbours where n.town is not none
    k.town = p

play:
    for each c in land where c.column < 2:
        c.ground = grass
    rims["0,0-nw"].road = player 1
    rims["2,1-se"].road = player 2
    repeat 9 times:
        for each p in players:
            turn p:
                p chooses one of:
                    lay(p)
                    found_town(p)
                    otherwise:
                        pass
            do measure(p)
    nobody wins
"""


def walks(shape: str) -> str:
    """The rules with walks over cells of a shape."""
    text = WALKS.replace("SHAPE", shape)
    if shape == "square":
        text = text.replace('rims["0,0-nw"]', 'rims["0,0-w"]')
        text = text.replace('rims["2,1-se"]', 'rims["2,1-s"]')
    if shape == "flat hex":
        text = text.replace('ends["2,3-se"]', 'ends["2,3-e"]')
    if shape == "hex" or shape == "rhombus":
        text = text.replace('ends["0,0-se"]', 'ends["0,0-s"]')
    return text


SQUARES = """language 2

game squares "Squares":
    players 2

board field "field": square 4 x 4

state:
    found "found": list of int

each cell of field:
    dark: bool
    walls: set of Direction

function touches(a: cell of field, b: cell of field) -> bool = b in a.around

rule measure:
    let home = first(field)
    found = [(steps from home to field["1,1"] in field
        stepping a to b where not b.dark) otherwise 99]
    found += [size(reach from home within 2 in field
        stepping a to b by s where s not in a.walls)]
    found += [size(reach from home within 2 in field
        stepping a to b by s where s == southeast or s == east)]
    found += [size(reach from home in field stepping a to b where touches(a, b) and not b.dark)]
    found += [size(g) for g in regions of field stepping a to b where a.dark == b.dark]
    found += [size(g) for g in regions of field
        stepping a to b where a.dark == b.dark and b in a.around]
    found += [size(longest loop in field
        stepping a to b by s where a.dark == b.dark and s != upward(a))]
    found += [size(longest trail in (all c in field where c.row < 2)
        stepping a to b where a.dark == b.dark)]

function upward(c: cell of field) -> Direction = west if c.dark else east

play:
    do measure
    for each p in players:
        p chooses c in field
            where not c.dark
            otherwise: nothing
        if c is not none:
            c.dark = true
            p chooses d in Direction
            c.walls = {d}
        do measure
    nobody wins

scenario "steps lead across common sides, with a condition or without":
    let home = first(field)
    expect (steps from home to field["1,1"] in field stepping a to b where not b.dark) == 2
    expect (steps from home to field["1,1"] in field) == 2
    expect size(reach from home within 1 in field stepping a to b where not b.dark) == 3
    expect size(reach from home within 1 in field stepping a to b by s where s != west) == 3

scenario "a condition that names diagonals is asked of them":
    let home = first(field)
    expect size(reach from home within 1 in field stepping a to b where b in a.around) == 4
    expect size(reach from home within 1 in field stepping a to b where touches(a, b)) == 4
    expect size(reach from home within 1 in field
        stepping a to b by s where s == southeast or s == east) == 3
"""


def test_steps_on_squares_lead_to_diagonals_only_where_they_are_named() -> None:
    program = program_of(SQUARES)

    assert compare(Game(program, 2), 20) == 80
    games = Games(program)
    for scenario in program.world.scenarios:
        assert run_scenario(program, scenario, games).message is None


@pytest.mark.parametrize("shape", ["square", "hex", "flat hex", "rhombus"])
def test_both_engines_walk_alike(shape: str) -> None:
    assert compare(Game(program_of(walks(shape)), 2), 3) > 30
