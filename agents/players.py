"""Players for every game: by chance, one look ahead, or thinking.

    player = player_of("thinker:500", game, seed=1)
    position.choose(player.choose(position))

All of them know only what the player who is to choose may know: what is hidden, and all
chance to come, is dealt anew for them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Protocol

from attrs import define, field, frozen

from rulesrun.agents.kinds import KINDS, budget_of, is_own, is_player
from rulesrun.agents.own import OwnPlayer
from rulesrun.agents.patience import Patience
from rulesrun.agents.plain_search import kept_of
from rulesrun.agents.proving import TRIED_FOR_EACH, UNKNOWN, Proof
from rulesrun.agents.search import Search, search_of
from rulesrun.agents.tree import Found
from rulesrun.agents.worlds import WORLDS, worlds
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.runtime.layout import State

GREEDY_TRIES = 12
"""How often a greedy player tries each option."""

THINKER = 1_000
"""How many continuations a thinker looks at who was not told."""

FIRST_TRIES = 6
"""How often a thinker tries each option first, to follow the best ones only."""

TIE = 1e-9
"""So little makes a difference between options that seem as good."""

TRIALS = 8
"""So many continuations of each option say how noisy they are."""

HORIZONS = (4, 10, 20, 40)
"""After how many choices a continuation may be scored as if the game ended there."""


class UnknownPlayer(ValueError):
    """There is no such kind of player; the message says which there are."""


@frozen
class Thought:
    """What a player expects of one option: its number, its worth from 0 to 1, its weight.

    `weight` is how many continuations speak for it. Where its value is proved, `proved` is 1
    for a win, 0 for a draw, -1 for a loss, and `depth` within how many choices that is.
    """

    number: int
    worth: float
    weight: int
    proved: int | None = None
    depth: int = 0


class Player(Protocol):
    """Somebody who chooses; `chance` is where their own chances come from."""

    chance: Random

    def choose(self, position: Position) -> int:
        """The number of an option of the decision that the position waits for."""


@define(eq=False)
class RandomPlayer:
    """Takes each option with equal chance."""

    chance: Random

    def choose(self, position: Position) -> int:
        """The number of an option."""
        return self.chance.randrange(len(position.raw))


@define(eq=False, slots=False)
class GreedyPlayer:
    """Tries every option, and takes the one after which things stand best."""

    game: Game
    chance: Random
    tries: int = GREEDY_TRIES
    native: bool = True

    @cached_property
    def search(self) -> Search:
        """What looks ahead."""
        return search_of(self.game, native=self.native)

    @cached_property
    def patience(self) -> Patience:
        """How long this player goes on with what seems best."""
        return Patience(self.game)

    def choose(self, position: Position) -> int:
        """The number of an option."""
        if len(position.raw) == 1:
            return 0
        hurried = self.patience.hurried(position, self.chance)
        if hurried is not None:
            return hurried
        states = worlds(position, self.chance, self.tries)
        numbers = self.search.candidates(states, self.chance.getrandbits(62))
        seed = self.chance.getrandbits(62)
        values = self.search.look_ahead(states, numbers, self.tries, 1, seed)
        best = max(values)  # often of several: the same one each time may lead nowhere
        return self.chance.choice(
            [n for n, value in zip(numbers, values, strict=True) if value == best]
        )


@define(eq=False)
class ThinkingPlayer:
    """Searches: so many continuations, or as many as fit into a time.

    The same seed and number of continuations give the same choices.
    """

    game: Game
    chance: Random
    iterations: int = THINKER
    seconds: float | None = None
    native: bool = True
    horizon: int | None = None
    patience: Patience = field(init=False)
    _search: Search | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.patience = Patience(self.game)

    @property
    def search(self) -> Search:
        """What looks ahead."""
        if self._search is None:
            self._search = search_of(self.game, native=self.native)
        return self._search

    def choose(self, position: Position) -> int:
        """The number of an option: one that is proved to win, or that was followed most."""
        if len(position.raw) == 1:
            return 0
        hurried = self.patience.hurried(position, self.chance)
        if hurried is not None:
            return hurried
        return best_of(self.think(position)).number

    def prepare(self) -> int:
        """Measure how far to look, unless that is known; gives it."""
        if self.horizon is None:
            each = self.iterations / kept_of(self.iterations)
            self.horizon = horizon_for(self.game, self.search, each)
        return self.horizon

    def think(self, position: Position, also: Iterable[int] = ()) -> list[Thought]:
        """What is expected of each option, in their order.

        Of very many options it is some; those with the numbers in `also` are among them.
        """
        horizon = self.prepare()
        begin = time.perf_counter()
        states = worlds(position, self.chance, min(WORLDS, 4 + self.iterations // 8))
        seed = self.chance.getrandbits(62)
        numbers = sorted({*self.search.candidates(states, seed), *also})
        proofs = self._proofs(states[0], numbers)
        numbers = _worth_a_look(numbers, proofs)
        if not numbers:
            return [_proved(number, proof) for number, proof in proofs.items()]
        seed = self.chance.getrandbits(62)
        prior = None
        if self.search.scores:
            first = self.chance.getrandbits(62)
            prior = self.search.look_ahead(states, numbers, FIRST_TRIES, 1, first)
            prior = [worth + TIE * self.chance.random() for worth in prior]

        def tree(iterations: int) -> list[Found]:
            return self.search.tree(states, numbers, iterations, horizon, seed, prior)

        iterations = self.iterations
        if self.seconds is not None:
            iterations = affordable(tree, begin, self.seconds)
        found = {n: _proved(n, proof) for n, proof in proofs.items()}
        for number, one in zip(numbers, tree(iterations), strict=True):
            proof = proofs.get(number, UNKNOWN).both(one.low, one.high, position.player)
            known, depth = proof.value, proof.depth
            worth = one.worth if known is None else (1 + known) / 2
            found[number] = Thought(number, worth, one.visits, known, depth)
        return [found[number] for number in sorted(found)]

    def _proofs(self, state: State, numbers: Sequence[int]) -> dict[int, Proof]:
        """What is proved of options, by their numbers; nothing where nothing can be."""
        most = self.iterations * TRIED_FOR_EACH
        found = self.search.proofs(state, numbers, most)
        return {} if found is None else dict(zip(numbers, found, strict=True))


def best_of(thoughts: Iterable[Thought]) -> Thought:
    """What a thinker takes: a proved win, the sooner the better, and a loss only if it must.

    Else it is the option that was followed most often; a proved draw, where less is expected
    of that.
    """
    every = list(thoughts)
    won = [thought for thought in every if thought.proved == 1]
    if won:
        return min(won, key=lambda t: t.depth)
    live = [thought for thought in every if thought.proved != -1]
    if not live:
        return max(every, key=lambda t: t.depth)
    best = max(live, key=lambda t: (t.weight, t.worth))
    drawn = [thought for thought in live if thought.proved == 0]
    if drawn and best.proved is None and best.worth < 0.5:
        return max(drawn, key=lambda t: (t.weight, t.worth))
    return best


def _worth_a_look(numbers: Sequence[int], proofs: Mapping[int, Proof]) -> list[int]:
    """The options that may be best, as far as is proved; none where all is known."""
    if not proofs:
        return list(numbers)
    least = max(proof.low for proof in proofs.values())
    found = [number for number in numbers if proofs[number].high >= least]
    if least == 1 or len(found) == 1 or all(proofs[n].high == -1 for n in found):
        return []
    return found


def _proved(number: int, proof: Proof) -> Thought:
    """What is expected where only the proof speaks."""
    value = proof.value
    return Thought(number, (1 + (value or 0)) / 2, 0, value, proof.depth)


def affordable(tree: Callable[[int], object], begin: float, seconds: float) -> int:
    """How many continuations fit into the time that is left, from a few that are timed."""
    trial = 16
    while True:
        before = time.perf_counter()
        tree(trial)
        now = time.perf_counter()
        once = now - before
        if once * 8 > seconds or now - begin > seconds:
            left = max(0.0, seconds - (now - begin))
            return max(trial, int(left / max(once, 1e-9) * trial))
        trial *= 4


def horizon_for(game: Game, search: Search, each: float = 30) -> int:
    """After how many choices to stop and score, measured on the game itself.

    `each` is how many continuations there will be for each option that is followed.

    Stopping early is less noisy, stopping late less biased. The longest horizon is taken
    at which the noise of one continuation is not too large against what options differ
    by; 0 is to the end, where the game cannot be scored before.
    """
    if not search.scores:
        return 0
    chance = Random(0)
    best = HORIZONS[0]
    samples, longest = _samples(game, chance, 2 if search.is_slow else 6)
    for horizon in HORIZONS:
        ratio = _noise(search, samples, horizon, chance)
        if ratio is None or ratio > each:
            return best
        best = horizon
        if horizon >= longest:  # to look further is to look to the end again
            break
    return best


def _samples(game: Game, chance: Random, games: int) -> tuple[list[Position], int]:
    """Some positions on the way of random games, with several options.

    Also how many choices the longest of the games took.
    """
    found: list[Position] = []
    longest = 0
    for seed in range(games):
        position = game.start(seed)
        met: list[Position] = []
        while not position.over and len(met) < 400:
            if 2 <= len(position.raw) <= 60:
                met.append(position.copy())
            position.play(position.raw[chance.randrange(len(position.raw))])
        found += [met[len(met) * part // 4] for part in (1, 2, 3) if len(met) > 4]
        longest = max(longest, position.choices_made)
    return found, longest


def _noise(
    search: Search, samples: list[Position], horizon: int, chance: Random
) -> float | None:
    """The square of noise by spread between options, in the middle of some positions.

    Options are compared in the same worlds with the same chance: what is luck for all of
    them alike is no noise.
    """
    ratios = []
    for position in samples:
        rows, numbers = [], list(range(len(position.raw)))
        for _ in range(TRIALS):
            states, seed = worlds(position, chance, 1), chance.getrandbits(62)
            row = search.look_ahead(states, numbers, 1, horizon, seed)
            middle = sum(row) / len(row)
            rows.append([value - middle for value in row])
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
        spread = max(spread - noise / len(rows), 1e-4)
        ratios.append(noise / spread)
    return sorted(ratios)[len(ratios) // 2] if ratios else None


def player_of(kind: str, game: Game, seed: int, *, native: bool = True) -> Player:
    """A player of a kind: `random`, `greedy`, `thinker`, `thinker:500`, `thinker:500ms`,
    or one of your own, `file.py:choose`.

    Raises UnknownPlayer, and OwnFault where a file of your own is of no use.
    """
    if not is_player(kind):
        listed = ", ".join(KINDS)
        raise UnknownPlayer(f"there is no player `{kind}`; there are {listed}")
    chance = Random(seed)
    name, _, much = kind.partition(":")
    if is_own(kind):
        return OwnPlayer(kind, game, chance)
    if name == "random":
        return RandomPlayer(chance)
    if name == "greedy":
        return GreedyPlayer(game, chance, native=native)
    number, seconds = budget_of(much or str(THINKER))
    return ThinkingPlayer(game, chance, number, seconds, native)
