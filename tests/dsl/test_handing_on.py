"""Which value is handed on does not depend on what values are called."""

from __future__ import annotations

import pytest
from compiling import small

RULES = """language 2

game small "Small":
    players 2

NAMES

each player:
    points "points": 0..99

function lead(p: player, q: player) = p.points - q.points
function plus(p: player, n: int) = p.points + n
function third(p: player, q: player, n: int) = p.points + q.points + n

rule r(p: player, q: player):
    LINES
    if p == q: p.points = q.points

play:
    do r(player 1, player 2)
    nobody wins
"""


def told(lines: str, names: str = "", edition: int = 2) -> list[str]:
    text = RULES.replace("NAMES", names).replace("LINES", lines.replace("\n", "\n    "))
    text = text.replace("language 2", f"language {edition}")
    result = small(text).diagnostics
    return [d.code for d in result if d.code != "unused-name"]


WRONG = ["wrong-count"]


@pytest.mark.parametrize(
    ("lines", "names", "expected"),
    [
        # one of two players: which?
        ("p.points = lead(p)", "", WRONG),
        ("p.points = lead(q)", "", WRONG),
        ("let a = p\np.points = lead(a)", "", WRONG),
        ("p.points = lead(p.left)", "", WRONG),
        ("p.points = third(q, 3)", "", WRONG),
        ("p.points = lead(p)", "names p: player", WRONG),
        # the name that is handed on is declared, and that of the other is not
        ("p.points = lead(q)", "names p: player", []),
        ("let a = p\np.points = lead(a)", "names p: player", []),
        ("p.points = lead(p.left)", "names p: player", []),
        ("p.points = lead(q)", "names p, q: player", WRONG),
        ("let a = p\np.points = lead(a)", "names p, q: player", []),
        # nothing else can be meant
        ("p.points = lead", "", []),
        ("p.points = plus(3)", "", []),
        ("let n = 3\np.points = plus(n)", "", []),
        ("p.points = third(3)", "", []),
        ("p.points = lead(p, q)", "", []),
        # what is missing stands behind
        ("p.points = plus(p)", "", WRONG),
        ("p.points = plus(q)", "", WRONG),
    ],
)
def test_what_may_have_been_forgotten_is_told(
    lines: str, names: str, expected: list[str]
) -> None:
    assert expected == told(lines, names)


def test_files_of_edition_1_are_read_as_they_were() -> None:
    assert [] == told("p.points = lead(q)", edition=1)
    assert WRONG == told("p.points = lead(p)", edition=1)


def test_what_is_missing_is_said() -> None:
    text = RULES.replace("NAMES\n\n", "").replace("LINES", "p.points = lead(q)")
    diagnostic = next(d for d in small(text).diagnostics if d.code == "wrong-count")

    assert "say both:  lead(p, q)" == str(diagnostic.hint)
    assert ["p, q"] == [edit.text for edit in diagnostic.edits]
