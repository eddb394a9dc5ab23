"""`rulesrun fmt`: the one way to write a rules file."""

from __future__ import annotations

import difflib
from functools import partial
from pathlib import Path

import click
from attrs import evolve

from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.paths import rules_files
from rulesrun.cli.files.sources import STANDARD_INPUT, Source, find_source
from rulesrun.cli.files.writing import only, write_file
from rulesrun.cli.messages.editions import earlier_edition
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.output.problems import PROBLEMS, Problem
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.dsl.syntax.format import format_rules
from rulesrun.dsl.syntax.forms import alike
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.upgrades import upgrades
from rulesrun.dsl.text import counted, lines_of
from rulesrun.interpreter.editions import crossing, is_earlier
from rulesrun.interpreter.upgrading import upgraded


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", is_flag=True, help="Change nothing; 1 if something would change."
)
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@click.option(
    "--upgrade",
    is_flag=True,
    help="Say what is said in an older way as it is said now, where it means the same.",
)
def command(files: tuple[str, ...], check: bool, diff: bool, upgrade: bool) -> None:
    """Write rules files as they should be written; the meaning stays the same.

    Of a folder all rules files are written; what comes from the input, given as `-`, goes
    to the output.
    """
    changed = 0
    paths = rules_files(files)
    progress = Progress(len(paths), "files")
    for file in progress.over(paths):
        source = find_source(file)
        after = tidy(source.text, source.path)
        if upgrade:
            after, changes = _crossed(after, source, progress)
            after, count = upgraded(after, partial(_checked, source))
            after, count = tidy(after, source.path), count + changes
            if count:
                progress.hide()
                tell(
                    f"{source.path}: {counted(count, 'place')} rewritten for edition 2",
                    err=True,
                )
        else:
            _point_out(after, source.path)
        if file == STANDARD_INPUT or source.text != after:
            progress.hide()
        if file == STANDARD_INPUT and not (check or diff):
            click.echo(after, nl=False)
            continue
        if source.text == after:
            continue
        changed += 1
        if diff:
            click.echo("".join(_difference(source.text, after, source.path)), nl=False)
        elif check:
            tell(f"{source.path} is not formatted")
        else:
            write_file(Path(file), after, only(source.text))
            tell(f"{source.path} formatted")
    what = "would change" if check or diff else "changed"
    if paths != [STANDARD_INPUT] or check or diff:
        tell(f"{counted(len(paths), 'file')} read, {changed} {what}")
    if (check or diff) and changed:
        raise click.exceptions.Exit(PROBLEMS)


def _crossed(text: str, source: Source, progress: Progress) -> tuple[str, int]:
    """A file of an earlier edition in that of today, with all that a person decides."""
    if not is_earlier(text):
        return text, 0
    result = crossing(text, partial(_checked, source))
    if result.open or not result.crossed:
        progress.hide()
    for one in result.open:
        tell(f"{one.span.path}:{one.span.line}: {one.message}", err=True)
    if not result.crossed:
        tell(
            f"{source.path}: it stays in edition 1 until its mistakes are fixed",
            err=True,
        )
    return result.text, result.made


def _checked(source: Source, text: str) -> Compilation:
    """A file checked with another text."""
    return compile_source(evolve(source, text=text))


def _point_out(text: str, path: str) -> None:
    """Tell of what is said in an older way, with the first place and how it is said now."""
    if is_earlier(text):
        if path != STANDARD_INPUT:  # an editor that formats would show it each time
            tell(earlier_edition([path]), err=True)
        return
    result = upgrades(parse(text, path).file, text)
    if result:
        first = min(result, key=lambda one: one.span)
        tell(
            f"{path}:{first.span.line}: `{' '.join(first.old.split())}` is said "
            f"`{' '.join(first.edit.text.split())}` now; `rulesrun fmt --upgrade` "
            f"rewrites {counted(len(result), 'place')}",
            err=True,
        )


def tidy(text: str, path: str) -> str:
    """The formatted text; raises Problem for a text that cannot be read."""
    parsed = parse(text, path)
    errors = [d for d in parsed.diagnostics if d.severity is Severity.ERROR]
    if errors:
        first = errors[0]
        raise Problem(
            f"{first.span}: {first.message}; `rulesrun validate {path}` says more"
        )
    formatted = format_rules(text)
    if not alike(parse(formatted, path).file, parsed.file):
        raise AssertionError(f"formatting {path} would change what it means")
    return formatted


def _difference(before: str, after: str, path: str) -> list[str]:
    return list(
        difflib.unified_diff(
            [f"{line}\n" for line in lines_of(before)],
            [f"{line}\n" for line in lines_of(after)],
            path,
            f"{path} (formatted)",
        )
    )
