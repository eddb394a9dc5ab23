"""Work beside everything else: on other threads, where this Python has any."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from rulesrun.cli.playing.session import Session
from rulesrun.table.hearing import Asked, Hearing
from rulesrun.table.telling import tell
from rulesrun.table.values import Plain

T = TypeVar("T")

THREADS = sys.platform != "emscripten"
"""Python in a browser has one thread alone."""

THINKING = ThreadPoolExecutor(2, "thinking")
"""Where players think: apart from those who wait for the disk, and not too many at once."""


async def apart(work: Callable[[], T]) -> T:
    """Do what may take a while, such as writing to the disk."""
    return await asyncio.to_thread(work) if THREADS else work()


async def finished(work: Coroutine[Any, Any, None]) -> None:
    """Do something to its end, even if whoever has asked for it goes away meanwhile."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.shield(task)


class Mind(Protocol):
    """Where players who are no persons think."""

    async def choose(self, session: Session, kind: str) -> str:
        """The name of the option that a player of a kind chooses.

        Raises GameFault or RuleFault where the rules go wrong.
        """

    async def tell(
        self, kind: str, hearing: Hearing, request: Asked
    ) -> dict[str, Plain]:
        """A message of a kind that takes long to work out; raises as `choose`."""


class OwnMind:
    """Thinks in this process."""

    async def choose(self, session: Session, kind: str) -> str:
        """The name of the option that a player of a kind chooses."""
        return await thought(lambda: session.chosen_by(kind).name)

    async def tell(
        self, kind: str, hearing: Hearing, request: Asked
    ) -> dict[str, Plain]:
        """A message of a kind that takes long to work out."""
        return await thought(lambda: tell(kind, hearing, request))


async def thought(work: Callable[[], T]) -> T:
    """Work out what takes long, beside those who wait for the disk."""
    if not THREADS:
        return work()
    return await asyncio.get_running_loop().run_in_executor(THINKING, work)
