"""Choices at once: who is to choose in secret need not wait for others who do."""

from __future__ import annotations

from pathlib import Path

import pytest
from compiling import program_of
from tables import game, page, served, table

from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.records import resume
from rulesrun.cli.web.looks import Looks
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log
from rulesrun.table.simultaneous import SUFFIX, asked_ahead, kept_beside
from rulesrun.table.sitting import Table

SHOWN = """\
language 1

game shown "Shown":
    players 2

card Card "card":
    worth "worth": 1..4

supply:
    1 of each Card

state:
    pile "pile": deck of Card
    shown "shown": row of Card

each player:
    hand "hand": hand of Card

play:
    move Card to pile
    for each p in players:
        draw 2 from pile to p.hand
    for each p in players:
        p secretly chooses card in p.hand
        move card to shown
"""


def test_both_choose_at_once(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    laid = table(game("classics/goofspiel"), log)
    tokens = laid.links.tokens
    with (
        served(laid) as client,
        page(client, tokens[0]) as one,
        page(client, tokens[1]) as other,
        page(client, laid.links.watch) as onlooker,
    ):
        assert "ahead" not in one.scene
        assert other.scene["ahead"]
        assert "question" not in onlooker.scene
        first = other.choice(6)
        other.choose(4)
        assert other.scene["made"] == ["5 of player 2"]
        assert "question" not in other.scene
        assert len(read_log(log.read_text("utf-8"), whole=False).entries) == 0
        undo = {"do": "undo", "at": 0, "mark": other.scene["undo"]}
        other.scene = other.ask(**undo)
        assert other.ask(**undo)["message"] == "The game has gone on; look again."
        assert other.ask(**first)["message"] == "The game has gone on; look again."
        other.choose(6)
        assert one.hears_nothing()
        assert onlooker.hears_nothing()
        one.choose(2)
        entries = read_log(log.read_text("utf-8"), whole=False).entries
        assert [entry.choice for entry in entries] == [
            "card=3 of player 1",
            "card=7 of player 2",
        ]
    assert not log.with_name(log.name + SUFFIX).exists()


def test_a_choice_ahead_is_kept_when_the_server_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    made = game("classics/goofspiel")
    laid = table(made, log)
    with served(laid) as client, page(client, laid.links.tokens[1]) as other:
        other.choose(4)
    laid.session.close()
    session = resume(made, str(log))
    session.file = LogFile.take_up(log, session.log)
    again = Table.lay(session, laid.links, Looks())
    again.made = kept_beside(log, 2, session.log.entries)
    with served(again) as client, page(client, laid.links.tokens[1]) as other:
        assert other.scene["made"] == ["5 of player 2"]
        with page(client, laid.links.tokens[0]) as one:
            one.choose(0)
    assert len(again.session.log.entries) == 2
    again.session.close()


def test_what_is_kept_and_damaged_is_told(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    path = log.with_name(log.name + SUFFIX)
    for text in ("", "[]", '{"x": []}', '{"1": [{}]}', '{"1": 5}'):
        path.write_text(text)
        with pytest.raises(Unusable, match="chooses again"):
            kept_beside(log, 2, [])
    path.write_text('{"4": []}')
    with pytest.raises(Unusable, match="another number of players"):
        kept_beside(log, 2, [])


@pytest.mark.parametrize("name", ["cards", "classics/oware"])
def test_nobody_is_asked_ahead_of_what_all_see(name: str) -> None:
    position = game(name).start(3)
    assert position.player is not None
    assert asked_ahead(position, 1 - position.player, {}) is None


def test_nobody_is_asked_where_a_choice_shows_something() -> None:
    position = Game(program_of(SHOWN), 2).start(3)
    assert position.player == 0
    assert asked_ahead(position, 1, {}) is None


def test_three_wait_for_nobody_when_they_pass_cards() -> None:
    made = game("classics/hearts", 4)
    position = next(
        result for result in map(made.start, range(9)) if result.decision_plan.secret
    )
    for seat in (1, 2, 3):
        asked = asked_ahead(position, seat, {})
        assert asked is not None
        assert asked.player == seat
        assert len(asked.options) == 13
