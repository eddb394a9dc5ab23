"""Networks of links: both engines and the evaluator walk over them alike."""

import random

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game

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
