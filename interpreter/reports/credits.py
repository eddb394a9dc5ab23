"""A finished game once more, with what each of its points was given for."""

from __future__ import annotations

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Log, replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.layout import LEDGER


def credited(position: Position, log: Log) -> Position:
    """A position whose ledgers note what each number was given for.

    It is the one that the log leads to, in a game that notes that. Where it is another, as
    after a scenario, or the ledgers differ, the position itself is given back.
    """
    try:
        result, difference = replay(crediting(position.game), log, verify=False)
    except GameFault:
        return position
    before = [tuple(entry[:3]) for entry in position.state[LEDGER]]
    same = before == [tuple(entry[:3]) for entry in result.state[LEDGER]]
    return result if difference is None and same and result.over else position


def crediting(game: Game) -> Game:
    """The same game, in which ledgers note what each number is given for."""
    if game.credits:
        return game
    made = game.__dict__.get("_crediting")
    if made is None:
        made = Game(game.program, game.players, game.options, credits=True)
        game.__dict__["_crediting"] = made
    assert isinstance(made, Game)
    return made
