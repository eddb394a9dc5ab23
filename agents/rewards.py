"""What players are rewarded with: their places, a payoff of the rules, or points as won.

rewards = Rewards.of(game, "points")
before = rewards.worth(position)
position.choose(...)
rewards.between(before, rewards.worth(position))
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulesrun.agents.observation import counter
from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core.expressions import Get, Read
from rulesrun.dsl.core.statements import Outcome, Rank
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.native.description import Program
from rulesrun.interpreter.outcomes import rewards

PLACES, POINTS, POTENTIAL = "places", "points", "potential"
RANKED, BEATEN = "ranked", "beaten"


class WrongReward(ValueError):
    """A game cannot be played for such a reward; the message says why."""


@frozen(eq=False)
class Rewards:
    """How a game rewards its players.

    - `places`: at the end, from -1 for being beaten by all to 1 for beating all others;
      1 or -1 for everybody where all win or lose together.
    - `points`: after each choice what it has brought of the number by which players are
      ranked first; they add up to what they have at the end.
    - `potential`: the places, and after each choice by how much one is further ahead of the
      best of the others, in shares of `scale`; at the end the potential is 0, so that
      the best way to play stays the same (Ng, Harada, Russell, *Policy invariance under
      reward transformations*, ICML 1999, without a discount).
    - the name of a number that each player has: what it is at the end.
    """

    game: Game
    kind: str = PLACES
    scale: float = 100.0
    slot: int | None = None
    sign: int = 1
    departed: str = ""
    """What a player comes to who has left: `ranked` by when that was, `beaten` by all who
    stay as by all who left, or nothing certain before the end."""

    @classmethod
    def of(cls, game: Game, kind: str = PLACES, scale: float = 100.0) -> Rewards:
        """The rewards of a kind.

        Raises WrongReward where there is no such kind or number, and where players are not
        ranked by a number that all of them may see.
        """
        if kind == PLACES:
            return cls(game, departed=_departed(game))
        if kind in (POINTS, POTENTIAL):
            return _by_points(game, kind, scale)
        try:
            return cls(game, kind, slot=counter(game, kind))
        except KeyError as error:
            (why,) = error.args
            hint = did_you_mean(kind, (PLACES, POINTS, POTENTIAL))
            raise WrongReward(
                f"{why}; {hint}" if hint and "did you mean" not in why else why
            ) from None

    def worth(self, position: Position) -> list[float]:
        """What the players have of it in a position."""
        players = range(self.game.players)
        if self.slot is None:
            return by_places(position)
        numbers = [float(position.state[self.slot + p]) * self.sign for p in players]
        if self.kind == POINTS:
            return numbers
        if self.kind == POTENTIAL:
            if position.over:
                return by_places(position)
            return [_ahead(numbers, p) / self.scale for p in players]
        return numbers if position.over else [0.0 for _ in players]

    def settled(self, position: Position, seat: int) -> float | None:
        """What a player is worth at the end who has left before it, where that is certain.

        It is where players are rewarded by places, and either all are ranked, so that who
        left is behind all who stayed, or some player wins and all others are beaten.
        """
        if not self.departed or seat not in position.left:
            return None
        others = self.game.players - 1
        if self.departed == BEATEN:
            return -1 / others
        before = position.left.index(seat)
        return (2 * before - others) / others

    def between(self, before: Sequence[float], after: Sequence[float]) -> list[float]:
        """What came between two positions for each player."""
        return [b - a for a, b in zip(before, after, strict=True)]


def rewards_in_c(rewards: Rewards, program: Program) -> str:
    """What `vector.h` is told of rewards: of which kind they are, and what is counted."""
    kinds = {PLACES: 0, POINTS: 1, POTENTIAL: 2}
    number = "0.0"
    if rewards.slot is not None:
        layout = rewards.game.layout
        (symbol,) = (
            s for s in layout.variables if layout.variables[s].base == rewards.slot
        )
        (field,) = (field for v, field in program.variables if v.symbol == symbol)
        number = f"{rewards.sign} * (double)S->{field.c}[player]"
    return "\n".join(
        (
            "enum { BY_PLACES, BY_POINTS, BY_POTENTIAL, BY_NUMBER };",
            f"#define REWARD {kinds.get(rewards.kind, 3)}",
            f"#define REWARD_SCALE {float(rewards.scale)!r}",
            "static inline double counted_of(const State *S, int player) {",
            f"    (void)S; (void)player; return {number};",
            "}",
        )
    )


def _by_points(game: Game, kind: str, scale: float) -> Rewards:
    """The number by which the players are ranked first, if it is one that all may see."""
    ranking = game.lowered.core.ranking()
    if ranking is not None:
        order = ranking[1].by[0]
        match order.by:
            case Read(variable=variable, keys=(Get(),)) if not _hidden(
                game, variable.name
            ):
                slot = counter(game, variable.name)
                departed = _departed(game) if kind == POTENTIAL else ""
                sign = 1 if order.most else -1
                return Rewards(game, kind, scale, slot, sign, departed)
    raise WrongReward(
        f"{game.program.name} does not rank its players by a number of theirs that all may "
        "see; name a number that each player has"
    )


def _departed(game: Game) -> str:
    """What is certain of players who leave; see `Rewards.departed`."""
    core = game.lowered.core
    ends = [
        node
        for symbol, routine in core.routines.items()
        if symbol is not core.estimate
        for node in walk(routine.body)
        if isinstance(node, Rank | Outcome)
    ]
    if all(isinstance(end, Rank) and end.standing and not end.team for end in ends):
        return RANKED
    alone = (1, 2)
    if all(
        isinstance(end, Outcome)
        and end.player is not None
        and end.team is None
        and (end.place, end.others) == alone
        for end in ends
    ):
        return BEATEN
    return ""


def _hidden(game: Game, name: str) -> bool:
    """Whether somebody cannot know what players have of a number."""
    return any(
        has_secrets(symbol)
        for symbol in game.layout.families
        if symbol.name == name and symbol.owner == PLAYER
    )


def _ahead(numbers: Sequence[float], player: int) -> float:
    """By how much a player is ahead of the best of the others."""
    others = [n for p, n in enumerate(numbers) if p != player]
    return numbers[player] - max(others, default=0.0)


def by_places(position: Position) -> list[float]:
    """At the end from -1 for being beaten by all to 1 for beating all others; before, 0.

    Where all win or lose together, 1 or -1 for everybody.
    """
    if not position.ranking:
        return [0.0] * position.game.players
    return rewards(position.game.lowered.core, position.ranking)
