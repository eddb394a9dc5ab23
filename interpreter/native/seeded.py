"""Compiled games of which each choice is drawn from a seed, the same as those of Python."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from attrs import frozen

from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.native.engine import (
    CAPACITY,
    Engine,
    GameFault,
    NoRoom,
    RandomGame,
)
from rulesrun.interpreter.native.sandbox import OutOfBounds

ENDLESS = (13, 14)
"""Those of rounds without end: Python finds them sooner, by what they change."""


def no_room(engine: Engine) -> bool:
    """Whether what went wrong last is that a compiled game has no more room."""
    return engine.fault()[0] == CAPACITY


def is_endless(engine: Engine) -> bool:
    """Whether what went wrong last is that rules go round without end.

    When and where that is seen depends on the engine: Python tells it.
    """
    return engine.fault()[0] in ENDLESS


@frozen
class Ended:
    """How a game ended: its result, and of each counter what every participant has."""

    game: RandomGame
    numbers: tuple[tuple[int, ...], ...]


@frozen
class Seeded:
    """Plays games of a compiled game; each choice is as Python makes it with that seed."""

    engine: Engine

    @property
    def counters(self) -> Sequence[VariableSymbol]:
        """The counters of which it says what there is at the end."""
        return self.engine.program.counters

    def games(self, seeds: range, threads: int, most: int) -> list[Ended]:
        """The games with some seeds one after another, on some threads at once.

        A game ends after `most` choices at the latest. Raises GameFault, NoRoom, each
        for the first game that goes wrong.
        """
        if not seeds:
            return []
        threads = max(1, min(threads, len(seeds)))
        ends = [len(seeds) * part // threads for part in range(threads + 1)]
        parts = [seeds[a:b] for a, b in pairwise(ends)]
        if threads == 1:
            return self._part(seeds, most)
        with ThreadPoolExecutor(threads) as pool:
            result = list(pool.map(lambda part: self._apart(part, most), parts))
        return [game for part in result for game in part]

    def last_state(self, seed: int, most: int) -> tuple[Ended, list[Any]]:
        """One game, and the state of the other engine that it ended in."""
        state = self.engine.new()
        (game,) = self._part(range(seed, seed + 1), most, state)
        return game, self.engine.to_python(state)

    def _apart(self, seeds: range, most: int) -> list[Ended]:
        try:
            return self._part(seeds, most)
        finally:
            self.engine.lib.game_done()

    def _part(self, seeds: range, most: int, state: Any = None) -> list[Ended]:
        ffi, lib = self.engine.ffi, self.engine.lib
        width, games = self.engine.layout.players + 1, len(seeds)
        participants = self.engine.layout.participants
        many = len(self.counters) * participants
        out = ffi.new("int[]", max(1, games * width))
        numbers = ffi.new("int64_t[]", max(1, games * many))
        last = ffi.NULL if state is None else state
        first = seeds.start % 2**64
        try:
            played = int(lib.game_seeded(games, first, most, out, numbers, last))
        except OutOfBounds as error:
            raise NoRoom(str(error), seeds.start) from error
        if played < games:
            message = self.engine.message()
            if no_room(self.engine):
                raise NoRoom(message, seeds[played])
            choices = abs(out[played * width])
            endless = is_endless(self.engine)
            raise GameFault(seeds[played], choices, message, endless=endless)
        if not games:
            return []
        return [
            Ended(
                RandomGame(abs(row[0]), tuple(row[1:]) if row[0] >= 0 else None),
                tuple(batched(have, participants)),
            )
            for row, have in zip(
                batched(ffi.unpack(out, games * width), width),
                batched(ffi.unpack(numbers, games * many), many)
                if many
                else [()] * games,
                strict=True,
            )
        ]


def batched(values: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Numbers, so many together."""
    return [tuple(values[at : at + size]) for at in range(0, len(values), size)]
