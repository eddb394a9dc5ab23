"""What a sandbox costs: games a second in it, in machine code, and in Python held to limits.

`make sandbox`. Seconds are those of the processor; all play the same games. The second
table has the seconds that `thinker:50` takes for a choice.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

from rulesrun.agents.plain_search import PythonSearch
from rulesrun.agents.players import ThinkingPlayer
from rulesrun.agents.search import NativeSearch, Search
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.trials import Results, play_compiled, play_games
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.limits import UNTRUSTED
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.sandbox import Bounds

GAMES = ("tic_tac_toe", "alhambra", "keyflower", "kingdom_builder", "architects")
SECONDS = 2.0
THOUGHTS = 4


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


def engines(game: Game) -> tuple[Engine, Engine]:
    """The compiled game in a sandbox, and in machine code."""
    try:
        return Engine(game.module, bounds=Bounds.of(UNTRUSTED)), Engine(game.module)
    except NoCompiler as missing:
        sys.exit(str(missing))


def thought(game: Game, search: Search) -> float:
    """Seconds for a choice of `thinker:50`, of some on the way of a game."""
    player, position, spent = ThinkingPlayer(game, Random(1), 50), game.start(1), 0.0
    player.measuring, player._search = 0.0, search
    chance, thoughts = Random(1), 0
    while not position.over and thoughts < THOUGHTS:
        if len(position.raw) > 1 and position.choices_made % 5 == 0:
            began = time.process_time()
            player.think(position)
            spent += time.process_time() - began
            thoughts += 1
        position.play(position.raw[chance.randrange(len(position.raw))])
    return spent / thoughts


def main(names: tuple[str, ...]) -> None:
    """Print a line for each game, twice."""
    games = []
    for name in names:
        program = load_program(name, UNTRUSTED)
        games.append((name, Game(program, min(3, player_counts(program.world)[-1]))))
    head = (
        f"{'Python':>10}{'sandbox':>10}{'native':>10}{'of native':>11}{'of Python':>11}"
    )
    print(f"{'games a second':<18}{'players':>8}{head}")
    for name, game in games:
        held, free = engines(game)

        def compiled(engine: Engine, game: Game = game) -> float:
            def play(seeds: range) -> Results:
                results = Results(game.players)
                play_compiled(game, engine, seeds, 1, results)
                return results

            return pace(play)

        def python(seeds: range, game: Game = game) -> Results:
            return play_games(game, seeds, check=False)

        line(name, game, pace(python), compiled(held), compiled(free))
    print(f"\n{'seconds a choice':<18}{'players':>8}{head}")
    for name, game in games:
        natives = [NativeSearch(game, engine) for engine in engines(game)]
        searches: list[Search] = [PythonSearch(game), *natives]
        slow, sandbox, native = (thought(game, one) for one in searches)
        line(name, game, slow, sandbox, native)


def line(name: str, game: Game, slow: float, sandbox: float, native: float) -> None:
    """Print how two engines compare with the one in the sandbox."""
    print(
        f"{name:<18}{game.players:>8}{slow:>10.3f}{sandbox:>10.3f}{native:>10.3f}"
        f"{sandbox / native:>11.2f}{sandbox / slow:>11.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or GAMES)
