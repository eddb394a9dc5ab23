"""A time for each choice, from minutes to days; then a thinking player goes on."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress

from rulesrun.cli.output.problems import Unusable
from rulesrun.table.audience import EVERYBODY
from rulesrun.table.notices import turn_of
from rulesrun.table.record import NotNow
from rulesrun.table.seating import STAND_INS, keep_links
from rulesrun.table.sitting import Table

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_TIME = re.compile(r"([1-9][0-9]{0,4})([smhd])")


def read_time(text: str) -> float:
    """A time as it is typed, `30s`, `15m`, `12h` or `3d`, in seconds; raises Unusable."""
    match = _TIME.fullmatch(text)
    if match is None:
        raise Unusable(f"--clock {text}: write a time such as 90s, 15m, 12h or 3d")
    return float(int(match[1]) * _UNITS[match[2]])


async def keep_time(
    table: Table, seconds: float, now: Callable[[], float] = time.time
) -> None:
    """Let somebody else go on for whoever takes longer than so many seconds.

    What passes while the server is stopped counts: the log says when it was written.
    """
    turn, since = None, _last_written(table, now)
    while True:
        news, current = table.audience.news(EVERYBODY), turn_of(table)
        if current != turn:
            since = now() if turn is not None else since
            turn = current
            table.until = None if turn is None else since + seconds
            table.tell_again()
            continue
        left = None if turn is None else max(0.0, since + seconds - now())
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), left)
            continue
        if turn is not None and turn_of(table) == turn:
            with suppress(NotNow):
                async with table.record.lock:
                    await keep_links(table, table.links.given(turn[1], STAND_INS[0]))
            since = now()


def _last_written(table: Table, now: Callable[[], float]) -> float:
    file = table.session.file
    with suppress(OSError):
        if file is not None and table.session.log.entries:
            return file.path.stat().st_mtime
    return now()
