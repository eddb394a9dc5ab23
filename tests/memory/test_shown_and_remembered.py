"""What was shown is known from then on: worlds keep it, and scenarios can ask for it."""

from pathlib import Path

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import dealt, knows, worlds

GAMES = Path(__file__).parents[1] / "cli/games"


def begun(name: str, players: int, *choices: str) -> Position:
    game = Game(program_of((GAMES / f"{name}.rules").read_text("utf-8")), players)
    position = game.start(3)
    for choice in choices:
        position.choose(choice)
    return position


def slot(position: Position, name: str, at: int = 0) -> int:
    families = position.game.layout.families.items()
    return next(f.base + at for s, f in families if s.name == name)


def tops(position: Position, seat: int) -> set[tuple[str, ...]]:
    """The names of the two cards on top of the deck, in the worlds of a seat."""
    deck, components = slot(position, "deck"), position.game.layout.components
    return {
        tuple(components[c].name for c in world.position.state[deck][:2])
        for world in worlds(position, seat, 20, 1)
    }


def test_worlds_keep_what_was_shown_to_a_seat_and_to_no_other() -> None:
    position = begun("peeks", 2, "n=2", "n=3", "peek")

    assert len(tops(position, 0)) == 1
    assert len(tops(position, 1)) > 3


def test_worlds_keep_a_hand_that_was_shown_when_it_is_laid_under_the_deck() -> None:
    position = begun("peeks", 2, "n=2", "n=3", "open_hand")
    hand = slot(position, "hand")

    assert knows(position, 1, hand)
    shown = {w.position.state[hand] for w in worlds(position, 1, 10, 1)}
    assert shown == {position.state[hand]}


def test_a_variable_that_was_shown_is_known_until_it_changes() -> None:
    position = begun("peeks", 2, "n=2", "n=3")
    bid = slot(position, "bid")
    assert knows(position, 1, bid)

    for choice in ("open_hand", "open_hand"):
        position.choose(choice)
    assert knows(position, 1, bid)
    position.choose("n=4")
    assert not knows(position, 1, bid)
    assert not knows(begun("peeks", 2, "n=2"), 1, bid)


def told_to(position: Position, seat: int) -> str:
    return repr(dict(position.seen_by(seat).items()))


def without_line(position: Position) -> Position:
    """The same position, of which nobody knows how it came about."""
    made = position.choices_made
    return Position(position.game, position.state, position.raw, choices_made=made)


@pytest.mark.parametrize("choice", ["peek", "open_hand"])
def test_what_has_just_been_shown_stays_in_worlds_that_fit_what_lies_open(
    choice: str,
) -> None:
    position = without_line(begun("peeks", 2, "n=2", "n=3", choice))
    seat = 0 if choice == "peek" else 1
    told = told_to(position, seat)
    others = set()
    for seed in range(40):
        other = dealt(position, seat, seed)
        assert told_to(other, seat) == told
        others.add(other.digest())
    for world in worlds(position, seat, 10, 1):
        assert told_to(world.position, seat) == told
    if choice == "open_hand":
        hand = slot(position, "hand")
        assert knows(position, 1, hand)
    assert len(others) > 10


HELD_OUT = """language 2

# A hand is shown, and a card of it goes back into the pack at once.
game held_out "Held Out":
    players 2

card Card "card":
    value "value": 1..8
    named "card {value}"

supply:
    1 of each Card

state:
    pack "pack": deck of Card, shuffled

each player:
    hand "hand": hand of Card
    luck "luck": 0..9, secret
    points "points": int

names p: player

action give_back(p) "Show the hand, and put back a card by chance":
    show p.hand to others(p)
    show p.luck to others(p)
    p.luck = random(0..9)
    let gone = random(p.hand)
    move gone to pack
    shuffle pack
    draw 1 from pack to p.hand

play:
    for each p in players:
        draw 3 from pack to p.hand
        p.luck = random(0..9)
    for each p in players:
        turn p:
            p chooses one of:
                give_back(p)
    rank players by most it.points
"""


def test_what_was_shown_and_has_gone_since_is_told_in_no_world() -> None:
    game = Game(program_of(HELD_OUT), 2)
    for seed in range(6):
        position = game.start(seed)
        position.play(position.raw[0])
        position = without_line(position)
        told = told_to(position, 1)
        for number in range(30):
            assert told_to(dealt(position, 1, number), 1) == told
