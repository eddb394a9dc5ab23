"""What a player sees ahead: continuations counted, in machine code or in Python.

Both search in the same way; see `native/search.h`. A look ahead values the options of one
decision by random continuations; a tree search over information sets (Cowling, Powley,
Whitehouse 2012) follows the better ones more often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from random import Random
from typing import Any, Protocol

from attrs import Factory, define, field

from rulesrun.agents.scoring import Scoring, scoring_of
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault, Machine
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.types import Unsupported
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


class Search(Protocol):
    """Looks ahead from decisions of one game.

    Options are told by their numbers among those of the decision. Where these are too many
    to list, some `candidates` of them are looked at.
    """

    @property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""

    def candidates(self, state: State, seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""

    def look_ahead(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        tries: int,
        horizon: int,
        seed: int,
    ) -> list[float]:
        """The mean worth of each of these options to whoever chooses, from 0 to 1."""

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
    ) -> tuple[list[int], list[float]]:
        """How often each of these options was followed, and its mean worth.

        With a `prior`, what is expected of each of them, only the best are followed:
        `kept_of` says how many.
        """


def kept_of(iterations: int) -> int:
    """How many options of a decision are followed where something is expected of each."""
    return max(WIDTH, int(1.5 * sqrt(iterations)))


def search_of(game: Game, *, native: bool = True) -> Search:
    """The fastest search that there is for a game."""
    if native:
        try:
            return NativeSearch(Engine(game.module))
        except (NoCompiler, Unsupported):
            pass
    return PythonSearch(game)


@define(eq=False)
class NativeSearch:
    """A search in machine code."""

    engine: Engine

    @property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""
        return scoring_of(self.engine.module.core) is not None

    def candidates(self, state: State, seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""
        ffi, world, room = self.engine.ffi, self._worlds([state]), 256
        while True:
            numbers = ffi.new("int64_t[]", room)
            found = int(self.engine.lib.game_candidates(world, seed, numbers, room))
            if found <= room:
                return list(ffi.unpack(numbers, found)) if found else []
            room = found

    def look_ahead(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        tries: int,
        horizon: int,
        seed: int,
    ) -> list[float]:
        """The mean worth of each of these options to whoever chooses, from 0 to 1."""
        ffi, count = self.engine.ffi, len(numbers)
        values = ffi.new("double[]", count)
        self.engine.lib.game_look_ahead(
            self._worlds(states),
            len(states),
            tries,
            horizon,
            seed,
            ffi.new("int64_t[]", list(numbers)),
            count,
            values,
        )
        return list(ffi.unpack(values, count))

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
    ) -> tuple[list[int], list[float]]:
        """How often each of these options was followed, and its mean worth."""
        ffi, count = self.engine.ffi, len(numbers)
        visits, values = ffi.new("int[]", count), ffi.new("double[]", count)
        self.engine.lib.game_search(
            self._worlds(states),
            len(states),
            iterations,
            EXPLORE,
            horizon,
            seed,
            ffi.new("int64_t[]", list(numbers)),
            ffi.NULL if prior is None else ffi.new("double[]", list(prior)),
            count,
            kept_of(iterations),
            visits,
            values,
        )
        return list(ffi.unpack(visits, count)), list(ffi.unpack(values, count))

    def _worlds(self, states: Sequence[State]) -> Any:
        size = int(self.engine.lib.game_size())
        made = self.engine.ffi.new("char[]", size * len(states))
        for number, state in enumerate(states):
            numbers = self.engine.ffi.new("int[]", list(self.engine.from_python(state)))
            self.engine.lib.game_import(made + number * size, numbers)
        return made


# ---- the same in Python ---------------------------------------------------------------


@define(eq=False)
class Node:
    """A sequence of choices: what was chosen next, how often, and what it brought."""

    visits: int = 0
    children: dict[RawOption, Child] = Factory(dict)


@define(eq=False)
class Child:
    """A choice at a node; `there` counts how often it was possible."""

    visits: int = 0
    there: int = 0
    value: float = 0.0
    node: Node = field(factory=Node)


@define(eq=False)
class PythonSearch:
    """A search in plain Python."""

    game: Game
    _scoring: Scoring | None = field(init=False)
    _seen: int = 0
    _spread: float = 0.0

    def __attrs_post_init__(self) -> None:
        self._scoring = scoring_of(self.module.core)

    @property
    def module(self) -> Module:
        """The code that runs the game."""
        return self.game.module

    @property
    def machine(self) -> Machine:
        """What runs it."""
        return self.game.machine

    @property
    def scores(self) -> bool:
        """Whether a game can be scored as if it ended now."""
        return self._scoring is not None

    def candidates(self, state: State, seed: int) -> list[int]:
        """The numbers of the options that are worth a look: all, if they are not too many."""
        options, chance = self.machine.options(state), Random(seed)
        if not isinstance(options, Offers):
            return list(range(len(options)))
        found, before = list[int](), 0
        for bunch in options.bunches:
            if bunch.count <= FEW_WAYS:
                drawn: Iterable[int] = range(bunch.count)
            else:
                drawn = {chance.randrange(bunch.count): None for _ in range(SOME)}
            found += [before + number for number in drawn]
            before += bunch.count
        return found

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
        options = self.machine.options(states[0])
        found = []
        for number in numbers:
            total, option = 0.0, options[number]
            for turn in range(tries):
                state = self._begin(states[turn % len(states)], chance)
                try:
                    then = self.machine.resume(state, option)
                    total += self._play_out(state, then, horizon - 1, chance)[actor]
                except GameFault:
                    pass
            found.append(total / tries)
        return found

    def tree(
        self,
        states: Sequence[State],
        numbers: Sequence[int],
        iterations: int,
        horizon: int,
        seed: int,
        prior: Sequence[float] | None = None,
    ) -> tuple[list[int], list[float]]:
        """How often each of these options was followed, and its mean worth."""
        chance = Random(seed)
        root, wide = Node(), prior is None
        options = self.machine.options(states[0])
        looked_at = [options[number] for number in numbers]
        if prior is None:
            root.children = {option: Child() for option in looked_at}
        else:
            ranked = sorted(range(len(numbers)), key=lambda n: -prior[n])
            for place in ranked[: kept_of(iterations)]:
                worth = PRIOR * prior[place]
                root.children[looked_at[place]] = Child(visits=PRIOR, value=worth)
        for turn in range(iterations):
            state = self._begin(states[turn % len(states)], chance)
            self._descend(root, state, horizon, chance, wide=wide)
        visits, means = [], []
        for place, option in enumerate(looked_at):
            child = root.children.get(option, Child())
            expected = 0.0 if prior is None else prior[place]
            means.append(child.value / child.visits if child.visits else expected)
            visits.append(
                child.visits - PRIOR if child.visits and not wide else child.visits
            )
        return visits, means

    def _begin(self, state: State, chance: Random) -> State:
        copy = state.copy()
        copy[SEED], copy[COUNTER] = chance.getrandbits(62), 0
        return copy

    def _descend(
        self, root: Node, state: State, horizon: int, chance: Random, *, wide: bool
    ) -> None:
        node, path, fresh = root, list[tuple[Node, Child, int]](), False
        options = self.machine.options(state)
        try:
            while options and not fresh:
                if len(options) == 1:
                    options = self.machine.resume(state, options[0])
                    continue
                width = WIDTH + int(1.5 * sqrt(node.visits))
                if node is root:
                    width = len(options) if wide else 0
                option = self._select(node, options, chance, width)
                child = node.children.setdefault(option, Child())
                fresh = not child.visits
                path.append((node, child, state[ACTOR]))
                node = child.node
                options = self.machine.resume(state, option)
            worth = self._play_out(state, options, horizon, chance)
        except GameFault:
            worth = [0.0] * self.game.players
        for passed, child, actor in path:
            passed.visits += 1
            child.visits += 1
            child.value += worth[actor] if actor < len(worth) else 0.0

    def _select(
        self, node: Node, options: Sequence[RawOption], chance: Random, width: int
    ) -> RawOption:
        """A new option while the node is narrow, else the best."""
        there = {o: c for o, c in node.children.items() if o in options}
        known = [o for o, child in there.items() if child.visits]
        for option in known:
            there[option].there += 1
        if len(known) < width or not known:
            untried = [o for o, child in there.items() if not child.visits]
            if not isinstance(options, Offers):
                untried += [o for o in options if o not in there]
            elif not untried:
                return options[chance.randrange(len(options))]
            if untried:
                return chance.choice(untried)
        return max(known, key=lambda o: _upper_bound(there[o]))

    def _play_out(
        self, state: State, options: Sequence[RawOption], horizon: int, chance: Random
    ) -> list[float]:
        most = horizon if horizon > 0 and self._scoring is not None else MOST_PLAYOUT
        for _ in range(most):
            if not options:
                break
            options = self.machine.resume(state, chance.choice(options))
        if options and self._scoring is not None:
            player = state[TURN] or 0
            options = self._scoring.begin(self.game, state, player)
            for _ in range(MOST_PLAYOUT):
                if not options:
                    break
                options = self.machine.resume(state, chance.choice(options))
        return self._worth(state, over=not options)

    def _worth(self, state: State, *, over: bool) -> list[float]:
        players = range(self.game.players)
        result = state[RESULT] if over else None
        if not result:
            return [1 / len(players) for _ in players]
        winners = sum(place == 1 for place in result)
        shares = [1 / winners if place == 1 else 0.0 for place in result]
        points = (
            None if self._scoring is None else self._scoring.points(self.game, state)
        )
        if points is None or len(players) < 2:
            return shares
        found = []
        for player, share in zip(players, shares, strict=True):
            ahead = points[player] - max(p for q, p in enumerate(points) if q != player)
            self._seen += 1
            self._spread += (ahead * ahead - self._spread) / self._seen
            scale = sqrt(self._spread) + 1e-9
            found.append(0.5 * share + 0.5 / (1 + exp(-2 * ahead / scale)))
        return found


def _upper_bound(child: Child) -> float:
    mean = child.value / child.visits
    return mean + EXPLORE * sqrt(log(child.there + 1) / child.visits)
