"""Older forms are rewritten where the core proves that the rules stay the same."""

import pytest
from compiling import beside, small

from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.upgrades import upgrades
from rulesrun.interpreter.upgrading import upgraded

HEAD = """language 1

game orders "Orders":
    players 2..3

card Order "order":
    number "number": 1..6
    n "n": 1..2

supply:
    3 of each Order

each player:
    hand "hand": hand of Order
    n "n": int

function few(p: player, limit: 0..3) -> 0..9 =
    size(p.hand) + limit  # more than that, and nobody says so

"""

PLAY = """
play:
    for each p in players:
        move first(Order) to p.hand
        p.n = few(p, 1)
        if holds(p) > 0:
            nobody wins

scenario "nothing is rewritten here":
    expect 0 == size(all o in player 1.hand where o.number > 9)
"""


def compiled(text: str) -> Compilation:
    return small(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "size(all o in p.hand where o.number > 2)",
            "count o in p.hand where o.number > 2",
        ),
        (
            "size([o for o in p.hand where o.number > 2])",
            "count o in p.hand where o.number > 2",
        ),
        (
            "1 + size(all o in p.hand where o.number > 2)",
            "1 + (count o in p.hand where o.number > 2)",
        ),
        (
            "sum(x.number for x in [o for o in p.hand where o.number > 2])",
            "sum(x.number for x in (all o in p.hand where o.number > 2))",
        ),
        (
            "1 if not (some o in p.hand where o.number > 2) else 0",
            "1 if (no o in p.hand where o.number > 2) else 0",
        ),
        (
            "1 if (all o in p.hand where o.number > 2) is not empty else 0",
            "1 if (some o in p.hand where o.number > 2) else 0",
        ),
        (
            "size([o for o in p.hand where size(all q in p.hand where q.n > o.n) > 1])",
            "count o in p.hand where (count q in p.hand where q.n > o.n) > 1",
        ),
    ],
)
def test_one_way_to_say_it(old: str, new: str) -> None:
    text = f"{HEAD}function holds(p: player) -> int = {old}\n{PLAY}"

    result, made = upgraded(text, compiled)
    assert f"function holds(p: player) -> int = {new}\n" in result
    assert made >= 1
    assert result.endswith(PLAY)
    assert "few(p: player, limit: 0..3) -> 0..9 =" in result
    assert upgraded(result, compiled) == (result, 0)


@pytest.mark.parametrize(
    "kept",
    [
        "sum(1 for o in p.hand where o.number > 2)",
        "size([o.number for o in p.hand where o.number > 2])",
        "1 if (count o in p.hand where o.number > 2) > 0 else 0",
        "size({o.number for o in p.hand where o.number > 2})",
    ],
)
def test_what_is_something_else_is_left_alone(kept: str) -> None:
    text = f"{HEAD}function holds(p: player) = {kept}\n{PLAY}"

    result, _ = upgraded(text, compiled)
    assert kept in result


def test_types_that_are_said_stay() -> None:
    line = "function holds(p: player) -> int = size(none_of(p))\n"
    text = f"{HEAD}{line}\nfunction none_of(p: player) -> list of Order = []\n{PLAY}"

    assert upgraded(text, compiled) == (text, 0)


def test_what_has_errors_or_is_no_game_stays() -> None:
    wrong = f"{HEAD}function holds(p: player) -> int = size(all o in p.stack)\n{PLAY}"
    part = "language 1\n\nfunction f(n: int) -> int = size(all i in 1..n where i > 2)\n"

    assert upgraded(wrong, compiled) == (wrong, 0)
    assert upgraded(part, compiled) == (part, 0)


def test_people_are_told_of_older_forms_alone() -> None:
    old = "size(all o in p.hand where o.number > 2)"
    text = f"{HEAD}function holds(p: player) -> int = {old}\n"

    result = upgrades(parse(text, "orders.rules").file, text)
    told = [(one.old, one.edit.text) for one in result]
    assert told == [
        (
            "size(all o in p.hand where o.number > 2)",
            "count o in p.hand where o.number > 2",
        )
    ]


def test_shipped_games_stay_the_same() -> None:
    """A whole game, with a table and a head that actions share."""
    from compiling import RULES

    path = RULES / "island.rules"
    text = path.read_text("utf-8")

    def whole(changed: str) -> Compilation:
        return compile_rules(changed, str(path), beside(path))

    assert upgraded(text, whole) == (text, 0)
    older = text.replace(
        "let huts = count k in c.corners where k.hut == q",
        "let huts = size(all k in c.corners where k.hut == q)",
    )
    assert upgraded(older, whole) == (text, 1)
