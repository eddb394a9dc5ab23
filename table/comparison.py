"""The same random games under two sets of rules: what changes, and whether by chance."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt

from attrs import frozen

from rulesrun.cli.messages.words import Words
from rulesrun.cli.paying import pays
from rulesrun.cli.trials import Results, play_compiled, play_games
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.choosing import NoEngine, engine_for
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.table.values import Plain

GAMES = 200

SURE = 1.96
"""So many standard errors to each side hold the true value in 95 of 100 cases."""


@frozen
class Measure:
    """Something that is measured of each game: its mean under both rules.

    `kind` is `wins` or `points` (of the seat `seat`, from 0; `label` is what is counted),
    `choices`, or `faults`, the share of games that went wrong. Between `low` and `high`
    lies what the new rules add, in 95 of 100 cases; both are none where nothing can be said.
    """

    kind: str
    old: float
    new: float
    low: float | None
    high: float | None
    seat: int | None = None
    label: str = ""

    @property
    def differs(self) -> bool:
        """Whether the difference is more than chance would make."""
        return (
            self.low is not None and self.high is not None and self.low * self.high > 0
        )


@frozen
class Versus:
    """How many games were played under each of the rules, and what was measured."""

    games: int
    measures: tuple[Measure, ...]

    def data(self, language: str | None) -> dict[str, Plain]:
        """The same as plain data, with points called as in a language."""
        words = Words(language)
        return {
            "games": self.games,
            "measures": [
                {
                    "kind": one.kind,
                    "seat": one.seat,
                    "label": words.part(one.label),
                    "old": one.old,
                    "new": one.new,
                    "low": one.low,
                    "high": one.high,
                    "differs": one.differs,
                }
                for one in self.measures
            ],
        }


def versus(
    old: Game,
    new: Game,
    games: int = GAMES,
    *,
    seconds: float = inf,
    clock: Callable[[], float] = time.monotonic,
) -> Versus:
    """Play games by chance, each seed once under either of the rules.

    The seeds are the same, so that what a seed does in both is no difference. Where games
    take long, there are as many as are over in so many seconds.
    """
    ends = clock() + seconds
    worth, _ = pays([old, new], games, 1)
    players = [_Player(game, _engine(game) if worth else None) for game in (old, new)]
    played: list[tuple[Results, Results]] = []
    for seed in range(1, games + 1):
        one, other = (player.play(seed) for player in players)
        played.append((one, other))
        if clock() > ends:
            break
    return Versus(len(played), tuple(_measured(played)))


@frozen
class _Player:
    game: Game
    engine: Engine | None

    def play(self, seed: int) -> Results:
        """What comes out of one game."""
        results, seeds = Results(self.game.players), range(seed, seed + 1)
        if self.engine is not None:
            try:
                play_compiled(self.game, self.engine, seeds, 1, results)
                return results
            except NoRoom:
                results = Results(self.game.players)
        return play_games(self.game, seeds, check=False, results=results)


def _engine(game: Game) -> Engine | None:
    try:
        return engine_for(game.module, "auto")[0]
    except NoEngine:
        return None


Pairs = Sequence[tuple[Results, Results]]


def _measured(played: Pairs) -> Iterator[Measure]:
    whole = [(a, b) for a, b in played if not a.faults and not b.faults]
    if any(a.faults or b.faults for a, b in played):
        faults = [(float(bool(a.faults)), float(bool(b.faults))) for a, b in played]
        yield _measure("faults", faults)
    if not whole:
        return
    for seat in range(whole[0][0].players):
        shares = [(a.wins[seat], b.wins[seat]) for a, b in whole]
        yield _measure("wins", shares, seat)
    yield _measure(
        "choices", [(float(a.decisions), float(b.decisions)) for a, b in whole]
    )
    first, second = whole[0]
    for label in first.counters:
        if label not in second.counters:
            continue
        for seat in range(first.players):
            points = [
                (float(a.counters[label][seat]), float(b.counters[label][seat]))
                for a, b in whole
                if len(a.counters.get(label, ())) > seat
                and len(b.counters.get(label, ())) > seat
            ]
            yield _measure("points", points, seat, label)


def _measure(
    kind: str,
    pairs: Sequence[tuple[float, float]],
    seat: int | None = None,
    label: str = "",
) -> Measure:
    """The means, and between which values the difference lies: of pairs, as seeds are."""
    number = len(pairs)
    old, new = (sum(pair[n] for pair in pairs) / max(1, number) for n in (0, 1))
    if number < 2:
        return Measure(kind, old, new, None, None, seat, label)
    mean = new - old
    spread = sum((b - a - mean) ** 2 for a, b in pairs) / (number - 1)
    away = SURE * sqrt(spread / number)
    return Measure(kind, old, new, mean - away, mean + away, seat, label)
