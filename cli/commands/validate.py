"""`rulesrun validate`: what is wrong with rules files."""

from __future__ import annotations

import sys

import click

from rulesrun.cli.bounds import bounded
from rulesrun.cli.checking import check
from rulesrun.cli.harmless import ours
from rulesrun.cli.problems import PROBLEMS, UNUSABLE, Unusable
from rulesrun.cli.sources import (
    errors_and_warnings,
)
from rulesrun.cli.terminal import coloured
from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.render import render_full, render_json, render_short, summary


@click.command("validate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["full", "short", "json"]),
    default="full",
    help="Excerpts of the rules, one line each, or JSON.",
)
@click.option("--strict", is_flag=True, help="Let warnings count as problems.")
@bounded
def command(files: tuple[str, ...], style: str, strict: bool, limits: Limits) -> None:
    """Check rules files: their words, types and tables, and every set-up.

    Problems go to standard error, the count in the last line to standard output; with
    --format json it is the other way round.
    """
    found: list[Diagnostic] = []
    unreadable = 0
    colour = coloured(sys.stderr)
    for given in dict.fromkeys(files):
        try:
            compilation, problems = check(given, limits)
        except Unusable as error:
            error.show()
            unreadable += 1
            continue
        found += problems
        for diagnostic in problems:
            if style == "full":
                text = render_full(diagnostic, compilation.sources, colour) + "\n"
                click.echo(ours(text), err=True)
            elif style == "short":
                click.echo(render_short(diagnostic), err=True)
    errors, warnings = errors_and_warnings(tuple(found))
    if style == "json":
        click.echo(render_json(found))
    checked = len(dict.fromkeys(files)) - unreadable
    if checked:
        click.echo(summary(checked, errors, warnings), err=style == "json")
    if unreadable:
        raise click.exceptions.Exit(UNUSABLE)
    if errors or (strict and warnings):
        raise click.exceptions.Exit(PROBLEMS)
