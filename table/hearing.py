"""Somebody who is told of a game, and who may know what of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from attrs import Factory, frozen

from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.tracing import Change
from rulesrun.table.keys import Keys
from rulesrun.table.offers import offers
from rulesrun.table.questions import Questions
from rulesrun.table.simultaneous import Made, asked_ahead
from rulesrun.table.story import Story
from rulesrun.table.values import Plain

Asked = Mapping[str, Any]
"""What somebody asks about: checked to be plain data of small size, and nothing else."""


@frozen(eq=False)
class Hearing:
    """Somebody who is told of a game: a seat, ONLOOKER, or none who may know everything."""

    session: Session
    labels: Labels
    viewer: int | None
    story: Story
    looks: Looks = Factory(Looks)
    changes: tuple[Change, ...] = ()
    made: Made = Factory(dict)
    questions: Questions = Factory(Questions)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.session.position

    @property
    def is_asked(self) -> bool:
        """Whether whoever hears this is to choose."""
        return not self.position.over and self.viewer in (None, self.position.player)

    @property
    def asked(self) -> Position | None:
        """Where whoever hears this is to choose, now or already ahead of the rules."""
        if self.is_asked:
            return self.position
        return asked_ahead(self.position, self.viewer, self.made)

    @property
    def language(self) -> str:
        """In which language it is told."""
        return self.labels.words.language or "en"

    @property
    def hidden(self) -> frozenset[int]:
        """The slots whose content whoever hears this cannot know."""
        if self.viewer is None:
            return frozenset()
        secrecy = self.position.game.machine.secrecy
        return secrecy.slots(self.viewer, self.position.state)

    def question(self, position: Position) -> dict[str, Plain]:
        """What somebody is asked, as the page wants it."""
        mark = self.mark(position)
        return offers(
            position, self.labels.at(position), self.keys(position), self.looks, mark
        )

    def mark(self, position: Position) -> str:
        """The mark of what somebody is asked."""
        assert position.player is not None
        return self.questions.mark(position, position.player)

    def keys(self, position: Position) -> Keys:
        """What on the page stands for what, where somebody is asked."""
        return Keys(position, self.hidden)


def place_of(span: Span) -> str:
    """A line of the rules, without the folders of this machine before it."""
    return f"{PurePath(span.path).name}:{span.line}"
