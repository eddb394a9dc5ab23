"""What to try against a problem, with the change itself where it is exact."""

from collections.abc import Iterable

from rulesrun.dsl.problems.diagnostics import Edit, Remedy
from rulesrun.dsl.problems.nearest import did_you_mean, nearest
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.text import ENDS


def write(span: Span, text: str, more: str = "") -> Remedy:
    """Write that instead of what stands there; a text with dots left out is a sketch."""
    edits = () if "..." in text else (Edit(span, text),)
    return Remedy(f"write  {text}{more}", edits)


def change(sentence: str, span: Span, text: str) -> Remedy:
    """What the sentence says, done by putting that text there."""
    return Remedy(sentence, () if "..." in text else (Edit(span, text),))


def insert(sentence: str, before: Span, text: str) -> Remedy:
    """What the sentence says, done by putting that text before what stands there."""
    return change(sentence, start_of(before), text)


def start_of(span: Span, word: str = "") -> Span:
    """The empty place where a span begins, or that of the word that begins it."""
    end = span.column + len(word)
    return Span(span.path, span.line, span.column, span.line, end)


def end_of(span: Span) -> Span:
    """The empty place where a span ends."""
    return Span(
        span.path, span.end_line, span.end_column, span.end_line, span.end_column
    )


def near(word: str, candidates: Iterable[str], span: Span) -> Remedy | None:
    """The nearest known names for a word that stands there, or None if none is near.

    Where there is only one, it is put there.
    """
    candidates = list(candidates)
    sentence = did_you_mean(word, candidates)
    if sentence is None:
        return None
    result = nearest(word, candidates)
    return Remedy(sentence, (Edit(span, result[0]),) if len(result) == 1 else ())


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A text after some changes, which must not overlap."""
    starts = [len(text) - len(text.removeprefix("\ufeff"))]
    starts += [match.end() for match in ENDS.finditer(text)]

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column - 1

    ordered = sorted(
        edits,
        key=lambda e: (e.span.line, e.span.column, e.span.end_column),
        reverse=True,
    )
    for edit in ordered:
        span = edit.span
        start, end = at(span.line, span.column), at(span.end_line, span.end_column)
        text = text[:start] + edit.text + text[end:]
    return text
