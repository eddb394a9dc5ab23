"""The formatter: one way to write a file, and never another meaning."""

# ruff: noqa: E501  (the lines of the examples are as long as they are)

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.format import format_rules
from rulesrun.dsl.syntax.forms import alike
from rulesrun.dsl.syntax.parse import parse, tokens

RULES = sorted((Path(__file__).parents[2] / "rules").rglob("*.rules"))

MESSY = """\
language   1
game nim "Nim" fa   "نیم" :
  players 2


  rulebook "nim.md" @NI-1
table prize(place:1..3->points:int),otherwise 0 :
  1|10
  2 |5  @NI-2
  # the last
  3|   -1
# how it is played

play:
  let n=-1+2 * (3-1)
  for each  p in players where p.left!=p:   # everybody
      p chooses x in [1,2 , 3]
          where x>=n   "that is too few, and here is a long reason why" fa "این خیلی کم است و باید بیشتر بردارید"   @NI-3 @NI-4
          where x in 1 .. 3 "no"
      if not(x==1)and size([y for y in[1,2] where y<x])>0:
        pass
      turn p:p   must take( p )"Take"  @NI-5
        otherwise :
            pass
scenario "a":
  players   2
  player 1: take n=2  
  expect refused player 1: take n=9 because "no"
"""

CLEAN = """\
language 1
game nim "Nim" fa "نیم":
    players 2

    rulebook "nim.md"                                                       @NI-1
table prize (place: 1..3 -> points: int), otherwise 0:
    1 | 10
    2 | 5                                                                   @NI-2
    # the last
    3 | -1
# how it is played

play:
    let n = -1 + 2 * (3 - 1)
    for each p in players where p.left != p:  # everybody
        p chooses x in [1, 2, 3]
            where x >= n                                                    @NI-3 @NI-4
                "that is too few, and here is a long reason why" fa "این خیلی کم است و باید بیشتر بردارید"
            where x in 1..3  "no"
        if not (x == 1) and size([y for y in [1, 2] where y < x]) > 0:
            pass
        turn p: p must take(p) "Take"                                       @NI-5
            otherwise:
                pass
scenario "a":
    players 2
    player 1: take n=2
    expect refused player 1: take n=9 because "no"
"""


def test_a_messy_file_becomes_a_clean_one() -> None:
    assert format_rules(MESSY) == CLEAN


def test_a_clean_file_stays_as_it_is() -> None:
    assert format_rules(CLEAN) == CLEAN


def test_formatting_keeps_the_meaning() -> None:
    before, after = parse(MESSY, "nim.rules"), parse(CLEAN, "nim.rules")

    assert before.diagnostics == ()
    assert before.file == after.file


def test_an_empty_file_stays_empty() -> None:
    assert format_rules("\n\n") == ""


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.stem)
def test_shipped_files_keep_their_meaning(path: Path) -> None:
    text = path.read_text("utf-8")
    tidy = format_rules(text)

    assert parse(text, "x").file == parse(tidy, "x").file
    assert format_rules(tidy) == tidy


@pytest.mark.parametrize("path", RULES, ids=lambda p: p.stem)
def test_shipped_files_are_formatted(path: Path) -> None:
    text = path.read_text("utf-8")

    assert format_rules(text) == text


COMMENTS = """state:
    a: int  # behind a line
    # at the end of the state

    # at the end, and apart
# of the next block

play:
    # before the choice
    player 1 chooses n in [  # inside a bracket
        1,
        # alone in the bracket
        3
        # at the end of the bracket
    ]
        # before where
        where n != 2  # why
        # behind the clauses
    if n == 1:
        while a < 3:
            a += 1
            # at the end of the loop
        # at the end of the branch
    # before else
    else:
        a += 2
        # at the end of the other branch
    let b = [
        1,
        2  # behind an item
    ] + ([
        3]
    )  # behind what closes
    nobody wins
    # at the end of the play

constant few = most([
    1,
    2
])
# at the end of the file
"""


def test_a_comment_stays_in_the_block_at_whose_end_it_stands() -> None:
    assert format_rules(COMMENTS) == COMMENTS
    narrow = re.sub(
        r"^ +", lambda m: m[0][: len(m[0]) // 2], COMMENTS, flags=re.MULTILINE
    )

    assert format_rules(narrow) == COMMENTS


def test_a_comment_that_stands_nowhere_goes_with_the_next_line() -> None:
    text = "play:\n    a = 1\n# left\n    b = 2\n          # right\n    c = 3\n"

    assert format_rules(text) == (
        "play:\n    a = 1\n    # left\n    b = 2\n    # right\n    c = 3\n"
    )


@pytest.mark.parametrize(
    "name",
    "at by down exactly from hex least most rhombus square times up within x".split(),
)
def test_what_is_called_like_a_word_of_the_language_is_called_as_others_are(
    name: str,
) -> None:
    for text in (
        "function at(n: int) -> int = n otherwise at(n) + at(at(n)) * -at(n)",
        "condition at(n: int) = at(n) > 1 and not at(n)",
        "shown at(n: int) = [at(n) for n in at(1)]",
        "amount at(n: int) = n, at least at(2), at most at(3)",
        "action at(n: int): p must at(n)",
        "event at(n: int)",
        "head at(n: int):\n    require at(n)\n    head at(n)",
        "rule at(n: int):\n    do at(n)\n    raise at(n)\n    return at(n)\n    p may at(n)",
        "rule r:\n    if can at(n): move at(n) to at(n) at at(n)",
        "always at(n) in at(n) or at(n) is at(n)",
    ):
        line = text.replace("at(", f"{name}(") + "\n"
        assert format_rules(line) == line


@settings(max_examples=60)
@given(st.data())
def test_spacing_never_matters(data: st.DataObject) -> None:
    """However the words are spaced, the same text comes out."""
    width = data.draw(st.integers(1, 8))
    lines = []
    for line in CLEAN.splitlines():
        level = (len(line) - len(line.lstrip())) // 4
        body = line.strip()
        if not body.startswith(("#", '"', "player", "expect")):
            gap = " " * data.draw(st.integers(1, 4))
            if '"' not in body and "#" not in body:
                body = re.sub(r" (?=[a-z=@])", gap, body)
        lines.append(" " * (width * level) + body)

    assert format_rules("\n".join(lines)) == CLEAN


KEYWORDS = """\
language 1

game f "F":
    players 2
    require (player_count) > 1  "no"

option many "Many": 1..3 = (2)

constant side = (3 + 4)

board land "land": square (side) x (2)

supply:
    (2 if player_count == 2 else 3) of each Coin

neutral dummy "dummy" when (player_count) == 2

amount tax(p: player) = (p.seat + 1) * 2, at least (side), at most (2 * side)

adjust tax(p) when (p.seat) > 1 order 1: (result) + 1

function f(p: player) -> int =
    (p.seat + 1) * 2

rule r(p: player):
    let a = most((x.value for x in p.hand), otherwise (p.points + 1) * 2)
    let b = reach from (c) within (n + 1) in (land) stepping x to y by s where (s) != east
    let c = steps from (a) to (b) in (land) stepping x to y where (x) != y
    let d = all q in players where (q) != p having most (q.points) then least (q.seat)
    let e = standings of q in (players) by most (q.points) then least (q.seat)
    let g = (a) / (b) rounded down
    let h = regions of (land)
    let i = grid with (t) at (c) without (d)
    let j = not (a) and (b) or (c) mod (d)
    let k = (a) if (b) else (c)
    let l = every q in (players) has (q.points) > 1
    let m = longest loop in (land) stepping x to y where (x) != y
    if (a) in (b):
        return (c)
    else if (a) is (b):
        stop
    while (a):
        draw (n) from (deck) to (p.hand)
    repeat (n) times:
        move (n) from (p.coins) to (bank)
    repeat:
        move (card) to bottom of (deck)
    until (a)
    move (card) to (grid) at (c)
    turn (p): shuffle (deck)
    best for (p) by (p.points):
        rank players by most (it.points) then least (it.seat)
    p chooses cards from (p.hand), at least (n), at most (m)
        where (it.value) > 1
        require (size(cards)) > 1
        prefer (it.value) > 2
    p chooses cards from (p.hand), exactly (n)
    p chooses one of:
        take(p) when (p.points) > 1
    (p) wins
    let times = times - 1
    let within = within(1) + at("b3") + by - 1
"""


TWO_WAYS = """\
language 2

condition rich(p: player) "that is too little" fa "کم است" = p.points > 2  @A-1  # so
condition early() "it is too late" =
    size([1,
        2]) > two()

condition said_below() "no" =
    two() == 2
    "yes"

function two() = one() + one()

rule r():
    let x = the n in f() having most n where n > g()  # where
    for each q in players having most q.points then least q.seat where q.points > 0: do r()
    let y = sum(x for x in [1, 2] having most (x + 1) where x mod 2 == 1) + 1
    let z = all q in S having most q.points where some n in q.cells where n.free
    move any t in f() having least t where t > 1 to box
    p chooses one of:
        rest(), sing()
        rest() when two() == 2
    p must rest()
    raise e()
"""

ONE_WAY = """\
language 2

condition rich(p: player) = p.points > 2                                    @A-1  # so
    "that is too little" fa "کم است"
condition early() =
    size([1,
        2]) > two
    "it is too late"

condition said_below() "no" =
    two == 2
    "yes"

function two() = one + one

rule r():
    let x = the n in f where n > g having most n  # where
    for each q in players where q.points > 0 having most q.points then least q.seat: do r
    let y = sum(x for x in [1, 2] where x mod 2 == 1 having most (x + 1)) + 1
    let z = all q in S having most q.points where some n in q.cells where n.free
    move any t in f where t > 1 having least t to box
    p chooses one of:
        rest(), sing()
        rest() when two == 2
    p must rest()
    raise e
"""


def test_what_can_be_written_in_two_ways_is_written_in_one() -> None:
    assert ONE_WAY == format_rules(TWO_WAYS)
    assert ONE_WAY == format_rules(ONE_WAY)
    before, after = parse(TWO_WAYS, "x").file, parse(ONE_WAY, "x").file
    assert before is not None
    assert alike(before, after)
    assert before != after


def test_a_blank_stands_between_every_word_of_the_language_and_a_bracket() -> None:
    assert format_rules(KEYWORDS) == KEYWORDS


def read_as(text: str) -> list[tuple[str, str]]:
    """The words of a text, without what is between its lines."""
    return [
        (kind, word) for _, _, kind, word in tokens(text) if not kind.startswith("_")
    ]


LANGUAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```rules[^\n]*\n(.*?)^```", LANGUAGE, re.MULTILINE | re.DOTALL)


SHORT = [text for path in RULES if len(text := path.read_text("utf-8")) < 9000]


@pytest.mark.parametrize(
    "text",
    [KEYWORDS, CLEAN, *EXAMPLES, *SHORT],
    ids=lambda text: repr(text[:40]),
)
def test_no_word_is_changed(text: str) -> None:
    bracketed = re.sub(r"(?<=[ (])(\d+)(?=[ ),]|$)", r"(\1)", text)

    assert read_as(format_rules(text)) == read_as(text)
    assert read_as(format_rules(bracketed)) == read_as(bracketed)


def test_columns_are_as_wide_as_they_show() -> None:
    messy = """\
table note (n: 1..3 -> a: text, b: int):
    1 | "日本" | 3
    2 | "ab" | 4
    3 | "می‌رود" | 5
"""
    clean = """\
table note (n: 1..3 -> a: text, b: int):
    1 | "日本"  | 3
    2 | "ab"    | 4
    3 | "می‌رود" | 5
"""

    assert format_rules(messy) == clean


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_may_end_in_any_way(end: str) -> None:
    assert format_rules(MESSY.replace("\n", end)) == CLEAN


def test_what_ends_no_line_stays_in_its_line() -> None:
    text = "language 1\n# one \u2028 two \x0c three\u00a0\n"

    assert format_rules(text) == text


CITED = """\
language 1

game nim "Nim":
    players 2
    rulebook "nim.md"

function taken_by_all(p) -> int =
    sum(p.taken for p in players)  @NI-1  # a remark
    @NI-2
    @NI-3 @NI-4 @NI-5 @NI-6 @NI-7 @NI-8 @NI-9

rule stop:
    if taken_by_all(p) > 5 and taken_by_all(p) < 25 and taken_by_all(p) != 17: @NI-1 @NI-20 @NI-300
        @NI-4000
        nobody wins @NI-5
"""

BELOW = """\
function taken_by_all(p) -> int =
    sum(p.taken for p in players)              @NI-1 @NI-2 @NI-3 @NI-4 @NI-5 @NI-6 @NI-7 @NI-8 @NI-9  # a remark

rule stop:
    if taken_by_all(p) > 5 and taken_by_all(p) < 25 and taken_by_all(p) != 17:  @NI-1 @NI-20 @NI-300
                                                                            @NI-4000
        nobody wins                                                         @NI-5
"""


def test_citations_that_find_no_room_stand_below() -> None:
    clean = format_rules(CITED)

    assert BELOW == clean[clean.index("function") :]
    assert clean == format_rules(clean)
    read, again = parse(CITED, "nim.rules"), parse(clean, "nim.rules")
    assert () == read.diagnostics
    assert read.file == again.file
    stop = read.file.declarations[-1] if read.file else None
    assert isinstance(stop, nodes.RuleDecl)
    cited = [c.paragraph for node in walk(stop) for c in getattr(node, "cites", ())]
    assert ["NI-1", "NI-20", "NI-300", "NI-4000", "NI-5"] == cited


def test_a_citation_with_nothing_above_it_cites_for_nothing() -> None:
    read = parse('language 1\n\n@NI-1\ngame nim "Nim":\n    players 2\n', "nim.rules")

    assert [d.span.line for d in read.diagnostics] == [3]


def test_a_line_that_goes_on_with_a_minus_is_no_sign() -> None:
    text = """\
function left(a: int, b: int) = (sum(n for n in 1..a)
    - sum(n for n in 1..b)
    - b)

function signs(a: int) = most([a,
    -a,
    -1])
"""
    assert text == format_rules(text)
