"""Problems as people and programs read them: in full, in one line, as JSON.

Nothing is printed here, and no rendering ends in a line break. Characters of a game's
text that would act on the terminal, or hide from the eye, are shown by a sign.
"""

import json
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate, groupby

from attrs import frozen

from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.text import lines_of, width

COLUMNS = 99
"""How wide an excerpt may be."""


# --- the renderings ---------------------------------------------------------


def render_full(
    diagnostic: Diagnostic, sources: Mapping[str, str], colour: bool = False
) -> str:
    """What is wrong, the lines that it is about, and what to try.

    A text that is not among the sources is named, but not shown. Colour adds nothing
    that is not there without it.
    """
    paint = _painted if colour else _plain
    own = _Pointer(diagnostic.span, diagnostic.mark, "^", diagnostic.severity.value)
    pointers = [
        own,
        *(
            _Pointer(label.span, label.text, "-", "label")
            for label in diagnostic.labels
        ),
    ]
    digits = max(len(str(pointer.span.line)) for pointer in pointers)
    lines = [_head(diagnostic, paint)]
    for path in dict.fromkeys(pointer.span.path for pointer in pointers):
        here = sorted(
            (pointer for pointer in pointers if pointer.span.path == path),
            key=lambda pointer: (pointer.span.line, pointer.span.column),
        )
        source = sources.get(path)
        if source is None:
            lines += [
                f"  in {_place(pointer.span, paint)}: {_visible(pointer.text)}"
                for pointer in here
                if pointer is not own
            ]
            continue
        if path != own.span.path:
            lines.append(f"  in {_place(here[0].span, paint)}:")
        lines += _excerpt(here, lines_of(source), digits, paint)
    if diagnostic.hint is not None:
        lines.append(f"{paint('try:', 'hint')} {_visible(diagnostic.hint)}")
    return "\n".join(lines)


def render_short(diagnostic: Diagnostic) -> str:
    """One line that editors can jump from."""
    hint = "" if diagnostic.hint is None else f" -- {_visible(diagnostic.hint)}"
    return _head(diagnostic, _plain) + hint


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """An array with an object for each problem, in ASCII, which survives any pipe.

    Lines and columns count from 1, columns in characters (Unicode code points).
    """
    problems = [
        {
            "code": diagnostic.code,
            "severity": diagnostic.severity.value,
            "message": diagnostic.message,
            "hint": diagnostic.hint,
            **_where(diagnostic.span),
            "labels": [
                {**_where(label.span), "text": label.text}
                for label in diagnostic.labels
            ],
            "edits": [
                {**_where(edit.span), "text": edit.text} for edit in diagnostic.edits
            ],
        }
        for diagnostic in diagnostics
    ]
    return json.dumps(problems, indent=2)


def _where(span: Span) -> dict[str, str | int]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# --- colour -----------------------------------------------------------------

_Paint = Callable[[str, str], str]

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;34",
    "label": "36",
    "place": "1",
    "gutter": "2",
    "hint": "32",
}


def _painted(text: str, style: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if text else ""


def _plain(text: str, style: str) -> str:
    return text


def _head(diagnostic: Diagnostic, paint: _Paint) -> str:
    severity = diagnostic.severity.value
    kind = paint(f"{severity}[{_visible(diagnostic.code)}]", severity)
    return f"{_place(diagnostic.span, paint)}: {kind}: {_visible(diagnostic.message)}"


def _place(span: Span, paint: _Paint) -> str:
    return paint(_visible(str(span)), "place")


# --- excerpts ---------------------------------------------------------------


@frozen
class _Pointer:
    """A place to underline: that of the problem itself, or of one of its labels."""

    span: Span
    text: str
    sign: str
    style: str


def _excerpt(
    pointers: list[_Pointer], source: list[str], digits: int, paint: _Paint
) -> Iterator[str]:
    """The lines that some places of a text are on, each place underlined.

    Args:
        pointers: The places, in the order of the text.
        source: All lines of the text.
        digits: How wide a line number is.
        paint: What gives a piece of text its style.
    """
    room = max(COLUMNS - digits - len("   | "), 20)

    def row(number: int | str, text: str, style: str | None = None) -> str:
        gutter = paint(f"  {number:>{digits}} |", "gutter")
        text = text.rstrip()
        bare = text.lstrip(" ")
        indent = " " * (len(text) - len(bare))
        styled = paint(bare, style) if style else bare
        return f"{gutter} {indent}{styled}" if text else gutter

    def line(number: int) -> _Line:
        return _Line.of(source[number - 1] if 0 < number <= len(source) else "")

    previous = None
    for number, group in groupby(pointers, key=lambda pointer: pointer.span.line):
        if previous is not None and number == previous + 2:
            between, _ = line(previous + 1).window(0, 0, room)
            yield row(previous + 1, between)
        elif previous is not None and number > previous + 2:
            yield paint("  ...", "gutter")
        previous = number
        source_line = line(number)
        parts: list[list[tuple[_Pointer, int, int]]] = []
        for pointer in group:
            start, end = source_line.extent(pointer.span)
            if parts and source_line.can_show(parts[-1][0][1], end, room):
                parts[-1].append((pointer, start, end))
            else:
                parts.append([(pointer, start, end)])
        for part in parts:
            text, left = source_line.window(
                part[0][1], max(end for *_, end in part), room
            )
            yield row(number, text)
            for pointer, start, end in part:
                for under in _underline(pointer, start - left, end - left, room):
                    yield row("", under, pointer.style)


def _underline(pointer: _Pointer, start: int, end: int, room: int) -> Iterator[str]:
    """The signs under a place and its text after them, or below if there is no room."""
    end = min(end, room)
    signs = " " * start + pointer.sign * (end - start)
    text, _ = _Line.of(pointer.text).window(0, 0, room)
    size = width(text)
    if end + 1 + size <= room:
        yield f"{signs} {text}"
    else:
        yield signs
        yield " " * min(start, room - size) + text


LONGEST = 20_000
"""As much of a line as is ever looked at; what lies behind is shown as its end."""


@frozen
class _Line:
    """A line of a text as it is shown.

    Attributes:
        text: The line as it was written.
        pieces: For every character what is shown for it.
        edges: The column where each piece begins, counted from 0, and where all end.
    """

    text: str
    pieces: tuple[str, ...]
    edges: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "_Line":
        text = text[:LONGEST]
        pieces = tuple(map(_sign, text))
        return cls(text, pieces, (*accumulate(map(width, pieces), initial=0),))

    def extent(self, span: Span) -> tuple[int, int]:
        """The columns to underline, at least one; of several lines those of the first.

        Right-to-left text is underlined as if it ran from left to right, which is what
        most terminals do with it.
        """
        length = len(self.pieces)
        first = min(max(span.column - 1, 0), length)
        if span.end_line > span.line:
            last = len(self.text.rstrip())
        else:
            last = min(max(span.end_column - 1, 0), length)
        start, end = self.edges[first], self.edges[max(first, last)]
        if start == end and first < last and start > 0:
            start -= 1  # only joiners or marks: they belong to the letter before
        return start, max(end, start + 1)

    def can_show(self, start: int, end: int, room: int) -> bool:
        """Whether one window has room for the columns from start to end."""
        whole = max(self.edges[-1], end) <= room
        return whole or end < room or end - start <= room - 4

    def window(self, start: int, end: int, room: int) -> tuple[str, int]:
        """The part of the line round some columns that fits into the room.

        Returns:
            The part, with an ellipsis where something is cut, and the number of columns
            by which it stands further left than in the whole line.
        """
        total = self.edges[-1]
        if max(total, end) <= room:
            return "".join(self.pieces), 0
        left = 0
        if end >= room:
            end = min(end, start + room - 4)
            left = max(start - (room - 2 - (end - start)) // 2, 0)
        first, shift, before = 0, 0, ""
        if left > 0:
            column = self.edges[bisect_left(self.edges, left + 1)]
            first = bisect_right(self.edges, column) - 1
            shift, before = column - 1, "…"
        last, after = len(self.pieces), ""
        if total > shift + room:
            last, after = bisect_right(self.edges, shift + room - 1) - 1, "…"
        return before + "".join(self.pieces[first:last]) + after, shift


# --- characters -------------------------------------------------------------

_TAB = " " * 4

# They turn the direction of what follows, or hide in a word; the joiners and the
# marks that Persian is written with are not among them.
_HIDDEN = frozenset("\u200b\ufeff\u2028\u2029").union(
    map(chr, (*range(0x202A, 0x202F), *range(0x2060, 0x2070)))
)


def _visible(text: str) -> str:
    """The text without anything that a terminal would act on."""
    return "".join(map(_sign, text))


def _sign(character: str) -> str:
    """What is shown for a character: most often itself."""
    if character == "\t":
        return _TAB
    if character < " ":
        return chr(0x2400 + ord(character))
    if character == "\x7f":
        return "␡"
    if character in _HIDDEN or unicodedata.category(character) in {"Cc", "Cs"}:
        return "�"
    return character
