"""Copies of a card are one option where the rules cannot tell them apart, in all engines."""

import pytest
from alike import NEEDS_COMPILER
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game

pytestmark = NEEDS_COMPILER

HEAD = """language 2

game market "Market":
    players 2

enum Good "good": figs, salt

card Ware "ware":
    good "good": Good
    named "{good}"

"""

RULES = (
    HEAD
    + """supply:
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
)


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


HELD = (
    HEAD
    + """supply:
    6 of each Ware

state:
    sacks "sacks": deck of Ware, shuffled
    heap "heap": area of Ware
    latest: Ware or none
    shown: list of Ware

each player:
    wares "wares": hand of Ware

play:
    repeat 2 times:
        for each p in players:
            draw 3 from sacks to p.wares
            do take(p)
            move p.wares to heap

condition is_new(w: Ware) "again" = w != latest

rule take(p: player):
CHOICES
"""
)

CONDITIONS = (
    "two != one",
    "not (one == two)",
    "two not in [one]",
    "is_new(two)",
    "two not in shown",
)


def held_game(choices: str) -> Game:
    lines = "\n".join(f"    {line}" for line in choices.splitlines())
    return Game(program_of(HELD.replace("CHOICES", lines), {}), 2)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_component_that_is_named_stands_apart_from_its_copies(condition: str) -> None:
    """Of two equal cards in a hand the other one can still be chosen."""
    game = held_game(
        "p chooses one in p.wares\n    otherwise: return\n"
        "latest = one\nshown = [one]\n"
        f'p chooses two in p.wares\n    where {condition}  "again"\n    otherwise: return'
    )
    for seed in range(12):
        position = game.start(seed)
        first = sorted(position.seen_by(position.player).wares[0])
        position.choose(0)
        left = first.copy()
        left.remove(first[0])  # options come in the order of components
        assert len(position.options) == len(set(left))
    assert compare(game, 6) > 10


def test_a_component_that_a_variable_holds_stands_apart_in_what_follows() -> None:
    game = held_game(
        "p chooses one in p.wares\nlatest = one\n"
        "p chooses two in p.wares\nif two == latest: shown = [two]"
    )
    position = game.start(1)
    same = next(seed for seed in range(50) if len(game.start(seed).options) == 1)
    position = game.start(same)
    position.choose(0)
    assert len(position.options) == 2  # this one, or one of the two others
    assert compare(game, 6) > 10


def test_what_may_fail_is_asked_only_behind_its_guard() -> None:
    game = held_game(
        "p chooses one in p.wares\n"
        '    where size(shown) == 0 or one != shown[1]  "again"\n'
        "    otherwise: return\n"
        "shown = [one]\n"
        "p chooses two in p.wares\n"
        '    where size(shown) == 0 or two != shown[1]  "again"\n'
        "    otherwise: return"
    )
    position = game.start(1)
    assert (
        len(position.options) == 3
    )  # each copy: what is asked cannot be asked beforehand
    position.choose(0)
    assert len(position.options) == 2
    assert compare(game, 6) > 10
