"""Whether a rule would do anything is known before it is carried out, where that is plain."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from compiling import program_of, shipped

from rulesrun.dsl.core.no_ops import does_anything
from rulesrun.dsl.core.printing import Printer
from rulesrun.dsl.core.statements import Carry
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.layout import FRAMES

GAME = """\
language 1

game yard "Yard":
    players 2

enum Place: quarry, forest, mine

card Card "card":
    value: 1..3
    place: Place
    named "card {value}"

supply:
    2 of each Card

state:
    deck "deck": deck of Card
    turns: 0..99

each player:
    held "held": hand of Card
    coins: 0..99

event worked(p: player, place: Place)
when worked(p, place) and place == quarry:
    do pay(p, 2)
when worked(p, place) and place == forest for each c in p.held where c.value == 2:
    do pay(p, c.value)

rule pay(p: player, number: int):
    p.coins += number

rule test(p: player, number: int):
BODY

play:
    move Card to deck
    for each p in players:
        draw 3 from deck to p.held
        do test(p, p.coins)
        let n = p.coins
        do test(p, n)
        do test(p, 3)
        raise worked(p, quarry)
        raise worked(p, forest)
        raise worked(p, mine)
    rank players by most it.coins then least turns
"""


def shown(_: Type, value: object) -> str:
    return str(value)


def asked(body: str) -> Iterator[str]:
    """What is asked before each rule and event that the play carries out."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    core = Game(program_of(GAME.replace("BODY\n", lines)), 2).lowered.core
    for node in walk(core.routines[core.play].body):
        if isinstance(node, Carry):
            yield Printer(shown).expr(does_anything(core.routines[node.routine], node))


WHOLE = {
    "while p.coins > number:\n    p.coins -= 1": "(coins[p] > {0})",
    "if turns > number:\n    turns += 1\nelse if turns < 9:\n    pass\nelse:\n    turns = 0": (
        "(True if (turns > {0}) else not (turns < 9))"
    ),
    "for each c in p.held where c.value == number:\n    turns += 1": (
        "any(for c: Card in held[p] where (c.value == {0}))"
    ),
    "for each c in p.held:\n    if c.value > number:\n        turns += 1": (
        "any((c.value > {0}) for c: Card in held[p])"
    ),
    "if turns > 5:\n    turns += 1\nif p.coins < number:\n    turns += 2": (
        "((turns > 5) or (coins[p] < {0}))"
    ),
    "for each c in p.held:\n    turns += c.value + number": "True",
    "turns += number": "True",
    "let n = number + 1\nif n > 3:\n    turns += 1": "True",
    "if random(1..6) > number:\n    turns += 1": "True",
}


@pytest.mark.parametrize("body", WHOLE, ids=[body.split("\n")[0] for body in WHOLE])
def test_what_a_rule_would_do_is_asked_with_what_it_is_given(body: str) -> None:
    given_a_sum, given_a_local, given_a_number, *_ = asked(body)
    assert given_a_sum == "True"  # it would be worked out twice
    assert given_a_local == WHOLE[body].format("n")
    assert given_a_number == WHOLE[body].format("3")


def test_of_an_event_only_what_concerns_its_values_is_asked() -> None:
    *_, quarry, forest, mine = asked("turns += number")
    assert quarry == "True"
    assert forest == "any(for c: Card in held[p] where (c.value == 2))"
    assert mine == "False"


@pytest.mark.parametrize("name", ["architects", "keyflower", "kingdom_builder"])
def test_what_is_passed_by_makes_no_difference(name: str) -> None:
    """A traced game carries out all: its states are the same, but for where it stands."""
    quick = Game(shipped(name), 3).machine
    whole = Game(shipped(name), 3, trace=True).machine
    for seed in range(2):
        chooser = random.Random(seed)
        (state, options), (traced, offered) = quick.start(seed), whole.start(seed)
        for _ in range(300):
            assert options == offered
            assert _but_for_frames(state) == _but_for_frames(traced)
            if not options:
                break
            option = chooser.choice(options)
            options, offered = quick.resume(state, option), whole.resume(traced, option)


def _but_for_frames(state: list[Any]) -> list[Any]:
    return [value for slot, value in enumerate(state) if slot != FRAMES]
