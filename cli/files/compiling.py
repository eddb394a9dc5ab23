"""Compiles the rules of a game, and shows what is wrong with them."""

from __future__ import annotations

import re
import sys

import attrs
import click

from rulesrun.cli.files.sources import Source, find_source
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import problem_in, summary_in
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.harmless import ours
from rulesrun.cli.output.problems import PROBLEMS, Problem
from rulesrun.cli.output.streams import in_direction
from rulesrun.cli.output.terminal import coloured
from rulesrun.dsl.compile import Compilation, Program, compile_rules
from rulesrun.dsl.data.paths import beside
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity, severities


def compile_source(source: Source, limits: Limits = DEFAULT) -> Compilation:
    """Check the rules; never raises for what is wrong with them."""
    compilation = compile_rules(
        source.text, source.path, source.read, limits, languages=source.languages()
    )
    result = tuple(_with_reason(source, d) for d in compilation.diagnostics)
    return attrs.evolve(compilation, diagnostics=result)


def _with_reason(source: Source, diagnostic: Diagnostic) -> Diagnostic:
    """The problem, where it is a file that is there, with why it cannot be read."""
    quoted = re.search('"(.*)"', diagnostic.message)
    if diagnostic.code in ("unreadable-table", "unreadable-rulebook") and quoted:
        name = beside(source.path, diagnostic.span, quoted[1])
        if name in source.unread:
            return attrs.evolve(diagnostic, hint=source.unread[name])
    return diagnostic


def load_program(file: str, limits: Limits = DEFAULT) -> Program:
    """The checked rules of a game; faulty rules are shown and end the command."""
    source = find_source(file)
    compilation = compile_source(source, limits)
    if compilation.program is None:
        show_problems(compilation)
        raise click.exceptions.Exit(PROBLEMS)
    if compilation.program.world.game is None:
        raise Problem(f"{source.path} holds no game")
    return compilation.program


def show_problems(compilation: Compilation) -> None:
    """Print what is wrong with a file to standard error, the errors only."""
    click.echo(problems_text(compilation), err=True)


def problems_text(compilation: Compilation) -> str:
    """What is wrong with a file, the errors only."""
    words = Words(spoken())
    errors = [d for d in compilation.diagnostics if d.severity is Severity.ERROR]
    texts = [problem_text(error, compilation, words) for error in errors]
    counts = severities(errors)
    return "\n\n".join([*texts, in_direction(summary_in(1, *counts, words))])


def problem_text(diagnostic: Diagnostic, compilation: Compilation, words: Words) -> str:
    """A problem with its place."""
    colour = coloured(sys.stderr)
    return ours(problem_in(diagnostic, compilation.sources, words, colour=colour))


def show_problem(
    diagnostic: Diagnostic, compilation: Compilation, words: Words
) -> None:
    """Print a problem to standard error."""
    click.echo(problem_text(diagnostic, compilation, words) + "\n", err=True)
