"""What was shown is known from then on: worlds keep it, and scenarios can ask for it."""

from pathlib import Path

from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import knows, worlds

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
