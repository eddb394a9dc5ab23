"""What the page says: in both languages, and nothing that it never says."""

import re

from rulesrun.table.server import PAGE
from rulesrun.table.words import ENGLISH, page_words

TOLD_BY_THE_SERVER = {
    *("not asked", "cells", "player", "number", "stale", "not yours"),
    *("unwritten", "unkept", "thinker", "greedy", "random"),
    *("only from", "too few", "too many", "not through", "same", "not now"),
}


def test_the_page_says_what_is_there_in_both_languages() -> None:
    said = set()
    for path in PAGE.glob("*.js"):
        text = path.read_text("utf-8")
        said |= set(re.findall(r"(?:game\.words|\btext)\.([a-z]+)\b(?!\()", text))
        said |= set(re.findall(r'(?:game\.words|\btext)\["([^"]+)"\]', text))
    said = {word for word in said if word != "replace"} | TOLD_BY_THE_SERVER
    persian = page_words("fa")
    assert said == set(ENGLISH) == set(persian)
    for word, english in ENGLISH.items():
        holes = re.compile(r"\{\w+\}")
        assert set(holes.findall(english)) == set(holes.findall(persian[word])), word
