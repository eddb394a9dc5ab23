"""What a seat is told of what it cannot look into: what it knows from before, and no more."""

from pathlib import Path
from random import Random

import pytest
from compiling import program_of

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.interpreter import game as games
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.knowledge.seen import Hidden, SeenFamily
from rulesrun.interpreter.memory.sights import recalled_in
from rulesrun.interpreter.memory.worlds import Effort
from rulesrun.interpreter.reports import views
from rulesrun.interpreter.reports.views import view, worlds
from rulesrun.table.values import seen_data

TESTS = Path(__file__).parents[1]

WINDS = """language 2

# Hands are passed on: to the left or the right, as one player says, in secret or openly.
game winds "Winds":
    players 3

card Card "card":
    value "value": 1..12
    named "card {value}"

supply:
    1 of each Card

state:
    deck "deck": deck of Card, shuffled
    wind "wind": 0..1, MARK

each player:
    hand "hand": hand of Card
    passing "passing": hand of Card, secret
    points "points": int

names p: player

action wait(p) "Wait": nothing

play:
    for each p in players: draw 3 from deck to p.hand
    player 1 secretly chooses n in 0..1 "Wind"
    wind = n
    for each p in players: move p.hand to p.passing
    for each p in players:
        if wind == 0:
            move p.passing to p.left.hand
        else:
            move p.passing to p.right.hand
    for each p in players:
        turn p:
            p chooses one of:
                wait(p)
    rank players by most it.points
"""


def begun(path: str, *choices: str) -> Position:
    text = (TESTS / f"{path}.rules").read_text("utf-8")
    position = Game(program_of(text), 2).start(4)
    for choice in choices:
        position.choose(choice)
    return position


def passed_on(mark: str, wind: int) -> tuple[Position, tuple[str, ...]]:
    """The game when hands were passed on, and the hand that seat 1 had before, in order."""
    text = WINDS.replace(", MARK", mark)
    position = Game(program_of(text), 3).start(4)
    mine = position.seen_by(1).hand[1]
    position.choose(f"n={wind}")
    return position, tuple(sorted(mine))


def told(position: Position, seat: int) -> list[str]:
    seen = position.seen_by(seat).values()
    return [repr(dict(v) if isinstance(v, SeenFamily) else v) for v in seen]


def test_the_hand_that_was_passed_on_is_told() -> None:
    position = begun("memory/games/dishes")
    mine = list(position.seen_by(0).hand[0])
    for _ in range(2):
        chosen = position.options[0]
        if position.player == 0:
            mine.remove(chosen.name.partition("=")[2])
        position.choose(chosen)

    assert position.seen_by(0).hand[1] == tuple(sorted(mine))
    assert position.seen_by(0).pack == Hidden(18)


def test_a_card_that_was_laid_under_the_deck_is_told_to_be_there() -> None:
    position = begun("cli/games/peeks", "n=2", "n=3")
    before = position.seen_by(0).deck
    swap = next(o for o in position.options if o.name.startswith("swap"))
    position.choose(swap)
    deck = position.seen_by(0).deck

    assert before == Hidden(5)
    assert deck == Hidden(5, known=(swap.name.partition("=")[2],))
    assert repr(deck) == f"<Hidden 5 with {deck.known[0]}>"


def test_a_variable_is_told_as_long_as_it_stays_what_was_shown() -> None:
    position = begun("cli/games/peeks", "n=2", "n=3")
    assert position.seen_by(1).bid[0] == 2

    for choice in ("open_hand", "open_hand", "n=4"):
        position.choose(choice)
    assert position.seen_by(1).bid[0] == Hidden(None)


@pytest.mark.parametrize("wind", [0, 1])
def test_what_went_where_the_seat_cannot_tell_is_not_followed(wind: int) -> None:
    position, mine = passed_on(", secret", wind)
    seen, real = position.seen_by(1).hand, position.seen_by(None).hand

    assert tuple(sorted(real[2 if wind == 0 else 0])) == mine
    assert seen[0] == seen[2] == Hidden(3)


@pytest.mark.parametrize("wind", [0, 1])
def test_what_went_where_the_seat_can_tell_is_followed(wind: int) -> None:
    position, mine = passed_on("", wind)
    seen = position.seen_by(1).hand

    assert seen[2 if wind == 0 else 0] == mine
    assert seen[0 if wind == 0 else 2] == Hidden(3)


@pytest.mark.parametrize("mark", ["", ", secret"])
def test_the_same_is_told_in_every_world(mark: str) -> None:
    position, _ = passed_on(mark, 1)
    for seat in range(3):
        for world in worlds(position, seat, 8, 1):
            assert told(world.position, seat) == told(position, seat)


@pytest.mark.parametrize("name", ["dishes", "caravan"])
def test_of_copies_that_look_alike_the_same_is_told_in_every_world(name: str) -> None:
    chance, position, compared = Random(3), begun(f"memory/games/{name}"), 0
    while not position.over and position.choices_made < 16:
        position.play(position.raw[chance.randrange(len(position.raw))])
        for seat in range(2):
            mine = told(position, seat)
            for world in worlds(position, seat, 2, 1, Effort(accepted=2, proposed=10)):
                assert told(world.position, seat) == mine
                compared += 1
    assert compared > 20


def test_memory_is_asked_once_and_only_for_what_is_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []

    def counted(*given: object) -> object:
        calls.append(1)
        return recalled_in(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "recalled_in", counted)
    seen = begun("cli/games/peeks", "n=2", "n=3").seen_by(0)

    assert seen.hand[0]
    assert seen.points[1] == 3
    assert not calls
    assert dict(seen.hand)
    assert seen.deck == Hidden(5)
    assert len(calls) == 1


def test_the_table_and_the_terminal_show_what_is_recalled() -> None:
    position = begun("memory/games/dishes")
    for _ in range(2):
        position.choose(position.options[0])
    labels = Labels(position.game, Words(), position.state)
    hands = {
        (one.owner, recalled): one
        for recalled in (False, True)
        for one in view(position, 0, recalled=recalled).seen
        if one.name == "hand"
    }
    known = position.seen_by(0).hand[1]

    assert seen_data(labels, hands[1, False]) == {"hidden": len(known)}
    data = seen_data(labels, hands[1, True])
    assert data == {"hidden": len(known), "known": data["known"]}
    assert sorted(data["known"]) == list(known)
    assert labels.content(hands[1, False]) == f"{len(known)} hidden"
    assert ", known: " in labels.content(hands[1, True])


def test_a_value_that_was_shown_is_recalled() -> None:
    position = begun("cli/games/peeks", "n=2", "n=3")
    labels = Labels(position.game, Words(), position.state)
    bids = [one for one in view(position, 1, recalled=True).seen if one.name == "bid"]

    assert [seen_data(labels, one) for one in bids] == [
        {"hidden": None, "recalled": 2},
        {"hidden": None, "recalled": 3},
    ]
    assert labels.content(bids[0]) == "2 (hidden)"


def test_what_one_looks_at_ahead_of_a_choice_costs_no_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only who asks for what is recalled pays for it."""

    def never(*_: object) -> object:
        raise AssertionError

    monkeypatch.setattr(views, "recalled_in", never)
    position = begun("memory/games/dishes")

    assert view(position, 0).seen
    assert view(position, ONLOOKER, recalled=True).seen
    with pytest.raises(AssertionError):
        view(position, 0, recalled=True)
