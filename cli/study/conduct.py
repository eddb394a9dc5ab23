"""Studies: what `rulesrun simulate` does where more is asked for than random games."""

from __future__ import annotations

import os
import shlex
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulesrun.cli.bounds import unbounded_memory
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.words import words_for
from rulesrun.cli.output.problems import PROBLEMS, Problem, Unusable
from rulesrun.cli.playing.settings import RANDOM, say_if_slow
from rulesrun.cli.study.arms import Asked
from rulesrun.cli.study.folder import Folder, unplayed
from rulesrun.dsl.text import counted
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.choosing import NoEngine
from rulesrun.studies.plan import Part, Study, part_size, parts

if TYPE_CHECKING:
    from rulesrun.studies.rows import Rows
    from rulesrun.studies.tables import Tables

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


def carry_out(asked: Asked, wanted: Wanted) -> None:
    """Play a study, show what comes out, and write it down where that is wanted."""
    if wanted.resume and wanted.output is None:
        raise Unusable("--resume goes on with what is in a folder: say which with -o")
    study = _study(asked, wanted)
    words = words_for(study.arms[0].game.program, wanted.language)
    quick = all(kind == RANDOM for arm in study.arms for kind in arm.kinds)
    if wanted.engine == "auto":
        any(say_if_slow(arm.game, arm.kinds, words) for arm in study.arms)
    run = Run(study, wanted, part_size(wanted.most, quick=quick))
    free = nullcontext() if wanted.cluster is None else unbounded_memory()
    try:
        with free:
            tables, interrupted = run.tables()
    except GameFault as fault:
        raise Problem(str(fault)) from fault
    from rulesrun.cli.study.report import show, write

    findings = show(study, tables, words)
    if wanted.output is not None:
        with unbounded_memory():  # pictures are drawn by JavaScript
            folder = Folder(wanted.output)
            write(study, tables, findings, folder, _command(asked, wanted))
        if asked.constants:
            for number, arm in enumerate(study.arms):
                folder.write_rules(number, arm.game.program)
        click.echo(f"\nwrote {wanted.output / 'report.html'}, and the tables beside it")
    if interrupted:
        total = wanted.most * len(study.arms)
        onward = "; --resume goes on" if wanted.output is not None else ""
        click.echo(f"stopped: {total} were to be played{onward}", err=True)
    faults = tables["games"]["fault"].count()
    if faults:
        click.echo(f"{counted(faults, 'game')} went wrong", err=True)
    if interrupted or faults:
        raise click.exceptions.Exit(PROBLEMS)


def _command(asked: Asked, wanted: Wanted) -> str:
    """What to type to get the same again."""
    words = ["rulesrun", "simulate", asked.rules[0], "--games", str(wanted.most)]
    for option, values in (
        ("--rules", asked.rules[1:]),
        ("--players", [asked.players] if asked.players else []),
        ("--seat", asked.seats),
        ("--option", asked.options),
        ("--set", asked.constants),
        ("--until", [f"{100 * wanted.until:g}%"] if wanted.until else []),
        ("--seed", [str(wanted.seed)] if wanted.seed != 1 else []),
        ("--engine", [wanted.engine] if wanted.engine != "auto" else []),
        ("-o", [str(wanted.output)] if wanted.output else []),
    ):
        words += [word for value in values for word in (option, value)]
    return shlex.join(words if wanted.rotate else [*words, "--no-rotate"])


def _study(asked: Asked, wanted: Wanted) -> Study:
    study = Study(asked.arms(), wanted.seed, wanted.rotate, wanted.engine != "python")
    if wanted.engine == "native":
        for arm in study.arms:
            try:
                arm.game.want_engine("native")
            except NoEngine as error:
                raise Unusable(f"--engine native: {error}") from error
    return study


@frozen
class Run:
    """Plays a study, in parts of so many games."""

    study: Study
    wanted: Wanted
    size: int

    def tables(self) -> tuple[Tables, bool]:
        """All that has been played, and whether somebody stopped it before the end."""
        from rulesrun.studies.rows import lists_of
        from rulesrun.studies.stopping import Stopping
        from rulesrun.studies.tables import tables_of

        lists, folder = lists_of(self.study), self._folder
        asked = self._asked()
        if folder is not None and self.wanted.resume:
            folder.resume(asked)
        elif folder is not None:
            folder.begin(asked, lists, force=self.wanted.force)
        kept: list[Rows] = []
        stopping = Stopping(self.wanted.until, len(self.study.arms))
        interrupted = False
        results = self._results(folder)
        try:
            for _, rows in results:
                kept.append(rows)
                if stopping.enough(rows):
                    break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            results.close()
        return tables_of(lists, kept), interrupted

    @property
    def _folder(self) -> Folder | None:
        return None if self.wanted.output is None else Folder(self.wanted.output)

    def _parts(self) -> Iterator[Part]:
        return parts(len(self.study.arms), self.wanted.most, self.size)

    def _results(
        self, folder: Folder | None
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of every part in order, played or read; new ones are written down."""
        from rulesrun.studies.work import WorkersLost

        total = self.wanted.most * len(self.study.arms)
        progress = Progress(total, known=self.wanted.until is None)
        played = self._workers().results(self.study, unplayed(folder, self._parts()))
        try:
            for part in self._parts():
                if folder is not None and folder.has(part):
                    progress.total -= part.count
                    yield part, folder.rows(part)
                    continue
                found, rows = next(played)
                assert found == part
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

    def _workers(self) -> Any:
        from rulesrun.studies.work import Alone, Processes

        if self.wanted.cluster is not None:
            from rulesrun.studies.cluster import Cluster, NoCluster

            try:
                return Cluster(self.wanted.cluster)
            except ImportError as error:
                raise Unusable(CLUSTER) from error
            except NoCluster as error:
                address = self.wanted.cluster
                raise Unusable(f"--cluster {address}: {error}") from error
        return Alone() if self.wanted.jobs == 1 else Processes(self.wanted.jobs)

    def _asked(self) -> dict[str, Any]:
        """What the rows depend on."""
        return {
            "game": self.study.arms[0].game.program.name,
            "seed": self.study.seed,
            "rotate": self.study.rotate,
            "games": self.wanted.most,
            "part": self.size,
            "arms": [
                {
                    "name": arm.name,
                    "rules": arm.game.program.digest,
                    "players": list(arm.kinds),
                    "options": dict(arm.game.options),
                }
                for arm in self.study.arms
            ],
        }


def cores() -> int:
    """How many processes can work at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
