"""A text made clean and cut into blocks, at the lines that begin at the left margin."""

import re
from collections.abc import Iterator

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.lines import CLOSING, Block
from rulesrun.dsl.syntax.scanning import words_of
from rulesrun.dsl.syntax.strange import clean
from rulesrun.dsl.syntax.vocabulary import LONGEST_LINE


def clean_rows(
    rows: list[str], path: str
) -> tuple[list[Diagnostic], bool, dict[int, str]]:
    """Mends what is not text, the tabs and blanks that are none, and says so once.

    Tells also whether tabs indent lines, and which rows are not read: those that are too
    long, or hold what does not show.
    """
    hidden = clean(rows, path)
    long = dict(hidden.unread)
    result = hidden.problems()
    control = tabbed = 0
    for number, row in enumerate(rows):
        if not row.isprintable():
            for strange in re.finditer(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", row):
                place = _place(path, number, strange.start(), strange.end())
                control += 1
                if control == 1:
                    result.append(
                        problem(
                            "not-text",
                            place,
                            "this character belongs in no text "
                            f"(number {ord(strange[0])})",
                            hint="save the file as plain text in UTF-8",
                        )
                    )
            row = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", " ", row)
            indent = row[: len(row) - len(row.lstrip(" \t"))]
            if "\t" in indent and row.strip() and not row.strip().startswith("#"):
                tabbed += 1
                start = indent.index("\t")
                if tabbed == 1:
                    result.append(
                        problem(
                            "tab-in-indentation",
                            _place(path, number, start, start + 1),
                            "this line is indented with a tab",
                            mark="a tab",
                            hint="indent with blanks only, four for each level",
                        )
                    )
            row = re.sub(r'("[^"]*")|\t', lambda part: part[1] or " ", row)
        if len(row) > LONGEST_LINE:
            result.append(
                problem(
                    "line-too-long",
                    _place(path, number, LONGEST_LINE, len(row)),
                    f"this line is longer than {LONGEST_LINE} characters",
                    hint="break it inside a bracket, or give its parts names",
                )
            )
            long[number] = row
            row = _unread(row)
        rows[number] = _unread(row) if number in hidden.unread else row
    return result, bool(tabbed), long


def _unread(row: str) -> str:
    """What stands for a row that is not read."""
    return " " * (len(row) - len(row.lstrip(" "))) + "_"


def _place(path: str, number: int, start: int, end: int) -> Span:
    return Span(path, number + 1, start + 1, number + 1, end + 1)


def leave_out(block: Block, long: dict[int, str]) -> None:
    """Takes care that nothing more is said about lines that are not read."""
    for line in block.lines:
        for number in range(line.first, line.last + 1):
            if row := long.get(block.offset + number):
                line.told = True
                words = words_of(row, number)
                block.broken.update(word.text for word in words if word.is_plain)


def blocks_of(rows: list[str], path: str) -> Iterator[Block]:
    """Cuts a file at the lines that begin at the left margin."""
    block = Block(path, 0, [])
    for number, row in enumerate(rows):
        if row and row[0] not in " #" and row[0] not in CLOSING:
            if any(map(str.strip, block.rows)):
                yield block
            block = Block(path, number, [])
        block.rows.append(row)
    if any(map(str.strip, block.rows)):
        yield block
