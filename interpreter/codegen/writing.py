"""What is written: lines of Python with their places, and the names in them."""

from attrs import Factory, define

from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.runtime.name_mangling import spelled


@define(eq=False)
class Lines:
    """Lines of Python, how deep each is, and the place in the rules that it comes from."""

    lines: list[str] = Factory(list)
    depths: list[int] = Factory(list)
    spans: list[Span | None] = Factory(list)

    def write(self, depth: int, line: str, span: Span | None = None) -> None:
        """Add a line at an indentation; without a place it has that of the one before."""
        if span is None and self.spans:
            span = self.spans[-1]
        self.lines.append("    " * depth + line)
        self.depths.append(depth)
        self.spans.append(span)

    def extend(self, other: "Lines") -> None:
        """Add the lines of another piece."""
        self.lines += other.lines
        self.depths += other.depths
        self.spans += other.spans

    def text(self) -> str:
        """The whole as one text."""
        return "\n".join(self.lines) + "\n"


@define(eq=False)
class Constants:
    """Values that are worked out once, before the game, each with its name."""

    values: dict[str, object] = Factory(dict)
    _names: dict[object, str] = Factory(dict)

    def name(self, value: object, kind: str, *numbers: int, name: str = "") -> str:
        """A value under a name that says what it is."""
        result = spelled(kind, *numbers, name=name)
        self.values[result] = value
        return result

    def numbered(self, key: object, value: object, kind: str) -> str:
        """A value under a name of that kind with a number, the same for equal keys."""
        result = self._names.get((kind, key))
        if result is None:
            result = spelled(kind, len(self._names))
            self._names[kind, key] = result
            self.values[result] = value
        return result


@define(eq=False)
class Scope:
    """How the locals of one function are written.

    In a routine that can stop, its own locals are places of its frame (`framed`), given
    out in order by `in_frame`. `reads` and `writes` are those that the piece of code
    which is being written reads before it writes them, and writes in any case.
    """

    written: dict[Local, str] = Factory(dict)
    framed: dict[Local, int] = Factory(dict)
    in_frame: bool = False
    places: int = 0
    reads: set[int] = Factory(set)
    writes: set[int] = Factory(set)
    _taken: set[str] = Factory(set)

    def of(self, local: Local) -> str:
        """How a local is written; it must have been named."""
        place = self.framed.get(local)
        if place is not None and place not in self.writes:
            self.reads.add(place)
        return self.written[local]

    def name(self, local: Local) -> str:
        """How a local is written, which gets a name if it has none yet."""
        result = self.written.get(local)
        if result is None:
            result = self._framed(local) if self.in_frame else self._new(local)
            self.written[local] = result
        return result

    def fresh(self) -> int:
        """A new place in the frame."""
        self.places += 1
        return self.places - 1

    def inside(self) -> "Scope":
        """For an expression inside of this one, which may name locals of its own."""
        taken, written = set(self._taken), dict(self.written)
        return Scope(written, self.framed, False, 0, self.reads, self.writes, taken)

    def _framed(self, local: Local) -> str:
        self.framed[local] = place = self.fresh()
        return f"L[{place}]"

    def _new(self, local: Local) -> str:
        result, number = spelled("v", name=local.name), 1
        while result in self._taken:
            number += 1
            result = spelled("v", number, name=local.name)
        self._taken.add(result)
        return result
