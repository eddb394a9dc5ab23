"""How many steps `VectorGames` makes in a second of a processor, by what is written.

    python tests/bench/steps.py [--lanes 64,1024] [--seconds 1] [GAME ...]

Actions are drawn inside. With observations and masks, with masks alone, and with
neither; and what Pgx makes of the same game, where `pip install pgx jax` has been done.
Pgx always observes, and draws inside of its compiled step.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.vector import VectorGames
from rulesrun.interpreter.game import Game

GAMES = (
    "tic_tac_toe",
    "connect_four",
    "classics/othello",
    "classics/hex",
    "kingdom_builder",
    "alhambra",
    "keyflower",
    "architects",
)


def rate(game: Game, lanes: int, seconds: float, *, observe: bool, mask: bool) -> float:
    """Steps in a second of processor time."""
    with VectorGames(game, lanes, observe=observe, mask=mask) as games:
        games.reset(seed=1)
        for _ in range(20):
            games.step()
        begin, steps = time.process_time(), 0
        while time.process_time() - begin < seconds:
            for _ in range(20):
                games.step()
            steps += 20 * lanes
        return steps / (time.process_time() - begin)


PGX = ("tic_tac_toe", "connect_four", "othello", "hex", "backgammon")
"""The games that Pgx has, too."""


def by_pgx(name: str, lanes: int, seconds: float) -> float | None:
    """The same in Pgx, compiled beforehand; none where it has no such game."""
    short = name.rpartition("/")[2]
    try:
        jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
        reset = importlib.import_module("pgx.experimental").auto_reset
    except ImportError:
        return None
    if short not in PGX:
        return None
    game = pgx.make(short)
    advance = jax.vmap(reset(game.step, game.init))

    def twenty(states: Any, key: Any) -> tuple[Any, Any]:
        def one(_: int, pair: tuple[Any, Any]) -> tuple[Any, Any]:
            held, drawing = pair
            drawing, choosing, playing = jax.random.split(drawing, 3)
            worth = jax.numpy.where(held.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(choosing, worth, axis=-1)
            return advance(held, actions, jax.random.split(playing, lanes)), drawing

        result: tuple[Any, Any] = jax.lax.fori_loop(0, 20, one, (states, key))
        return result

    twenty = jax.jit(twenty)
    key = jax.random.PRNGKey(1)
    states = jax.jit(jax.vmap(game.init))(jax.random.split(key, lanes))
    states, key = jax.block_until_ready(twenty(states, key))
    begin, steps = time.process_time(), 0
    while time.process_time() - begin < seconds:
        states, key = jax.block_until_ready(twenty(states, key))
        steps += 20 * lanes
    return steps / (time.process_time() - begin)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--lanes", default="64,1024")
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    heads = ("all", "masks", "neither", "Pgx")
    print(f"{'steps a second':22} {'lanes':>6} " + " ".join(f"{h:>12}" for h in heads))
    for name in given.names or GAMES:
        game = Game(shipped(name), 2)
        for lanes in map(int, given.lanes.split(",")):
            rates = [
                rate(game, lanes, given.seconds, observe=observe, mask=mask)
                for observe, mask in ((True, True), (False, True), (False, False))
            ]
            told = " ".join(f"{one:12,.0f}" for one in rates)
            theirs = by_pgx(name, lanes, given.seconds)
            told += f" {theirs:12,.0f}" if theirs else ""
            print(f"{name:22} {lanes:6} {told}", flush=True)


if __name__ == "__main__":
    main()
