"""`best for`: choices made so that a value comes out greatest."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import program_of, small

from rulesrun.interpreter import exploration
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault

Ended = Callable[..., dict[str, Any]]

HEAD = "language 1\n\ngame small:\n    players 2\n\n"
PLAYER = "each player:\n    points: int, ledger\n\n"


def fault(rules: str) -> str:
    program = program_of(HEAD + rules)
    with pytest.raises(GameFault) as result:
        Game(program, 2).start(0)
    return str(result.value)


def test_the_greatest_value_is_found_and_no_one_is_asked(ended: Ended) -> None:
    rules = f"""{PLAYER}
state:
    chosen: int
    later: int

play:
    let p = player 1
    best for p by p.points:
        p chooses n in 0..6
        p.points += 5 * n - n * n
        p chooses m in 0..n
        p.points += 2 * m
        chosen = 10 * n + m
    later = chosen
    rank players by most it.points
"""
    result = ended(rules)

    assert [12, 0] == result["points"]
    assert 33 == result["chosen"]  # 3 and 4 are worth the same: the first is taken
    assert 33 == result["later"]


def test_locals_that_the_block_sets_keep_their_values(ended: Ended) -> None:
    rules = f"""{PLAYER}
state:
    left: int

play:
    let p = player 1
    let money = 10
    best for p by 0 - abs(money - 4):
        while money > 4:
            p chooses n in 1..3
            money -= n
    left = money
    p.points += 1
    rank players by most it.points
"""
    assert 4 == ended(rules)["left"]


def test_what_was_there_before_is_no_part_of_a_situation(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = f"""{PLAYER}
rule take(p: player, number: int):
    p chooses n in 0..number
    p.points += n

play:
    let p = player 1
    p.points += 100
    best for p by p.points:
        do take(p, 5)
        do take(p, 5)
        do take(p, 5)
        do take(p, 5)
        do take(p, 5)
        do take(p, 5)
        do take(p, 5)
        do take(p, 5)
    rank players by most it.points
"""
    monkeypatch.setattr(exploration, "SITUATIONS", 8)  # of 6 ** 8 ways

    assert [140, 0] == ended(rules)["points"]


def test_locals_that_are_not_read_again_are_no_part_of_a_situation(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = f"""{PLAYER}
play:
    let p = player 1
    best for p by p.points:
        p chooses a in 0..9
        p.points += a
        p chooses b in 0..9
        p.points -= b
        p chooses c in 0..9
        p.points += c
    rank players by most it.points
"""
    monkeypatch.setattr(exploration, "SITUATIONS", 3)

    assert [18, 0] == ended(rules)["points"]


def test_cards_may_be_moved_in_the_block(ended: Ended) -> None:
    rules = f"""{PLAYER}
card Coin:
    value: 1..5

supply:
    2 of each Coin

state:
    paid: area of Coin

each player:
    purse: hand of Coin

play:
    let p = player 1
    move all c in Coin where c.value > 2 to p.purse
    best for p by p.points:
        while sum(paid.value) < 7:
            p chooses c in p.purse
                otherwise:
                    stop
            move c to paid
        p.points -= sum(paid.value)
    rank players by most it.points
"""
    assert [-7, 0] == ended(rules)["points"]


def test_one_best_block_inside_of_another(ended: Ended) -> None:
    rules = f"""{PLAYER}
state:
    price: int

rule sell(p: player):
    best for p by p.points:
        p chooses n in 1..6
        p.points += n * (price - n)

play:
    let p = player 1
    best for p by p.points:
        p chooses q in 3..8
        price = q
        p.points -= q
        do sell(p)
    rank players by most it.points
"""
    assert [8, 0] == ended(rules)["points"]


def test_offers_of_menus_are_explored(ended: Ended) -> None:
    rules = f"""{PLAYER}
state:
    steps: int

action walk(p: player):
    choose n in 1..3
    require steps + n <= 7
    steps += n
    p.points += n * n

play:
    let p = player 1
    best for p by p.points:
        let done = false
        while not done:
            p chooses one of:
                walk(p)
                otherwise:
                    done = true
    rank players by most it.points
"""
    assert [19, 0] == ended(rules)["points"]


def test_chance_makes_the_best_unknown() -> None:
    message = fault(
        """state:
    drawn: int

play:
    let p = player 1
    best for p by drawn:
        p chooses n in 1..2
        drawn = n + random([1, 2, 3])
    rank players by most drawn
"""
    )

    assert "where chance plays a part" in message


def test_only_the_player_of_the_block_chooses_in_it() -> None:
    message = fault(
        f"""{PLAYER}
play:
    let p = player 1
    let q = player 2
    best for p by p.points:
        q chooses n in 1..2
        p.points += n
    rank players by most it.points
"""
    )

    assert "somebody else is to choose" in message


def test_too_many_situations_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploration, "SITUATIONS", 50)
    message = fault(
        f"""{PLAYER}
state:
    sum: list of int

play:
    let p = player 1
    best for p by p.points:
        repeat 3 times:
            p chooses n in 1..9
            sum = sum + [n]
        p.points += sum[1] * sum[2] - sum[3]
    rank players by most it.points
"""
    )

    assert "more than 50 situations" in message


def test_the_ledger_knows_the_lines_of_the_best_way() -> None:
    text = f"""{HEAD}{PLAYER}play:
    let p = player 1
    best for p by p.points:
        p chooses n in 0..3
        p.points += n
    p chooses m in 0..1
    p.points += m
    rank players by most it.points
"""
    position = Game(program_of(text), 2).start(0)

    assert 0 == position.player
    assert ["m=0", "m=1"] == [option.name for option in position.options]
    assert 3 in position.state


def test_a_best_block_cannot_be_left_in_the_middle() -> None:
    text = f"""{HEAD}{PLAYER}rule try(p: player):
    best for p by p.points:
        p chooses n in 0..3
        if n == 2:
            return
        p.points += n

play:
    do try(player 1)
    rank players by most it.points
"""
    diagnostics = small(text).diagnostics

    assert ["left-halfway"] == [d.code for d in diagnostics]
