"""Small files whose scenarios once held, or failed, for the wrong reason."""

import re
from pathlib import Path

import pytest
from running import rulesrun

FILES = Path(__file__).parent / "scenarios"

FAILURES: dict[str, dict[str, str]] = {
    "refused_misspelt": {
        "a slip of the pen": 'this cannot be read: "wol" is no good; did you mean "wool"?',
        "another": 'this cannot be read: "silver" is no good',
    },
    "unreadable_words": {
        "refused, because the words cannot be read": (
            'this cannot be read: "woool" is no good; did you mean "wool"?'
        ),
        "no options of a choice that is not on the table": (
            "nobody is to choose `good` of `buy` now"
        ),
        "the second value wins in silence": (
            "this is refused: `good` is given two values"
        ),
        "too many words": 'this is refused: "wood zzz" is no good',
        "one word twice as long": "the game is over; player 1 was expected to act",
    },
    "refused_out_of_turn": {"refused out of turn": "player 1 is to act, not player 2"},
    "empty_collection_left_out": {},
    "conjured_pieces": {"conjured": "there are only 5 of ware wood"},
    "many_lets": {},
    "cite": {},
}


@pytest.mark.parametrize("name", FAILURES)
def test_what_fails_and_why(name: str) -> None:
    ran = rulesrun("test", FILES / f"{name}.rules")
    titles = re.findall("^─── (.*?) ─+$", ran.out, re.MULTILINE)
    messages = re.findall(r"^\S+\.rules:\d+:\d+: (.*)$", ran.out, re.MULTILINE)

    assert FAILURES[name] == dict(zip(titles, messages, strict=True))
    assert ran.code == int(bool(FAILURES[name]))


def test_a_condition_that_was_never_asked_is_not_reached() -> None:
    ran = rulesrun("trace", FILES / "cite.rules")

    assert "Cited, but never reached: 2\n  C-2  " in ran.out
    ran = rulesrun("test", FILES / "cite.rules", "--coverage")
    assert "cite.rules:10: never asked\n    until n == 2" in ran.out
