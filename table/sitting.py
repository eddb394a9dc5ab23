"""A table: a game under way with those who sit at it and who watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
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
from rulesrun.table.ahead import Chosen, asked_ahead, keep, mark_of
from rulesrun.table.apart import Mind, OwnMind, apart
from rulesrun.table.links import Links
from rulesrun.table.story import Story
from rulesrun.table.telling import Asked, Hearing, tell
from rulesrun.table.values import Plain, shown


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
    mind: Mind = Factory(OwnMind)
    changed: asyncio.Event = Factory(asyncio.Event)
    _lock: asyncio.Lock = Factory(asyncio.Lock)
    _scenes: dict[tuple[int | None, str], str] = Factory(dict)

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
            self.made = {}
            self._listen()
            self.edition += 1
            await self._kept()
            self._changed()

    def tell_again(self) -> None:
        """Tell everybody, though no choice has been made."""
        self._changed()

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
        )

    async def scene(self, viewer: int | None, language: str) -> str:
        """Where the game stands for somebody, as a message; made once for each."""
        found = self._scenes.get((viewer, language))
        if found is None:
            async with self._lock:  # what is not on the disk yet is not told
                data = tell("scene", self.hearing(viewer, language))
                data |= {"version": self.version, "stopped": self.stopped}
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

    def _changed(self) -> None:
        self.version += 1
        self._scenes.clear()
        self.changed.set()
        self.changed = asyncio.Event()

    # ---- changing ----------------------------------------------------------------------

    async def choose(
        self, viewer: int | None, at: int, number: int, mark: str = ""
    ) -> None:
        """Carry on with an option of a seat; raises NotNow.

        `at` is how many choices the seat has seen: it cannot choose in a position that
        is not there any more. The `mark` of a question in secret says that it is the
        same all the same.
        """
        async with self._lock:
            self._check()
            position = asked = self.session.position
            if viewer not in (None, position.player):
                ahead = asked_ahead(position, viewer, self.made)
                if ahead is None:
                    raise NotNow("not yours")
                asked = ahead
            same = mark and asked.decision_plan.secret and mark == mark_of(asked)
            if at != len(self.session.log.entries) and not same:
                raise NotNow("stale")
            options = asked.options
            if not 0 <= number < len(options):
                raise NotNow("stale")
            if asked is not position and viewer is not None:
                await self._make_ahead(viewer, asked, options[number])
            else:
                await self._carry_on(options[number], viewer)
                await self._catch_up()

    async def undo(self, viewer: int | None, at: int) -> None:
        """Take the last choice of a seat back; raises NotNow."""
        async with self._lock:
            self._check()
            if viewer is not None and self.made.get(viewer):
                self.made[viewer].pop()
                await self._kept_ahead()
                self._changed()
                return
            if at != len(self.session.log.entries):
                raise NotNow("stale")
            if viewer not in (None, self.session.position.player):
                raise NotNow("not yours")
            try:
                self.session.undo()
            except NothingToUndo as error:
                raise NotNow(error.kind, str(error)) from error
            self.story.take_back()
            self.changes = ()
            await self._kept()
            self._changed()

    def _check(self) -> None:
        if self.stopped is not None:
            raise NotNow("stopped", self.stopped)
        if self.session.position.over:
            raise NotNow("not yours")

    # ---- choices at once -----------------------------------------------------------------

    async def _make_ahead(self, viewer: int, asked: Position, option: Option) -> None:
        """Keep what a seat has chosen before the rules ask it."""
        told = {
            language: shown(labels.told(asked, option))
            for language, labels in self.labels.items()
        }
        self.made.setdefault(viewer, []).append(Chosen(option.name, told))
        await self._kept_ahead()
        self._changed()

    async def _catch_up(self) -> None:
        """Make the choices that were made ahead, as far as the rules now ask for them."""
        while not self.session.position.over:
            position = self.session.position
            made = self.made.get(-1 if position.player is None else position.player)
            if not made:
                return
            chosen = made.pop(0)
            named = [one for one in position.options if one.name == chosen.name]
            if not named or not position.decision_plan.secret:
                made.clear()  # what was asked is not what was expected: choose again
            else:
                await self._carry_on(named[0], position.player)
            await self._kept_ahead()

    async def _kept_ahead(self) -> None:
        """Wait until what was chosen ahead is on the disk."""
        if self.session.file is None:
            return
        try:
            await apart(partial(keep, self.session.file.path, self.made))
        except Unusable as error:
            self.stopped = error.message
            raise NotNow("stopped", error.message) from error

    async def _carry_on(self, option: Option, hearer: int | None) -> None:
        """Carry on with an option; the hearer is who is told if the rules go wrong."""
        session = self.session
        session.viewer = hearer
        before = len(self.story.parts)
        self.story.choice(session.position, option)
        try:
            session.choose(option)
        except Problem as error:  # the rules go wrong; the position is as it was
            del self.story.parts[before:]
            self.story.take_back()
            raise NotNow("faulty rules", error.message) from error
        except Unusable as error:
            self.stopped = error.message
            raise NotNow("stopped", error.message) from error
        self.story.follow(session.position)
        if self.tracer is not None:
            self.changes = self.tracer.take(session.position)
        await self._kept()
        self._changed()

    async def _kept(self) -> None:
        """Wait until the log is on the disk."""
        file = self.session.file
        if file is None:
            return
        try:
            await apart(file.settle)
        except Unusable as error:
            self.stopped = error.message
            raise NotNow("stopped", error.message) from error

    # ---- those who are no persons ------------------------------------------------------

    async def play_on(self) -> None:
        """Choose for all seats that are no persons', as long as the table is open."""
        while True:
            changed = self.changed
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
                        await self._carry_on(self._called(name), ONLOOKER)
                        await self._catch_up()
                    except NotNow as error:
                        self._stop(error.message)

    def _stop(self, message: str) -> None:
        self.stopped = message
        self._changed()

    def _called(self, name: str) -> Option:
        return next(o for o in self.session.position.options if o.name == name)


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
