"""`rulesrun test`: the scenarios that test rules."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import click
from attrs import Factory, define

from rulesrun.cli.bounds import bounded
from rulesrun.cli.coverage import coverage_lines, coverage_page, play_logs
from rulesrun.cli.failures import failure_text
from rulesrun.cli.files.compiling import compile_source, problems_text
from rulesrun.cli.files.paths import rules_files
from rulesrun.cli.files.sources import STANDARD_INPUT, display_path, find_source
from rulesrun.cli.files.test_files import own_scenarios, tests_beside
from rulesrun.cli.files.writing import check_file, pages, write_file
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import PROBLEMS, UNUSABLE, Problem, Unusable
from rulesrun.cli.results import Result, as_json, as_junit, faults_of, result_of
from rulesrun.dsl.compile import Compilation, Program
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.text import counted
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.coverage import Hits
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

# ---- running -------------------------------------------------------------------------


@define
class Report:
    """What has been run so far; failures and faulty files as they are shown.

    `first` says to stop at the first failure. What was compiled is kept for `hits`, which
    counts what is reached.
    """

    passed: int = 0
    failed: list[str] = Factory(list)
    faulty: list[str] = Factory(list)
    left_out: int = 0
    notes: list[tuple[Span, str]] = Factory(list)
    seconds: list[tuple[float, str]] = Factory(list)
    results: list[Result] = Factory(list)
    compiled: list[Compilation] = Factory(list)
    hits: Hits | None = None
    limits: Limits = DEFAULT
    first: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to be run."""
        return self.first and bool(self.failed or self.faulty)

    def add(self, other: Report) -> None:
        """Take in what was run elsewhere."""
        self.passed += other.passed
        self.failed += other.failed
        self.faulty += other.faulty
        self.left_out += other.left_out
        self.notes += other.notes
        self.seconds += other.seconds
        self.results += other.results


def run_file(path: str, word: str | None, report: Report) -> Iterator[str]:
    """Run the scenarios of a file; gives a sign for each one."""
    source = find_source(path)
    compilation = compile_source(source, report.limits)
    program = compilation.program
    if program is None:
        yield "E"
        report.faulty.append(problems_text(compilation))
        report.results += faults_of(source.path, compilation, Words(spoken()))
        return
    if report.hits is not None:
        report.compiled.append(compilation)
    games = Games(program)

    def game_for(players: int, options: dict[str, Fixed]) -> Game:
        if report.hits is not None:
            return report.hits.game(program, players, options)
        return games(players, options)

    for decl in own_scenarios(program, source.path):
        if report.is_over:
            return
        if word is not None and word.casefold() not in decl.title.casefold():
            report.left_out += 1
            continue
        started = time.perf_counter()
        outcome = run_scenario(program, decl, game_for)
        taken = time.perf_counter() - started
        report.seconds.append((taken, f"{source.path}: {decl.title}"))
        report.results.append(
            result_of(source.path, outcome, taken, compilation, Words(spoken()))
        )
        if outcome.message is None:
            report.notes += outcome.notes
            report.passed += 1
            yield "."
        else:
            report.failed.append(failure_text(outcome, compilation))
            yield "F"


# ---- what is shown -------------------------------------------------------------------


def notes(report: Report) -> Iterator[str]:
    """What is true of the fixtures of each file though nobody wrote it, by an example."""
    by_file: dict[str, list[tuple[Span, str]]] = {}
    for span, note in report.notes:
        by_file.setdefault(span.path, []).append((span, note))
    for result in by_file.values():
        span, note = result[0]
        more = f" ({len(result) - 1} more like this)" if len(result) > 1 else ""
        yield f"note: {span}: {note}{more}"


def slowest(report: Report, number: int) -> Iterator[str]:
    """The scenarios that took longest."""
    for taken, title in sorted(report.seconds, reverse=True)[:number]:
        yield f"{taken:7.2f} s  {title}"


def summary(report: Report) -> str:
    """The last line."""
    parts = []
    if report.failed:
        parts.append(f"{len(report.failed)} failed")
    parts.append(f"{report.passed} passed")
    if report.faulty:
        parts.append(counted(len(report.faulty), "faulty file"))
    if report.left_out:
        parts.append(f"{report.left_out} left out")
    return ", ".join(parts)


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "-k", "word", metavar="WORD", help="Only scenarios with that in the title."
)
@click.option("-x", "first", is_flag=True, help="Stop at the first that fails.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many processes share the files.",
)
@click.option(
    "--durations",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Show the N scenarios that took longest.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "junit"]),
    default="text",
    help="What came of each scenario as text, JSON, or XML as of JUnit.",
)
@click.option("--coverage", is_flag=True, help="Say which rules no scenario reaches.")
@click.option(
    "--html", metavar="OUT", help="With --coverage: the rules, coloured, as a page."
)
@click.option(
    "--force", is_flag=True, help="With --html: write over whatever is there."
)
@click.option(
    "--log",
    "logs",
    multiple=True,
    metavar="LOG",
    help="With --coverage: count a recorded game, too.",
)
@bounded
def command(
    paths: tuple[str, ...],
    word: str | None,
    first: bool,
    jobs: int,
    durations: int,
    style: str,
    coverage: bool,
    html: str | None,
    force: bool,
    logs: tuple[str, ...],
    limits: Limits,
) -> None:
    """Run the scenarios of rules files and folders; without a PATH, of this folder.

    A PATH may be `-`: then the rules are read from the input. A game without scenarios of
    its own is tested by the files in the folder `tests` beside it that are called like it.

    With --format json or junit only that goes to standard output, the last line to
    standard error.
    """
    if style != "text" and (coverage or durations):
        raise Unusable(
            "--coverage and --durations are told as text: leave out --format"
        )
    if (html is not None or logs) and not coverage:
        raise Unusable("--html and --log belong to --coverage")
    if coverage and jobs > 1:
        raise Unusable("--coverage counts in one process: leave out --jobs")
    if html is not None:
        check_file(Path(html), pages, force=force)
    report = Report(hits=Hits() if coverage else None, limits=limits, first=first)
    files = rules_files(paths or (".",))
    run = Run(files, word, report, silent=style != "text")
    run.all(jobs)
    tested = report.passed or report.failed or report.faulty or run.interrupted
    if run.unreadable and not tested:
        raise click.exceptions.Exit(UNUSABLE)
    if style != "text":
        results = sorted(report.results, key=lambda one: one.suite)
        click.echo((as_json if style == "json" else as_junit)(results))
    else:
        click.echo()
        for problems in report.faulty:
            click.echo(problems, err=True)
        for failure in report.failed:
            click.echo(f"{failure}\n")
    if report.hits is not None and report.faulty:
        tell("what no scenario reaches is not told: there is a faulty file")
    elif report.hits is not None and report.compiled:
        show_coverage(report, report.hits, logs, html, force=force)
    for line in (*notes(report), *slowest(report, durations)):
        tell(line, err=style != "text")
    number = report.passed + len(report.failed)
    if not number and not report.faulty and not run.unreadable and not run.interrupted:
        what = f"with {word!r} in the title" if report.left_out else "there"
        raise Unusable(f"there are no scenarios {what}")
    tell(summary(report), err=style != "text")
    if run.interrupted:
        tell("stopped before the end", err=True)
    if run.unreadable:
        raise click.exceptions.Exit(UNUSABLE)
    if report.failed or report.faulty or run.interrupted:
        raise click.exceptions.Exit(PROBLEMS)


@define
class Run:
    """Runs the scenarios of some files, with a line for each file unless it is `silent`."""

    files: list[str]
    word: str | None
    report: Report
    silent: bool = False
    unreadable: bool = False
    interrupted: bool = False

    def all(self, jobs: int) -> None:
        """Run all of them, in one process or in several."""
        try:
            if jobs > 1 and len(self.files) > 1:
                self._shared(jobs)
                return
            for path in self.files:
                if self.report.is_over:
                    break
                self._one(path)
        except KeyboardInterrupt:
            self.interrupted = True

    def _one(self, path: str) -> None:
        try:
            if not self._run_file(path) and path != STANDARD_INPUT:
                for further in map(str, tests_beside(Path(path))):
                    if further not in self.files:
                        self._run_file(further)
        except Unusable as error:
            error.show()
            self.unreadable = True

    def _run_file(self, path: str) -> bool:
        """Run a file, with a sign for each scenario; whether it has any."""
        before = self.report.left_out
        signs = ""
        for sign in run_file(path, self.word, self.report):
            if not signs:
                self._say(f"{_name(path)} ", nl=False)
            signs += sign
            self._say(sign, nl=False)
        if signs:
            self._say()
        return bool(signs) or self.report.left_out > before

    def _say(self, text: str = "", *, nl: bool = True) -> None:
        if not self.silent:
            click.echo(text, nl=nl)

    def _shared(self, jobs: int) -> None:
        """Let processes share the files; what they find is told as they find it."""
        pool = ProcessPoolExecutor(jobs)
        try:
            pending = [
                pool.submit(_elsewhere, path, self.files, self.word, self.report)
                for path in self.files
            ]
            progress = Progress(len(pending), "files")
            for result in progress.over(as_completed(pending)):
                output, report, unreadable = result.result()
                progress.hide()
                self._say(output, nl=False)
                self.report.add(report)
                self.unreadable = self.unreadable or unreadable
                if self.report.is_over:
                    break
        except BrokenProcessPool as error:
            raise Unusable("a process that shared the work was ended") from error
        finally:
            for process in list(getattr(pool, "_processes", {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)


def _elsewhere(
    path: str, files: list[str], word: str | None, like: Report
) -> tuple[str, Report, bool]:
    """What a process prints and finds of one file."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    run = Run([path], word, Report(limits=like.limits, first=like.first))
    run.files = files
    with redirect_stdout(StringIO()) as output:
        run._one(path)
    return output.getvalue(), run.report, run.unreadable


def _name(path: str) -> str:
    return path if path == STANDARD_INPUT else display_path(Path(path))


def show_coverage(
    report: Report, hits: Hits, logs: Iterable[str], html: str | None, *, force: bool
) -> None:
    """Print what the scenarios and some logs reach, and write the page of it."""
    sources: dict[str, str] = {}
    programs = [c.program for c in report.compiled if c.program is not None]
    for compilation in report.compiled:
        sources |= compilation.sources
    for program in programs:
        declared = program.world.game
        if declared is not None:  # what no scenario plays counts as unreached
            hits.game(program, declared.players[0], {})
    play_logs(logs, programs, hits)
    files = [f for f in hits.files() if not is_test(f.path, programs)]
    if not files:
        raise Problem("there are no rules that could be reached")
    for line in coverage_lines(files, sources, Words(spoken())):
        click.echo(line)
    click.echo()
    if html is not None:
        page = coverage_page(files, sources, Words(spoken()))
        write_file(Path(html), page, pages, force=force)
        tell(f"the page is written to {html}")


def is_test(path: str, programs: Iterable[Program]) -> bool:
    """Whether a file holds scenarios of a game that is in another file."""
    result = False
    for program in programs:
        declared = program.world.game
        if declared is not None and declared.span.path == path:
            return False
        result = result or any(s.span.path == path for s in program.world.scenarios)
    return result
