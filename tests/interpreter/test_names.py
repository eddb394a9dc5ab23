"""No two names of the rules mean the same thing to the game."""

from collections.abc import Callable
from typing import Any

from compiling import program_of

from rulesrun.interpreter.game import Game

Ended = Callable[..., dict[str, Any]]


def test_rules_and_their_parts() -> None:
    text = """language 1
game g "G":
    players 2
state:
    n: int
rule day(p: player):
    p chooses k in 1..3
    n += k
rule day_1(q: player):
    if q == player 1:
        n += 1000
play:
    do day(player 1)
    do day_1(player 2)
    player 1 chooses z in 1..2
    n += z
    nobody wins
"""
    position = Game(program_of(text), 2).start()
    assert [o.name for o in position.options] == ["k=1", "k=2", "k=3"]
    position.choose("k=2")
    assert [o.name for o in position.options] == ["z=1", "z=2"]
    position.choose("z=2")
    [family] = position.game.layout.families.values()
    assert position.state[family.base] == 4


def test_locals(ended: Ended) -> None:
    result = ended(
        """
state:
    n: int
    m: int
rule r:
    let list_ = 1
    let sorted = 2
    let sorted_ = 3
    n = 10 * sorted + sorted_ + list_
    let _side = [x for x in [3, 1] where x > sorted]
    let __debug__ = size(_side) + S(2)
    m = __debug__
function S(L: int) -> int:
    let o = L + 1
    for each S_ in 1..3:
        let o_ = S_ * o
        if o_ > 5:
            return o_
    return 0
play:
    do r
    nobody wins
"""
    )
    assert (result["n"], result["m"]) == (24, 7)


def test_what_an_adjustment_calls_its_own(ended: Ended) -> None:
    result = ended(
        """
state:
    n: int
amount toll(p: player, n_: int) = n_ + p.seat
adjust toll(n_, p) for each q in players where q != n_ order 1: result + 10 * q.seat
adjust toll(q, m) for each p in players where p != q order 2: result + 100 * q.seat
adjust toll(q, m) for each n_ in 1..3 order 3: result + 1000 * m
play:
    n = toll(player 1, 5)
    nobody wins
"""
    )
    assert result["n"] == 6 + 20 + 100 + 3 * 5000


def test_what_a_handler_calls_its_own(ended: Ended) -> None:
    result = ended(
        """
state:
    n: int
event met(p: player, q: int)
when met(q, p) order 1:
    let n_ = q.seat
    for each r in 1..3:
        n += n_ * r * p
when met(r, n_) for each p in players order 2:
    let q = 100
    n += q * r.seat * n_
    n += 1000 * p.seat
when met(p, q) order 3:
    n += 10000 * p.seat * q
play:
    raise met(player 2, 4)
    nobody wins
"""
    )
    assert result["n"] == 48 + 2 * 800 + 3000 + 80000


def test_boards_and_their_lines(ended: Ended) -> None:
    result = ended(
        """
board b "b": square 3 x 3
board THROUGH_b "other": square 1 x 4
board b_3 "third": square 4 x 4
state:
    n: int
    c: cell of b
play:
    n = size(lines(THROUGH_b, 3)) + 10 * size(lines_through(c, 3))
    n += 100 * size(lines(b_3, 3)) + 10000 * size(lines(b, 3))
    nobody wins
"""
    )
    assert result["n"] == 2 + 30 + 2400 + 80000


def test_everything_by_the_name_of_something_else(ended: Ended) -> None:
    result = ended(
        """
enum TABLE_x "t": n_0, n_1
card FIELD_y "f":
    rule_z: 1..2
supply:
    1 of each FIELD_y
option v_p "v": bool = true
constant OPTION_v_p = size([1, 2]) + 1
table x (k: TABLE_x -> v: int):
    n_0 | 3
    n_1 | 4
state:
    n: int
function function_z(p: int) -> int = p * 2
function z(function_z_: int) -> int = function_z(function_z_) + 1
action can_z(z_: player):
    choose who_0 in 1..2
    n += who_0
rule rule_z(z_: int):
    n += z_
rule block_0_play:
    player 1 must can_z(player 1)
play:
    do rule_z(z(x[n_1]))
    do block_0_play
    if can can_z(player 2) and v_p:
        n += 100 * OPTION_v_p
    if some some_0 in FIELD_y where some_0.rule_z == 2 and some_0 in box:
        n += 1000
    nobody wins
"""
    )
    assert result["n"] == 9 + 1 + 300 + 1000
