"""A game under way: its position, its log, and those who choose by chance."""

from __future__ import annotations

from copy import copy
from math import inf
from random import Random
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from rulesrun.cli.output.problems import Problem
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.settings import RANDOM
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.logs import Entry, Log, new_log, record
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.tracing import Tracer
from rulesrun.interpreter.runtime import chance
from rulesrun.interpreter.runtime.support import WrongDraw

if TYPE_CHECKING:
    from rulesrun.agents.players import Player


@frozen
class Bookmark:
    """Where a session stood: its position, the choices of its log and its result."""

    position: Position
    entries: tuple[Entry, ...]
    ranking: tuple[int, ...] | None
    chance: tuple[str, ...]


@define
class Session:
    """A game that is being played, with everything that was chosen in it.

    The `viewer` is who is told of it; none may know everything.
    """

    game: Game
    seed: int
    position: Position
    log: Log
    file: LogFile | None = None
    tracer: Tracer | None = None
    chance: tuple[str, ...] = ()
    viewer: int | None = None
    players: dict[str, Player] = Factory(dict)
    measuring: float = inf
    """Seconds of the processor, at each choice, for thinkers to find out how far to look."""

    @classmethod
    def begin(cls, game: Game, seed: int) -> Session:
        """Start a game; raises Problem where the rules go wrong."""
        tracer = Tracer(game, watching=True) if game.trace else None
        try:
            position = game.start(seed)
        except GameFault as fault:
            raise Problem(describe_fault(fault)) from fault
        return cls(game, seed, position, new_log(position, seed), tracer=tracer)

    def choose(self, option: Option) -> None:
        """Carry on with an option of the present position."""
        player, decision = self.position.player, self.position.decision
        assert player is not None
        secret = decision is not None and decision.secret
        try:
            self.position.choose(option)
        except GameFault as fault:
            notice = f"\nthe log is kept in {self.file.path}" if self.file else ""
            raise Problem(f"{describe_fault(fault, self.viewer)}{notice}") from fault
        entry = record(self.position, player, option.name, self.chance, secret=secret)
        self.chance = ()
        self.log.entries.append(entry)
        if self.file is not None:
            self.file.add(entry)
        if self.position.over:
            self.log.ranking = self.position.ranking or ()
            if self.file is not None:
                self.file.finish(self.log.ranking)

    def bookmark(self) -> Bookmark:
        """Where the game stands, to come back to it."""
        entries = tuple(self.log.entries)
        return Bookmark(copy(self.position), entries, self.log.ranking, self.chance)

    def return_to(self, mark: Bookmark) -> None:
        """Be as it was, but for the file: that holds what has been written to it."""
        self.position = mark.position
        self.log.entries[:] = mark.entries
        self.log.ranking, self.chance = mark.ranking, mark.chance

    def undo(self) -> None:
        """Take the last choice back; raises NothingToUndo."""
        self.position.undo()
        self.chance = self.log.entries.pop().chance + self.chance
        if self.file is not None:
            self.file.take_back()

    def script_chance(self, results: tuple[str, ...]) -> None:
        """Say what the next draws bring, in order; the log keeps it."""
        self.position.script_chance(*results)
        self.chance += results

    def by_chance(self) -> Option:
        """An option of the present position by chance.

        It depends on nothing but the seed and the number of choices made before, so
        that a game that is taken up again goes on as it would have.
        """
        options = self.position.options
        return options[
            chance.draw(self.seed ^ chance.ROBOTS, len(self.log.entries), len(options))
        ]

    def chosen_by(self, kind: str) -> Option:
        """What a player of a kind chooses in the present position.

        As `by_chance`, it depends on the seed and on the number of choices before.
        Raises OwnFault where a player of one's own goes wrong.
        """
        if kind == RANDOM:
            return self.by_chance()
        from rulesrun.agents.players import player_of  # only who thinks needs a search

        player = self.players.get(kind)
        if player is None:
            measuring = self.measuring
            player = player_of(kind, self.game, 0, measuring=measuring)
            self.players[kind] = player
        count = len(self.log.entries)
        player.chance = Random(chance.draw(self.seed ^ chance.ROBOTS, count, 1 << 62))
        return self.position.options[player.choose(self.position)]

    @property
    def full(self) -> str:
        """Why players have thought in Python though the game is compiled, if they have."""
        return next((p.full for p in self.players.values() if p.full), "")

    def close(self) -> None:
        """Leave the log as it is."""
        if self.file is not None:
            self.file.close()

    def take_over(self, other: Session) -> None:
        """Go on from where another session of the same game stands."""
        self.seed, self.position, self.log = other.seed, other.position, other.log
        if self.tracer is not None:
            self.tracer.take(self.position)  # what has led there is not told again
        if self.file is not None:
            self.file.begin_again(self.log)


def describe_fault(fault: GameFault, viewer: int | None = None) -> str:
    """What went wrong in the rules: the line, and the lines that led there.

    The viewer is who is told; none may know everything.
    """
    place = f"{fault.span}: " if fault.span else ""
    trail: list[Span] = list(dict.fromkeys(reversed(fault.trail)))
    steps = "".join(f"\n    from {span}" for span in trail if span != fault.span)
    if isinstance(fault.__cause__, WrongDraw):  # what a script says, not the rules
        return f"{place}{fault.message}{steps}"
    return f"{place}the rules go wrong: {fault.message_to(viewer)}{steps}"
