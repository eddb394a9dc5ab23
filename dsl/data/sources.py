"""Where a rulebook comes from: the units of its sources, and the paragraphs that hold each.

`sources.csv` beside the rulebook has a row for each sentence, example, table or note of
a book, with no text of it: the book, the page, the number of the sentence there, what it
is, and the paragraphs that say it.
"""

import csv
import io
import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from attrs import frozen

from rulesrun.dsl.text import lines_of

Kind = Literal["rule", "example", "table", "note"]
KINDS: tuple[Kind, ...] = get_args(Kind)

COLUMNS = ("source", "page", "sentence", "kind", "paragraphs", "note")

_PARAGRAPHS = re.compile(r"([A-Z]+-[A-Z]?)([0-9]+)(?:\.\.([0-9]+))?")
_MOST = 10_000
"""So many paragraphs a range may span."""


@frozen
class Unit:
    """A sentence, example, table or note of a book.

    Attributes:
        page: The page, such as `p.6`, or the chapter, such as `§6`; may be empty.
        sentence: Its number on that page, or a range of numbers; may be empty.
        line: The line of `sources.csv`.
    """

    source: str
    page: str
    sentence: str
    kind: Kind
    paragraphs: tuple[str, ...]
    note: str
    line: int

    @property
    def place(self) -> str:
        """Where it stands, such as `002 p.6, 3`."""
        place = f"{self.source} {self.page}".strip()
        return f"{place}, {self.sentence}" if self.sentence else place


@frozen
class Flaw:
    """What is wrong with a line of `sources.csv`; `remedy` says what to write instead."""

    line: int
    message: str
    remedy: str


def sources_name(rulebook: str) -> str:
    """The file of the sources of a rulebook, beside it."""
    return posixpath.join(posixpath.dirname(rulebook), "sources.csv")


def read_sources(text: str) -> tuple[tuple[Unit, ...], tuple[Flaw, ...]]:
    """The units of `sources.csv`, without the lines that cannot be read, and those."""
    units: list[Unit] = []
    flaws: list[Flaw] = []
    if not text.strip():
        return (), ()
    reader = csv.reader(io.StringIO("\n".join(lines_of(text))), strict=True)
    try:
        head = [cell.strip() for cell in next(reader, [])]
        missing = [name for name in COLUMNS if name not in head]
        if missing:
            wanted = ",".join(COLUMNS)
            message = f"a list of sources has no column `{missing[0]}`"
            return (), (Flaw(1, message, f"begin it with  {wanted}"),)
        for row in reader:
            if any(cell.strip() for cell in row):
                cells = dict(zip(head, (cell.strip() for cell in row), strict=False))
                unit = _unit(cells, reader.line_num)
                if isinstance(unit, Unit):
                    units.append(unit)
                else:
                    flaws.append(unit)
    except csv.Error as error:
        message = f"this line cannot be read as CSV ({error})"
        hint = "put texts with commas between double quotes, and close the quotes"
        flaws.append(Flaw(max(1, reader.line_num), message, hint))
    return tuple(units), tuple(flaws)


def _unit(cells: dict[str, str], line: int) -> Unit | Flaw:
    kind = cells.get("kind", "")
    if kind not in KINDS:
        message = f"a source holds no `{kind}`"
        return Flaw(line, message, f"its kind is one of {', '.join(KINDS)}")
    if not cells.get("source"):
        return Flaw(line, "this line names no source", "name the book in `source`")
    numbers: list[str] = []
    for word in cells.get("paragraphs", "").split():
        result = tuple(_numbers(word))
        if not result:
            message = f"`{word}` is not the number of a paragraph"
            hint = "write numbers and ranges between blanks, such as  AL-12 AL-14..18"
            return Flaw(line, message, hint)
        numbers += result
    return Unit(
        cells["source"],
        cells.get("page", ""),
        cells.get("sentence", ""),
        kind,
        tuple(numbers),
        cells.get("note", ""),
        line,
    )


def _numbers(word: str) -> Iterator[str]:
    """The paragraphs of `AL-12` or `AL-14..18`; none if it is neither."""
    match = _PARAGRAPHS.fullmatch(word)
    if match is None:
        return
    first, last = int(match[2]), int(match[3] or match[2])
    if first <= last < first + _MOST:
        yield from (f"{match[1]}{number}" for number in range(first, last + 1))


def places(units: Iterable[Unit]) -> dict[str, str]:
    """For each paragraph, the pages that it comes from: `002 p.6; 002 p.9`.

    Where no page is known, nothing is told: the book alone helps nobody to find it.
    """
    result: dict[str, dict[str, None]] = {}
    for unit in units:
        if unit.page:
            for number in unit.paragraphs:
                result.setdefault(number, {})[unit.place] = None
    return {number: "; ".join(pages) for number, pages in result.items()}
