"""Pieces of several kinds: a stock of them holds so many of each."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.pieces import miscounted

Ended = Callable[..., dict[str, Any]]

PIECES = """
enum Colour: red, yellow, blue

piece worker of Colour: 9

state:
    bag: stock of worker, secret = {red: 4, yellow: 3, blue: 2}
    field: stock of worker, at most 4

each player:
    screen: stock of worker, seen by owner

"""


def started(play: str) -> Position:
    text = f"language 1\n\ngame small:\n    players 2\n{PIECES}{play}"
    return Game(program_of(text), 2).start(1)


def test_pieces_are_moved_by_kind_in_bundles_and_all_at_once(ended: Ended) -> None:
    rules = f"""{PIECES}
state:
    counted: int
    reds: int
    both: bundle of Colour

play:
    let p = player 1
    let c = blue
    move {{red: 2, yellow: 1}} from bag to p.screen
    move {{c: 1}} from bag to field
    counted = size(p.screen)
    reds = p.screen[red]
    both = p.screen + {{blue: 1}} * 2
    move p.screen to field
    rank players by most size(it.screen)
"""
    result = ended(rules)

    assert (2, 2, 1) == result["bag"]
    assert (2, 1, 1) == result["field"]
    assert [(0, 0, 0), (0, 0, 0)] == result["screen"]
    assert (3, 2) == (result["counted"], result["reds"])
    assert (2, 1, 2) == result["both"]


def test_what_is_drawn_is_drawn_by_chance_and_nothing_is_lost() -> None:
    play = """
play:
    for each p in players:
        draw 4 from bag to p.screen
    player 1 chooses n in 0..1
    rank players by most n
"""
    position = started(play)
    layout = position.game.layout

    assert None is miscounted(layout, position.state)
    screens = next(f for s, f in layout.families.items() if s.name == "screen")
    held = position.state[screens.base : screens.base + 2]
    assert [4, 4] == [sum(screen) for screen in held]


def test_of_hidden_stocks_the_kinds_are_not_seen() -> None:
    play = """
play:
    for each p in players:
        draw 2 from bag to p.screen
    player 1 chooses n in 0..1
    rank players by most n
"""
    seen = [s for s in view(started(play), 0).seen if s.name in ("bag", "screen")]

    assert [True, False, True] == [s.hidden for s in seen]
    assert [5, 2, None] == [s.count for s in seen]
    assert [None, None] == [seen[0].value, seen[2].value]


def test_one_chooses_so_many_of_each_kind() -> None:
    play = """
play:
    let p = player 1
    move {red: 2, yellow: 1, blue: 1} from bag to p.screen
    p chooses some from p.screen, at least 1, at most 2
        where it != blue
    move some from p.screen to field
    rank players by most size(it.screen)
""".replace("some", "taken")
    position = started(play)
    names = [option.name for option in position.options]

    assert [
        "taken={red: 2}",
        "taken={red: 1, yellow: 1}",
        "taken={red: 1}",
        "taken={yellow: 1}",
    ] == names
    position.choose("taken={yellow: 1, red: 1}")
    assert position.over


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("move {red: 5} from bag to field", "more is to be taken from the bag"),
        ("move {red: 3, yellow: 2} from bag to field", "holds at most 4"),
        ("draw 10 from bag to player 1.screen", "the bag is empty"),
    ],
)
def test_what_is_not_there_cannot_be_moved(line: str, message: str) -> None:
    with pytest.raises(GameFault, match=message):
        started(f"\nplay:\n    {line}\n    rank players by most size(it.screen)\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("move 2 from bag to field", "a bundle of Colour is needed here"),
        ("field = 3", "a bundle of Colour is needed here"),
        ("move {wood: 1} from bag to field", "nothing here is called `wood`"),
    ],
)
def test_kinds_must_be_said(line: str, message: str) -> None:
    text = f"language 1\n\ngame small:\n    players 2\n{PIECES}\nplay:\n    {line}\n"
    diagnostics = small(text).diagnostics

    assert any(message in d.message for d in diagnostics), diagnostics


def test_shared_and_rotated(ended: Ended) -> None:
    rules = """
enum Good: wood, stone

state:
    goods: bundle of Good
    sides: set of HexSide
    ways: set of Side
    one: HexSide

play:
    goods = shared({wood: 3, stone: 1}, {wood: 2, stone: 5})
    sides = rotated(shared({east, west, southeast}, {east, southeast}), 1)
    ways = rotated({north, east}, 0 - 1)
    one = rotated(southeast, 7)
    rank players by most goods[wood]
"""
    result = ended(rules)

    assert (2, 1) == result["goods"]
    assert {"southeast", "southwest"} == names(result["sides"], HEX)
    assert {"north", "west"} == names(result["ways"], SQUARE)
    assert "southwest" == HEX[result["one"]]


HEX = ("east", "northeast", "northwest", "west", "southwest", "southeast")
SQUARE = ("north", "east", "south", "west")


def names(mask: int, sides: tuple[str, ...]) -> set[str]:
    return {side for i, side in enumerate(sides) if mask >> i & 1}


def test_columns_that_would_be_empty_may_be_left_out(ended: Ended) -> None:
    rules = """
enum Good: wood, stone

tile House:
    cost: bundle of Good
    sides: set of Side
    numbers: list of int
    owner: Good or none
    usable: bool

supply:
    2 House from "houses.csv"

state:
    total: int

play:
    total = sum(size(h.cost) + size(h.sides) for h in House where bare(h))
    rank players by most total
"""
    rules += """
function bare(h: House) -> bool =
    h.owner is none and not h.usable and h.numbers is empty
"""
    files = {"houses.csv": "name,cost\nhut,2 wood 1 stone\nhall,1 stone\n"}

    assert 4 == ended(rules, files)["total"]
