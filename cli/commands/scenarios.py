"""`rulesrun test`: the scenarios that test rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from attrs import Factory, define

from rulesrun.cli.bounds import bounded
from rulesrun.cli.coverage import coverage_lines, coverage_page, play_logs
from rulesrun.cli.problems import PROBLEMS, UNUSABLE, Problem, Unusable
from rulesrun.cli.retold import tell
from rulesrun.cli.sources import (
    compile_source,
    find_source,
    show_problems,
)
from rulesrun.cli.terminal import bold, columns, counted
from rulesrun.cli.test_files import (
    default_paths,
    find_files,
    own_scenarios,
    tests_beside,
)
from rulesrun.cli.writing import check_file, pages, write_file
from rulesrun.dsl.compile import Compilation, Program
from rulesrun.dsl.constants import Fixed
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.spans import Span
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.coverage import Hits
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.scenarios import Games, Outcome, run_scenario

# ---- running -------------------------------------------------------------------------


@define
class Report:
    """What has been run so far."""

    passed: int = 0
    failed: list[tuple[Outcome, Compilation]] = Factory(list)
    broken: list[str] = Factory(list)
    left_out: int = 0
    notes: list[tuple[Span, str]] = Factory(list)
    compiled: list[Compilation] = Factory(list)
    faulty: list[Compilation] = Factory(list)
    hits: Hits | None = None
    limits: Limits = DEFAULT


def run_file(path: Path, word: str | None, report: Report) -> Iterator[str]:
    """Run the scenarios of a file; gives a sign for each one."""
    source = find_source(str(path))
    compilation = compile_source(source, report.limits)
    program = compilation.program
    if program is None:
        yield "E"
        report.broken.append(source.path)
        report.faulty.append(compilation)
        return
    report.compiled.append(compilation)
    games = Games(program)

    def game_for(players: int, options: dict[str, Fixed]) -> Game:
        if report.hits is not None:
            return report.hits.game(program, players, options)
        return games(players, options)

    for decl in own_scenarios(program, source.path):
        if word is not None and word.casefold() not in decl.title.casefold():
            report.left_out += 1
            continue
        outcome = run_scenario(program, decl, game_for)
        if outcome.message is None:
            report.notes += outcome.notes
        if outcome.message is None:
            report.passed += 1
            yield "."
        else:
            report.failed.append((outcome, compilation))
            yield "F"


# ---- what is shown -------------------------------------------------------------------


def show_failure(outcome: Outcome, compilation: Compilation) -> None:
    """Print a failed scenario: where, the line, what was expected, what was found."""
    where = outcome.where if outcome.where and outcome.where.path else outcome.span
    click.echo(bold(f"{'─' * 3} {outcome.title} "), nl=False)
    click.echo("─" * max(3, columns() - len(outcome.title) - 5))
    click.echo(f"{where}: {outcome.message}")
    for line in excerpt(where, compilation):
        click.echo(line)
    for detail in outcome.details:
        click.echo(f"    {detail}")
    click.echo()


def excerpt(span: Span, compilation: Compilation) -> Iterator[str]:
    """The line of a place with signs under it."""
    text = compilation.sources.get(span.path)
    lines = lines_of(text) if text else []
    if not 0 < span.line <= len(lines):
        return
    line = lines[span.line - 1].expandtabs(4)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    bare = line.lstrip()
    indent = len(line) - len(bare)
    yield f"  {span.line} | {bare}"
    start = max(span.column - 1 - indent, 0)
    signs = "^" * max(1, min(end, len(line) + 1) - span.column)
    yield f"  {' ' * len(str(span.line))} | {' ' * start}{signs}"


def notes(report: Report) -> Iterator[str]:
    """What is true of the fixtures of each file though nobody wrote it, by an example."""
    by_file: dict[str, list[tuple[Span, str]]] = {}
    for span, note in report.notes:
        by_file.setdefault(span.path, []).append((span, note))
    for found in by_file.values():
        span, note = found[0]
        more = f" ({len(found) - 1} more like this)" if len(found) > 1 else ""
        yield f"note: {span}: {note}{more}"


def summary(report: Report) -> str:
    """The last line."""
    parts = []
    if report.failed:
        parts.append(f"{len(report.failed)} failed")
    parts.append(f"{report.passed} passed")
    if report.broken:
        parts.append(counted(len(report.broken), "faulty file"))
    if report.left_out:
        parts.append(f"{report.left_out} left out")
    return ", ".join(parts)


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "-k", "word", metavar="WORD", help="Only scenarios with that in the title."
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
    coverage: bool,
    html: str | None,
    force: bool,
    logs: tuple[str, ...],
    limits: Limits,
) -> None:
    """Run the scenarios of rules files and folders; of the shipped ones without a PATH.

    A game without scenarios of its own is tested by the files in the folder `tests`
    beside it that are called like it.
    """
    if (html is not None or logs) and not coverage:
        raise Unusable("--html and --log belong to --coverage")
    if html is not None:
        check_file(Path(html), pages, force=force)
    report = Report(hits=Hits() if coverage else None, limits=limits)
    unreadable = interrupted = False
    files = find_files(paths or default_paths())
    for path in files:
        try:
            compiled = _run_and_show(path, word, report)
            if not compiled:
                for further in tests_beside(path):
                    if further not in files:
                        _run_and_show(further, word, report)
        except Unusable as error:
            error.show()
            unreadable = True
        except KeyboardInterrupt:
            interrupted = True
            break
    click.echo()
    for compilation in report.faulty:
        show_problems(compilation)
    for outcome, compilation in report.failed:
        show_failure(outcome, compilation)
    if report.hits is not None and report.compiled:
        show_coverage(report, report.hits, logs, html, force=force)
    for line in notes(report):
        click.echo(line)
    run = report.passed + len(report.failed)
    if not run and not report.broken and not unreadable and not interrupted:
        what = f"with {word!r} in the title" if report.left_out else "there"
        raise Unusable(f"there are no scenarios {what}")
    tell(summary(report))
    if interrupted:
        tell("stopped before the end", err=True)
    if unreadable:
        raise click.exceptions.Exit(UNUSABLE)
    if report.failed or report.broken or interrupted:
        raise click.exceptions.Exit(PROBLEMS)


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
    for line in coverage_lines(files, sources):
        click.echo(line)
    click.echo()
    if html is not None:
        write_file(Path(html), coverage_page(files, sources), pages, force=force)
        tell(f"the page is written to {html}")


def is_test(path: str, programs: Iterable[Program]) -> bool:
    """Whether a file holds scenarios of a game that is in another file."""
    found = False
    for program in programs:
        declared = program.world.game
        if declared is not None and declared.span.path == path:
            return False
        found = found or any(s.span.path == path for s in program.world.scenarios)
    return found


def _run_and_show(path: Path, word: str | None, report: Report) -> bool:
    """Run a file, with a sign for each scenario; whether it has any."""
    before = report.left_out
    signs = ""
    shown = find_source(str(path)).path
    for sign in run_file(path, word, report):
        if not signs:
            click.echo(f"{shown} ", nl=False)
        signs += sign
        click.echo(sign, nl=False)
    if signs:
        click.echo()
    return bool(signs) or report.left_out > before
