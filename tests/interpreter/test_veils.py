"""What stands for what is not known, to the last slot, and what worlds keep."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import dealt
from rulesrun.interpreter.runtime.layout import FRAMES
from rulesrun.interpreter.runtime.veils import Unseen

RULES = """\
language 1

game veiled "Veiled":
    players 3

card Card "card":
    value: 1..4
    named "card {value}"

supply:
    2 of each Card

piece gem "gem": 9

state:
    deck "deck": deck of Card
    shop "shop": row of Card
    gifts: 0..9

each player:
    hand "hand": hand of Card
    purse "purse": stock of gem, at most 4, seen by owner = 3

play:
    move Card to deck
    shuffle deck
    draw 2 from deck to shop
    for each p in players:
        draw 1 from deck to p.hand
    player 1 may secretly choose n in 1..3
    player 2 chooses k in 1..3
    if n is not none: gifts = n
    gifts += random(1..3) + k
    nobody wins
"""


@pytest.fixture
def position() -> Position:
    return Game(program_of(RULES), 3).start(3)


def slots(position: Position, name: str) -> range:
    families = position.game.layout.families.items()
    family = next(f for s, f in families if s.name == name)
    return range(family.base, family.base + family.size)


def test_places_of_components_that_are_hidden_are_veiled(position: Position) -> None:
    state, layout = position.state, position.game.layout
    veiled = position.game.machine.secrecy.veiled(state, 1, state[FRAMES])
    own = slots(position, "hand")[1]
    known = {*state[own], *state[slots(position, "shop")[0]]}

    assert len(known) == 3
    for card in range(len(layout.components)):
        place = veiled[layout.locations + card]
        assert isinstance(place, int) == (card in known), card
    assert veiled[own] == state[own]
    assert veiled[slots(position, "purse")[1]] == 3
    assert not isinstance(veiled[slots(position, "purse")[0]], int)


def test_a_choice_that_was_passed_over_is_made(position: Position) -> None:
    pending = position.game.machine.secrecy.pending
    before = list(pending.held(position.state, position.state[FRAMES]))
    position.choose("pass")
    held = list(pending.held(position.state, position.state[FRAMES]))

    assert all(one.stale for one in before)
    assert [(one.owner, one.stale) for one in held] == [(0, False)]
    veiled = position.game.machine.secrecy.veiled(
        position.state, 1, position.state[FRAMES]
    )
    with pytest.raises(Unseen):  # to look at it is to see what it is
        assert veiled[FRAMES] == position.state[FRAMES]


def test_scripted_chance_is_no_part_of_another_world(position: Position) -> None:
    position.script_chance("2")

    assert position.scripted_chance == ("2",)
    assert dealt(position, 1, 5).scripted_chance == ()
    assert position.scripted_chance == ("2",)


def test_no_more_pieces_than_there_is_room_for(position: Position) -> None:
    result = [
        tuple(other.state[slot] for slot in slots(other, "purse"))
        for other in (dealt(position, 1, seed) for seed in range(60))
    ]

    assert {purses[1] for purses in result} == {3}
    assert {sum(purses) for purses in result} == {9}
    assert {purses[0] for purses in result} == {2, 3, 4}
