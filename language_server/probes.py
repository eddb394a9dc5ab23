"""What is known where a name is still to be written.

The line under the cursor can seldom be read as it stands. So a probe is put where the
name is to be written, with what would make the line whole, and the rules are understood
with it: then the names in sight there, and the type that is wanted, are known.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen

from rulesrun.dsl.compile import understand_rules
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.probing import PROBE, Probe
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import parse, read_block
from rulesrun.language_server.analysis import Workspace

HEADS = frozenset("if else while for repeat turn phase best when".split())
"""Lines that begin with these end in a colon and open a block."""

GOING_ON = ("else", "elif", "otherwise")
"""Lines that begin with these go on with what the line before them at their depth began."""

ENDINGS = (
    "",
    " rounded down",
    " else 0",
    " to x",
    " from x to x",
    " in players",
    " has true",
    " = 0",
    " wins",
)
"""With one of these, almost any line that has been begun can be read."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*$")


@frozen
class Place:
    """Where something is to be written: the line up to there, and the word begun."""

    rows: list[str]
    line: int
    before: str
    begun: str
    after: str

    @property
    def last(self) -> str:
        """The word or sign before the one that is begun."""
        match = re.search(r"([A-Za-z_][A-Za-z0-9_]*|\S)\s*$", self.before)
        return match[1] if match else ""

    @property
    def start(self) -> str:
        """The word that begins the line."""
        words = self.before.split()
        return words[0].rstrip(":") if words else ""

    @property
    def bounds(self) -> tuple[int, int]:
        """The rows of its block, from 0: the first, and the one behind the last."""
        rows, first, end = self.rows, self.line - 1, self.line
        while first and not rows[first][:1].isalpha():
            first -= 1
        while end < len(rows) and not rows[end][:1].isalpha():
            end += 1
        return first, end

    @property
    def block(self) -> str:
        """The word that begins the block of the line."""
        for row in reversed(self.rows[: self.line - 1]):
            if row[:1].isalpha():
                return row.split(maxsplit=1)[0].rstrip(":")
        return ""


def place_at(rows: list[str], line: int, column: int) -> Place:
    """The place in a text; `line` counts from 1, `column` from 1."""
    row = rows[line - 1] if line <= len(rows) else ""
    left, right = row[: column - 1], row[column - 1 :]
    match = _WORD.search(left)
    begun = match[0] if match else ""
    rest = re.sub(r"^[A-Za-z0-9_]+", "", right)
    return Place(rows, line, left.removesuffix(begun), begun, rest)


@contextmanager
def probed(
    workspace: Workspace, path: str, place: Place, probe: Probe
) -> Iterator[World | None]:
    """The rules with a probe at that place; none if the line cannot be made whole."""
    repaired = _repaired(place, path)
    if workspace.around(path, *place.bounds) is None or repaired is None:
        yield None
        return
    text, declarations = repaired
    cached = workspace.cached(path)
    if cached is not None:
        with cached.probed(declarations, probe) as world:
            if world is not None:
                yield world
                return
    read, readings = workspace.read(path), workspace.readings.copy()
    yield understand_rules(text, path, read, readings=readings, probe=probe).world


def _repaired(place: Place, path: str) -> tuple[str, tuple[nodes.Decl, ...]] | None:
    """The text with the probe in it, in the first way in which its block can be read.

    Which way that is, the line tells with those that it stands under; this is much
    faster than to try each with the whole block.
    """
    rows, at = place.rows, place.line - 1
    first, end = place.bounds
    above = _above(rows[first:at], place.before)
    for line, below in _ways(place):
        alone = read_block("\n".join([*above, line, *below]), path)
        if alone is None or not _holds_probe((alone,)):
            continue
        for rest in (rows[at + 1 : end], [*below, *[""] * (end - at - 1)]):
            block = [*rows[first:at], line, *rest[: end - at - 1]]
            declarations = _declared("\n" * first + "\n".join(block), path)
            if _holds_probe(declarations):
                return "\n".join([*rows[:first], *block, *rows[end:]]), declarations
    return None


def _declared(block: str, path: str) -> tuple[nodes.Decl, ...]:
    """What a block declares, without the lines that cannot be read."""
    result = read_block(block, path)
    if result is not None:
        return (result,)
    file = parse(block, path).file
    return file.declarations if file is not None else ()


def _holds_probe(declarations: tuple[nodes.Decl, ...]) -> bool:
    return any(n.text == PROBE for n in each(declarations, nodes.Name)) or any(
        n.name == PROBE for n in each(declarations, nodes.Attribute)
    )


def _above(block: list[str], before: str) -> list[str]:
    """The lines of a block that a further line stands under, with what those go on."""
    result: list[str] = []
    depth, wanted = len(before) - len(before.lstrip()), False
    for row in reversed(block):
        text = row.strip()
        indent = len(row) - len(row.lstrip())
        if not text or text.startswith("#") or indent > depth:
            continue
        if indent == depth and not wanted:
            continue
        if wanted and text.endswith(":"):
            result.append(" " * (indent + 4) + "pass")
        result.append(row)
        depth, wanted = indent, text.startswith(GOING_ON)
    return result[::-1]


def _ways(place: Place) -> Iterator[tuple[str, list[str]]]:
    """The line with the probe, and with each of the endings that may be missing."""
    begun = place.before + PROBE
    inner = " " * (len(begun) - len(begun.lstrip()) + 4) + "pass"
    head = place.start in HEADS or (not begun.startswith(" ") and "=" not in begun)
    whole = begun + place.after
    yield whole, [inner] if whole.partition("#")[0].rstrip().endswith(":") else []
    missing = _closing(begun)
    for ending in ENDINGS:
        line = begun + missing + ending
        yield (f"{line}:", [inner]) if head else (line, [])


def _closing(text: str) -> str:
    """The brackets that are open at the end of a text, closed."""
    opened = ""
    for sign in re.sub(r'"[^"]*"', "", text):
        if sign in "([{":
            opened = ")]}"["([{".index(sign)] + opened
        elif opened.startswith(sign):
            opened = opened[1:]
    return opened
