"""What is kept of a game: how it went, and what was offered and taken in it.

Compiled games count the same where everybody plays at random (`native/record.h`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import numpy as np
from attrs import Factory, define, field

from rulesrun.agents.own import OwnFault, OwnPlayer
from rulesrun.agents.players import (
    Player,
    ThinkingPlayer,
    Thought,
    best_of,
    player_of,
    taken,
)
from rulesrun.agents.scoring import Scoring, scoring_of
from rulesrun.dsl.core.program import Core, stands_alone
from rulesrun.dsl.core.statements import Outcome, Rank
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.engine import FAULT, OVER, Engine
from rulesrun.interpreter.native.seeded import is_endless, no_room
from rulesrun.interpreter.outcomes import victories
from rulesrun.interpreter.runtime import chance
from rulesrun.interpreter.runtime.layout import LEDGER, TURN, Family, State
from rulesrun.studies.subjects import (
    BUNDLE,
    FACES,
    LIST,
    Parameter,
    Subjects,
    subjects_of,
)

RANDOM = "random"

MOST_DECISIONS = 20_000
"""A game that goes on longer counts as one that never ends."""

MOST_SCORING = 5_000
"""A scoring that asks for more than that is given up."""

MOMENTS = 64
"""The points are looked at so often in a game at most, evenly spread."""

GOOD = 0.02
"""An option is good if a thinker expects so little less of it than of the best one."""

COLUMNS = ("times", "options", "fewest", "most", "single")
"""What is counted of a decision."""


@define(eq=False)
class Record:
    """One game.

    `samples` are the points of all players behind the number of choices made before;
    `counts` how often each subject was offered, then taken, player by player;
    `decisions` the COLUMNS player by player and decision by decision; `thought` and
    `good` how many decisions there somebody thought about, and how many good options
    they had; `won` how much of the victory each has;
    `ledger` what each line gave to a player's counter, and how often.
    """

    seed: int
    choices: int = 0
    turns: int = 0
    places: tuple[int, ...] | None = None
    won: tuple[float, ...] = ()
    fault: str | None = None
    moves: list[int] = Factory(list)
    samples: list[tuple[int, ...]] = Factory(list)
    counts: Any = None
    decisions: Any = None
    thought: Any = None
    good: Any = None
    ledger: dict[tuple[int, int, int], tuple[int, int]] = Factory(dict)


@define
class _Moments:
    """How many moments have been met, and which share of them is looked at."""

    met: int = 0
    stride: int = 1


@define(eq=False)
class Recorder:
    """Plays games of one set-up and records them, compiled where that is possible.

    `full` says why some were played, or thought about, in Python though the game is
    compiled.
    """

    game: Game
    engine: Engine | None
    subjects: Subjects = field(init=False)
    counters: list[tuple[VariableSymbol, Family]] = field(init=False)
    ranking: Scoring | None = field(init=False)
    full: str = field(default="", init=False)
    _players: dict[str, Player] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.subjects = subjects_of(self.game)
        self.ranking = ranking_of(self.game.lowered.core)
        self.counters = [
            (symbol, family)
            for symbol, family in self.game.layout.families.items()
            if symbol.decl.ledger and symbol.owner == PLAYER
        ]

    @property
    def scoring(self) -> Scoring | None:
        """How a game is scored before its end, if it can be."""
        ranking = self.ranking
        return ranking if ranking is not None and ranking.rule.kind == "rule" else None

    def play(self, seed: int, kinds: Sequence[str]) -> Record:
        """A game with a seed, and players of these kinds by seat."""
        if self.engine is not None and set(kinds) == {RANDOM}:
            record = self._compiled(self.engine, seed)
        else:
            record = self._played(seed, kinds)
        if record.places:
            record.won = tuple(victories(self.game.lowered.core, record.places))
        return record

    def _empty(self, seed: int) -> Record:
        players, decisions = self.game.players, len(self.subjects.decisions)
        counts = np.zeros((2, players, len(self.subjects.all)), np.int32)
        kinds = np.zeros((players, decisions, len(COLUMNS)), np.int32)
        thought, good = (np.zeros((players, decisions), np.int32) for _ in range(2))
        return Record(seed, counts=counts, decisions=kinds, thought=thought, good=good)

    # ---- compiled ------------------------------------------------------------------------

    def _compiled(self, engine: Engine, seed: int) -> Record:
        ffi, lib = engine.ffi, engine.lib
        record = self._empty(seed)
        players = self.game.players
        plan, parameters = self.subjects.plan
        count = len(self.subjects.all)
        moves = ffi.new("int[]", MOST_DECISIONS)
        samples = ffi.new("int64_t[]", (players + 1) * (MOMENTS + 1))
        out = ffi.new("int[]", 4 + players)
        engine.log()
        status = lib.game_record(
            seed,
            MOST_DECISIONS,
            (self.ranking is not None) + (self.scoring is not None),
            ffi.new("int[]", plan),
            parameters,
            count,
            ffi.new("int[]", count),
            ffi.from_buffer("int[]", record.counts, require_writable=True),
            ffi.from_buffer("int[]", record.decisions, require_writable=True),
            moves,
            samples,
            out,
        )
        record.choices, sampled, record.turns, ranked, *places = ffi.unpack(
            out, 4 + players
        )
        record.moves = list(ffi.unpack(moves, record.choices)) if record.choices else []
        width = players + 1
        numbers = ffi.unpack(samples, width * sampled) if sampled else []
        record.samples = [
            tuple(numbers[at : at + width]) for at in range(0, len(numbers), width)
        ]
        self._add_up(record, engine.news()[1])
        if status == OVER:
            record.places = tuple(places) if ranked else ()
        elif status == FAULT and no_room(engine):
            self.full = f"the compiled game has no more room ({engine.message()})"
            return self._played(seed, [RANDOM] * players)
        elif status == FAULT and is_endless(engine):
            return self._played(seed, [RANDOM] * players)
        elif status == FAULT:
            record.fault = engine.message()
        else:
            record.fault = no_end(record.choices)
        return record

    # ---- in Python -----------------------------------------------------------------------

    def _played(self, seed: int, kinds: Sequence[str]) -> Record:
        record = self._empty(seed)
        players = [self._player(kind) for kind in kinds]
        for player in players:
            if isinstance(player, OwnPlayer):
                player.new_game()
        position: Position | None = None
        try:
            position = self.game.start(seed)
            last: tuple[int, int] | None = None
            moments = _Moments()
            while not position.over and record.choices < MOST_DECISIONS:
                actor = position.player
                assert actor is not None
                number = self._choice(record, position, kinds[actor], players[actor])
                self._tally(record, position, number)
                if last != (actor, position.turns):
                    last = (actor, position.turns)
                    self._look(record, position.state, moments)
                record.moves.append(number)
                record.choices += 1
                position.play(position.raw[number])
        except GameFault as fault:
            place = f"{fault.span}: " if fault.span else ""
            record.fault = f"{place}{fault.message}"
        except OwnFault as fault:
            record.fault = str(fault)
        self.full = self.full or next((p.full for p in players if p.full), "")
        if position is not None:
            record.turns = position.turns
            entries = [(slot, amount, n) for slot, amount, n in position.state[LEDGER]]
            self._add_up(record, entries)
            if position.over and record.fault is None:
                record.places = position.ranking or ()
                if self.ranking is not None and position.ranking:
                    points = self.ranking.points(self.game, position.state)
                    record.samples.append((record.choices, *points))
            elif record.fault is None:
                record.fault = no_end(record.choices)
        return record

    def _player(self, kind: str) -> Player:
        """A player who remembers nothing of other games."""
        if kind not in self._players:
            self._players[kind] = self._new_player(kind)
        return self._players[kind]

    def _new_player(self, kind: str) -> Player:
        player = player_of(kind, self.game, 0, native=self.engine is not None)
        if isinstance(player, ThinkingPlayer):
            player.prepare()
        return player

    def _choice(
        self, record: Record, position: Position, kind: str, player: Player
    ) -> int:
        count = record.choices
        if kind == RANDOM:
            return chance.draw(record.seed ^ chance.ROBOTS, count, len(position.raw))
        player.chance = Random(chance.draw(record.seed ^ chance.ROBOTS, count, 1 << 62))
        if not isinstance(player, ThinkingPlayer) or len(position.raw) == 1:
            return player.choose(position)
        hurried = player.patience.hurried(position, player.chance)
        if hurried is not None:
            return hurried
        thoughts = player.think(position)
        actor, decision = position.player, position.decision_plan.number
        record.thought[actor, decision] += 1
        record.good[actor, decision] += good_options(thoughts)
        return taken(thoughts, player.chance).number

    def _tally(self, record: Record, position: Position, number: int) -> None:
        actor, decision = position.player, position.decision_plan.number
        row, count = record.decisions[actor, decision], len(position.raw)
        fewest = min(row[2], count) if row[0] else count
        row[:] = (
            row[0] + 1,
            row[1] + count,
            fewest,
            max(row[3], count),
            row[4] + (count == 1),
        )
        offered = set[int]()
        for raw in position.raw:
            offered |= self._met(decision, raw)
        record.counts[0, actor, list(offered)] += 1
        record.counts[1, actor, list(self._met(decision, position.raw[number]))] += 1

    def _met(self, decision: int, raw: tuple[int, tuple[Any, ...]]) -> set[int]:
        """The subjects of an option."""
        place = self.subjects.places[decision][raw[0]]
        result = {place.subject}
        for parameter, value in zip(place.parameters, raw[1], strict=True):
            if parameter.first >= 0 and value is not None:
                result.update(self._of_value(parameter, value))
        return result

    def _of_value(self, parameter: Parameter, value: Any) -> Iterable[int]:
        form = parameter.form & ~FACES
        if form == BUNDLE:
            values: Iterable[int] = (i for i, n in enumerate(value) if n > 0)
        else:
            values = value if form == LIST else (value,)
        for one in values:
            if one is not None and parameter.lowest <= one <= parameter.highest:
                number = (
                    self.game.layout.components[one].face
                    if parameter.form & FACES
                    else one
                )
                yield parameter.first + int(number) - parameter.lowest

    def _look(self, record: Record, state: State, moments: _Moments) -> None:
        """Note the points of a moment, if it is one of those that are looked at."""
        met, moments.met = moments.met, moments.met + 1
        if self.scoring is None or met % moments.stride:
            return
        points = self._points_now(state)
        if points is not None:
            if len(record.samples) == MOMENTS:
                record.samples = record.samples[::2]
                moments.stride *= 2
            record.samples.append((record.choices, *points))

    def _points_now(self, state: State) -> list[int] | None:
        """What players would have if the game ended now, if that can be told."""
        scoring, copy = self.scoring, state.copy()
        assert scoring is not None
        try:
            options = scoring.begin(self.game, copy, copy[TURN] or 0)
            for _ in range(MOST_SCORING):
                if not options:
                    break
                options = self.game.machine.resume(copy, options[0])
        except GameFault:
            return None
        return scoring.points(self.game, copy)

    def _add_up(self, record: Record, entries: Iterable[tuple[int, int, int]]) -> None:
        """Take in the entries of the ledgers of players: slot, amount, line."""
        for slot, amount, line in entries:
            for number, (_, family) in enumerate(self.counters):
                if family.base <= slot < family.base + family.size:
                    owner = family.indexes(slot)[0]
                    key = (owner, number, line)
                    total, times = record.ledger.get(key, (0, 0))
                    if isinstance(amount, int):
                        record.ledger[key] = (total + amount, times + 1)
                    break


def ranking_of(core: Core) -> Scoring | None:
    """The line that ranks the players by points; none where games end otherwise, too."""
    scoring = scoring_of(core)
    for symbol, routine in core.routines.items():
        if symbol is core.estimate:
            continue
        for node in walk(routine.body):
            if isinstance(node, Outcome):
                return None
            if isinstance(node, Rank) and scoring is None and stands_alone(node):
                scoring = Scoring(symbol, node)
    return scoring


def no_end(choices: int) -> str:
    """What is said of a game that goes on and on."""
    return f"no end after {choices} decisions"


def good_options(thoughts: Sequence[Thought]) -> int:
    """How many options are as good as the best one, or nearly."""
    best = best_of(thoughts)
    if best.proved is not None:
        return sum(t.proved == best.proved for t in thoughts)
    return sum(t.weight > 0 and t.worth >= best.worth - GOOD for t in thoughts)


def recorder_for(game: Game, *, native: bool) -> Recorder:
    """A recorder; compiled games are used where they can be and are wanted."""
    return Recorder(game, game.machine_code if native else None)
