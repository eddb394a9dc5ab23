"""The log of a game: who played what under which rules, and how to play it again.

A log is lines of JSON: a head with the game, the hash of its rules, players, options
and seed; one line for each choice, with a hash of the state after it; and, for a
finished game, a line with the ranking. Replaying it reproduces every state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.explain.refusals import Refusal
from rulesrun.interpreter.game import Game, Position, Refused
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.support import WrongDraw

FORMAT = 1


class BadLog(ValueError):
    """A log that cannot be used; `line` is where, from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return BadLog, (self.message, self.line)


@frozen
class Entry:
    """One choice: the seat from 1, the option's name, the state after it.

    `chance` is what the draws after it were told to bring. That it was chosen in `secret`
    follows from the rules; a log on disk does not say it.
    """

    player: int
    choice: str
    state: str
    line: int = 0
    chance: tuple[str, ...] = ()
    secret: bool = False


@define
class Log:
    """A recorded game.

    Of one that was read and is not whole, `damage` is the first line that is none.
    """

    game: str
    rules: str
    players: int
    options: Mapping[str, Fixed]
    seed: int
    language: int = 1
    entries: list[Entry] = Factory(list)
    ranking: tuple[int, ...] | None = None
    damage: BadLog | None = None

    def text(self) -> str:
        """The log as lines of JSON."""
        lines = [head_line(self), *map(entry_line, self.entries)]
        if self.ranking is not None:
            lines.append(end_line(self.ranking))
        return "".join(lines)


def new_log(position: Position, seed: int) -> Log:
    """An empty log for a game that has just been started."""
    game = position.game
    program = game.program
    return Log(program.name, program.digest, game.players, dict(game.options), seed)


def record(
    position: Position,
    player: int,
    choice: str,
    chance: tuple[str, ...] = (),
    *,
    secret: bool = False,
) -> Entry:
    """The entry for a choice that has just been made."""
    return Entry(player + 1, choice, position.digest(), chance=chance, secret=secret)


def head_line(log: Log) -> str:
    """The first line."""
    head = {
        "rulesrun": FORMAT,
        "game": log.game,
        "rules": log.rules,
        "language": log.language,
        "players": log.players,
        "options": dict(log.options),
        "seed": log.seed,
    }
    return _line(head)


def entry_line(entry: Entry) -> str:
    """The line of a choice."""
    data: dict[str, Any] = {"player": entry.player, "choice": entry.choice}
    if entry.chance:
        data["chance"] = list(entry.chance)
    return _line({**data, "state": entry.state})


def end_line(ranking: Sequence[int]) -> str:
    """The last line of a finished game."""
    return _line({"ranking": list(ranking)})


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False).translate(_ESCAPES) + "\n"


_ESCAPES = {n: f"\\u{n:04x}" for n in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
"""What JSON would leave as it is, and what no line of a text file should hold."""


# ---- reading ---------------------------------------------------------------


def read_log(text: str, *, whole: bool = True) -> Log:
    """The log that a text holds; raises BadLog.

    If it need not be `whole`, a line that is none ends it: what stands before is the
    log, and that line its damage. A first line that is none is a BadLog all the same.
    """
    lines = list(enumerate(lines_of(text), 1))
    while lines and not lines[-1][1].strip():
        lines.pop()
    if not lines:
        raise BadLog("the log is empty", 1)
    last = lines[-1][0]
    log = _head(_object(*lines[0], last))
    for number, line in lines[1:]:
        try:
            _read(log, number, line, last)
        except BadLog as error:
            if whole:
                raise
            log.damage = error
            break
    return log


def _head(head: Mapping[str, Any]) -> Log:
    if head.get("rulesrun") != FORMAT:
        raise BadLog("this is not the log of a game, or one of another version", 1)
    log = Log(
        _field(head, "game", str, 1),
        _field(head, "rules", str, 1),
        _field(head, "players", int, 1),
        _field(head, "options", dict, 1),
        _field(head, "seed", int, 1),
    )
    if log.seed < 0:
        raise BadLog("`seed` is less than 0", 1)
    return log


def _read(log: Log, number: int, line: str, last: int) -> None:
    """Take in a line after the first."""
    if not line.strip():
        return
    data = _object(number, line, last)
    if log.ranking is not None:
        raise BadLog("something follows the end of the game", number)
    if "ranking" in data:
        log.ranking = tuple(_field(data, "ranking", list, number))
        return
    chance = _field(data, "chance", list, number) if "chance" in data else []
    entry = Entry(
        _field(data, "player", int, number),
        _field(data, "choice", str, number),
        _field(data, "state", str, number),
        number,
        tuple(_text(result, "chance", number) for result in chance),
    )
    log.entries.append(entry)


def _object(number: int, line: str, last: int) -> dict[str, Any]:
    if any("\ud800" <= character <= "\udfff" for character in line):
        raise BadLog("this line is not text in UTF-8", number)
    try:
        result = json.loads(line)
    except ValueError as error:
        if number == 1 and not line.startswith("{"):
            raise BadLog(
                "this is not a recorded game; `rulesrun play GAME --log FILE` records one",
                number,
            ) from error
        cut = "the log is cut off here" if number == last else "this line is no JSON"
        raise BadLog(cut, number) from error
    except RecursionError as error:
        raise BadLog("this line is nested too deep for a log", number) from error
    if not isinstance(result, dict):
        raise BadLog("this line is not an entry of a log", number)
    return result


def _field(data: Mapping[str, Any], name: str, kind: type, number: int) -> Any:
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadLog(f"`{name}` is missing or is no {_KINDS[kind]}", number)
    return _text(value, name, number) if kind is str else value


def _text(value: object, name: str, number: int) -> str:
    if not isinstance(value, str):
        raise BadLog(f"`{name}` holds something that is not text", number)
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise BadLog(f"`{name}` holds something that is not a character", number)
    return value


_KINDS: Mapping[type, str] = {str: "text", int: "number", dict: "object", list: "list"}


# ---- playing again ---------------------------------------------------------


@frozen
class Difference:
    """Where a log and the rules part: the line of the log, and why."""

    line: int
    message: str
    refusal: Refusal | None = None

    def as_seen_by(self, position: Position, viewer: int | None) -> Difference:
        """What somebody may be told of it: why it differs may depend on what is hidden."""
        if self.refusal is None or position.player is None:
            return self
        secrecy = position.game.machine.secrecy
        decision, line = position.decision_plan, self.refusal.span
        if secrecy.may_hear_why(position.player, viewer, decision, line):
            return self
        message = (
            f"this choice of player {position.player + 1} is not possible, for reasons "
            "that may tell what is hidden: `rulesrun replay --view all` tells them"
        )
        return Difference(self.line, message)


def replay(
    game: Game,
    log: Log,
    to: int | None = None,
    each: Callable[[Position, Entry], None] | None = None,
    *,
    verify: bool = True,
) -> tuple[Position, Difference | None]:
    """Play a log again, up to `to` choices; stops at the first difference.

    `each` is called before each choice. With `verify` the states must be the
    recorded ones too. Raises GameFault where the rules themselves fail.
    """
    position = game.start(log.seed)
    passing = _ways_to_pass(game)
    following = _past_unasked(log, 0, position, passing) or 0
    for number, entry in enumerate(log.entries if to is None else log.entries[:to]):
        if number < following or _is_unasked(entry, position, passing, verify):
            continue
        if position.over:
            return position, Difference(entry.line, "the game ends before this choice")
        actor = position.player
        assert actor is not None
        if actor + 1 != entry.player:
            message = f"player {actor + 1} is to choose, not player {entry.player}"
            return position, Difference(entry.line, message)
        secret = position.decision_plan.secret
        if each is not None:
            each(position, entry)
        position.script_chance(*entry.chance)
        try:
            position.choose(entry.choice)
        except Refused as error:
            if secret:
                message = "what was chosen in secret is not possible"
                return position, Difference(entry.line, message)
            message = f'"{entry.choice}" is not possible: {error.refusal.message}'
            return position, Difference(entry.line, message, error.refusal)
        except GameFault as fault:
            if isinstance(fault.__cause__, WrongDraw):
                return position, Difference(entry.line, fault.message)
            raise
        if position.digest() == entry.state:
            continue
        skipped = _past_unasked(log, number + 1, position, passing)
        following = skipped or following
        if verify and skipped is None:
            message = "the state after this choice is not the recorded one"
            return position, Difference(entry.line, message)
    if to is None and verify and log.ranking is not None:
        line = (log.entries[-1].line if log.entries else 1) + 1
        if not position.over:
            return position, Difference(line, "the log ends, and the game does not")
        if position.ranking != log.ranking:
            return position, Difference(line, "the ranking is not the recorded one")
    return position, None


# Where only passing is possible, and all know it, nobody is asked; logs of before hold it.


def _ways_to_pass(game: Game) -> frozenset[str]:
    """How passing is called in the decisions at which it may go unasked."""
    decisions = [plan.node for plan in game.module.decisions]
    last = [decision.items[-1] for decision in decisions]
    return frozenset(item.name for item in last if item.kind == "pass")


def _past_unasked(
    log: Log, start: int, position: Position, passing: frozenset[str]
) -> int | None:
    """The entry after passes that nobody is asked for any more, if they led here."""
    digest = None
    for at, entry in enumerate(log.entries[start:], start + 1):
        if entry.choice not in passing:
            break
        digest = digest or position.digest()
        if entry.state == digest:
            return at
    return None


def _is_unasked(
    entry: Entry, position: Position, passing: frozenset[str], verify: bool
) -> bool:
    """Whether an entry, played under other rules, is a pass that is not asked for."""
    if verify or entry.choice not in passing:
        return False
    return all(option.name != entry.choice for option in position.options)
