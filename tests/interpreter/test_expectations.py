"""What is stated with `expect` is taken for granted, and asked in play."""

from functools import partial

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import GameFault as CompiledFault

HEAD = """language 1

game g "G":
    players 2

card Coin "coin":
    value: 1..20

supply:
    1 of each Coin

each player:
    purse: hand of Coin

state:
    n "n": 0..99 = 3
    last "last": int or none = 7

"""

BODY = """
play:
    move Coin to player 1.purse
    EXPECT
    player 1 chooses back from player 1.purse, exactly size(player 1.purse) - 18
    move back to box
    n += 1
    nobody wins
"""


def codes(rules: str) -> list[str]:
    return [diagnostic.code for diagnostic in small(HEAD + rules).diagnostics]


def test_it_is_a_proof() -> None:
    doubtful = BODY.replace("EXPECT", "n += 2")
    stated = BODY.replace(
        "EXPECT", "expect size(player 1.purse) >= size(player 1.purse) - 18"
    )

    assert "may-be-empty" in codes(doubtful)
    assert "may-be-empty" not in codes(stated)


def test_it_proves_that_something_is_there() -> None:
    rules = "play:\n    EXPECT\n    n = last\n    nobody wins\n"

    assert "not-tested-for-none" in codes(rules.replace("EXPECT", "n += 2"))
    known = rules.replace("EXPECT", "expect last is not none")
    assert "not-tested-for-none" not in codes(known)


def test_what_changes_afterwards_is_not_known() -> None:
    rules = (
        "play:\n    expect last is not none\n    do lose\n    n = last\n"
        "    nobody wins\n\nrule lose:\n    last = none\n"
    )

    assert "not-tested-for-none" in codes(rules)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    "rules",
    [
        "play:\n    n += 1\n    expect n < 4\n    nobody wins\n",
        "play:\n    n = less(1)\n    nobody wins\n\n"
        "function less(k: int) -> int:\n    expect k > n\n    return k\n",
        "play:\n    for each k in 1..5:\n        expect k < 3 or n > 3\n"
        "    nobody wins\n",
    ],
)
def test_it_is_asked_in_play(rules: str, engine: str) -> None:
    if engine == "native":
        try:
            compiler()
        except NoCompiler as missing:
            pytest.skip(str(missing))
    game = Game(program_of(HEAD + rules), 2)
    game.want_engine(engine)
    play = game.start if game.engine is None else partial(game.engine.random_games, 1)
    lines = (HEAD + rules).splitlines()
    number = 1 + next(i for i, line in enumerate(lines) if "expect" in line)

    with pytest.raises(Exception, match="what is expected here does not hold") as told:
        play()

    match told.value:
        case GameFault(span=span):
            assert span is not None
            assert span.line == number
        case CompiledFault() as fault:
            assert f":{number}:" in str(fault)
        case other:
            raise AssertionError(other)


def test_it_must_be_a_condition() -> None:
    assert "wrong-type" in codes("play:\n    expect n\n    nobody wins\n")
