"""Lists of what the books hold that a rulebook comes from."""

import pytest

from rulesrun.dsl.data.rulebook import read_rulebook, with_sources
from rulesrun.dsl.data.sources import places, read_sources, sources_name

HEAD = "source,page,sentence,kind,paragraphs,note\n"


def test_the_list_stands_beside_the_rulebook() -> None:
    assert "nim/sources.csv" == sources_name("nim/rulebook.md")
    assert "sources.csv" == sources_name("rulebook.md")


def test_units_name_paragraphs_and_ranges_of_them() -> None:
    units, flaws = read_sources(f'{HEAD}book,p.6,3,rule,N-1 N-4..6 E-1,"a, b"\n')

    assert () == flaws
    assert ("N-1", "N-4", "N-5", "N-6", "E-1") == units[0].paragraphs
    assert ("book p.6, 3", "a, b") == (units[0].place, units[0].note)


def test_a_unit_may_stand_in_no_paragraph_yet() -> None:
    units, flaws = read_sources(f"{HEAD}book,p.6,,table,,\n")

    assert () == flaws
    assert ((), "book p.6") == (units[0].paragraphs, units[0].place)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("book,p.1,,advice,N-1,", "a source holds no `advice`"),
        (",p.1,,rule,N-1,", "this line names no source"),
        ("book,p.1,,rule,N-1 to N-4,", "`to` is not the number of a paragraph"),
        ("book,p.1,,rule,N-4..1,", "`N-4..1` is not the number of a paragraph"),
        (
            "book,p.1,,rule,N-1..99999999,",
            "`N-1..99999999` is not the number of a paragraph",
        ),
        ("book", "a source holds no ``"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_the_others_are_kept(
    row: str, message: str
) -> None:
    units, flaws = read_sources(f"{HEAD}{row}\nbook,p.2,,rule,N-2,\n")

    assert [message] == [flaw.message for flaw in flaws]
    assert [2] == [flaw.line for flaw in flaws]
    assert ["book p.2"] == [unit.place for unit in units]


def test_a_list_without_its_columns() -> None:
    units, flaws = read_sources("book,page\n1,2\n")

    assert () == units
    assert ["a list of sources has no column `source`"] == [f.message for f in flaws]


def test_nothing_is_told_where_no_page_is_known() -> None:
    units, _ = read_sources(
        f"{HEAD}book,,,rule,N-1 N-2,\nbook,p.2,,rule,N-2,\nother,p.9,1,example,N-2,\n"
    )
    book = read_rulebook("N-1. One.\n\nN-2. Two.\n")

    told = with_sources(book, places(units))

    assert ["", "book p.2; other p.9, 1"] == [p.source for p in told]
    assert [p.digest for p in book] == [p.digest for p in told]
