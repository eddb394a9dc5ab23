"""A table: a game under way with those who sit at it and who watch."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import click
from attrs import Factory, define, evolve

from rulesrun.agents.own import OwnFault
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.session import Session, told
from rulesrun.cli.playing.settings import HUMAN, RANDOM
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.looks import Looks
from rulesrun.interpreter.game import Game, NothingToUndo, Option, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.logs import Entry, replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.tracing import Change, Tracer
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.table.ahead import Chosen, asked_ahead, keep
from rulesrun.table.apart import Mind, OwnMind, apart
from rulesrun.table.links import Links, fresh_token
from rulesrun.table.questions import Questions, kind_of
from rulesrun.table.reporting import LOG
from rulesrun.table.story import Story
from rulesrun.table.telling import Asked, Hearing, tell
from rulesrun.table.values import Plain, shown
from rulesrun.table.words import page_words


class Bench(Protocol):
    """What the designer of a game works at."""

    async def watch(self) -> None:
        """Look at the files of the game, as long as the table is open."""

    async def put(self, title: str) -> None:
        """Put the position of a scenario on the table; raises NotNow."""

    async def back(self) -> None:
        """Go on with the game; raises NotNow."""

    def data(self, language: str | None = None) -> dict[str, Plain]:
        """What the designer is told, in a language."""


EVERYBODY = -3
"""Stands for those who hear of every change that everybody is told."""

RETRY = 3.0
"""Seconds until what could not be written is tried again."""

SLOW = ("hint",)
"""What is worked out beside everything else."""


class NotNow(Exception):
    """What was asked for is not possible; `key` says why in a word of the page."""

    def __init__(self, key: str, message: str = "") -> None:
        super().__init__(message or key)
        self.key = key
        self.message = message


@define(eq=False)
class Table:
    """A game with its seats. Whatever changes it is on disk before anybody is told.

    `pace` is how many seconds a player who is no person waits before each choice.
    """

    session: Session
    links: Links
    labels: Mapping[str, Labels]
    looks: Looks
    story: Story
    pace: float = 0.0
    stopped: str | None = None
    version: int = 0
    edition: int = 0
    workbench: Bench | None = None
    tracer: Tracer | None = None
    changes: tuple[Change, ...] = ()
    made: dict[int, list[Chosen]] = Factory(dict)
    questions: Questions = Factory(lambda: Questions(fresh_token()))
    mind: Mind = Factory(OwnMind)
    _changed: dict[int | None, asyncio.Event] = Factory(dict)
    _own: Counter[int] = Factory(Counter)
    _lock: asyncio.Lock = Factory(asyncio.Lock)
    _scenes: dict[tuple[int | None, str], str] = Factory(dict)
    _unwritten: Callable[[], None] | None = None
    _mending: asyncio.Task[None] | None = None

    @classmethod
    def lay(
        cls, session: Session, links: Links, looks: Looks, pace: float = 0.0
    ) -> Table:
        """A table for a session, with what has happened in it so far."""
        labels = labels_of(session.game)
        found = cls(session, links, labels, looks, retold(session, labels), pace)
        found._listen()
        return found

    def _listen(self) -> None:
        """Note from now on which lines of the rules change what, if they are traced."""
        game = self.session.game
        self.tracer = Tracer(game, watching=True) if game.trace else None
        self.changes = ()

    async def lay_anew(self, session: Session, looks: Looks) -> None:
        """Put another game, or the same under other rules, on the table."""
        labels = labels_of(session.game)
        story = await apart(partial(retold, session, labels))
        async with self._lock:
            self.session, self.labels, self.looks = session, labels, looks
            self.story, self.stopped = story, None
            self.made, self._unwritten = {}, None
            self.questions.changes += 1
            self._listen()
            self.edition += 1
            await self._write(lambda: None)
            self.tell_again()

    def tell_again(self) -> None:
        """Let everybody look again."""
        self.version += 1
        self._scenes.clear()
        for event in self._changed.values():
            event.set()
        self._changed.clear()

    def _tell_seat(self, seat: int) -> None:
        """Let a seat look again, and nobody else know that there is anything to see."""
        self._own[seat] += 1
        for key in [key for key in self._scenes if key[0] == seat]:
            del self._scenes[key]
        event = self._changed.pop(seat, None)
        if event is not None:
            event.set()

    def changed(self, viewer: int | None) -> asyncio.Event:
        """What is set as soon as there is anything new to see for somebody."""
        return self._changed.setdefault(viewer, asyncio.Event())

    # ---- telling -----------------------------------------------------------------------

    def language(self, asked: str) -> str:
        """The language that was asked for, or the first of the game."""
        return asked if asked in self.labels else next(iter(self.labels))

    def hearing(self, viewer: int | None, language: str) -> Hearing:
        """Somebody who is told of this table."""
        labels = self.labels[self.language(language)]
        return Hearing(
            self.session,
            labels,
            viewer,
            self.story,
            self.looks,
            self.changes,
            self.made,
            self.questions,
        )

    async def scene(self, viewer: int | None, language: str) -> str:
        """Where the game stands for somebody, as a message; made once for each."""
        found = self._scenes.get((viewer, language))
        if found is None:
            async with self._lock:  # what is not on the disk yet is not told
                data = tell("scene", self.hearing(viewer, language))
                version = self.version + self._own[-2 if viewer is None else viewer]
                data |= {"version": version, "stopped": self._in_words(language)}
                found = self._scenes[viewer, language] = packed(data)
        return found

    async def answer(
        self, kind: str, viewer: int | None, language: str, asked: Asked
    ) -> dict[str, Plain]:
        """What somebody asked about, answered; what takes long holds up nobody else.

        Raises NotNow where the rules go wrong.
        """
        try:
            async with self._lock:
                hearing = self.hearing(viewer, language)
                if kind not in SLOW:
                    return tell(kind, hearing, asked)
                session = evolve(self.session, position=self.session.position.copy())
            return await self.mind.tell(kind, evolve(hearing, session=session), asked)
        except GameFault as fault:
            raise NotNow("faulty rules", told(fault, viewer)) from fault
        except RuleFault as fault:
            raise NotNow("faulty rules", str(fault)) from fault

    def _in_words(self, language: str) -> str | None:
        """Why the table has stopped, if it has, as somebody is told."""
        if self.stopped is None:
            return None
        if self._unwritten is not None:
            return page_words(language)["unwritten"]
        return shown(self.stopped)

    # ---- changing ----------------------------------------------------------------------

    async def choose(
        self, viewer: int | None, at: int, number: int, mark: str = ""
    ) -> None:
        """Carry on with an option of a seat; raises NotNow.

        The `mark` is that of the question which this answers. Without one, `at` says
        after how many choices it was asked, and nothing is chosen ahead of others.
        """
        await _finished(self._choose(viewer, at, number, mark))

    async def undo(self, viewer: int | None, at: int, mark: str = "") -> None:
        """Take the last choice of a seat back, as `choose` makes one; raises NotNow."""
        await _finished(self._undo(viewer, at, mark))

    async def _choose(
        self, viewer: int | None, at: int, number: int, mark: str
    ) -> None:
        async with self._lock:
            self._check()
            position = asked = self.session.position
            if viewer not in (None, position.player):
                ahead = asked_ahead(position, viewer, self.made)
                if ahead is None:
                    raise NotNow("stale" if mark else "not yours")
                asked = ahead
            assert asked.player is not None
            if mark:
                if mark != self.questions.mark(asked, asked.player):
                    raise NotNow("stale")
            elif asked is not position or at != len(self.session.log.entries):
                raise NotNow("stale")
            options = asked.options
            if not 0 <= number < len(options):
                raise NotNow("stale")
            if asked is not position and viewer is not None:
                await self._make_ahead(viewer, asked, options[number])
            else:
                answers = partial(self.questions.answered, asked.player)
                await self._carry_on(options[number].name, viewer, answers)
                await self._catch_up()

    async def _undo(self, viewer: int | None, at: int, mark: str) -> None:
        async with self._lock:
            self._check()
            position = self.session.position
            made = self.made.get(-2 if viewer is None else viewer)
            if made and viewer is not None:
                if mark and mark != self.questions.mark_of_undo(viewer, ahead=True):
                    raise NotNow("stale")
                last = made.pop()
                try:
                    await self._keep_ahead()
                except Unusable as error:
                    made.append(last)
                    raise NotNow("unkept", error.message) from error
                self.questions.answered(viewer)
                self._tell_seat(viewer)
                return
            seat = position.player
            if viewer not in (None, seat) or seat is None:
                raise NotNow("stale" if mark else "not yours")
            if mark and mark != self.questions.mark_of_undo(seat, ahead=False):
                raise NotNow("stale")
            if not mark and at != len(self.session.log.entries):
                raise NotNow("stale")
            await self._write(self._taken_back)
            self.changes = ()
            self.tell_again()

    def _taken_back(self) -> None:
        try:
            self.session.undo()
        except NothingToUndo as error:
            raise NotNow(error.kind, str(error)) from error
        self.story.take_back()
        self.questions.changes += 1
        assert self.session.position.player is not None
        self.questions.answered(self.session.position.player)

    def _check(self) -> None:
        if self.stopped is not None:
            key = "stopped" if self._unwritten is None else "unwritten"
            raise NotNow(key, self.stopped)
        if self.session.position.over:
            raise NotNow("not yours")

    # ---- choices at once -----------------------------------------------------------------

    async def _make_ahead(self, viewer: int, asked: Position, option: Option) -> None:
        """Keep what a seat has chosen before the rules ask it."""
        told = {
            language: shown(labels.told(asked, option))
            for language, labels in self.labels.items()
        }
        made = self.made.setdefault(viewer, [])
        entries = self.session.log.entries
        number = len(made) + sum(entry.player - 1 == viewer for entry in entries)
        made.append(Chosen(option.name, told, number, kind_of(asked)))
        try:
            await self._keep_ahead()
        except Unusable as error:
            made.pop()
            raise NotNow("unkept", error.message) from error
        self.questions.answered(viewer)
        self._tell_seat(viewer)

    async def _catch_up(self) -> None:
        """Make the choices that were made ahead, as far as the rules now ask for them."""
        while not self.session.position.over:
            position = self.session.position
            made = self.made.get(-1 if position.player is None else position.player)
            if not made:
                return
            chosen = made[0]
            if position.decision_plan.secret and chosen.kind == kind_of(position):
                await self._carry_on(chosen.name, position.player)
                made.pop(0)
            else:
                made.clear()  # what was asked is not what was expected: choose again
            try:
                await self._keep_ahead()
            except Unusable as error:  # what is in the log already does no harm there
                LOG.warning("%s", error.message)

    async def _keep_ahead(self) -> None:
        """Wait until what was chosen ahead is on the disk; raises Unusable."""
        if self.session.file is not None:
            await apart(partial(keep, self.session.file.path, self.made))

    async def _carry_on(
        self, name: str, hearer: int | None, answers: Callable[[], None] | None = None
    ) -> None:
        """Carry on with an option; the hearer is who is told if the rules go wrong.

        What `answers` a question says so, if that has not been noted before.
        """
        await self._write(partial(self._carried_on, name, hearer, answers))
        self._trace()
        self.tell_again()

    def _trace(self) -> None:
        """Note which lines of the rules have changed what."""
        if self.tracer is not None:
            self.changes = self.tracer.take(self.session.position)

    def _carried_on(
        self, name: str, hearer: int | None, answers: Callable[[], None] | None
    ) -> None:
        session = self.session
        option = next(o for o in session.position.options if o.name == name)
        session.viewer = hearer
        self.story.choice(session.position, option)
        try:
            session.choose(option)
        except Problem as error:  # the rules go wrong
            raise NotNow("faulty rules", error.message) from error
        self.story.follow(session.position)
        self.questions.changes += 1
        if answers is not None:
            answers()

    # ---- on the disk ---------------------------------------------------------------------

    async def _write(self, change: Callable[[], None]) -> None:
        """Make a change and wait until it is on the disk; raises NotNow.

        Where it cannot be written, or is not possible, all is as it was before. What
        could not be written is tried again from time to time.
        """
        try:
            await self._try_to_write(change)
        except Unusable:
            try:
                await self._renew()
                await self._try_to_write(change)
            except Unusable as error:
                self.stopped, self._unwritten = error.message, change
                LOG.warning("%s", error.message)
                self._mending = asyncio.create_task(self._mend())
                self.tell_again()
                raise NotNow("unwritten", error.message) from error

    async def _try_to_write(self, change: Callable[[], None]) -> None:
        session, story = self.session, self.story
        before, told = session.bookmark(), story.bookmark()
        try:
            if session.file is not None:
                session.file.check()
            change()
            if session.file is not None:
                await apart(session.file.settle)
                session.file.check()
        except (Unusable, NotNow):
            session.return_to(before)
            story.return_to(told)
            raise

    async def _renew(self) -> None:
        """Write the log anew, all of it; raises Unusable."""
        session = self.session
        if session.file is not None:
            await apart(partial(session.file.begin_again, session.log))
            LOG.warning("the log %s has been written anew", session.file.path)

    async def _mend(self) -> None:
        """Try to write what could not be written, until it is."""
        while self._unwritten is not None:
            await asyncio.sleep(RETRY)
            async with self._lock:
                change = self._unwritten
                if change is None:
                    return
                try:
                    await self._renew()
                    await self._try_to_write(change)
                except Unusable as error:
                    self.stopped = error.message
                    LOG.warning("%s", error.message)
                    continue
                except NotNow as error:  # the rules go wrong only now
                    LOG.warning("%s", error.message)
                self.stopped = self._unwritten = None
                self._trace()
                self.tell_again()
                with suppress(NotNow):
                    await self._catch_up()

    async def look_after(self) -> None:
        """See that the log is still where it was left, and write it anew if it is not."""
        file = self.session.file
        if file is None or self.stopped is not None:
            return
        async with self._lock:
            try:
                file.check()
            except Unusable as error:
                LOG.warning("%s", error.message)
                with suppress(NotNow):
                    await self._write(self._renewed)

    def _renewed(self) -> None:
        """Write the log anew, as it is: a change of nothing else."""
        if self.session.file is not None:
            self.session.file.begin_again(self.session.log)

    # ---- those who are no persons ------------------------------------------------------

    async def play_on(self) -> None:
        """Choose for all seats that are no persons', as long as the table is open."""
        async with self._lock:
            with suppress(NotNow):
                await self._catch_up()  # what was chosen ahead before a restart
        while True:
            changed = self.changed(EVERYBODY)
            position = self.session.position
            kind = HUMAN
            if not position.over and self.stopped is None:
                assert position.player is not None
                kinds = self.links.seats.kinds
                kind = kinds[position.player] if position.player < len(kinds) else HUMAN
            if kind == HUMAN:
                await changed.wait()
                continue
            version = self.version
            await asyncio.sleep(self.pace)
            copied = evolve(self.session, position=position.copy())
            if kind == RANDOM:
                name = copied.by_chance().name
            else:
                try:
                    name = await self.mind.choose(copied, kind)
                except (GameFault, RuleFault) as fault:
                    self._stop(str(fault))
                    continue
                except OwnFault as fault:  # what it says may be its seat's secret
                    click.echo(str(fault), err=True)
                    self._stop(f"a player's program went wrong: {fault.place}")
                    continue
            async with self._lock:
                if version == self.version:
                    try:
                        await self._carry_on(name, ONLOOKER)
                        await self._catch_up()
                    except NotNow as error:
                        if self._unwritten is None:
                            self._stop(error.message)

    def _stop(self, message: str) -> None:
        self.stopped = message
        self.tell_again()


async def _finished(work: Coroutine[Any, Any, None]) -> None:
    """Do something to its end, even if whoever has asked for it goes away meanwhile."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.shield(task)


def packed(data: Mapping[str, Plain]) -> str:
    """A message as it is sent."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def labels_of(game: Game) -> dict[str, Labels]:
    """The labels of a game in each of its languages, English where it names none."""
    declared = game.program.world.game
    assert declared is not None
    languages = declared.languages or ("en",)
    return {language: Labels(game, Words(language)) for language in languages}


def retold(session: Session, labels: Mapping[str, Labels]) -> Story:
    """What has happened in a session, from its log."""
    story = Story(labels)
    story_of: list[Any] = []

    def each(position: Any, entry: Entry) -> None:
        if story_of:
            story.follow(position)
        story_of.append(entry)
        named = [o for o in position.options if o.name == entry.choice]
        if named:
            story.choice(position, named[0])

    if session.log.entries:
        position, _ = replay(session.game, session.log, None, each, verify=False)
        story.follow(position)
    else:
        story.follow(session.position)
    return story


def told_problem(error: NotNow, words: Mapping[str, str], labels: Labels) -> str:
    """Why something was not possible, in the language of whoever asked."""
    said = words.get(error.key) or labels.words.reason(error.key, ())
    return shown(said or error.message)
