"""A notice to who is to choose and is not looking."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest
from tables import game, table

from rulesrun.cli.output.problems import Unusable
from rulesrun.table import notices
from rulesrun.table.clock import keep_time, read_time
from rulesrun.table.notices import Notices, read_hooks, send_notices


def test_each_turn_of_who_does_not_look_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notices, "WAIT", 0.0)
    laid = table(game("tic_tac_toe"))
    laid.looking[1] = 1
    sent: list[tuple[str, str]] = []

    def send(address: str, data: bytes) -> None:
        told = json.loads(data)
        sent.append((address, told["link"]))
        if len(sent) == 1:
            raise OSError("nobody there")

    async def until(number: int) -> None:
        for _ in range(40):
            await asyncio.sleep(0.01)
        assert len(sent) == number

    async def play() -> None:
        where = Notices({0: "http://a", None: "http://all"}, "link {}".format)
        task = asyncio.create_task(send_notices(laid, where, send))
        await until(1)
        laid.tell_again()
        await until(1)
        await laid.choose(0, 0, 0)
        await until(1)  # the second player looks
        laid.looking[1] = 0
        await laid.choose(1, 1, 0)
        await until(2)
        await laid.choose(0, 2, 0)
        await until(3)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(play())
    links = [("http://a", "link 0"), ("http://a", "link 0"), ("http://all", "link 1")]
    assert sent == links


def test_hooks_as_they_are_typed() -> None:
    result = read_hooks(["https://x.example/a=b", "2=http://y.example"], 2)
    assert result == {None: "https://x.example/a=b", 1: "http://y.example"}
    for wrong in ("x", "file:///etc/passwd", "3=https://x.example", "2=", "http://["):
        with pytest.raises(Unusable, match="--hook"):
            read_hooks([wrong], 2)


def test_who_takes_too_long_is_stood_in_for() -> None:
    laid = table(game("tic_tac_toe"))
    late = [0.0]

    async def play() -> None:
        task = asyncio.create_task(keep_time(laid, 0.05, lambda: late[0]))
        await asyncio.sleep(0.02)
        assert laid.until == 0.05
        await laid.choose(0, 0, 0)
        await asyncio.sleep(0.02)
        assert laid.links.seats.kinds == ("human", "human")
        late[0] = 60.0
        laid.tell_again()
        for _ in range(100):
            await asyncio.sleep(0.01)
            if laid.links.lent:
                break
        assert laid.links.seats.kinds == ("human", "thinker")
        assert laid.links.lent == {1}
        await asyncio.sleep(0.02)
        assert laid.until is None
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(play())


def test_times_as_they_are_typed() -> None:
    assert [read_time(text) for text in ("90s", "15m", "3d")] == [90, 900, 259200]
    for wrong in ("", "3", "0d", "3w", "-1h", "1d2h"):
        with pytest.raises(Unusable, match="--clock"):
            read_time(wrong)
