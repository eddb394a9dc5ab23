"""The game at a table, in memory and on the disk: what is in one is in the other.

Whatever changes it is written before anybody is told. What cannot be written has not
happened: it is undone in memory, and tried again from time to time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from attrs import Factory, define

from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.session import Session
from rulesrun.interpreter.game import NothingToUndo
from rulesrun.table.background import apart
from rulesrun.table.reporting import LOG
from rulesrun.table.story import Story

RETRY = 3.0
"""Seconds until what could not be written is tried again."""


class NotNow(Exception):
    """What was asked for is not possible; `key` says why in a word of the page."""

    def __init__(self, key: str, message: str = "") -> None:
        super().__init__(message or key)
        self.key = key
        self.message = message


Change = Callable[[], None]
"""Changes the session and its story; raises NotNow where that is not possible."""


def nothing() -> None:
    """Change nothing, and see that all is on the disk."""


@define(eq=False)
class Record:
    """A session with what is told of it.

    Everything is done while `lock` is held. `unwritten` says why the last change could
    not be written; when it has been, `mended` is called.
    """

    session: Session
    story: Story
    mended: Callable[[], Awaitable[None]]
    lock: asyncio.Lock = Factory(asyncio.Lock)
    unwritten: str | None = None
    _change: Change = nothing
    _mending: asyncio.Task[None] | None = None

    def hold(self, session: Session, story: Story) -> None:
        """Hold another game from now on."""
        self.session, self.story, self.unwritten = session, story, None

    # ---- changes -----------------------------------------------------------------------

    def choice(self, name: str, hearer: int | None) -> None:
        """Carry on with an option; the hearer is who is told if the rules go wrong."""
        session = self.session
        option = next(o for o in session.position.options if o.name == name)
        session.viewer = hearer
        self.story.choice(session.position, option)
        try:
            session.choose(option)
        except Problem as error:
            raise NotNow("faulty rules", error.message) from error
        self.story.follow(session.position)

    def undo(self) -> None:
        """Take the last choice back."""
        try:
            self.session.undo()
        except NothingToUndo as error:
            raise NotNow(error.kind, str(error)) from error
        self.story.take_back()

    def renew(self) -> None:
        """Write the log anew, as it is; raises Unusable."""
        if self.session.file is not None:
            self.session.file.begin_again(self.session.log)
            LOG.warning("the log %s has been written anew", self.session.file.path)

    # ---- on the disk -------------------------------------------------------------------

    async def write(self, change: Change) -> None:
        """Make a change and wait until it is on the disk; raises NotNow.

        Where it cannot be written, or is not possible, all is as it was before.
        """
        try:
            await self._try(change)
        except Unusable:
            try:
                await apart(self.renew)
                await self._try(change)
            except Unusable as error:
                LOG.warning("%s", error.message)
                self.unwritten, self._change = error.message, change
                self._mending = asyncio.create_task(self._mend())
                raise NotNow("unwritten", error.message) from error

    async def _try(self, change: Change) -> None:
        session, file = self.session, self.session.file
        before, mark = session.bookmark(), self.story.bookmark()
        try:
            if file is not None:
                file.check()
            change()
            if file is not None:
                await apart(file.settle)
                file.check()
        except (Unusable, NotNow):
            session.return_to(before)
            self.story.return_to(mark)
            raise

    async def _mend(self) -> None:
        """Try to write what could not be written, until it is."""
        while self.unwritten is not None:
            await asyncio.sleep(RETRY)
            async with self.lock:
                if self.unwritten is None:  # another game is held meanwhile
                    return
                try:
                    await apart(self.renew)
                    await self._try(self._change)
                except Unusable as error:
                    self.unwritten = error.message
                    LOG.warning("%s", error.message)
                    continue
                except NotNow as error:  # the rules go wrong only now
                    LOG.warning("%s", error.message)
                self.unwritten = None
                with suppress(NotNow):
                    await self.mended()

    async def look(self) -> None:
        """See that the log is where it was left, and write it anew if it is not.

        Raises NotNow where it cannot be written.
        """
        file = self.session.file
        if file is None or self.unwritten is not None:
            return
        async with self.lock:
            try:
                file.check()
            except Unusable as error:
                LOG.warning("%s", error.message)
                await self.write(nothing)
