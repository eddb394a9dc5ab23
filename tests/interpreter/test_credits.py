"""For which card, and at which scoring, points were given: where all may know it."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from compiling import program_of, shipped

from rulesrun.cli.playing.session import Session
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import replay
from rulesrun.interpreter.reports import credits as credits_module
from rulesrun.interpreter.reports.accounts import accounts
from rulesrun.interpreter.reports.credits import credited, crediting
from rulesrun.interpreter.runtime.layout import LEDGER

RULES = """\
language 2

game cards "Cards":
    players 2

enum Suit "suit": red, blue

card Card "card":
    suit "suit": Suit
    worth "worth": 1..3
    named "{suit} {worth}"

supply:
    1 of each Card

state:
    stack "stack": deck of Card, shuffled

each player:
    hand "hand": hand of Card
    laid "laid": row of Card
    wish "wish": Suit, seen by owner
    points "points": int, ledger

rule score(p: player, card: Card):
    p.points += 1

play:
    for each p in players:
        draw 1 from stack to p.hand
        draw 2 from stack to p.laid
        p chooses one of:
            option pass "Pass": nothing
    announce "Scoring"
    for each p in players:
LINES
    rank players by most it.points
"""

OPEN = {
    "for each card in p.laid: p.points += card.worth": True,
    "for each card in p.laid: do score(p, card)": True,
    "for each card in p.laid where card.worth > 1: p.points += 1": True,
    "for each s in Suit: p.points += (count card in p.laid where card.suit == s)": True,
    "p.points += sum(p.laid.worth)": False,
    "for each card in p.hand: p.points += card.worth": False,
    "for each card in p.hand: do score(p, card)": False,
    "for each card in p.laid where card.suit == p.wish: p.points += 1": False,
    "for each card in p.laid where card.suit == p.wish: do score(p, card)": False,
    "for each s in Suit: p.points += (count card in p.hand where card.suit == s)": False,
    "for each card in p.laid:\n"
    "            if card.suit == p.wish: stop\n"
    "            p.points += card.worth": False,
}
"""Lines that give points, and whether the card or the suit is told."""


def ended(line: str, seed: int = 3) -> Session:
    """A game in which that line gives the points, played to its end."""
    text = RULES.replace("LINES", f"        {line}")
    session = Session.begin(Game(program_of(text), 2), seed)
    while not session.position.over:
        session.choose(session.position.options[0])
    return session


@pytest.mark.parametrize("line", OPEN)
def test_a_card_is_named_where_nothing_hidden_decides(line: str) -> None:
    session = ended(line)
    position = credited(session.position, session.log)
    assert position is not session.position
    [account] = accounts(position, 0)
    reasons = [why for source in account.sources for why in source.reasons]
    assert {why.announced and why.announced.text for why in reasons} == {"Scoring"}
    assert {why.about is not None for why in reasons} == {OPEN[line]}
    for source in account.sources:
        for seat, amount in enumerate(source.amounts):
            assert sum(given[seat] or 0 for given in source.reasons.values()) == amount


def test_points_are_given_for_the_card_that_is_laid() -> None:
    session = ended("for each card in p.laid: p.points += card.worth")
    position = credited(session.position, session.log)
    game = position.game
    [account] = accounts(position, 1)
    [source] = account.sources
    for reason, amounts in source.reasons.items():
        assert reason.about is not None
        kind, number = reason.about
        card = game.component(game.names.name(kind, number))
        assert sum(n or 0 for n in amounts) == card.worth


def test_another_game_than_that_of_the_log_names_nothing() -> None:
    line = "for each card in p.laid: p.points += card.worth"
    session, other = ended(line), ended(line, seed=4)
    assert credited(other.position, session.log) is other.position


GOING_ON = RULES.replace(
    "    rank players",
    "    for each p in players:\n        p may choose n in 1..3\n    rank players",
)
"""The points are given before the last choices."""


@pytest.mark.parametrize("line", OPEN)
def test_it_is_told_while_a_game_goes_on(line: str) -> None:
    text = GOING_ON.replace("LINES", f"        {line}")
    session = Session.begin(Game(program_of(text), 2), 3)
    named = []
    while not session.position.over:
        session.choose(session.position.options[0])
        position = credited(session.position, session.log)
        assert position is not session.position
        assert position.over == session.position.over
        [account] = accounts(position, 0)
        reasons = [why for source in account.sources for why in source.reasons]
        named.append({why.about is not None for why in reasons})
    assert named == [set(), {OPEN[line]}, {OPEN[line]}, {OPEN[line]}]


def test_what_was_played_again_is_not_played_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = []

    def counted(*args: Any, **options: Any) -> Any:
        played.append(len(args[1].entries))
        return replay(*args, **options)

    monkeypatch.setattr(credits_module, "replay", counted)
    session = Session.begin(Game(shipped("auction"), 3), 4)
    told = []
    while not session.position.over:
        session.choose(session.by_chance())
        told.append(credited(session.position, session.log).state[LEDGER])
        assert credited(session.position, session.log).state[LEDGER] is told[-1]
    assert played == [1]
    game = session.position.game
    whole, _ = replay(crediting(game), session.log, verify=False)
    assert told[-1] == whole.state[LEDGER]
    shorter = evolve(session.log, entries=session.log.entries[:-1], ranking=None)
    before, _ = replay(game, shorter)
    assert credited(before, shorter).state[LEDGER] == told[-2]


PLAYERS: Mapping[str, int] = {"kingdom_builder": 3, "keyflower": 2, "auction": 3}


@pytest.mark.parametrize("name", PLAYERS)
def test_the_ledger_is_the_same_but_for_what_is_noted(name: str) -> None:
    session = Session.begin(Game(shipped(name), PLAYERS[name]), 4)
    while not session.position.over:
        session.choose(session.by_chance())
    position = credited(session.position, session.log)
    assert position is not session.position
    entries = [entry[:3] for entry in position.state[LEDGER]]
    assert entries == list(session.position.state[LEDGER])
    assert entries
