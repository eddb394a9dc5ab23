"""Texts as they come: ends of lines, blanks that are none, and what does not show."""

import pytest
from compiling import small

from rulesrun.dsl.data.rulebook import read_rulebook
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.remedies import applied
from rulesrun.dsl.problems.render import render_full
from rulesrun.dsl.text import lines_of, turned, width

GAME = """\
language 1

game small "Small":
    players 2

state:
    heap "heap": int  # a comment

play:
    heap = 3
    heap += 1
    nobody wins
"""

WRONG = GAME.replace("heap += 1", "hep += 1")


def only(text: str) -> Diagnostic:
    (problem,) = small(text).diagnostics
    return problem


def test_the_game_itself_is_right() -> None:
    assert small(GAME).diagnostics == ()


# ---- lines -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a\nb\nc", 3),
        ("a\r\nb\rc\n", 3),
        ("a\n\n", 2),
        ("", 0),
        ("\ufeffa", 1),
        ("a\u2028b\u2029c\x0bd\x0ce\x1cf\x85g", 1),
    ],
)
def test_lines(text: str, number: int) -> None:
    assert len(lines_of(text)) == number


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("comment", ["a comment", "one\u2028two\u2029three", "a\xa0b"])
def test_the_line_that_is_shown_is_the_line_that_is_meant(
    end: str, mark: str, comment: str
) -> None:
    text = mark + WRONG.replace("a comment", comment).replace("\n", end)

    problem = only(text)
    shown = render_full(problem, {"small.rules": text}).split("\n")

    assert (problem.span.line, problem.span.column) == (11, 5)
    assert "  11 |     hep += 1" in shown
    assert small(applied(text, problem.edits)).diagnostics == ()


def test_a_mark_of_the_order_of_bytes_moves_nothing_on_the_first_line() -> None:
    text = "\ufeffgme small:\n    players 2\n"
    (problem,) = [d for d in small(text).diagnostics if d.code == "unknown-declaration"]

    shown = render_full(problem, {"small.rules": text}).split("\n")

    assert shown[1:3] == ["  1 | gme small:", "    | ^^^"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rulebooks_have_the_same_lines(end: str) -> None:
    text = "# Title\nN-1. One\u2028more.\nN-2. Two.\n".replace("\n", end)

    result = [(p.number, p.text, p.line) for p in read_rulebook(text)]

    assert result == [("N-1", "One more.", 2), ("N-2", "Two.", 3)]


CITING = GAME.replace("players 2", 'players 2\n    rulebook "small.md"').replace(
    "heap = 3", "heap = 3  @N-2"
)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_citations_find_their_paragraphs(end: str) -> None:
    rulebook = end.join(["N-1. One.", "N-2. Two."])

    assert small(CITING, {"small.md": rulebook}).diagnostics == ()


TABLE = GAME.replace(
    "play:", 'table prize (place: 1..3 -> points: int) from "prize.csv"\n\nplay:'
).replace("heap = 3", "heap = prize[1]")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_tables_have_the_same_lines(end: str) -> None:
    rows = ["place,points", "1,5", "2,many", "3,1"]

    (problem,) = small(TABLE, {"prize.csv": end.join(rows)}).diagnostics

    assert (problem.span.path, problem.span.line) == ("prize.csv", 3)


def test_what_ends_no_line_ends_no_row() -> None:
    text = TABLE.replace("-> points: int", "-> points: int, note: text")
    text = text.replace("prize[1]", "prize[1].points")
    rows = "place,points,note\n1,5,a\u2028b\n2,x,c\n3,1,d\n"

    (problem,) = small(text, {"prize.csv": rows}).diagnostics

    assert problem.span.line == 3


# ---- blanks that are none ----------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "code", "says"),
    [
        ("\xa0\xa0\xa0\xa0heap", "bad-indentation", "a no-break space is no blank in"),
        ("  \xa0 heap", "bad-indentation", "a no-break space"),
        ("\u3000   heap", "bad-indentation", "an ideographic space"),
        ("    heap\xa0", "syntax", "a no-break space is no blank between words"),
        ("    \u200bheap", "syntax", "an invisible character (zero width space)"),
        ("    he\u00adap", "syntax", "an invisible character (soft hyphen)"),
        ("    heap\u200c", "syntax", "an invisible character (zero width non-joiner)"),
        ("    heap\ufeff", "syntax", "an invisible character (zero width no-break"),
        ("    heap\u2028", "syntax", "an invisible character (line separator)"),
        ("    heap\u3164", "syntax", "an invisible character (hangul filler)"),
        ("    \u202eheap", "syntax", "an invisible character (right-to-left override)"),
    ],
)
def test_one_message_names_what_does_not_show(wrong: str, code: str, says: str) -> None:
    text = GAME.replace("    heap", wrong)

    problem = only(text)

    assert problem.code == code
    assert says in problem.message
    assert small(applied(text, problem.edits)).diagnostics == ()


def test_beside_what_is_no_text_they_hide_nothing() -> None:
    result = [d.code for d in small(f"\0\u200c\n{GAME}").diagnostics]

    assert "not-text" in result


def test_in_texts_and_comments_they_do_no_harm() -> None:
    text = GAME.replace("a comment", "a\xa0\u200b\u2028b").replace(
        "Small", "S\u200c\xa0m"
    )

    assert small(text).diagnostics == ()


# ---- direction ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("plain", None),
        ("\u202eabc\u202c", 0),
        ("a\u202dbc", 1),
        ("a\u2067bc\u2069 d", None),
        ("a\u2067bc", 1),
        ("a\u2067b\u2066c\u2069", 1),
        ("a\u202bb\u2069", 1),
        ("a\u202bb\u202c", None),
        ("\u200eab\u200f", None),
    ],
)
def test_turned(text: str, place: int | None) -> None:
    assert turned(text) == place


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("# a comment", "# a \u202e comment"),
        ('"Small"', '"Sm\u202eall"'),
        ('"Small"', '"Sm\u2066all"'),
        ("# a comment", "# a \u2067 comment \u202c"),
    ],
)
def test_a_text_that_reads_otherwise_is_a_warning(right: str, wrong: str) -> None:
    text = GAME.replace(right, wrong)

    problem = only(text)

    assert problem.code == "turned-text"
    assert small(applied(text, problem.edits)).diagnostics == ()


# ---- width -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("abc", 3),
        ("日本", 4),
        ("می‌رود", 5),
        ("e\u0301", 1),
        ("👍", 2),
        ("\u1112\u1161\u11ab", 2),
    ],
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns
