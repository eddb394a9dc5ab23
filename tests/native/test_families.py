# ruff: noqa: E501 (each line that is tried stands in one)
"""Whole families of forms at their ends: Python, C and the evaluator agree on each.

Boards whose cells just fit into the words of a set, or just do not; spaces with several
links, links of one way and none at all; boards of one cell; numbers at the ends of how
they are kept; collections made into others; what is asked of a growing grid. Each line is
carried out from the same state by all three.
"""

from functools import cache

import pytest
from alike import ends_alike
from compiling import program_of
from random_rules import evaluated

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import FLAGS, NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine

BOARDS = {
    "one": "square 1 x 1",
    "fits": "square 8 x 8",
    "over": "square 5 x 13",
    "fits_two": "square 8 x 16",
    "over_two": "square 3 x 43",
    "hexes": "hex 5 x 13",
}
WIDTHS = {
    "bits7": (0, 127),
    "bits7_more": (0, 128),
    "below7": (-128, 127),
    "below7_more": (-129, 127),
    "bits8": (0, 255),
    "bits8_more": (0, 256),
    "bits15": (0, 32767),
    "bits15_more": (0, 32768),
    "below15": (-32768, 32767),
    "below15_more": (-32769, 32767),
    "bits16": (0, 65535),
    "bits31": (0, 2**31 - 1),
    "bits31_more": (0, 2**31),
    "below31": (-(2**31), 2**31 - 1),
    "below31_more": (-(2**31) - 1, 0),
}

HEAD = """\
language 1

game families:
    players 2

enum Good: wood, wool, salt
enum Town: ant, bee, cat, dog, elk, lone
enum Sole: only

card Card "card":
    value: 1..4
    good: Good
    named "{good} {value}"

tile Tile "tile":
    good: Good

supply:
    1 of each Card
    4 of each Tile

board country: spaces Town
board tracks: links of country from "ways.csv"
board alone: spaces Sole

each cell of country:
    inn: player or none

each cell of tracks:
    length: 0..6
    owner: player or none

state:
    n: int
    two: int = 2
    flag: bool
    many: list of int
    several: set of Good
    few: list of Good
    held: bundle of Good = {wood: 2, salt: 1}
    pairs: list of list of int
    where_: Town or none
    row_: row of Card
    yard: square grid of Tile
    side_: edge or none
"""

TAIL = """
play:
    move Card to row_
    for each t in Tile where t.good != salt:
        move t to yard at place_at(size(yard) mod 3, size(yard) / 3 rounded down)
    country[bee].inn = player 1
    country[elk].inn = player 2
    for each k in tracks where k.length > 2:
        k.owner = player 1
FILLING
    player 1 chooses pick in 1..COUNT
    let probe = pick
CALLS
    player 2 chooses _end in 1..2
    rank players by most n
"""

WAYS = """\
from,to,length,one_way
ant,bee,2,no
ant,bee,0,no
bee,cat,6,yes
cat,ant,1,no
cat,dog,3,no
dog,elk,5,yes
elk,dog,4,yes
"""

ON_A_BOARD = """\
n = count c in B where c.B_mark == 2
n = count c in B where c.B_mark > 1 and c.B_owner is none
n = count c in B where c.B_owner == player 1 or c.B_wet
n = count c in B where not c.B_wet and c.row != 0
n = count c in B where c.column == c.row
n = count c in B where some d in c.neighbours where d.B_wet
n = count c in B where every d in c.neighbours has not d.B_wet
n = count c in B where no d in c.neighbours where d.B_owner == player 2
n = sum(c.column for c in B where c.B_wet)
n = most(c.row for c in B where c.B_owner is not none, otherwise -1)
many = [c.row + c.column for c in B where c.B_wet and c.B_mark == 1]
flag = some c in B where c.B_mark == 3 and c.B_wet
flag = every c in B has c.B_mark < 3
let at = last(c for c in B where c.B_wet) \\n n = at.column
let at = first c in B where c.B_owner == player 2 \\n n = at.column if at is not none else -1
n = size(reach from last(B) within two in B)
n = size(reach from first(B) in B stepping x to y where not y.B_wet)
many = [size(g) for g in regions of (all c in B where c.B_wet)]
many = [size(g) for g in regions of B stepping x to y where x.B_wet == y.B_wet]
n = (steps from first(B) to last(B) in B) otherwise -1
n = (steps from first(B) to last(B) in B stepping x to y where x.B_mark != y.B_mark) otherwise -1
n = (steps from first(B) to last(B) in B stepping x to y costing y.B_mark) otherwise -1
n = size(longest loop in (all c in B where c.row < 2 and c.column < 4))
n = size(longest trail in (all c in B where c.row < 2 and c.column < 3))
n = sum(section(c, 1, 1) for c in B)
n = sum(section(c, 2, 3) for c in B)
n = sum(section(c, 1, 2) for c in B)
n = size(border(B)) + distance(first(B), last(B))
for each c in B where c.B_mark == 1: c.B_mark = 3
for each c in B where c.B_owner is none and c.B_wet: c.B_owner = player 2
for each c in B where c.B_owner == player 1: c.B_owner = none
""".splitlines()

ON_SQUARES = """\
n = count c in B where some d in c.around where d.B_wet and d.B_mark == 1
n = count c in B where step(c, east) is none
n = sum(1 for c in B for s in Direction where (step(c, s) otherwise c).B_wet)
n = size(ray(first(B), east)) + size(ray(last(B), west))
flag = some l in lines(B, 3) where every c in l has c.B_wet
flag = every l in lines(B, 2) has some c in l where not c.B_wet
flag = some l in lines_through(last(B), 2) where every c in l has c.B_wet
flag = every l in lines_through(first(B), 1) has some c in l where c.B_wet
n = count l in lines(B, 2) where every c in l has c.B_mark == 1
many = [size(l) for l in lines_from(first(B), 2)]
""".splitlines()

ON_SPACES = """\
many = [(steps from country[ant] to m in country) otherwise -1 for m in country]
many = [(steps from country[cat] to m in country stepping x to y by k where k.owner is none) otherwise -1 for m in country]
many = [(steps from country[ant] to m in country stepping x to y by k costing k.length) otherwise -1 for m in country]
many = [size(reach from m in country) for m in country]
many = [size(reach from m within 1 in country stepping x to y by k where k.length < 5) for m in country]
many = [size(reach from m within 3 in country stepping x to y by k costing k.length) for m in country]
many = [size(g) for g in regions of country]
many = [size(g) for g in regions of country stepping x to y by k where k.length > 1]
many = [size(g) for g in regions of country stepping x to y where x.inn is none and y.inn is none]
n = size(longest loop in country)
n = size(longest loop in country stepping x to y by k where k.length != 1)
n = size(longest trail in country)
many = [k.length for k in longest trail in tracks]
n = size(longest trail in tracks stepping x to y by t costing y.length where t.inn is none)
many = [size(g) for g in regions of tracks]
many = [size(g) for g in regions of tracks stepping x to y by t where t.inn is none]
n = size(reach from first(tracks) in tracks) + size(reach from last(tracks) within 1 in tracks)
n = count m in country where m.neighbours is empty
n = count m in country where some k in m.links where k.owner == player 1
n = size(reach from first(alone) in alone) + size(regions of alone)
n = size(longest loop in alone) + size(longest trail in alone)
n = (steps from first(alone) to last(alone) in alone) otherwise -1
n = size(regions of (all m in country where m.value == lone))
n = size(regions of (all m in country where m.value == lone and m.inn is not none))
n = size(longest trail in (all k in tracks where k.length == 6))
n = size(longest trail in (all k in tracks where k.length > 6 or k.owner == player 2))
n = size(longest loop in (all m in country where m.inn is not none and m.value != elk))
n = size(reach from (all m in country where m.value == cat and m.inn is not none) in country)
n = size(reach from (all m in country where m.inn is not none) within 1 in country)
n = size(reach from country[ant] in (all m in country where m.inn is none))
n = size(reach from country[bee] in (all m in country where m.inn is none))
many = [size(g) for g in regions of Town stepping x to y where country[x].inn is none and y != lone]
many = [(steps from ant to t in Town stepping x to y in [rotated(x, 2)]) otherwise -1 for t in Town]
n = size(reach from ant within 2 in Town stepping x to y in [rotated(x, 1)] costing 1)
n = size(reach from player 1 in players stepping x to y in [x.left])
""".splitlines()

COLLECTIONS = """\
few = [g for g in {salt, wood}]
several = {g for g in few + [wool, wool]}
several = {c.good for c in row_ where c.value > two}
many = [k for k in {3, 1, two, 3}]
few = [g for g in held]
several = {g for g in held} - {wood}
held = {wood: two, salt: 1} - {wood: 1}
held = {first(Good): 1}
n = size({k mod 4 for k in 0..9})
n = size({[k, k mod 2] for k in 0..two})
pairs = [p for p in {[two, 1], [1, 2], [two, 1]}]
pairs = reversed([[k] for k in 1..3] + [[]])
pairs = [p for p in distinct([k mod 2, two] for k in 1..4)]
n = size(distinct(c.good for c in row_))
many = [v for v in distinct(c.value for c in row_)]
flag = [wood, salt] == few or {wood, salt} == several
n = position([c.value for c in row_], 3)
many = [size(p) + sum(p) for p in [[1, 4], [], [two]]]
many = [size(g) for g in standings of c in row_ by most c.value then least position(row_, c)]
many = [size(g) for g in standings of c in row_ by most c.value mod 3]
n = (the c in row_ having most c.value * 10 - position(row_, c)).value
many = [size(r) for r in runs of c in row_ where c.value != two]
n = longest run c in row_ where c.good == wood
""".splitlines()

ON_A_GRID = """\
n = size(yard) + size(frontier(yard)) + size(enclosed(yard))
n = size(components(yard)) + size(outline(yard))
n = count c in yard where yard[c] is not none
many = [c.x + c.y for c in frontier(yard)]
n = count c in frontier(yard) where some s in Side where yard[step(c, s)] is not none
n = sum(1 for c in frontier(yard) for s in Side where yard[step(c, s)] is not none and yard[step(c, s)].good == wood)
n = size(reach from place_at(0, 0) in yard)
n = size(reach from place_at(0, 0) within two in yard stepping x to y where yard[y] is not none)
n = (steps from place_at(0, 0) to place_at(2, 1) in yard) otherwise -1
n = (steps from place_at(0, 0) to place_at(9, 9) in yard) otherwise -1
many = [size(g) for g in regions of yard]
many = [size(g) for g in regions of yard stepping x to y where yard[x].good == yard[y].good]
n = size(longest loop in yard)
n = size(yard without place_at(0, 0)) + size(yard with first(Tile) at place_at(7, 7))
n = size(outline(yard without place_at(1, 1)))
n = count t in components(yard) where t.good == wool
let at = position(yard, first(Tile)) \\n n = at.x if at is not none else -1
n = most(size(l) for l in outline(yard), otherwise 0)
side_ = first(first(outline(yard)))
side_ = last(first(outline(yard)))
side_ = last(last(outline(yard)))
""".splitlines()


def on_numbers() -> list[str]:
    """Each variable at the ends of its range, one beyond, and where it is none."""
    result = []
    for name, (low, high) in WIDTHS.items():
        result += [
            f"{name} = {high} \\n n = {name} - two",
            f"{name} = {low} \\n n = {name} + two",
            f"{name} = {high} \\n {name} += two - 1",
            f"{name} = {low} \\n {name} -= two - 1",
            f"maybe_{name} = {high} \\n flag = maybe_{name} in {low}..{high - 1}",
            f"maybe_{name} = {low} \\n flag = maybe_{name} in {low}..{high}",
            f"maybe_{name} = {low} \\n maybe_{name} = none \\n"
            f" flag = maybe_{name} == {low} or maybe_{name} is none",
            f"maybe_{name} = none \\n flag = maybe_{name} not in {low}..{high}",
            f"kept_{name}[2] = {high} \\n kept_{name}[3] = {low} \\n"
            f" n = kept_{name}[2] + kept_{name}[3]",
        ]
    return result


def lines() -> list[str]:
    """All lines that are tried."""
    result = [line.replace("B", name) for name in BOARDS for line in ON_A_BOARD]
    squares = [name for name, shape in BOARDS.items() if shape.startswith("square")]
    result += [line.replace("B", name) for name in squares for line in ON_SQUARES]
    return result + ON_SPACES + COLLECTIONS + ON_A_GRID + on_numbers()


def _declared() -> str:
    """The boards and the variables of all widths."""
    text = ""
    for name, shape in BOARDS.items():
        text += (
            f"board {name}: {shape}\n\neach cell of {name}:\n"
            f"    {name}_mark: 0..3\n    {name}_wet: bool\n"
            f"    {name}_owner: player or none\n\n"
        )
    return text


def _variables() -> str:
    text = ""
    for name, (low, high) in WIDTHS.items():
        start = "" if low <= 0 <= high else f" = {low}"
        text += (
            f"    {name}: {low}..{high}{start}\n"
            f"    maybe_{name}: {low}..{high} or none\n"
            f"    kept_{name}[1..3]: {low}..{high}{start}\n"
        )
    return text


def _filled() -> str:
    """What stands on the boards, without any order."""
    text = ""
    for name in BOARDS:
        text += (
            f"    for each c in {name}:\n"
            f"        let k = c.row * 7 + c.column * 5 + c.row * c.column\n"
            f"        c.{name}_mark = k mod 3\n"
            f"        c.{name}_wet = k mod 4 < 2\n"
            f"        if k mod 5 < 2: c.{name}_owner = player 1 if k mod 2 == 0 "
            "else player 2\n"
        )
    return text


def rules() -> str:
    """A game in which a choice says which line is carried out."""
    bodies = [line.replace(" \\n", "\n   ") for line in lines()]
    calls = "".join(
        f"    if probe == {at}: do probe_{at}\n" for at in range(1, len(bodies) + 1)
    )
    probes = "".join(
        f"\nrule probe_{at}:\n    {body}\n" for at, body in enumerate(bodies, 1)
    )
    tail = TAIL
    for word, text in (("FILLING\n", _filled()), ("CALLS\n", calls)):
        tail = tail.replace(word, text)
    return (
        HEAD.replace("state:\n", _declared() + "state:\n")
        + _variables()
        + tail.replace("COUNT", str(max(2, len(bodies))))
        + probes
    )


@cache
def game() -> Game:
    return Game(program_of(rules(), {"ways.csv": WAYS}), 2)


def test_all_lines_mean_the_same_to_python_and_the_evaluator() -> None:
    for at in range(len(lines())):
        state, options = game().machine.start(1)
        before, said = state.copy(), ""
        try:
            game().machine.resume(state, options[at])
        except GameFault as fault:
            said = fault.message
        evaluated(game(), before, at, said, state)


def test_all_lines_mean_the_same_in_c() -> None:
    try:
        compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))
    engine = Engine(game().module, (*FLAGS, "-O0"))
    outcomes = [ends_alike(game(), engine, [at]) for at in range(len(lines()))]

    assert len([fault for fault in outcomes if fault]) == 2 * len(WIDTHS)
