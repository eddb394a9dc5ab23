"""One question, one answer: whatever is sent twice, late or from two windows."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from compiling import program_of
from tables import game, page, served, table

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log
from rulesrun.table import record, sitting
from rulesrun.table.simultaneous import kept_beside
from rulesrun.table.sitting import Table

BIDS = """\
language 1

game bids "Bids":
    players 2

each player:
    bid "bid": int, seen by owner
    sum "sum": int, seen by owner

play:
    for each p in players:
        repeat 3 times:
            p secretly chooses n in 1..3
            p.bid = n
            p.sum += n
    rank players by most it.sum
"""

STALE = "The game has gone on; look again."


def bids(log: Path | None = None) -> Table:
    """A table at which the same is asked in secret three times."""
    return table(Game(program_of(BIDS), 2), log)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_choice_that_is_sent_again_answers_nothing_else(seat: int) -> None:
    laid = bids()
    with served(laid) as client, page(client, laid.links.tokens[seat]) as one:
        sent = one.choice(2)
        one.choose(2)
        assert one.scene["question"]["mark"] != sent["mark"]
        for _ in range(3):
            assert one.ask(**sent)["message"] == STALE
        one.choose(0)
        made = len(laid.made.get(seat, ())) + len(laid.session.log.entries)
        assert made == 2


def test_two_windows_of_a_seat_answer_once() -> None:
    laid = bids()
    token = laid.links.tokens[0]
    with (
        served(laid) as client,
        page(client, token) as one,
        page(client, token) as other,
    ):
        late = other.choice(0)
        one.choose(1)
        assert other.follow()["at"] == 1
        assert other.ask(**late)["message"] == STALE
        assert [entry.choice for entry in laid.session.log.entries] == ["n=2"]


def test_what_was_taken_back_is_not_made_by_a_late_copy() -> None:
    laid = bids()
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        sent = one.choice(1)
        one.choose(1)
        undo = {"do": "undo", "at": 1, "mark": one.scene["undo"]}
        one.scene = one.ask(**undo)
        assert one.scene["at"] == 0
        assert one.ask(**sent)["message"] == STALE
        assert one.ask(**undo)["message"] == STALE
        assert one.scene["question"]["mark"] != sent["mark"]


def test_a_question_in_secret_stays_the_same_while_others_choose() -> None:
    laid = table(game("classics/goofspiel"))
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[1]) as other,
    ):
        ready = other.choice(6)
        one.choose(2)
        assert other.follow()["question"]["mark"] == ready["mark"]
        other.say(**ready)
        other.follow()
        assert [entry.choice for entry in laid.session.log.entries] == [
            "card=3 of player 1",
            "card=7 of player 2",
        ]


def test_what_was_made_ahead_and_is_in_the_log_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "a.log"
    laid = bids(log)
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[1]) as other,
    ):
        other.choose(2)
        kept = kept_beside(log, 2, [])
        assert [one.name for one in kept[1]] == ["n=3"]
        # as if the server had been killed between the log and what is kept beside it
        monkeypatch.setattr(sitting, "keep", lambda *_: None)
        for _ in range(3):
            one.choose(0)
        while one.scene["at"] < 4:
            one.follow()
    laid.session.close()
    entries = read_log(log.read_text("utf-8"), whole=False).entries
    assert [entry.player for entry in entries] == [1, 1, 1, 2]
    assert kept_beside(log, 2, entries) == {}
    assert kept_beside(log, 2, entries[:3]) == kept


def test_a_choice_is_finished_though_whoever_made_it_goes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = bids(tmp_path / "a.log")
    wait = asyncio.Event()

    async def slowly(work: object) -> None:
        await wait.wait()

    monkeypatch.setattr(record, "apart", slowly)

    async def play() -> None:
        news = laid.audience.news(1)
        choosing = asyncio.create_task(laid.choose(0, 0, 1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        choosing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await choosing
        wait.set()
        await asyncio.wait_for(news.wait(), 5)

    asyncio.run(play())
    assert len(laid.session.log.entries) == 1
