"""A log that cannot be written for a while, that goes away, or that others change."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import pytest
from tables import Page, game, page, served, table

from rulesrun.interpreter.logs import read_log
from rulesrun.table import record, server
from rulesrun.table.sitting import Table


class Disk:
    """A disk that is full, or fails, as long as it is said to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.fails = False
        write, sync = os.write, os.fsync

        def written(handle: int, data: bytes) -> int:
            if self.full and not os.get_blocking(handle):  # files that grow, no others
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(handle, data)

        def synced(handle: int) -> None:
            if self.fails or self.full:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            sync(handle)

        monkeypatch.setattr(os, "write", written)
        monkeypatch.setattr(os, "fsync", synced)


@pytest.fixture(name="disk")
def _disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setattr(record, "RETRY", 0.02)
    monkeypatch.setattr(server, "LOOK_AFTER", 0.02)
    return Disk(monkeypatch)


def entries(log: Path) -> list[str]:
    """The choices in a log."""
    return [one.choice for one in read_log(log.read_text("utf-8"), whole=False).entries]


def until_it_goes_on(one: Page) -> None:
    """Look until the table says no more that something cannot be written."""
    while one.scene["stopped"] is not None:
        one.follow()


@pytest.mark.parametrize("how", ["full", "fails"])
def test_a_choice_that_could_not_be_written_is_made_later(
    how: str, disk: Disk, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[1], "fa") as other,
    ):
        setattr(disk, how, True)
        one.say(**one.choice(1))
        told = [one.hear(), one.hear()]
        problem = next(message for message in told if message["kind"] == "problem")
        assert "tried again" in problem["message"]
        assert other.follow()["at"] == 0
        assert "دوباره" in other.scene["stopped"]
        assert str(tmp_path) not in other.scene["stopped"]
        if how == "full":
            assert entries(log) == []
        refused = one.ask(do="choose", at=0, option=0)
        assert "tried again" in refused["message"]
        setattr(disk, how, False)
        until_it_goes_on(other)
        assert other.scene["at"] == 1
        assert len(entries(log)) == 1
        other.choose(0)
    assert len(entries(log)) == 2
    laid.session.close()


def test_a_choice_that_cannot_be_taken_back_on_the_disk_is_taken_back_later(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "a.log"
    laid = table(game("kingdom_builder"), log, seed=1)
    token = laid.links.tokens[laid.session.position.player or 0]
    with served(laid) as client, page(client, token) as one:
        one.choose(0)
        disk.full = True
        one.say(do="undo", at=1, mark=one.scene["undo"])
        one.follow()
        assert one.scene["at"] == 1
        disk.full = False
        until_it_goes_on(one)
        assert one.scene["at"] == 0
        assert entries(log) == []


@pytest.mark.parametrize("how", ["gone", "emptied", "longer"])
def test_a_log_is_written_anew(how: str, disk: Disk, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[1]) as other,
    ):
        one.choose(0)
        before = log.read_bytes()
        match how:
            case "gone":
                log.unlink()
            case "emptied":
                log.write_bytes(b"")
            case "longer":
                log.write_bytes(before + b"a line of somebody else")
        other.follow()
        other.choose(0)
    after = log.read_bytes()
    assert after.startswith(before)
    assert len(entries(log)) == 2
    laid.session.close()


def test_a_log_that_goes_away_is_noticed_though_nobody_chooses(
    disk: Disk, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        one.choose(0)
        before = log.read_bytes()
        log.unlink()
        while not log.exists():
            one.ask(do="ledger")
        assert log.read_bytes() == before
    laid.session.close()


def test_another_file_in_its_place_is_left_alone(disk: Disk, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        log.unlink()
        log.write_text("mine")
        one.say(**one.choice(0))
        one.follow()
        while one.scene["stopped"] is None:
            one.follow()
        assert log.read_text() == "mine"
        log.rename(tmp_path / "b.log")
        until_it_goes_on(one)
        while not log.exists():
            one.ask(do="ledger")
    assert (tmp_path / "b.log").read_text() == "mine"
    laid.session.close()


def test_what_is_chosen_ahead_and_cannot_be_kept_stops_nothing(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "a.log"
    laid = table(game("classics/goofspiel"), log)
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[1]) as other,
    ):
        disk.fails = True
        assert "choose again" in other.ask(**other.choice(4))["message"]
        disk.fails = False
        assert one.hears_nothing()
        other.choose(4)
        assert other.scene["made"] == ["5 of player 2"]
        one.choose(0)
    assert len(entries(log)) == 2
    laid.session.close()


def test_a_table_that_is_closed_while_it_cannot_write_says_so(
    disk: Disk, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    laid: Table = table(game(), log)
    disk.full = True

    async def choose() -> None:
        with pytest.raises(record.NotNow):
            await laid.choose(0, 0, 0)

    asyncio.run(choose())
    assert laid.trouble is not None
    assert "no space left" in laid.trouble
    laid.session.close()
    assert entries(log) == []
