"""The worlds that a player holds possible: what is hidden from them dealt anew."""

from __future__ import annotations

import time
from random import Random

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import resample
from rulesrun.interpreter.runtime.layout import State

WORLDS = 24
"""So many are dealt for a decision: dealing takes longer than playing on from them."""


def hides(game: Game) -> bool:
    """Whether anything in the game is hidden from anybody."""
    return any(has_secrets(symbol) for symbol in game.layout.families) or any(
        plan.node.secret for plan in game.module.decisions
    )


def worlds(
    position: Position,
    chance: Random,
    count: int = WORLDS,
    until: float | None = None,
) -> list[State]:
    """States that look the same to whoever is to choose, and differ in all else.

    Chance to come is not the real one in any of them. It is as many as can be dealt up to
    a time by the clock `time.perf_counter`, where one is given, and one at least.
    """
    player = position.player
    if player is None or not hides(position.game):
        return [position.state.copy()]
    found = list[State]()
    for _ in range(count):
        if found and until is not None and time.perf_counter() > until:
            break
        found.append(resample(position, player, chance.getrandbits(62)).state)
    return found
