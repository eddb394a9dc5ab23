"""A ladder: kinds of players play each other until it is clear who is better.

In each round those who stand next to each other play, two kinds in a game, as many seats
for one as for the other (of an odd number one has one more, by turns). Every deal is played
twice, with the seats exchanged. What comes out does not depend on how many processes play.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import combinations, pairwise
from math import log10
from random import Random

from attrs import define, field, frozen

from rulesrun.agents.own import OwnFault
from rulesrun.agents.players import player_of
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.studies.interrupts import interrupts_wait
from rulesrun.studies.ratings import Ratings, rated
from rulesrun.studies.work import WorkersLost

ROUND = 8
"""So many games a pair plays in a round: both kinds sit in each seat equally often."""

MOST_DECISIONS = 20_000
"""A game that takes more choices counts as shared."""

RUNG = 400 * log10(3)
"""Points between two players of whom the better one comes first three times of four."""


@frozen
class Match:
    """Two kinds by their numbers, and which game of theirs it is, counted from 0."""

    one: int
    other: int
    number: int


@frozen
class Outcome:
    """How a match went.

    `share` is how often a seat of the first kind comes before one of the other, a shared
    place counted as half. `fault` is empty unless the game could not be played to its end.
    """

    share: float
    fault: str = ""


@define
class Ladder:
    """The kinds of players, and what their matches came to.

    `shares` has for two kinds by their numbers, the lower one first, what that one had of
    each match.
    """

    kinds: tuple[str, ...]
    shares: dict[tuple[int, int], list[float]] = field(factory=dict)
    faults: list[str] = field(factory=list)
    ratings: Ratings = field(init=False)

    def add(self, match: Match, outcome: Outcome) -> None:
        """Count a match."""
        if outcome.fault:
            self.faults.append(outcome.fault)
        one, other, share = match.one, match.other, outcome.share
        if one > other:
            one, other, share = other, one, 1 - share
        self.shares.setdefault((one, other), []).append(share)

    def rate(self) -> None:
        """Work the ratings out anew."""
        self.ratings = rated(len(self.kinds), self.shares)

    @property
    def order(self) -> list[int]:
        """The numbers of the kinds, the best first."""
        points = self.ratings.points
        return sorted(range(len(self.kinds)), key=lambda n: (-points[n], n))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(map(len, self.shares.values()))

    def against(self, one: int, other: int) -> list[float]:
        """What one kind had of each match against another."""
        if one < other:
            return self.shares.get((one, other), [])
        return [1 - share for share in self.shares.get((other, one), [])]

    def unclear(self, within: float, most: int) -> list[tuple[int, int]]:
        """Neighbours of whom it is not clear yet which is better.

        Clear is what does not cross zero, and what is known within so many points; a pair
        that has played as often as is allowed is left alone.
        """
        return [
            (one, other)
            for one, other in pairwise(self.order)
            if len(self.against(one, other)) < most
            and not (gap := self.ratings.difference(one, other)).clear
            and gap.half_width > within
        ]


def climb(
    game: Game,
    kinds: Sequence[str],
    seed: int,
    jobs: int,
    within: float,
    most: int,
    done: Callable[[Ladder], None] = lambda _: None,
    *,
    fixed: bool = False,
) -> Ladder:
    """Play until neighbours are told apart, or have met as often as is allowed.

    Args:
        game: The game, with its number of players.
        kinds: The kinds of players, the weakest first as far as that is guessed.
        seed: Where the chances of the games and of the players begin.
        jobs: How many processes play.
        within: A difference known within so many points is clear enough.
        most: So many games two kinds play at most.
        done: Is called after each game, and may raise to end it all.
        fixed: Each two kinds play all of these games, whatever comes out: intervals are as
            sure as they say then.

    Raises WorkersLost where a process is ended from outside.
    """
    ladder = Ladder(tuple(kinds))
    numbers = range(len(kinds))
    pairs = list(combinations(numbers, 2) if fixed else pairwise(numbers))
    with _players(game, ladder.kinds, seed, jobs) as play:
        while pairs:
            matches = [
                Match(one, other, number)
                for one, other in pairs
                for number in _next(len(ladder.against(one, other)), most)
            ]
            for match, outcome in zip(matches, play(matches), strict=True):
                ladder.add(match, outcome)
                done(ladder)
            ladder.rate()
            if fixed:
                pairs = [pair for pair in pairs if len(ladder.against(*pair)) < most]
            else:
                pairs = ladder.unclear(within, most)
    return ladder


def _next(played: int, most: int) -> range:
    return range(played, min(played + ROUND, most))


Play = Callable[[list[Match]], Iterator[Outcome]]


@contextmanager
def _players(
    game: Game, kinds: tuple[str, ...], seed: int, jobs: int
) -> Iterator[Play]:
    """What plays matches: this process, or several."""
    if jobs == 1:
        yield lambda matches: (_played(game, kinds, seed, match) for match in matches)
        return
    before = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, None, _prepare, (game, kinds, seed))

    def play(matches: list[Match]) -> Iterator[Outcome]:
        with interrupts_wait():  # by the processes, from their beginning
            return pool.map(_play, matches)

    try:
        yield play
    except BrokenProcessPool as error:
        raise WorkersLost from error
    except BaseException:
        for process in multiprocessing.active_children():
            if process not in before:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


_worker: list[tuple[Game, tuple[str, ...], int]] = []
"""In a process that plays: the game, the kinds, the seed."""


def _prepare(game: Game, kinds: tuple[str, ...], seed: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker[:] = [(game, kinds, seed)]


def _play(match: Match) -> Outcome:
    return _played(*_worker[0], match)


def _played(game: Game, kinds: tuple[str, ...], seed: int, match: Match) -> Outcome:
    """Play one match to its end."""
    first = seated(game.players, match.number)
    chance = Random(f"{seed} {match}")
    players = [
        player_of(
            kinds[match.one if mine else match.other], game, chance.getrandbits(62)
        )
        for mine in first
    ]
    try:
        position = game.start(
            seed + match.number // 2
        )  # the same deal for both seatings
        while not position.over and position.choices_made < MOST_DECISIONS:
            actor = position.player
            assert actor is not None
            position.play(position.raw[players[actor].choose(position)])
    except GameFault as fault:
        place = f"{fault.span}: " if fault.span else ""
        return Outcome(0.5, f"{place}{fault.message}")
    except OwnFault as fault:
        return Outcome(0.5, str(fault))
    return Outcome(share_of_pairs(position.ranking, first))


def seated(players: int, number: int) -> list[bool]:
    """Which seats are the first kind's in the game with that number: every second one.

    Over two games each seat is once the one's and once the other's.
    """
    return [(seat + number) % 2 == 0 for seat in range(players)]


def share_of_pairs(places: Sequence[int] | None, first: Sequence[bool]) -> float:
    """How often a seat of the first kind comes before one of the other kind.

    A shared place is half; half of all where there is no ranking, or only one kind.
    """
    pairs = [
        (mine, theirs)
        for mine, one in zip(places or (), first, strict=False)
        if one
        for theirs, other in zip(places or (), first, strict=False)
        if not other
    ]
    if not pairs:
        return 0.5
    won = sum(1.0 if m < t else 0.5 if m == t else 0.0 for m, t in pairs)
    return won / len(pairs)
