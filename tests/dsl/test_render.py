"""How problems are shown: wording and layout by snapshot, the rest by property.

Longer than most tests, because the problems that it shows are written out in full.
"""

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from rulesrun.dsl.problems.codes import CATALOGUE, CODES, problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label, Severity
from rulesrun.dsl.problems.explain import explain
from rulesrun.dsl.problems.render import render_full, render_json, render_short
from rulesrun.dsl.problems.spans import Span

ALHAMBRA = """\
language 1

game alhambra "Alhambra" fa "الحمرا":
    players 2..6
    languages en, fa

enum Currency:
    denar "denar" fa "دینار آبی‌رنگ"
    dirham "dirham" fa "درهم سبز"
    florin "florin" fa "دینار آبی‌رنگ" "yellow" @AL-6
    denar "denier"

card Money "money card":
    currency: Currency
    value: 1..9

table scoring(round: 1..3, kind: Kind -> points: 0..24) from "alhambra/scoring.csv"

state:
    market[Currency]: space of Building
    money: deck of Money

each player:
    hand: hand of Money, seen by owner

action buy(p: player) "Buy a building":
    choose slot in Currency
        where market[slot] is not none "that space of the market is empty" @AL-24
    choose cards from p.hand, at least 1
        where it.currency = slot "pay in the currency of the space" @AL-25
    require sum(c.value for c in cards) >= market[slot] "that is too little money"
    move cards to discards

function wealth(p: player) -> int:
    if p.hand is not empty:
        return sum(c.value for c in p.hand)
"""

SCORING = """\
round,kind,place,points
1,pavilion,1,1
1,seraglio,1,2
1,arcades,1,-3
1,chambers,1,4
"""


LONG = (
    'rule wide: announce "'
    + "".join(f"{n} " for n in range(40))
    + '" if some p in players where p.points >= 50 and p.hadn is empty '
    + "".join(f"or p.points == {n} " for n in range(40))
)

# A tab, a code that clears the screen, a turn of direction, a space without width.
STRANGE = "rule odd:\n\tdo\tre\x1b[2Jfill \u202eleft\u202c o\u200bne 袋 from 袋子\r\n"

SOURCES = {
    "alhambra.rules": ALHAMBRA,
    "alhambra/scoring.csv": SCORING,
    "long.rules": LONG,
    "strange.rules": STRANGE,
}


def at(words: str, nth: int = 1, *, path: str = "alhambra.rules") -> Span:
    """Where some words of a text stand, the nth time that they do."""
    source = SOURCES[path]
    start = -1
    for _ in range(nth):
        start = source.index(words, start + 1)
    before, whole = source[:start].split("\n"), source[: start + len(words)].split("\n")
    return Span(path, len(before), len(before[-1]) + 1, len(whole), len(whole[-1]) + 1)


UNKNOWN = problem(
    "unknown-name",
    at("discards"),
    'there is no place called "discards"',
    mark="unknown",
    hint='did you mean "discard"?',
)
DUPLICATE = problem(
    "duplicate-name",
    at("denar", 3),
    'Currency has two values called "denar"',
    mark="again here",
    labels=(Label(at("denar"), "first here"),),
    hint="remove or rename one of them",
)
TWO_ON_A_LINE = problem(
    "not-comparable",
    at(">="),
    "a number cannot be compared with a Building",
    mark="compares them",
    labels=(
        Label(at("market[slot]", 2), "a Building, or none"),
        Label(at("sum(c.value for c in cards)"), "a number"),
        Label(at("space of Building"), "the market holds them"),
    ),
    hint="compare with a field of the building, such as its cost",
)
CELL = problem(
    "bad-cell",
    at("-3", path="alhambra/scoring.csv"),
    "an arcades row gives -3 points, and the table allows 0..24",
    mark="below 0",
    labels=(
        Label(at("points", path="alhambra/scoring.csv"), "in this column"),
        Label(at("points: 0..24"), "allowed here"),
    ),
)
PERSIAN = problem(
    "syntax",
    at('"yellow"'),
    'after the label "دینار آبی‌رنگ" stands a second one for Persian',
    mark="one too many",
    labels=(
        Label(at("آبی‌رنگ", 2), "a joiner takes no room"),
        Label(at('"دینار آبی‌رنگ"'), "another value has this label already"),
    ),
    hint='write  florin "florin" fa "فلورین زرد"',
)
SEVERAL_LINES = problem(
    "no-value",
    at(ALHAMBRA[ALHAMBRA.index("if p.hand") :]),
    "wealth returns nothing when the hand is empty",
    mark="nothing is returned after this",
    labels=(Label(at("-> int"), "a number is promised"),),
    hint="add a last line that returns 0",
)
CLOSE_BY = problem(
    "equals-in-condition",
    at("="),
    "a condition only looks, and never sets a value",
    mark="sets a value",
    labels=(Label(at("market[slot] is not none"), "this one only looks"),),
    hint="write  it.currency == slot",
)
LONG_LINE = problem(
    "unknown-field",
    at("hadn", path="long.rules"),
    'a player has no "hadn"',
    mark="unknown",
    hint='did you mean "hand"?',
)
FAR_APART = problem(
    "wrong-type",
    at("p.points == 39", path="long.rules"),
    "points go up to 30",
    mark="never true",
    labels=(
        Label(at("announce", path="long.rules"), "never said"),
        Label(at("p.points == 38", path="long.rules"), "never true either"),
        Label(at("players", path="long.rules"), "for any of these"),
    ),
)
LONG_SPAN = problem(
    "line-too-long",
    Span("long.rules", 1, 23, 1, len(LONG) + 1),
    f"this line has {len(LONG)} letters",
    mark="more than any rule needs",
)
LINE_END = problem(
    "unreadable-table",
    at('"alhambra/scoring.csv"'),
    "there is no file alhambra/scoring.csv",
    mark="looked for beside alhambra.rules",
)
STRANGE_SIGNS = problem(
    "syntax",
    at("\x1b[2J", path="strange.rules"),
    'this line holds a sign that cannot be seen: "\x1b"',
    mark="here",
    labels=(
        Label(at("left", path="strange.rules"), "between two turns of direction"),
        Label(at("\u200b", path="strange.rules"), "a space without width"),
        Label(at("袋子", path="strange.rules"), "two wide letters"),
    ),
)
NEVER_OFFERED = problem("never-offered", at("buy"), "no menu offers the action buy")
END_OF_FILE = problem(
    "missing-play",
    Span("alhambra.rules", 38, 1, 38, 1),
    "the game never says how it is played",
    mark="the file ends here",
    labels=(Label(at("game alhambra"), "this game"),),
    hint="add a block  play:  with the course of the game",
)
UNREADABLE = problem(
    "unreadable-table",
    Span("gone.csv", 1, 1, 1, 1),
    "the table gone.csv cannot be read",
    mark="not shown",
    labels=(
        Label(Span("gone.rules", 3, 5, 3, 9), "its columns stand here"),
        Label(at("table scoring"), "it belongs to this table"),
    ),
    hint="save it as plain text in UTF-8",
)


@pytest.mark.parametrize(
    "diagnostic",
    [
        pytest.param(UNKNOWN, id="one place"),
        pytest.param(DUPLICATE, id="two places"),
        pytest.param(TWO_ON_A_LINE, id="several on a line"),
        pytest.param(CELL, id="cell of a table"),
        pytest.param(PERSIAN, id="Persian"),
        pytest.param(SEVERAL_LINES, id="several lines"),
        pytest.param(CLOSE_BY, id="one line between"),
        pytest.param(LONG_LINE, id="long line"),
        pytest.param(FAR_APART, id="far apart on a long line"),
        pytest.param(LONG_SPAN, id="long place"),
        pytest.param(LINE_END, id="no room for the mark"),
        pytest.param(STRANGE_SIGNS, id="strange signs"),
        pytest.param(END_OF_FILE, id="end of the file"),
        pytest.param(UNREADABLE, id="text not at hand"),
    ],
)
def test_full(diagnostic: Diagnostic, snapshot_txt: SnapshotAssertion) -> None:
    assert snapshot_txt == render_full(diagnostic, SOURCES)


def test_short(snapshot_txt: SnapshotAssertion) -> None:
    problems = [UNKNOWN, CELL, PERSIAN, STRANGE_SIGNS, NEVER_OFFERED]

    assert snapshot_txt == "".join(f"{render_short(each)}\n" for each in problems)


def test_json(snapshot_txt: SnapshotAssertion) -> None:
    assert snapshot_txt == render_json([UNKNOWN, DUPLICATE])


def test_json_keeps_every_letter() -> None:
    (read,) = json.loads(render_json([PERSIAN]))

    assert PERSIAN.message == read["message"]
    assert render_json([PERSIAN]).isascii()
    assert [] == json.loads(render_json([]))


def test_colour_is_there_when_asked_for() -> None:
    assert "\x1b[1;31merror[unknown-name]\x1b[0m" in render_full(
        UNKNOWN, SOURCES, colour=True
    )


# --- any place in any text ---------------------------------------------------

letters = st.one_of(
    st.characters(codec=None),
    st.sampled_from("ab \t\n\r\x00\x1b\x85\u200c\u200d\u202e\u2028گچ۴袋\ud800\u0301"),
)
texts = st.one_of(
    st.text(letters, max_size=60),
    st.text(st.sampled_from("ab \u200c\u0301گ袋\t"), min_size=80, max_size=400),
)
numbers = st.integers(-3, 500)
places = st.builds(
    Span, st.sampled_from(["a", "b", "missing\n"]), *[numbers | st.integers(1, 3)] * 4
)
problems = st.builds(
    Diagnostic,
    code=st.sampled_from(sorted(CATALOGUE)),
    severity=st.sampled_from(Severity),
    message=texts,
    span=places,
    mark=texts,
    labels=st.lists(st.builds(Label, places, texts), max_size=4).map(tuple),
    hint=st.none() | texts,
)


@given(problems, texts, texts)
def test_nothing_makes_it_fail(diagnostic: Diagnostic, one: str, other: str) -> None:
    sources = {"a": one, "b": other}
    full = render_full(diagnostic, sources)
    coloured = render_full(diagnostic, sources, colour=True)

    assert full == re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert {"\n"} >= {sign for sign in full if unicodedata.category(sign) in UNSEEN}
    assert full.encode("utf-8")
    assert "\n" not in render_short(diagnostic)
    assert json.loads(render_json([diagnostic]))
    for line in full.split("\n"):
        if re.match(r" +([0-9-]+ )?\|", line):
            assert columns(line) < 100
            assert line == line.rstrip()


UNSEEN = {"Cc", "Cs", "Zl", "Zp"}
NARROW = {"Mn", "Me", "Cf"}


def columns(line: str) -> int:
    """How wide a line is, for the few wide and narrow letters that we draw from."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in line)
    return len(line) + wide - sum(unicodedata.category(c) in NARROW for c in line)


@given(st.text("abcd =", min_size=1, max_size=300), st.data())
def test_the_place_is_underlined(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, len(line)))
    span = Span("a", 1, start + 1, 1, end + 1)

    _, above, below = render_full(problem("syntax", span, "here"), {"a": line}).split(
        "\n"
    )
    signs = re.search(r"\^+", below)

    assert signs is not None
    marked = above.ljust(len(below))[signs.start() : signs.end()]
    if marked.endswith("…"):
        assert line[start:end].startswith(marked[:-1])
    else:
        assert line[start:end] == marked


@given(
    st.text("گچ\u0301\u200c袋a", max_size=20),
    st.text("گچ\u0301\u200c袋a", max_size=20).map("a{}".format),
)
def test_signs_are_as_wide_as_the_letters(before: str, marked: str) -> None:
    span = Span("a", 1, len(before) + 1, 1, len(before + marked) + 1)

    below = render_full(problem("syntax", span, "here"), {"a": before + marked})

    assert below.endswith(f"\n    | {' ' * columns(before)}{'^' * columns(marked)}")


# --- the catalogue -----------------------------------------------------------


@pytest.mark.parametrize("name", CATALOGUE)
def test_code(name: str) -> None:
    code = CATALOGUE[name]

    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert re.fullmatch(r"[A-Z][^\n]{30,110}\.", code.sentence)
    assert code.severity is problem(name, at("game"), "").severity
    assert (explain(name) or "").startswith(code.sentence)


def test_codes_and_sentences_stand_there_once() -> None:
    assert len(CODES) == len(CATALOGUE)
    assert len(CATALOGUE) == len({code.sentence for code in CATALOGUE.values()})


def test_unknown_code() -> None:
    assert explain("no-such-code") is None
    assert explain("../explain") is None
    with pytest.raises(KeyError):
        problem("no-such-code", at("game"), "")


def test_explain_adds_the_page_of_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesrun.dsl.problems.explain.files", lambda package: tmp_path)
    page = tmp_path / "explanations" / "syntax.md"
    page.parent.mkdir()
    page.write_text("Look at the signs.\n\nWrong:\n\n    do do\n", "utf-8")

    assert (
        f"{CATALOGUE['syntax'].sentence}\n\nLook at the signs.\n\nWrong:\n\n    do do"
    ) == explain("syntax")
    assert CATALOGUE["unknown-name"].sentence == explain("unknown-name")
