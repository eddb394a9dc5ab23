"""After how many choices a continuation is scored, measured on the game itself.

Stopping early is less noisy, stopping late less biased. The longest horizon is taken at which
the noise of one continuation is not too large against what options differ by.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from math import inf
from random import Random

from attrs import define, field

from rulesrun.agents.measured import keep, measured
from rulesrun.agents.search import Search
from rulesrun.agents.worlds import believed
from rulesrun.interpreter.game import Game, Position

HORIZONS = (4, 10, 20, 40)
"""After how many choices a continuation may be scored as if the game ended there."""

TRIALS = 8
"""So many continuations of each option say how noisy they are."""

AT_ONCE = 16
"""So many choices of a game are made before somebody else may do something."""

WIDE = 60
"""Positions with more options are not looked at."""

LONG = 400
"""After so many positions of a game no more are looked at."""


@define(eq=False)
class Horizon:
    """Measures the horizon of a game, some at a time; `value` is the best one so far.

    `each` is how many continuations there will be for each option that is followed. 0 is
    to the end, where the game cannot be scored before.
    """

    game: Game
    search: Search
    each: float
    value: int = field(init=False)
    is_measured: bool = field(init=False)
    ratios: list[float] = field(factory=list, init=False)
    """How noisy each horizon is that has been measured here, from the shortest on.

    The last one is infinite where it is too noisy.
    """
    _steps: Generator[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        stored = measured(self.game, self.name) if self.search.scores else 0
        self.is_measured = stored is not None
        self.value = HORIZONS[0] if stored is None else int(stored)
        self._steps = self._measuring()

    @property
    def name(self) -> str:
        """What it is kept under."""
        engine = "python" if self.search.is_slow else "native"
        return f"horizon {engine} {self.each:.3f}"

    def step(self) -> None:
        """Measure a little more, where it is not known yet."""
        try:
            self.value = next(self._steps)
        except StopIteration:
            self.is_measured = True
            keep(self.game, self.name, self.value)

    def measure(self, seconds: float = inf) -> int:
        """Measure what is left, or for so many seconds of the processor; gives the best."""
        until = time.process_time() + seconds
        while not self.is_measured and time.process_time() < until:
            self.step()
        return self.value

    def _measuring(self) -> Generator[int]:
        chance, best = Random(0), HORIZONS[0]
        samples, longest = list[Position](), 0
        for seed in range(2 if self.search.is_slow else 6):
            for result, choices in _sampled(self.game, chance, seed):
                samples += result
                longest = max(longest, choices)
                yield best
        for horizon in HORIZONS:
            ratios = list[float]()
            for position in samples:
                rows = list[list[float]]()
                for _ in range(TRIALS):
                    rows.append(self._row(position, horizon, chance))
                    yield best
                ratios.append(_ratio(rows))
                above = sum(ratio > self.each for ratio in ratios)
                if above >= len(samples) - len(samples) // 2:  # so the median is, too
                    self.ratios.append(inf)
                    return
            if not ratios:
                return
            self.ratios.append(sorted(ratios)[len(ratios) // 2])
            best = horizon
            if horizon >= longest:  # to look further is to look to the end again
                break
        yield best

    def _row(self, position: Position, horizon: int, chance: Random) -> list[float]:
        """How far each option is from their mean, in the same world with the same chance.

        What is luck for all of them alike is no noise.
        """
        numbers = range(len(position.raw))
        states, seed = believed(position, chance, 1, 0).states, chance.getrandbits(62)
        row = self.search.look_ahead(states, numbers, 1, horizon, seed)
        middle = sum(row) / len(row)
        return [value - middle for value in row]


def measure_for(
    game: Game, search: Search, wanted: Iterable[float], until: float = inf
) -> None:
    """Measure the horizons for several numbers of continuations for each option at once.

    Nothing is kept of what is not done `until` a time of the processor, in seconds.
    """
    most, *fewer = sorted(wanted, reverse=True)
    longest = Horizon(game, search, most)
    while not longest.is_measured and time.process_time() < until:
        longest.step()
    if not longest.is_measured or not longest.ratios:  # too late, or known before
        return
    for each in fewer:
        shorter = Horizon(game, search, each)
        for horizon, ratio in zip(HORIZONS, longest.ratios, strict=False):
            if ratio > each:
                break
            shorter.value = horizon
        keep(game, shorter.name, shorter.value)


def _sampled(
    game: Game, chance: Random, seed: int
) -> Generator[tuple[list[Position], int]]:
    """Positions with several options on the way of a random game, and its choices so far.

    Some choices at a time: the positions come with the last of them.
    """
    position = game.start(seed)
    met: list[Position] = []
    while not position.over and len(met) < LONG:
        if 2 <= len(position.raw) <= WIDE:
            met.append(position.copy())
        position.play(position.raw[chance.randrange(len(position.raw))])
        if position.choices_made % AT_ONCE == 0:
            yield [], position.choices_made
    result = [met[len(met) * part // 4] for part in (1, 2, 3) if len(met) > 4]
    yield result, position.choices_made


def _ratio(rows: list[list[float]]) -> float:
    """The square of noise by spread between options."""
    columns = list(zip(*rows, strict=True))
    means = [sum(column) / len(column) for column in columns]
    freedom = (len(columns) - 1) * (len(rows) - 1)
    noise = sum(
        (value - mean) ** 2
        for column, mean in zip(columns, means, strict=True)
        for value in column
    )
    noise /= freedom
    spread = sum(mean**2 for mean in means) / (len(means) - 1)
    return float(noise / max(spread - noise / len(rows), 1e-4))
