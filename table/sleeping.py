"""Tables that sleep on disk while nobody looks, and wake on a click.

Of a table that sleeps nothing is in memory. Whoever comes by one of its links wakes it: its
log is played again. It sleeps again when nobody has looked for a while and no player who
is no person has to choose.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from attrs import Factory, define
from click.exceptions import Exit

from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.table.attending import attend, leave
from rulesrun.table.background import apart
from rulesrun.table.notices import turn_of
from rulesrun.table.register import Register, Row, Stand
from rulesrun.table.reporting import LOG
from rulesrun.table.sitting import Table

T = TypeVar("T")

MOST_AWAKE = 500
"""So many tables are awake at once."""

IDLE = 60.0
"""Seconds after which a table sleeps that nobody looks at."""

GRACE = 5.0
"""Seconds after which a table may sleep to make room for another one."""

TEND = 2.0
"""Seconds until it is seen again who sleeps, who wakes, and where games stand."""


class Refused(Exception):
    """What was asked for is not possible; `key` says why in a word of the lobby."""

    def __init__(self, key: str, why: str = "") -> None:
        super().__init__(why or key)
        self.key, self.why = key, why


@define(eq=False)
class Awake:
    """A table that is awake, with what goes on at it."""

    row: Row
    table: Table
    tasks: list[asyncio.Task[Any]]
    since: float
    """When somebody last looked at it, by the clock of the lobby."""
    noted: Stand | None = None


@define(eq=False)
class Sleepers:
    """The tables of a list, awake or asleep; `lay` plays the log of one again.

    `clock` says how late it is, in seconds; after `idle` of these a table sleeps.
    """

    register: Register
    lay: Callable[[int], tuple[Row, Table]]
    clock: Callable[[], float] = time.monotonic
    idle: float = IDLE
    awake: dict[int, Awake] = Factory(dict)
    _waking: dict[int, asyncio.Task[Awake]] = Factory(dict)
    _leaving: dict[int, asyncio.Task[None]] = Factory(dict)
    _working: asyncio.Semaphore = Factory(lambda: asyncio.Semaphore(2))

    async def wake(self, number: int) -> Awake:
        """A table that is awake from now on for a while; raises Refused."""
        one = self.awake.get(number)
        if one is None:
            task = self._waking.get(number)
            if task is None:
                task = asyncio.create_task(self._woken(number))
                self._waking[number] = task
                task.add_done_callback(lambda _: self._waking.pop(number, None))
            one = await asyncio.shield(task)
        one.since = self.clock()
        return one

    async def _woken(self, number: int) -> Awake:
        if number in self._leaving:  # until it sleeps, its log is open
            await asyncio.shield(self._leaving[number])
        while len(self.awake) + len(self._waking) > MOST_AWAKE:
            now = self.clock()
            awake = [one for one in self.awake.values() if now - one.since > GRACE]
            idle = [one for one in awake if self._may_sleep(one)]
            if not idle:
                raise Refused("all awake")
            await self._sleep(min(idle, key=lambda one: one.since))
        row, table = await self.work(lambda: self.lay(number))
        one = Awake(row, table, [], self.clock())
        self.awake[number] = one
        one.tasks += attend(table)
        return one

    def _may_sleep(self, one: Awake) -> bool:
        """Whether nobody looks at a table, and nothing goes on there."""
        table = one.table
        position = table.session.position
        waits = position.over or turn_of(table) is not None or table.stopped is not None
        busy = table.record.lock.locked() or table.record.unwritten is not None
        return waits and not busy and not any(table.looking.values())

    async def _sleep(self, one: Awake) -> None:
        """Let a table sleep: what is to be known of it stands in its log and in the list."""
        number = one.row.number
        task = asyncio.create_task(self._put_to_sleep(one))
        self._leaving[number] = task
        task.add_done_callback(lambda _: self._leaving.pop(number, None))
        await asyncio.shield(task)

    async def _put_to_sleep(self, one: Awake) -> None:
        self.awake.pop(one.row.number, None)
        await leave(one.tasks)
        stand = stand_of(one)
        with suppress(Unusable):
            await apart(lambda: self.register.note([stand]))
        one.table.session.close()

    async def tend(self) -> None:
        """See again and again who sleeps and who wakes, and note where games stand."""
        while True:
            try:
                await self.tend_now()
            except Unusable as error:
                LOG.warning("%s", error.message)
            await asyncio.sleep(TEND)

    async def tend_now(self) -> None:
        """Let sleep who may, wake whose time is over, and note where games stand."""
        now = self.clock()
        for one in list(self.awake.values()):
            if any(one.table.looking.values()):
                one.since = now
            elif now - one.since >= self.idle and self._may_sleep(one):
                await self._sleep(one)
            else:
                await one.table.look_after()
        stands = {one.row.number: stand_of(one) for one in self.awake.values()}
        changed = [s for n, s in stands.items() if self.awake[n].noted != s]
        if changed:
            await apart(lambda: self.register.note(changed))
        for stand in changed:
            if stand.number in self.awake:
                self.awake[stand.number].noted = stand
        for number in self.register.due(time.time(), set(self.awake)):
            try:
                await self.wake(number)
            except Refused as error:
                LOG.warning("table %d: %s", number, error)

    async def close(self) -> None:
        """Let all tables sleep."""
        for one in list(self.awake.values()):
            await self._sleep(one)

    async def work(self, work: Callable[[], T]) -> T:
        """Do what takes a while on another thread; raises Refused for what goes wrong."""
        async with self._working:
            try:
                return await apart(work)
            except (Problem, Unusable) as error:
                raise Refused("faulty", error.message) from error
            except Exit as error:  # rules with errors, which stand at the terminal
                raise Refused("faulty rules") from error


def stand_of(one: Awake) -> Stand:
    """Where the game of a table stands now."""
    session = one.table.session
    position, entries = session.position, len(session.log.entries)
    return Stand(
        one.row.number, entries, position.player, position.over, one.table.until
    )
