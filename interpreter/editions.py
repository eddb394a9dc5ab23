"""From edition 1 of the language to edition 2: what is rewritten, what a person decides.

A file is read as one of edition 2; each mistake that this brings has the change that mends
it, or is left to a person. So are the places that both editions read, but otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.problems.diagnostics import Diagnostic, Edit, Severity
from rulesrun.dsl.problems.remedies import applied
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import edition_of, parse
from rulesrun.dsl.syntax.upgrades import said_in_edition_2
from rulesrun.dsl.syntax.vocabulary import EDITION
from rulesrun.dsl.text import lines_of

MOST_ROUNDS = 8
"""So deep may what is rewritten stand in one another."""

MENDED = frozenset({"old-form", "wrong-count"})
"""The mistakes that are told in edition 2 alone, whose change means the same in edition 1."""


@frozen
class Open:
    """A place that a person has to look at, and what about."""

    span: Span
    message: str


@frozen
class Crossing:
    """What became of a file of edition 1: its text, what was rewritten, what is open.

    `crossed` says whether it is a file of edition 2 now.
    """

    text: str
    made: int
    open: tuple[Open, ...]
    crossed: bool


def is_earlier(text: str) -> bool:
    """Whether a text says that it is written in an earlier edition."""
    return edition_of(lines_of(text)) != EDITION


def crossing(text: str, compiled: Callable[[str], Compilation]) -> Crossing:
    """A file of edition 1 as one of edition 2, unless it has mistakes of its own.

    Args:
        text: The file.
        compiled: Checks a text of it, with all that it includes.
    """
    before = compiled(text)
    if _errors(before):
        return Crossing(text, 0, (), False)
    file = parse(text, before.path).file
    assert file is not None
    new, count = _in_edition_2(text, file), 0
    for _ in range(MOST_ROUNDS):
        result = compiled(new)
        edits = list(_edits(result, new))
        if not edits:
            break
        new, count = applied(new, edits), count + len(edits)
    left = tuple(Open(d.span, d.message) for d in _errors(compiled(new)))
    if left:
        return Crossing(text, 0, left, False)
    return Crossing(new, count, tuple(_meant_otherwise(file)), True)


def _errors(compilation: Compilation) -> list[Diagnostic]:
    return [d for d in compilation.diagnostics if d.severity is Severity.ERROR]


def _in_edition_2(text: str, file: nodes.RuleFile) -> str:
    head = next(d for d in file.declarations if isinstance(d, nodes.Language))
    rows = text.split("\n")
    at = head.span.line - 1
    rows[at] = rows[at].replace("language 1", f"language {EDITION}", 1)
    return "\n".join(rows)


def _edits(compilation: Compilation, text: str) -> Iterator[Edit]:
    """Changes that stand in no other one, of this file."""
    edits = [
        edit
        for d in _errors(compilation)
        if d.code in MENDED
        for edit in d.edits
        if edit.span.path == compilation.path
    ]
    edits += said_in_edition_2(parse(text, compilation.path).file, text)
    end = (0, 0)
    for edit in sorted(edits, key=lambda one: one.span, reverse=False):
        if (edit.span.line, edit.span.column) >= end:
            yield edit
            end = (edit.span.end_line, edit.span.end_column)


def _meant_otherwise(file: nodes.RuleFile) -> Iterator[Open]:
    """What is read in both editions, and means something else in each."""
    for decl in file.declarations:
        if isinstance(decl, nodes.HandlerDecl | nodes.HandlerCases):
            for node in walk(decl):
                if isinstance(node, nodes.Return) and _others_follow(decl, file):
                    yield Open(
                        node.span,
                        "`return` ended the whole event here, with all later handlers; "
                        "now it leaves this handler alone",
                    )
        for node in walk(decl):
            if isinstance(node, nodes.Choose) and _took_none(node):
                yield Open(
                    node.span,
                    "who could only take none was asked here, and is not any more",
                )


def _others_follow(
    decl: nodes.HandlerDecl | nodes.HandlerCases, file: nodes.RuleFile
) -> bool:
    """Whether a handler has another round, or its event another handler."""
    if isinstance(decl, nodes.HandlerCases) or decl.each is not None:
        return True
    names = [
        one.event
        for other in file.declarations
        for one in getattr(other, "handlers", (other,))
        if isinstance(one, nodes.HandlerDecl)
    ]
    return names.count(decl.event) > 1


def _took_none(node: nodes.Choose) -> bool:
    if node.player is None or not node.several or node.optional:
        return False
    least = node.least
    return least is None or not (isinstance(least, nodes.Int) and least.value > 0)
