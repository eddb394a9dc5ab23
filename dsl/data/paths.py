"""How the files that rules name are called, and what gives their texts."""

import posixpath
from collections.abc import Callable

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span

Read = Callable[[str], str | None]
"""Gives the text of a file named in the rules, or none where it cannot be read."""


def beside(root: str, span: Span, name: str) -> str:
    """A file name written at a place, as counted from the folder of the first file."""
    here = posixpath.join(posixpath.dirname(span.path), name) or "."
    return posixpath.relpath(here, posixpath.dirname(root) or ".")


def shown_path(span: Span, name: str) -> str:
    """The path by which messages call a file that is named at a place."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(span.path), name))


def unreadable(span: Span, name: str) -> Diagnostic:
    """A file that is named at a place, and that cannot be read."""
    return problem(
        "unreadable-table",
        span,
        f'there is no readable file "{name}"',
        mark="not found",
        hint="the name counts from the folder of the rules file",
    )
