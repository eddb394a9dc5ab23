"""Generated Python with, for every line, the place in the rules it comes from."""

from attrs import Factory, define

from rulesrun.dsl.spans import Span


@define(eq=False)
class Source:
    """Lines of Python being written."""

    lines: list[str] = Factory(list)
    spans: list[Span | None] = Factory(list)

    def write(self, depth: int, line: str, span: Span | None = None) -> None:
        """Add a line at an indentation; without a span it keeps the one before."""
        self.lines.append("    " * depth + line)
        if span is None and self.spans:
            span = self.spans[-1]
        self.spans.append(span)

    def extend(self, other: "Source") -> None:
        """Add the lines of another piece."""
        self.lines += other.lines
        self.spans += other.spans

    def put_first(self, other: "Source") -> None:
        """Put the lines of another piece before all others."""
        self.lines[:0] = other.lines
        self.spans[:0] = other.spans

    def text(self) -> str:
        """The whole as one text."""
        return "\n".join(self.lines) + "\n"
