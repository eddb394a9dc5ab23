"""Mistakes that are rows: what each of them says, and that it is right otherwise."""

import re
from itertools import groupby
from pathlib import Path

import pytest

from rulesrun.dsl.syntax.mistakes.mistakes import MISTAKES
from rulesrun.dsl.syntax.mistakes.rows import Row
from rulesrun.dsl.syntax.parse import ParseResult, parse

ROWS = [mistake for mistake in MISTAKES if isinstance(mistake, Row)]


def read(row: Row, line: str) -> ParseResult:
    lines = [row.above, f"    {line}"] if row.above else [line]
    return parse("\n".join(["language 1", *lines, ""]), "test.rules")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.wrong)
def test_the_wrong_line_is_told_of(row: Row) -> None:
    (told,) = read(row, row.wrong).diagnostics
    hint = row.hint or f"write `{row.instead}`"

    assert row.code == told.code
    assert re.fullmatch(_with_holes(row.message), told.message)
    assert re.fullmatch(_with_holes(hint), str(told.hint))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.wrong)
def test_the_right_line_is_right(row: Row) -> None:
    assert () == read(row, row.right).diagnostics


def _with_holes(text: str) -> str:
    """A pattern of a text with any words in its holes."""
    return ".+".join(map(re.escape, re.split(r"\{\w+\}", text)))


def test_the_page_for_designers_lists_them() -> None:
    text = (Path(__file__).parents[2] / "docs" / "designers.md").read_text("utf-8")

    for right, rows in groupby(ROWS, lambda row: row.right):
        wrong = ", ".join(_in_one_line(row.wrong) for row in rows)
        assert f"| {wrong} | {_in_one_line(right)} |\n" in text


def _in_one_line(lines: str) -> str:
    """Some lines as a cell of a table shows them."""
    shown = lines.replace("|", r"\|").split("\n")
    return ", below it ".join(f"`{line.strip()}`" for line in shown)
