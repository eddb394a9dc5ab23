"""Places of the language server protocol and our own.

The protocol counts lines and columns from 0, and columns in units of UTF-16.
"""

from collections.abc import Sequence

from lsprotocol import types as lsp

from rulesrun.dsl.problems.spans import Span


def units(text: str) -> int:
    """The length of a text as the protocol counts it."""
    return len(text) + sum(character > "\uffff" for character in text)


def column_of(line: str, character: int) -> int:
    """Our column, from 1, of a place in a line."""
    if line.isascii():
        return min(character, len(line)) + 1
    seen = 0
    for at, letter in enumerate(line):
        if seen >= character:
            return at + 1
        seen += units(letter)
    return len(line) + 1


def position(lines: Sequence[str], line: int, column: int) -> lsp.Position:
    """The place of a line and a column of ours."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return lsp.Position(max(line - 1, 0), units(text[: column - 1]))


def range_of(lines: Sequence[str], span: Span) -> lsp.Range:
    """The range of a span in the text of these lines."""
    return lsp.Range(
        position(lines, span.line, span.column),
        position(lines, span.end_line, span.end_column),
    )


def holds(span: Span, line: int, column: int) -> bool:
    """Whether a place lies in a span, or at its end."""
    return (
        (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)
    )
