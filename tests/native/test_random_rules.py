"""A few of the random rules of `make lockstep ARGS="--random 2000"`, and what they find."""

from functools import partial

import pytest
import random_rules
import reading
from outcomes import Outcome
from random_games import GAMES, try_games
from random_rules import try_out

from rulesrun.dsl.core import folding
from rulesrun.interpreter.native.build import NoCompiler, compiler

try:
    compiler()
except NoCompiler as missing:
    pytest.skip(str(missing), allow_module_level=True)


def test_random_rules_mean_the_same_everywhere() -> None:
    outcome = try_out(7, random_rules.TOGETHER)

    assert outcome.differences == []
    assert outcome.uncompiled == []
    assert outcome.counts["carried out"] > 4
    assert outcome.counts["with a fault"] > 4


def test_random_games_are_the_same_in_both_engines() -> None:
    outcome = Outcome()
    try_games(31, GAMES, outcome)

    assert outcome.differences == []
    assert outcome.uncompiled == []
    assert outcome.counts["whole games"] > 0


WORTH = {
    "6 / 3 rounded up": 2,
    "-7 / 2 rounded up": -3,
    "-7 / 2 rounded down": -4,
    "-7 mod 3": 2,
    "7 mod (-3)": -2,
    "1 if vmaybe == none else 0": 1,
    "1 if vog != none else 0": 0,
}


def test_what_is_worked_out_beforehand() -> None:
    assert _differences(WORTH) == []


def _differences(worth: dict[str, int]) -> list[str]:
    """Where the engines do not give what some expressions are worth."""
    outcome = Outcome()
    lines = [
        reading.Lines([f"    va = {text}"], partial(_set, value=value))
        for text, value in worth.items()
    ]
    random_rules.together(list(enumerate(lines)), outcome)
    return outcome.differences


def _set(here: reading.Here, value: int) -> None:
    here.values["va"] = value


def test_a_wrong_folding_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(op: str, a: int, b: int) -> int:
        return a // b + 1 if op == "/up" else right(op, a, b)

    right = folding._worth
    monkeypatch.setattr(folding, "_worth", wrong)

    (result,) = _differences({"6 / 3 rounded up": 2})
    assert "read: 2 in slot" in result
