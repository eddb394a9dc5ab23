"""Studies: what `rulesrun simulate` does where more is asked for than random games."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulesrun.agents.kinds import is_own
from rulesrun.agents.own import digest_of, loaded
from rulesrun.cli.bounds import unbounded_memory
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.messages.words import words_for
from rulesrun.cli.output.problems import PROBLEMS, Problem, Unusable
from rulesrun.cli.playing.settings import RANDOM, say_if_slow
from rulesrun.cli.study.arms import Asked
from rulesrun.cli.study.folder import Folder, game_name, unplayed
from rulesrun.dsl.text import counted
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.choosing import NoEngine
from rulesrun.studies.interrupts import interrupts_noted
from rulesrun.studies.plan import FULL, Part, Rows, Study, part_size, parts

if TYPE_CHECKING:
    from rulesrun.studies.tables import Tables
    from rulesrun.studies.work import Outcome, Task, Workers

CLUSTER = "--cluster needs Ray: pip install 'rulesrun[cluster]'"

MOST_UNTIL = 100_000
"""So many games are played at most where it is not said how many, but how exactly."""


@frozen
class Wanted:
    """How a study is to be carried out."""

    games: int | None
    seed: int
    rotate: bool
    jobs: int
    engine: str
    until: float | None = None
    output: Path | None = None
    resume: bool = False
    force: bool = False
    cluster: str | None = None
    language: str | None = None

    @property
    def most(self) -> int:
        """How many games are played at most in each arm."""
        return self.games or (100 if self.until is None else MOST_UNTIL)


def carry_out(request: Asked, wanted: Wanted) -> None:
    """Play a study, show what comes out, and write it down where that is wanted."""
    if wanted.resume and wanted.output is None:
        raise Unusable("--resume goes on with what is in a folder: say which with -o")
    free = nullcontext() if wanted.cluster is None else unbounded_memory()
    with free, ExitStack() as drawing, _workers(wanted) as workers:

        def prepare() -> None:
            from rulesrun.cli.study import report

            if wanted.output is not None:
                drawing.enter_context(unbounded_memory())  # for JavaScript
                report.prepare()

        run = Run(_study(request, wanted), wanted, workers)
        try:
            tables, interrupted = run.tables(prepare)
        except GameFault as fault:
            raise Problem(str(fault)) from fault
        _tell(run, tables, request)
    if interrupted:
        total = wanted.most * len(run.study.arms)
        onward = "; --resume goes on" if wanted.output is not None else ""
        click.echo(f"stopped: {total} were to be played{onward}", err=True)
    faults = tables["games"]["fault"].count()
    if faults:
        click.echo(f"{counted(faults, 'game')} went wrong", err=True)
    if interrupted or faults:
        raise click.exceptions.Exit(PROBLEMS)


def _tell(run: Run, tables: Tables, request: Asked) -> None:
    """Show what came out, and write the report and the games that it speaks of."""
    from rulesrun.cli.study.report import MOST_TRACED, show, write
    from rulesrun.studies import replayed

    study, folder = run.study, run.folder
    words = words_for(study.arms[0].game.program, run.wanted.language)
    if folder is None:
        with interrupts_noted():
            show(study, tables, words)
        return
    games = replayed.first_games(tables, MOST_TRACED)
    lines = run.beside(partial(replayed.unreached_lines, games=games))
    with interrupts_noted():
        result = show(study, tables, words)
    logs = {}
    for arm, number in result.examples:
        game = replayed.game_of(tables, arm, number)
        logs[arm, number] = run.beside(partial(replayed.recorded, arm=arm, game=game))
    with unbounded_memory(), interrupts_noted():  # pictures are drawn by JavaScript
        write(result, lines(), folder, _command(request, run.wanted))
    for key, log in logs.items():
        folder.write_game(game_name(*key), log())
    if request.constants:
        for number, one in enumerate(study.arms):
            folder.write_rules(number, one.game.program)
    click.echo(f"\nwrote {folder.path / 'report.html'}, and the tables beside it")


def _command(request: Asked, wanted: Wanted) -> str:
    """What to type to get the same again."""
    words = ["rulesrun", "simulate", request.rules[0], "--games", str(wanted.most)]
    for option, values in (
        ("--rules", request.rules[1:]),
        ("--players", [request.players] if request.players else []),
        ("--seat", request.seats),
        ("--option", request.options),
        ("--set", request.constants),
        ("--until", [f"{100 * wanted.until:g}%"] if wanted.until else []),
        ("--seed", [str(wanted.seed)] if wanted.seed != 1 else []),
        ("--engine", [wanted.engine] if wanted.engine != "auto" else []),
        ("-o", [str(wanted.output)] if wanted.output else []),
    ):
        words += [word for value in values for word in (option, value)]
    return shlex.join(words if wanted.rotate else [*words, "--no-rotate"])


def _study(request: Asked, wanted: Wanted) -> Study:
    study = Study(request.arms(), wanted.seed, wanted.rotate, wanted.engine != "python")
    if wanted.engine == "auto":
        words = words_for(study.arms[0].game.program, wanted.language)
        any(say_if_slow(arm.game, arm.kinds, words) for arm in study.arms)
    if wanted.cluster is not None and _own(study):
        raise Unusable("players of your own play on this machine: leave out --cluster")
    if wanted.engine == "native":
        for arm in study.arms:
            try:
                arm.game.want_engine("native")
            except NoEngine as error:
                raise Unusable(f"--engine native: {error}") from error
    return study


@frozen
class Run:
    """Plays a study, in parts, with those who share the work."""

    study: Study
    wanted: Wanted
    workers: Workers

    def tables(self, meanwhile: Callable[[], None]) -> tuple[Tables, bool]:
        """All that has been played, and whether somebody stopped it before the end.

        Where others play, `meanwhile` is called in this process.
        """
        if self.folder is not None and self.wanted.resume:
            self.folder.resume(self._inputs())
        elif self.folder is not None:
            self.folder.begin(self._inputs(), force=self.wanted.force)
        results = self._results()
        # What starts threads is imported when the processes are there that share the work.
        from rulesrun.studies.rows import lists_of
        from rulesrun.studies.stopping import Stopping
        from rulesrun.studies.tables import Reading

        lists = lists_of(self.study)
        if self.folder is not None:
            self.folder.add_lists(lists)
        reading = Reading()
        stopping = Stopping(self.wanted.until, len(self.study.arms))
        interrupted = False
        try:
            if self.workers.elsewhere:
                meanwhile()
            for _, rows in results:
                with interrupts_noted():
                    reading.add(rows)
                    enough = stopping.enough(rows)
                if enough:
                    break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            results.close()
        with interrupts_noted():
            return reading.tables(lists), interrupted

    def beside(self, task: Task[Outcome]) -> Callable[[], Outcome]:
        """Have a task done beside other work; gives what waits for its outcome."""
        return self.workers.beside(self.study, task)

    @property
    def folder(self) -> Folder | None:
        """Where the study is kept, if it is."""
        return None if self.wanted.output is None else Folder(self.wanted.output)

    @property
    def _size(self) -> int:
        quick = all(kind == RANDOM for arm in self.study.arms for kind in arm.kinds)
        return part_size(self.wanted.most, quick=quick)

    def _parts(self) -> Iterator[Part]:
        return parts(len(self.study.arms), self.wanted.most, self._size)

    def _results(self) -> Generator[tuple[Part, Rows], None, None]:
        played = self.workers.results(self.study, unplayed(self.folder, self._parts()))
        return self._in_order(played)

    def _in_order(
        self, played: Generator[tuple[Part, Rows], None, None]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of every part in order, played or read; new ones are written down."""
        from rulesrun.studies.work import WorkersLost

        folder, total = self.folder, self.wanted.most * len(self.study.arms)
        progress = Progress(total, known=self.wanted.until is None)
        announced = False
        try:
            for part in self._parts():
                if folder is not None and folder.has(part):
                    progress.total -= part.count
                    yield part, folder.rows(part)
                    continue
                result, rows = next(played)
                assert result == part
                full = rows.pop(FULL, b"").decode()
                if full and not announced:
                    announced = True
                    progress.hide()
                    tell(f"  played in Python: {full}", err=True)
                if folder is not None:
                    folder.add(part, rows)
                progress.add(part.count)
                yield part, rows
        except WorkersLost as error:
            raise Unusable(
                "a process that shared the work was ended from outside; fewer --jobs "
                "need less memory"
            ) from error
        finally:
            played.close()
            progress.hide()

    def _inputs(self) -> dict[str, Any]:
        """What the rows depend on."""
        return {
            "game": self.study.arms[0].game.program.name,
            "seed": self.study.seed,
            "rotate": self.study.rotate,
            "games": self.wanted.most,
            "part": self._size,
            "arms": [
                {
                    "name": arm.name,
                    "rules": arm.game.program.digest,
                    "players": list(arm.kinds),
                    "options": dict(arm.game.options),
                }
                for arm in self.study.arms
            ],
            **({"own": own} if (own := _own(self.study)) else {}),
        }


def _own(study: Study) -> dict[str, str]:
    """The players of one's own, with what their files hold in short."""
    kinds = {kind for arm in study.arms for kind in arm.kinds if is_own(kind)}
    return {kind: digest_of(loaded(kind)[0]) for kind in sorted(kinds)}


def _workers(wanted: Wanted) -> Workers:
    from rulesrun.studies.work import Alone, Processes

    if wanted.cluster is not None:
        from rulesrun.studies.cluster import Cluster, NoCluster

        try:
            return Cluster(wanted.cluster)
        except ImportError as error:
            raise Unusable(CLUSTER) from error
        except NoCluster as error:
            raise Unusable(f"--cluster {wanted.cluster}: {error}") from error
    return Alone() if wanted.jobs == 1 else Processes(wanted.jobs)


def cores() -> int:
    """How many processes can work at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
