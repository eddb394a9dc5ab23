"""How many continuations thinkers follow in a second of the processor, alone and as two.

    make bench ARGS=--threads

Two threads search a tree each. `2 threads` is how much more they do together than one alone,
each by its own processor time: what two idle cores bring, less what the threads take from
each other. Positions stand after some choices by chance.
"""

import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.search import NativeSearch
from rulesrun.interpreter.game import Game

GAMES = (
    "connect_four",
    "classics/othello",
    "kingdom_builder",
    "alhambra",
    "architects",
    "keyflower",
)
CHOICES = 12
"""So many choices by chance come before the position that is searched."""

MANY, HORIZON = 1_000, 30


def searched(search: NativeSearch, seed: int) -> float:
    """Processor time of a search, of the thread that it runs in."""
    position = search.game.start(1)
    for number in range(CHOICES):
        position.play(position.raw[number % len(position.raw)])
    states = [position.state]
    numbers = search.candidates(states, 1)
    begin = time.thread_time()
    search.tree(states, numbers, MANY, HORIZON, seed)
    return time.thread_time() - begin


def threads(rounds: int) -> None:
    """Print the table."""
    print(f"{'game':<22}{'continuations/s':>16}{'2 threads':>11}")
    for name in GAMES:
        game = Game(shipped(name), 2)
        if game.engine is None:
            print(f"{name:<22} is not compiled")
            continue
        pair = [NativeSearch(game, game.engine) for _ in range(2)]
        searched(pair[0], 0)
        alone, together = list[float](), list[float]()
        with ThreadPoolExecutor(2) as pool:
            for number in range(rounds):
                alone.append(searched(pair[0], number))
                together.append(sum(pool.map(searched, pair, (number, number + 1000))))
        one, two = statistics.median(alone), statistics.median(together)
        print(f"{name:<22}{MANY / one:>16,.0f}{4 * one / two:>11.2f}", flush=True)
