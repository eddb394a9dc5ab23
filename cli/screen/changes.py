"""Each change of a game under way, with the line of the rules that made it."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from rulesrun.cli.output.terminal import columns, cut
from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.reports.tracing import Change

MOST = 6
"""Of more changes that one line makes, only the number is told."""

LONG = 8
"""Of more things that come or go, only the number is told."""


def change_lines(program: Program, changes: tuple[Change, ...]) -> Iterator[str]:
    """The changes, those of one line of the rules together."""
    for span, group in groupby(changes, key=lambda change: change.span):
        changed = list(group)
        written = lines_at(program, span)
        rule = written[0].partition("  @")[0].partition("  #")[0].rstrip()
        yield cut(f"      {short_place(span)}  {rule}", columns())
        for change in changed[:MOST]:
            text = difference(change.before, change.after)
            yield cut(f"          {change.name}: {text}", columns())
        if len(changed) > MOST:
            yield f"          and {len(changed) - MOST} more"


def short_place(span: Span) -> str:
    """A line of the rules by the name of its file, without the folders."""
    return f"{posixpath.basename(span.path)}:{span.line}"


def difference(before: str, after: str) -> str:
    """What has become of a value; of what lies somewhere, what came and what went."""
    if not (before.startswith("{") and after.startswith("{")) or ":" in before + after:
        return f"{before} -> {after}"
    old, new = Counter(_members(before)), Counter(_members(after))
    if old == new:
        return "in another order"
    parts = []
    for sign, moved in (("-", old - new), ("+", new - old)):
        names = list(moved.elements())
        if len(names) > LONG:
            parts.append(f"{sign} {len(names)} others")
        else:
            parts += [f"{sign} {name}" for name in names]
    return ", ".join(parts)


def _members(text: str) -> list[str]:
    """What stands in braces; places such as `0,-1` have no blank behind their comma."""
    return text[1:-1].split(", ") if text != "{}" else []
