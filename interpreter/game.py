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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from threading import RLock
from typing import Any, Generic, SupportsIndex, TypeVar

from attrs import Factory, define, field, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program
from rulesrun.dsl.constants import Fixed
from rulesrun.dsl.core.context import Unfit
from rulesrun.dsl.core.lower import Lowered
from rulesrun.dsl.core.statements import Decide
from rulesrun.interpreter.codegen.generate import Module, generate
from rulesrun.interpreter.layout import (
    ACTOR,
    COUNTER,
    DECISION,
    FORCED,
    NEWS,
    PHASE,
    RESULT,
    REVEALS,
    TURN,
    TURNS,
    Layout,
    State,
    make_layout,
)
from rulesrun.interpreter.lowering import lowered
from rulesrun.interpreter.machine import GameFault, Machine, RawOption
from rulesrun.interpreter.naming import Names, told_apart
from rulesrun.interpreter.native.choosing import engine_for
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.offers import Offers
from rulesrun.interpreter.parts import PartialChoice, begun
from rulesrun.interpreter.perform import Performer
from rulesrun.interpreter.refusals import Refusal, find_choice
from rulesrun.interpreter.saves import BrokenSave, from_save, to_save
from rulesrun.interpreter.seen import Reading, SeenBy, seen_by
from rulesrun.interpreter.setup import (
    WrongSetup,
    brief,
    number_of_players,
    options_of,
    whole_number,
    whole_seed,
)
from rulesrun.interpreter.support import RuleFault, Unplayable
from rulesrun.interpreter.values import to_plain

__all__ = [
    "BrokenSave",
    "Decision",
    "Game",
    "NothingToUndo",
    "Option",
    "Position",
    "Refused",
    "WrongSetup",
]

T = TypeVar("T")


@contextmanager
def _faults() -> Iterator[None]:
    """Raises GameFault where what a game is made of is too much."""
    try:
        yield
    except (RuleFault, Unfit, Unplayable) as fault:
        raise GameFault(str(fault), fault.span, ()) from fault


class _Once(Generic[T]):
    """What is made of a game when it is first asked for, by one thread alone."""

    def __init__(self, make: Callable[[Game], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Game | None, owner: type) -> T:
        if game is None:
            return self  # type: ignore[return-value]  # documented like any other
        with game._making:
            if self.name not in game.__dict__:
                game.__dict__[self.name] = self.make(game)
            found: T = game.__dict__[self.name]
            return found


class Refused(ValueError):
    """A choice that is not possible now; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.refusal,)


class NothingToUndo(ValueError):
    """The last choice cannot be taken back; the message says why, `kind` in a word."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


@frozen(eq=False, repr=False)
class Option:
    """One thing that may be chosen: its stable name, and what stands behind it."""

    name: str
    raw: RawOption

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Option {self.name}>"


@frozen(eq=False, repr=False)
class Decision:
    """What is to be decided: by whom (a seat, from 0), the question, the options.

    `secret` choices are not told to the other players.
    """

    player: int
    prompt: nodes.Labels
    options: tuple[Option, ...]
    secret: bool
    plan: Decide

    def __repr__(self) -> str:
        many = f"{len(self.options)} options"
        return f"<Decision of player {self.player + 1}: {many}>"


@define(eq=False, repr=False, slots=False)  # what is made once is kept beside
class Game:
    """A game for a number of players and a choice of options, ready to be started.

    Options are given by name. A value of an enum is its name or its place among the
    values, from 0; a player is `"player 2"`, or a seat, from 0. A game never changes:
    any number of positions of it can be played, in several threads too. Pickled, it
    is its rules, its players and its options, and is made anew from them.

    Raises WrongSetup for a number of players or an option that the game has not.
    """

    program: Program
    players: int
    options: Mapping[str, Fixed] = Factory(dict)
    trace: bool = False
    _making: RLock = field(factory=RLock, init=False)
    _wanted: str = field(default="auto", init=False)
    _engine: tuple[Engine | None, str] | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        declared = self.program.world.game
        assert declared is not None
        self.players = number_of_players(self.program, self.players)
        self.options = options_of(self.program, self.players, self.options)
        if not declared.require:
            return
        evaluator = self.performer.evaluator([])
        for condition in self.lowered.core.requirements:
            if not evaluator.truth(condition.test, {}):
                reason = condition.reason
                message = reason.text.text or "these options do not go together"
                raise WrongSetup(message, reason.text)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<Game {self.program.name} for {self.players} players{chosen}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.program, self.players, self.options, self.trace)

    @_Once
    def layout(self) -> Layout:
        """Where everything lies; raises GameFault where there is too much of it."""
        with _faults():
            return make_layout(self.program, self.players, self.options)

    @_Once
    def lowered(self) -> Lowered:
        """The rules in the core."""
        with _faults():
            return lowered(self.layout, trace=self.trace)

    @_Once
    def module(self) -> Module:
        """The generated code."""
        with _faults():
            return generate(self.lowered.core, self.layout, trace=self.trace)

    @_Once
    def performer(self) -> Performer:
        """What works the core out without the generated code."""
        return Performer.of(self.lowered.core, self.layout)

    @_Once
    def machine(self) -> Machine:
        """What runs it."""
        return Machine(self.module)

    @_Once
    def names(self) -> Names:
        """How values are called."""
        return Names(self.layout)

    @_Once
    def reading(self) -> Reading:
        """How its variables are read as plain values."""
        return Reading(self.names)

    @property
    def engine(self) -> Engine | None:
        """The compiled game; none where Python plays. Compiled when it is first asked for."""
        return self.chosen_engine[0]

    @property
    def chosen_engine(self) -> tuple[Engine | None, str]:
        """The compiled game, or none and why there is none; raises NoEngine."""
        if self._engine is None:
            with self._making:
                if self._engine is None:
                    self._engine = engine_for(self.module, self._wanted)
        return self._engine

    def want_engine(self, wanted: str) -> None:
        """Say which engine is to play: one of `choosing.ENGINES`; raises NoEngine.

        Before, it is `auto`.
        """
        self._wanted, self._engine = wanted, None
        if wanted != "auto":
            self._engine = engine_for(self.module, wanted)

    def start(self, seed: int = 0) -> Position:
        """A new position at its first decision; the seed fixes every chance.

        Raises WrongSetup for a seed that is no whole number from 0 on.
        """
        state, raw = self.machine.start(whole_seed(seed))
        return Position(self, state, raw)

    def load(self, saved: Mapping[str, Any]) -> Position:
        """The position that `Position.save` gave; raises BrokenSave.

        So it does for a game of other rules, another number of players or other
        options, and for a save that has been damaged in whatever way.
        """
        return Position(self, *from_save(self, saved))


@define(eq=False, repr=False)
class Position:
    """Where a game stands. `choose` changes it; copies are cheap and independent.

    What the modules `copy` and `pickle` make of it can also be undone as far as the
    position itself; that of `copy()` cannot.
    """

    game: Game
    state: State
    raw: Sequence[RawOption]
    past: list[tuple[State, Sequence[RawOption], RawOption]] = Factory(list)
    _options: tuple[Option, ...] | None = None

    def __repr__(self) -> str:
        name = self.game.program.name
        if self.player is None:
            return f"<Position of {name}: the game is over>"
        count = len(self.raw)
        many = f"{count:,} option{'' if count == 1 else 's'}"
        return f"<Position of {name}: player {self.player + 1} has {many}>"

    def __copy__(self) -> Position:
        return Position(self.game, self.state.copy(), self.raw, self.past.copy())

    def __deepcopy__(self, memo: object) -> Position:
        return copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.state, self.raw, self.past)

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
        return None if found is None else self.game.lowered.core.texts[found]

    @property
    def announcements(self) -> tuple[nodes.Labels, ...]:
        """What was announced since the choice before."""
        return tuple(self.game.lowered.core.texts[n] for n in self.state[NEWS])

    @property
    def ranking(self) -> tuple[int, ...] | None:
        """The place of each player, 1 for the best; none before the end."""
        found: tuple[int, ...] | None = self.state[RESULT]
        return found

    @property
    def decision_plan(self) -> Decide:
        """The decision as the rules wrote it."""
        return self.game.lowered.core.decisions[self.state[DECISION]]

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen now, in a stable order."""
        if self._options is None:
            self._options = () if self.over else self._named()
        return self._options

    def seen_by(self, player: int | None) -> SeenBy:
        """What a player (a seat, from 0) sees now, as plain values; none sees all.

        Raises ValueError where there is no such player.
        """
        return seen_by(self, player)

    def parts(self) -> PartialChoice:
        """A choice of which nothing is said yet, to be made part by part."""
        return begun(self)

    @property
    def decision(self) -> Decision | None:
        """What is to be decided now; none when the game is over."""
        if self.over:
            return None
        plan = self.decision_plan
        assert self.player is not None
        return Decision(self.player, plan.labels, self.options, plan.secret, plan)

    def option_of(self, raw: RawOption) -> Option:
        """One of the options that there are now, with its name."""
        if isinstance(self.raw, Offers):
            return Option(self._called(raw), raw)
        return self.options[self.raw.index(raw)]

    def option_label(self, option: Option, language: str | None = None) -> str:
        """An option as people read it."""
        item = self.decision_plan.items[option.raw[0]]
        return self.game.names.choice_label(item, option.raw[1], language)

    # ---- changing -----------------------------------------------------------

    def choose(self, choice: Option | str | SupportsIndex) -> None:
        """Carry on with an option: itself, its name, or its number (from 0).

        Raises Refused where the choice is not possible now, GameFault where the
        rules go wrong.
        """
        raw = self._raw(choice)
        before = (self.state.copy(), self.raw, raw)
        try:
            self.raw = self.game.machine.resume(self.state, raw)
        except BaseException as error:
            self.state = before[0]
            if isinstance(error, GameFault):
                error.hides = partial(
                    self.game.machine.hides, before[0].copy(), raw, error.message
                )
            raise
        self.past.append(before)
        self._options = None

    def play(self, raw: RawOption) -> None:
        """Carry on with a raw option, keeping nothing to undo: for simulations."""
        self.raw = self.game.machine.resume(self.state, raw)
        self._options = None

    def _raw(self, choice: Option | str | SupportsIndex) -> RawOption:
        if isinstance(choice, Option):
            if isinstance(self.raw, Offers) and choice.name == self._called(choice.raw):
                if choice.raw in self.raw:
                    return choice.raw
            if choice in self.options:  # the very same: no other is equal to it
                return choice.raw
            offered = [(option.raw, option.name) for option in self.options]
            if (choice.raw, choice.name) in offered:
                return choice.raw
            choice = choice.name
        if isinstance(choice, str):
            found = find_choice(self, choice)
            if isinstance(found, Refusal):
                raise Refused(found)
            return found
        number = whole_number(choice)
        if number is None:
            shown = brief(choice)
            message = f"a choice is an option, its name or its number, not {shown}"
            raise Refused(Refusal(message))
        if not 0 <= number < len(self.raw):
            raise Refused(Refusal(f"there is no option {number}"))
        return self.raw[number]

    def _named(self) -> tuple[Option, ...]:
        items, choice = self.decision_plan.items, self.game.names.choice
        names = told_apart([choice(items[raw[0]], raw[1]) for raw in self.raw])
        return tuple(map(Option, names, self.raw))

    def _called(self, raw: RawOption) -> str:
        return self.game.names.choice(self.decision_plan.items[raw[0]], raw[1])

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

        Raises NothingToUndo at the beginning, and where a chance, another player's
        choice, or anything lies between that the player could not know before.
        """
        if not self.past:
            raise NothingToUndo("nothing has been chosen yet", "nothing to undo")
        state, raw, chosen = self.past[-1]
        if state[COUNTER] != self.state[COUNTER]:
            raise NothingToUndo("chance has been drawn since that choice", "chance")
        if state[REVEALS] != self.state[REVEALS]:
            raise NothingToUndo(
                "a hidden card has been revealed since that choice", "reveal"
            )
        if state[ACTOR] != self.state[ACTOR]:
            raise NothingToUndo("it is another player's choice already", "other player")
        if not self.game.machine.is_foreseen(state, chosen):
            message = "something hidden has become known by that choice"
            raise NothingToUndo(message, "known")
        self.past.pop()
        self.state, self.raw = state, raw
        self.state[NEWS] = ()
        self._options = None

    # ---- keeping ------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """The position as plain data for JSON, in the middle of an action too."""
        return to_save(self.game, self.state)

    def digest(self) -> str:
        """A short hash of the whole state."""
        text = json.dumps(
            to_plain(self.state[:NEWS]), separators=(",", ":"), sort_keys=True
        )
        return hashlib.sha256(text.encode()).hexdigest()[:12]
