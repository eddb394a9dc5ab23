"""Chance as moves of its own: every draw is a point with outcomes of equal weight.

A game draws its chance in the middle of what a choice sets off. Here the choice is
carried out again and again on a copy, each time with one more draw settled, until
nothing is left to be drawn. So programs that want chance as a player of its own get it
for every game, without any rules for it.

point = Point.begin(game)
while not point.over:
    point = point.after(0)  # the first option, or the first outcome
"""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.runtime.chance import Undrawn
from rulesrun.interpreter.runtime.choice_history import Line, Root
from rulesrun.interpreter.runtime.layout import COUNTER, SEED, RawOption


@frozen(eq=False)
class Point:
    """A decision, a draw of chance, or the end of a game; points do not change.

    `position` is the position at a decision or at the end. At a draw it is none, and
    `outcomes` says how many results are equally likely; `before` is the position
    before the choice that led there (none while a game is set up), `choice` that
    choice, `drawn` what has come out since. `texts` keeps what each player is told of
    the position, as it is asked for often.
    """

    game: Game
    position: Position | None
    outcomes: int
    before: Position | None
    choice: RawOption | None
    drawn: tuple[int, ...]
    texts: dict[int, str] = field(factory=dict, init=False)

    def __deepcopy__(self, memo: dict[int, Any]) -> Point:
        """A point never changes, so it is its own copy."""
        return self

    @classmethod
    def begin(cls, game: Game) -> Point:
        """Where a game begins: often a draw, as most set-ups have some."""
        return _carried_out(game, None, None, ())

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.position is not None and self.position.over

    @property
    def count(self) -> int:
        """How many ways lead on: the options, or the outcomes."""
        return self.outcomes if self.position is None else len(self.position.raw)

    def after(self, number: int) -> Point:
        """Where an option or an outcome leads, by its number.

        Raises IndexError where there is none of that number.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there is no way on of number {number}")
        if self.position is None:
            drawn = (*self.drawn, number)
            return _carried_out(self.game, self.before, self.choice, drawn)
        return _carried_out(self.game, self.position, self.position.raw[number], ())


def _carried_out(
    game: Game,
    before: Position | None,
    choice: RawOption | None,
    drawn: tuple[int, ...],
) -> Point:
    try:
        if before is None or choice is None:
            state, raw = game.machine.start(drawn)
            line = Line(Root(drawn)) if game.hides else None
            position = Position(game, state, raw, line=line)
        else:
            position = before.copy()
            position.state[SEED] = drawn
            position.state[COUNTER] = 0
            position.play(choice)
    except Undrawn as draw:
        return Point(game, None, draw.outcomes, before, choice, drawn)
    return Point(game, position, 0, before, choice, drawn)
