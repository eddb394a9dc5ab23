"""How often thinkers win against the heuristics of `references`.

    python tests/strength/references.py [--games 20] [--kind thinker:500] [GAME ...]

With two players `share` is the share of games won, and 50 % is level. With more, one thinker
sits among heuristics, and its equal share is one part of so many: `--players 3`.
"""

import argparse
import signal
import sys
import time
from math import sqrt
from pathlib import Path
from random import Random
from runpy import run_path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

from rulesrun.agents.players import player_of
from rulesrun.interpreter.game import Game, Position

FOLDER = Path(__file__).parent / "references"
GAMES = ("alhambra", "kingdom_builder", "keyflower", "architects")


class Heuristic:
    """Plays as a file of `references` says, by what its seat sees (no world is looked for)."""

    def __init__(self, name: str, game: Game, seed: int) -> None:
        self.chosen = run_path(str(FOLDER / f"{name}.py"))["choose"]
        self.game, self.chance = game, Random(seed)

    def choose(self, position: Position) -> int:
        """The number of an option."""
        assert position.player is not None
        turn = SimpleNamespace(
            game=self.game,
            seat=position.player,
            seen=position.seen_by(position.player),
            options=position.options,
            chance=self.chance,
        )
        return int(self.chosen(turn))


def share(game: Game, name: str, kind: str, seed: int) -> float:
    """The share of the win of a player of a kind, who sits elsewhere in each game."""
    mine = seed % game.players
    players: list[Any] = [
        Heuristic(name, game, seed * 8 + n) for n in range(game.players)
    ]
    players[mine] = player_of(kind, game, seed)
    position = game.start(seed)
    while not position.over:
        assert position.player is not None
        chosen = players[position.player].choose(position)
        position.play(position.raw[chosen])
    places = list(position.ranking or (1,) * game.players)
    return (places[mine] == min(places)) / places.count(min(places))


def interval(total: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    p, z = total / games, 1.96
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    half /= 1 + z * z / games
    return middle - half, middle + half


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--kind", default="thinker:500")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"{given.kind} against heuristics      share         95 %   games   s a game")
    for name in given.names or GAMES:
        game = Game(shipped(name), given.players)
        game.want_engine("auto")
        won, begin = list[float](), time.process_time()
        try:
            for number in range(given.games):
                won.append(share(game, name, given.kind, number + 1))
        except KeyboardInterrupt:  # what has been played counts
            if not won:
                sys.exit(f"{name}: no game came to its end")
        low, high = interval(sum(won), len(won))
        spent = (time.process_time() - begin) / len(won)
        print(
            f"{name:20} {given.players} players {sum(won) / len(won):9.0%}"
            f"  {low:4.0%} to {high:4.0%} {len(won):6} {spent:9.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
