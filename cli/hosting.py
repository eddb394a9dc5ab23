"""What the language server is given: files, and where games are tried out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulesrun.cli.files.sources import Source, text_of
from rulesrun.cli.files.test_files import tests_beside
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.trials import play_games
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.text import counted
from rulesrun.interpreter.setups import setup_problems
from rulesrun.language_server.processes import ProcessTrials
from rulesrun.language_server.trying import Trials


class Files:
    """The files on the disk, as the server is allowed to read them."""

    def reader(self, path: str) -> Read:
        """What gives the texts of the files that a rules file there may name."""
        return Source(path, "", Path(path).parent).read

    def text(self, path: str) -> str | None:
        """The text of a file, if it can be read."""
        try:
            return text_of(Path(path))
        except (OSError, ValueError, Unusable):
            return None

    def tests_of(self, path: str) -> list[str]:
        """The files with the scenarios of a game."""
        return [beside.as_posix() for beside in tests_beside(Path(path))]

    def trials(self) -> Trials:
        """Where scenarios and games are tried out: in another process."""
        return ProcessTrials()

    def setting_up(self) -> Callable[[Program], tuple[Diagnostic, ...]]:
        """What finds out which set-ups of a game fail."""
        return failing_setups

    def playing(self) -> Callable[[Program, int], str]:
        """What plays so many random games and says who wins."""
        return who_wins


def failing_setups(program: Program) -> tuple[Diagnostic, ...]:
    """What goes wrong when the game is set up, for every number of players."""
    return tuple(setup_problems(program)) if program.world.game is not None else ()


def who_wins(program: Program, number: int) -> str:
    """How often each seat wins in so many random games with the fewest players."""
    game = make_game(program, player_counts(program.world)[0], {})
    results = play_games(game, range(1, number + 1), check=False)
    played = f"{counted(results.games, 'game')} with {counted(game.players, 'player')}"
    if results.faults:
        first = results.faults[0]
        return (
            f"went wrong in {len(results.faults)} of {played}: {first.message} "
            f"(seed {first.seed})"
        )
    if not any(results.wins):
        return f"{played}: no winners"
    shares = (
        f"seat {seat} {100 * won / results.games:.0f} %"
        for seat, won in enumerate(results.wins, 1)
    )
    return f"{played}: {', '.join(shares)}"
