"""`rulesrun validate`: what is wrong with rules files."""

from __future__ import annotations

import click

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.checking import check, earlier_edition
from rulesrun.cli.files.fixing import fixed
from rulesrun.cli.files.paths import rules_files
from rulesrun.cli.files.sources import (
    STANDARD_INPUT,
    counted,
    find_path,
    show_problem,
)
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import short_problem_in, summary_in, tell
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import PROBLEMS, UNUSABLE, Unusable
from rulesrun.cli.output.streams import in_direction
from rulesrun.cli.playing.settings import player_counts
from rulesrun.cli.web.looks import looks_beside
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.problems.render import render_json
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.editions import is_earlier

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
    paths = rules_files(files)
    progress = Progress(len(paths), "files")
    for given in progress.over(paths):
        try:
            if fix and given != STANDARD_INPUT:
                for line in fixed(given, limits):
                    progress.hide()
                    click.echo(line, err=style == "json")
            compilation, problems = check(given, limits, notes=strict)
        except Unusable as error:
            progress.hide()
            error.show()
            unreadable += 1
            diagnostics.append(_unreadable(given, error))
            continue
        diagnostics += problems
        text = compilation.sources.get(compilation.path, "")
        if is_earlier(text):
            earlier.append(given)
        try:
            if compilation.program is not None and given != STANDARD_INPUT:
                looks_beside(find_path(given), compilation.program.world)
        except Unusable as error:
            progress.hide()
            error.show()
            wrong_looks = True
        why = "" if style == "json" or limits != DEFAULT else not_compiled(compilation)
        if problems or why:
            progress.hide()
        for diagnostic in problems:
            if style == "full":
                show_problem(diagnostic, compilation, words)
            elif style == "short":
                click.echo(short_problem_in(diagnostic, words), err=True)
        if why:
            tell(f"played in Python: {why}", err=True)
    if style == "json":
        click.echo(render_json(diagnostics))
    diagnostics = [problem for problem in diagnostics if problem.code != UNREADABLE]
    if earlier and style != "json":
        tell(earlier_edition(earlier), err=True)
    errors, warnings, notes = counted(diagnostics)
    checked = len(paths) - unreadable
    if checked:
        text = in_direction(summary_in(checked, errors, warnings, notes, words))
        click.echo(text, err=style == "json")
    if unreadable or wrong_looks:
        raise click.exceptions.Exit(UNUSABLE)
    if errors or (strict and warnings):
        raise click.exceptions.Exit(PROBLEMS)


def not_compiled(compilation: Compilation) -> str:
    """Why a game that can be played is not compiled to machine code, if it is not."""
    program = compilation.program
    if program is None:
        return ""
    from rulesrun.interpreter.game import Game, WrongSetup
    from rulesrun.interpreter.machine import GameFault
    from rulesrun.interpreter.native.choosing import why_not
    from rulesrun.interpreter.native.program import compile_to_c
    from rulesrun.interpreter.native.types import Unsupported

    for count in player_counts(program):
        try:
            compile_to_c(Game(program, count).module)
        except Unsupported as missing:
            return why_not(missing)
        except (GameFault, WrongSetup):  # told with the set-ups; others may do
            continue
        break
    return ""


def _unreadable(path: str, error: Unusable) -> Diagnostic:
    """What a program is told of a file that cannot be read."""
    span = Span(path, 1, 1, 1, 1)
    message = error.format_message()
    return Diagnostic(
        code=UNREADABLE, severity=Severity.ERROR, message=message, span=span
    )
