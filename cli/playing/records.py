"""Recorded games: read, checked against the rules, and taken up again."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from rulesrun.cli.files.kinds import other_kind
from rulesrun.cli.files.sources import read_damaged
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.session import Session, describe_fault
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import BadLog, Entry, Log, read_log, replay
from rulesrun.interpreter.machine import GameFault


def load_log(name: str) -> Log:
    """A log from a file, as far as it is one; raises Unusable or Problem."""
    text = read_damaged(Path(name), "log")
    try:
        return read_log(text, whole=False)
    except BadLog as error:
        other = other_kind(text, name, "log")
        if other is not None:
            raise Unusable(other) from error
        raise as_problem(name, error) from error


def as_problem(name: str, error: BadLog) -> Problem:
    """What is wrong with a log from a line on."""
    return Problem(f"{name}:{error.line}: {error.message}")


def resume(game: Game, name: str) -> Session:
    """A session that stands where a log of the same game ends."""
    log = load_log(name)
    if not game.program.is_of(log.rules):
        raise Problem(
            f"{name}:1: this game was played under other rules; how far it goes under "
            f"these, `rulesrun replay {name} --rules FILE` shows"
        )
    if log.players != game.players or dict(log.options) != dict(game.options):
        raise Problem(f"{name}:1: this game is for other players or has other options")
    secret: list[bool] = []

    def note(position: Position, entry: Entry) -> None:
        secret.append(position.decision_plan.secret)

    try:
        position, difference = replay(game, log, each=note)
    except GameFault as fault:
        raise Problem(f"{name}: {describe_fault(fault)}") from fault
    if difference is not None:
        raise Problem(f"{name}:{difference.line}: {difference.message}")
    log.entries = [
        evolve(entry, secret=was)
        for entry, was in zip(log.entries, secret, strict=True)
    ]
    log.ranking = None
    return Session(game, log.seed, position, log)


def split_place(text: str) -> tuple[str, int | None]:
    """A log and the number of choices made before: GAME.log@12."""
    name, at, number = text.rpartition("@")
    if not at or not name:
        return text, None
    if not (number.isascii() and number.isdecimal()) or len(number) > 9:
        raise Unusable(
            f"write the place as {name}@N, N the number of choices before it, "
            f"not {text!r}"
        )
    return name, int(number)
