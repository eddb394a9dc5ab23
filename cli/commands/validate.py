"""`rulesrun validate`: what is wrong with rules files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.paths import rules_files
from rulesrun.cli.files.sources import STANDARD_INPUT
from rulesrun.cli.files.unchanged import Unchanged
from rulesrun.cli.messages.editions import earlier_edition
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import short_problem_in, summary_in, tell
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import PROBLEMS, UNUSABLE, Unusable
from rulesrun.cli.output.streams import in_direction
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity, severities
from rulesrun.dsl.problems.render import render_json
from rulesrun.dsl.problems.spans import Span

if TYPE_CHECKING:  # what checks is loaded where something is to be checked
    from rulesrun.cli.validation import Checked

UNREADABLE = "unreadable"
"""What is told to programs of a file that cannot be read, beside the codes of problems."""


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["full", "short", "json"]),
    default="full",
    help="Excerpts of the rules, one line each, or JSON.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Let warnings count as problems, and tell what nothing proves (notes).",
)
@click.option(
    "--fix",
    is_flag=True,
    help="Make the changes that messages name exactly, and tell what is left.",
)
@bounded
def command(
    files: tuple[str, ...], style: str, strict: bool, fix: bool, limits: Limits
) -> None:
    """Check rules files: their words, types and tables, and every set-up.

    Of a folder all rules files are checked, with the looks.toml of each game; `-` reads
    rules from the input. Problems go
    to standard error, the count in the last line to standard output; with --format json
    it is the other way round. Of a game that plays in Python alone it is told why.
    """
    diagnostics: list[Diagnostic] = []
    earlier: list[str] = []
    unreadable, wrong_looks = 0, False
    words = Words(spoken())
    compiled = style != "json" and limits == DEFAULT
    unchanged = Unchanged(f"{limits} {strict=} {compiled=}")
    paths = rules_files(files)
    progress = Progress(len(paths), "files")
    for file in progress.over(paths):
        notice = unchanged.sentence(file)
        if notice is not None:
            _tell_why(notice, progress)
            continue
        from rulesrun.cli.validation import check_whole

        try:
            if fix and file != STANDARD_INPUT:
                from rulesrun.cli.files.fixing import fixed

                for line in fixed(file, limits):
                    progress.hide()
                    click.echo(line, err=style == "json")
            checked = check_whole(file, limits, notes=strict, compiled=compiled)
        except Unusable as error:
            progress.hide()
            error.show()
            unreadable += 1
            diagnostics.append(_unreadable(file, error))
            continue
        diagnostics += checked.problems
        if checked.is_earlier:
            earlier.append(file)
        if checked.looks is not None:
            progress.hide()
            checked.looks.show()
            wrong_looks = True
        if checked.is_clean:
            unchanged.keep(file, checked.source, checked.why)
        if checked.problems and style != "json":
            _show(checked, style, words, progress)
        _tell_why(checked.why, progress)
    unchanged.write()
    if style == "json":
        click.echo(render_json(diagnostics))
    diagnostics = [problem for problem in diagnostics if problem.code != UNREADABLE]
    if earlier and style != "json":
        tell(earlier_edition(earlier), err=True)
    errors, warnings, notes = severities(diagnostics)
    count = len(paths) - unreadable
    if count:
        text = in_direction(summary_in(count, errors, warnings, notes, words))
        click.echo(text, err=style == "json")
    if unreadable or wrong_looks:
        raise click.exceptions.Exit(UNUSABLE)
    if errors or (strict and warnings):
        raise click.exceptions.Exit(PROBLEMS)


def _show(checked: Checked, style: str, words: Words, progress: Progress) -> None:
    from rulesrun.cli.files.compiling import show_problem

    progress.hide()
    for diagnostic in checked.problems:
        if style == "full":
            show_problem(diagnostic, checked.compilation, words)
        else:
            click.echo(short_problem_in(diagnostic, words), err=True)


def _tell_why(why: str, progress: Progress) -> None:
    if why:
        progress.hide()
        tell(f"played in Python: {why}", err=True)


def _unreadable(path: str, error: Unusable) -> Diagnostic:
    """What a program is told of a file that cannot be read."""
    span = Span(path, 1, 1, 1, 1)
    message = error.format_message()
    return Diagnostic(
        code=UNREADABLE, severity=Severity.ERROR, message=message, span=span
    )
