"""A table: a game under way with those who sit at it and who watch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Protocol

from attrs import Factory, define, evolve, field

from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.playing.session import Session, describe_fault
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.looks import Looks
from rulesrun.interpreter.game import Option, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.tracing import Change, Tracer
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.table.audience import Audience
from rulesrun.table.background import Mind, OwnMind, apart, finished, thought
from rulesrun.table.hearing import Asked, Hearing
from rulesrun.table.links import Links, fresh_token
from rulesrun.table.questions import Questions, kind_of
from rulesrun.table.record import NotNow, Record, nothing
from rulesrun.table.reporting import LOG
from rulesrun.table.simultaneous import Chosen, asked_ahead, keep
from rulesrun.table.story import labels_of, retold
from rulesrun.table.telling import tell
from rulesrun.table.values import Plain, packed, shown
from rulesrun.table.words import page_words


class Bench(Protocol):
    """What the designer of a game works at."""

    async def watch(self) -> None:
        """Look at the files of the game, as long as the table is open."""

    async def put(self, title: str) -> None:
        """Put the position of a scenario on the table; raises NotNow."""

    async def back(self) -> None:
        """Go on with the game; raises NotNow."""

    async def compare(self) -> None:
        """Play games under the rules before a change and after it; raises NotNow."""

    async def sheet(self, name: str, language: str) -> dict[str, Plain]:
        """A table of the rules as a sheet, in a language; raises NotNow."""

    async def cell(
        self, name: str, line: int, column: int, was: str, text: str
    ) -> None:
        """Write a cell of a table of the rules; raises NotNow."""

    async def row(self, name: str, line: int, was: list[str], *, adds: bool) -> None:
        """Write a row of a table once more, or take it away; raises NotNow."""

    def data(self, language: str | None = None) -> dict[str, Plain]:
        """What the designer is told, in a language."""


SLOW = ("hint",)
"""What is worked out beside everything else."""


@define(eq=False)
class Table:
    """A game with its seats. Whatever changes it is on disk before anybody is told.

    `pace` is how many seconds a player who is no person waits before each choice.
    """

    record: Record = field(init=False)
    links: Links
    labels: Mapping[str, Labels]
    looks: Looks
    pace: float = 0.0
    stopped: str | None = None
    audience: Audience = Factory(Audience)
    edition: int = 0
    workbench: Bench | None = None
    tracer: Tracer | None = None
    changes: tuple[Change, ...] = ()
    made: dict[int, list[Chosen]] = Factory(dict)
    questions: Questions = Factory(lambda: Questions(fresh_token()))
    mind: Mind = Factory(OwnMind)
    looking: Counter[int | None] = Factory(Counter)
    """How many pages look, by whose eyes."""
    until: float | None = None
    """Until when who is to choose has time, in seconds since 1970; none without end."""
    attendants: list[Callable[[], Coroutine[Any, Any, None]]] = Factory(list)
    """What else goes on as long as the table is open."""
    keeper: Callable[[Links], None] | None = None
    """Keeps who sits where; without one it is kept beside the log. Raises Unusable."""
    lobby: bool = False
    """Whether it is one of the tables of a lobby."""
    begin_again: Callable[[], Session] | None = None
    """Begins another game of the same with a log of its own; raises Unusable or Problem."""

    @classmethod
    def lay(
        cls, session: Session, links: Links, looks: Looks, pace: float = 0.0
    ) -> Table:
        """A table for a session, with what has happened in it so far."""
        labels = labels_of(session.game)
        result = cls(links, labels, looks, pace)
        result.record = Record(session, retold(session, labels), result._mended)
        result._listen()
        return result

    @property
    def session(self) -> Session:
        """The game that is played here."""
        return self.record.session

    @property
    def trouble(self) -> str | None:
        """Why nothing can be chosen here, if that is so."""
        return self.record.unwritten or self.stopped

    def _listen(self) -> None:
        """Note from now on which lines of the rules change what, if they are traced."""
        game = self.session.game
        self.tracer = Tracer(game, watching=True) if game.trace else None
        self.changes = ()

    async def lay_anew(self, session: Session, looks: Looks) -> None:
        """Put another game, or the same under other rules, on the table."""
        labels = labels_of(session.game)
        story = await apart(partial(retold, session, labels))
        async with self.record.lock:
            self.record.hold(session, story)
            self.labels, self.looks = labels, looks
            self.made, self.stopped = {}, None
            self.questions.changes += 1
            self._listen()
            self.edition += 1
            await self.record.write(nothing)
            self.tell_again()

    def tell_again(self) -> None:
        """Let everybody look again."""
        self.audience.wake()

    # ---- telling -----------------------------------------------------------------------

    def language(self, code: str) -> str:
        """The language that was asked for, or the first of the game."""
        return code if code in self.labels else next(iter(self.labels))

    def hearing(self, viewer: int | None, language: str) -> Hearing:
        """Somebody who is told of this table."""
        labels = self.labels[self.language(language)].at(self.session.position)
        return Hearing(
            self.session,
            labels,
            viewer,
            self.record.story,
            self.looks,
            self.changes,
            self.made,
            self.questions,
        )

    async def scene(self, viewer: int | None, language: str) -> str:
        """Where the game stands for somebody, as a message; made once for each."""
        result = self.audience.scene(viewer, language)
        if result is None:
            async with self.record.lock:  # what is not on the disk yet is not told
                data = tell("scene", self.hearing(viewer, language))
                data["version"] = self.audience.version_of(viewer)
                data["stopped"] = self._in_words(language)
                data["seats"] = self.links.told()
                data["until"] = self.until
                data["again"] = self.begin_again is not None
                data["lobby"] = self.lobby
                result = packed(data)
                self.audience.keep_scene(viewer, language, result)
        return result

    async def answer(
        self, kind: str, viewer: int | None, language: str, request: Asked
    ) -> dict[str, Plain]:
        """What somebody asked about, answered; what takes long holds up nobody else, and
        says by its mark which question it is about.

        Raises NotNow where the rules go wrong, and where there is no film yet.
        """
        try:
            async with self.record.lock:
                hearing = self.hearing(viewer, language)
                over = hearing.position.over
                if kind == "ledger" and over:
                    return await thought(lambda: tell(kind, hearing, request))
                if kind != "film" and kind not in SLOW:
                    return tell(kind, hearing, request)
                session = evolve(self.session, position=self.session.position.copy())
                asked_now = hearing.asked
                mark = hearing.mark(asked_now) if asked_now else None
            if kind == "film":
                return await self._film(hearing, request)
            hearing = evolve(hearing, session=session)
            return {**await self.mind.tell(kind, hearing, request), "mark": mark}
        except GameFault as fault:
            raise NotNow("faulty rules", describe_fault(fault, viewer)) from fault
        except RuleFault as fault:
            raise NotNow("faulty rules", str(fault)) from fault

    async def _film(self, hearing: Hearing, request: Asked) -> dict[str, Plain]:
        """All positions of a game that is over: nothing changes it meanwhile."""
        if not hearing.position.over:
            raise NotNow("stale")
        return await thought(lambda: tell("film", hearing, request))

    def _in_words(self, language: str) -> str | None:
        """Why the table has stopped, if it has, as somebody is told."""
        if self.record.unwritten is not None:
            return page_words(language)["unwritten"]
        return None if self.stopped is None else shown(self.stopped)

    # ---- changing ----------------------------------------------------------------------

    async def choose(
        self, viewer: int | None, at: int, number: int, mark: str = ""
    ) -> None:
        """Carry on with an option of a seat; raises NotNow.

        The `mark` is that of the question which this answers. Without one, `at` says
        after how many choices it was asked, and nothing is chosen ahead of others.
        """
        await finished(self._choose(viewer, at, number, mark))

    async def undo(self, viewer: int | None, at: int, mark: str = "") -> None:
        """Take the last choice of a seat back, as `choose` makes one; raises NotNow."""
        await finished(self._undo(viewer, at, mark))

    async def _choose(
        self, viewer: int | None, at: int, number: int, mark: str
    ) -> None:
        async with self.record.lock:
            self._check()
            position = question = self.session.position
            if viewer not in (None, position.player):
                ahead = asked_ahead(position, viewer, self.made)
                if ahead is None:
                    raise NotNow("stale" if mark else "not yours")
                question = ahead
            assert question.player is not None
            if mark:
                if mark != self.questions.mark(question, question.player):
                    raise NotNow("stale")
            elif question is not position or at != len(self.session.log.entries):
                raise NotNow("stale")
            options = question.options
            if not 0 <= number < len(options):
                raise NotNow("stale")
            if question is not position and viewer is not None:
                await self._make_ahead(viewer, question, options[number])
            else:
                answers = partial(self.questions.answered, question.player)
                await self.carry_on(options[number].name, viewer, answers)
                await self.catch_up()

    async def _undo(self, viewer: int | None, at: int, mark: str) -> None:
        async with self.record.lock:
            self._check()
            position = self.session.position
            ahead = self.made.get(-2 if viewer is None else viewer)
            if ahead and viewer is not None:
                if mark and mark != self.questions.mark_of_undo(viewer, ahead=True):
                    raise NotNow("stale")
                last = ahead.pop()
                try:
                    await self._keep_ahead()
                except Unusable as error:
                    ahead.append(last)
                    raise NotNow("unkept", error.message) from error
                self.questions.answered(viewer)
                self.audience.wake_seat(viewer)
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
        self.record.undo()
        assert self.session.position.player is not None
        self.questions.changes += 1
        self.questions.answered(self.session.position.player)

    async def _write(self, change: Callable[[], None]) -> None:
        """Make a change that everybody may look at once it is written; raises NotNow."""
        try:
            await self.record.write(change)
        except NotNow:
            if self.record.unwritten is not None:
                self.tell_again()
            raise

    def _check(self) -> None:
        if self.record.unwritten is not None:
            raise NotNow("unwritten", self.record.unwritten)
        if self.stopped is not None:
            raise NotNow("stopped", self.stopped)
        if self.session.position.over:
            raise NotNow("not yours")

    # ---- choices at once -----------------------------------------------------------------

    async def _make_ahead(self, viewer: int, at: Position, option: Option) -> None:
        """Keep what a seat has chosen before the rules ask it."""
        texts = {
            language: shown(labels.choice_text(at, option))
            for language, labels in self.labels.items()
        }
        ahead = self.made.setdefault(viewer, [])
        entries = self.session.log.entries
        number = len(ahead) + sum(entry.player - 1 == viewer for entry in entries)
        ahead.append(Chosen(option.name, texts, number, kind_of(at)))
        try:
            await self._keep_ahead()
        except Unusable as error:
            ahead.pop()
            raise NotNow("unkept", error.message) from error
        self.questions.answered(viewer)
        self.audience.wake_seat(viewer)

    async def catch_up(self) -> None:
        """Make the choices that were made ahead, as far as the rules now ask for them."""
        while not self.session.position.over:
            position = self.session.position
            ahead = self.made.get(-1 if position.player is None else position.player)
            if not ahead:
                return
            chosen = ahead[0]
            if position.decision_plan.secret and chosen.kind == kind_of(position):
                await self.carry_on(chosen.name, position.player)
                ahead.pop(0)
            else:
                ahead.clear()  # what was asked is not what was expected: choose again
            try:
                await self._keep_ahead()
            except Unusable as error:  # what is in the log already does no harm there
                LOG.warning("%s", error.message)

    async def _keep_ahead(self) -> None:
        """Wait until what was chosen ahead is on the disk; raises Unusable."""
        if self.session.file is not None:
            await apart(partial(keep, self.session.file.path, self.made))

    async def carry_on(
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
        self.record.choice(name, hearer)
        self.questions.changes += 1
        if answers is not None:
            answers()

    async def look_after(self) -> None:
        """See that the log is still where it was left, and write it anew if it is not."""
        try:
            await self.record.look()
        except NotNow:
            self.tell_again()

    async def _mended(self) -> None:
        """Tell what could be written at last."""
        self._trace()
        self.tell_again()
        await self.catch_up()

    def stop(self, message: str) -> None:
        """Let nothing be chosen any more, and say why."""
        self.stopped = message
        self.tell_again()
