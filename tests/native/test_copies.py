"""Copies of a card are one option where the rules cannot tell them apart, in all engines."""

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game

pytestmark = NEEDS_COMPILER

RULES = """language 2

game market "Market":
    players 2

enum Good "good": figs, salt

card Ware "ware":
    good "good": Good
    named "{good}"

supply:
    4 of each Ware

state:
    sacks "sacks": deck of Ware, shuffled
    stand "stand": row of Ware

each player:
    wares "wares": hand of Ware
OWN

play:
    repeat 2 times:
        draw 4 from sacks to stand
        for each p in players: do take(p)
        move stand to bottom of sacks

rule take(p: player):
    if stand is empty: return
CHOICE
"""


def game_of(choice: str, own: str = "") -> Game:
    lines = "\n".join(f"    {line}" for line in choice.splitlines())
    return Game(program_of(RULES.replace("OWN", own).replace("CHOICE", lines), {}), 2)


def offered(game: Game) -> list[tuple[str, ...]]:
    """The options of the first choice of some games."""
    return [
        tuple(option.name for option in game.start(seed).options) for seed in range(9)
    ]


ANY = "p chooses ware in stand\nmove ware to p.wares"


def test_copies_that_lie_side_by_side_are_one_option() -> None:
    game = game_of(ANY)

    assert max(map(len, offered(game))) == 2
    assert compare(game, 5) > 10


@pytest.mark.parametrize(
    "choice",
    [
        "p chooses ware in stand\n    where position(stand, ware) > 2\n"
        "    otherwise: return\nmove ware to p.wares",
        "p chooses ware in stand\nfor each x in (all x in stand "
        "where position(stand, x) <= position(stand, ware)):\n    move x to p.wares",
        "p chooses ware in stand\nif ware == first(stand): move ware to p.wares",
        "p chooses ware in stand\n    where size(stand) < 3 or ware != stand[1]\n"
        "move ware to p.wares",
    ],
)
def test_each_copy_is_offered_where_rules_ask_for_its_place(choice: str) -> None:
    game = game_of(choice)
    expected = 2 if "position(stand, ware) > 2" in choice else 4
    expected = 3 if "stand[1]" in choice else expected

    assert set(map(len, offered(game))) == {expected}
    assert compare(game, 5) > 10


def test_copies_that_differ_by_a_value_of_theirs_stand_apart() -> None:
    choice = (
        "p chooses ware in stand\nmove ware to p.wares\n"
        "let left = all x in stand where not x.stale\n"
        "if left is not empty:\n    let old = random(left)\n    old.stale = true"
    )
    game = game_of(choice, '\neach Ware:\n    stale "stale": bool')

    assert max(map(len, offered(game))) == 2
    more = set[int]()
    for seed in range(9):  # one of three is stale then
        position = game.start(seed)
        position.choose(0)
        kinds = {name.partition(" #")[0] for name in position.seen_by(1).stand}
        more.add(len(position.options) - len(kinds))
    assert more == {0, 1}
    assert compare(game, 5) > 10


def test_several_of_those_that_differ_are_counted_by_what_they_differ_in() -> None:
    choice = (
        "p chooses taken from stand, exactly 2\n    otherwise: return\n"
        "let left = all x in stand where x not in taken and not x.stale\n"
        "if left is not empty:\n    let old = random(left)\n    old.stale = true\n"
        "move random(taken) to p.wares"
    )
    game = game_of(choice, '\neach Ware:\n    stale "stale": bool')

    assert max(map(len, offered(game))) == 3
    assert compare(game, 5) > 10
