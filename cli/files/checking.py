"""All that is wrong with a file of rules: its text, and every set-up."""

from __future__ import annotations

from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import Source, find_source
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.interpreter.prepared import Prepared
from rulesrun.interpreter.setups import setup_problems


def check(
    file: str, limits: Limits = DEFAULT, *, notes: bool = False
) -> tuple[Compilation, list[Diagnostic]]:
    """All that is wrong with a file, and what nobody has proved to be right (`notes`).

    Raises Unusable where it cannot be read.
    """
    return check_source(find_source(file), limits, notes, {})


def check_source(
    source: Source, limits: Limits, notes: bool, games: dict[int, Prepared]
) -> tuple[Compilation, list[Diagnostic]]:
    """The same of a file that has been read; `games` are filled as they are prepared."""
    compilation = compile_source(source, limits)
    result = list(compilation.diagnostics)
    if notes:
        own = compilation.path  # notes on other files are told where those are checked
        result += (note for note in compilation.notes if note.span.path == own)
        result.sort(key=lambda d: (d.span.path != compilation.path, d.span))
    if compilation.program is not None:
        result += setup_problems(compilation.program, games)
    return compilation, result
