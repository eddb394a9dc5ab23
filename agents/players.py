"""Players for every game: by chance, one look ahead, or thinking.

    player = player_of("thinker:500", game, seed=1)
    position.choose(player.choose(position))

All of them know only what the player who is to choose may know: they look at worlds that
fit what that player has seen, as far as some are found, with other chance to come.

More than 400 lines: what a thinker does with a count and in a time stands in one place.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from random import Random
from typing import Protocol

from attrs import define, field, frozen

from rulesrun.agents.horizon import Horizon
from rulesrun.agents.kinds import (
    FORGET,
    KINDS,
    WEIGH,
    budget_of,
    is_own,
    is_player,
    way_of,
)
from rulesrun.agents.mixing import Mixer, can_be_mixed, mixer_of, mixes
from rulesrun.agents.own import OwnPlayer
from rulesrun.agents.patience import Patience
from rulesrun.agents.plain_search import kept_of
from rulesrun.agents.proving import TRIED_FOR_EACH, TRIED_IN_PYTHON, UNKNOWN, Proof
from rulesrun.agents.search import Search, search_of
from rulesrun.agents.timed import (
    DEALING,
    ENOUGH,
    MEASURING,
    Span,
    looks_within,
    proofs_within,
    tree_within,
)
from rulesrun.agents.tree import Found
from rulesrun.agents.weighing import OFFERED, weighed
from rulesrun.agents.worlds import WORLDS, Believed, believed
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


class UnknownPlayer(ValueError):
    """There is no such kind of player; the message says which there are."""


@frozen
class Thought:
    """What a player expects of one option: its number, its worth from 0 to 1, its weight.

    `weight` is how many continuations speak for it. Where its value is proved, `proved` is 1
    for a win, 0 for a draw, -1 for a loss, and `depth` within how many choices, forced ones
    not counted.
    A player who mixes takes it with the probability `share`.
    """

    number: int
    worth: float
    weight: int
    proved: int | None = None
    depth: int = 0
    share: float | None = None


class Player(Protocol):
    """Somebody who chooses; `chance` is where their own chances come from."""

    chance: Random

    @property
    def full(self) -> str:
        """Why they have thought in Python though the game is compiled, if they have."""

    def choose(self, position: Position) -> int:
        """The number of an option of the decision that the position waits for."""


@define(eq=False)
class RandomPlayer:
    """Takes each option with equal chance."""

    chance: Random
    full = ""

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

    @property
    def full(self) -> str:
        """Why this player has thought in Python though the game is compiled, if it has."""
        return self.search.full

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
        held = believed(position, self.chance, self.tries, self.tries)
        states = held.states
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

    The same seed and number of continuations give the same choices. Where something is
    hidden and the game is played for a payoff, it mixes (see `mixing`). Without a memory it
    looks into worlds that fit what lies open now. One that weighs takes worlds as often as
    players who look one choice ahead would have chosen in them as the others did.
    """

    game: Game
    chance: Random
    iterations: int = THINKER
    seconds: float | None = None
    native: bool = True
    remembers: bool = True
    weighs: bool = False
    measuring: float = inf
    """Seconds of the processor, at each choice, to find out how far to look."""
    patience: Patience = field(init=False)
    kinds: Counter[str] = field(factory=Counter, init=False)
    """How the worlds of the last choice were found, and how many of each kind."""
    _search: Search | None = field(default=None, init=False)
    _mixer: Mixer | None = field(default=None, init=False)
    _horizon: Horizon | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.patience = Patience(self.game)
        if self.seconds is not None:  # the time is for thinking, not for compiling
            _ = self.horizon
            if self.game.hides:
                _ = self.game.watched
            if mixes(self.game):
                _ = self.mixer

    @property
    def search(self) -> Search:
        """What looks ahead."""
        if self._search is None:
            self._search = search_of(self.game, native=self.native)
        return self._search

    @property
    def full(self) -> str:
        """Why this player has thought in Python though the game is compiled, if it has."""
        return "" if self._search is None else self._search.full

    def choose(self, position: Position) -> int:
        """The number of an option: one that is proved to win, or that was followed most."""
        if len(position.raw) == 1:
            return 0
        hurried = self.patience.hurried(position, self.chance)
        if hurried is not None:
            return hurried
        return taken(self.think(position), self.chance).number

    @property
    def mixer(self) -> Mixer:
        """What finds strategies, where the game is one for them."""
        if self._mixer is None:
            self._mixer = mixer_of(self.game, native=self.native)
        return self._mixer

    @property
    def horizon(self) -> Horizon:
        """How far to look, as far as that has been measured."""
        if self._horizon is None:
            each = self.iterations / kept_of(self.iterations)
            self._horizon = Horizon(self.game, self.search, each)
        return self._horizon

    def prepare(self) -> int:
        """Measure how far to look, as far as there is time and it is not known; gives it."""
        return self.horizon.measure(self.measuring)

    def think(self, position: Position, also: Iterable[int] = ()) -> list[Thought]:
        """What is expected of each option, in their order.

        Of very many options it is some; those with the numbers in `also` are among them.
        """
        span = None if self.seconds is None else Span.of(self.seconds)
        if mixes(self.game) and can_be_mixed(position.raw):
            thoughts = self._mixed(position, span)
            if thoughts:
                return thoughts
        if span is not None:
            return self._think_within(span, position, also)
        horizon = self.prepare()
        count = min(WORLDS, 4 + self.iterations // 8)
        held = self._believed(position, count, self.iterations)
        self.kinds, states = held.kinds, held.states
        seed = self.chance.getrandbits(62)
        numbers = sorted({*self.search.candidates(states, seed), *also})
        proofs = self._proofs(states[0], numbers)
        numbers = _worth_a_look(numbers, proofs)
        seed = self.chance.getrandbits(62)
        prior = None
        if self.search.scores and numbers:
            first = self.chance.getrandbits(62)
            prior = self.search.look_ahead(states, numbers, FIRST_TRIES, 1, first)
            prior = [worth + TIE * self.chance.random() for worth in prior]
        rows = list[Found]()
        if numbers:
            rows = self.search.tree(
                states, numbers, self.iterations, horizon, seed, prior
            )
        return _thoughts(position, proofs, numbers, rows)

    def _mixed(self, position: Position, span: Span | None) -> list[Thought]:
        """What is expected of each option, and how often to take it; nothing if unknown."""
        if span is None:
            held, seconds = self._believed(position, WORLDS, self.iterations), None
        else:
            held = self._believed(position, WORLDS, until=span.until(DEALING))
            seconds = max(1e-3, span.left(ENOUGH))
        self.kinds = held.kinds
        many, remembers = self.iterations, self.remembers
        shares = self.mixer.mixed(
            position, held.states, many, self.chance, seconds, remembers=remembers
        )
        return [
            Thought(n, s.worth, round(s.share * self.iterations), share=s.share)
            for n, s in enumerate(shares or ())
        ]

    def _think_within(
        self, span: Span, position: Position, also: Iterable[int]
    ) -> list[Thought]:
        """The same in a time, of which each step has a share."""
        search, chance = self.search, self.chance
        while not self.horizon.is_measured and span.left(MEASURING) > 0:
            self.horizon.step()
        held = self._believed(position, WORLDS, until=span.until(DEALING))
        self.kinds, states = held.kinds, held.states
        numbers = sorted({*search.candidates(states, chance.getrandbits(62)), *also})
        proved = proofs_within(span, search, states[0], numbers)
        proofs = {} if proved is None else dict(zip(numbers, proved, strict=True))
        numbers = _worth_a_look(numbers, proofs)
        prior: list[float] | None = None
        if search.scores and numbers:
            looks = looks_within(span, search, states, numbers, FIRST_TRIES, chance)
            numbers = [number for number in numbers if number in looks]
            prior = [looks[number] + TIE * chance.random() for number in numbers]

        def tree(count: int, until: float) -> list[Found]:
            seconds = max(1e-4, until - time.perf_counter())
            horizon, seed = self.horizon.value, chance.getrandbits(62)
            return search.tree(states, numbers, count, horizon, seed, prior, seconds)

        rows = tree_within(span, tree) if numbers else []
        return _thoughts(position, proofs, numbers, rows)

    def _believed(
        self,
        position: Position,
        count: int,
        continuations: int | None = None,
        until: float | None = None,
    ) -> Believed:
        """Worlds that are held possible, weighed where that is wanted."""
        drawn = OFFERED * count if self.weighs else count
        chance, remembers = self.chance, self.remembers
        held = believed(
            position, chance, drawn, continuations, until, remembers=remembers
        )
        if not self.weighs or position.player is None or not held.worlds:
            return held
        likely = weighed(self.search, held.worlds, count, position.player, chance)
        return Believed.of(likely)

    def _proofs(self, state: State, numbers: Sequence[int]) -> dict[int, Proof]:
        """What is proved of options, by their numbers; nothing where nothing can be."""
        slow = self.search.is_slow
        most = self.iterations * (TRIED_IN_PYTHON if slow else TRIED_FOR_EACH)
        result = self.search.proofs(state, numbers, most)
        return {} if result is None else dict(zip(numbers, result, strict=True))


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


def taken(thoughts: Iterable[Thought], chance: Random) -> Thought:
    """What a thinker takes: the best, or one drawn by chance where it mixes."""
    every = list(thoughts)
    shares = [thought.share or 0.0 for thought in every]
    if not any(shares):
        return best_of(every)
    (one,) = chance.choices(every, shares)
    return one


def ranked(thoughts: Iterable[Thought]) -> list[Thought]:
    """The best first: what a thinker takes, then what is not lost and was followed most."""
    every = list(thoughts)
    if not every:
        return []
    best = best_of(every)

    def rank(thought: Thought) -> tuple[bool, bool, bool, int, float]:
        proved = thought.proved
        one = thought is best
        return one, proved == 1, proved != -1, thought.weight, thought.worth

    return sorted(every, key=rank, reverse=True)


def _thoughts(
    position: Position,
    proofs: Mapping[int, Proof],
    numbers: Sequence[int],
    rows: Sequence[Found],
) -> list[Thought]:
    """What proofs and a search of some of the options say of all of them."""
    result = {n: _proved(n, proof) for n, proof in proofs.items()}
    for number, one in zip(numbers, rows, strict=True):
        proof = proofs.get(number, UNKNOWN).both(one.low, one.high, position.player)
        proven, depth = proof.value, proof.depth
        worth = one.worth if proven is None else (1 + proven) / 2
        result[number] = Thought(number, worth, one.visits, proven, depth)
    return [result[number] for number in sorted(result)]


def _worth_a_look(numbers: Sequence[int], proofs: Mapping[int, Proof]) -> list[int]:
    """The options that may be best, as far as is proved; none where all is known."""
    if not proofs:
        return list(numbers)
    least = max(proof.low for proof in proofs.values())
    result = [number for number in numbers if proofs[number].high >= least]
    if least == 1 or len(result) == 1 or all(proofs[n].high == -1 for n in result):
        return []
    return result


def _proved(number: int, proof: Proof) -> Thought:
    """What is expected where only the proof speaks."""
    value = proof.value
    return Thought(number, (1 + (value or 0)) / 2, 0, value, proof.depth)


def player_of(
    kind: str, game: Game, seed: int, *, native: bool = True, measuring: float = inf
) -> Player:
    """A player of a kind: `random`, `greedy`, `thinker`, `thinker:500`, `thinker:500ms`,
    `thinker:500:weigh`, `thinker:500:forget`, or one of your own, `file.py:choose`.

    `measuring` is what ThinkingPlayer takes. Raises UnknownPlayer, and OwnFault where a
    file of your own is of no use.
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
    much, way = way_of(much)
    number, seconds = budget_of(much or str(THINKER))
    many = number if seconds is None else THINKER
    return ThinkingPlayer(
        game, chance, many, seconds, native, way != FORGET, way == WEIGH, measuring
    )
