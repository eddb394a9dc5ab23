"""Mistakes that are rows: what each of them says, and that it is right otherwise."""

from pathlib import Path

import pytest

from rulesrun.dsl.syntax.mistakes.rows import ROWS, Row
from rulesrun.dsl.syntax.parse import ParseResult, parse


def read(row: Row, line: str) -> ParseResult:
    lines = [row.above, f"    {line}"] if row.above else [line, "    return 1"]
    return parse("\n".join(["language 1", *lines, ""]), "test.rules")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.wrong)
def test_the_wrong_line_is_told_of(row: Row) -> None:
    (told,) = read(row, row.wrong).diagnostics

    start, _, end = row.message.partition("{word}")
    assert row.code == told.code
    assert told.message.startswith(start)
    assert told.message.endswith(end)
    assert row.hint == str(told.hint)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.wrong)
def test_the_right_line_is_right(row: Row) -> None:
    assert () == read(row, row.right).diagnostics


def test_the_reference_lists_them() -> None:
    text = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")

    for row in ROWS:
        right = ", below it ".join(
            f"`{line.strip()}`" for line in row.right.split("\n")
        )
        wrong = row.wrong if "`" not in row.wrong else f" {row.wrong} "
        assert f"| `{wrong}` | {right} |\n" in text
