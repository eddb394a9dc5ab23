"""A recorded game: its rules, found, and its choices, made again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.games import path_of_game
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.session import describe_fault
from rulesrun.cli.screen.choices import refusal_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.compile import Program
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.interpreter.game import Game, Position, WrongSetup
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.logs import Difference, Entry, Log, replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.setup import brief


def find_rules(
    log: Log,
    name: str,
    file: str | None,
    limits: Limits = DEFAULT,
    hint: str = "--rules FILE",
) -> Program:
    """The rules that a log was made with, by their name if nobody says where.

    The `hint` is how to say it in the command that asks.
    """
    if file is not None:
        return load_program(file, limits)
    path: Path | None = None
    if log.game.isidentifier():  # a name, and no path to just any file
        beside = Path(name).parent / f"{log.game}.rules"
        path = beside if os.path.isfile(beside) else path_of_game(log.game)
    if path is None:
        raise Unusable(
            f"{name}:1: the rules of the game {brief(log.game)} are not found "
            f"beside the log or among the shipped; name them:  {hint}"
        )
    return load_program(str(path), limits)


def game_of(program: Program, log: Log, name: str) -> Game:
    """The game that a log is of; raises Problem where the head of the log is wrong."""
    try:
        return Game(program, log.players, dict(log.options))
    except WrongSetup as error:
        raise Problem(f"{name}:1: {error}") from error


Each = Callable[[Position, Entry], None]


def run(
    game: Game,
    log: Log,
    name: str,
    to: int | None,
    each: Each | None,
    *,
    states: bool,
    words: Words | None = None,
    viewer: int | None = ONLOOKER,
) -> Position:
    """Play a log again; raises Problem at the first line that does not fit.

    Where nothing is told of each choice, a line counts those that are made.
    """
    progress = Progress(len(log.entries[:to]), "choices")

    def counted(position: Position, entry: Entry) -> None:
        progress.add()

    try:
        position, difference = replay(game, log, to, each or counted, verify=states)
    except GameFault as fault:
        raise Problem(f"{name}: {describe_fault(fault, viewer)}") from fault
    finally:
        progress.hide()
    if difference is None and to is None and log.damage is not None:
        difference = Difference(log.damage.line, log.damage.message)
    if difference is None and to is None and position.over and log.ranking is None:
        line = (log.entries[-1].line if log.entries else 1) + 1
        difference = Difference(line, "the game is over, and its ranking is missing")
    if difference is not None:
        difference = difference.as_seen_by(position, viewer)
        message = f"{name}:{difference.line}: {difference.message}"
        if difference.refusal is not None:
            labels = Labels(game, words or Words())
            lines = refusal_lines(position, labels, difference.refusal)
            message = "\n".join([message, *list(lines)[1:]])
        raise Problem(message)
    return position


def check_number(log: Log, name: str, number: int | None, words: Words) -> None:
    """Refuse a place after the end of a log."""
    most = len(log.entries)
    if number is not None and number > most:
        raise Unusable(words.say("many choices", name=name, most=most, number=number))
