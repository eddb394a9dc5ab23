"""A choice is taken back only if nothing has become known by it."""

import pickle
from copy import copy
from pathlib import Path

import pytest
from compiling import program_of, shipped

from rulesrun.interpreter.game import Game, NothingToUndo, Position

GAMES = Path(__file__).parents[1] / "cli/games"
KNOWN = "that choice revealed something hidden"


def after(text: str, choice: str) -> Position:
    """A game of a text after the first option that begins so."""
    position = Game(program_of(text), 2).start(3)
    option = next(o for o in position.options if o.name.startswith(choice))
    position.choose(option)
    return position


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ("steal q=2", KNOWN),
        ("guess n=3", KNOWN),
        ("peek", KNOWN),
        ("read_plan q=2", KNOWN),
        ("roll", "chance has been drawn since that choice"),
        ("done", "another player is already choosing"),
    ],
)
def test_what_has_become_known_is_not_taken_back(choice: str, why: str) -> None:
    position = after((GAMES / "undo.rules").read_text("utf-8"), choice)
    with pytest.raises(NothingToUndo) as caught:
        position.undo()

    assert why == str(caught.value)


def test_what_one_has_shown_oneself_is_taken_back() -> None:
    position = after((GAMES / "undo.rules").read_text("utf-8"), "show c=")
    before = Game(position.game.program, 2).start(3)
    position.undo()

    assert before.digest() == position.digest()


LOOKS = """\
language 1

game looks "Looks":
    players 2

card Card "card":
    value: 1..3
    named "card {value}"

supply:
    2 of each Card

piece gem "gem": 9

state:
    deck "deck": deck of Card
    heap "heap": pile of Card
    bank: stock of gem = 9
    vault: space of Card, secret
    points: -99..99

each player:
    hand "hand": hand of Card
    mark "mark": Card or none, seen by owner
    purse "purse": stock of gem, seen by owner
    plan "plan": 1..3, seen by owner

each Card:
    cursed: bool, secret

function worth(q: player) -> int = sum(q.hand.value)

rule look(p: player):
    let q = p.left
    let x = size(q.hand)
    WHAT

play:
    move Card to deck
    shuffle deck
    move bottom(deck) to vault
    for each p in players:
        draw 2 from deck to p.hand
        move 2 from bank to p.purse
        p.mark = first(p.hand)
    repeat 3 times:
        player 1 chooses n in 1..3
        do look(player 1)
    nobody wins
"""


@pytest.mark.parametrize(
    "what",
    [
        "points = worth(q)",
        "if some c in q.hand where c.value == 1:\n        pass",
        "if q.mark is none:\n        pass",
        "let m = q.mark\n    if m is none:\n        pass",
        "if q.purse == 2:\n        pass",
        "if q.purse is empty:\n        pass",
        "points = least(c.value for c in deck)",
        "move top(deck) to heap",
        "move bottom(deck) to p.hand",
        "move q.hand to heap",
        'if "card 1" in q.hand:\n        pass',
        "for each c in Card where c in q.hand:\n        points += 1",
        "if first(p.hand).cursed:\n        pass",
        "let v = vault\n    if v is not none:\n        points = v.value",
        "points = 1 if q.plan > p.plan else 0",
        "points = q.plan after forget(q)",
        "points = size([c for r in players for c in r.hand where c.value > 1])",
    ],
)
def test_whatever_looks_is_seen(what: str) -> None:
    text = LOOKS.replace("WHAT", what) + "\nrule forget(q: player):\n    points = 0\n"
    position = after(text, "n=1")
    with pytest.raises(NothingToUndo, match=f"{KNOWN}|a hidden card has been revealed"):
        position.undo()


@pytest.mark.parametrize(
    "what",
    [
        "points = worth(p) + size(q.hand) + size(deck)",
        "if p.mark is none or p.purse == 2:\n        points = p.plan",
        "if vault is none or deck is empty:\n        points = x",
        "move first(p.hand) to bottom of deck",
        "move first(p.hand) to q.hand",
        "move first(p.hand) to heap\n    q.plan = 2",
        "for each c in Card where c in p.hand or c in heap:\n        points += c.value",
    ],
)
def test_what_is_known_may_be_looked_at(what: str) -> None:
    text = LOOKS.replace("WHAT", what) + "\nrule forget(q: player):\n    points = 0\n"
    position = after(text, "n=1")
    position.undo()

    assert Game(position.game.program, 2).start(3).digest() == position.digest()


PENDING = """\
language 1

game pending "Pending":
    players 2

state:
    points: 0..9

play:
    player 1 may secretly choose mine in 1..3
    player 2 chooses a in 1..2
    ASKED
    player 2 chooses b in 1..2
    if mine is not none:
        points = mine
    nobody wins
"""


@pytest.mark.parametrize(
    "asked",
    ["if mine is none:\n        points = 1", "if mine == 2:\n        points = 1"],
)
def test_what_another_has_chosen_in_secret_becomes_known(asked: str) -> None:
    position = Game(program_of(PENDING.replace("ASKED", asked)), 2).start(1)
    position.choose("mine=2")
    position.choose("a=1")
    with pytest.raises(NothingToUndo, match=KNOWN):
        position.undo()


def test_what_another_has_chosen_in_secret_may_lie_there() -> None:
    position = Game(program_of(PENDING.replace("ASKED", "points = a")), 2).start(1)
    position.choose("mine=2")
    before = position.digest()
    position.choose("a=1")
    position.undo()

    assert before == position.digest()


def test_choices_are_counted_and_taken_back() -> None:
    position = Game(shipped("tic_tac_toe"), 2).start(1)
    position.choose(0)
    position.choose(0)
    later = pickle.loads(pickle.dumps(position))

    assert position.choices_made == position.copy().choices_made == 2
    assert later.choices_made == copy(position).choices_made == 2
