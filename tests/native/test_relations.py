"""Ways over what has no neighbours, and by steps that are named: all engines go alike."""

from alike import NEEDS_COMPILER
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

pytestmark = NEEDS_COMPILER

RULES = """language 2

game parts "Parts":
    players 3

enum Shade "shade": red, green, blue, grey, white

card Part "part":
    number "number": 1..4
    shade "shade": Shade
    named "{shade} {number}"

card Chip "chip":
    worth "worth": 1..3
    named "{worth}"

board field "field": square 4 x 4

supply:
    1 of each Part
    4 of each Chip

state:
    row_of_parts "row": row of Part
    found "found": list of int
    joined[Shade, Shade]: bool

each Part:
    chips "chips": area of Chip
    link: Part or none
    owner: player or none

each player:
    friend: player or none
    hand "hand": hand of Part
    known: set of Shade

each cell of field:
    stone: player or none

function touching(s: Part) -> set of Part =
    {x for x in Part where x.link == s or s.link == x}

function knight(a: cell of field) -> list of cell of field =
    all b in field where abs(a.row - b.row) * abs(a.column - b.column) == 2

function near(a: Part, b: Part) -> bool = abs(a.number - b.number) <= 1

rule measure(p: player):
    let home = first(Part)
    found = []
    found += [size(reach from home in Part stepping a to b in touching(a))]
    found += [size(reach from home in Part stepping a to b where a.link == b or b.link == a)]
    found += [x.number for x in reach from home within 2 in Part stepping a to b in touching(a)]
    found += [size(g) for g in regions of Part stepping a to b in touching(a)]
    found += [size(g) for g in regions of Part stepping a to b where a.link == b]
    found += [size(g) for g in regions of row_of_parts
        stepping a to b where a.shade == b.shade and near(a, b)]
    found += [(steps from home to x in Part stepping a to b in touching(a)) otherwise 99
        for x in row_of_parts]
    found += [(steps from home to x in Part
        stepping a to b in touching(a) costing b.number where b.owner != p) otherwise 99
        for x in row_of_parts]
    found += [size(reach from p.hand in Part stepping a to b in touching(a))]
    found += [size(reach from home within 5 in Part
        stepping a to b in touching(a) costing a.number)]
    found += [q.seat for q in reach from p in players stepping a to b where a.friend == b]
    found += [size(g) for g in regions of players
        stepping a to b where a.friend == b or b.friend == a]
    found += [size(reach from red in Shade stepping a to b where joined[a, b])]
    found += [size(g) for g in regions of Shade
        stepping a to b where joined[a, b] or joined[b, a]]
    found += [(steps from red to s in p.known stepping a to b where joined[a, b]) otherwise 99
        for s in Shade]
    found += [(steps from first(field) to c in field
        stepping a to b in knight(a) where b.stone is none) otherwise 99 for c in field]
    found += [sum(x.chips.worth) for x in row_of_parts]
    found += [size(g) for g in regions of (all c in field where c.stone == p)
        stepping a to b in knight(a)]

action tie(p: player) "Tie":
    choose x in Part
        where x.link is none and x in box
    let other = random(all y in Part where y != x)
    x.link = other
    x.owner = p
    let chip = first c in Chip where c in box
    if chip is not none: move chip to x.chips
    move x to row_of_parts

action keep(p: player) "Keep":
    choose x in row_of_parts
    move x to p.hand

action befriend(p: player) "Befriend":
    choose q in players
        where q != p
    p.friend = q
    p.known += {red}

action join(p: player) "Join":
    choose s in Shade
    choose t in Shade
        where s != t and not joined[s, t]
    joined[s, t] = true
    p.known += {s, t}

action lay(p: player) "Lay":
    choose c in field
        where c.stone is none
    c.stone = p

play:
    repeat 6 times:
        for each p in players:
            turn p:
                p chooses one of:
                    tie(p)
                    keep(p)
                    befriend(p)
                    join(p)
                    lay(p)
            do measure(p)
    nobody wins

scenario "what hangs together":
    given:
        Part("red 1").link = "red 2"
        Part("green 4").link = "red 2"
        player 1.friend = player 3
        joined[red, blue] = true
        joined[blue, grey] = true
    let one = Part("red 1")
    let group = reach from one in Part stepping a to b in touching(a)
    expect group == ["red 1", "red 2", "green 4"]
    expect size(regions of Part stepping a to b in touching(a)) == 18
    expect (steps from one to "green 4" in Part stepping a to b in touching(a)) == 2
    expect (steps from one to "green 4" in Part
        stepping a to b in touching(a) costing b.number) == 6
    expect size(reach from player 1 in players stepping a to b where a.friend == b) == 2
    expect (steps from red to grey in Shade stepping a to b where joined[a, b]) == 2
    expect (steps from grey to red in Shade stepping a to b where joined[a, b]) is none
    expect (steps from field["0,0"] to field["0,1"] in field stepping a to b in knight(a)) == 3
"""


def test_all_engines_follow_relations_alike() -> None:
    program = program_of(RULES)

    games = Games(program)
    for scenario in program.world.scenarios:
        assert run_scenario(program, scenario, games).message is None
    assert compare(Game(program, 3), 6) > 60
