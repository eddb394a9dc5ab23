"""How well thinkers play against OpenSpiel's tree search, in games that both know.

    python tests/strength/against_openspiel.py [--games 40] [--simulations 300] [GAME ...]

First with as many simulations as it has, then with as much of the processor's time: how
long a simulation takes is measured for both on the same positions. Seats change from game
to game; a draw is half a win; the intervals are Wilson's, 95 %.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "differential"))
import pyspiel
from lockstep import Pairing, Place, our_game
from test_openspiel import PAIRINGS

from rulesrun.agents.players import Player, player_of
from rulesrun.interpreter.game import Game, Position
from rulesrun.studies.statistics import share_of

GAMES = ("connect_four", "othello", "breakthrough")
UCT = 2.0
"""As in OpenSpiel's own example of a match."""

MEASURED = 12
"""On so many positions it is measured how long a simulation takes."""

Spiel = Any


def bot_for(spiel: Spiel, simulations: int, seed: int) -> Any:
    """OpenSpiel's search, with random playouts and without a solver of endings."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(spiel, evaluator, UCT, simulations, 1000, False, seed, False)


def actions(pairing: Pairing, position: Position) -> list[int]:
    """OpenSpiel's action for each option."""
    place = Place(position.game, position.state, position.raw)
    return [pairing.action(place, (place.choice(option),)) for option in position.raw]


def game_between(
    pairing: Pairing, game: Game, spiel: Spiel, thinker: Player, bot: Any, seat: int
) -> float:
    """One game; gives the share won by the thinker, who has a seat."""
    position, state = game.start(1), spiel.new_initial_state()
    while not position.over:
        there = actions(pairing, position)
        if position.player == seat:
            number = thinker.choose(position)
        else:
            number = there.index(bot.step(state))
        state.apply_action(there[number])
        position.play(position.raw[number])
    assert position.ranking is not None
    if position.ranking[0] == position.ranking[1]:
        return 0.5
    return float(position.ranking[seat] == 1)


def as_long(pairing: Pairing, game: Game, spiel: Spiel, simulations: int) -> int:
    """How many continuations a thinker has in the time of so many simulations."""
    chance, position, state = Random(5), game.start(1), spiel.new_initial_state()
    ours = theirs = 0.0

    def taken(search: Callable[[Any], object], of: object) -> float:
        began = time.process_time()
        search(of)
        return time.process_time() - began

    bot = bot_for(spiel, simulations, 1)
    thinker = player_of(f"thinker:{simulations}", game, 1)
    thinker.choose(position)  # what is done once is not measured
    for _ in range(MEASURED):
        if position.over:
            position, state = game.start(1), spiel.new_initial_state()
        there = actions(pairing, position)
        if len(there) > 1:
            ours += taken(thinker.choose, position)
            theirs += taken(bot.step, state)
        number = chance.randrange(len(there))
        state.apply_action(there[number])
        position.play(position.raw[number])
    return max(1, round(simulations * theirs / ours))


def match(name: str, simulations: int, games: int) -> bool:
    """Two matches; whether the thinker is level in the first and ahead in the second."""
    pairing, spiel = PAIRINGS[name], pyspiel.load_game(name)
    game = our_game(pairing.rules)
    good = True
    for said, continuations in (
        ("with as many simulations", simulations),
        ("in the same time", as_long(pairing, game, spiel, simulations)),
    ):
        shares = list[float]()
        for seed in range(games):
            thinker = player_of(f"thinker:{continuations}", game, seed)
            bot = bot_for(spiel, simulations, seed)
            shares.append(game_between(pairing, game, spiel, thinker, bot, seed % 2))
        share = share_of(shares)
        assert share is not None
        print(
            f"{name:14} thinker:{continuations} : OpenSpiel's MCTS with {simulations}, "
            f"{said}: {share.mean:.0%} [{share.low:.0%}, {share.high:.0%}] of {games} games",
            flush=True,
        )
        good &= share.high >= 0.5 if continuations == simulations else share.low > 0.5
    return good


def main() -> int:
    """The command; the status is 1 where a match is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=300)
    given = parser.parse_args()
    result = [match(n, given.simulations, given.games) for n in given.names or GAMES]
    return 0 if all(result) else 1


if __name__ == "__main__":
    sys.exit(main())
