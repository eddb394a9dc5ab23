"""Networks and portals: both engines walk over links alike."""

import random

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of
from engines import compare

from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics.lattice import cell_name
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.effects import bound_to

pytestmark = NEEDS_COMPILER

RULES = """language 2

game rails "Rails":
    players 2

enum Town "town": a, b, c, d, e, f, lone
enum Colour "colour": red, blue

board country "country": spaces Town
board tracks "tracks": links of country from "tracks.csv"

state:
    found "found": list of int

each cell of tracks:
    length "length": 0..6
    colour "colour": Colour or none
    owner "owner": player or none

each cell of country:
    inn "inn": player or none

function mine(p: player) -> list of cell of tracks = all k in tracks where k.owner == p

rule measure(p: player):
    let home = first(country)
    found = []
    found += [(steps from home to n in country) otherwise 99 for n in country]
    found += [(steps from home to n in country stepping x to y by k costing k.length)
        otherwise 99 for n in country]
    found += [(steps from home to n in country stepping x to y by k
        costing k.length * 2 + (1 if y.inn is none else 0) where k.owner != p)
        otherwise 99 for n in country]
    found += [size(reach from home within 4 in country stepping x to y by k costing k.length)]
    found += [size(reach from home within 2 in country)]
    found += [size(reach from home in country stepping x to y where y.inn != p)]
    found += [size(reach from mine(p) in tracks stepping x to y by t where t.inn is none)]
    found += [size(g) for g in regions of country]
    found += [size(g) for g in regions of country
        stepping x to y by k where k.owner == p or (k.colour == red and y.inn is none)]
    found += [size(g) for g in regions of mine(p)]
    found += [size(longest loop in country stepping x to y by k where k.owner == p)]
    found += [k.length for k in longest trail in mine(p)
        stepping x to y by t costing y.length where t.inn != p]
    found += [size(longest trail in mine(p))]
    found += [size(longest trail in (all n in country where n.inn is none))]
    found += [count n in country where some m in n.neighbours where m.inn == p]
    found += [count n in country where every k in n.links has k.owner != p]
    found += [count k in tracks where some n in k.cells where n.inn == p]
    found += [count k in tracks where no m in k.neighbours where m.owner == p]
    found += [count n in country where n.inn == p and n.value != c]

action lay(p: player) "Lay":
    choose k in tracks
        where k.owner is none
    k.owner = p

action build(p: player) "Build":
    choose n in country
        where n.inn is none
    n.inn = p

play:
    repeat 5 times:
        for each p in players:
            turn p:
                p chooses one of:
                    lay(p)
                    build(p)
                    otherwise:
                        nothing
            do measure(p)
    nobody wins
"""


def tracks(seed: int) -> str:
    """A file of links, double ones and some of one way among them."""
    chance = random.Random(seed)
    rows = ["from,to,length,colour,one_way"]
    for _ in range(13):
        a, b = chance.sample("abcdef", 2)
        colour = chance.choice(["red", "blue", ""])
        one_way = chance.choice(["yes", "no", "no"]) if seed % 2 else "no"
        rows.append(f"{a},{b},{chance.randint(0, 6)},{colour},{one_way}")
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("seed", [1, 2])
def test_both_engines_walk_over_links_alike(seed: int) -> None:
    game = Game(program_of(RULES, {"tracks.csv": tracks(seed)}), 2)

    assert compare(game, 6) > 50


PORTALS = """language 2

game portals "Portals":
    players 2

board land "land": SHAPE
board gates "gates": links of land from "gates.csv"
board fences "fences": sides of land

state:
    found "found": list of int

each cell of land:
    tent "tent": player or none

each cell of gates:
    toll "toll": 0..6

each cell of fences:
    shut "shut": bool

rule measure(p: player):
    let home = first(land)
    found = []
    found += [distance(home, n) for n in land]
    found += [(steps from home to n in land stepping x to y by s where s is none or y.tent != p)
        otherwise 99 for n in land]
    found += [(steps from home to n in land stepping x to y by s
        costing (9 if s is none else 2) where x.tent is none) otherwise 99 for n in land]
    found += [size(reach from home within 4 in land stepping x to y by s where s != SIDE)]
    found += [size(reach from home in land stepping x to y where y.row == x.row)]
    found += [size(reach from home in land stepping x to y by s where s is none)]
    found += [size(g) for g in regions of (all n in land where n.tent is none)]
    found += [size(g) for g in regions of land stepping x to y by s where s is none]
    found += [size(g) for g in regions of land
        stepping x to y by s where s == SIDE or s == BACK]
    found += [size(g) for g in regions of land stepping x to y where x.tent == y.tent]
    found += [size(longest loop in land stepping x to y by s
        where (s is none or s == SIDE or s == BACK) and x.tent != p)]
    found += [size(longest trail in (all n in land where n.tent == p))]
    found += [k.toll for k in longest trail in gates stepping x to y costing y.toll]
    found += [size(n.neighbours) + 10 * size(n.links) + 100 * size(n.sides) for n in land]
    found += [count n in land where some m in n.neighbours where m.tent == p]
    found += [count n in land where some k in n.sides where k.shut]
    found += [count k in gates where some n in k.cells where n.tent == p]
    found += [size(ray(home, SIDE)), size(ray(last(land), BACK))]
    found += [1 if toward(home, n) is none else 0 for n in home.neighbours]

action pitch(p: player) "Pitch":
    choose n in land
        where n.tent is none
    n.tent = p
    for each k in n.sides: k.shut = not k.shut

play:
    repeat 4 times:
        for each p in players:
            p must pitch(p)
                otherwise: nothing
            do measure(p)
    nobody wins
"""

SHAPES = {
    "square 4 x 5": ("east", "west"),
    "square 4 x 5 named algebraic": ("north", "south"),
    "hex 4 x 4": ("northeast", "southwest"),
    "flat hex 3 x 4": ("north", "south"),
    "rhombus 4 x 4 named lettered": ("east", "west"),
}


def portals(shape: str, seed: int) -> Program:
    """A board with seven links, some of one way and two of them between the same cells."""
    side, back = SHAPES[shape]
    text = PORTALS.replace("SHAPE", shape).replace("SIDE", side).replace("BACK", back)
    rows, columns = (int(word) for word in shape.split() if word.isdigit())
    naming = shape.split()[-1] if "named" in shape else None
    names = [
        cell_name(naming, row, column, rows)
        for row in range(rows)
        for column in range(columns)
    ]
    chance = random.Random(seed)
    links = [chance.sample(names, 2) for _ in range(6)]
    lines = ["from,to,toll,one_way"]
    for number, (a, b) in enumerate([*links, links[0]]):
        one_way = "yes" if number % 3 == seed % 3 else "no"
        lines.append(f'"{a}","{b}",{chance.randint(0, 6)},{one_way}')
    return program_of(text, {"gates.csv": "\n".join(lines) + "\n"})


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("shape", SHAPES)
def test_both_engines_walk_through_portals_alike(shape: str, seed: int) -> None:
    game = Game(portals(shape, seed), 2)

    assert compare(game, 4) > 20


@pytest.mark.parametrize("shape", SHAPES)
def test_the_evaluator_walks_through_portals_as_the_engines_do(shape: str) -> None:
    game = Game(portals(shape, 1), 2)
    position = game.start(3)
    while not position.over:
        position.choose(0)
    core, layout = game.lowered.core, game.layout
    (routine,) = (r for r in core.routines if r.name == "measure")
    measured = next(
        f.base for f in layout.families.values() if f.symbol.name == "found"
    )
    state = position.state.copy()
    state[measured] = ()

    performer = Performer(core, layout, bound_to(layout))
    performer.call(performer.evaluator(state), routine, [1])

    assert len(position.state[measured]) > 60
    assert state[measured] == position.state[measured]
