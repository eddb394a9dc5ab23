"""Where there is nothing to choose and the rules go on, the name stands for none."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game

Ended = Callable[..., dict[str, Any]]

HEAD = """language 1

game g "G":
    players 2

enum Good: wood, wool

state:
    n "n": int
    box_of "goods": bundle of Good

"""


def errors(rules: str) -> list[tuple[str, int]]:
    result = small(HEAD + rules).diagnostics
    start = HEAD.count("\n")
    return [
        (d.code, d.span.line - start) for d in result if d.severity.value == "error"
    ]


def test_the_type_says_so() -> None:
    rules = """play:
    player 1 chooses k in 1..3
        where n > 5
        otherwise:
            ENDS
    n += k
    nobody wins
"""
    assert errors(rules.replace("ENDS", "pass")) == [("not-tested-for-none", 6)]
    assert errors(rules.replace("ENDS", "n = 7")) == [("not-tested-for-none", 6)]
    for end in ("return", "end game", "nobody wins"):
        assert errors(rules.replace("ENDS", end)) == []


def test_a_test_for_none_is_a_proof() -> None:
    assert not errors(
        """play:
    player 1 chooses k in 1..3
        where n > 5
        otherwise:
            pass
    if k is not none:
        n += k
    nobody wins
"""
    )


def test_a_name_has_no_value_where_nothing_is_chosen() -> None:
    assert errors(
        """play:
    player 1 chooses k in 1..3
        where n > 5
        otherwise:
            n = k
            return
    n += k
"""
    ) == [("unknown-name", 5)]


def test_what_is_known_holds_only_where_it_holds_on_both_ways() -> None:
    rules = """state:
    m: int or none
play:
    m = 3
    if m is not none:
        player 1 chooses k in 1..3
            where n > 5
            otherwise:
                LINE
        n += m
        if k is not none:
            n += k
"""
    assert errors(rules.replace("LINE", "pass")) == []
    assert errors(rules.replace("LINE", "m = none")) == [("not-tested-for-none", 10)]


@pytest.mark.parametrize("loop", ["for each i in 1..3:", "repeat 3 times:"])
def test_a_name_keeps_nothing_of_the_round_before(loop: str, ended: Ended) -> None:
    result = ended(
        f"""state:
    n: int
    missed: int
play:
    {loop}
        player 1 chooses k in 1..3
            where n == 0
            otherwise:
                pass
        if k is none:
            missed += 1
        if k is not none:
            n += k
    nobody wins
"""
    )
    assert (result["n"], result["missed"]) == (1, 2)


def test_of_several_there_are_none(ended: Ended) -> None:
    result = ended(
        """
enum Good: wood, wool
card Coin:
    value: 1..3
supply:
    1 of each Coin
state:
    n: int
    basket: bundle of Good
    purse: area of Coin
play:
    move Coin to purse
    basket += {wood: 2}
    for each i in 1..3:
        player 1 chooses coins from purse, at least 3
            where n < 6
            otherwise:
                pass
        n += sum(coins.value)
        player 1 chooses goods from basket, at least 2
            require n < 7
            otherwise:
                n += 10
        n += 100 * goods[wood] + 1000 * goods[wool]
    nobody wins
"""
    )
    assert result["n"] == 6 + 200 + 10 + 10


def test_what_is_passed_over_is_an_empty_bundle() -> None:
    text = f"""{HEAD}play:
    box_of += {{wood: 1}}
    player 1 may choose goods from box_of
    n += goods[wood] + size(goods)
    nobody wins
"""
    position = Game(program_of(text), 2).start()
    position.choose("pass")
    assert position.over


def test_none_is_no_choice() -> None:
    text = f"""{HEAD}card Coin:
    value: 1..3
supply:
    1 of each Coin
state:
    purse: area of Coin
play:
    move Coin to purse
    player 1 chooses coin in purse
        where coin.value != n
        otherwise:
            pass
    if coin is not none:
        n += coin.value
    player 1 may choose other in purse
    if other is not none:
        n += other.value
    nobody wins
"""
    position = Game(program_of(text), 2).start()
    for name in ("coin", "other"):
        with pytest.raises(
            ValueError, match=f"none is not among the choices for `{name}`"
        ):
            position.choose(f"{name}=none")
        position.choose(0)
    assert position.over
