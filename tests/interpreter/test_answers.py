"""What answers to an event and adjusts an amount: when, for which cards, how far."""

from collections.abc import Callable
from typing import Any

from compiling import small

from rulesrun.interpreter.game import Game

Ended = Callable[..., dict[str, Any]]

CARDS = """
enum Kind: smith, thief, monk

card Card "card":
    kind: Kind
    value: 1..2
    named "{kind} {value}"

supply:
    1 of each Card

"""


def test_a_handler_answers_where_its_condition_holds(ended: Ended) -> None:
    rules = f"""{CARDS}
state:
    smiths: int
    two: int
    heap: area of Card
    both: int

event played(c: Card)

when played(c) and c.kind == smith order 1:
    smiths += c.value

when played(c) and c == "thief 2" for each m in heap where m.kind == monk order 2:
    two += m.value

when played(c) and c == "monk 1" order 3:
    both += 1

play:
    move Card to heap
    for each c in Card:
        raise played(c)
    rank players by most 0
"""
    result = ended(rules)

    assert 3 == result["smiths"]
    assert 3 == result["two"]
    assert 1 == result["both"]


def test_a_handler_that_asks_for_a_choice(ended: Ended) -> None:
    rules = f"""{CARDS}
state:
    chosen: list of int

event played(c: Card)

when played(c) and c.kind == smith:
    player 1 chooses number in 7..9
    chosen = chosen + [number]

play:
    for each c in Card:
        raise played(c)
    rank players by most 0
"""
    assert (7, 7) == ended(rules)["chosen"]


def test_limits_count_once_all_have_adjusted(ended: Ended) -> None:
    rules = """
state:
    lowest: int
    between: int
    highest: int

amount tax(printed: int) = printed - 2, at least 0, at most 5

adjust tax(printed) order 1: result - 3

adjust tax(printed) order 2: result + 4

play:
    lowest = tax(0)
    between = tax(4)
    highest = tax(20)
    rank players by most 0
"""
    result = ended(rules)

    assert [0, 3, 5] == [result["lowest"], result["between"], result["highest"]]


def test_what_an_amount_takes_may_matter_to_what_adjusts_it_only() -> None:
    text = """language 1

game small:
    players 2

state:
    heap "heap": int

amount price(p: player) = 3

adjust price(p) when p == player 1: result - 1

play:
    heap = price(player 1) + price(player 2)
    rank players by most heap
"""
    compiled = small(text)

    assert () == compiled.diagnostics
    assert compiled.program is not None

    position = Game(compiled.program, 2).start(0)
    values = {s.name: f.base for s, f in position.game.layout.families.items()}

    assert 5 == position.state[values["heap"]]


def test_pieces_leave_a_space_that_is_known_to_be_theirs(ended: Ended) -> None:
    rules = """
enum Stall: left, right

piece worker: 2 for each player

state:
    stalls[Stall]: space of worker

each player:
    workers: stock of worker = 2

play:
    let p = player 2
    move 1 from p.workers to stalls[left]
    for each stall in Stall where stalls[stall] == p:
        move 1 from stalls[stall] to p.workers
    rank players by most 0
"""
    result = ended(rules)

    assert [None, None] == result["stalls"]
    assert [2, 2] == result["workers"]
