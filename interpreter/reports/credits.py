"""A game once more, with what each of its points was given for."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from attrs import frozen

from rulesrun.interpreter.game import Game, Position, Refused
from rulesrun.interpreter.logs import Entry, Log, replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.layout import LEDGER

MOST_KEPT = 64
"""Of so many games it is remembered how far they have been played again."""


def credited(position: Position, log: Log) -> Position:
    """A position whose ledgers note what each number was given for.

    It is the one that the log leads to, in a game that notes that. Where it is another, as
    after a scenario, or the ledgers differ, the position itself is given back.
    """
    try:
        result = _played(crediting(position.game), log)
    except GameFault:
        return position
    if result is None or result.over != position.over:
        return position
    before = [tuple(entry[:3]) for entry in position.state[LEDGER]]
    same = before == [tuple(entry[:3]) for entry in result.state[LEDGER]]
    return result if same else position


@frozen
class _Reached:
    """How far a game has been played again: nobody plays on in that position itself."""

    entries: tuple[Entry, ...]
    position: Position


_reached: OrderedDict[tuple[int, int], _Reached] = OrderedDict()
_lock = Lock()


def _played(game: Game, log: Log) -> Position | None:
    """The position that a log leads to; none where it does not fit.

    What was played before is remembered for the games asked about last, so that a choice
    more is one choice, and asking again is none.
    """
    key = id(game), log.seed  # the position keeps the game, and so its identity
    entries = tuple(log.entries)
    with _lock:
        reached = _reached.get(key)
    position = _continued(reached, entries) if reached else None
    if position is None:
        position, difference = replay(game, log, verify=False)
        if difference is not None:
            return None
    with _lock:
        _reached[key] = _Reached(entries, position)
        _reached.move_to_end(key)
        while len(_reached) > MOST_KEPT:
            _reached.popitem(last=False)
    return position


def _continued(reached: _Reached, entries: tuple[Entry, ...]) -> Position | None:
    """The position after more choices; none where they do not follow on these."""
    length = len(reached.entries)
    if reached.entries != entries[:length]:
        return None
    if length == len(entries):
        return reached.position
    position = reached.position.copy()
    for entry in entries[length:]:
        if position.over or position.player != entry.player - 1:
            return None
        position.script_chance(*entry.chance)
        try:
            position.choose(entry.choice)
        except Refused:
            return None
    return position


def crediting(game: Game) -> Game:
    """The same game, in which ledgers note what each number is given for."""
    if game.credits:
        return game
    result = game.__dict__.get("_crediting")
    if result is None:
        result = Game(game.program, game.players, game.options, credits=True)
        game.__dict__["_crediting"] = result
    assert isinstance(result, Game)
    return result
