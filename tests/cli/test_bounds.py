"""The limits of a command."""

from pathlib import Path

import pytest
from running import rulesrun

from rulesrun.interpreter.exploration import Explorer

UNBOUNDED = Path(__file__).parents[1] / "unbounded"


@pytest.mark.parametrize(
    "command",
    [
        ["validate"],
        ["play", "--seat", "1=random"],
        ["simulate", "--games", "1"],
        ["simulate", "--games", "4", "--jobs", "2"],
    ],
)
def test_rules_of_strangers_are_stopped_soon(command: list[str]) -> None:
    path = str(UNBOUNDED / "big20.rules")

    result = rulesrun(command[0], path, *command[1:], "--untrusted")

    assert result.code == 1
    assert "big20.rules:20:9" in result.text
    assert "this offers 1,048,575 options, and 20,000 are the most" in result.text


def test_limits_are_set_by_name() -> None:
    path = str(UNBOUNDED / "loops_in_loops.rules")

    result = rulesrun("validate", path, "--limit", "steps=1000")

    assert result.code == 1
    assert "this takes more than 1,000 steps (the limit `steps`)" in result.text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("speed=3", "no limit is called 'speed'; there are steps, collection"),
        ("steps=many", "write a limit as steps=5000000, not 'steps=many'"),
        ("steps=0", "the limit steps is a number from 1"),
    ],
)
def test_wrong_limits_are_refused(given: str, said: str) -> None:
    result = rulesrun("validate", "nim", "--limit", given)

    assert result.code == 2
    assert said in result.text


def test_memory_is_a_limit(tmp_path: Path) -> None:
    """Where the system can hold a process to it."""
    pytest.importorskip("resource")
    rules = tmp_path / "wide.rules"
    rules.write_text(
        'language 1\n\ngame g "G":\n    players 2\n\nstate:\n    n "n": int\n\nplay:\n'
        "    let l = [[m + k for m in 1..90000] for k in 1..90000]\n    n = size(l)\n"
    )

    result = rulesrun("validate", str(rules), "--limit", "megabytes=100")

    assert result.code == 1
    assert "wide.rules:10" in result.text


def test_memory_ends_at_the_line_that_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Explorer, "_situation", full)

    result = rulesrun("validate", str(UNBOUNDED / "best_choice.rules"))

    assert result.code == 1
    assert "best_choice.rules:10:5" in result.text
    assert "more situations to look at than there is memory for" in result.text
