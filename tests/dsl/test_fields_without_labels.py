"""A field without a label, beside others that have one, is for the rules alone."""

import pytest
from compiling import small

GAME = """\
language 2

game cards "Cards" fa "کارت‌ها":
    players 2
    languages en, fa

card Card "card" fa "کارت":
    FIELDS

supply:
    1 of each Card

each player:
    hand "hand" fa "دست": hand of Card

play:
    rank players by most size(it.hand)
"""

FIRST = GAME.splitlines().index("    FIELDS") + 1
LABELLED = 'number "number" fa "شماره": 1..3'


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        ((LABELLED, "order: 1..2"), []),
        (("number: 1..3", "order: 1..2"), [FIRST, FIRST + 1]),
        ((LABELLED, 'order "order": 1..2'), [FIRST + 1]),
    ],
)
def test_a_label_is_missing(fields: tuple[str, ...], lines: list[int]) -> None:
    problems = small(GAME.replace("FIELDS", "\n    ".join(fields))).diagnostics
    missing = [p.span.line for p in problems if p.code == "missing-translation"]
    assert lines == [line for line in missing if line in (FIRST, FIRST + 1)]
