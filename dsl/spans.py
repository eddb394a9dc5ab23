"""Places in a text, so that every message can point at what it is about."""

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
