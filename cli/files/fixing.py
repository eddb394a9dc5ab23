"""Makes the changes that the messages about a rules file name exactly."""

from __future__ import annotations

from collections.abc import Iterator

from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import display_path, find_path, find_source
from rulesrun.cli.files.writing import only, write_file
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.remedies import applied

MOST_CHANGES = 500
"""So many changes are made to a file at most."""


def fixed(file: str, limits: Limits = DEFAULT) -> Iterator[str]:
    """Write a file with all exact changes made, one after another; a line for each.

    A change stays only if it leaves fewer problems than before. Raises Unusable where
    the file cannot be read or written.
    """
    source = find_source(file)
    before, text = source.text, source.text
    lines: list[str] = []
    refused: set[Diagnostic] = set()
    diagnostics = compile_source(source, limits).diagnostics
    for _ in range(MOST_CHANGES):
        one = next(
            (
                d
                for d in diagnostics
                if d.edits
                and d not in refused
                and all(edit.span.path == source.path for edit in d.edits)
            ),
            None,
        )
        if one is None:
            break
        changed = applied(text, one.edits)
        left = compile_source(source.with_text(changed), limits).diagnostics
        if len(left) < len(diagnostics):
            text, diagnostics = changed, left
            lines.append(f"{one.span}: {one.hint}")
        else:
            refused.add(one)
    if text != before:
        write_file(find_path(file), text, only(before))
        yield from lines
        yield f"{display_path(find_path(file))}: {len(lines)} changed"
