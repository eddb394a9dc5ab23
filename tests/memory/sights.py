"""What a seat saw at each stop of a game, without finding out what it knows by that."""

from __future__ import annotations

from collections.abc import Sequence

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.stops import Stop
from rulesrun.interpreter.memory.stretches import Stretch
from rulesrun.interpreter.memory.trials import Move, Trials
from rulesrun.interpreter.runtime.layout import State


class Untried(Trials):
    """Tries no other events: they change what is known, and not what was seen."""

    def add(self, state: State, followed: frozenset[int]) -> None:
        """Nothing is tried of a choice in secret."""

    def begun(self) -> None:
        """Nothing is tried of the beginning."""

    def stopped(self, of: Stretch) -> None:
        """Nothing is tried of what followed a choice."""

    def known_moves(self, of: Stretch, moves: Sequence[Move]) -> list[Move]:
        """Nothing is tried of pieces that moved."""
        return []

    def look_at_silent(self, of: Stretch, silent: dict[int, tuple[int, int]]) -> None:
        """Nothing is tried of what lay nowhere in the open."""


class _Seen(Memory):
    """A memory of sights alone."""

    tries = Untried


def stops_seen(position: Position, seat: int) -> list[Stop]:
    """What a seat saw, and has seen move, up to each stop: as its memory has it, but sooner.

    The position's choices are carried out again from the root of its line, and have to lead
    to it.
    """
    line = position.line
    assert line is not None
    seen = _Seen(position.game.watched, seat, line)
    assert seen.extend(line)
    assert seen.is_of(position.state)
    return seen.stops
