"""How often thinkers win against the heuristics of `references`.

    python tests/strength/references.py [--games 20] [--kind thinker:500] [--players 2,3]

One thinker sits among heuristics, in each game at another seat. `won` is its share of the wins;
level is one part of so many as there are players, and the last column says whether the 95 %
interval lies above or below that. `ahead` is by how many points it was ahead of the best
heuristic, with the standard error of the mean. Seconds are of the processor.
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
from rulesrun.agents.scoring import scoring_of
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
    return played(game, name, kind, seed)[0]


def played(game: Game, name: str, kind: str, seed: int) -> tuple[float, float]:
    """That, and by how much that player was ahead of the best other one."""
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
    won = (places[mine] == min(places)) / places.count(min(places))
    scoring = scoring_of(game.module.core)
    if scoring is None:
        return won, 0.0
    points = scoring.points(game, position.state)
    return won, float(points[mine] - max(p for n, p in enumerate(points) if n != mine))


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
    parser.add_argument("--players", default="2")
    parser.add_argument("--kind", default="thinker:500")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(
        f"{given.kind + ' against heuristics':36} won         95 %  games"
        "          ahead  s a game  level"
    )
    for name in given.names or GAMES:
        for players in map(int, given.players.split(",")):
            game = Game(shipped(name), players)
            game.want_engine("auto")
            rows, begin = list[tuple[float, float]](), time.process_time()
            try:
                for number in range(given.games):
                    rows.append(played(game, name, given.kind, number + 1))
            except KeyboardInterrupt:  # what has been played counts
                if not rows:
                    sys.exit(f"{name}: no game came to its end")
            spent = (time.process_time() - begin) / len(rows)
            print(
                f"{name:20} {players} players {told(rows, players, spent)}", flush=True
            )


def told(rows: list[tuple[float, float]], players: int, spent: float) -> str:
    """A line of the table: what came out of some games."""
    won, games = sum(share for share, _ in rows), len(rows)
    low, high = interval(won, games)
    leads = [lead for _, lead in rows]
    mean = sum(leads) / games
    error = sqrt(sum((n - mean) ** 2 for n in leads) / games / max(1, games - 1))
    level = 1 / players
    clear = "better" if low > level else "worse" if high < level else "not told apart"
    return (
        f"{won / games:9.0%}  {low:4.0%} to {high:4.0%} {games:6} {mean:+8.1f} ± {error:4.1f}"
        f" {spent:9.1f}  {clear} ({level:.0%})"
    )


if __name__ == "__main__":
    main()
