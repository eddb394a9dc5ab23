"""How well players play: matches with intervals.

    python tests/strength/matches.py [--games 40] [--seconds 300] [--jobs 2]
        [--pair A,B] [GAME ...]

No game of a match begins after so many seconds. Seats change from game to game. A win
shared is half a win; the intervals are Wilson's, 95 %. A game longer than the bound counts
as shared, and is told.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.players import player_of
from rulesrun.interpreter.game import Game

LONGEST = 3_000
PAIRS = (
    ("thinker:500", "random"),
    ("thinker:500", "greedy"),
    ("thinker:2000", "thinker:200"),
)
GAMES = ("alhambra", "kingdom_builder", "architects", "keyflower")


def match(
    name: str, first: str, second: str, seed: int, until: float
) -> tuple[float, bool, float] | None:
    """One game for two: the share won by the first kind, whether it ended, its seconds.

    None if it would begin too late.
    """
    if time.time() > until:
        return None
    game = Game(shipped(name), 2)
    seat = seed % 2
    kinds = (first, second) if seat == 0 else (second, first)
    players = [player_of(kind, game, seed * 2 + i) for i, kind in enumerate(kinds)]
    position = game.start(seed)
    begin = time.perf_counter()
    for _ in range(LONGEST):
        if position.over:
            break
        actor = position.player
        assert actor is not None
        position.play(position.raw[players[actor].choose(position)])
    spent = time.perf_counter() - begin
    places = position.ranking or (1, 1)
    won = 0.5 if places[0] == places[1] else float(places[seat] == 1)
    return won, position.over, spent


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share, 95 %."""
    z = 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = (
        z
        * sqrt(share * (1 - share) / games + z * z / (4 * games**2))
        / (1 + z * z / games)
    )
    return middle - half, middle + half


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=int, default=3_600)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pair", action="append", metavar="A,B")
    given = parser.parse_args()
    pairs = [tuple(p.split(",")) for p in given.pair] if given.pair else PAIRS
    with ProcessPoolExecutor(given.jobs) as pool:
        for name in given.names or GAMES:
            for first, second in pairs:
                until = time.time() + given.seconds
                waiting = [
                    pool.submit(match, name, first, second, seed, until)
                    for seed in range(given.games)
                ]
                results = [result.result() for result in waiting]
                found = [result for result in results if result is not None]
                if not found:
                    print(f"{name:24} {first:14} : {second:14} no game was begun")
                    continue
                share = sum(won for won, _, _ in found) / len(found)
                low, high = interval(share, len(found))
                endless = sum(not over for _, over, _ in found)
                seconds = sum(spent for _, _, spent in found) / len(found)
                print(
                    f"{name:24} {first:14} : {second:14} {share:5.0%} [{low:.0%}, {high:.0%}]"
                    f"  {len(found)} games, {endless} without an end, {seconds:.1f} s each",
                    flush=True,
                )


if __name__ == "__main__":
    main()
