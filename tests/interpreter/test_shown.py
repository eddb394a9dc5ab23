"""Values that are worked out and shown: by whom they are seen, and where."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from compiling import program_of, shipped

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.transcript import final_lines
from rulesrun.cli.trials import play_games
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.knowledge.seen import Hidden
from rulesrun.interpreter.reports.accounts import counters, shown_numbers
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.metering import TooMuch
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

RULES = Path(__file__).parents[1] / "cli/games/worth.rules"
TEXT = RULES.read_text("utf-8")


@pytest.fixture
def position() -> Position:
    return Game(program_of(TEXT), 3).start(5)


def test_what_hangs_on_a_hand_is_seen_by_its_player(position: Position) -> None:
    mine, theirs = position.seen_by(0), position.seen_by(1)
    hand = position.seen_by(None).hand[0]

    assert mine.wealth[0] == 3 + sum(int(card.split()[-1]) for card in hand)
    assert isinstance(theirs.wealth[0], Hidden)
    assert theirs.cards[0] == 2  # how many there are is known to all
    assert mine.held[0, "wood"] + mine.held[0, "wool"] == 2
    assert isinstance(theirs.held[0, "wood"], Hidden)


def test_what_hangs_on_anything_secret_is_seen_by_nobody(position: Position) -> None:
    for seat in range(3):
        seen = position.seen_by(seat)
        assert isinstance(seen.riddle, Hidden)
        assert isinstance(seen.next_card[seat], Hidden)  # a deck has an order
    assert position.seen_by(None).riddle == 0


def test_a_view_holds_the_same_behind_the_variables(position: Position) -> None:
    layout = position.game.layout
    for player in (0, 2, ONLOOKER, None):
        seen = view(position, player).seen
        assert len(seen) == sum(family.size for family in layout.told.values())
        shown = [one for one in seen if one.name == "wealth"]
        assert [one.hidden for one in shown] == [
            player not in (p, None) for p in range(3)
        ]
        assert all(one.value is None for one in shown if one.hidden)


def test_a_fault_of_the_interpreter_is_not_taken_for_a_secret(
    position: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("broken")

    monkeypatch.setattr(type(position.game.performer), "call", broken)
    with pytest.raises(AssertionError, match="broken"):
        view(position, 0)


def test_what_cannot_be_worked_out_stops_nothing(position: Position) -> None:
    """`most` of nothing is an error in a rule; nothing is on offer yet."""
    assert isinstance(position.seen_by(0).dearest["wood"], Hidden)


def test_nothing_of_it_lies_in_a_state(position: Position) -> None:
    layout = position.game.layout

    assert len(layout.initial) == layout.size == len(position.state) - 1
    assert not layout.shown.keys() & layout.families.keys()


def test_the_terminal_shows_it(position: Position) -> None:
    lines = Picture(position, 0, Labels(position.game, Words()), 100).lines()

    wealth = position.seen_by(0).wealth[0]
    assert any(f"wealth {wealth} · cards 2" in line for line in lines)
    assert any("wealth ? · cards 2" in line for line in lines)
    assert any("leader" in line and "player 1" in line for line in lines)


def test_it_stands_in_the_final_table_and_in_simulations(position: Position) -> None:
    while not position.over:
        position.choose(0)

    labels = Labels(position.game, Words())
    header = final_lines(position, labels, ONLOOKER)[1]
    assert "settled" in header
    assert "cards" in header
    assert "wealth" not in header  # of nobody is it known to all
    assert "wealth" in final_lines(position, labels, 1)[1]
    assert not counters(position)
    named = {symbol.name: values for symbol, values in shown_numbers(position).items()}
    assert named["settled"] == [1, 1, 1]
    results = play_games(position.game, range(4), check=True)
    assert results.counters["settled"] == [1] * 12
    assert not results.faults


def test_scenarios_ask_who_sees_it() -> None:
    program = program_of(
        TEXT
        + """
scenario "own wealth is known":
    expect shown to player 1: wealth(player 1)
    expect hidden from player 2: wealth(player 1)
    expect shown to player 2: cards(player 1)
    expect cards(player 3) == 2

scenario "not so":
    expect shown to player 2: wealth(player 1)
"""
    )
    games = Games(program)
    outcomes = [run_scenario(program, one, games) for one in program.world.scenarios]
    assert [outcome.message for outcome in outcomes] == [
        None,
        "player 2 cannot see that",
    ]


def test_what_is_shown_has_its_own_bounds() -> None:
    """However much was done since the last choice was carried out."""
    position, chance = Game(shipped("island"), 3).start(1000), Random(1000)
    while not position.over:
        position.play(position.raw[chance.randrange(len(position.raw))])
    meter, many = position.game.machine.meter, range(4000)
    for _ in range(10_000):
        with suppress(TooMuch):
            meter.counted(many)

    for _ in range(20):  # it is looked at the bounds now and then
        with suppress(TooMuch):
            meter.tick()
        seen = view(position.copy(), 0).seen
        assert None not in [one.value for one in seen if one.name == "way"]
