"""What is made of a game before it is played: where things lie, its core, its code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import RLock
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import Factory, define, field

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.compile import Program
from rulesrun.dsl.core.context import Unfit
from rulesrun.dsl.core.lower import Lowered
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.interpreter.codegen.generate import generate
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.knowledge.seen import Reading
from rulesrun.interpreter.lowering import lowered
from rulesrun.interpreter.machine import GameFault, Machine
from rulesrun.interpreter.memory.watched import Watched
from rulesrun.interpreter.plan.expressions import Unfit as NoPlan
from rulesrun.interpreter.plan.making import make
from rulesrun.interpreter.runtime.layout import Layout, make_layout
from rulesrun.interpreter.runtime.naming import Names
from rulesrun.interpreter.runtime.support import RuleFault, Unplayable
from rulesrun.interpreter.setup import WrongSetup, number_of_players, options_of

if TYPE_CHECKING:  # the compiler is loaded where a game is to be compiled
    from rulesrun.interpreter.native.engine import Engine

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

    def __init__(self, make: Callable[[Prepared], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Prepared | None, owner: type) -> T:
        if game is None:
            return self  # type: ignore[return-value]  # documented like any other
        with game._making:
            if self.name not in game.__dict__:
                game.__dict__[self.name] = self.make(game)
            result: T = game.__dict__[self.name]
            return result


@define(eq=False, repr=False, slots=False)  # what is made once is kept beside
class Prepared:
    """A game for a number of players and a choice of options, with all that is made of it.

    With `credits` its ledgers note what each number was given for, as `credits.py` says.

    Each thing is made when it is first asked for. Raises WrongSetup for a number of
    players or an option that the game has not.
    """

    program: Program
    players: int
    options: Mapping[str, Fixed] = Factory(dict)
    trace: bool = False
    credits: bool = False
    threads: int = field(default=1, init=False)
    """So many threads may look ahead in it at once, where it is compiled."""
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

    @_Once
    def layout(self) -> Layout:
        """Where everything lies; raises GameFault where there is too much of it."""
        with _faults():
            return make_layout(self.program, self.players, self.options)

    @_Once
    def lowered(self) -> Lowered:
        """The rules in the core."""
        with _faults():
            return lowered(self.layout, trace=self.trace, credits=self.credits)

    @_Once
    def module(self) -> Module:
        """The generated code."""
        with _faults():
            core, layout = self.lowered.core, self.layout
            if self.credits:
                return generate(core, layout, trace=self.trace, credits=True)
            if not self.trace:
                with suppress(NoPlan):
                    return make(core, layout)
            return generate(core, layout, trace=self.trace)

    @_Once
    def performer(self) -> Performer:
        """What works the core out without the generated code."""
        return Performer.of(self.lowered.core, self.layout)

    @_Once
    def machine(self) -> Machine:
        """What runs it."""
        return Machine(self.module)

    @_Once
    def hides(self) -> bool:
        """Whether anything in the game is hidden from anybody."""
        return any(has_secrets(symbol) for symbol in self.layout.families) or any(
            plan.node.secret for plan in self.module.decisions
        )

    @_Once
    def watched(self) -> Watched:
        """Its code once more, which tells what is drawn and moved: for memories."""
        return Watched(
            generate(self.lowered.core, self.layout, trace=self.trace, watched=True),
            self._engine_at_hand,
        )

    def _engine_at_hand(self) -> Engine | None:
        """The compiled game where it has been compiled, and runs in this process."""
        return None if self._engine is None or self.trace else self.machine_code

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
    def machine_code(self) -> Engine | None:
        """The compiled game where it runs in this process, in no sandbox."""
        engine = self.engine
        return engine if engine is not None and engine.bounds is None else None

    @property
    def chosen_engine(self) -> tuple[Engine | None, str]:
        """The compiled game, or none and why there is none; raises NoEngine."""
        if self._engine is None:
            with self._making:
                if self._engine is None:
                    self._engine = _engine_for(self.module, self._wanted)
        return self._engine

    def want_engine(self, wanted: str) -> None:
        """Say which engine is to play: one of `choosing.ENGINES`; raises NoEngine.

        Before, it is `auto`.
        """
        self._wanted, self._engine = wanted, None
        if wanted != "auto":
            self._engine = _engine_for(self.module, wanted)


def _engine_for(module: Module, wanted: str) -> tuple[Engine | None, str]:
    from rulesrun.interpreter.native.choosing import engine_for

    return engine_for(module, wanted)
