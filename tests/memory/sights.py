"""What a seat saw at each stop of a game, without finding out what it knows by that."""

from __future__ import annotations

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.sights import Sights
from rulesrun.interpreter.memory.stops import Stop


def stops_seen(position: Position, seat: int) -> list[Stop]:
    """What a seat saw, and has seen move, up to each stop: as its memory has it, but sooner.

    The position's choices are carried out again from the root of its line, and have to lead
    to it.
    """
    line = position.line
    assert line is not None
    sights = Sights(position.game.watched, seat, line)
    assert sights.extend(line)
    assert sights.is_of(position.state)
    return sights.stops
