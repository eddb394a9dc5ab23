"""Which question is which: each is answered once, by whom it was asked.

A question is told with a mark, and an answer carries it. The mark of one that was
answered, or taken back, never comes again; that of a choice in secret stays the same
while others choose, as long as it is the same question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256

from attrs import Factory, define

from rulesrun.interpreter.game import Position


def kind_of(position: Position) -> str:
    """What is asked: the same text wherever the same may be chosen."""
    names = [option.name for option in position.options]
    return _digest([position.player, position.decision_plan.number, names])


def _digest(parts: Sequence[object]) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()[:20]


@define
class Questions:
    """Counts what each seat has answered, and how often the game has changed.

    Neither ever goes back. The `secret` keeps anybody from reading it from a mark.
    """

    secret: str = ""
    changes: int = 0
    answers: dict[int, int] = Factory(dict)

    def answered(self, seat: int) -> None:
        """Note that a seat has answered, or has taken an answer back."""
        self.answers[seat] = self.answers.get(seat, 0) + 1

    def mark(self, position: Position, seat: int) -> str:
        """The mark of what a seat is asked in a position."""
        is_secret = position.decision_plan.secret
        state = kind_of(position) if is_secret else self.changes
        return _digest([self.secret, seat, self.answers.get(seat, 0), state])

    def mark_of_undo(self, seat: int, *, ahead: bool) -> str:
        """The mark of the last choice of a seat, which can be taken back."""
        state = None if ahead else self.changes
        return _digest([self.secret, "undo", seat, self.answers.get(seat, 0), state])
