"""What has been read of files before: blocks that are as they were are not read again.

For editors, which ask again after every letter.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from attrs import Factory, define, field

from rulesrun.dsl.problems.spans import Span, put, shift
from rulesrun.dsl.syntax.lines import Block, Line
from rulesrun.dsl.syntax.nodes import Decl, Node
from rulesrun.dsl.syntax.vocabulary import EDITIONS


@define(eq=False)
class Reading:
    """A block in which nothing is wrong: its lines, and what it declares at its place."""

    offset: int
    lines: list[Line]
    declaration: Decl
    _spans: tuple[Span, ...] | None = field(default=None, init=False)

    def move(self, offset: int) -> None:
        """Let it stand under so many lines: its tree stays, the places in it change."""
        if offset == self.offset:
            return
        if self._spans is None:
            each = {id(span): span for span in spans_in(self.declaration)}
            self._spans = tuple(each.values())
        shift(self._spans, offset - self.offset)
        self.offset = offset

    def takes_places_of(self, new: "Reading") -> bool:
        """Let it stand where another one stands, if both mean the same."""
        if self.declaration != new.declaration:
            return False
        places = [*spans_in(self.declaration)], [*spans_in(new.declaration)]
        if len(places[0]) != len(places[1]):
            return False
        for old, now in zip(*places, strict=True):
            put(old, now)
        self.offset, self.lines = new.offset, new.lines
        return True


@define(eq=False)
class Recent:
    """What was made last, by what it was made of: the oldest are forgotten first."""

    most: int
    _made: dict[Any, Any] = Factory(dict)

    def get(self, key: object) -> Any:
        """What was made of that, or none."""
        return self._made.get(key)

    def put(self, key: object, value: object) -> None:
        """Remember what was made of that."""
        if len(self._made) >= self.most:
            self._made.pop(next(iter(self._made)), None)
        self._made[key] = value


@define(eq=False)
class Made:
    """What was made last of parts of files: of declarations, and of lists of cards."""

    filled: Recent = Factory(lambda: Recent(1_000))
    cards: Recent = Factory(lambda: Recent(64))


@define
class Readings:
    """The blocks of some files, by path and text, as they were read last.

    `understood` is what later passes keep of a file, by its path, and `made` what they
    need not make again for whatever file.
    """

    understood: dict[str, Any] = Factory(dict)
    made: Made = Factory(Made)
    _files: dict[tuple[str, int], dict[str, list[Reading]]] = Factory(dict)
    _before: dict[str, list[Reading]] = Factory(dict)
    _now: dict[str, list[Reading]] = Factory(dict)
    _labelled: dict[str, dict[int, tuple[Decl, object, Decl]]] = Factory(dict)

    def copy(self) -> "Readings":
        """The same blocks, to read another text with; what is kept of files is not."""
        files = {
            path: {text: [*same] for text, same in blocks.items()}
            for path, blocks in self._files.items()
        }
        return Readings(made=self.made, files=files, labelled={**self._labelled})

    def begin(self, path: str, edition: int) -> None:
        """Go over to a file; of its blocks only those are kept that it still has."""
        self._before = self._files.get((path, edition), {})
        for other in EDITIONS:
            self._files.pop((path, other), None)
        self._now = self._files[path, edition] = {}

    def find(self, block: Block) -> Reading | None:
        """What was read of a block with that text, moved to where it stands now."""
        text = _text(block)
        same = self._before.get(text)
        if not same:
            return None
        result = same.pop(0)  # another block with the same text has its own tree
        result.move(block.offset)
        self._now.setdefault(text, []).append(result)
        return result

    def keep(self, block: Block, declaration: Decl | None) -> Decl | None:
        """Keep what was read of a block, if it can mean nothing else at another time.

        If it means what one block of before meant, which may have had other comments, it
        is that tree that is kept and given back, with the places of the new one.
        """
        whole = not (block.diagnostics or block.broken or block.tabbed)
        if declaration is None or not whole:
            return declaration
        if any(line.told or line.gone for line in block.lines):
            return declaration
        reading = Reading(block.offset, block.lines, declaration)
        for others in self._before.values():
            for other in others:
                if other.takes_places_of(reading):
                    others.remove(other)
                    reading = other
                    break
        self._now.setdefault(_text(block), []).append(reading)
        return reading.declaration

    def labelled(
        self,
        path: str,
        declarations: Iterable[Decl],
        inputs: object,
        label: Callable[[Decl], Decl],
    ) -> tuple[Decl, ...]:
        """Declarations as `label` makes them, those that were given the same as before."""
        before = self._labelled.get(path, {})
        now = self._labelled[path] = {}
        result = []
        for decl in declarations:
            entry = before.get(id(decl))
            if entry is None or entry[1] != inputs:
                entry = decl, inputs, label(decl)
            now[id(decl)] = entry
            result.append(entry[2])
        return tuple(result)


def _text(block: Block) -> str:
    """What a block says: blank lines and comments at its end say nothing."""
    rows = block.rows
    end = len(rows)
    while end and not rows[end - 1].partition("#")[0].strip():
        end -= 1
    return "\n".join(rows[:end])


def spans_in(part: Any) -> Iterator[Span]:
    """All places in a tree."""
    pending = [part]
    while pending:
        one = pending.pop()
        if isinstance(one, Span):
            yield one
        elif isinstance(one, tuple):
            pending += one
        elif isinstance(one, Node):
            kind: Any = type(one)
            pending += [getattr(one, name) for name in _names(kind)]


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(a.name for a in kind.__attrs_attrs__)
