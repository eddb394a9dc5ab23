"""The public face of a game: start it, look at the decision, choose, copy, undo, save.

game = Game(program, players=3)
position = game.start(seed=7)
while not position.over:
    position.choose(random.choice(position.options))
print(position.ranking)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program
from rulesrun.dsl.constants import Fixed
from rulesrun.dsl.symbols import OptionSymbol
from rulesrun.interpreter.expressions import Expressions
from rulesrun.interpreter.generate import Module, generate
from rulesrun.interpreter.layout import (
    ACTOR,
    COUNTER,
    DECISION,
    FORCED,
    PHASE,
    RESULT,
    REVEALS,
    TURN,
    TURNS,
    Layout,
    State,
    make_layout,
)
from rulesrun.interpreter.machine import Machine, RawOption
from rulesrun.interpreter.naming import Names
from rulesrun.interpreter.procedures import DecisionPlan
from rulesrun.interpreter.refusals import Refusal, find_choice
from rulesrun.interpreter.values import from_plain, to_plain


class WrongSetup(ValueError):
    """A game cannot be started so; the message says why.

    `reason` is what the rules say about it, where its options do not go together.
    """

    def __init__(self, message: str, reason: nodes.Labels = nodes.NO_LABELS) -> None:
        super().__init__(message)
        self.reason = reason


class Refused(ValueError):
    """A choice that is not possible now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class NothingToUndo(ValueError):
    """The last choice cannot be taken back; the message says why."""


class BrokenSave(ValueError):
    """A saved game that cannot be loaded; the message says why."""


@frozen(eq=False)
class Option:
    """One thing that may be chosen: its stable name, and what stands behind it."""

    name: str
    raw: RawOption

    def __str__(self) -> str:
        return self.name


@frozen(eq=False)
class Decision:
    """What is to be decided: by whom (a seat, from 0), the question, the options.

    `secret` choices are not told to the other players.
    """

    player: int
    prompt: nodes.Labels
    options: tuple[Option, ...]
    secret: bool
    plan: DecisionPlan


@define(eq=False)
class Game:
    """A game for a number of players and a choice of options, ready to be started.

    Raises WrongSetup for a number of players or an option that the game has not.
    """

    program: Program
    players: int
    options: Mapping[str, Fixed] = Factory(dict)
    trace: bool = False

    def __attrs_post_init__(self) -> None:
        declared = self.program.world.game
        assert declared is not None
        low, high = declared.players
        if not low <= self.players <= high:
            span = f"{low}" if low == high else f"{low} to {high}"
            raise WrongSetup(
                f"{declared.labels.text or declared.name} is for {span} players, "
                f"not for {self.players}"
            )
        known = {o.name for o in self.program.world.each(OptionSymbol)}
        for name in self.options:
            if name not in known:
                raise WrongSetup(f"the game has no option `{name}`")
        for line in declared.require:
            if not self._holds(line.test):
                message = line.reason.text or "these options do not go together"
                raise WrongSetup(message, line.reason)

    def _holds(self, test: nodes.Expr) -> bool:
        """Whether a condition holds that needs no state, only the options."""
        expressions = Expressions(self.layout)
        code = expressions.code(test, {})
        names = dict(self.module.names) | expressions.tables | {"S": []}
        exec(expressions.loops.source.text(), names)  # the text is our own
        return bool(eval(code, names))

    @cached_property
    def layout(self) -> Layout:
        """Where everything lies."""
        return make_layout(self.program, self.players, self.options)

    @cached_property
    def module(self) -> Module:
        """The generated code."""
        return generate(self.layout, trace=self.trace)

    @cached_property
    def machine(self) -> Machine:
        """What runs it."""
        return Machine(self.module)

    @cached_property
    def names(self) -> Names:
        """How values are called."""
        return Names(self.layout)

    def start(self, seed: int = 0) -> Position:
        """A new position at its first decision; the seed fixes every chance."""
        del self.machine.news[:]
        state, raw = self.machine.start(seed)
        return Position(self, state, raw, news=self._news())

    def load(self, saved: Mapping[str, Any]) -> Position:
        """The position that `Position.save` gave; raises BrokenSave."""
        try:
            if saved["rules"] != self.program.digest:
                raise BrokenSave("the game was saved under other rules")
            state = from_plain(saved["state"])
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, BrokenSave):
                raise
            raise BrokenSave(f"this is no saved game ({error})") from error
        if not isinstance(state, tuple) or len(state) != self.layout.size:
            raise BrokenSave("the saved game does not fit these rules")
        position = Position(self, list(state), [])
        position.raw = self.machine.options(position.state)
        return position

    def _news(self) -> tuple[int, ...]:
        news = tuple(self.machine.news)
        del self.machine.news[:]
        return news


@define(eq=False)
class Position:
    """Where a game stands. `choose` changes it; copies are cheap and independent."""

    game: Game
    state: State
    raw: list[RawOption]
    news: tuple[int, ...] = ()
    past: list[tuple[State, list[RawOption]]] = Factory(list)
    _options: tuple[Option, ...] | None = None

    # ---- looking ------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[DECISION] is None

    @property
    def player(self) -> int | None:
        """The seat of the player who decides, from 0."""
        found: int | None = self.state[ACTOR]
        return found

    @property
    def turn(self) -> int | None:
        """The seat of the player whose turn it is."""
        found: int | None = self.state[TURN]
        return found

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return int(self.state[TURNS])

    @property
    def phase(self) -> nodes.Labels | None:
        """The named part of the game."""
        found = self.state[PHASE]
        return None if found is None else self.game.module.announcements[found]

    @property
    def announcements(self) -> tuple[nodes.Labels, ...]:
        """What was announced since the choice before."""
        return tuple(self.game.module.announcements[n] for n in self.news)

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """The place of each player, 1 for the best; none before the end."""
        found: tuple[int, ...] | None = self.state[RESULT]
        return found

    @property
    def decision_plan(self) -> DecisionPlan:
        """The decision as the rules wrote it."""
        return self.game.module.decisions[self.state[DECISION]]

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen now, in a stable order."""
        if self._options is None:
            plan = None if self.over else self.decision_plan
            names = self.game.names
            self._options = tuple(
                Option(names.choice(plan.items[raw[0]], raw[1]), raw)
                for raw in self.raw
                if plan is not None
            )
        return self._options

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now; none when the game is over."""
        if self.over:
            return None
        plan = self.decision_plan
        assert self.player is not None
        return Decision(self.player, plan.labels, self.options, plan.secret, plan)

    def option_label(self, option: Option, language: str | None = None) -> str:
        """An option as people read it."""
        item = self.decision_plan.items[option.raw[0]]
        return self.game.names.choice_label(item, option.raw[1], language)

    # ---- changing -----------------------------------------------------------

    def choose(self, choice: Option | str | int) -> None:
        """Carry on with an option: itself, its name, or its number (from 0).

        Raises Refused where the choice is not possible now, GameFault where the
        rules go wrong.
        """
        raw = self._raw(choice)
        before = (self.state.copy(), self.raw)
        try:
            self.raw = self.game.machine.resume(self.state, raw)
        except BaseException:
            self.state = before[0]
            raise
        self.past.append(before)
        self.news = self.game._news()
        self._options = None

    def play(self, raw: RawOption) -> None:
        """Carry on with a raw option, keeping nothing to undo: for simulations."""
        self.raw = self.game.machine.resume(self.state, raw)
        self._options = None

    def _raw(self, choice: Option | str | int) -> RawOption:
        if isinstance(choice, Option):
            if choice.raw in self.raw:
                return choice.raw
            choice = choice.name
        if isinstance(choice, int):
            if 0 <= choice < len(self.raw):
                return self.raw[choice]
            raise Refused(Refusal(f"there is no option {choice}"))
        found = find_choice(self, choice)
        if isinstance(found, Refusal):
            raise Refused(found)
        return found

    def script_chance(self, *results: str) -> None:
        """Say what the next draws bring, in order, by the names of what is drawn.

        Shuffles go on being left to chance. Where a draw cannot bring what it should,
        the choice that led to it raises GameFault.
        """
        self.state[FORCED] += results

    @property
    def scripted_chance(self) -> tuple[str, ...]:
        """What the next draws are still to bring."""
        found: tuple[str, ...] = self.state[FORCED]
        return found

    def copy(self) -> Position:
        """An independent position at the same point; nothing before it can be undone."""
        return Position(self.game, self.state.copy(), self.raw)

    def undo(self) -> None:
        """Take the last choice back.

        Raises NothingToUndo at the beginning, and where a chance, a revealed card or
        another player's choice lies between.
        """
        if not self.past:
            raise NothingToUndo("nothing has been chosen yet")
        state, raw = self.past[-1]
        if state[COUNTER] != self.state[COUNTER]:
            raise NothingToUndo("chance has been drawn since that choice")
        if state[REVEALS] != self.state[REVEALS]:
            raise NothingToUndo("a hidden card has been revealed since that choice")
        if state[ACTOR] != self.state[ACTOR]:
            raise NothingToUndo("it is another player's choice already")
        self.past.pop()
        self.state, self.raw = state, raw
        self.news = ()
        self._options = None

    # ---- keeping ------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """The position as plain data for JSON, in the middle of an action too."""
        return {
            "game": self.game.program.name,
            "rules": self.game.program.digest,
            "players": self.game.players,
            "options": dict(self.game.options),
            "state": to_plain(self.state),
        }

    def digest(self) -> str:
        """A short hash of the whole state."""
        text = json.dumps(to_plain(self.state), separators=(",", ":"), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]
