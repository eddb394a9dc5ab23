"""All that is wrong with a file of rules: its text, and every set-up."""

from rulesrun.cli.files.sources import compile_source, find_source
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.interpreter.setups import setup_problems


def earlier_edition(paths: list[str]) -> str:
    """How files of edition 1 go over to edition 2, in one line."""
    what = f"{paths[0]} is" if len(paths) == 1 else f"{len(paths)} files are"
    named = paths[0] if len(paths) == 1 else "FILE..."
    return (
        f"{what} written in edition 1 of the language; "
        f"`rulesrun fmt --upgrade {named}` goes over to edition 2"
    )


def check(
    given: str, limits: Limits = DEFAULT, *, notes: bool = False
) -> tuple[Compilation, list[Diagnostic]]:
    """All that is wrong with a file, and what nobody has proved to be right (`notes`).

    Raises Unusable where it cannot be read.
    """
    compilation = compile_source(find_source(given), limits)
    result = list(compilation.diagnostics)
    if notes:
        own = compilation.path  # notes on other files are told where those are checked
        result += (note for note in compilation.notes if note.span.path == own)
        result.sort(key=lambda d: (d.span.path != compilation.path, d.span))
    if compilation.program is not None:
        result += setup_problems(compilation.program)
    return compilation, result
