"""What goes on at a table as long as it is open, beside those who look at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from rulesrun.table.robots import play_on
from rulesrun.table.sitting import Table


def attend(table: Table) -> list[asyncio.Task[Any]]:
    """Begin what goes on at a table, in the loop that runs."""
    waiting = [play_on(table), *(begin() for begin in table.attendants)]
    if table.workbench is not None:
        waiting.append(table.workbench.watch())
    return [asyncio.create_task(one) for one in waiting]


async def leave(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """End what went on at a table, and wait until it has."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
