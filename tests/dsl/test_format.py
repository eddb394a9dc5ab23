"""The formatter: one way to write a file, and never another meaning."""

# ruff: noqa: E501  (the lines of the examples are as long as they are)

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesrun.dsl.format import format_rules
from rulesrun.dsl.parse import parse

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


@settings(max_examples=60, deadline=None)
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
