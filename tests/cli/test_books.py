"""`rulesrun trace --sources`, and pages told beside paragraphs."""

from pathlib import Path

import pytest
from running import Ran, rulesrun

RULES = """\
language 1

game nim "Nim":
    players 2
    rulebook "nim/rulebook.md"

state:
    heap "heap": 0..9 = 9                                                   @N-1

play:
    let p = first(players)
    while heap > 0:                                                         @N-2
        p must take
        p = p.left

action take(p: player) "Take":
    choose n "how many" in 1..3                                             @N-3
        where n <= heap
            "so many are not there"
    heap -= n

scenario "three":                                                           @N-3
    players 2
    player 1: 3
    expect heap == 6                                                        @N-1
"""
BOOK = "N-1. Nine.\n\nN-2. In turn.\n\nN-3. Three at most.\n"
HEAD = "source,page,sentence,kind,paragraphs,note\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nim").mkdir()
    (tmp_path / "nim.rules").write_text(RULES, "utf-8")
    (tmp_path / "nim" / "rulebook.md").write_text(BOOK, "utf-8")
    return tmp_path


def traced(folder: Path, rows: str, *more: str) -> Ran:
    (folder / "nim" / "sources.csv").write_text(HEAD + rows, "utf-8")
    return rulesrun("trace", folder / "nim.rules", "--sources", *more)


def test_all_that_a_book_holds_is_followed(folder: Path) -> None:
    ran = traced(folder, "book,p.6,1,rule,N-1..3,\nbook,p.6,2,example,N-3,\n")

    assert 0 == ran.code, ran.out
    assert "source  rule  examples  tables  notes  covered" in ran.out
    assert "book       1         1       0      0      2/2" in ran.out
    assert "Not covered: none" in ran.out


def test_what_is_missing_is_told_with_its_place(folder: Path) -> None:
    rows = "book,p.6,1,rule,,\nbook,p.7,,example,N-2,\nother,,,note,N-1,\n"
    ran = traced(folder, rows)

    assert 1 == ran.code
    assert (
        "Not covered: 2\n"
        "  book p.6, 1: it stands in no paragraph\n"
        "  book p.7: no scenario cites its paragraph\n"
    ) in ran.out


def test_without_a_list_the_columns_are_told(folder: Path) -> None:
    ran = rulesrun("trace", folder / "nim.rules", "--sources")

    assert 1 == ran.code
    assert "no list of sources" in ran.err
    assert "source,page,sentence,kind,paragraphs,note" in ran.err


def test_a_line_of_the_list_that_cannot_be_read(folder: Path) -> None:
    ran = traced(folder, "book,p.6,1,advice,N-1,\n")

    assert 1 == ran.code
    assert "sources.csv:2:1: error[bad-source]: a source holds no `advice`" in ran.err


def test_a_page_is_told_beside_the_paragraph(folder: Path) -> None:
    (folder / "nim" / "sources.csv").write_text(
        f"{HEAD}book,p.6,2,rule,N-3,\n", "utf-8"
    )
    rulesrun("play", folder / "nim.rules", "--log", folder / "x.log", typed="1\nquit\n")
    ran = rulesrun(
        "why", f"{folder}/x.log@0", "take", "5", "--rules", folder / "nim.rules"
    )

    assert "@N-3 Three at most. [book p.6, 2]" in ran.out


def test_the_list_is_no_part_of_the_rules(folder: Path) -> None:
    rulesrun("play", folder / "nim.rules", "--log", folder / "x.log", typed="1\nquit\n")
    traced(folder, "book,p.6,1,rule,N-1..3,\n")

    ran = rulesrun(
        "replay", folder / "x.log", "--rules", folder / "nim.rules", "--verify"
    )

    assert 0 == ran.code, ran.out + ran.err
    assert "have changed" not in ran.out + ran.err
