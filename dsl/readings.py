"""What has been read of files before: blocks that are as they were are not read again.

For editors, which ask again after every letter.
"""

from functools import cache
from typing import Any, cast

from attrs import Factory, define, frozen

from rulesrun.dsl.lines import Block, Line
from rulesrun.dsl.nodes import Decl, Node
from rulesrun.dsl.spans import Span


@frozen
class Reading:
    """A block in which nothing is wrong: its lines, and what it declares at its place."""

    offset: int
    lines: list[Line]
    declaration: Decl


@define
class Readings:
    """The blocks of some files, by path and text, as they were read last."""

    _files: dict[str, dict[str, Reading]] = Factory(dict)
    _before: dict[str, Reading] = Factory(dict)
    _now: dict[str, Reading] = Factory(dict)

    def begin(self, path: str) -> None:
        """Go over to a file; of its blocks only those are kept that it still has."""
        self._before = self._files.get(path, {})
        self._now = self._files[path] = {}

    def find(self, block: Block) -> Reading | None:
        """What was read of a block with that text, moved to where it stands now."""
        found = self._before.get(_text(block))
        if found is None:
            return None
        if found.offset != block.offset:
            lines = block.offset - found.offset
            declaration = cast(Decl, moved(found.declaration, lines))
            found = Reading(block.offset, found.lines, declaration)
        self._now[_text(block)] = found
        return found

    def keep(self, block: Block, declaration: Decl | None) -> None:
        """Keep what was read of a block, if it can mean nothing else at another time."""
        whole = not (block.diagnostics or block.broken or block.tabbed)
        if declaration is None or not whole:
            return
        if not any(line.told or line.gone for line in block.lines):
            reading = Reading(block.offset, block.lines, declaration)
            self._now[_text(block)] = reading


def _text(block: Block) -> str:
    return "\n".join(block.rows)


def moved(part: Any, lines: int) -> Any:
    """The same tree so many lines further down."""
    if isinstance(part, Span):
        return Span(
            part.path,
            part.line + lines,
            part.column,
            part.end_line + lines,
            part.end_column,
        )
    if isinstance(part, tuple):
        return tuple([moved(inner, lines) for inner in part]) if part else part
    if isinstance(part, Node):
        kind: Any = type(part)
        return kind(**{n: moved(getattr(part, n), lines) for n in _names(kind)})
    return part


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(a.name for a in kind.__attrs_attrs__)
