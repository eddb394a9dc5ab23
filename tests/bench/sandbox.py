"""What a sandbox costs: games a second in it, in machine code, and in Python held to limits.

`make sandbox`. Seconds are those of the processor; all play the same games.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from rulesrun.cli.files.sources import load_program
from rulesrun.cli.playing.settings import player_counts
from rulesrun.cli.trials import Results, play_compiled, play_games
from rulesrun.dsl.limits import UNTRUSTED
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.sandbox import Bounds

GAMES = ("tic_tac_toe", "alhambra", "keyflower", "kingdom_builder", "architects")
SECONDS = 2.0


def pace(play: Callable[[range], Results]) -> float:
    """Games a second, played until some seconds of the processor are over."""
    games, spent, part = 0, 0.0, 1
    while spent < SECONDS:
        began = time.process_time()
        play(range(games + 1, games + part + 1))
        spent += time.process_time() - began
        games += part
        part = min(1_000, max(1, int(games * (SECONDS / max(spent, 0.01) - 1))))
    return games / spent


def main(names: tuple[str, ...]) -> None:
    """Print a line for each game."""
    print(
        f"{'game':<18}{'players':>8}{'Python':>10}{'sandbox':>10}{'native':>10}"
        f"{'of native':>11}{'of Python':>11}"
    )
    for name in names:
        program = load_program(name, UNTRUSTED)
        players = min(3, player_counts(program)[-1])
        game = Game(program, players)
        try:
            held = Engine(game.module, bounds=Bounds.of(UNTRUSTED))
            free = Engine(game.module)
        except NoCompiler as missing:
            sys.exit(str(missing))

        def compiled(engine: Engine, game: Game = game) -> float:
            def play(seeds: range) -> Results:
                results = Results(game.players)
                play_compiled(game, engine, seeds, 1, results)
                return results

            return pace(play)

        def python(seeds: range, game: Game = game) -> Results:
            return play_games(game, seeds, check=False)

        slow, sandbox, native = pace(python), compiled(held), compiled(free)
        print(
            f"{name:<18}{players:>8}{slow:>10.1f}{sandbox:>10.1f}{native:>10.1f}"
            f"{sandbox / native:>11.2f}{sandbox / slow:>10.1f}x",
            flush=True,
        )


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
