"""What would be after a rule, and what can be done: nothing is changed by asking."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import small

Ended = Callable[..., dict[str, Any]]

HEAD = "language 1\n\ngame small:\n    players 2\n"


def test_a_value_after_a_rule(ended: Ended) -> None:
    rules = """
state:
    coins: int = 5
    richer: int
    poorer: int
    ended_early: int

play:
    richer = coins after earn(3)
    poorer = (2 * coins after earn(-4)) + coins
    ended_early = (coins after earn(100))
    nobody wins

rule earn(n: int):
    coins += n
    announce "Earned"
    if coins > 50:
        player 1 wins
"""
    expected = {"coins": 5, "richer": 8, "poorer": 7, "ended_early": 105}

    assert expected == ended(rules)


def test_after_looks_through_names_and_loops(ended: Ended) -> None:
    rules = """
state:
    piles[1..3]: int = 2
    safe: set of int

play:
    safe = {i for i in 1..3 where (no j in 1..i where piles[j] == 0) after take(i, i)}
    nobody wins

rule take(i: int, n: int):
    piles[i] -= n
"""
    assert frozenset({1, 3}) == ended(rules)["safe"]


def test_can_asks_the_head_of_an_action(ended: Ended) -> None:
    rules = """
state:
    piles[1..3]: int = 1
    taken: int

play:
    while can take(player 1, 1):
        player 1 chooses one of:
            take(player 1, 1)
    if not can take(player 2, 1) and can take(player 2, 0):
        taken += 10
    nobody wins

action take(p: player, n: int):
    choose i in 1..3
        where piles[i] >= n
    require p == player 1 or n == 0 or taken > 2
    piles[i] -= n
    taken += n
"""
    assert 13 == ended(rules)["taken"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("let a = n after cast()", "cannot-change"),
        ("let a = n after ask()", "cannot-change"),
        ("let a = n after by_way_of()", "cannot-change"),
        ("let a = n after nothing()", "unknown-rule"),
        ("let a = n after add(1, 2)", "wrong-count"),
        ("let a = 1 if can nothing(player 1) else 2", "unknown-action"),
        ("let a = 1 if can take(1) else 2", "wrong-type"),
    ],
)
def test_what_cannot_be_foreseen_is_an_error(line: str, code: str) -> None:
    text = f"""{HEAD}
state:
    n: int

play:
    do cast
    do ask
    do by_way_of
    do add(1)
    {line}
    n = a
    player 1 chooses one of:
        take(player 1)
    nobody wins

rule cast:
    n = random(1..6)

rule ask:
    player 1 chooses x in 1..2
    n = x

rule by_way_of:
    do cast

rule add(i: int):
    n += i

action take(p: player):
    choose i in 1..2
    n += i * p.seat
"""
    compiled = small(text)

    assert [code] == [d.code for d in compiled.diagnostics]
