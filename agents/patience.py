"""Patience: players for whom a game has no end begin to choose by chance.

What is good for a player need not lead to the end: two who dig gold, and score it whenever
they look, may dig for ever. Games that are played by chance come to an end. So whoever
plays a game that has become far longer than games by chance are chooses by chance more and
more often, and the longer it goes on, the more it is such a game.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

from attrs import define, field

from rulesrun.agents.measured import keep, measured
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import GameFault

EARLY = 200
"""Before so many choices nobody grows impatient, and nothing is measured."""

GAMES = 6
"""A game is long when it takes more choices than the longest of so many by chance."""

LONGEST = 5_000
"""A game by chance is given up after so many choices."""


@define
class Patience:
    """How long a player goes on with what seems best in each game of a kind."""

    game: Game
    _most: int | None = field(default=None, init=False)

    @property
    def most(self) -> int:
        """After so many choices a game is a long one."""
        if self._most is None:
            stored = measured(self.game, "patience")
            if stored is None:
                stored = max(length_by_chance(self.game, seed) for seed in range(GAMES))
                keep(self.game, "patience", stored)
            self._most = max(EARLY, int(stored))
        return self._most

    def hurried(self, position: Position, chance: Random) -> int | None:
        """An option by chance, where the game has been going on for too long; else none.

        Of a game twice as long as a long one three of four choices are made so.
        """
        count = position.choices_made
        if (
            count <= EARLY
            or count <= self.most
            or chance.random() < (self.most / count) ** 2
        ):
            return None
        return chance.randrange(len(position.raw))


def length_by_chance(game: Game, seed: int) -> int:
    """How many choices a game takes when each option is as likely."""
    chance = Random(seed)
    position = game.start(seed)
    with suppress(GameFault):  # it is told to whoever gets there
        while not position.over and position.choices_made < LONGEST:
            position.play(position.raw[chance.randrange(len(position.raw))])
    return position.choices_made
