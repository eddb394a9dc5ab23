"""What a player sees ahead, in plain Python; `native/search.h` is the same in machine code.

More than 400 lines: one search, whose parts look at the same tree.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import exp, inf, log, sqrt
from random import Random

from attrs import Factory, define, field

from rulesrun.agents.proving import Proof, can_be_proved, proofs
from rulesrun.agents.scoring import Scoring, scoring_of
from rulesrun.agents.tree import Child, Found, Node, Running
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.outcomes import victories
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    COUNTER,
    RESULT,
    SEED,
    TURN,
    RawOption,
    State,
)

EXPLORE = 0.7
"""How much a search prefers what it has seen little of."""

PRIOR = 2
"""What is expected of an option counts as much as so many continuations."""

SOME = 32
"""So many of an item's options are looked at where they are counted and not listed."""

FEW_WAYS = 128
"""Up to so many options are all looked at."""

WIDTH = 8
MOST_PLAYOUT = 5_000
GLANCES = 4
"""So many options are looked at before a choice in a continuation."""

SETTLING = 16
"""So many continuations say what differences of points are usual."""

WON = 1e9
"""To have won at the end is worth more than all points."""


def kept_of(iterations: int) -> int:
    """How many options of a decision are followed where something is expected of each."""
    return max(WIDTH, int(1.5 * sqrt(iterations)))


@define(eq=False)
class PythonSearch:
    """A search in plain Python."""

    is_slow = True
    full = ""
    game: Game
    _final: Scoring | None = field(init=False)
    _early: Scoring | None = field(init=False)
    _spread: Running = Factory(Running)
    _usual: Running = Factory(Running)
    _settled: bool = False
    _until: float = inf

    def __attrs_post_init__(self) -> None:
        core = self.game.module.core
        self._final, self._early = scoring_of(core), scoring_of(core, early=True)

    @property
    def _alike(self) -> bool:
        """Whether whatever happens is worth the same to all players."""
        return self.game.module.core.endings.cooperative or self.game.players == 1

    @property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""
        return self._early is not None

    def proofs(
        self, state: State, numbers: Sequence[int], most: int
    ) -> list[Proof] | None:
        """What is proved of these options, trying `most` choices at most."""
        if not can_be_proved(self.game):
            return None
        return proofs(None, self.game, state, numbers, most)

    def candidates(self, states: Sequence[State], seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""
        options, chance = self.game.machine.options(states[0]), Random(seed)
        if not isinstance(options, Offers):
            return list(range(len(options)))
        result, before = list[int](), 0
        for bunch in options.bunches:
            if bunch.count <= FEW_WAYS:
                drawn: Iterable[int] = range(bunch.count)
            else:
                drawn = {chance.randrange(bunch.count): None for _ in range(SOME)}
            result += [before + number for number in drawn]
            before += bunch.count
        return result

    def look_ahead(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        tries: int,
        horizon: int,
        seed: int,
    ) -> list[float]:
        """The mean worth of each of these options to whoever chooses, from 0 to 1."""
        chance = Random(seed)
        actor = states[0][ACTOR]
        options = self.game.machine.options(states[0])
        self._settle(states, horizon, chance)
        seeds = [chance.getrandbits(62) for _ in range(tries)]
        result = []
        for number in numbers:
            total, option = 0.0, options[number]
            for turn, same in enumerate(seeds):  # all see the same chance
                chance = Random(same)
                state = self._begin(states[turn % len(states)], chance)
                try:
                    then = self.game.machine.resume(state, option)
                    more = horizon - 1 if horizon else None
                    total += self._play_out(state, then, more, chance)[actor]
                except GameFault:
                    pass
            result.append(total / tries)
        return result

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
        seconds: float = 0.0,
    ) -> list[Found]:
        """What was found of each of these options; nothing is proved in the tree."""
        chance = Random(seed)
        root, wide = Node(), prior is None
        options = self.game.machine.options(states[0])
        looked_at = [options[number] for number in numbers]
        if prior is None:
            root.children = {option: Child() for option in looked_at}
        else:
            ranked = sorted(range(len(numbers)), key=lambda n: -prior[n])
            for place in ranked[: kept_of(iterations)]:
                worth = PRIOR * prior[place]
                root.children[looked_at[place]] = Child(visits=PRIOR, value=worth)
        self._settle(states, horizon, chance)
        self._until = time.perf_counter() + seconds if seconds else inf
        if wide:
            for turn in range(iterations):
                if time.perf_counter() > self._until:
                    break
                state = self._begin(states[turn % len(states)], chance)
                self._descend(root, state, horizon, chance)
        else:
            self._halve(root, states, iterations, horizon, chance)
        result = []
        for place, option in enumerate(looked_at):
            child = root.children.get(option, Child())
            expected = 0.0 if prior is None else prior[place]
            before = PRIOR if child.visits and not wide else 0
            worth = child.value / child.visits if child.visits else expected
            result.append(Found(child.visits - before, worth))
        return result

    def _begin(self, state: State, chance: Random) -> State:
        copy = state.copy()
        copy[SEED], copy[COUNTER] = chance.getrandbits(62), 0
        return copy

    def _settle(self, states: Sequence[State], horizon: int, chance: Random) -> None:
        """Learn what differences of points are usual."""
        self._spread, self._usual, self._settled = Running(), Running(), False
        for turn in range(SETTLING if self.scores else 0):
            state = self._begin(states[turn % len(states)], chance)
            with suppress(GameFault):
                options = self.game.machine.options(state)
                self._play_out(state, options, horizon or None, chance)
        self._settled = (
            horizon > 0
        )  # then the same points are worth the same from now on

    def _halve(
        self,
        root: Node,
        states: Sequence[State],
        iterations: int,
        horizon: int,
        chance: Random,
    ) -> None:
        """Follow the options of the first decision, and give up the worse half of them again
        and again; all that are left see the same worlds with the same chance."""
        live, turn = list(root.children), 0
        while iterations and time.perf_counter() <= self._until:
            rounds = max(1, (len(live) - 1).bit_length())
            for _ in range(max(1, iterations // (rounds * len(live)))):
                same = chance.getrandbits(62)
                for option in live[:iterations]:
                    if time.perf_counter() > self._until:
                        return
                    again = Random(same)
                    state = self._begin(states[turn % len(states)], again)
                    self._descend(root, state, horizon, again, option)
                iterations -= len(live[:iterations])
                turn += 1
            live.sort(key=lambda o: -root.children[o].mean)
            live = live[: max(1, len(live) // 2)]

    def _descend(
        self,
        root: Node,
        state: State,
        horizon: int,
        chance: Random,
        first: RawOption | None = None,
    ) -> None:
        """One continuation; it begins with the first option, or any."""
        node, path, fresh = root, list[tuple[Node, Child, int]](), False
        looks = 1 if first is None else GLANCES
        explore = EXPLORE
        if first is not None:
            explore *= 2 * sqrt(self._usual.variance)  # 1 where all is won or lost
        try:
            options = self.game.machine.options(state)
            if first is not None:
                child = root.children[first]
                path.append((root, child, state[ACTOR]))
                node = child.node
                options = self.game.machine.resume(state, first)
            while options and not fresh:
                if len(options) == 1:
                    options = self.game.machine.resume(state, options[0])
                    continue
                width = WIDTH + int(1.5 * sqrt(node.visits))
                if node is root:
                    width = len(options)
                drawn, option = self._select(
                    node, options, chance, width, looks, explore
                )
                if drawn:
                    option = self._best(state, drawn, chance)
                assert option is not None
                child = node.children.setdefault(option, Child())
                fresh = not child.visits
                path.append((node, child, state[ACTOR]))
                node = child.node
                options = self.game.machine.resume(state, option)
            worth = self._play_out(state, options, horizon or None, chance)
        except GameFault:
            worth = [0.0] * self.game.players
        for number, (passed, child, actor) in enumerate(path):
            brought = worth[actor] if actor < len(worth) else 0.0
            passed.visits += 1
            child.visits += 1
            child.value += brought
            if not number:
                self._usual.add(brought)

    def _select(
        self,
        node: Node,
        options: Sequence[RawOption],
        chance: Random,
        width: int,
        looks: int,
        explore: float,
    ) -> tuple[list[RawOption], RawOption | None]:
        """Some new options of which to follow one while the node is narrow, else the best."""
        there = {o: c for o, c in node.children.items() if o in options}
        tried = [o for o, child in there.items() if child.visits]
        for option in tried:
            there[option].there += 1
        if len(tried) < width or not tried:
            untried = [o for o, child in there.items() if not child.visits]
            if not isinstance(options, Offers):
                untried += [o for o in options if o not in there]
            elif not untried:
                count = len(options)
                return [options[chance.randrange(count)] for _ in range(looks)], None
            if untried:
                return chance.sample(untried, min(looks, len(untried))), None
        return [], max(tried, key=lambda o: _upper_bound(there[o], explore))

    def _best(
        self, state: State, some: Sequence[RawOption], chance: Random
    ) -> RawOption:
        """The one of some options after which things stand best."""
        if len(some) == 1:
            return some[0]
        return max(some, key=lambda option: self._glance(state, option, chance))

    def _glance(self, state: State, option: RawOption, chance: Random) -> float:
        """How things stand for the player after a choice, as if the game ended there."""
        player, then = state[ACTOR], state.copy()
        then[SEED] = chance.getrandbits(62)
        try:
            options = self.game.machine.resume(then, option)
            ended = not options
            if not ended:
                options = self._score(then, chance)
        except GameFault:
            return -inf
        result = then[RESULT]
        if options or not result or player >= len(result):
            return -inf
        points = self._points(then, early=not ended)
        lead = -result[player] if points is None else self._lead(points, player)
        won = WON if result[player] == 1 else -WON
        return lead + won if ended else lead

    def _points(self, state: State, *, early: bool) -> Sequence[int] | None:
        """What players were ranked by, at the end or before it; none without points."""
        scoring = self._early if early else self._final
        return None if scoring is None else scoring.points(self.game, state)

    def _lead(self, points: Sequence[int], player: int) -> int:
        """How far a player is ahead of the best other one."""
        if self._alike:
            return points[player]
        return points[player] - max(p for q, p in enumerate(points) if q != player)

    def _score(self, state: State, chance: Random) -> Sequence[RawOption]:
        """Score the game as if it ended now; gives the options if that takes too long."""
        assert self._early is not None
        options = self._early.begin(self.game, state, state[TURN] or 0)
        for _ in range(MOST_PLAYOUT):
            if not options:
                break
            options = self.game.machine.resume(state, chance.choice(options))
        return options

    def _play_out(
        self,
        state: State,
        options: Sequence[RawOption],
        most: int | None,
        chance: Random,
    ) -> list[float]:
        """Go on for so many choices, or to the end, and say what it is worth.

        Who is scored early looks at some options before each choice.
        """
        looking = most is not None and self.scores
        for _ in range(most if most is not None and looking else MOST_PLAYOUT):
            if not options:
                break
            count = GLANCES if looking and len(options) > 1 else 1
            drawn = [options[chance.randrange(len(options))] for _ in range(count)]
            options = self.game.machine.resume(state, self._best(state, drawn, chance))
        early = bool(options) and self.scores
        if early:
            options = self._score(state, chance)
        return self._worth(state, over=not options, early=early)

    def _worth(self, state: State, *, over: bool, early: bool) -> list[float]:
        players = range(self.game.players)
        result = state[RESULT] if over else None
        if not result:
            return [0.5 if self._alike else 1 / len(players) for _ in players]
        shares = victories(self.game.module.core, result)
        points = self._points(state, early=early)
        if points is None:
            return shares
        if self._alike:
            return [self._above_usual(points[0])] * len(players)
        outcome = []
        for player, share in zip(players, shares, strict=True):
            ahead = self._lead(points, player)
            if not self._settled:
                self._spread.add(ahead * ahead)
            won = 0.0 if early else 0.5  # then it is not known who will win
            worth = _logistic(ahead, self._spread.mean)
            outcome.append(won * share + (1 - won) * worth)
        return outcome

    def _above_usual(self, points: float) -> float:
        """What points are worth that all players share: by what is usual, from 0 to 1."""
        if not self._settled:
            self._spread.add(points)
        return _logistic(points - self._spread.mean, self._spread.variance)


def _logistic(above: float, variance: float) -> float:
    """From 0 to 1: how much a number above 0 is, by what is usual."""
    return 1 / (1 + exp(-2 * above / sqrt(max(1.0, variance))))


def _upper_bound(child: Child, explore: float) -> float:
    return child.mean + explore * sqrt(log(child.there + 1) / child.visits)
