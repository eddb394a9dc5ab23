"""Scoring a game as if it ended now: the rule that ranks the players, carried out at once.

In most games with points these are counted at the end. Where the rules have a rule that
ranks the players, it can be carried out in place of whatever is under way. A game may name
another one that says more of a game that goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Rank
from rulesrun.dsl.core.symbols import RoutineSymbol
from rulesrun.dsl.semantics.value_types import PlayerType
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.layout import DECISION, FRAMES, RawOption, State


@frozen(eq=False)
class Scoring:
    """The rule that ranks the players, and the line where it does."""

    rule: RoutineSymbol
    rank: Rank

    def begin(self, game: Game, state: State, player: int) -> Sequence[RawOption]:
        """Carry it out in place of what is under way; `player` stands for any player.

        Gives the options of its first decision, if it asks for one.
        """
        kinds = [isinstance(p.type, PlayerType) for p in self.rule.params]
        args = [player if is_player else 0 for is_player in kinds]
        machine, module = game.machine, game.module
        if self.rule.asks:
            assert self.rule.declared is not None
            return machine.begin(state, module.procedures[self.rule.declared], args)
        module.names[f"rule_{self.rule.name}"](state, *args)
        state[FRAMES], state[DECISION] = (), None
        return []

    def points(self, game: Game, state: State) -> list[int]:
        """By what players were ranked first; more is better."""
        order = self.rank.by[0]
        result = []
        for player in range(game.players):
            value = game.performer.evaluator(state).value(
                order.by, {self.rank.local: player}
            )
            result.append(value if order.most else -value)
        return result


def scoring_of(core: Core, *, early: bool = False) -> Scoring | None:
    """The scoring of a game; none where nothing ranks the players, or not by a rule.

    `early` asks for the estimate of a game that names one.
    """
    result = core.ranking(early=early)
    return Scoring(*result) if result is not None else None
