"""A game set up by the evaluator, up to the first choice: no code is made for that."""

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Expr
from rulesrun.dsl.core.symbols import Local
from rulesrun.interpreter.evaluator.evaluate import Evaluator, OfferedValues, Values
from rulesrun.interpreter.evaluator.offers import offered
from rulesrun.interpreter.evaluator.perform import Performer, Run
from rulesrun.interpreter.evaluator.primitives import Scene
from rulesrun.interpreter.runtime.layout import SEED, State
from rulesrun.interpreter.runtime.support import (
    FAULTS,
    GameOver,
    RuleFault,
    Unforeseeable,
)

MOST_WORK = 200_000
"""So many statements and items are gone through at most."""


def can_begin(performer: Performer, seed: int) -> bool:
    """Whether the game surely comes to its first choice, or to its end, without a fault.

    Where it does not, or where that is not easily said, only its code can tell: choices
    that are looked ahead at or made as well as possible, and much work, are left to it.
    """
    work = _Work()
    rehearsal = _Rehearsal(performer.core, performer.layout, performer.tools, work=work)
    state: State = [*performer.layout.initial, ()]
    state[SEED] = seed
    try:
        rehearsal.call(rehearsal.evaluator(state), performer.core.play, ())
    except (_Asked, GameOver):
        return True
    except (NotImplementedError, Unforeseeable, RuleFault, *FAULTS):
        return False  # the code is asked, and has the words for it
    return True


class _Asked(Exception):
    """Somebody is to choose, and can."""


@define
class _Work:
    """How much has been gone through."""

    done: int = 0

    def add(self, number: int) -> None:
        """Note down so many statements or items."""
        self.done += number
        if self.done > MOST_WORK:
            raise NotImplementedError


@define(eq=False, repr=False)
class _Rehearsal(Performer):
    """Carries out rules up to the first choice."""

    work: _Work = field(kw_only=True)

    def evaluator(
        self, state: State, offered: OfferedValues | None = None
    ) -> Evaluator:
        """Evaluates expressions, and counts the items that are gone through."""
        return _Counting(self, state, self.work)

    def run(self, evaluator: Evaluator, local: dict[Local, Any]) -> Run:
        """Carries out statements, those that ask too."""
        return _Opening(self, evaluator, local, work=self.work)


class _Counting(Evaluator):
    def __init__(self, rehearsal: _Rehearsal, state: State, work: _Work) -> None:
        super().__init__(Scene(rehearsal.layout, state, rehearsal.tools), rehearsal)
        self.work = work

    def items(self, node: Expr, local: Values) -> Sequence[Any]:
        """The items of a collection, which are counted before anything is done."""
        result = super().items(node, local)
        self.work.add(len(result))
        return result


@define(eq=False)
class _Opening(Run):
    work: _Work = field(kw_only=True)

    def statement(self, node: stmt.Stmt) -> str | None:
        """One statement; stops where somebody can choose."""
        self.work.add(1)
        match node:
            case stmt.Decide():
                return self._decision(node)
            case stmt.Best():
                raise NotImplementedError
            case _:
                return super().statement(node)

    def _decision(self, node: stmt.Decide) -> str | None:
        self.value(node.player)
        if any(item.look_ahead for item in node.items):
            raise NotImplementedError
        result = list(offered(self.evaluator, node, self.local, frozenset()))
        many = sum(bunch.count for bunch in result)
        self.work.add(many)
        if many > 1 or (many and not node.declines(result[0].first)):
            raise _Asked
        if node.otherwise is None:
            raise NotImplementedError
        return self.block(node.otherwise)
