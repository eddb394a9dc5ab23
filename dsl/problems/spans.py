"""Places in a text, so that every message can point at what it is about."""

from collections.abc import Iterable

from attrs import frozen


@frozen(order=True)
class Span:
    """From the first character up to, not including, the last one.

    Lines and columns count from 1; `path` is the name the reader knows the text by.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: "Span") -> "Span":
        """The span from the start of this one to the end of the other."""
        return Span(self.path, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


def put(span: Span, where: Span) -> None:
    """Move one place to another one; see `shift`."""
    for part in ("path", "line", "column", "end_line", "end_column"):
        object.__setattr__(span, part, getattr(where, part))


def shift(spans: Iterable[Span], lines: int) -> None:
    """Move places themselves so many lines further down.

    Only for those of a tree that an editor keeps: all that points into it moves along.
    A span that is a key somewhere must not be moved.
    """
    change = object.__setattr__
    for span in spans:
        change(span, "line", span.line + lines)
        change(span, "end_line", span.end_line + lines)
