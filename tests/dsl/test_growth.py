"""Checking a file four times as long asks for about four times as much, not sixteen."""

import cProfile
import pstats

import pytest

from rulesrun.dsl.analysis import paths, proofs
from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.problems import nearest

HEAD = """language 2

game long "Long":
    players 2

state:
    x "x": int
"""

PLAY = """
play:
    player 1 chooses n in 1..3
    x = n
"""


def calls_for(text: str) -> int:
    """How many functions are called to check a text."""
    profile = cProfile.Profile()
    profile.runcall(compile_rules, text, "long.rules", lambda name: None)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def names(count: int) -> str:
    lines = (f"    let l{i} = {f'l{i - 1}' if i else 'x'} + n\n" for i in range(count))
    return HEAD + PLAY + "".join(lines) + f"    x = l{count - 1}\n    nobody wins\n"


def handlers(count: int) -> str:
    lines = (f"when e(p) order {i}: x += p.seat\n" for i in range(1, count + 1))
    event = "\nevent e(p: player)\n" + "".join(lines)
    return HEAD + event + PLAY + "    raise e(player 1)\n    nobody wins\n"


def test_names_that_are_made_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "MOST_FACTS", 30)
    few, many = calls_for(names(40)), calls_for(names(160))

    assert many < 6 * few


def test_handlers_of_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "MANY_HANDLERS", 5)
    few, many = calls_for(handlers(20)), calls_for(handlers(80))

    assert many < 6 * few


def test_misspelt_names_among_many_that_are_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = []
    slips = nearest._slips

    def counted(one: str, other: str, *, at_most: int) -> int | None:
        compared.append(one)
        return slips(one, other, at_most=at_most)

    monkeypatch.setattr(nearest, "_slips", counted)
    known = [f"value_number_{i:04d}" for i in range(300)]
    for i in range(50):
        result = nearest.nearest(f"valve_nunber_{i:04d}", known)
        assert result[0] == f"value_number_{i:04d}"

    assert len(compared) < 50 * 75
