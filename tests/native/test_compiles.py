"""What validates compiles and means the same to both engines: the rarer shapes."""

import pytest
from alike import NEEDS_COMPILER
from compiling import RULES as RULES_OF_GAMES
from engines import compare

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import FLAGS
from rulesrun.interpreter.native.program import compile_to_c

pytestmark = NEEDS_COMPILER

RULES = """language 1

game shapes "Shapes":
    players 2

enum Good "good": wood, wool, salt
enum Town "town": york, leeds

card Order "order":
    value "value": 1..4
    good "good": Good
    named "{good} {value}"

board field "field": square 3 x 3

supply:
    1 of Order(1, wood)
    2 of Order(2, wool)
    1 of Order(3, salt)
    2 of Order(4, wood)

table part (nr: 1..4 -> down: int, right: int), otherwise 7:
    1 | 0 | 2
    2 | 1 | 3

table link (nr: 1..4 -> town: Town, length: int):
    1 | york  | 2
    2 | leeds | 3
    3 | york  | 2
    4 | leeds | 5

state:
    heap "heap": pile of Order
    offer "offer": row of Order
    prices[Good] "price": int
    small[Good] "small": 0..90
    lists[Good]: list of int
    past: list of list of int
    bags: list of bundle of Good
    seen: set of list of int
    total "total": int

each Order:
    delivered "delivered": bool
    worth "worth": int

each player:
    points "points": int
    hand "hand": hand of Order
    kept "kept": hand of Order
    coins "coins": stock of coin = 9

each cell of field:
    mark "mark": player or none

piece coin "coin": 18

function digits(n: int) -> list of int = [n, n + 1, n + 2]

function kinds(s: set of Good) -> int = size(s)

function picture() -> list of int = [0 if c.mark is none else 1 for c in field]

rule mark_it(p: player, n: int):
    let c = any c in field where c.row == n - 1
    c.mark = p

play:
    move Order to heap
    for each p in players:
        move first(heap) to p.hand
        move first(heap) to offer
    repeat 9 times:
        for each p in players:
            p chooses shape in 1..SHAPES
            p chooses n in 1..3
            PROBES
    rank players by most it.points

"""

SHAPES = {
    "a variable of the card on top": "top(heap).delivered = true",
    "a number of the card on top": "top(heap).worth += n",
    "a place by what is searched for": "prices[first(p.hand).good] += n",
    "a place with a range": "small[first(offer).good] = n * 10",
    "more in a place with a range": "small[(any o in p.hand).good] += n",
    "a list by what is searched for": "lists[first(p.hand).good] = digits(n)",
    "reading such a list": "total += size(lists[(the o in p.hand).good])",
    "an item of a row by what is found": "total += offer[position(digits(n), n)].value",
    "a counter of who is searched for": (
        "(any q in players having most q.points).points += n"
    ),
    "pieces of who is searched for": (
        "move 1 from (any q in players where q != p).coins to p.coins"
    ),
    "what lies where is searched for": "total += size((first(others(p))).hand)",
    "a card to who is searched for": (
        "if size(heap) > 1: move top(heap) to first(others(p)).kept"
    ),
    "a row of several columns": "let row = part[n]\n    total += row.down",
    "a row that is not there": "total += part[n + 1].right * 10 + part[n].down",
    "a row that outlives a choice": (
        "let row = link[n]\n    p chooses k in 1..2\n    "
        "total += row.length * k\n    if row.town == leeds: total += 1"
    ),
    "a row that outlives a choice and is not there": (
        "let row = part[n]\n    p chooses k in 1..2\n    total += row.right * k"
    ),
    "the last of a list of lists": (
        "past = past + [digits(n)]\n    total += sum(last(past))"
    ),
    "a list of lists back to front": (
        "past = past + [digits(n)]\n    total += sum(first(reversed(past)))"
    ),
    "where a list is among lists": (
        "past = past + [digits(n)]\n    total += position(past, digits(n))"
    ),
    "lists of lists that are alike": (
        "past = past + [digits(n)]\n    if past == [digits(1), digits(2)]: total += 10"
    ),
    "past positions": (
        "if (picture() after mark_it(p, n)) not in past: total += 10\n    "
        "do mark_it(p, n)\n    past = past + [picture()]"
    ),
    "a list of bundles": (
        "bags = bags + [{wood: n}]\n    let two = bags[1]\n    if two in bags: total += 10\n"
        "    total += last(bags)[wood]"
    ),
    "a set of lists": (
        "seen = seen + {digits(n), digits(2), [n]}\n    total += size(seen)"
    ),
    "a set of lists made in a loop": (
        "seen = distinct(digits(k mod 2) for k in 1..n)\n    total += size(seen)"
    ),
    "the size of a set that is known": "total += size({wool}) + kinds({wool, salt})",
    "the size of no set": "total += size({salt} - {salt}) + n",
}


def rules(shapes: list[str]) -> str:
    """A game in which a player chooses which shape is carried out."""
    numbers = range(1, len(shapes) + 1)
    calls = [f"if shape == {i}: do probe_{i}(p, n)" for i in numbers]
    probes = [
        f"rule probe_{i}(p: player, n: int):\n    {shape}\n"
        for i, shape in zip(numbers, shapes, strict=True)
    ]
    text = RULES.replace("SHAPES", str(len(shapes)))
    return text.replace("PROBES", "\n            ".join(calls)) + "\n".join(probes)


def test_the_shapes() -> None:
    compilation = compile_rules(
        rules(list(SHAPES.values())), "shapes.rules", lambda _: None
    )
    assert compilation.program is not None, compilation.diagnostics

    assert compare(Game(compilation.program, 2), 60, flags=(*FLAGS, "-O0")) > 600


@pytest.mark.parametrize("side", [9, 40])
def test_the_text_of_a_large_board_stays_small(side: int) -> None:
    rules = (RULES_OF_GAMES / "connect_four.rules").read_text("utf-8")
    text = rules.replace("square 6 x 7", f"square {side} x {side}")
    compilation = compile_rules(text, "connect.rules", lambda _: None)
    assert compilation.program is not None

    assert len(compile_to_c(Game(compilation.program, 2).module).text) < 1_500_000
