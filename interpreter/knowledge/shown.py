"""Values that are worked out and shown, as far as somebody can work them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulesrun.dsl.core.expressions import Expr
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import BoolType, IntType
from rulesrun.interpreter.evaluator.evaluate import Values
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.knowledge.secrecy import Secrecy
from rulesrun.interpreter.runtime.layout import FORCED, FRAMES, PROBE, State
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.support import TOO_GREAT, RuleFault, Unforeseeable
from rulesrun.interpreter.runtime.veils import hangs_on_hidden


class Unknown(Exception):
    """Raised where a value cannot be worked out from what somebody knows."""


@define(eq=False)
class Working:
    """Works out what is shown of a state to a player (a seat, from 0); none knows all.

    It looks at a state without what that player cannot know: numbers and answers of yes or no
    by the generated code, all else as the core says. What depends on anything
    hidden, or cannot be worked out as things stand, raises Unknown.
    """

    performer: Performer
    secrecy: Secrecy
    state: State
    player: int | None
    _veiled: State | None = field(default=None, init=False)

    def value(self, symbol: VariableSymbol, indexes: Sequence[int]) -> Any:
        """The value that is shown in place of one of a family of variables."""
        display = self.secrecy.layout.shown[symbol]
        function = self.secrecy.module.names.get(spelled("function", name=display.name))
        if function is not None and isinstance(symbol.type, IntType | BoolType):
            return self._worked_out(lambda: function(self._visible_state, *indexes))
        routine = self.performer.core.by_symbol[display]
        evaluator = self.performer.evaluator(self._visible_state)
        return self._worked_out(
            lambda: self.performer.call(evaluator, routine, indexes)
        )

    def number(self, expr: Expr, local: Values) -> int:
        """The value of an expression of the rules that gives a number."""
        evaluator = self.performer.evaluator(self._visible_state)
        return int(self._worked_out(lambda: evaluator.value(expr, local)))

    def _worked_out(self, work: Callable[[], Any]) -> Any:
        self.secrecy.module.meter.reset()  # it is something else than what was done last
        try:
            result = work()
        except (Unforeseeable, RuleFault, *TOO_GREAT) as error:
            raise Unknown from error
        if hangs_on_hidden(result):
            raise Unknown
        return result

    @property
    def _visible_state(self) -> State:
        """A copy of the state without what the player cannot know; nobody plays in it."""
        if self._veiled is None:
            state = self.state.copy()
            if self.player is not None:
                state = self.secrecy.veiled(state, self.player, state[FRAMES])
            state[FORCED] = PROBE
            self._veiled = state
        return self._veiled
