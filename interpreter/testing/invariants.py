"""What is always so in whole games, asked in positions, and why it is not."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from attrs import define, field, frozen

from rulesrun.dsl.core.expressions import Expr
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.interpreter.evaluator.comparing import compared
from rulesrun.interpreter.evaluator.evaluate import Evaluator
from rulesrun.interpreter.explain.reckoning import Reckoning
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.machine import in_words
from rulesrun.interpreter.runtime.support import TOO_GREAT, RuleFault


def why_not(
    game: Game,
    evaluator: Evaluator,
    test: nodes.Expr,
    condition: Expr,
    local: Mapping[Local, Any],
) -> list[str]:
    """What its parts are, of a condition that does not hold, and what it lacks.

    `condition` is the core of `test`, `local` what names stand for in it.
    """
    written = game.names.written
    phrases = {n.span: quoted(n) for n in walk(test) if isinstance(n, nodes.Expr)}
    reckoning = Reckoning(game.program, evaluator, phrases)
    details = [
        f"{part.text} is {value}"
        for part in reckoning.because(condition, local)
        if part.text != (value := written(part.type, part.value))
    ]
    return [*details, *compared(evaluator, condition, local, written)]


@frozen
class Broken:
    """What should always be so, and is not: which line, and why."""

    span: Span
    message: str
    details: tuple[str, ...] = ()


@define(eq=False)
class Invariants:
    """The `always` lines of the rules, and of what they include, for one game.

    `seconds` is how long each has been worked out, by its place.
    """

    game: Game
    seconds: dict[str, float] = field(factory=dict, init=False)
    _tests: tuple[tuple[nodes.AlwaysDecl, Expr], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        lowered = self.game.lowered
        self._tests = tuple(
            (decl, lowered.expression(decl.test)) for decl in always_of(self.game)
        )

    def broken(self, position: Position) -> Broken | None:
        """The first of them that does not hold in a position."""
        if not self._tests:
            return None
        evaluator = self.game.performer.evaluator(position.state)
        for decl, condition in self._tests:
            span = decl.test.span
            began = perf_counter()
            try:
                holds = evaluator.truth(condition, {})
                place = str(span)
                self.seconds[place] = (
                    self.seconds.get(place, 0.0) + perf_counter() - began
                )
                if holds:
                    continue
                result = why_not(self.game, evaluator, decl.test, condition, {})
            except (RuleFault, *TOO_GREAT) as error:
                message = f"this cannot be evaluated: {in_words(error)}"
                return Broken(span, message)
            return Broken(span, "what is always so is not so here", tuple(result))
        return None


def always_of(game: Game) -> tuple[nodes.AlwaysDecl, ...]:
    """The `always` lines of the rules of a game."""
    declarations = game.program.world.file.declarations
    return tuple(d for d in declarations if isinstance(d, nodes.AlwaysDecl))
