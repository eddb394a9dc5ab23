"""What has happened at a table: choices and announcements, as everybody may hear them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from attrs import Factory, define, evolve, frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.showings import shown_line
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, may_hear
from rulesrun.interpreter.logs import Entry, replay
from rulesrun.interpreter.reports.views import told_choices
from rulesrun.interpreter.runtime.layout import RawOption, State
from rulesrun.table.gains import Gain, as_seen, gains_apart
from rulesrun.table.retelling import told_where
from rulesrun.table.values import Plain, shown

LAST = 40
"""So much of what has happened is told with each position."""


@frozen
class Choice:
    """A choice of a seat in a turn, with its label in each language, and what it gave."""

    player: int
    turn: int
    secret: bool
    label: Mapping[str, str]
    gains: tuple[Gain, ...] = ()


@frozen
class News:
    """What was announced, or shown to some seats, in each language.

    `whole` is what somebody is told who may know everything. The gains are what was given
    after it.
    """

    label: Mapping[str, str]
    to: frozenset[int] | None = None
    whole: Mapping[str, str] | None = None
    gains: tuple[Gain, ...] = ()


@define
class Story:
    """Keeps what has happened in the languages of `labels`."""

    labels: Mapping[str, Labels]
    parts: list[Choice | News] = Factory(list)
    _ends: list[int] = Factory(list)
    _chosen: tuple[State, RawOption] | None = None

    def choice(self, position: Position, option: Option) -> None:
        """Note what is about to be chosen."""
        decision = position.decision
        assert decision is not None
        label = {
            language: shown(told_where(labels, position, option))
            for language, labels in self.labels.items()
        }
        self._chosen = position.state.copy(), option.raw
        self._ends.append(len(self.parts))
        self.parts.append(
            Choice(decision.player, position.turns, decision.secret, label)
        )

    def follow(self, position: Position) -> None:
        """Note what the last choice gave, and what has been announced, and shown, since."""
        later: Iterator[tuple[Gain, ...]] = iter(())
        if self._chosen is not None:
            labels = next(iter(self.labels.values()))
            last = self.parts[self._ends[-1]]
            assert isinstance(last, Choice)
            gained, *others = gains_apart(labels, *self._chosen, position.state)
            self.parts[self._ends[-1]] = evolve(last, gains=gained)
            self._chosen = None
            later = iter(others)
        for one in position.shown_to(None):
            label, whole = (
                {
                    language: shown(shown_line(labels, one, viewer))
                    for language, labels in self.labels.items()
                }
                for viewer in (ONLOOKER, None)
            )
            self.parts.append(News(label, one.to, whole))
        for announcement in position.announced_to(None):
            label = {
                language: shown(labels.announced(announcement))
                for language, labels in self.labels.items()
            }
            given_then = next(later, ()) if announcement.to is None else ()
            self.parts.append(News(label, announcement.to, gains=given_then))
        if any(isinstance(part, Choice) and part.secret for part in self.parts):
            self._tell(told_choices(position))

    def _tell(self, revealed: Set[int]) -> None:
        """Choices in secret that all know by now are told as others are."""
        number = -1
        for at, part in enumerate(self.parts):
            if isinstance(part, Choice):
                number += 1
                if part.secret and number in revealed:
                    self.parts[at] = evolve(part, secret=False)

    def bookmark(self) -> tuple[list[Choice | News], list[int]]:
        """What has happened so far, to come back to it."""
        return self.parts.copy(), self._ends.copy()

    def return_to(self, mark: tuple[list[Choice | News], list[int]]) -> None:
        """Forget what has happened since."""
        self.parts[:], self._ends[:] = mark

    def take_back(self) -> None:
        """Forget the last choice with all that followed."""
        if self._ends:
            del self.parts[self._ends.pop() :]

    def told(self, viewer: int | None, language: str, most: int = LAST) -> list[Plain]:
        """The last that has happened, as somebody may hear it, the newest last."""
        return list(_told(self.parts[-most:], viewer, language))

    def whole(self, viewer: int | None, language: str) -> tuple[list[Plain], list[int]]:
        """All that has happened, as somebody may hear it, and how much of that belongs to
        the first so many parts.
        """
        lines: list[Plain] = []
        ends = [0]
        for part in self.parts:
            lines += _told([part], viewer, language)
            ends.append(len(lines))
        return lines, ends


def _told(
    parts: Iterable[Choice | News], viewer: int | None, language: str
) -> Iterable[Plain]:
    for part in parts:
        match part:
            case News(label, to, whole, given):
                if viewer is None and whole is not None:
                    label = whole
                if viewer is None or to is None or viewer in to:
                    yield {"news": label[language], **as_seen(given, viewer)}
            case Choice(player, turn, secret, label, gained):
                audible = may_hear(player, viewer, secret=secret)
                text = label[language] if audible else None
                gave = as_seen(gained, viewer)
                yield {"player": player, "turn": turn, "told": text, **gave}


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
