"""How likely the choices of others were in a world, for players who look one choice ahead.

Worlds are weighed by it, and drawn anew by weight (sampling, importance resampling):
Rebstock, Solinas, Buro, Sturtevant, Policy Based Inference in Trick-Taking Card Games
(2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from random import Random

from rulesrun.agents.search import Search
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.retelling import states_on
from rulesrun.interpreter.native.engine import NoRoom
from rulesrun.interpreter.reports.views import Sampled
from rulesrun.interpreter.runtime.layout import ACTOR

OFFERED = 3
"""For each world that is wanted so many are weighed."""

LATEST = 8
"""So many choices of others are weighed, the latest."""

MOST = 40
"""Of decisions with more options than that nothing is made."""

TRIES = 6
"""So many continuations of one choice for each option."""

COOL = 0.05
"""What is so much worse is chosen about a third as often; worths go from 0 to 1."""

BY_CHANCE = 0.1
"""So many choices are taken to be made by chance."""


def likelihood(search: Search, world: Position, player: int, chance: Random) -> float:
    """The logarithm of how likely others were to choose as they did in a world."""
    if world.line is None:
        return 0.0
    watched, total = world.game.watched, 0.0
    choices = [
        (state, raw, choice)
        for state, raw, choice in states_on(watched, world.line)
        if choice is not None and state[ACTOR] != player and 1 < len(raw) <= MOST
    ]
    for state, raw, choice in choices[-LATEST:]:
        numbers = range(len(raw))
        seed = chance.getrandbits(62)
        worths = search.look_ahead([state], numbers, TRIES, 1, seed)
        best = max(worths)
        shares = [exp((worth - best) / COOL) for worth in worths]
        share = shares[list(raw).index(choice)] / sum(shares)
        total += log((1 - BY_CHANCE) * share + BY_CHANCE / len(raw))
    return total


def weighed(
    search: Search, worlds: Sequence[Sampled], count: int, player: int, chance: Random
) -> list[Sampled]:
    """So many of some worlds, each as often as the others' choices were likely in it."""
    try:
        logs = [likelihood(search, one.position, player, chance) for one in worlds]
    except NoRoom:
        return list(worlds[:count])
    best = max(logs, default=0.0)
    weights = [exp(value - best) for value in logs]
    return chance.choices(worlds, weights, k=min(count, len(worlds)))
