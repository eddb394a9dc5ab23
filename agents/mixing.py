"""Players that mix: strategies for games in which something is hidden and there is a payoff.

    mixer = mixer_of(game)
    shares = mixer.mixed(position, states, 2_000, chance)

Counterfactual regret minimisation with external sampling (Lanctot, Waugh, Zinkevich, Bowling,
*Monte Carlo Sampling for Regret Minimization in Extensive Games*, 2009): walks try all choices
of one player, draw those of the others and chance, and learn what it would have been worth
to have chosen otherwise. The means of the strategies come near to ones that nobody can exploit,
between two players. Walks begin where the game does, so that what others hold counts as often
as they would come here with it; their strategies are those of the whole game, and are kept.
Where they have come to a decision too seldom, as in long games, more walks begin in worlds that
fit what the player has seen, each as likely as any other, if few enough ways lead on from there
to try all. `native/mixing.h` is the same in machine code.

More than 400 lines: what both engines share, and how they differ, stands side by side.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from math import inf
from random import Random
from typing import Any, Protocol

from attrs import Factory, define, field, frozen

from rulesrun.agents.worlds import carried
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.memory import Memory, NoWorld
from rulesrun.interpreter.memory.sights import Untrue
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.interpreter.reports.views import memory_at
from rulesrun.interpreter.runtime import layout
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    COUNTER,
    DECISION,
    RawOption,
    State,
)

TRIED_FOR_EACH, TRIED_IN_PYTHON = 128, 32
"""For each continuation of a thinker so many choices are carried out."""

MOST_OPTIONS = 500
"""Where there are more options, nobody mixes, as in `native/mixing.h`."""

WIDEST, FOR_EACH_WAY = 512, 100
"""Of the walker's choices so many ways are tried at most in a walk, and fewer where there are
fewer than so many choices for each."""

MET = 50
"""Where walks from the beginning came to the decision less often, others begin in worlds."""

SEED = 1
"""Of the walks from the beginning: all decisions are to be of the same strategies."""

UNLIMITED = 1 << 60
"""In a time, walks carry out as many choices as they get to."""

SELDOM = 0.05
"""Of a time, walks from the beginning get half, and so much where they came here too seldom."""

FROM_THE_BEGINNING, IN_A_WORLD = 0, 1
"""Where walks may begin."""

DEEPEST = 300
"""After so many choices a walk is given up, as in `native/mixing.h`."""


@frozen
class Share:
    """How often an option is to be chosen, from 0 to 1, and what it is worth, from 0 to 1."""

    share: float
    worth: float


class Mixer(Protocol):
    """Finds strategies of one game, and keeps those of the walks from its beginning."""

    def mixed(
        self,
        position: Position,
        states: Sequence[State],
        continuations: int,
        chance: Random,
        seconds: float | None = None,
        *,
        remembers: bool = True,
    ) -> list[Share] | None:
        """A strategy for a decision, an item for each option.

        `states` are worlds of whoever is to choose. Where a time is given, it is that which
        counts. None where nothing is found: a tree knows more then.
        """


def mixes(game: Game) -> bool:
    """Whether a game is played for a payoff, with something hidden: then players mix."""
    return game.hides and game.players > 1 and game.layout.payoff is not None


def mixer_of(game: Game, *, native: bool = True) -> Mixer:
    """The fastest mixer that there is for a game."""
    engine = game.engine if native else None
    if engine is None or not engine.shares_memory or not _is_written(game):
        return PythonMixer(game)
    return NativeMixer(game, engine)


def _is_written(game: Game) -> bool:
    """Whether machine code knows who sees what."""
    from rulesrun.interpreter.memory.compiled import shows_values

    seats = range(game.players)
    return not shows_values(game.watched.module) and not any(
        game.watched.eyes(seat).varying for seat in seats
    )


def can_be_mixed(options: Sequence[RawOption]) -> bool:
    """Whether a decision has few enough options."""
    return not isinstance(options, Offers) and 1 < len(options) <= MOST_OPTIONS


def _widest(most: int) -> float:
    return float(min(WIDEST, max(8, most // FOR_EACH_WAY)))


def _remembered(position: Position, seconds: float | None) -> Memory | None:
    """What who is to choose has seen since the game began; none where that is not known.

    A third of the time that is given, if any is, may be spent to find out.
    """
    until = None if seconds is None else time.perf_counter() + seconds / 3
    line, player = position.line, position.player
    if line is None or line.root.state is not None or player is None:
        return None
    with suppress(NoWorld, Untrue):
        return memory_at(position, player, until)
    return None


# ---- in machine code -------------------------------------------------------------------


@define(eq=False)
class NativeMixer:
    """Walks in machine code."""

    game: Game
    engine: Engine
    _hidden: Any = field(init=False)
    _begun: dict[int, Any] = Factory(dict)
    _comes_here: bool = True
    _plain: PythonMixer | None = None

    def __attrs_post_init__(self) -> None:
        slots, watched = range(self.game.layout.size), self.game.watched
        eyes = [watched.eyes(seat) for seat in range(self.game.players)]
        hidden = bytes(slot in seen.hidden for seen in eyes for slot in slots)
        self._hidden = self.engine.ffi.new("uint8_t[]", hidden)

    def mixed(
        self,
        position: Position,
        states: Sequence[State],
        continuations: int,
        chance: Random,
        seconds: float | None = None,
        *,
        remembers: bool = True,
    ) -> list[Share] | None:
        """A strategy for a decision."""
        try:
            here = carried(self.engine, states)
        except NoRoom:
            if self._plain is None:
                self._plain = PythonMixer(self.game)
            return self._plain.mixed(
                position, states, continuations, chance, seconds, remembers=remembers
            )
        ffi, lib, count = self.engine.ffi, self.engine.lib, len(position.raw)
        shares, worths = ffi.new("double[]", count), ffi.new("double[]", count)
        most = continuations * TRIED_FOR_EACH if seconds is None else UNLIMITED
        begun, null = time.perf_counter(), ffi.NULL
        seen, left = self._seen(position, seconds) if remembers else None, 1.0
        spent = time.perf_counter() - begun
        limit = 0.0 if seconds is None else max(1e-3, seconds - spent)

        def walks(mixing: Any, worlds: Any, share: float, seed: int) -> int:
            arguments = most, _widest(most), share * limit, seed
            return int(lib.game_mixing_walks(mixing, worlds, len(states), *arguments))

        def found(mixing: Any, seen: Any, least: int) -> list[Share] | None:
            met = lib.game_mixing_found(mixing, here, seen, shares, worths)
            if met < least:
                return None
            return [Share(shares[n], worths[n]) for n in range(count)]

        share = 0.5 if self._comes_here else SELDOM
        if seen is not None:
            mixing = self._begun.get(most)
            if mixing is None or seconds is not None:
                seed = SEED if mixing is None else chance.getrandbits(62)
                mixing = self._begun[most] = mixing or self._new()
                walks(mixing, null, share, seed)
                left = 0.5
            self._comes_here = found(mixing, seen, MET) is not None
            if self._comes_here:
                if seconds is not None:
                    walks(mixing, null, 0.5, chance.getrandbits(62))
                return found(mixing, seen, MET)
        mixing = self._new()
        if walks(mixing, here, left, chance.getrandbits(62)) < 0:
            return None
        return found(mixing, null, 1)

    def _new(self) -> Any:
        ffi, lib = self.engine.ffi, self.engine.lib
        handle = lib.game_mixing(self._hidden, self.game.layout.size)
        return ffi.gc(handle, lib.game_mixing_done)

    def _seen(self, position: Position, seconds: float | None) -> Any:
        memory = _remembered(position, seconds)
        compiled = None if memory is None else memory.compiled
        if compiled is None or compiled.engine is not self.engine:
            return None
        return compiled.seen


# ---- in Python -------------------------------------------------------------------------


@define(eq=False)
class Strategy:
    """What walks have learned of a decision, by how its options are told apart."""

    regrets: dict[Hashable, float]
    shares: dict[Hashable, float]
    worths: dict[Hashable, float]
    weight: float = 0.0
    visits: int = 0

    @classmethod
    def of(cls, names: Sequence[Hashable]) -> Strategy:
        """Nothing yet."""
        even = dict.fromkeys(names, 0.0)
        return cls(dict(even), dict(even), even)

    def matched(self, names: Sequence[Hashable]) -> list[float]:
        """Each option as often as it is regretted not to have chosen it."""
        row = [max(0.0, self.regrets[name]) for name in names]
        total = sum(row)
        return [r / total for r in row] if total else [1 / len(row) for _ in row]


@define(eq=False)
class PythonMixer:
    """Walks in plain Python."""

    game: Game
    _begun: dict[int, Table] = Factory(dict)

    def mixed(
        self,
        position: Position,
        states: Sequence[State],
        continuations: int,
        chance: Random,
        seconds: float | None = None,
        *,
        remembers: bool = True,
    ) -> list[Share] | None:
        """A strategy for a decision."""
        most = continuations * TRIED_IN_PYTHON if seconds is None else UNLIMITED
        memory = _remembered(position, seconds) if remembers else None
        left = seconds
        if memory is not None:
            table, key = self._begun.get(most), _key(memory)
            half = None if seconds is None else seconds / 2
            if table is None or seconds is not None:
                if table is None:
                    table = self._begun[most] = Table(self.game, Random(SEED))
                table.walks(None, most, half)
                left = half
            if table.visits(key) >= MET:
                if seconds is not None:
                    table.walks(None, most, half)
                return table.strategy_at(key, position)
        table = Table(self.game, chance)
        table.walks(states, most, left)
        if table.is_cut:
            return None
        return table.strategy_at(table.here(states[0], position.raw), position)


@define(eq=False)
class Table:
    """What walks have learned of decisions, by digests of what players had seen there."""

    game: Game
    _chance: Random
    _strategies: dict[int, Strategy] = Factory(dict)
    _turn: int = 0
    _walker: int = 0
    _most: float = 0.0
    _made: int = 0
    _widest: float = 0.0
    is_cut: bool = False
    """Whether there were too many ways on to try all."""

    def visits(self, key: int) -> int:
        """How often walks have come to a decision."""
        return self._strategies[key].visits if key in self._strategies else 0

    def strategy_at(self, key: int, position: Position) -> list[Share] | None:
        """The strategy at a decision; none where no walk has come to it."""
        learned, state = self._strategies.get(key), position.state
        if learned is None:
            return None
        names = self._names(state, position.raw)
        if learned.regrets.keys() != set(names):
            return None
        total, weight = (
            sum(learned.shares[name] for name in names),
            learned.weight or 1.0,
        )
        even = learned.matched(names)
        return [
            Share(
                learned.shares[name] / total if total else even[n],
                0.5 + learned.worths[name] / weight / (self._most or 1.0) / 2,
            )
            for n, name in enumerate(names)
        ]

    def _names(self, state: State, options: Sequence[RawOption]) -> list[Hashable]:
        key, decision = self.game.watched.key, state[DECISION]
        return [_hashable(key(decision, option)) for option in options]

    def _sight(self, state: State, options: Sequence[RawOption], seat: int) -> Hashable:
        return _hashable(self.game.watched.eyes(seat).sight(state, options))

    def here(self, state: State, options: Sequence[RawOption]) -> int:
        """The digest of a decision in which walks begin."""
        return hash((IN_A_WORLD, self._sight(state, options, state[ACTOR])))

    def walks(
        self, states: Sequence[State] | None, most: int, seconds: float | None
    ) -> None:
        """Walk from worlds, or from the beginning, until so much is done."""
        until = inf if seconds is None else time.perf_counter() + seconds
        self._made, turn, machine = 0, 0, self.game.machine
        self._widest = _widest(most)
        seats = range(self.game.players)
        begins = FROM_THE_BEGINNING if states is None else IN_A_WORLD
        self.is_cut = False
        while self._made < most and time.perf_counter() < until:
            if states is not None and self.is_cut:
                return
            self._made += 1
            self._turn += 1
            self._walker = turn % self.game.players
            seed = self._chance.getrandbits(62)
            with suppress(GameFault):
                if states is None:
                    state, options = machine.start(seed)
                else:
                    state = states[turn // self.game.players % len(states)].copy()
                    state[layout.SEED], state[COUNTER] = seed, 0
                    options = machine.options(state)
                keys = [hash((begins, self._sight(state, options, p))) for p in seats]
                self._walk(state, options, keys, 1, 0)
            turn += 1

    def _walk(
        self,
        state: State,
        options: Sequence[RawOption],
        keys: Sequence[int],
        ways: int,
        depth: int,
    ) -> float:
        """What a walk brings to the walker."""
        if not options:
            family = self.game.layout.payoff
            assert family is not None
            payoff = float(state[family.base + self._walker])
            self._most = max(self._most, abs(payoff))
            return payoff
        if depth >= DEEPEST:
            return 0.0
        count, actor = len(options), state[ACTOR]
        if not can_be_mixed(options):
            number = self._chance.randrange(count)
            return self._after(state, options[number], keys, ways, depth)
        names = self._names(state, options)
        learned = self._strategies.get(keys[actor])
        if learned is None:
            learned = self._strategies[keys[actor]] = Strategy.of(names)
        if learned.regrets.keys() != set(names):
            number = self._chance.randrange(count)
            return self._after(state, options[number], keys, ways, depth)
        learned.visits += 1
        strategy = learned.matched(names)
        if actor == self._walker and ways * count <= self._widest:
            each = [
                self._after(state, option, keys, ways * count, depth)
                for option in options
            ]
            value = sum(s * v for s, v in zip(strategy, each, strict=True))
            for name, worth in zip(names, each, strict=True):
                learned.regrets[name] += self._turn * (worth - value)
                learned.worths[name] += self._turn * worth
            learned.weight += self._turn
            return value
        if actor == self._walker:
            self.is_cut = True
        else:
            for name, share in zip(names, strategy, strict=True):
                learned.shares[name] += self._turn * share
        (option,) = self._chance.choices(options, strategy)
        return self._after(state, option, keys, ways, depth)

    def _after(
        self,
        state: State,
        option: RawOption,
        keys: Sequence[int],
        ways: int,
        depth: int,
    ) -> float:
        watched, actor, decision = self.game.watched, state[ACTOR], state[DECISION]
        name = _hashable(watched.key(decision, option))
        is_secret, then = watched.is_secret[decision], state.copy()
        self._made += 1
        options = self.game.machine.resume(then, option)
        after = []
        for seat, key in enumerate(keys if options else ()):
            visible_name = None if is_secret and seat != actor else name
            after.append(hash((key, visible_name, self._sight(then, options, seat))))
        return self._walk(then, options, after, ways, depth + 1)


def _key(memory: Memory) -> int:
    """A digest of all that a seat has seen and been told since the game began."""
    x = hash((FROM_THE_BEGINNING, _hashable(memory.stops[0].sight)))
    for step, stop in zip(memory.steps, memory.stops[1:], strict=True):
        x = hash((x, _hashable(step.key), _hashable(stop.sight)))
    return x


def _hashable(value: Any) -> Hashable:
    """A value as one that can be told from others in no time."""
    if isinstance(value, Mapping):
        return frozenset((_hashable(k), _hashable(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(_hashable(item) for item in value)
    if isinstance(value, set):
        return frozenset(value)
    hashable: Hashable = value
    return hashable
