"""Many random games for one number of players, and what came out of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from attrs import Factory, define, frozen

from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.words import Words
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native import engine as native
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.interpreter.native.seeded import Seeded
from rulesrun.interpreter.outcomes import victories
from rulesrun.interpreter.reports.accounts import Counters, counters, shown_numbers
from rulesrun.interpreter.runtime import chance
from rulesrun.interpreter.runtime.pieces import miscounted, misplaced
from rulesrun.interpreter.testing.invariants import Invariants

MOST_DECISIONS = 20_000
"""A game that goes on longer counts as one that never ends."""

PART = 1_000
"""So many compiled games are played before anybody can interrupt them."""

FEW = 100
"""So many in a sandbox: when it is ended in one of them, Python plays all of them."""


def nobody(games: int) -> None:
    """Hears of games that have been played, and does nothing."""


@frozen
class Fault:
    """A game that went wrong: which one, where in it, and how.

    The message is the same for all that went wrong in the same way, `details` are not.
    """

    players: int
    seed: int
    decisions: int
    message: str
    details: tuple[str, ...] = ()


@define
class Results:
    """What came out of the games for one number of players.

    `told` hears how many more games have been played; `asking` is how many seconds went
    into each `always` line, by its place. `together`: all win or lose together.
    """

    players: int
    games: int = 0
    decisions: int = 0
    longest: int = 0
    longest_seed: int = 0
    seconds: float = 0.0
    wins: list[float] = Factory(list)
    counters: dict[str, list[int]] = Factory(dict)
    faults: list[Fault] = Factory(list)
    asking: dict[str, float] = Factory(dict)
    interrupted: bool = False
    told: Callable[[int], None] = nobody
    together: bool = False

    def add(self, other: Results) -> None:
        """Take in the results of further games."""
        self.games += other.games
        self.decisions += other.decisions
        if other.longest > self.longest:
            self.longest, self.longest_seed = other.longest, other.longest_seed
        pairs = zip(self.wins or [0.0] * self.players, other.wins, strict=True)
        self.wins = [a + b for a, b in pairs]
        for name, values in other.counters.items():
            self.counters.setdefault(name, []).extend(values)
        self.faults += other.faults
        self.together |= other.together
        self.seconds += other.seconds
        for place, seconds in other.asking.items():
            self.asking[place] = self.asking.get(place, 0.0) + seconds
        self.told(other.games)


def play_games(
    game: Game, seeds: range, *, check: bool, results: Results | None = None
) -> Results:
    """Play a game at random once for every seed, and add what comes out to results."""
    results = results or Results(game.players)
    results.wins = results.wins or [0.0] * game.players
    started = time.perf_counter()
    laws = Laws(Invariants(game), check)
    for seed in seeds:
        decisions, broken, position = _play(game, seed, laws)
        results.games += 1
        results.decisions += decisions
        if decisions > results.longest:
            results.longest, results.longest_seed = decisions, seed
        if broken is not None:
            results.faults.append(Fault(game.players, seed, decisions, *broken))
        elif position is not None:
            _count(results, position)
        results.told(1)
    results.seconds += time.perf_counter() - started
    for place, seconds in laws.always.seconds.items():
        results.asking[place] = results.asking.get(place, 0.0) + seconds
    return results


def play_compiled(
    game: Game, engine: Engine, seeds: range, threads: int, results: Results
) -> None:
    """Play a compiled game at random once for every seed, and add what comes out.

    The games are those that `play_games` plays. Raises NoRoom for the first game that
    the compiled one has no room for; what came out before it has been added.
    """
    results.wins = results.wins or [0.0] * game.players
    seeded, size = Seeded(engine), PART if engine.bounds is None else FEW
    if needs_states(game, engine):
        size = 1
    started, first = time.perf_counter(), seeds.start
    try:
        while first < seeds.stop:
            stop = min(first + size, seeds.stop)
            stop = _play_part(game, seeded, range(first, stop), threads, results)
            results.told(stop - first)
            first = stop
    finally:
        results.seconds += time.perf_counter() - started


def _play_part(
    game: Game, seeded: Seeded, seeds: range, threads: int, results: Results
) -> int:
    """Play the games with some seeds; gives the seed behind the last that was played."""
    first, stop = seeds.start, seeds.stop
    try:
        if len(seeds) == 1 and needs_states(game, seeded.engine):
            ended, state = seeded.last_state(first, MOST_DECISIONS)
            _add(results, game, first, ended.game)
            if ended.game.places is not None:
                _count_numbers(results, numbers_in(Position(game, state, [])))
            return stop
        games = seeded.games(seeds, threads, MOST_DECISIONS)
    except NoRoom as full:
        _play_part(game, seeded, range(first, full.seed), threads, results)
        raise
    except native.GameFault as fault:
        stop = fault.seed + 1
        results.faults.append(_fault(game, fault))
        games = seeded.games(range(first, fault.seed), 1, MOST_DECISIONS)
        results.games += 1
        results.decisions += fault.choices
        if fault.choices > results.longest:
            results.longest, results.longest_seed = fault.choices, fault.seed
    for seed, ended in enumerate(games, first):
        _add(results, game, seed, ended.game)
        if ended.game.places is not None:
            numbers = zip(seeded.counters, ended.numbers, strict=True)
            _count_numbers(results, dict(numbers))
    return stop


def _fault(game: Game, fault: native.GameFault) -> Fault:
    """What went wrong in a compiled game, as Python tells it."""
    outcome: Wrong = (str(fault),)
    if fault.endless:
        outcome = _play(game, fault.seed, Laws(Invariants(game), False))[1] or outcome
    return Fault(game.players, fault.seed, fault.choices, *outcome)


def needs_states(game: Game, engine: Engine) -> bool:
    """Whether numbers of the players are told that a compiled game does not write down."""
    if any(symbol.owner == PLAYER for symbol in game.layout.shown):
        return True
    return any(
        symbol.decl.ledger
        and symbol.owner == PLAYER
        and symbol not in engine.program.counters
        for symbol in game.layout.families
    )


def _add(results: Results, game: Game, seed: int, played: native.RandomGame) -> None:
    results.games += 1
    results.decisions += played.choices
    if played.choices > results.longest:
        results.longest, results.longest_seed = played.choices, seed
    if played.places is None:
        message = f"no end after {played.choices} decisions"
        fault = Fault(results.players, seed, played.choices, message)
        results.faults.append(fault)
        return
    _count_wins(results, game, played.places)


def _play(
    game: Game, seed: int, laws: Laws
) -> tuple[int, Wrong | None, Position | None]:
    """One game: its decisions, what went wrong if anything did, and where it ended."""
    decisions = 0
    position = None
    robots = seed ^ chance.ROBOTS
    try:
        position = game.start(seed)
        if broken := laws.broken(position):
            return decisions, broken, position
        while not position.over:
            options = position.raw
            if not options:
                return decisions, ("a dead end: nothing can be chosen",), position
            if decisions == MOST_DECISIONS:
                return decisions, (f"no end after {decisions} decisions",), position
            position.play(options[chance.draw(robots, decisions, len(options))])
            decisions += 1
            if broken := laws.broken(position):
                return decisions, broken, position
    except GameFault as fault:
        place = f"{fault.span}: " if fault.span else ""
        return decisions, (f"{place}{fault.message}",), position
    return decisions, None, position


def _count_wins(results: Results, game: Game, places: Sequence[int]) -> None:
    results.together = game.lowered.core.endings.cooperative
    for seat, won in enumerate(victories(game.lowered.core, places)):
        results.wins[seat] += won


def likely(share: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, by Wilson's interval of 95 %."""
    z = 1.96
    middle = share + z * z / (2 * games)
    away = z * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    whole = 1 + z * z / games
    return max(0.0, middle - away) / whole, (middle + away) / whole


def _count(results: Results, position: Position) -> None:
    _count_wins(results, position.game, position.ranking or ())
    _count_numbers(results, numbers_in(position))


def numbers_in(position: Position) -> Counters:
    """The numbers of the players that are told of a game that has ended."""
    return counters(position) | shown_numbers(position)


def _count_numbers(
    results: Results, numbers: Mapping[VariableSymbol, Sequence[int | None]]
) -> None:
    words = Words(spoken())
    for symbol, values in numbers.items():
        label = words.label(symbol.decl.labels, symbol.name)
        defined = [n for n in values[: results.players] if n is not None]
        results.counters.setdefault(label, []).extend(defined)


# ---- invariants ----------------------------------------------------------------------

Wrong = tuple[str] | tuple[str, tuple[str, ...]]
"""What went wrong, and perhaps what belongs to it in this game alone."""


@frozen
class Laws:
    """What is asked after every choice: what the rules say is always so, and with
    `check` that nothing is lost and nothing is doubled."""

    always: Invariants
    check: bool

    def broken(self, position: Position) -> Wrong | None:
        """How a position breaks one of them."""
        result = broken_invariant(position) if self.check else None
        if result is not None:
            return (result,)
        broken = self.always.broken(position)
        if broken is None:
            return None
        return f"{broken.span}: {broken.message}", broken.details


def broken_invariant(position: Position) -> str | None:
    """How the position breaks the law that nothing is lost and nothing is doubled."""
    layout = position.game.layout
    return misplaced(layout, position.state) or miscounted(layout, position.state)
